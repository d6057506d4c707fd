// rules/books/chainmail/chainmail_facts -- what Chainmail needs to know of a move beyond the facts common to all. Inches and radians; pure.
#ifndef VEDETTE_RULES_CHAINMAIL_FACTS_H
#define VEDETTE_RULES_CHAINMAIL_FACTS_H

#include <stdbool.h>

#include "core/unit.h"

typedef struct {
    formation_kind from, to;  // column, line or square; unknown where the block is none of them
    bool changed;             // from one to another
    bool unclear;             // laid out anew, and the formations before and after are unknown
    bool laid_anew;           // the figures did not keep their places in the block
    double turn;              // of the facing
    double training;          // what its penalties are multiplied by
    double change_in;         // what the change still costs, with what was paid for it in earlier turns taken off
    double whole_change_in;   // all that it costs
    double way_in;            // how far the middle of the unit went
    double oblique_in;        // what its obliques would cost by the model (CM-FF-8)
    double oblique_rad;       // their angle
    bool charging;            // a charge was announced in this turn
    bool cic;                 // moves by an order to charge if charged
} chainmail_facts;

#endif
