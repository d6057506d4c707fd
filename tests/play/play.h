// play -- a random game as people make it: hands that push units whole or figure by figure, think it over, correct, take back, knock things over,
// throw dice and lay rulers down; where everything truly is at any time. For tests and bench/ only.
//
// Inches, radians, seconds. The same seed gives the same play. Nothing here knows what the tracker or the segmenter make of it.
#ifndef VEDETTE_TESTS_PLAY_H
#define VEDETTE_TESTS_PLAY_H

#include "core/event.h"
#include "tests/render/render.h"

typedef enum { PLAY_TAGS, PLAY_RIMS, PLAY_PLAIN, PLAY_BASES_COUNT } play_bases;

typedef enum {
    PLAY_PUSH,       // a unit is pushed as a body, with corrections and second thoughts
    PLAY_FIGURES,    // a unit's figures are moved one after the other
    PLAY_TAKE_BACK,  // a move is undone, to a millimetre or two
    PLAY_NUDGE,      // one figure is knocked aside by an arm that does something else
    PLAY_PASS,       // a hand passes over the table
    PLAY_DICE,       // dice are thrown, and picked up
    PLAY_STICK,      // a ruler is laid down, and taken away
    PLAY_EXCHANGE,   // two figures of equal bases are lifted and put down in each other's places
    PLAY_CASUALTY,   // a figure is taken off the table; a `remove` is entered
    PLAY_KIND_COUNT
} play_kind;

const char *play_kind_name(play_kind k);

typedef struct {
    play_kind kind;
    int unit;                // moved, or of the figure; -1
    int figure, other;       // nudge, exchange, casualty: the figures; -1
    int undoes;              // take-back: index of the act that it undoes; else -1
    double t0_s, t1_s;       // hand in, hand gone
    double first_s, last_s;  // first and last displacement
} play_act;

typedef struct {
    uint32_t seed;
    play_bases bases;
    int moves;          // pushes and moves figure by figure
    double take_backs;  // chance of each, after a move
    double nudges;      // during a push
    double two_hands;   // that both sides move at once
    double clutter;     // of a pass, dice or a ruler between two moves
    double exchanges, casualties;
} play_options;

// A dozen moves with some of everything but exchanges and casualties.
play_options play_default_options(uint32_t seed, play_bases bases);

typedef struct play play;

// Aborts where memory fails: this is a test's.
play *play_make(const play_options *o);
void play_free(play *p);

const game *play_game(const play *p);
play_bases play_kind_of_bases(const play *p);
double play_length(const play *p);
int play_acts(const play *p, const play_act **acts);
// What people enter, in order of time: phases, removals.
int play_events(const play *p, const event **events);

#define PLAY_MAX_HANDS 4
#define PLAY_MAX_SCATTER 12

// Where everything is at time t: poses and present run over the game's figures.
typedef struct {
    pose *poses;
    bool *present;  // false: off the table, or in a hand
    render_hand hands[PLAY_MAX_HANDS];
    int hand_count;
    render_scatter scatter[PLAY_MAX_SCATTER];
    int scatter_count;
} play_view;

play_view play_view_make(const play *p);
void play_view_free(play_view *v);
void play_at(const play *p, double t_s, play_view *v);

// A camera of 1080 lines over the whole table, 1.4 px a millimetre, with a little distortion and tilt.
render_camera play_camera(void);

#endif
