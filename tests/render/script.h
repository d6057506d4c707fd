// A script of moves for a clip: which unit moves when and how, and where every base and hand is at any time.
#ifndef VEDETTE_TESTS_RENDER_SCRIPT_H
#define VEDETTE_TESTS_RENDER_SCRIPT_H

#include "tests/render/render.h"

typedef enum {
    LEG_END,
    LEG_GO,     // a: inches, b: degrees left of the facing
    LEG_WHEEL,  // a: degrees counter-clockwise, about the left front corner where positive, else about the right one
    LEG_SPIN,   // a: degrees counter-clockwise about the unit's middle
    LEG_PAUSE,  // a: seconds, hand on
    LEG_CARRY   // figure number a (from 1) of the unit is pushed alone to (b, c)
} leg_kind;

typedef struct {
    leg_kind kind;
    double a, b, c;
} leg;

#define SCRIPT_MAX_LEGS 10

typedef struct {
    double start_s;  // when the hand comes in
    const char *unit;
    double grip_left_in, grip_forward_in;  // where the fingertips are: left of and before the middle of the unit's rear edge
    leg legs[SCRIPT_MAX_LEGS];
} script_move;

typedef struct {
    const script_move *moves;
    int count;
    double length_s;
} script;

// Seconds that the move takes, from the hand's coming in to its being gone.
double script_move_length(const script_move *m, const game *g, const pose *before);
// Where everything is at time t: poses[figure_count], and the hand where there is one (returns whether). `poses` holds the starts first.
bool script_at(const script *s, const game *g, double t, pose *poses, render_hand *hand);

extern const script battle_script;  // samples/battle.mp4

#endif
