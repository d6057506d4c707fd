// Between the files of tests/play: how a play is kept, and how it is put together.
#ifndef VEDETTE_TESTS_PLAY_PARTS_H
#define VEDETTE_TESTS_PLAY_PARTS_H

#include "tests/play/play.h"

#define TABLE_WIDTH_IN 44.0
#define TABLE_DEPTH_IN 28.0

typedef struct {
    uint32_t seed, n;
} play_dice;

double play_roll(play_dice *d, double low, double high);
int play_choose(play_dice *d, int count);
bool play_chance(play_dice *d, double p);

// One figure's way from one place to another.
typedef struct {
    int figure;
    double t0_s, t1_s;
    pose from, to;
    bool turns;  // as part of a body, by turn_rad about the pivot
    vec2 pivot;
    double turn_rad;
    bool lifted;  // in a hand until t1
    bool removed;
} play_stretch;

typedef struct {
    double t_s;
    vec2 at;
} hand_key;

// An arm from the table's edge, its fingertips where the keys say.
typedef struct {
    double t0_s, t1_s, z_in;
    vec2 shoulder;
    int first, count;  // keys
} play_arm;

typedef struct {
    render_scatter thing;
    double t0_s, t1_s;
} play_litter;

struct play {
    game *game;
    play_options o;
    play_dice dice;
    play_act *acts;
    play_stretch *stretches;
    hand_key *keys;
    play_arm *arms;
    play_litter *litter;
    event *events;
    int *removed;  // figures of the remove events
    int act_count, stretch_count, key_count, arm_count, litter_count, event_count;
    double length_s;
};

// A play in which nothing happens yet.
play *play_new(const play_options *o);
// The roster's text, in a static buffer.
const char *play_roster(play_dice *d, play_bases bases);

void play_add_stretch(play *p, play_stretch s);
void play_add_key(play *p, double t_s, vec2 at);
// Begins an arm of that side (0: from the south); keys added from now on are its.
play_arm *play_begin_arm(play *p, int side, vec2 at, double z_in);
void play_end_arm(play *p, play_arm *a);
play_act *play_add_act(play *p, play_act a);

#endif
