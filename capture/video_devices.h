// capture/video_devices -- which video devices this machine has, for messages. Internal to this folder.
#ifndef VEDETTE_CAPTURE_VIDEO_DEVICES_H
#define VEDETTE_CAPTURE_VIDEO_DEVICES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes "/dev/video0 /dev/video2" or "none" into out[0..n), cut where it is full.
void video_devices_list(char *out, size_t n);
// True where a video device that this process holds open is no longer there.
bool video_devices_any_gone(void);

#ifdef __cplusplus
}
#endif
#endif
