// Fighting withdrawals and the enemy's follow-up (docs/geometry.md section 8; BS1-7.12).
#include <math.h>
#include <string.h>

#include "core/sort.h"
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/books/battlesystem/rout_hooks.h"

// The way of the unit's middle, in the frame of its facing before; whether its figures kept their places in it and their headings.
static void find_way_back(const rule_case *c, withdrawal_facts *w) {
    vec2 way = {0, 0};
    for (int i = 0; i < c->count; i++) way = vec2_add(way, vec2_scale(vec2_sub(c->to[i].at, c->from[i].at), 1.0 / c->count));
    bool faced = c->m->before.figures > 0 && c->m->before.sigma_facing_rad < HEADING_UNKNOWN;
    double facing = faced ? c->m->before.facing_rad : c->from[0].heading_rad;
    w->ahead_in = vec2_dot(way, heading_forward(facing));
    w->aside_in = fabs(vec2_dot(way, heading_left(facing)));
    w->way_in = vec2_length(way);
    w->as_a_body = true;
    for (int i = 0; i < c->count; i++) {
        double stray = vec2_distance(vec2_sub(c->to[i].at, c->from[i].at), way);
        bool headed = pose_has_heading(c->from[i]) && pose_has_heading(c->to[i]);
        double turn = headed ? fabs(angle_difference(c->to[i].heading_rad, c->from[i].heading_rad)) : 0;
        if (stray > c->n->residual + 2 * c->sigma_in || turn > c->n->facing_tol + c->n->k_illegal * sqrt(2) * c->sigma_rad) w->as_a_body = false;
    }
}

// Straight back by three inches, facing kept.
static bool is_straight_back(const rule_case *c) {
    const withdrawal_facts *w = &rout_case_of(c)->withdrawal;
    double slack = battlesystem_tuning_of(c->n)->withdrawal_tol + c->n->player_tolerance;
    return w->as_a_body && fabs(w->ahead_in + battlesystem_tuning_of(c->n)->withdrawal) <= slack && w->aside_in <= ASIDE_IN + c->n->player_tolerance;
}

static bool goes_back(const rule_case *c) {
    const withdrawal_facts *w = &rout_case_of(c)->withdrawal;
    return w->as_a_body && w->ahead_in < -BACK_FROM && w->aside_in <= fabs(w->ahead_in) * tan(BACK_WITHIN);
}

static void explain_withdrawal(rule_case *c) {
    explanation *e = &c->how;
    double way = rout_case_of(c)->withdrawal.way_in;
    e->cost = e->direct = e->straight = way;
    e->least = exactly(way);
    e->count = 1;
    e->list[0] = (maneuver){MANEUVER_WITHDRAWAL, -1, {0, 0}, 0, c->m->before.anchor, c->m->after.anchor, way, way};
}

void find_withdrawal(facts *f) {
    rule_case *c = &f->c;
    withdrawal_facts *w = &rout_case_edit(c)->withdrawal;
    *w = (withdrawal_facts){.as_a_body = false};
    if (c->count == 0) return;
    find_way_back(c, w);
    bool known = c->s->phase_entered || c->mine->reported.withdrawal, held = known && began_engaged(c), may = known && may_have_begun_engaged(c).so;
    bool other = c->excused || c->mine->reported.wrap_around || rout_case_of(c)->wrap.made;
    c->withdrew = !other && may && is_straight_back(c);
    w->tried = !other && (c->mine->reported.withdrawal || (held && goes_back(c)));
    w->like = !other && is_straight_back(c);
    if (w->tried) {
        sides_touched k = find_sides(c);
        w->sides = (k.front > 0) + (k.flank > 0) + (k.rear > 0);
    }
    if (c->withdrew || (w->tried && may && goes_back(c))) explain_withdrawal(c);
}

double middle_way(const facts *f) {
    if (f->c.count == 0) return 0;
    for (int i = 0; i < f->c.count; i++) f->sums[i] = vec2_distance(f->c.from[i].at, f->c.to[i].at);
    sort_numbers(f->sums, f->c.count);
    return f->sums[(f->c.count - 1) / 2];
}

static bool drew_off_from(const rout_done *d, int unit) {
    for (int i = 0; i < d->left_count; i++)
        if (d->left[i] == unit) return true;
    return false;
}

bool was_left_by(const rules_state *s, int unit, int enemy) {
    const rout_done *d = rout_done_of(&s->units[enemy]);
    return d->left_phase == s->phase_count && drew_off_from(d, unit);
}

static bool followed(const rules_state *s, int unit, int enemy) {
    const rout_done *d = rout_done_of(&s->units[unit]);
    return d->has_followed && d->followed == enemy && d->followed_phase == rout_done_of(&s->units[enemy])->left_phase;
}

static bool stayed(const rules_state *s, int unit, int enemy) {
    const rout_entered *e = rout_entered_of(&s->units[unit]);
    return e->has_stayed && e->stayed == enemy && e->stayed_phase == rout_done_of(&s->units[enemy])->left_phase;
}

