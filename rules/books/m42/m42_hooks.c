// M42: its numbers, its memory of the turn, the facts that it lists of a unit.
#include <stdio.h>
#include <string.h>

#include "rules/books/m42/m42.h"
#include "rules/books/m42/m42_areas.h"
#include "rules/engine/reach_area.h"
#include "rules/measure/maneuver/path.h"

static void game_begins(const rules *r, rules_state *s) {
    (void)r;
    for (int i = 0; i < s->unit_count; i++) m42_done_edit(&s->units[i])->first_mover = m42_done_edit(&s->units[i])->early_mate = -1;
}

static void phase_begins(const rules *r, rules_state *s) {
    (void)r;
    for (int i = 0; i < s->figure_count; i++) *m42_gone_edit(&s->figures[i]) = (m42_gone){0, 0};
}

static m42_kind kind_named(const char *action) {
    static const char *const names[] = {"", "halt", "advance", "at-the-double", "dig-in"};
    for (int k = M42_HALT; k <= M42_DIG_IN; k++)
        if (strcmp(action, names[k]) == 0) return (m42_kind)k;
    return M42_NO_KIND;
}

static void give_back_ways(const rules *r, rules_state *s, int unit) {
    const game_unit *u = &r->game->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        m42_gone_edit(&s->figures[i])->in = m42_gone_of(&s->figures[i])->before_in;
}

static void entered(const rules *r, rules_state *s, const event *e) {
    const event_declare *d = event_as_declare(e);
    if (event_unit(e) < 0) return;
    if (e->kind == EVENT_TAKE_BACK) give_back_ways(r, s, event_unit(e));
    if (!d) return;
    m42_entered *m = m42_entered_edit(&s->units[d->unit]);
    m42_kind kind = kind_named(d->action);
    bool leaves_kind_open = strcmp(d->action, "assault") == 0 || strcmp(d->action, "regroup") == 0;
    if (kind == M42_NO_KIND && !leaves_kind_open) return;
    if (m->declared_phase != s->phase_count) *m = (m42_entered){.declared_phase = s->phase_count};
    m->declared_turn = s->turn;
    if (kind != M42_NO_KIND) m->reported = kind;
}

static void book_ways(rules_state *s, const rule_case *c) {
    for (int k = 0; k < c->m->figure_count; k++) {
        m42_gone *gone = m42_gone_edit(&s->figures[m42_figure(c, k)]);
        gone->before_in = gone->in;
        if (m42_moves_now(c, k)) gone->in = m42_way(c, k);
    }
}

static void book_order(const rules_state *s, const rule_case *c, m42_done *d) {
    int leader = m42_facts_of(c)->leader, first = -1;
    bool leader_went = leader >= 0 && m42_moved(c, leader - c->unit->first_figure);
    if (d->moved_phase != s->phase_count) d->first_mover = d->early_mate = -1;
    for (int k = 0; k < c->m->figure_count && first < 0; k++)
        if (m42_moves_now(c, k) && m42_moved(c, k)) first = m42_figure(c, k);
    if (d->first_mover < 0) d->first_mover = leader_went ? leader : first;
    if (!leader_went && d->early_mate < 0 && first != leader) d->early_mate = first;
}

static void booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    (void)v;
    facts f;
    // The places of the move are booked already. Leader, distance and direction come from the move alone, without its explanation.
    if (facts_init_so_far(&f, r, s, m) != STATUS_OK) return;
    m42_done *d = m42_done_edit(&s->units[m->unit]);
    book_order(s, &f.c, d);
    book_ways(s, &f.c);
    d->moved_phase = s->phase_count;
    d->kind_turn = s->turn;
    d->kind = m42_facts_of(&f.c)->kind;
    if (m42_facts_of(&f.c)->assaulted >= 0) d->assaulted_plus = m42_facts_of(&f.c)->assaulted + 1, d->assault_turn = s->turn;
    facts_finish(&f);
}

// The kind that holds for the unit now: of its last movement, or announced since (a unit that digs in makes no move).
static m42_kind kind_of(const unit_state *u) {
    return m42_entered_of(u)->reported != M42_NO_KIND && m42_entered_of(u)->declared_phase >= m42_done_of(u)->moved_phase
               ? m42_entered_of(u)->reported
               : m42_done_of(u)->kind;
}

static void tell(const rules *r, const rules_state *s, int unit, teller *t) {
    static const char *const kinds[] = {"none", "halt", "advance", "at-the-double", "dig-in"};
    const game_unit *u = &r->game->units[unit];
    int leader = m42_leader(r, s, unit), outside = 0;
    m42_kind kind = kind_of(&s->units[unit]);
    tell_text(t, "leader", leader >= 0 ? r->game->figures[leader].id : "");
    for (int i = u->first_figure; leader >= 0 && i < u->first_figure + u->figure_count; i++) outside += m42_is_out_of_command(r, s, i, leader);
    tell_number(t, "command_radius_in", m42_tuning_of(&r->n)->radius_factor * u->leadership);
    tell_number(t, "out_of_command", outside);
    tell_text(t, "kind_of_move", kinds[kind]);
    tell_flag(t, "may_shoot", kind != M42_DOUBLE && kind != M42_DIG_IN);
    if (kind == M42_ADVANCE) tell_number(t, "ballistic_skill", m42_tuning_of(&r->n)->advance_bs);
    if (kind == M42_DOUBLE) tell_number(t, "evasion", m42_tuning_of(&r->n)->double_ev);
    if (kind == M42_DIG_IN) tell_number(t, "toughness", m42_tuning_of(&r->n)->dig_in_to);
    const m42_done *d = m42_done_of(&s->units[unit]);
    if (d->assaulted_plus > 0 && d->assault_turn == s->turn) tell_text(t, "assaults", r->game->units[d->assaulted_plus - 1].id);
}

// The farthest model that follows its leader bounds the unit; where the leader may go from where he stood, for the others go by him.
static void reach(const facts *f, rules_reach *out) {
    const rule_case *c = &f->c;
    double far = 0;
    for (int k = 0; k < c->m->figure_count; k++)
        if (m42_moves_now(c, k) && !m42_regroups(c, k)) far = fmax(far, m42_way(c, k));
    out->come_in = far;
    out->left_in = fmax(out->limit_in - far, 0);
    if (c->in_movement && !m42_facts_of(c)->reported && m42_facts_of(c)->kind != M42_DOUBLE)
        out->raised_in = m42_tuning_of(c->n)->double_factor * m42_facts_of(c)->mv;
    int leader = m42_facts_of(c)->leader - c->unit->first_figure;
    if (m42_facts_of(c)->leader < 0 || !m42_stands(c, leader)) return;
    reach_around(f, m42_start(c, leader).at, out->limit_in, out);
}

const rules_hooks m42_hooks = {.slot = AREA_OF_ROOT,
                               .facts = m42_find,
                               .game_begins = game_begins,
                               .phase_begins = phase_begins,
                               .entered = entered,
                               .booked = booked,
                               .tell = tell,
                               .reach = reach};
