// rules/books/ranked/ranked_state -- what a unit remembers of ranked fantasy: marched, fled, charged, reinforcements.
//
// All of it holds for one player turn: the phases that share a turn number and a side.
#ifndef VEDETTE_RULES_RANKED_STATE_H
#define VEDETTE_RULES_RANKED_STATE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/state/answer.h"

// How a move went, by the maneuvers that explain it.
typedef enum {
    WAY_NONE,      // no figure moved
    WAY_FORWARD,   // straight and by wheels
    WAY_BACKWARD,  //
    WAY_SIDEWAYS,  //
    WAY_MIXED,     // no one of the three
    WAY_WHEEL,     // turned, but not by wheels in forward movement
    WAY_REFORM,    // the arrangement changed
    WAY_LONE,      // one model: pivots are free, the path of its centre counts
    WAY_UNFACED    // its facing was not seen
} ranked_way;

// Whether a move was a march; perhaps: by one reading only.
typedef enum { MARCHED_NOT, MARCHED_PERHAPS, MARCHED_SURELY } march_state;

// What its own finished moves made; given back by a take-back.
typedef struct {
    bool moved;  // counts as having moved, for shooting
    march_state marched;
    bool had_move;    // charged, fled or moved by compulsion
    bool arrived;     // came on as reinforcements
    ranked_way way;   // of the move that this phase began with
    double way_in;    // how far that led
    int last_number;  // of its last move: gives the order of the units; 0
} ranked_done;

// What people entered and what time brought.
typedef struct {
    answer test;   // Leadership test to march
    bool marches;  // a march was announced
    bool charged, fled, rallied, compelled;
    bool reinforcing;  // announced, and not yet brought on
    bool was_off;      // the table, when that was announced
    int edge;          // table_edge by which it comes on; EDGE_NONE: not entered
    bool phased;       // turn and side are those of the last phase
    int turn, side;
} ranked_entered;

#endif
