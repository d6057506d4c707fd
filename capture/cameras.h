// capture/cameras -- which cameras are plugged in and what pictures each can give. Takes no picture, so that it can be asked while one is in use.
#ifndef VEDETTE_CAPTURE_CAMERAS_H
#define VEDETTE_CAPTURE_CAMERAS_H

#include <stdbool.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    char format[16];    // as the camera's interface names it: "MJPG", "NV12"
    int width, height;  // of a camera that scales freely: the largest
    double fps;         // the highest rate; 0: not known
} camera_mode;

typedef struct {
    char source[160];   // what capture_open takes
    char name[64];      // of the model
    char trouble[128];  // why its modes are not known; empty: they are
    camera_mode *modes;
    int mode_count, mode_capacity;
} camera_entry;

typedef struct {
    camera_entry *at;
    int count, capacity;
} camera_list;

// Fills *out, which the caller finishes. A camera that two interfaces list appears twice. None is STATUS_OK with count 0.
// STATUS_MEMORY, STATUS_DEVICE (libcamera does not start), STATUS_EXTERNAL; *out is empty then.
status cameras_find(camera_list *out, fault *fault);
void camera_list_finish(camera_list *list);

// For the kinds of cameras: a new empty entry, or a mode added to one; NULL or false: out of memory.
camera_entry *camera_list_add(camera_list *list);
bool camera_add_mode(camera_entry *c, const camera_mode *mode);

#ifdef __cplusplus
}
#endif
#endif
