// rules/facts -- what several rules need to know of a move, computed once.
#ifndef VEDETTE_RULES_FACTS_H
#define VEDETTE_RULES_FACTS_H

#include "rules/case.h"

// A case with the memory behind it.
typedef struct {
    rule_case c;
    int *ints;
    pose *poses;
    vec2 *points;
    bool *flags;
    double *sums;  // 2 x count, for spacing
    int *enemies;  // near the move
    int enemy_count;
    vec2 low, high;  // box that the figures swept
} facts;

// Fills *f for the move; facts_finish frees it. STATUS_MEMORY.
status facts_init(facts *f, const rules *r, const rules_state *s, const move *m);
void facts_finish(facts *f);
// Fills f->c.how with the cheapest explanation under these numbers, which may be the rulebook's as they are for this unit.
void facts_explain(facts *f, const tuning *n);

// Between the files of the module.
void find_contacts(facts *f);
void find_spacing(facts *f);
void find_passing(facts *f);

#endif
