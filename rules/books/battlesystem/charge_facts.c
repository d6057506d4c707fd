// What a move is as a forced march or a charge: by what was announced, what it used, and which enemies it met.
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/case/facts.h"
#include "rules/measure/maneuver/path.h"

static const nearest nobody = {INFINITY, 0, -1, -1, {0, 0}};

bool charge_wild(const game_unit *u) { return game_unit_has_trait(u, "chaotic") || game_unit_has_trait(u, "low-intelligence"); }

double charge_range(const rules *r, const rules_state *s, int unit) {
    return state_rate(r, s, unit) * (charge_type(r->game->units[unit].type) ? r->n.charge_factor : 1);
}

bool charge_undisciplined(const rules_state *s, int unit) {
    return charge_entered_of(&s->units[unit])->undisciplined && charge_entered_of(&s->units[unit])->undisciplined_phase == s->phase_count;
}

static bool is_locked(const rules_state *s, int unit) { return s->phase_entered && s->units[unit].at_start.touching; }

// Could it still say that it made a forced march?
static bool may_march(const rules *r, const rules_state *s, int unit) {
    return s->units[unit].in_command != NO || r->game->units[unit].type == UNIT_INDIVIDUAL;
}

long_kind long_kind_of(const rules *r, const rules_state *s, int unit, bool over, bool reached, bool hidden, bool *announced) {
    const declarations *reported = &s->units[unit].reported;
    *announced = (reported->charge && charge_type(r->game->units[unit].type)) || reported->forced_march;
    if (*announced) return reported->charge && (reached || !reported->forced_march) ? LONG_CHARGE : LONG_MARCH;
    if (reported->charge || reported->plain || !over || is_locked(s, unit)) return LONG_NONE;
    if (reached && !hidden) return charge_type(r->game->units[unit].type) ? LONG_CHARGE : LONG_NONE;
    return may_march(r, s, unit) ? LONG_MARCH : LONG_NONE;
}

nearest nearest_to_unit(const rules *r, const rules_state *s, int unit, double reach) {
    const game_unit *u = &r->game->units[unit];
    nearest best = nobody;
    best.gap = reach;
    if (!enemies_may_be_near(r, s, unit, reach)) return nobody;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!figure_stands(&s->figures[i])) continue;
        nearest n = nearest_enemy(r, s, i, s->figures[i].at, best.gap);
        if (n.enemy >= 0) best = n;
    }
    return best.enemy < 0 ? nobody : best;
}

double units_gap_from(const rules *r, const rules_state *s, int unit, int other) {
    const game_unit *a = &r->game->units[unit], *b = &r->game->units[other];
    double least = INFINITY;
    for (int i = a->first_figure; i < a->first_figure + a->figure_count; i++)
        for (int j = b->first_figure; j < b->first_figure + b->figure_count; j++)
            if (s->figures[i].stood_at_start && figure_stands(&s->figures[j]))
                least = fmin(least, base_gap(r->game->figures[i].base, s->figures[i].phase_start, r->game->figures[j].base, s->figures[j].at));
    return least;
}

// Gap between a figure and the nearest of its comrades.
static double comrade_gap(const rules *r, const rules_state *s, const game_unit *u, int figure) {
    double least = INFINITY;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (i != figure && figure_stands(&s->figures[i]))
            least = fmin(least, base_gap(r->game->figures[i].base, s->figures[i].at, r->game->figures[figure].base, s->figures[figure].at));
    return least;
}

bool stands_closed(const rules *r, const rules_state *s, int unit) {
    const game_unit *u = &r->game->units[unit];
    if (s->units[unit].formation != FORMATION_UNKNOWN) return s->units[unit].formation == FORMATION_CLOSED;
    int standing = 0, touching = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!figure_stands(&s->figures[i])) continue;
        standing++;
        touching += comrade_gap(r, s, u, i) <= r->n.closed_max;
    }
    return u->type == UNIT_REGULAR && standing > 1 && touching * 2 > standing;
}

// Spent until the first figure touched: the whole of it, but for the way that free figures went on, or that a touching figure ought not to have gone.
static double until_contact(const rule_case *c, double spent) {
    const contact_facts *k = &c->contact;
    if (c->how.shape == SHAPE_CONTACT) return spent + c->how.cost - c->how.fixed;
    if (k->moved_after < 0 || k->moved_after_in <= c->n->residual || k->sample <= 0) return spent + c->how.cost;
    int i = k->first.figure - c->unit->first_figure;
    return spent + vec2_distance(path_pose(c->m, k->sample, i).at, c->m->from[i].at);
}

static void find_touch(rule_case *c) {
    charge_facts *k = charge_facts_edit(c);
    const contact_facts *n = &c->contact;
    k->touch = n->sample >= 0 ? n->first : n->made.enemy >= 0 ? n->made : n->path;
    k->hidden = k->touch.enemy >= 0 && c->s->units[c->g->figures[k->touch.enemy].unit].concealed;
    double helped = c->n->contact_doubt + c->n->k_advisory * n->at_end.sigma;  // contact that helps is granted where it is possible
    k->reached = n->at_end.enemy >= 0 && n->at_end.gap <= helped && !k->locked;
}

