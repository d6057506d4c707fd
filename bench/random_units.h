// bench/random_units -- units as hands set them up, with what they are: for measuring and for tests of formation/. Deterministic by its seed.
//
// Inches and radians. Truth comes from how a unit was set up, never from the program.
#ifndef VEDETTE_BENCH_RANDOM_UNITS_H
#define VEDETTE_BENCH_RANDOM_UNITS_H

#include "core/game.h"

enum { RANDOM_UNIT_ROOM = 80, RANDOM_ARMY_ROOM = 8 };

typedef enum {
    STAND_CLOSED,
    STAND_OPEN,
    STAND_SKIRMISH,
    STAND_MOB,
    STAND_IRREGULAR,
    STAND_LINE,
    STAND_COLUMN,
    STAND_SQUARE,
    STAND_WRAPPED,  // closed, with figures of its ends turned about an enemy's flanks
    STAND_LED,      // closed, with its leader ahead of the front rank
    STAND_KIND_COUNT
} stand_kind;

// One unit as it stands, and what that is.
typedef struct {
    stand_kind kind;
    unit_type type;
    base base;
    int count;  // of its figures, in the roster's order: along the ranks from the left of the front one
    formation_kind formation;
    int ranks, files, frontage;
    int leader;  // -1
    double facing_rad;
    int row[RANDOM_UNIT_ROOM];  // -1: in no rank
    pose at[RANDOM_UNIT_ROOM];  // true places
} random_unit;

typedef enum { HIDE_NOBODY, HIDE_ANYONE, HIDE_UNDER_A_HAND, HIDE_AN_END, HIDE_REAR, HIDE_FRONT, HIDE_KIND_COUNT } hide_kind;

const char *stand_kind_name(stand_kind k);
const char *hide_kind_name(hide_kind k);

// Uniform in [0, 1), standard normal, and an integer from low to high.
double random_uniform(unsigned long long *seed);
double random_normal(unsigned long long *seed);
int random_between(unsigned long long *seed, int low, int high);

// A base of one of the usual kinds and sizes.
base random_unit_base(unsigned long long *seed);
// A unit of that kind on such bases (NULL: any) about the table's origin, facing any way: base kind and size, files x ranks (mostly with an
// incomplete last rank, standing left, right or in the middle), gaps as the rules have them, and what hands leave of it: places off by 0.5 to 1.5 mm,
// headings by 2 degrees (discs 4).
random_unit random_unit_make(stand_kind kind, const base *on, unsigned long long *seed);
// The same figures formed anew: in a closed or open block of so many files, in the roster's order.
random_unit random_unit_formed_anew(const random_unit *u, int files, unsigned long long *seed);
void random_unit_carry(random_unit *u, double turn_rad, vec2 shift);
// Sets unit b beside unit a, on its right (`behind`: behind it), so that their outlines are `gap_in` apart and their fronts (left ends) are out of
// line by `step_in`; b faces `turn_rad` otherwise.
void random_unit_join(const random_unit *a, random_unit *b, bool behind, double gap_in, double step_in, double turn_rad);
// What a camera makes of a pose: noise of sigma_in and sigma_rad, stated; now and then no heading is seen.
pose random_unit_seen(pose p, double sigma_in, double sigma_rad, unsigned long long *seed);
// Hides `count` of the unit's figures.
void random_unit_hide(const random_unit *u, hide_kind how, int count, bool *hidden, unsigned long long *seed);

// A game whose roster holds the units (without starts) on one side and of one colour; `formation` per unit is what the roster says. The game lives
// in `a`, which must not be copied.
typedef struct {
    game g;
    game_side side;
    game_unit units[RANDOM_ARMY_ROOM];
    game_figure figures[RANDOM_ARMY_ROOM * RANDOM_UNIT_ROOM];
} random_army;
void random_army_muster(random_army *a, const random_unit *units, int count, const formation_kind *formation);

#endif
