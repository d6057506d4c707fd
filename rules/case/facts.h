// rules/case/facts -- what several rules need to know of a move, computed once.
#ifndef VEDETTE_RULES_CASE_FACTS_H
#define VEDETTE_RULES_CASE_FACTS_H

#include "rules/case/case.h"
#include "rules/measure/contact/crowd.h"

// A case with the memory behind it.
typedef struct {
    rule_case c;
    move reported;  // the move with the players' word for the formation
    int *ints;
    pose *poses;
    vec2 *points;
    int unseen_count, unseen_sure;  // figures that went along unseen; where they stood stands in points
    bool *flags;
    double *sums;  // 2 x count, for spacing
    int *enemies;  // near the move
    int enemy_count;
    crowd crowd;     // these, for facts_nearest
    vec2 low, high;  // box that the figures swept
} facts;

// Fills *f for the move; facts_finish frees it. STATUS_MEMORY.
status facts_init(facts *f, const rules *r, const rules_state *s, const move *m);
// The same for a move that goes on, as far as alerts need it: where figures stand and which enemies they touched. The explanation, the unit's
// spacing and the units that it passed through are left out: they say something of a whole move only.
status facts_init_so_far(facts *f, const rules *r, const rules_state *s, const move *m);
void facts_finish(facts *f);
// Fills f->c.how with the cheapest explanation under these numbers, which may be the rulebook's as they are for this unit.
void facts_explain(facts *f, const tuning *n);

// The nearest of f->enemies to the case's figure i standing at p; INFINITY beyond `reach`.
nearest facts_nearest(const facts *f, int i, pose p, double reach);

// The task for explain_move, or for a rulebook that explains moves in its own way.
explain_task facts_task(const facts *f, const tuning *n);

// Between the files of the module.
void find_contacts(facts *f);
void find_spacing(facts *f);
void find_stricter_spacing(rule_case *c);
void find_passing(facts *f);
void find_way_round(facts *f);
void find_charge(facts *f);  // of the rulebooks that know charges and forced marches: for their hook

#endif
