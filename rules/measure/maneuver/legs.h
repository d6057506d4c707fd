// rules/measure/maneuver/legs -- the shortest way to go a distance in straight legs that may each lead at most so far from straight ahead.
//
// The unit may make legs at any of several headings (before and after each wheel or face). Legs commute, so only the set of directions counts:
// arcs of half-width `cone` about the headings. Source: docs/geometry.md section 6, "Wheel + advance from rest states", for any number of headings:
// the least sum of lengths is the gauge of the convex hull of the arcs. Its edges join the ends of neighbouring arcs.
#ifndef VEDETTE_RULES_LEGS_H
#define VEDETTE_RULES_LEGS_H

#include "core/geom.h"

#define LEGS_MAX_HEADINGS 8

typedef struct {
    double length;  // of all legs; INFINITY where no legs lead there
    int count;      // 0 to 2 legs
    vec2 leg[2];
    int stage[2];  // index of the heading at which the leg is made
} legs;

// Which legs are allowed: `edge` is (cos, sin) of the half-width of the cone about straight ahead; a way no longer than slack_in may lead anywhere.
// The legs made at one heading may lead as far aside as `once` allows, where that is more: the tolerance of angles is spent once.
typedef struct {
    vec2 edge, once;
    double slack_in;
} leg_rules;

leg_rules leg_rules_make(double cone_rad, double slack_in);
// The same with a tolerance beyond cone_rad for the legs at any one heading.
leg_rules leg_rules_with_tolerance(double cone_rad, double tolerance_rad, double slack_in);

// Legs that add up to `way`, one of them where one will do, at the heading that it leads straightest along. ahead[]: unit vectors of the headings,
// LEGS_MAX_HEADINGS at most.
legs legs_find(vec2 way, const vec2 *ahead, int headings, const leg_rules *r);

// A way that may be shortened for nothing: by any multiple of `along` (a unit vector) from `low` to `high`.
typedef struct {
    vec2 along;
    double low, high;
} leg_slide;

// The same for way - x * slide.along with the x that makes it shortest; sets *x.
legs legs_find_sliding(vec2 way, const leg_slide *slide, const vec2 *ahead, int headings, const leg_rules *r, double *x);

// How far a way and headings are from those stated, at most: legs may end within `missed` of the way, and the headings [first, end) lie within an
// angle with the unit vector `swing`, less than half a turn.
typedef struct {
    double missed;
    int first, end;
    vec2 swing;
} leg_play;

// What legs_find_sliding can't fall below, whatever the play: the dual of the gauge of legs_find. INFINITY where no legs lead there.
double legs_least(vec2 way, const leg_slide *slide, const vec2 *ahead, int headings, const leg_rules *r, const leg_play *play);

#endif
