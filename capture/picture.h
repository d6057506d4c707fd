// capture/picture -- one picture in memory: decoded from a file's bytes or made of what a camera delivers. Internal to this folder.
//
// Gray always, B G R where it was created for colour; of what a camera delivers, colours are made where they are asked for (core/frame), and what
// can be looked at as it lies there is. Memory grows to the largest picture and is kept. One thread a handle.
#ifndef VEDETTE_CAPTURE_PICTURE_H
#define VEDETTE_CAPTURE_PICTURE_H

#include <stdbool.h>

#include "core/frame.h"
#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct picture picture;

picture *picture_create(bool colour);  // NULL: out of memory
void picture_destroy(picture *p);

// Decodes a picture file's bytes, of which content_defect found no defect; `name` stands for it in messages. An orientation noted by a camera
// (EXIF) is applied, as OpenCV does. STATUS_INVALID, STATUS_MEMORY, STATUS_EXTERNAL.
status picture_decode(picture *p, const uint8_t *bytes, size_t length, const char *name, fault *fault);

// How a camera lays out a picture. The order of RAW_RGB and RAW_BGR is that of the bytes in memory.
typedef enum { RAW_GRAY, RAW_YUYV, RAW_NV12, RAW_NV21, RAW_RGB, RAW_BGR, RAW_MJPEG } raw_format;

typedef struct {
    raw_format format;
    int width, height;
    const uint8_t *plane[2];  // the second of NV12 and NV21: interleaved chroma at half size
    size_t stride[2];         // bytes a row; RAW_MJPEG: 0
    size_t length[2];         // bytes that are there
    bool uncached;            // each read of the planes is dear: gray is copied out, once
} raw_picture;

// Takes what a camera delivered; YUV is taken as ITU-R BT.601. The planes are borrowed, and must stay as they are, until p's next picture or its
// end. STATUS_INVALID where they are shorter than the size demands or a JPEG is damaged; STATUS_MEMORY, STATUS_EXTERNAL.
status picture_convert(picture *p, const raw_picture *raw, fault *fault);

// Points the frame's picture members at p, which keeps them until its next call. Time and number are the caller's.
void picture_show(picture *p, frame *out);

#ifdef __cplusplus
}
#endif
#endif
