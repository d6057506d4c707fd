// Next state from an event.
#include <string.h>

#include "rules/case/hooks.h"
#include "rules/engine/behaviour.h"
#include "rules/engine/declare.h"
#include "rules/measure/contact/contact.h"
#include "rules/measure/contact/gaps.h"
#include "rules/state/extent.h"

static bool is(const char *word, const char *wanted) { return strcmp(word, wanted) == 0; }

static pose with_sigma(const rules *r, pose p) {
    p.sigma_in = pose_sigma_in(&r->n, p);
    p.sigma_rad = pose_sigma_rad(&r->n, p);
    return p;
}

// A nudged figure has not moved: its place at the start of the phase is shifted with it.
static void shift_phase_start(rules_state *s, const event_observe *e) {
    for (int i = 0; i < e->nudged_count; i++) {
        figure_state *f = &s->figures[e->nudged[i]];
        for (int k = 0; k < e->pose_count && f->known; k++)
            if (e->poses[k].figure == e->nudged[i]) f->phase_start.at = vec2_add(f->phase_start.at, vec2_sub(e->poses[k].pose.at, f->at.at));
    }
}

// A front that was doubtful is sure now: where it was read on a wrong side before, it is read anew, as the figure has not turned.
static void settle_front(figure_state *f, pose now) {
    if (!f->known || !pose_front_is_doubtful(f->at) || !pose_has_heading(now) || pose_front_is_doubtful(now)) return;
    double by_rad = angle_difference(pose_face(f->at, now.heading_rad).heading_rad, f->at.heading_rad);
    pose *const past[] = {&f->phase_start, &f->before};
    for (int i = 0; i < 2; i++) {
        if (past[i]->fronts < 2) continue;
        past[i]->heading_rad = angle_wrap(past[i]->heading_rad + by_rad);
        past[i]->fronts = 0;
    }
}

// Poses of a unit mostly come one after the other: once for each of them is enough.
static void renew_extents(const rules *r, rules_state *s, const event *e) {
    const event_observe *seen = event_as_observe(e);
    event_pose_list poses = event_poses(e);
    int last = -1;
    for (int i = 0; i < poses.count; i++) {
        int unit = r->game->figures[poses.at[i].figure].unit;
        if (unit != last) extent_renew(r, s, unit);
        last = unit;
    }
    for (int i = 0; seen && i < seen->hidden_count; i++) extent_renew(r, s, r->game->figures[seen->hidden[i]].unit);
}

static void put_figures(const rules *r, rules_state *s, const event *e) {
    const event_observe *seen = event_as_observe(e);
    event_pose_list poses = event_poses(e);
    if (seen) shift_phase_start(s, seen);
    for (int i = 0; i < poses.count; i++) {
        figure_state *f = &s->figures[poses.at[i].figure];
        if (seen) settle_front(f, poses.at[i].pose);
        f->at = with_sigma(r, poses.at[i].pose);
        f->known = true;
        f->hidden = false;
        if (!seen) f->on_table = true, f->placed_phase = s->phase_count;
        if (seen && !f->on_table) f->on_table = true;  // seen again: what rule that breaks is for a check to say
    }
    for (int i = 0; seen && i < seen->hidden_count; i++) s->figures[seen->hidden[i]].hidden = true;
    renew_extents(r, s, e);
}

static void remove_figures(const rules *r, rules_state *s, const event_remove *e) {
    for (int i = 0; i < e->figure_count; i++) note_loss(r, s, r->game->figures[e->figures[i]].unit);
    for (int i = 0; i < e->figure_count; i++) {
        figure_state *f = &s->figures[e->figures[i]];
        unit_state *u = &s->units[r->game->figures[e->figures[i]].unit];
        if (f->on_table) u->done.losses++, u->before_last.losses++;
        f->on_table = f->hidden = false;
        f->removed_phase = s->phase_count;
        extent_renew(r, s, r->game->figures[e->figures[i]].unit);
    }
}

