// The AprilTag library: one detector with the enabled families.
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

#include "vision/fit/square.h"
#include "vision/internal.h"
#include "vision/tags/family.h"

// `bits` are those corrected: fewer where the family's codes lie close together, so that scenery does not read as a tag, and where they are so
// many that the library's table of corrected codes would take gigabytes; `margin` is
// the least decision margin that is believed, higher for those families.
typedef struct {
    const char *name;
    apriltag_family_t *(*create)(void);
    void (*destroy)(apriltag_family_t *);
    int bits;
    double margin;
} april_family;

static const april_family families[] = {
    {"tag36h11", tag36h11_create, tag36h11_destroy, 2, 12},
    {"tag36h10", tag36h10_create, tag36h10_destroy, 1, 20},
    {"tag25h9", tag25h9_create, tag25h9_destroy, 2, 25},
    {"tag16h5", tag16h5_create, tag16h5_destroy, 0, 40},
    {"tagStandard41h12", tagStandard41h12_create, tagStandard41h12_destroy, 1, 15},
    {"tagStandard52h13", tagStandard52h13_create, tagStandard52h13_destroy, 1, 15},
    {"tagCircle21h7", tagCircle21h7_create, tagCircle21h7_destroy, 0, 40},
    {"tagCircle49h12", tagCircle49h12_create, tagCircle49h12_destroy, 1, 15},
    {"tagCustom48h12", tagCustom48h12_create, tagCustom48h12_destroy, 1, 15},
};

enum { FAMILY_COUNT = sizeof families / sizeof families[0] };

// Below this edge the detector's tiles don't fit, and no tag could be read.
enum { LEAST_PICTURE_PX = 20 };

struct april_reader {
    apriltag_detector_t *detector;
    apriltag_family_t *made[FAMILY_COUNT];  // NULL: not enabled
    double least_px;
};

static const april_family *family_find(const char *name) {
    for (int i = 0; i < FAMILY_COUNT; i++)
        if (strcmp(families[i].name, name) == 0) return &families[i];
    return NULL;
}

bool april_knows(const char *family) { return family_find(family) != NULL; }

static status family_enable(april_reader *r, const april_family *row) {
    int i = (int)(row - families);
    if (r->made[i]) return STATUS_OK;
    r->made[i] = row->create();
    if (!r->made[i]) return STATUS_MEMORY;
    apriltag_detector_add_family_bits(r->detector, r->made[i], row->bits);
    return STATUS_OK;
}

status april_create(const vision_options *o, april_reader **out, fault *fault) {
    april_reader *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, STATUS_MEMORY, "out of memory for the tag reader");
    r->least_px = o->least_tag_px;
    r->detector = apriltag_detector_create();
    if (r->detector) r->detector->quad_decimate = 1;  // the library's own default searches at half size and loses small tags
    status s = r->detector ? STATUS_OK : STATUS_MEMORY;
    for (int i = 0; i < VISION_MAX_FAMILIES && s == STATUS_OK && o->families[i][0]; i++) {
        const april_family *row = family_find(o->families[i]);
        if (row) s = family_enable(r, row);
    }
    if (s != STATUS_OK) {
        april_destroy(r);
        return fault_set(fault, s, "the AprilTag library did not start: %s", status_text(s));
    }
    r->detector->nthreads = o->threads;
    *out = r;
    return STATUS_OK;
}

void april_destroy(april_reader *r) {
    if (!r) return;
    if (r->detector) apriltag_detector_destroy(r->detector);
    for (int i = 0; i < FAMILY_COUNT; i++)
        if (r->made[i]) families[i].destroy(r->made[i]);
    free(r);
}

static status fill_codes(const apriltag_family_t *from, tag_family *f) {
    f->cells = from->total_width;
    f->border = from->width_at_border;
    f->light_inside = from->reversed_border;
    f->bits = (int)from->nbits;
    f->count = (int)from->ncodes;
    if (f->bits > FAMILY_MAX_BITS || f->cells > FAMILY_MAX_CELLS || f->count < 1) return STATUS_EXTERNAL;
    for (int i = 0; i < f->bits; i++) f->x[i] = (int8_t)from->bit_x[i], f->y[i] = (int8_t)from->bit_y[i];
    f->turned = calloc(4 * (size_t)f->count, sizeof *f->turned);
    if (!f->turned) return STATUS_MEMORY;
    for (int id = 0; id < f->count; id++)  // the library's first cell is the highest bit
        for (int i = 0; i < f->bits; i++) f->turned[4 * id] |= (from->codes[id] >> (f->bits - 1 - i) & 1) << i;
    return STATUS_OK;
}

status april_fill_family(const char *name, tag_family *f, fault *fault) {
    const april_family *row = family_find(name);
    if (!row) return fault_set(fault, STATUS_INVALID, "unknown tag family \"%s\"", name);
    apriltag_family_t *from = row->create();
    status s = from ? fill_codes(from, f) : STATUS_MEMORY;
    if (from) row->destroy(from);
    f->mended = row->bits;
    return s == STATUS_OK ? s : fault_set(fault, s, "the AprilTag library does not tell the codes of \"%s\"", name);
}

// The library counts from the outer corner of the top-left pixel; vision from its centre.
static tag_sighting sighting_of(const apriltag_detection_t *d, px_rect where) {
    tag_sighting t = {.id = d->id, .hamming = d->hamming, .decision_margin = (double)d->decision_margin, .sigma_px = 0.5};
    strncpy(t.family, d->family->name, sizeof t.family - 1);
    for (int k = 0; k < 4; k++) t.corner[k] = (px2){d->p[k][0] - 0.5 + where.x, d->p[k][1] - 0.5 + where.y};
    return t;
}

static status keep_believable(april_reader *r, const frame *f, const apriltag_detection_t *d, px_rect where, tag_list *out) {
    tag_sighting t = sighting_of(d, where);
    const april_family *row = family_find(t.family);
    if (!row || t.decision_margin < row->margin || square_mean_edge(t.corner) < r->least_px) return STATUS_OK;
    if (out->count == out->capacity) return STATUS_FULL;
    corners_refine(f, &t, d->family->width_at_border);
    out->at[out->count++] = t;
    return STATUS_OK;
}

status april_find(april_reader *r, const frame *f, px_rect where, tag_list *out) {
    if (where.width < LEAST_PICTURE_PX || where.height < LEAST_PICTURE_PX) return STATUS_OK;
    image_u8_t picture = {.width = where.width,
                          .height = where.height,
                          .stride = (int32_t)f->gray_stride,
                          .buf = (uint8_t *)(uintptr_t)(f->gray + (size_t)where.y * f->gray_stride + where.x)};
    zarray_t *found = apriltag_detector_detect(r->detector, &picture);
    if (!found) return STATUS_EXTERNAL;
    status s = STATUS_OK;
    for (int i = 0; i < zarray_size(found) && s == STATUS_OK; i++) {
        apriltag_detection_t *d;
        zarray_get(found, i, &d);
        s = keep_believable(r, f, d, where, out);
    }
    apriltag_detections_destroy(found);
    return s;
}
