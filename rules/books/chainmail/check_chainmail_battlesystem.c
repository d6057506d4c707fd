// The Battlesystem printed beside Chainmail: what it forbids in changing frontage (CB-FRONT-2 to CB-FRONT-4).
#include <stdlib.h>

#include "core/plural.h"
#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/case/words.h"

static bool wraps_around(const rule_case *c) {
    for (int i = 0; i < c->how.count; i++)
        if (c->how.list[i].kind == MANEUVER_WRAP_AROUND) return true;
    return c->mine->reported.wrap_around;
}

// One figure more or less may be the raggedness of the array.
void chainmail_check_mob_frontage(const rule_case *c, rule_measure *m) {
    bool mob = c->unit->type == UNIT_MOB && !c->excused && c->count > 1 && c->how.shape != SHAPE_STILL && c->how.shape != SHAPE_RIGID;
    if (!mob || wraps_around(c) || c->mine->done.losses > 0 || chainmail_tuning_of(c->n)->mob_may_change_front) return;
    double depth = chainmail_tuning_of(c->n)->mob_front * c->g->figures[figure_of(c, 0)].base.depth_in;
    int before, after;
    measure_mob_front(c, m, depth, &before, &after);
    measure_says(m, "%s, a mob, changed its front from about %d figures to %d without losses: a mob may not choose its frontage",
                 words_unit(c->g, c->unit_index).text, before, after);
}

static bool changes_frontage(const rule_case *c) { return c->how.shape == SHAPE_FRONTAGE && !c->excused && !wraps_around(c); }

void chainmail_check_both_ways(const rule_case *c, rule_measure *m) {
    const chainmail_done *d = chainmail_done_of(c->mine);
    bool wider = c->how.files_after > c->how.files_before;
    m->applies = changes_frontage(c) && c->s->phase_entered && (wider ? d->closer : d->wider);
    m->fact = true;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "%s %s its frontage from %d to %d file%s, having %s it earlier in this phase: it may do one of the two",
                     words_unit(c->g, c->unit_index).text, wider ? "widened" : "narrowed", c->how.files_before, c->how.files_after,
                     plural_s(c->how.files_after), wider ? "narrowed" : "widened");
}

static bool kept_front(const rule_case *c, int i) { return c->m->rank_before[c->local[i]] == 0 && c->m->rank_after[c->local[i]] == 0; }

// Nearest enemy to the figures that joined the front, or to those that stood in it before.
static nearest nearest_to_front(const rule_case *c, bool joined) {
    nearest best = {INFINITY, 0, -1, -1, {0, 0}};
    for (int i = 0; i < c->count; i++) {
        if (c->m->rank_after[c->local[i]] != 0 || kept_front(c, i) == joined) continue;
        nearest n = nearest_enemy(c->r, c->s, figure_of(c, i), c->to[i], c->n->contact_doubt);
        if (n.enemy >= 0 && n.gap < best.gap) best = n;
    }
    return best;
}

// Where a figure that kept its place in the front touches too, the unit's advance made the contact.
void chainmail_check_frontage_contact(const rule_case *c, rule_measure *m) {
    bool wraps = wraps_around(c), wider = (c->how.shape == SHAPE_FRONTAGE || wraps) && c->m->after.files > c->m->before.files;
    if (!wider || (wraps && chainmail_tuning_of(c->n)->wrap_may_touch) || c->excused) return;
    nearest touch = nearest_to_front(c, true), kept = nearest_to_front(c, false);
    m->applies = touch.enemy >= 0 && !(contact_chance(c->n, kept.gap, fmax(kept.sigma, 1e-9)) > 0.5);
    if (!m->applies) return;
    measure_contact(m, c->n, touch);
    measure_says(m, "A figure of %s moved up into the front and into contact with %s: a change of frontage may make no contact",
                 words_unit(c->g, c->unit_index).text, words_enemy(c, touch.enemy).text);
}
