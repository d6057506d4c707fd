// app/video -- the camera's pictures as films of a minute each beside the record, and rows in the record that say which film shows which time.
//
// A thread of its own encodes. Where it can't keep up with a camera pictures are left out; a clip waits for it.
#ifndef VEDETTE_APP_VIDEO_H
#define VEDETTE_APP_VIDEO_H

#include "app/desk.h"
#include "core/frame.h"

typedef struct video video;

// Films are named after the record: "saturday-001.mp4" beside "saturday.vedette", and none that exists is touched. Borrows d, which records. waits:
// no picture is left out. STATUS_MEMORY.
status video_begin(desk *d, const char *record_path, bool waits, video **out, fault *fault);
// Takes a copy of the picture, of the game's time t_s. v NULL: nothing happens, as in video_end.
void video_frame(video *v, const frame *f, double t_s);
// Ends the last film and frees v. Before the desk's recording ends.
void video_end(video *v);

#endif
