// M42: what is announced, and must not be.
#include <stdio.h>
#include <string.h>

#include "rules/books/m42/m42.h"
#include "rules/books/m42/m42_areas.h"
#include "rules/case/words.h"

static bool shoots(const act_case *a) { return event_declares(a->e, a->unit_index, "shoot"); }

// The kind of move that the unit made, or announced, in this turn.
static bool made_this_turn(const act_case *a, m42_kind kind) {
    const m42_done *d = m42_done_of(a->mine);
    const m42_entered *e = m42_entered_of(a->mine);
    bool moved = d->moved_phase > 0 && d->kind_turn == a->s->turn && d->kind == kind;
    return moved || (e->reported == kind && e->declared_turn == a->s->turn && (d->kind_turn != a->s->turn || d->kind == kind));
}

static void state_fact(rule_measure *m) {
    m->applies = m->fact = true;
    m->chance = 1;
}

// M42-MV-20.
void act_m42_doubled_and_shot(const act_case *a, rule_measure *m) {
    if (!shoots(a) || !made_this_turn(a, M42_DOUBLE)) return;
    state_fact(m);
    measure_says(m, "%s moved at the double and may not fire in the shooting phase that follows", words_unit(a->g, a->unit_index).text);
}

// M42-MV-22.
void act_m42_dug_in_and_shot(const act_case *a, rule_measure *m) {
    if (!shoots(a) || !made_this_turn(a, M42_DIG_IN)) return;
    state_fact(m);
    measure_says(m, "%s dug in and may not fire in the shooting phase that follows", words_unit(a->g, a->unit_index).text);
}

// A model of the unit went in this phase, in a finished move or one that goes on.
static bool has_begun(const act_case *a) {
    for (int i = a->unit->first_figure; i < a->unit->first_figure + a->unit->figure_count; i++) {
        const figure_state *f = &a->s->figures[i];
        if (figure_stands(f) && f->stood_at_start && vec2_distance(f->at.at, f->phase_start.at) > a->n->nudge) return true;
    }
    return a->mine->done.moved;
}

// M42-MV-9: a swarm's leader is chosen before its first model moves.
void act_m42_leader_changed(const act_case *a, rule_measure *m) {
    const event_status *reported = event_as_status(a->e);
    if (!reported || reported->unit != a->unit_index || !has_begun(a)) return;
    int leader = m42_leader(a->r, a->s, a->unit_index);
    for (int i = 0; i < reported->item_count; i++) {
        const event_item *it = &reported->items[i];
        if (strcmp(it->key, "leader") != 0 || it->is_null || leader < 0 || strcmp(it->text, a->g->figures[leader].id) == 0) continue;
        state_fact(m);
        measure_says(m, "%s is led by %s in this turn and has moved; its leader is chosen before it moves", words_unit(a->g, a->unit_index).text,
                     a->g->figures[leader].id);
    }
}

// M42-MV-33: at the end of the shooting phase of the side that assaults.
bool due_m42_defensive_fire(const act_case *a, char *says) {
    if (!m42_tuning_of(a->n)->reminder || strcmp(a->s->phase, "shooting") != 0) return false;
    for (int u = 0; u < a->s->unit_count; u++) {
        const m42_done *d = m42_done_of(&a->s->units[u]);
        if (state_is_contested(&a->s->units[u]) || d->assaulted_plus != a->unit_index + 1 || d->assault_turn != a->s->turn ||
            a->s->side != a->g->units[u].side)
            continue;
        snprintf(says, FINDING_MESSAGE_MAX, "%.70s was assaulted by %.70s and may shoot back as the shooting phase ends", a->unit->name,
                 a->g->units[u].name);
        return true;
    }
    return false;
}
