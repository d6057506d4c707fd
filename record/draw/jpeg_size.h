// record/draw/jpeg_size -- how large the picture in a JPEG file's bytes is. Internal to record/draw/.
#ifndef VEDETTE_RECORD_DRAW_JPEG_SIZE_H
#define VEDETTE_RECORD_DRAW_JPEG_SIZE_H

#include <stdbool.h>
#include <stddef.h>

// False: no JPEG, cut off before its size, or larger than 8,192 pixels an edge. Source: ITU-T T.81, annex B.
bool jpeg_size(const void *bytes, size_t length, int *width, int *height);

#endif
