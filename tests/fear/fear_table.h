// fear_table -- a full table that goes on from move to move: units of both sides, where their figures truly stand, what a camera sees of them, and
// what the judge said of the last move.
//
// Inches and radians. The places are the caller's to change; the table looks at them and asks the judge.
#ifndef TESTS_FEAR_TABLE_H
#define TESTS_FEAR_TABLE_H

#include "bench/random_units.h"
#include "core/event.h"
#include "core/verdict.h"

#define FEAR_UNITS 24
#define FEAR_TABLE_FIGURES 600

typedef struct {
    double hands_in, hands_rad;  // how exactly figures are set down
    double sigma_in, sigma_rad;  // and measured; a third of the places' variance is common to the unit
    bool declared;               // a change of frontage or formation was announced
} fear_sight;

typedef struct session session;

typedef struct {
    game g;
    game_side sides[2];
    game_unit units[FEAR_UNITS];
    game_figure figures[FEAR_TABLE_FIGURES];
    pose at[FEAR_TABLE_FIGURES];  // where they stand
    bool gone[FEAR_TABLE_FIGURES];
    event_pose seen[FEAR_TABLE_FIGURES];
    fear_sight how;
    unsigned long long *seed;
    session *judge;
    double t_s;
    int asked;             // the unit whose move is being made
    verdict v;             // of its move, the gravest since fear_table_begin
    bool judged;           // there is one
    int accusations;       // breaches that were said of other moves, of acts, and at once
    char accusation[400];  // the last of them
} fear_table;

fear_sight fear_random_sight(unsigned long long *seed);
// Displaces figures as hands do.
void fear_set_down(pose *p, int n, double hands_in, double hands_rad, unsigned long long *seed);

void fear_table_init(fear_table *t, const char *ruleset, fear_sight how, unsigned long long *seed);
// A unit of figures on such bases that stand there, in command; returns its index. What else it is, the caller writes into t->units before the game
// begins.
int fear_table_add(fear_table *t, int side, unit_type type, base b, double rate_in, int count, const pose *at);
// Begins the game and looks at all figures. False where the rules refuse it, which is told on stderr.
bool fear_table_open(fear_table *t);
void fear_table_close(fear_table *t);

pose *fear_table_places(fear_table *t, int unit);  // of its first figure on
void fear_table_phase(fear_table *t, int turn, const char *phase, int side);
void fear_table_declare(fear_table *t, int unit, const char *action, int target);
void fear_table_formation(fear_table *t, int unit, const char *word);  // by the players' word
void fear_table_order(fear_table *t, int unit, double direction_rad, double distance_in, double facing_rad);
void fear_table_remove(fear_table *t, int figure);
// A move of the unit: begins where it stands; looks at it where it stands now; ends.
void fear_table_begin(fear_table *t, int unit);
void fear_table_look(fear_table *t);
void fear_table_end(fear_table *t);

#endif
