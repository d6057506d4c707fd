#include "record/draw/evidence.h"

#include <stdlib.h>
#include <string.h>

#include "record/draw/jpeg_size.h"

cairo_surface_t *evidence_picture(record *r, int64_t seq) {
    const void *bytes;
    size_t length;
    int width = 0, height = 0;
    if (seq == 0 || record_bytes(r, seq, &bytes, &length, NULL) != STATUS_OK || !jpeg_size(bytes, length, &width, &height)) return NULL;
    unsigned char *copy = length > 0 ? malloc(length) : NULL;
    if (!copy) return NULL;
    memcpy(copy, bytes, length);
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    if (cairo_surface_set_mime_data(s, CAIRO_MIME_TYPE_JPEG, copy, length, free, copy) == CAIRO_STATUS_SUCCESS) return s;
    free(copy);
    cairo_surface_destroy(s);
    return NULL;
}
