// vision/codes/free_parts -- what the steps of the search for rim codes of unknown scale share.
#ifndef VEDETTE_VISION_CODES_FREE_PARTS_H
#define VEDETTE_VISION_CODES_FREE_PARTS_H

#include "vision/codes/codes.h"

// One outline's proportions with each number of cells. Only the way through the middle of the band matters to where cells lie: a ring of one
// size reads those of all others, and a frame those of its proportions, turned by a quarter too.
typedef struct {
    rim_ring ring[RIM_CODE_SIZES];
    int count;  // of ring[]: those that fit on it
} free_shape;

// A code as it was read.
typedef struct {
    const rim_ring *ring;
    rim_aim aim;  // of the ring's own size; origin the middle, forward the word's front
    int id;
    double odds, over_chance, shown;  // rim_reading's
    double agreement;                 // of the grid
    double outer;                     // of the band's outer edge: half sizes over those of the way through its middle
    double sigma_px;                  // of the corners
    int against, in_view;             // cells
    int quarters;                     // of a turn by which a frame's front lies on from its own: odd ones swap width and depth
} free_find;

// Words of all sizes: words[i * RIM_CODE_IDS ...] those of rim_code_sizes[i].
typedef struct {
    uint64_t word[RIM_CODE_SIZES * RIM_CODE_IDS];
} free_words;

// free_frames.c: adds to s->candidates where edges agree with the look's frame at that scale by `least` or more, of any turn. The plane is filled.
void free_frames_search(rim_search *s, int look, double px_per_in, float least);

// free_rings.c: the same of rings.
void free_rings_search(rim_search *s, int look, double px_per_in, float least);

// free_read.c: reads what stands about there, up to reach_px off; false where no code is read beyond doubt.
bool free_read(const free_shape *shape, const free_words *words, const rim_aim *start, double reach_px, free_find *out);

// free_fit.c: moves, turns, stretches and shears *aim until the word's transitions lie where the picture has them; `known` as in rim_settle.
// sigma_px: of a point as far out as the corners. False where they can't be followed.
bool free_fit(const rim_ring *r, const rim_known *known, rim_aim *aim, double *sigma_px);
// free_fit.c: where the word's pattern ends outside and inside, as shares of the way's size; false where it has no clear ends.
bool free_band(const rim_ring *r, const rim_known *known, const rim_aim *aim, double *outer, double *inner);

#endif