// Contact at the start of the phase, figure by figure (docs/geometry.md section 2).
static void freeze_contacts(const rules *r, rules_state *s) {
    const double reach = r->n.contact_doubt + 1e-9;
    bool near = false;
    for (int i = 0; i < s->figure_count; i++) {
        figure_state *f = &s->figures[i];
        int unit = r->game->figures[i].unit;
        if (i == r->game->units[unit].first_figure) near = enemies_may_be_near(r, s, unit, reach);
        f->start_gap_in = INFINITY;
        if (!figure_stands(f)) continue;
        nearest n = near ? nearest_enemy(r, s, i, f->at, reach) : (nearest){.gap = INFINITY};
        f->start_gap_in = n.gap;
        f->start_sigma_in = n.sigma;
    }
}

static void refresh_engagement(const rules *r, rules_state *s, int unit) {
    engagement *now = &s->units[unit].done.now;
    int enemy;
    bool touching = rules_contacts(r, s, unit, &enemy, 1) > 0;
    // Contact that no observed move made counts as older than the phase.
    if (touching && !now->touching) *now = (engagement){true, false, -1};
    if (!touching) *now = (engagement){false, false, 0};
}

static void freeze_poses(rules_state *s) {
    for (int i = 0; i < s->figure_count; i++) {
        s->figures[i].phase_start = s->figures[i].at;
        s->figures[i].stood_at_start = figure_stands(&s->figures[i]);
    }
}

static void return_rates(rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        unit_state *u = &s->units[i];
        u->done.spent = (spending){0};
        u->done.moved = u->done.moved_into = u->can_undo = false;
        u->done.moves = 0;
        u->at_start = u->done.now;
        u->reported = (declarations){.target = -1};
    }
}

static void begin_phase(const rules *r, rules_state *s, const event_phase *e) {
    for (int i = 0; i < r->hook_count; i++)
        if (r->hooks[i]->phase_ends) r->hooks[i]->phase_ends(r, s);
    for (int i = 0; i < s->unit_count; i++) refresh_engagement(r, s, i);
    if (e->turn > 0) s->turn = e->turn;
    memcpy(s->phase, e->phase, sizeof s->phase);
    s->side = e->side;
    s->phase_entered = true;
    s->phase_count++;
    freeze_contacts(r, s);
    freeze_poses(s);
    return_rates(s);
    for (int i = 0; i < r->hook_count; i++)
        if (r->hooks[i]->phase_begins) r->hooks[i]->phase_begins(r, s);
}

static answer answer_of(const event_item *it) { return it->is_null ? UNKNOWN : it->flag ? YES : NO; }

static void rally(rules_state *s, unit_state *u) {
    u->routed = u->fleeing = u->has_cause = false;
    u->rallied_phase = s->phase_count;
}

static void set_flag(rules_state *s, unit_state *u, const event_item *it) {
    if (is(it->key, "in_command"))
        u->in_command = answer_of(it);
    else if (is(it->key, "routed"))
        u->routed = it->flag;
    else if (is(it->key, "rallied") && it->flag)
        rally(s, u);
    else if (is(it->key, "fleeing"))
        u->fleeing = it->flag;
    else if (is(it->key, "concealed"))
        u->concealed = it->flag;
}

static void set_cause(const rules *r, const rules_state *s, unit_state *u, const event_item *it) {
    int unit = it->kind == OPTION_TEXT ? game_find_unit(r->game, it->text) : -1;
    u->has_cause = it->kind == OPTION_RANGE;
    if (u->has_cause) u->cause = (vec2){it->number, it->high};
    if (unit >= 0) u->has_cause = state_middle(r, s, unit, &u->cause);
}

static void set_leader(const rules *r, unit_state *u, const event_item *it) {
    int leader = it->is_null ? -1 : game_find_figure(r->game, it->text);
    if (!it->is_null && leader < 0) return;
    u->leader_reported = true;
    u->leader = leader;
}

