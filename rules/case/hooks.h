// rules/case/hooks -- what a rulebook does beyond its rows: its own numbers, facts and memory. A rulebook's parents' hooks run before its own.
#ifndef VEDETTE_RULES_CASE_HOOKS_H
#define VEDETTE_RULES_CASE_HOOKS_H

#include "rules/case/facts.h"
#include "rules/case/tell.h"

struct rules_reach;  // rules/engine/reach.h

// Each may be NULL.
struct rules_hooks {
    area_slot slot;             // where it keeps what is its own; AREA_NONE: it keeps nothing
    void (*tune)(rules *r);     // resolves its parameters into r->n
    void (*explain)(facts *f);  // fills f->c.how in place of explain_move; the last one of the chain is taken
    void (*facts)(facts *f);    // after the facts common to all: adds its own to f->c, may explain or excuse the move its own way
    void (*game_begins)(const rules *r, rules_state *s);                              // what is not zero in its memory at the start
    void (*phase_ends)(const rules *r, rules_state *s);                               // s still is in the phase that ends
    void (*phase_begins)(const rules *r, rules_state *s);                             // s has its new phase, contacts frozen
    void (*entered)(const rules *r, rules_state *s, const event *e);                  // any event but a phase, after the common part
    void (*booked)(const rules *r, rules_state *s, const move *m, const verdict *v);  // a finished move, after the common part
    void (*reach)(const facts *f, struct rules_reach *out);  // what is its own of a move's envelope: where it leads, and what may still be declared
    bool (*counts_open)(const rules_state *s, int unit);     // whatever its gaps; see rules_counts_open
    void (*tell)(const rules *r, const rules_state *s, int unit, teller *t);  // what it remembers of the unit; see rules_unit_facts
};

#endif
