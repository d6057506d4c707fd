// capture -- one source of pictures: a live camera, a clip, a picture, a folder or a glob. Gray always, colour on demand, each frame with its
// capture time. Never looks into a picture, never logs.
//
// Times are seconds since the recording began: a clip's are its container's presentation times, pictures come at index / fps, a live camera's
// are of the monotonic clock since it was opened. Files give every frame in order; a live camera gives its newest frame and counts those that a
// newer one replaced. One thread a handle; different handles may be used by different threads.
#ifndef VEDETTE_CAPTURE_CAPTURE_H
#define VEDETTE_CAPTURE_CAPTURE_H

#include <stdbool.h>

#include "core/frame.h"
#include "core/status.h"

typedef struct capture capture;

typedef struct {
    bool colour;        // fill frame.bgr too
    int width, height;  // asked of a live camera, which may grant another size; 0: 1920 x 1080. Files keep their own size
    double fps;         // asked of a live camera (0: its own); the rate at which pictures of a folder or glob count (0: 1 a second)
    double timeout_s;   // live: how long capture_next waits
    bool realtime;      // files: wait until each frame is due, and skip those that are overdue, as a live camera would
} capture_options;

// Gray, sizes and rates of the source's own, 5 s, as fast as it can.
capture_options capture_default_options(void);

// Writes what capture_open takes into out[0..n), for a help text: "libcamera:ID-or-index, v4l2:/dev/videoN, a clip, ...". Cut where it is full.
void capture_source_help(char *out, size_t n);

// Opens `source`: "libcamera:ID-or-index", "v4l2:/dev/videoN", a clip (MP4, MOV, Matroska, WebM, AVI, MPEG-TS), a picture (JPEG, PNG, BMP,
// PGM, PPM), a folder or a glob of pictures, taken in natural order (img2 before img10). A file's kind follows from its first bytes, not its name.
// *out is the caller's to close; o may be NULL for the defaults.
// STATUS_INVALID (missing, unreadable, not of these kinds, no pictures: says what to do), STATUS_DEVICE (camera missing, busy, not permitted),
// STATUS_MEMORY, STATUS_EXTERNAL.
status capture_open(const char *source, const capture_options *o, capture **out, fault *fault);

// The next frame of a file, the newest of a camera. *out borrows the picture until the next call or capture_close.
// STATUS_OK; STATUS_END: the clip or list is over (see capture_ended_early); STATUS_TIMEOUT: nothing came within timeout_s, may be asked again;
// STATUS_DEVICE: the camera went away; STATUS_INVALID: one picture is damaged or unreadable, the fault names it and the next call goes on
// behind it; STATUS_MEMORY, STATUS_EXTERNAL.
status capture_next(capture *c, frame *out, fault *fault);

bool capture_is_live(const capture *c);
// Frames a second: the clip's, the rate of the list, what a camera granted; 0 where it is not known.
double capture_fps(const capture *c);
// Number of frames in all, by the container; -1 for a camera or where the container does not state it.
int64_t capture_frame_count(const capture *c);
// Frames that came and were never handed out: a newer one replaced them.
int64_t capture_skipped(const capture *c);
// True after STATUS_END where the clip's file is shorter than its container says, or gave no frame at all: it was cut off.
bool capture_ended_early(const capture *c);
// The file that the last frame came from, for a list of pictures; for all others the source as it was given. Borrowed until the next call.
const char *capture_picture(const capture *c);
// Closes and frees c; NULL is fine.
void capture_close(capture *c);

#endif
