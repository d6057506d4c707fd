// capture/container -- whether a clip's file is as long as its container says. Reads a few headers, decodes nothing.
//
// Frame counts and durations can't tell: containers estimate them, sound lasts longer than pictures, and a trimmed clip shows fewer frames than
// it stores. Sources: ISO/IEC 14496-12 section 4.2 (MP4 and MOV boxes), RFC 8794 section 4 and RFC 9559 (Matroska), RIFF chunks (AVI).
#ifndef VEDETTE_CAPTURE_CONTAINER_H
#define VEDETTE_CAPTURE_CONTAINER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// True where the file ends before its container does. False for a whole one, for one that states no length (MPEG-TS, a live Matroska) and
// for one that can't be read.
bool container_is_cut_off(const char *path);

#ifdef __cplusplus
}
#endif
#endif