int follow_pending(const rules_state *s, int unit) {
    for (int e = 0; e < s->unit_count && rout_entered_of(&s->units[unit])->left; e++)
        if (was_left_by(s, unit, e) && !followed(s, unit, e) && !stayed(s, unit, e)) return e;
    return -1;
}

bool follow_declined(const rules_state *s, int unit, int enemy) {
    const rout_done *d = rout_done_of(&s->units[enemy]);
    bool over = stayed(s, unit, enemy) || d->left_phase != s->phase_count;
    return s->phase_entered && drew_off_from(d, unit) && d->left_turn == s->turn && over && !followed(s, unit, enemy);
}

int stayed_too_early(const rules_state *s, int unit) {
    for (int e = 0; e < s->unit_count && rout_entered_of(&s->units[unit])->left; e++)
        if (was_left_by(s, unit, e) && stayed(s, unit, e) && !rout_entered_of(&s->units[unit])->stay_judged) return e;
    return -1;
}

// Gap between the unit as it ended and another that stands.
static double end_gap(const rule_case *c, int other, double *sigma) {
    const game_unit *u = &c->g->units[other];
    double least = INFINITY;
    *sigma = c->sigma_in * sqrt(2);
    for (int i = 0; i < c->count; i++)
        for (int j = u->first_figure; j < u->first_figure + u->figure_count; j++)
            if (figure_stands(&c->s->figures[j]))
                least = fmin(least, base_gap(c->g->figures[figure_of(c, i)].base, c->to[i], c->g->figures[j].base, c->s->figures[j].at));
    return least;
}

// The enemy follows at once, in either side's phase, and free of charge.
void find_follow_up(facts *f) {
    rule_case *c = &f->c;
    follow_facts *k = &rout_case_edit(c)->follow;
    *k = (follow_facts){.of = follow_pending(c->s, c->unit_index), .way_in = middle_way(f), .gap_in = INFINITY};
    bool own_phase = c->s->phase_entered && c->in_movement;
    k->going = c->mine->reported.follow_up || (k->of >= 0 && c->s->phase_entered && !own_phase);
    if (!k->going) return;
    if (k->of >= 0) k->gap_in = end_gap(c, k->of, &k->sigma_in);
    c->excused = true;
}

bool stood_in_contact(const rules *r, const rules_state *s, const move *m, int enemy) {
    const game_unit *own = &r->game->units[m->unit], *other = &r->game->units[enemy];
    for (int i = 0; i < m->figure_count; i++) {
        if (!m->moved_with[i]) continue;
        nearest n = {r->n.contact_doubt + 1e-9, 0, -1, -1, {0, 0}};
        for (int j = other->first_figure; j < other->first_figure + other->figure_count; j++) {
            if (!figure_stands(&s->figures[j])) continue;
            n.gap = fmin(n.gap, base_gap(r->game->figures[own->first_figure + i].base, m->from[i], r->game->figures[j].base, s->figures[j].at));
        }
        if (n.gap <= r->n.contact_doubt) return true;
    }
    return false;
}

static void book_withdrawal(const rules *r, rules_state *s, const move *m) {
    rout_done *d = rout_done_edit(&s->units[m->unit]);
    d->left_count = 0;
    for (int e = 0; e < s->unit_count && d->left_count < ROUT_MAX_MET; e++)
        if (r->game->units[e].side != r->game->units[m->unit].side && stood_in_contact(r, s, m, e)) d->left[d->left_count++] = e;
    for (int i = 0; i < d->left_count; i++) rout_entered_edit(&s->units[d->left[i]])->left = true;
    d->left_phase = s->phase_count;
    d->left_turn = s->turn;
}

void withdrawal_booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    int of = follow_pending(s, m->unit);
    bool own_phase = s->phase_entered && state_may_move(r, s, r->game->units[m->unit].side);
    if (of >= 0 && !own_phase && (s->phase_entered || s->units[m->unit].reported.follow_up)) {
        rout_done *d = rout_done_edit(&s->units[m->unit]);
        d->has_followed = true;
        d->followed = of;
        d->followed_phase = rout_done_of(&s->units[of])->left_phase;
    }
    if (rout_lists(v, MANEUVER_WITHDRAWAL)) book_withdrawal(r, s, m);
}

void withdrawal_entered(const rules *r, rules_state *s, const event *e) {
    int unit = event_unit(e);
    if (unit < 0 || !event_declares(e, unit, "stay")) return;
    int of = follow_pending(s, unit);
    if (of < 0) return;
    rout_entered *k = rout_entered_edit(&s->units[unit]);
    k->has_stayed = true;
    k->stayed = of;
    k->stayed_phase = s->phase_count;
    k->stay_judged = state_dice(s, unit, DICE_DISCIPLINE) == NO;
    (void)r;
}
