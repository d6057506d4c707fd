#include "calib/tag_bitmap.h"

#include <apriltag/apriltag.h>
#include <apriltag/tag16h5.h>
#include <apriltag/tag25h9.h>
#include <apriltag/tag36h10.h>
#include <apriltag/tag36h11.h>
#include <apriltag/tagCircle21h7.h>
#include <apriltag/tagCircle49h12.h>
#include <apriltag/tagCustom48h12.h>
#include <apriltag/tagStandard41h12.h>
#include <apriltag/tagStandard52h13.h>
#include <stdlib.h>
#include <string.h>

#include "calib/tag_aruco.h"
#include "core/tag_name.h"

typedef struct {
    const char *name;
    apriltag_family_t *(*create)(void);
    void (*destroy)(apriltag_family_t *);
} april_family;

static const april_family families[] = {
    {"tag36h11", tag36h11_create, tag36h11_destroy},
    {"tag36h10", tag36h10_create, tag36h10_destroy},
    {"tag25h9", tag25h9_create, tag25h9_destroy},
    {"tag16h5", tag16h5_create, tag16h5_destroy},
    {"tagStandard41h12", tagStandard41h12_create, tagStandard41h12_destroy},
    {"tagStandard52h13", tagStandard52h13_create, tagStandard52h13_destroy},
    {"tagCircle21h7", tagCircle21h7_create, tagCircle21h7_destroy},
    {"tagCircle49h12", tagCircle49h12_create, tagCircle49h12_destroy},
    {"tagCustom48h12", tagCustom48h12_create, tagCustom48h12_destroy},
};

static const april_family *family_find(const char *name) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].name, name) == 0) return &families[i];
    return NULL;
}

// True where the cell carries a data bit; bits count from the upper left corner of the square between the detected corners.
static bool has_bit(const apriltag_family_t *f, int x, int y) {
    int shift = (f->total_width - f->width_at_border) / 2;
    for (uint32_t i = 0; i < f->nbits; i++)
        if ((int)f->bit_x[i] + shift == x && (int)f->bit_y[i] + shift == y) return true;
    return false;
}

// The library paints the corners that a round family leaves free black, and older families with a white cell around; paper is white there.
static void copy_cells(const apriltag_family_t *f, const image_u8_t *image, tag_bitmap *out) {
    int margin = f->reversed_border ? 0 : (f->total_width - f->width_at_border) / 2;
    int ring = f->reversed_border ? (f->total_width - f->width_at_border) / 2 - 1 : 0;  // where the black ring begins
    out->cells = f->total_width - 2 * margin;
    out->border = f->width_at_border;
    for (int y = 0; y < out->cells; y++)
        for (int x = 0; x < out->cells; x++) {
            bool outside = x < ring || y < ring || x >= out->cells - ring || y >= out->cells - ring;
            bool black = image->buf[(y + margin) * image->stride + x + margin] < 128;
            out->black[y][x] = black && (!outside || has_bit(f, x, y));
        }
}

static status april_make(const april_family *row, int id, tag_bitmap *out, fault *fault) {
    apriltag_family_t *f = row->create();
    if (!f) return fault_set(fault, STATUS_MEMORY, "out of memory for %s", row->name);
    status s = STATUS_OK;
    image_u8_t *image = NULL;
    if ((uint32_t)id >= f->ncodes)
        s = fault_set(fault, STATUS_EXTERNAL, "%s has %d ids: fewer than expected", row->name, (int)f->ncodes);
    else if (f->total_width > TAG_BITMAP_MAX)
        s = fault_set(fault, STATUS_EXTERNAL, "%s has %d cells: more than expected", row->name, f->total_width);
    else if (!(image = apriltag_to_image(f, id)))
        s = fault_set(fault, STATUS_MEMORY, "out of memory for %s", row->name);
    else
        copy_cells(f, image, out);
    if (image) free(image->buf);  // Debian's library does not export image_u8_destroy
    free(image);
    row->destroy(f);
    return s;
}

status tag_bitmap_make(const char *family, int id, tag_bitmap *out, fault *fault) {
    *out = (tag_bitmap){0};
    status s = tag_name_check(family, id, fault);
    if (s != STATUS_OK) return s;
    const april_family *row = family_find(family);
    return row ? april_make(row, id, out, fault) : tag_aruco_make(family, id, out, fault);
}
