// vision/occluders -- what in the picture is no table and no base: hands and arms, rulers, dice, cups, cards. A shadow (darker, of the same hue and
// texture) is none of them and covers nothing.
//
// Each cell of a few pixels is held against the bare table: the picture as it was without anything foreign, which is learned where the settled
// picture is (vision_settle) from all that is explained. What lies still stays foreign after the picture has settled with it, until it is taken
// away. Pixels, and inches where the view tells them; time is the frames'. Costs only where something changed or lies. One thread a handle.
#ifndef VEDETTE_VISION_OCCLUDERS_H
#define VEDETTE_VISION_OCCLUDERS_H

#include "vision/vision.h"

#define OCCLUDER_MAX_REGIONS 32
#define OCCLUDER_MAX_POINTS 64
#define OCCLUDER_FIGURE_POINTS 16

typedef enum {
    OCCLUDER_HAND,   // reaches in over the picture's edge, or is large and moves
    OCCLUDER_RULER,  // long and narrow: tapes and measuring sticks, too
    OCCLUDER_DIE,    // as small as a die or a token
    OCCLUDER_CARD,   // as large as a playing card, and rectangular
    OCCLUDER_CUP,    // round
    OCCLUDER_THING,  // anything else
    OCCLUDER_KIND_COUNT
} occluder_kind;

const char *occluder_kind_name(occluder_kind k);  // "hand", "ruler", ...

typedef struct {
    occluder_kind kind;
    bool moves;
    double still_s;  // for so long it has lain still; 0 while it moves
    px2 outline[OCCLUDER_MAX_POINTS];
    int count;    // of its points, in order around it
    px_rect box;  // pixels
} occluder_region;

// What was found; `region_of` holds for each cell the number of its region from 1 on, 0: none. It belongs to the handle until the next call.
typedef struct {
    occluder_region at[OCCLUDER_MAX_REGIONS];
    int count;
    int cell_px, columns, rows;
    const uint8_t *region_of;
} occluder_list;

// A figure of the game as the picture shows it where it is known to be. Outlines are convex.
typedef struct {
    px2 outline[OCCLUDER_FIGURE_POINTS];  // of its base and the miniature on it: what is there may be the figure, or what hides it, or ground
    int count;
    px2 base[OCCLUDER_FIGURE_POINTS];  // of its base's top, where it was found in the last look: that is the figure
    int base_count;                    // 0: it was not
} occluder_figure;

// Finds what is foreign in f, of which `c` is what vision_watch told; `figures` are those that have a place in it. The first frame of a size is taken
// for bare. f without colour is judged by its gray alone. STATUS_OK, STATUS_INVALID (no picture), STATUS_MEMORY (the first frame of a size only).
// Source: of shadows, that they keep hue and texture: Sanin, Sanderson and Lovell, "Shadow detection: a survey", Pattern Recognition 45 (2012).
status vision_find_occluders(vision *v, const frame *f, const vision_changes *c, const vision_view *view, const occluder_figure *figures,
                             int figure_count, occluder_list *out);
// The next frame is taken for bare: camera or table were moved.
void vision_forget_occluders(vision *v);

// A hand's box reaches into this one.
static inline bool occluder_hand_in(const occluder_list *l, px_rect box) {
    for (int r = 0; r < l->count; r++)
        if (l->at[r].kind == OCCLUDER_HAND && rect_overlaps(l->at[r].box, box)) return true;
    return false;
}

// The region at that place of the picture; -1: none.
static inline int occluder_at(const occluder_list *l, px2 at) {
    int x = l->cell_px ? (int)floor((at.u + 0.5) / l->cell_px) : -1, y = l->cell_px ? (int)floor((at.v + 0.5) / l->cell_px) : -1;
    return x >= 0 && y >= 0 && x < l->columns && y < l->rows ? l->region_of[y * l->columns + x] - 1 : -1;
}

#endif
