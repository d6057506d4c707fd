// Tags of all families in one list.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vision/codes/free.h"
#include "vision/fit/square.h"
#include "vision/internal.h"
#include "vision/tags/aruco.h"
#include "vision/tags/tag_search.h"

enum { MAX_ARUCO = 1024 };

// True where OpenCV reads that family for this handle.
static bool by_opencv(const vision *v, const char *family) {
    return v->options.reader == TAG_READER_OPENCV ? aruco_reads(family, NULL) : aruco_knows(family, NULL);
}

// Name of the n-th dictionary that OpenCV reads, in the order in which vision_create added them.
static const char *dictionary_name(const vision *v, int n) {
    for (int i = 0; i < VISION_MAX_FAMILIES && v->options.families[i][0]; i++)
        if (by_opencv(v, v->options.families[i]) && n-- == 0) return v->options.families[i];
    return "";
}

// OpenCV goes clockwise from the top left, the contract counter-clockwise from the bottom left.
static tag_sighting sighting_of(const vision *v, const aruco_found *a, px_rect where) {
    tag_sighting t = {.id = a->id, .decision_margin = 0, .hamming = 0, .sigma_px = 0.5};
    strncpy(t.family, dictionary_name(v, a->dictionary), sizeof t.family - 1);
    int turn = aruco_knows(t.family, NULL) ? 3 : 5;  // its copies of AprilTag families stand on their heads
    for (int k = 0; k < 4; k++) {
        const double *c = a->corner[(turn - k) % 4];
        t.corner[k] = (px2){c[0] + where.x, c[1] + where.y};
    }
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
        aruco_reads(t.family, &cells);
        if (square_mean_edge(t.corner) < v->options.least_tag_px) continue;
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

// Bits of a family's codes: tag36h11 -> 36, tagStandard41h12 -> 41, aruco4x4_50 -> 16; aruco_original has 10 in its 25.
static int code_bits(const char *family) {
    int across, down;
    if (sscanf(family, "aruco%dx%d", &across, &down) == 2) return across * down;
    const char *digits = family + strcspn(family, "0123456789");
    return *digits ? atoi(digits) : 10;
}

static bool centre_inside(const tag_sighting *t, const tag_sighting *of) {
    vec2 corner[4], centre = {0, 0};
    for (int k = 0; k < 4; k++) {
        corner[k] = (vec2){of->corner[k].u, of->corner[k].v};
        centre = vec2_add(centre, (vec2){t->corner[k].u / 4, t->corner[k].v / 4});
    }
    return polygon_contains(corner, 4, centre);
}

// Within a tag of one family another may seem to stand, by its cells or its border: of two in one place the one of the longer code is real.
static void drop_phantoms(tag_list *out) {
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        bool phantom = false;
        for (int k = 0; k < out->count && !phantom; k++) {
            const tag_sighting *t = &out->at[i], *o = &out->at[k];
            phantom = code_bits(o->family) > code_bits(t->family) && (centre_inside(t, o) || centre_inside(o, t));
        }
        out->at[i].sigma_px = phantom ? -1 : out->at[i].sigma_px;
    }
    for (int i = 0; i < out->count; i++)
        if (out->at[i].sigma_px >= 0) out->at[kept++] = out->at[i];
    out->count = kept;
}

status vision_find_tags(vision *v, const frame *f, const px_rect *where, tag_list *out) {
    static const tag_list none;
    return vision_find_other_tags(v, f, where, &none, out);
}

status vision_find_other_tags(vision *v, const frame *f, const px_rect *where, const tag_list *known, tag_list *out) {
    out->count = 0;
    if (!frame_has_gray(f)) return STATUS_INVALID;
    px_rect r = rect_clip(where, f->width, f->height);
    status s = STATUS_OK;
    if (v->options.reader == TAG_READER_OWN)
        s = tag_search_find(v->tags, (const tag_family *const *)v->family, v->family_count, v->notes, f, r, known, out);
    else if (v->options.reader == TAG_READER_LIBRARIES && v->april)
        s = april_find(v->april, f, r, out);
    if (v->options.reader != TAG_READER_OWN && v->aruco && s == STATUS_OK) s = aruco_tags(v, f, r, out);
    if (v->options.families[1][0]) drop_phantoms(out);
    if (v->free_rims && s == STATUS_OK) s = rim_free_find(v->free_rims, v->notes, f, r, v->options.least_tag_px, out);
    qsort(out->at, (size_t)out->count, sizeof *out->at, tag_order);
    return s;
}
