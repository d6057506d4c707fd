// rules/books/ranked/ranked_facts -- what the checks of ranked fantasy share of a move.
#ifndef VEDETTE_RULES_RANKED_FACTS_H
#define VEDETTE_RULES_RANKED_FACTS_H

#include "core/game.h"
#include "rules/books/ranked/ranked_state.h"
#include "rules/measure/contact/contact.h"

// Which rule bounds the move's length.
typedef enum {
    BOUND_NONE,           // not judged by its length
    BOUND_UNKNOWN,        // the Movement was not entered
    BOUND_RATE,           // M: no march, by the players' word or by its length
    BOUND_BACK_SIDE,      // half of M
    BOUND_MARCH,          // 2M straight
    BOUND_MARCH_WHEELED,  // 2M with wheels
    BOUND_FAILED_TEST,    // M
    BOUND_REINFORCEMENT,  // M
    BOUND_LONE,           // M or 2M, without pivots
    BOUND_PIVOTED         // M or 2M, with pivots
} ranked_bound;

typedef struct {
    ranked_way way;
    bool normal;    // judged as a normal move: no charge, flight or move by compulsion
    bool lone;      // a unit of one model
    bool pivoted;   // lone, and turned
    bool wheeled;   // forward, with wheels
    bool arriving;  // reinforcements: the move that brings them on
    ranked_bound bound;
    double limit;               // of bound
    double way_in, kindest_in;  // length by the first reading, and by the one kindest to the player
    double total_in, least_in;  // the same with what was spent in this phase
    double sigma;
    double aside_in, aside_limit_in, aside_sigma;  // of mixed directions: the smaller part, and how much of it is noise
    double turn_rad, turn_sigma;                   // of a turn that is no forward wheel
    nearest sighted;                               // nearest enemy that does not flee, when the move began
    bool second;                                   // moved earlier in this phase
    bool interleaved;                              // and another unit of its side after that
    int between;                                   // that unit; -1
} ranked_facts;

#endif
