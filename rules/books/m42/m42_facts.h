// rules/books/m42/m42_facts -- what the rules of M42 need to know of a unit's move: leader, kind, models in command, how far each has gone.
#ifndef VEDETTE_RULES_M42_FACTS_H
#define VEDETTE_RULES_M42_FACTS_H

#include "rules/books/m42/m42_state.h"

typedef struct {
    int leader;    // figure that leads now; -1: killed, not named, or unknown
    bool killed;   // the roster's leader is dead and the unit may not replace it
    bool asked;    // the leader or its Leadership was never entered
    bool assumed;  // a swarm without a named leader: the first model to move leads
    double mv, radius, coherency;
    double leader_way;  // gone in this phase
    m42_kind kind;
    bool reported;  // the kind was announced
    int assaulted;  // unit that the leader touches by its move; -1
} m42_facts;

#endif
