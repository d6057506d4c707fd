// tests/capture/make_media -- writes the pictures and clips that the tests of capture read back.
#ifndef VEDETTE_TESTS_CAPTURE_MAKE_MEDIA_H
#define VEDETTE_TESTS_CAPTURE_MAKE_MEDIA_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Flat picture of one gray level; the format by the name's ending.
bool make_flat_picture(const char *path, int width, int height, int level);
// The same with 16 bits, or with an alpha channel (half transparent), or without colour.
bool make_deep_picture(const char *path, int width, int height, int level);
bool make_clear_picture(const char *path, int width, int height, int level);
bool make_gray_picture(const char *path, int width, int height, int level);
// Left half blue, green, red = left, right half = right.
bool make_two_colours(const char *path, int width, int height, const unsigned char left[3], const unsigned char right[3]);
// Clip of `count` flat frames; frame i has the gray level first + step * i. fourcc as "MJPG" or "mp4v".
bool make_clip(const char *path, const char *fourcc, int width, int height, double fps, int count, int first, int step);

#ifdef __cplusplus
}
#endif
#endif
