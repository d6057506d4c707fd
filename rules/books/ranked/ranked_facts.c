// What kind of move of ranked fantasy this is, and which rule bounds its length.
#include <string.h>

#include "rules/books/ranked/ranked.h"
#include "rules/books/ranked/ranked_areas.h"
#include "rules/books/ranked/ranked_limits.h"

double ranked_spent(const rule_case *c) { return c->before.cost_in; }

bool ranked_normal_phase(const rules_state *s) {
    return !s->phase_entered || strcmp(s->phase, "normal-movement") == 0 || strcmp(s->phase, "movement") == 0;
}

bool ranked_is_lone(const rule_case *c) {
    if (c->unit->type == UNIT_LONE_MODEL) return true;
    int standing = 0;
    for (int i = c->unit->first_figure; i < c->unit->first_figure + c->unit->figure_count; i++) standing += c->s->figures[i].on_table;
    return c->count == 1 && standing <= 1;
}

bool ranked_arrives(const game *g, const rules_state *s, int unit) {
    const ranked_entered *k = ranked_entered_of(&s->units[unit]);
    const game_unit *u = &g->units[unit];
    bool put = k->was_off;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) put |= s->figures[i].placed_phase == s->phase_count;
    return k->reinforcing && put;
}

static bool came_on(const rule_case *c) { return ranked_done_of(c->mine)->arrived || ranked_arrives(c->g, c->s, c->unit_index); }

bool ranked_may_march(const rule_case *c) {
    const unit_state *u = c->mine;
    return !u->reported.plain && ranked_entered_of(u)->test != NO && !came_on(c);
}

double ranked_half(const rule_case *c) {
    double half = ranked_tuning_of(c->n)->back_side * c->rate;
    return ranked_tuning_of(c->n)->back_side_up ? ceil(half - 1e-9) : half;
}

bool ranked_surely_over(const rule_case *c, double limit) {
    return ranked_facts_of(c)->least_in - limit - c->n->player_tolerance > c->n->k_illegal * ranked_facts_of(c)->sigma;
}

static bool is_word(const rules_state *s, const char *phase) { return s->phase_entered && strcmp(s->phase, phase) == 0; }

bool ranked_excused(const rules_state *s, const unit_state *u) {
    bool fled_before = ranked_done_of(u)->had_move && u->done.moves == 0 && ranked_normal_phase(s);
    if (u->fleeing || u->routed) return !fled_before;
    if (u->reported.flee || u->reported.follow_up || u->reported.charge) return true;
    return (is_word(s, "charges") && ranked_entered_of(u)->charged) || (is_word(s, "compulsory") && ranked_entered_of(u)->compelled);
}

static ranked_bound bound_of(const rule_case *c) {
    const ranked_facts *k = ranked_facts_of(c);
    const unit_state *u = c->mine;
    if (k->way == WAY_NONE || !k->normal) return BOUND_NONE;
    if (c->rate <= 0) return BOUND_UNKNOWN;
    if (k->way == WAY_BACKWARD || k->way == WAY_SIDEWAYS) return BOUND_BACK_SIDE;
    if (came_on(c)) return BOUND_REINFORCEMENT;
    if (ranked_entered_of(u)->test == NO) return BOUND_FAILED_TEST;
    if (k->lone) return k->pivoted ? BOUND_PIVOTED : BOUND_LONE;
    if (u->reported.plain || k->total_in <= c->rate + c->n->player_tolerance) return BOUND_RATE;
    return k->wheeled ? BOUND_MARCH_WHEELED : BOUND_MARCH;
}

static double limit_of(const rule_case *c) {
    const ranked_facts *k = ranked_facts_of(c);
    bool far = k->total_in > c->rate + c->n->player_tolerance;
    switch (k->bound) {
        case BOUND_BACK_SIDE:
            return ranked_half(c);
        case BOUND_REINFORCEMENT:
            return ranked_tuning_of(c->n)->extra_move ? c->rate : 0;
        case BOUND_LONE:
        case BOUND_PIVOTED:
            return far && !c->mine->reported.plain ? ranked_tuning_of(c->n)->march * c->rate : c->rate;
        case BOUND_MARCH:
        case BOUND_MARCH_WHEELED:
            return ranked_tuning_of(c->n)->march * c->rate;
        default:
            return c->rate;
    }
}

