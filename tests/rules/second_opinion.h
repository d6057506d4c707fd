// second_opinion -- what a battlesystem-1e move of a block costs at least, found by brute force from docs/geometry.md sections 6, 7.1 and 7.2 and
// the search limits given there. Shares no code with rules/, so that a mistake of one shows against the other.
//
// Inches and radians. Pure. Steps: wheels about either front corner of the present front, right, left and about faces, at most two of each, in any
// order, with legs before, between and after. Formation and frontage changes are no part of it.
#ifndef TESTS_RULES_SECOND_OPINION_H
#define TESTS_RULES_SECOND_OPINION_H

#include <stdbool.h>

#include "core/pose.h"
#include "second_legs.h"

#define SECOND_STEPS 4

// A block of square bases; its last rank may lack figures at its right end. Make it by second_block_of.
typedef struct {
    int files, ranks;  // at the start: files along its first front
    int count;
    double base_in, gap_in;
    double rate_in;
    vec2 corner[4][2];  // of the front when the figures look so many quarters left of the first front: left end [0], right end [1]; see second_stand
} second_block;

// How it stands: centre is the middle of the whole block's outline; lay_rad is the direction of the block's FIRST front (turned by wheels alone), and
// the figures look `quarter` quarter turns counter-clockwise from there (changed by faces alone).
typedef struct {
    vec2 centre;
    double lay_rad;
    int quarter;
} second_stand;

typedef enum { SECOND_WHEEL_LEFT, SECOND_WHEEL_RIGHT, SECOND_FACE_RIGHT, SECOND_FACE_LEFT, SECOND_FACE_ABOUT, SECOND_KINDS } second_kind;

typedef struct {
    second_kind kind;
    double angle_rad;  // of a wheel, never negative
} second_step;

// The least cost lies between low_in and high_in; `steps` reach the end for high_in. Both INFINITY where nothing reaches it.
typedef struct {
    double low_in, high_in;
    second_step steps[SECOND_STEPS];
    int step_count;
    double legs_in;
} second_cost;

// absent < files: so many figures are missing from the last rank.
second_block second_block_of(int files, int ranks, int absent, double base_in, double gap_in, double rate_in);
double second_heading(second_stand s);
// Figure i of the roster's order: rank by rank, each from the left.
pose second_figure(const second_block *b, second_stand s, int i);
vec2 second_corner(const second_block *b, second_stand s, bool left);    // front corner of the present front
vec2 second_front_middle(const second_block *b, second_stand s);         // middle of the present front edge
double second_radius(const second_block *b, second_stand s, bool left);  // from that corner to the base front of the farthest figure
second_stand second_wheel(const second_block *b, second_stand s, bool left, double angle_rad);
second_stand second_face(second_stand s, second_kind face);
double second_step_cost(const second_block *b, second_stand s, second_step step);
second_stand second_take(const second_block *b, second_stand s, second_step step);

// True where both stands put alike figures in the same places with the same headings, within tolerance_in and tolerance_rad.
bool second_same(const second_block *b, second_stand p, second_stand q, double tolerance_in, double tolerance_rad);
second_cost second_cheapest(const second_block *b, second_stand from, second_stand to, second_latitude l);
// Cost where the whole move is one wheel of the unturned figures about a point within slack_in of the base of the front corner figure on the inner
// side: the corner's price wherever in that base the point lies (section 6, "Pivot point"). INFINITY where it is no such move.
double second_measured_wheel(const second_block *b, second_stand from, second_stand to, double slack_in);
// The end without a turn of less than small_rad, which can't be told apart from dressing. Turns count modulo quarter turns: figures are alike.
second_stand second_straightened(second_stand from, second_stand to, double small_rad);

#endif