static void set_status(const rules *r, rules_state *s, const event_status *e) {
    if (e->unit < 0) return;
    unit_state *u = &s->units[e->unit];
    for (int i = 0; i < e->item_count; i++) {
        const event_item *it = &e->items[i];
        if (it->kind == OPTION_FLAG && !is(it->key, "leader") && !is(it->key, "rout_cause"))
            set_flag(s, u, it);
        else if (is(it->key, "movement_in") && it->kind == OPTION_NUMBER)
            u->rate_in = it->number > 0 ? it->number : 0;
        else if (is(it->key, "rout_cause"))
            set_cause(r, s, u, it);
        else if (is(it->key, "leader"))
            set_leader(r, u, it);
        else if (is(it->key, "formation") && it->kind == OPTION_TEXT)
            u->formation = formation_by_name(it->text);
    }
}

static void enter_dice(rules_state *s, const event_dice *e) {
    static const char *const names[DICE_COUNT] = {"morale", "discipline", "leadership", "rally"};
    for (int k = 0; k < DICE_COUNT && e->unit >= 0; k++) {
        if (!is(e->check, names[k])) continue;
        dice_entry *d = &s->units[e->unit].dice[k];
        int times = d->phase == s->phase_count ? d->times : 0;
        *d = (dice_entry){e->passed ? YES : NO, s->phase_count, s->turn, times + 1};
        if (k == DICE_RALLY && e->passed) rally(s, &s->units[e->unit]);
    }
}

static void enter_order(rules_state *s, const event_order *e) {
    if (e->unit < 0) return;
    unit_state *u = &s->units[e->unit];
    u->has_order = true;
    u->order_turn = s->turn;
    u->order_count = e->leg_count < STATE_MAX_LEGS ? e->leg_count : STATE_MAX_LEGS;
    memcpy(u->order, e->legs, (size_t)u->order_count * sizeof *u->order);
}

static void take_back(const rules *r, rules_state *s, const event_take_back *e) {
    if (e->unit < 0) return;
    unit_state *u = &s->units[e->unit];
    if (!u->can_undo) return;
    u->done = u->before_last;
    u->can_undo = false;
    const game_unit *roster = &r->game->units[e->unit];
    for (int i = roster->first_figure; i < roster->first_figure + roster->figure_count; i++)
        if (s->figures[i].on_table) s->figures[i].at = s->figures[i].before;
    extent_renew(r, s, e->unit);
    for (int i = 0; i < s->unit_count; i++)  // an enemy that only this move touched is free again
        if (r->game->units[i].side != roster->side) refresh_engagement(r, s, i);
}

// A judge has spoken: what stays on the table counts.
static void take_ruling(rules_state *s, const event_ruling *e) {
    for (int i = 0; i < s->unit_count; i++)
        if (s->units[i].done.contested == e->move) s->units[i].done.contested = 0;
}

static void apply_common(const rules *r, rules_state *s, const event *e) {
    switch (e->kind) {
        case EVENT_OBSERVE:
        case EVENT_PLACE:
            put_figures(r, s, e);
            break;
        case EVENT_PHASE:
            begin_phase(r, s, &e->phase);
            break;
        case EVENT_INITIATIVE:
            s->initiative = e->initiative.side;
            break;
        case EVENT_BEHAVIOUR:
            behaviour_set(r, s, e->behaviour.rule, e->behaviour.how);
            break;
        case EVENT_DECLARE:
            declare_apply(r, s, &e->declare);
            break;
        case EVENT_ORDER:
            enter_order(s, &e->order);
            break;
        case EVENT_DICE:
            enter_dice(s, &e->dice);
            break;
        case EVENT_STATUS:
            set_status(r, s, &e->status);
            break;
        case EVENT_REMOVE:
            remove_figures(r, s, &e->remove);
            break;
        case EVENT_TAKE_BACK:
            take_back(r, s, &e->take_back);
            break;
        case EVENT_RULING:
            take_ruling(s, &e->ruling);
            break;
        default:
            break;
    }
}

status rules_apply(const rules *r, rules_state *s, const event *e) {
    if (e->t_s > s->t_s) s->t_s = e->t_s;
    if (retract_is(e)) {
        retract_apply(r, s, &e->declare);
        return STATUS_OK;
    }
    apply_common(r, s, e);
    for (int i = 0; i < r->hook_count && e->kind != EVENT_PHASE; i++)
        if (r->hooks[i]->entered) r->hooks[i]->entered(r, s, e);
    return STATUS_OK;
}