// Another unit of the side moved after this one, in this phase (WF-NM-4).
static void find_order(rule_case *c) {
    ranked_facts_edit(c)->second = c->s->phase_entered && c->mine->done.moves > 0;
    for (int u = 0; ranked_facts_of(c)->second && u < c->g->unit_count; u++) {
        const unit_state *other = &c->s->units[u];
        if (u == c->unit_index || c->g->units[u].side != c->unit->side || other->done.moves == 0 || other->done.spent.cost_in <= BUMP_IN) continue;
        if (ranked_done_of(other)->last_number > ranked_done_of(c->mine)->last_number) ranked_facts_edit(c)->between = u;
    }
    ranked_facts_edit(c)->interleaved = ranked_facts_of(c)->between >= 0;
}

static bool frightens(const rules *r, const rules_state *s, int unit) {
    bool flees = s->units[unit].fleeing || s->units[unit].routed;
    return !s->units[unit].concealed && !(flees && ranked_tuning_of(&r->n)->fleeing_ignored);
}

static void find_foes(facts *f) {
    rule_case *c = &f->c;
    double reach = ranked_tuning_of(c->n)->check_in + SIGHT_MARGIN_IN;
    for (int i = 0; i < c->count; i++) {
        vec2 at = c->s->figures[figure_of(c, i)].phase_start.at;
        f->low = (vec2){fmin(f->low.x, at.x), fmin(f->low.y, at.y)};
        f->high = (vec2){fmax(f->high.x, at.x), fmax(f->high.y, at.y)};
    }
    int n = 0, near = enemies_near(c->r, c->s, c->unit_index, f->low, f->high, reach, f->enemies);
    for (int i = 0; i < near; i++)
        if (frightens(c->r, c->s, c->g->figures[f->enemies[i]].unit)) f->enemies[n++] = f->enemies[i];
    ranked_facts_edit(c)->sighted = (nearest){INFINITY, c->sigma_in * sqrt(2), -1, -1, {0, 0}};
    for (int i = 0; i < c->count; i++) {
        const figure_state *own = &c->s->figures[figure_of(c, i)];
        pose began = ranked_facts_of(c)->second && own->stood_at_start ? own->phase_start : c->from[i];  // a later part of the move
        nearest one = nearest_of(c->r, c->s, figure_of(c, i), began, f->enemies, n, fmin(reach, ranked_facts_of(c)->sighted.gap));
        if (one.gap < ranked_facts_of(c)->sighted.gap) ranked_facts_edit(c)->sighted = one;
    }
}

nearest ranked_nearest_foe(const rules *r, const rules_state *s, int unit, double reach) {
    const game *g = r->game;
    nearest best = {reach, 0, -1, -1, {0, 0}};
    for (int u = 0; u < g->unit_count; u++) {
        if (g->units[u].side == g->units[unit].side || !frightens(r, s, u)) continue;
        double gap = units_gap(r, s, unit, u, best.gap);
        if (gap < best.gap) best = (nearest){gap, r->n.sigma_pos * sqrt(2), g->units[unit].first_figure, g->units[u].first_figure, {0, 0}};
    }
    if (best.enemy < 0) best.gap = INFINITY;
    return best;
}

// Backward or sideways after another direction.
static bool mixes(const rule_case *c) {
    ranked_way now = ranked_facts_of(c)->way, before = ranked_done_of(c->mine)->way;
    return (now == WAY_BACKWARD || now == WAY_SIDEWAYS) && before != WAY_NONE && before != now;
}

void ranked_find_facts(facts *f) {
    rule_case *c = &f->c;
    ranked_facts *k = ranked_facts_edit(c);
    c->excused = ranked_excused(c->s, c->mine);
    c->raised = c->may_raise = false;
    k->arriving = ranked_arrives(c->g, c->s, c->unit_index) && !c->excused;
    k->normal = !c->excused && c->in_movement && (ranked_normal_phase(c->s) || k->arriving);
    k->way_in = c->how.cost;
    k->kindest_in = c->how.least.kindest;
    spending spent = mixes(c) ? (spending){0} : c->before;  // what was spent another way is for WF-NM-7 to say
    k->total_in = k->way_in + spent.cost_in;
    k->least_in = k->kindest_in + spent.cost_in - spent.spared_in;
    k->sigma = sqrt(c->how.sigma * c->how.sigma + spent.variance);
    k->bound = bound_of(c);
    k->limit = limit_of(c);
    c->allowance = k->limit - ranked_spent(c);
    find_order(c);
    find_foes(f);
}
