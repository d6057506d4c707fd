// rules/books/battlesystem/rout_state -- what a unit remembers of wrap-arounds, fighting withdrawals and routs (Battlesystem 7.11, 7.12, 7.15).
#ifndef VEDETTE_RULES_ROUT_STATE_H
#define VEDETTE_RULES_ROUT_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/state/answer.h"

#define ROUT_MAX_MET 4  // enemies drawn off from, friends run into: of one move

typedef enum { ESCAPE_FREE, ESCAPE_DOUBTFUL, ESCAPE_NONE } escape_kind;

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool wrapped;            // counts as open once the melee is over (BS1-7.11-6)
    int left[ROUT_MAX_MET];  // enemies that its last fighting withdrawal left
    int left_count, left_phase, left_turn;
    bool has_followed;
    int followed, followed_phase;  // unit that it followed up, and when that had drawn off
    // Of the rout that it runs in: rout_entered.number, or these mean nothing.
    int rout;
    int runs;       // phases in which it ran
    int run_phase;  // the last of them
    double run_in;  // in that phase
    bool first_run, run_short;
    double course_rad;
    bool gone;                    // it left the table
    int hit[ROUT_MAX_MET];        // friends that it ran into last
    int hit_times[ROUT_MAX_MET];  // morale checks that they had made in hit_phase by then
    int hit_count, hit_phase;
    bool has_halt, halt_reported;  // it stopped before a friendly unit; that this unit stands was known and reported
    int halt;
} rout_done;

// What people entered and what time brought.
typedef struct {
    bool has_stayed;
    int stayed, stayed_phase;  // unit that it chose not to follow, and when that had drawn off
    bool stay_judged;          // that it had to follow was known when it chose
    bool opened;               // wrapped, and the melee is over
    int number;                // of its routs so far
    bool routing;              // as it was after the last event
    int phase;                 // in which it broke
    bool marked;               // its rout marker was seen, or the rout was entered
    int reported_phase;        // when they last did
    double failed_t_s;         // when its Morale Check failed
    escape_kind escape;        // when it broke, or its phase began
    double widest_in;
    bool rally_open;           // a rally phase went by and no outcome was entered
    int rallies, rally_phase;  // attempts announced in that phase
    bool captured;
    int prisoners, guards;
    bool left;      // an enemy drew off from it once: whether it may still follow is for follow_pending
    bool run_into;  // a routing friend ran into it once: whether it still owes a check for it is for rout_check_owed
    bool has_entry;
    vec2 entry;  // where it came onto the table
} rout_entered;

#endif
