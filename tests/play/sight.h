// sight -- what the eye would tell of a play, without pictures: base sightings with noise, hidden where arms and hands are, missed now and then.
// For tests and bench/ of what is made of sightings: thousands of times faster than rendering.
#ifndef VEDETTE_TESTS_PLAY_SIGHT_H
#define VEDETTE_TESTS_PLAY_SIGHT_H

#include "formation/track/track.h"
#include "tests/play/play.h"

typedef struct {
    uint32_t seed;
    double sigma_in, sigma_rad;  // of each sighting
    double common;               // share of their variances that stays the same while the figure rests (films: 0.7); 0 by default
    double missed;               // share of the looks that find nothing though nothing hides the base
    double false_finds;          // chance of a plain base where there is none, each time a hand is about
    double readable;             // share of the base that must be in view for its code to be read
    double findable;             // for a base to be found at all
} sight_options;

// 0.3 mm, 0.6 degrees, 2 % missed, no false finds; a tag is read in full view (0.95), a rim code with half of it, plain bases are found with half.
sight_options sight_default_options(uint32_t seed, play_bases bases);

typedef struct sight sight;

sight *sight_make(const play *p, const sight_options *o);
void sight_free(sight *s);
// From here on a view reports on the place where f (borrowed; NULL: the truth) knows a figure to be, as the pipeline does. The places differ once a
// figure is taken for another.
void sight_follow(sight *s, const formation *f);
// The view of *v at t; its arrays are the sight's until the next call. The first views search everything, later ones where something moves or a
// hand is near, or did or was a moment ago, and the rest in turn.
formation_view sight_look(sight *s, const play_view *v, double t_s);
// Share of figure f's base under arms and hands.
double sight_covered(const play *p, const play_view *v, int f);
// From its edge to the nearest arm or hand; 0: under it; INFINITY: there is none.
double sight_hand_in(const play *p, const play_view *v, int f);

#endif