static void find_use(rule_case *c, double spent) {
    charge_facts *k = charge_facts_edit(c);
    k->used = spent + c->how.cost;
    k->kindest = spent - c->before.spared_in + fmin(c->how.least.kindest, c->how.cost);
    k->sigma = case_sigma(c, c->how.sigma);
    double closing = c->how.shape == SHAPE_GAPS ? spent + c->how.fixed : 0;  // gaps are closed even beyond the rate (BS1-7.3-6)
    double beyond = (c->n->advise_on_readings ? k->kindest : k->used) - fmax(c->rate, closing) - c->n->player_tolerance;
    k->over = beyond > c->n->k_advisory * k->sigma;
    k->surely_over = beyond > c->n->k_illegal * k->sigma;
}

// Direction in which the unit went.
static double way_of(const rule_case *c) {
    vec2 sum = {0, 0};
    for (int i = 0; i < c->count; i++) sum = vec2_add(sum, vec2_sub(c->to[i].at, c->from[i].at));
    return atan2(sum.y, sum.x);
}

// The visible enemy nearest to where the unit stood, in its way: just beyond the rate it makes the march halt there (BS1-7.13-11).
static void find_beyond(rule_case *c) {
    double way = way_of(c);
    nearest best = nobody;
    best.gap = c->rate * c->n->march_factor;
    for (int i = 0; i < c->count; i++) {
        nearest n = nearest_enemy(c->r, c->s, figure_of(c, i), c->from[i], best.gap);
        if (n.enemy < 0 || c->s->units[c->g->figures[n.enemy].unit].concealed) continue;
        vec2 to = vec2_sub(c->s->figures[n.enemy].at.at, c->from[i].at);
        if (fabs(angle_difference(atan2(to.y, to.x), way)) <= AHEAD) best = n;
    }
    charge_facts_edit(c)->beyond = best.enemy >= 0 && best.gap > c->rate ? best : nobody;
}

// Enemy figures taken off while the move went on, where the unit went.
static void find_fallen(rule_case *c) {
    for (int e = 0; e < c->g->figure_count; e++) {
        const figure_state *f = &c->s->figures[e];
        int owner = c->g->figures[e].unit;
        if (f->on_table || !f->known || f->removed_phase != c->s->phase_count || c->g->units[owner].side == c->unit->side) continue;
        for (int s = 1; s < c->m->sample_count; s++)
            for (int i = 0; i < c->count; i++)
                if (path_seen(c->m, s, c->local[i]) && base_gap(c->g->figures[figure_of(c, i)].base, path_pose(c->m, s, c->local[i]),
                                                                c->g->figures[e].base, f->at) <= c->n->contact_doubt)
                    charge_facts_edit(c)->went_through = owner;
    }
}

static void find_run(rule_case *c) {
    charge_facts *k = charge_facts_edit(c);
    const charge_done *before = charge_done_of(c->mine);
    bool earlier = c->s->phase_entered && before->phase == c->s->phase_count;
    double on = c->how.shape == SHAPE_CONTACT ? c->how.fixed : 0;  // what free figures went after contact is no run-up
    k->way = (earlier ? before->way_in : 0) + way_of_maneuvers(c->how.list, c->how.count) - on;
    k->straight = straight_part(c->m, c->how.list, c->how.count, battlesystem_tuning_of(c->n)->straight_last, &k->path_seen);
    if (earlier) k->straight = fmax(k->straight, before->straight_in);
}

// A contact within the rate ends a forced march: it has no more than the rate (BS1-7.13-10). A charge that was not announced is granted its length.
static void find_limit(rule_case *c, double spent) {
    charge_facts *k = charge_facts_edit(c);
    if (k->kind == LONG_CHARGE && !k->announced) {
        c->raised = true;
        c->allowance = fmax(c->allowance, k->range - spent);
    }
    if (k->kind == LONG_MARCH && k->announced && k->touch.enemy >= 0 && k->until_contact <= c->rate + c->n->player_tolerance)
        c->allowance = c->rate - spent;
}

void find_charge(facts *f) {
    rule_case *c = &f->c;
    charge_facts *k = charge_facts_edit(c);
    *k = (charge_facts){.touch = nobody, .beyond = nobody, .went_through = -1, .range = charge_range(c->r, c->s, c->unit_index)};
    k->locked = is_locked(c->s, c->unit_index);
    if (c->rate <= 0 || c->count == 0 || c->excused || !c->in_movement) return;
    double spent = c->before.cost_in;
    find_use(c, spent);
    find_touch(c);
    k->until_contact = until_contact(c, spent);
    k->kind = long_kind_of(c->r, c->s, c->unit_index, k->over, k->reached, k->hidden, &k->announced);
    c->may_raise = k->kind == LONG_MARCH && !k->announced;
    if (k->kind == LONG_CHARGE) find_fallen(c);
    if (k->kind == LONG_CHARGE) find_run(c);
    if (k->kind == LONG_MARCH) find_beyond(c);
    find_limit(c, spent);
}
