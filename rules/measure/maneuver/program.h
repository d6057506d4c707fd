// rules/measure/maneuver/program -- the cheapest sequence of wheels, facing changes and straight legs that carries a body from one place to another.
//
// The search of docs/geometry.md section 6 ("Search limits"): at most two wheels and two facing changes, in any order, with legs before, between and
// after. A wheel turns the body about an end of its present front; a facing change turns the figures and leaves the body where it is. Inches and
// radians about the middle of the body. Pure; nothing is allocated.
#ifndef VEDETTE_RULES_PROGRAM_H
#define VEDETTE_RULES_PROGRAM_H

#include "rules/measure/maneuver/block.h"
#include "rules/measure/maneuver/legs.h"

#define PROGRAM_MAX_STEPS 4

typedef struct {
    bool wheel;
    body_face face;  // a facing change: quarter turns counter-clockwise
    double angle;    // a wheel: counter-clockwise positive
} program_step;

typedef struct {
    double cost;  // INFINITY: nothing leads there
    int count;
    program_step step[PROGRAM_MAX_STEPS];
    legs legs;  // leg.stage: made after so many steps
} program;

typedef struct {
    const block *body;
    double face_cost[FACE_COUNT];
    double cone_rad;  // how far a leg may lead from straight ahead
    double slack_in;  // a way no longer than this may lead anywhere
    int max_wheels, max_faces;
    bool chord;  // a wheel costs the chord in place of the arc
} program_rules;

// Where the body went: p -> R(rotation) p + shift, its figures facing `turn` quarters from the body.
typedef struct {
    double rotation_rad;
    vec2 shift;
    body_face turn;
} body_motion;

// The cheapest program for the motion that costs less than `give_up`.
program program_find(const program_rules *pr, body_motion m, double give_up);
// Cost of the same sequence of steps, its angles fitted anew, for a motion near the one that it was found for.
double program_cost_near(const program_rules *pr, const program *p, body_motion m);
// Cost of one wheel by `angle`, the figures facing `face` in the body.
double program_wheel_cost(const program_rules *pr, body_face face, double angle);

#endif
