// rules/measure/maneuver/program -- the cheapest sequence of wheels, facing changes and straight legs that carries a body from one place to another.
//
// The search of docs/geometry.md section 6 ("Search limits"): at most two wheels and two facing changes, in any order, with legs before, between and
// after. A wheel turns the body about an end of its present front; a facing change turns the figures and leaves the body where it is; and once it may
// change its form, before, between or after the steps. Inches and radians about the middle of the body. Pure; nothing is allocated.
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
    double cost;   // INFINITY: nothing leads there
    double least;  // proven: no program costs less
    int count;
    program_step step[PROGRAM_MAX_STEPS];
    legs legs;      // leg.stage: made after so many steps
    int change_at;  // the body took its other form after so many steps, where the rules have one
    double slide;   // so far to the left of where program_change has it
} program;

// Another form that the body takes once on its way (ranks opened or closed, other files): its front line stays, and its figures may come to stand
// farther to the left or right of it.
typedef struct {
    block body;                    // in the frame of the body before
    body_face front;               // its figures face so when it changes
    double slide_low, slide_high;  // to the left, as the figures face then
} program_change;

typedef struct {
    const block *body;
    double face_cost[FACE_COUNT];
    double cone_rad;       // how far a leg may lead from straight ahead
    double tolerance_rad;  // how much farther the legs at any one heading may
    double slack_in;       // a way no longer than this may lead anywhere
    int max_wheels, max_faces;
    bool chord;                    // a wheel costs the chord in place of the arc
    bool thorough;                 // small turns are tried the long way round too
    const program_change *change;  // NULL: the body keeps its form
} program_rules;

// Where the body went: p -> R(rotation) p + shift, its figures facing `turn` quarters from the body.
typedef struct {
    double rotation_rad;
    vec2 shift;
    body_face turn;
} body_motion;

// The cheapest program for the motion that costs less than `give_up`, found by branch and bound: within PROVEN_IN of what its `least` proves, unless
// ways lead nearly there that lead there in truth by none. least is no more than give_up: what costs more is not looked at.
program program_find(const program_rules *pr, body_motion m, double give_up);
// What wheels and legs cost at least that carry a body by `m`, whichever of `count` forms it has on its way; changes of form carry it no more than
// `slide` aside.
double program_least(const block *const *forms, int count, double slide, body_motion m);
// Cost of the same sequence of steps, its angles fitted anew, for a motion near the one that it was found for.
double program_cost_near(const program_rules *pr, const program *p, body_motion m);
// Cost of one wheel of `body` by `angle`, its figures facing `face` in it.
double program_wheel_cost(const program_rules *pr, const block *body, body_face face, double angle);
// The body that makes step i of the program.
const block *program_body(const program_rules *pr, const program *p, int i);

#endif
