// House rules on the skirmish gap: it holds on the way too, and between units (BS1-7.4-1, 7.4-3).
#include "rules/case/facts.h"
#include "rules/measure/maneuver/path.h"

static void note_gap(spacing_facts *k, double gap, int a, int b) {
    if (gap < k->least_gap) k->least_gap = gap, k->a = a, k->b = b;
}

// Between figures of the unit, wherever both were seen.
static void space_on_the_way(rule_case *c, int sample) {
    for (int i = 0; i < c->count; i++)
        for (int j = 0; j < i; j++) {
            if (!path_seen(c->m, sample, c->local[i]) || !path_seen(c->m, sample, c->local[j])) continue;
            base a = c->g->figures[figure_of(c, i)].base, b = c->g->figures[figure_of(c, j)].base;
            pose pa = path_pose(c->m, sample, c->local[i]), pb = path_pose(c->m, sample, c->local[j]);
            note_gap(&c->spacing, base_gap(a, pa, b, pb), figure_of(c, i), figure_of(c, j));
        }
}

// From one figure of another skirmish unit to those that moved.
static void space_from(rule_case *c, int friend) {
    const figure_state *f = &c->s->figures[friend];
    for (int i = 0; i < c->count; i++) {
        if (vec2_distance(c->from[i].at, c->to[i].at) <= c->n->nudge) continue;
        double gap = base_gap(c->g->figures[figure_of(c, i)].base, c->to[i], c->g->figures[friend].base, f->at);
        note_gap(&c->spacing, gap, figure_of(c, i), friend);
    }
}

static void space_from_friends(rule_case *c) {
    for (int u = 0; u < c->g->unit_count; u++) {
        const game_unit *other = &c->g->units[u];
        if (u == c->unit_index || other->side != c->unit->side || other->type != UNIT_SKIRMISH) continue;
        for (int o = other->first_figure; o < other->first_figure + other->figure_count; o++)
            if (figure_stands(&c->s->figures[o])) space_from(c, o);
    }
}

void find_stricter_spacing(rule_case *c) {
    for (int s = 1; c->n->spacing_always && s + 1 < c->m->sample_count; s++) space_on_the_way(c, s);
    if (c->n->spacing_between_units) space_from_friends(c);
}
