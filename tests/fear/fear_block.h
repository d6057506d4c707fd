// fear_block -- a formed unit on the table that does maneuvers exactly as docs/geometry.md sections 6 and 7 describe them, and says what each takes.
//
// Inches and radians. Shares no code with rules/.
#ifndef TESTS_FEAR_BLOCK_H
#define TESTS_FEAR_BLOCK_H

#include "bench/random_units.h"

#define FEAR_FIGURES 80

typedef struct {
    int count, files;
    double gap_in;
    base base;
    double rear;               // where the figures of a last rank that is not full begin: this many places from the left
    vec2 corner;               // centre of the front-left figure's place
    double lay_rad;            // facing of the block as it was formed up
    int quarter;               // quarter turns that its figures have faced since, counter-clockwise
    int figure[FEAR_FIGURES];  // which figure stands in a place; places go rank by rank, each from the left
} fear_block;

static inline double fear_uniform(unsigned long long *seed, double low, double high) { return low + (high - low) * random_uniform(seed); }

int fear_ranks(const fear_block *b);
double fear_heading(const fear_block *b);
// Where each figure stands: out[figure], b->count.
void fear_stand(const fear_block *b, pose *out);
// Outer front corner of its present front: left (1) or right (-1).
vec2 fear_corner(const fear_block *b, int hand);
// From that corner to the base front of the figure farthest from it.
double fear_reach(const fear_block *b, int hand);
// From corner to corner of its front as it was formed up.
double fear_width(const fear_block *b);

void fear_advance(fear_block *b, vec2 way);
void fear_wheel(fear_block *b, int hand, double angle_rad);
void fear_turn(fear_block *b, int quarters);
// The same ranks and files at another gap, about the front rank's file `anchor`.
void fear_respace(fear_block *b, double gap_in, int anchor);
// Another number of files, `left` of the difference at the left end; the last rank begins `rear` places from the left. Figures whose places stay
// keep them, the others take the rest in any order.
void fear_refront(fear_block *b, int files, int left, double rear, unsigned long long *seed);
// Figures set down anew in any order.
void fear_shuffle(fear_block *b, unsigned long long *seed);

#endif
