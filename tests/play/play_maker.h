// How a play is made up: what its acts share. Between play_make.c (the course of the game), play_push.c (moves and take-backs) and play_mishaps.c
// (what goes wrong, and what lies about).
#ifndef VEDETTE_TESTS_PLAY_MAKER_H
#define VEDETTE_TESTS_PLAY_MAKER_H

#include "tests/play/play_parts.h"

#define REACH_S 0.9  // for the hand to come in from the edge, and to go
#define HOLD_S 0.3   // between touching and pushing
#define HAND_Z_IN 1.25
#define TRIES 60

typedef struct {
    play *p;
    play_view now, later;
    double t_s;  // everything before is made
    bool moved[16];
    int last;  // act of the last move that could be taken back; -1
    int turn, side;
} play_maker;

const game_unit *play_unit(const play_maker *m, int u);
// Where everything is at t, and when what goes on then has ended.
void play_look(play_maker *m, double t_s);
bool play_on_free_table(vec2 at);
// Figure f at `at` keeps so far from every figure that is not of the unit (-1: from all), now and later.
bool play_keeps_apart(const play_maker *m, int f, pose at, int unit, double apart);
// Where the hand of the arm is before it comes in to `at`.
vec2 play_away(const play_arm *a, vec2 at);
// The hand comes in to `at`, or goes away from it; returns when it can push, or is gone.
double play_hand_in(play_maker *m, const play_arm *a, vec2 at, double t_s);
double play_hand_out(play_maker *m, const play_arm *a, vec2 at, double t_s);

// The unit is pushed as a body, or figure by figure, from t0 on; NULL: there is no room.
play_act *play_push_unit(play_maker *m, int unit, double t0_s);
play_act *play_move_figures(play_maker *m, int unit, double t0_s);
// Back to where the unit stood before act `which`, to a hand's accuracy.
void play_undo(play_maker *m, int which, double t0_s);

// The arm that makes the move knocks a figure over on its way, where it comes near enough.
void play_knock_during(play_maker *m, const play_act *busy);
// A hand goes over the table; a clumsy one touches a figure.
void play_pass(play_maker *m, bool clumsy);
// Dice or a ruler come, lie there, and go.
void play_leave_about(play_maker *m, play_kind kind);
void play_exchange(play_maker *m);
void play_casualty(play_maker *m);
void play_enter(play_maker *m, event e);

#endif
