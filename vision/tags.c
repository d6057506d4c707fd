// Tags of all families in one list.
#include <stdlib.h>
#include <string.h>

#include "vision/aruco.h"
#include "vision/internal.h"

enum { MAX_ARUCO = 1024 };

// Name of the n-th enabled ArUco dictionary, in the order in which vision_create added them.
static const char *dictionary_name(const vision *v, int n) {
    for (int i = 0; i < VISION_MAX_FAMILIES && v->options.families[i][0]; i++)
        if (aruco_knows(v->options.families[i], NULL) && n-- == 0) return v->options.families[i];
    return "";
}

static double mean_edge(const tag_sighting *t) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += hypot(t->corner[k].u - t->corner[(k + 1) % 4].u, t->corner[k].v - t->corner[(k + 1) % 4].v);
    return sum / 4;
}

// OpenCV goes clockwise from the top left, the contract counter-clockwise from the bottom left.
static tag_sighting sighting_of(const vision *v, const aruco_found *a, px_rect where) {
    tag_sighting t = {.id = a->id, .decision_margin = 0, .hamming = 0, .sigma_px = 0.5};
    strncpy(t.family, dictionary_name(v, a->dictionary), sizeof t.family - 1);
    for (int k = 0; k < 4; k++) t.corner[k] = (px2){a->corner[3 - k][0] + where.x, a->corner[3 - k][1] + where.y};
    return t;
}

static status aruco_tags(vision *v, const frame *f, px_rect where, tag_list *out) {
    static const int least_px = 20;
    if (where.width < least_px || where.height < least_px) return STATUS_OK;
    aruco_found *found = malloc(MAX_ARUCO * sizeof *found);
    if (!found) return STATUS_MEMORY;
    int count = 0;
    const uint8_t *gray = f->gray + (size_t)where.y * f->gray_stride + where.x;
    status s = aruco_find(v->aruco, gray, f->gray_stride, where.width, where.height, found, MAX_ARUCO, &count);
    for (int i = 0; i < count && (s == STATUS_OK || s == STATUS_FULL); i++) {
        int cells = 0;
        tag_sighting t = sighting_of(v, &found[i], where);
        aruco_knows(t.family, &cells);
        if (mean_edge(&t) < v->options.least_tag_px) continue;
        if (out->count == out->capacity) {
            s = STATUS_FULL;
            break;
        }
        corners_refine(f, &t, cells);
        out->at[out->count++] = t;
    }
    free(found);
    return s;
}

static int tag_order(const void *a, const void *b) {
    const tag_sighting *s = a, *t = b;
    int by = strcmp(s->family, t->family);
    if (by != 0) return by;
    if (s->id != t->id) return s->id < t->id ? -1 : 1;
    if (s->corner[0].v != t->corner[0].v) return s->corner[0].v < t->corner[0].v ? -1 : 1;
    return (s->corner[0].u > t->corner[0].u) - (s->corner[0].u < t->corner[0].u);
}

status vision_find_tags(vision *v, const frame *f, const px_rect *where, tag_list *out) {
    out->count = 0;
    if (!frame_has_gray(f)) return STATUS_INVALID;
    px_rect r = rect_clip(where, f->width, f->height);
    status s = STATUS_OK;
    if (v->april) s = april_find(v->april, f, r, out);
    if (v->aruco && s == STATUS_OK) s = aruco_tags(v, f, r, out);
    qsort(out->at, (size_t)out->count, sizeof *out->at, tag_order);
    return s;
}
