// formation/body_motion -- a unit carried as a body: its motion since it last stood still, and where that takes each of its figures. Internal to
// formation/.
//
// Inches, radians, seconds. A hand hides most of what it carries; the few figures that are seen say where the others are, without ever being asked to
// stand in good order.
#ifndef VEDETTE_FORMATION_BODY_MOTION_H
#define VEDETTE_FORMATION_BODY_MOTION_H

#include "core/pose.h"

// Motion of the body about its middle, and its rate.
typedef struct {
    bool valid;
    vec2 middle;  // of the body at rest
    vec2 at;      // where the middle is at t_s
    double turn_rad;
    vec2 speed_in_s;
    double spin_rad_s;
    double t_s;
} body_motion;

// Takes the places `to` of n figures, of a body of `all`, that stood at `from` when the body was at rest; those that went another way are left aside,
// unless too many did: at least `needed` must agree. Few figures that are about where the motion had them tell nothing new. n <= GAME_MAX_FIGURES.
void body_follow(body_motion *m, const vec2 *from, const vec2 *to, int n, int all, int needed, double t_s);
// How many of n figures did not go as most of them did. n <= GAME_MAX_FIGURES.
int body_strays(const vec2 *from, const vec2 *to, int n);
// Where the motion, going on as it went, takes a figure by t_s.
pose body_predict(const body_motion *m, pose at_rest, double t_s);

#endif
