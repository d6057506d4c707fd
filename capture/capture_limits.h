// capture/capture_limits -- the numbers that decide in this folder: value, unit, where it comes from, and what it costs to be wrong.
//
// None of them was fitted to a bench: they decide whether a source is read, not what is read from it.
#ifndef VEDETTE_CAPTURE_CAPTURE_LIMITS_H
#define VEDETTE_CAPTURE_CAPTURE_LIMITS_H

// Pictures and clips --------------------------------------------------------------------------------------------------------------------------

// Pixels of a picture. Hand-set: twice the largest cameras of 2026. Too low refuses a camera; too high lets a forged header take all memory.
#define CONTENT_MAX_PIXELS (100 * 1000000L)
// Bytes of a picture's file. Hand-set: 100 megapixels of 16-bit colour, uncompressed, are 600 MB; such files are not in use. Costs as above.
#define PICTURE_FILE_MAX_BYTES (512L * 1024 * 1024)
// Pictures a second of a folder or glob where nothing else is asked for. A convention: t is then the picture's number.
#define PICTURES_FPS 1.0

// Frames a second that a container may state, without its ends. Hand-set: time lapses and high-speed cameras lie inside, forged headers outside.
// Too narrow gives a clip without times the likely rate instead of its own.
#define CLIP_MIN_FPS 0.01
#define CLIP_MAX_FPS 1000
// Frames a second where a container states no usable rate. The rate of European video; decides times only where the frames have none.
#define CLIP_LIKELY_FPS 25.0
// Frames that a container may state. Hand-set: a year at 30 a second. Beyond it the count is taken as not known; only the progress shows it.
#define CLIP_MAX_COUNT 1e9
// Frames by which a Matroska clip may end before its stated end. Two: the last packet need not state its duration, and times are rounded. Too low: a
// whole clip is reported as cut off. Too high: that many missing frames go unnoticed.
#define CLIP_END_SLACK_FRAMES 2.0
// Threads that decode a clip. libavcodec advises against more than 16 (FFmpeg, libavcodec/pthread.c); each takes memory for a picture.
#define CLIP_MAX_THREADS 16

// Live cameras --------------------------------------------------------------------------------------------------------------------------------

// Seconds that capture_next waits where nothing else is asked for. Hand-set; the program asks for less (app/watch.c).
#define LIVE_TIMEOUT_S 5.0
// Pixels that a camera is asked for where nothing else is: what every camera of the last ten years grants. Less reads smaller markers worse.
#define LIVE_WIDTH_PX 1920
#define LIVE_HEIGHT_PX 1080
// Pixels of a picture above which JPEG is asked for before YUYV. VGA: of a larger one USB 2 carries YUYV at a few pictures a second only
// (1920 x 1080: 4 MB each, 30 to 40 MB/s at best). Too high costs pictures a second, too low the artefacts of JPEG.
#define LIVE_LARGEST_UNCOMPRESSED_PX (640 * 480)
// Seconds after which OpenCV gives a silent V4L2 camera up. Hand-set: its default of 10 holds up closing a stuck camera as long. As text.
#define LIVE_V4L2_GIVE_UP_S "2"
// Formats, sizes and rates of a camera that are listed, each. Hand-set: cameras have some ten; a driver that never ends its list is cut here.
#define LIST_MAX_ENTRIES 256

#endif
