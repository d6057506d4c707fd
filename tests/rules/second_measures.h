// second_measures -- what is measured on the table, found by brute force from docs/geometry.md: gaps (section 2), ranks (3), rigid motions (5) and
// the way out of a ring of enemies (9). The counterpart of core/base, formation/shape/shape and core/geom; shares no code with them. Inches and
// radians.
#ifndef TESTS_RULES_SECOND_MEASURES_H
#define TESTS_RULES_SECOND_MEASURES_H

#include "core/base.h"

// Least distance between points set along both outlines, `points` of them on each: at most half a step of the outline too large.
// 0 where a point of one lies in the other.
double second_gap(base a, pose pa, base b, pose pb, int points);

typedef struct {
    int frontage, ranks;
    double front_in;  // of the front line, along the facing from the table's origin
} second_form;

// Figures with one kind of base that face heading_rad, in ranks `pitch_in` apart.
second_form second_form_of(const vec2 *at, int n, base b, double heading_rad, double pitch_in);

// The turn, to step_rad, that carries from[] nearest to to[] about their middles, by trying all; *rms_in: what is left over.
double second_turn(const vec2 *from, const vec2 *to, int n, double step_rad, double *rms_in);

#define SECOND_ROOM_IN 10  // of the square room in which a way out is sought
#define SECOND_CELLS 200   // a side: cells of 0.05"

// True where a disc of diameter `wide_in` gets from the middle of a square room of SECOND_ROOM_IN (its south-west corner at the origin) to its edge
// between discs.
bool second_escape(const vec2 *discs, int n, double radius_in, double wide_in);

#endif
