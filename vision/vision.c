// The handle: which families are enabled, and the parts behind it.
#include "vision/vision.h"

#include <stdlib.h>
#include <string.h>

#include "vision/bases/bases.h"
#include "vision/codes/free.h"
#include "vision/internal.h"
#include "vision/occluders/state.h"
#include "vision/tags/aruco.h"
#include "vision/tags/tag_search.h"

vision_options vision_default_options(void) { return (vision_options){.families = {"tag36h11"}, .threads = 1, .least_tag_px = 8, .tile_px = 16}; }

bool vision_knows_family(const char *family) { return april_knows(family) || aruco_knows(family, NULL); }

bool vision_reads_family(tag_reader_kind reader, const char *family) {
    return reader == TAG_READER_OPENCV ? aruco_reads(family, NULL) : vision_knows_family(family);
}

static bool options_fit(const vision_options *o, fault *fault) {
    for (int i = 0; i < VISION_MAX_FAMILIES && o->families[i][0]; i++) {
        if (!memchr(o->families[i], '\0', TAG_FAMILY_MAX) || !(vision_knows_family(o->families[i]) || strcmp(o->families[i], "rim") == 0)) {
            fault_set(fault, STATUS_INVALID, "unknown tag family \"%.*s\"; use tag36h11, aruco4x4_100 or another one of the manual's list",
                      TAG_FAMILY_MAX, o->families[i]);
            return false;
        }
    }
    if (o->threads >= 1 && o->tile_px >= 4 && o->tile_px <= 256) return true;
    fault_set(fault, STATUS_INVALID, "vision needs at least one thread and tiles of 4 to 256 px, not %d and %d", o->threads, o->tile_px);
    return false;
}

static status add_families(vision *v, fault *fault) {
    bool april = false;
    status s = STATUS_OK;
    for (int i = 0; i < VISION_MAX_FAMILIES && v->options.families[i][0] && s == STATUS_OK; i++) {
        const char *family = v->options.families[i];
        if (strcmp(family, "rim") == 0) {
            s = v->free_rims ? STATUS_OK : rim_free_create(&v->free_rims);
            continue;
        }
        april |= april_knows(family);
        s = family_create(family, &v->family[v->family_count++], fault);
        if (s != STATUS_OK) break;
        bool opencv = v->options.reader == TAG_READER_OPENCV || (v->options.reader == TAG_READER_LIBRARIES && aruco_knows(family, NULL));
        if (!opencv) continue;
        if (!v->aruco) s = aruco_create(&v->aruco, fault);
        if (s == STATUS_OK) s = aruco_add(v->aruco, family, fault);
    }
    if (s == STATUS_OK && v->options.reader == TAG_READER_OWN) s = tag_search_create(&v->options, &v->tags);
    if (april && v->options.reader == TAG_READER_LIBRARIES && s == STATUS_OK) s = april_create(&v->options, &v->april, fault);
    return s;
}

status vision_create(const vision_options *o, vision **out, fault *fault) {
    *out = NULL;
    if (!options_fit(o, fault)) return STATUS_INVALID;
    vision *v = calloc(1, sizeof *v);
    if (!v) return fault_set(fault, STATUS_MEMORY, "out of memory for the vision");
    v->options = *o;
    status s = add_families(v, fault);
    if (s == STATUS_OK && rim_search_create(&v->rims) != STATUS_OK) s = fault_set(fault, STATUS_MEMORY, "out of memory for the vision");
    if (s == STATUS_OK && (search_create(&v->search) != STATUS_OK || tagged_create(&v->tagged) != STATUS_OK ||
                           watch_create(o->tile_px, &v->watch) != STATUS_OK || occluder_create(&v->occluders) != STATUS_OK))
        s = fault_set(fault, STATUS_MEMORY, "out of memory for the vision");
    if (s != STATUS_OK) {
        vision_destroy(v);
        return s;
    }
    *out = v;
    return STATUS_OK;
}

void vision_destroy(vision *v) {
    if (!v) return;
    tag_search_destroy(v->tags);
    april_destroy(v->april);
    aruco_destroy(v->aruco);
    for (int i = 0; i < v->family_count; i++) family_destroy(v->family[i]);
    bases_destroy(v->bases);
    painted_destroy(v->painted);
    search_destroy(v->search);
    tagged_destroy(v->tagged);
    rim_search_destroy(v->rims);
    rim_free_destroy(v->free_rims);
    watch_destroy(v->watch);
    occluder_destroy(v->occluders);
    free(v);
}

const tag_family *vision_family(const vision *v, const char *name) {
    for (int i = 0; i < v->family_count; i++)
        if (strncmp(v->family[i]->name, name, TAG_FAMILY_MAX) == 0) return v->family[i];
    return NULL;
}

void vision_explain(vision *v, vision_notes *notes) { v->notes = notes; }

status vision_watch(vision *v, const frame *f, vision_changes *out) {
    *out = (vision_changes){.tile_px = v->options.tile_px};
    return frame_has_gray(f) ? watch_frame(v->watch, f, out) : STATUS_INVALID;
}

void vision_settle(vision *v, const frame *f, const uint8_t *tiles) {
    if (!frame_has_gray(f)) return;
    watch_settle(v->watch, f, tiles);
    occluder_settle(v->occluders, tiles);
}

static int clamp_int(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

px_rect rect_clip(const px_rect *where, int width, int height) {
    if (!where) return (px_rect){0, 0, width, height};
    int64_t right = (int64_t)where->x + where->width, bottom = (int64_t)where->y + where->height;
    int x = clamp_int(where->x, 0, width), y = clamp_int(where->y, 0, height);
    int x1 = right > width ? width : right < x ? x : (int)right, y1 = bottom > height ? height : bottom < y ? y : (int)bottom;
    return (px_rect){x, y, x1 - x, y1 - y};
}

bool vision_base_is_sensible(base b, double z_in) {
    double least = fmin(b.width_in, b.depth_in) - 2 * b.top_inset_in;
    return least > 0.2 && fmax(b.width_in, b.depth_in) < 12 && b.top_inset_in >= 0 && isfinite(b.height_in) && isfinite(z_in);
}

// Keeps sizes and indices within an int.
static bool size_sensible(const frame *f) {
    return f->width > 0 && f->height > 0 && f->width <= VISION_MAX_EDGE_PX && f->height <= VISION_MAX_EDGE_PX;
}

bool frame_has_gray(const frame *f) { return f->gray && size_sensible(f) && f->gray_stride >= (size_t)f->width; }

bool frame_has_colour(const frame *f) { return f->bgr && size_sensible(f) && f->bgr_stride >= 3 * (size_t)f->width; }
