// vision/internal -- what the files of vision/ share: the handle and the parts behind it.
#ifndef VEDETTE_VISION_INTERNAL_H
#define VEDETTE_VISION_INTERNAL_H

#include <stddef.h>

#include "vision/tags/family.h"
#include "vision/vision.h"

typedef struct tag_search tag_search;
typedef struct april_reader april_reader;
typedef struct aruco_reader aruco_reader;
typedef struct watcher watcher;
typedef struct occluder_search occluder_search;
typedef struct tagged_search tagged_search;
typedef struct rim_search rim_search;
typedef struct rim_free rim_free;
typedef struct base_search base_search;
typedef struct bases_finder bases_finder;
typedef struct painted_search painted_search;

struct vision {
    vision_options options;
    vision_notes *notes;                      // NULL: not wanted
    tag_search *tags;                         // NULL where the libraries read
    april_reader *april;                      // NULL where it does not read
    aruco_reader *aruco;                      // likewise
    tag_family *family[VISION_MAX_FAMILIES];  // the enabled ones, in the options' order
    int family_count;
    bases_finder *bases;      // NULL until bases are first proposed
    painted_search *painted;  // likewise
    base_search *search;
    tagged_search *tagged;
    rim_search *rims;
    rim_free *free_rims;  // NULL where the family "rim" is not enabled
    watcher *watch;
    occluder_search *occluders;
};

// The enabled family of that name; NULL: none.
const tag_family *vision_family(const vision *v, const char *name);
// The part of `where` (NULL: everything) inside a picture of that size; width or height 0 where nothing is left.
px_rect rect_clip(const px_rect *where, int width, int height);
// True where f holds a gray picture of a sensible size.
bool frame_has_gray(const frame *f);
// True where f holds a colour picture of a sensible size.
bool frame_has_colour(const frame *f);

// True where a base that stands z_in over the ground can be looked for: its top is wider than 0.2 in, it is no wider than 12, its numbers are finite.
bool vision_base_is_sensible(base b, double z_in);

// april.c: the AprilTag library.
bool april_knows(const char *family);
status april_create(const vision_options *o, april_reader **out, fault *fault);
void april_destroy(april_reader *r);
// Adds the tags in the rectangle (already clipped) to *out, corners as the library finds them, in vision's pixels.
status april_find(april_reader *r, const frame *f, px_rect where, tag_list *out);

// The cells inside of a tag's black border: bit y * 8 + x, row 0 the tag's top, 1 for white.
typedef struct {
    uint64_t white;
    int cells;  // along an edge, 2..8
} tag_code;

// corners.c: moves the corners of a tag of `cells` cells a side onto the crossings of its four edges and sets sigma_px.
// False, and the tag unchanged, where an edge can't be followed.
bool corners_refine(const frame *f, tag_sighting *t, int cells);

// watch.c
status watch_create(int tile_px, watcher **out);
void watch_destroy(watcher *w);
status watch_frame(watcher *w, const frame *f, vision_changes *out);
void watch_settle(watcher *w, const frame *f, const uint8_t *tiles);

// bases.c
status search_create(base_search **out);
void search_destroy(base_search *s);

// bases/painted.c
void painted_destroy(painted_search *s);

// tagged.c
status tagged_create(tagged_search **out);
void tagged_destroy(tagged_search *s);

// codes/find.c
status rim_search_create(rim_search **out);
void rim_search_destroy(rim_search *s);

#endif
