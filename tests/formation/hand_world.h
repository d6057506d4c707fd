// A table with hands over it, for the tests of what hands do and hide. The tracker learns of a hand as from the pipeline: how much of each base's
// last place it covers, and how far off it is.
#ifndef TESTS_FORMATION_HAND_WORLD_H
#define TESTS_FORMATION_HAND_WORLD_H

#include "formation/track/track.h"
#include "tests/formation/table.h"

#define ROOM 64
#define BLOCK 8  // figures of A and of B

// Two red blocks of equal bases, 10" apart, the second with a leader; red skirmishers; a blue lone figure.
typedef struct {
    game *g;
    formation *f;
    unsigned long long seed;
    double t_s;
    pose truth[ROOM];
    bool lifted[ROOM], coded[ROOM], nudged[ROOM];
    int group[ROOM];  // as the last event that named the figure had it; -1: none
    int nudges;
    bool hand, hurried;          // hurried: no time to search for figures that aren't found
    vec2 tips;                   // the hand reaches from here to the table's edge
    base_sighting unregistered;  // width 0: none
} world;

// Setup and teardown of a cmocka test; its state is a world.
int open_world(void **state);
int close_world(void **state);
#define WORLD(f) cmocka_unit_test_setup_teardown(f, open_world, close_world)

int figure(const world *w, const char *id);
// How the figure is seen where it truly is.
base_sighting sight(world *w, int i);
// One look, and so many of them.
void look(world *w);
void rest(world *w, int frames);
// The hand goes from one place to another in so many frames.
void reach(world *w, vec2 from, vec2 to, int frames);
void leave(world *w);
void shove(world *w, int i, vec2 by);
// Fails unless the figure is seen where it truly is.
void check_at(const world *w, int i, double tol_in);
bool is_hidden(const world *w, int i);

#endif
