// app/pictures -- makes JPEGs on a thread of its own, so that no frame waits for that, and hands them to the record and the page.
#ifndef VEDETTE_APP_PICTURES_H
#define VEDETTE_APP_PICTURES_H

#include "app/desk.h"
#include "stream/stream.h"

typedef struct pictures pictures;

// Where a picture goes.
typedef enum { PICTURE_TO_RECORD = 1, PICTURE_TO_PAGE = 2, PICTURE_IS_TABLE = 4 } picture_use;

// A picture in the making. The pixels are about.height rows of 3 * about.width bytes B, G, R.
typedef struct picture_job {
    struct picture_job *next;
    stream_picture about;
    unsigned use;  // of picture_use
    uint8_t bgr[];
} picture_job;

// Borrows d. STATUS_MEMORY.
status pictures_begin(desk *d, pictures **out, fault *fault);
// One of that size, to be filled and given or freed; NULL: out of memory.
picture_job *pictures_new(int width, int height);
// Takes it over. Where too many wait it is dropped.
void pictures_give(pictures *p, picture_job *j);
// Makes what waits, and frees p.
void pictures_end(pictures *p);

#endif
