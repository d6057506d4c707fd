// Next state from an event.
#include <string.h>

#include "rules/contact.h"
#include "rules/gaps.h"

static bool is(const char *word, const char *wanted) { return strcmp(word, wanted) == 0; }

static pose with_sigma(const rules *r, pose p) {
    p.sigma_in = pose_sigma_in(&r->n, p);
    p.sigma_rad = pose_sigma_rad(&r->n, p);
    return p;
}

static void put_figures(const rules *r, rules_state *s, const event *e) {
    for (int i = 0; i < e->pose_count; i++) {
        figure_state *f = &s->figures[e->poses[i].figure];
        f->at = with_sigma(r, e->poses[i].pose);
        f->known = true;
        f->hidden = false;
        if (e->kind == EVENT_PLACE) f->on_table = true;
        if (e->kind == EVENT_OBSERVE && !f->on_table) f->on_table = true;  // seen again: what rule that breaks is for a check to say
    }
    if (e->kind != EVENT_OBSERVE) return;
    for (int i = 0; i < e->figure_count; i++) s->figures[e->figures[i]].hidden = true;
}

static void remove_figures(const rules *r, rules_state *s, const event *e) {
    for (int i = 0; i < e->figure_count; i++) {
        figure_state *f = &s->figures[e->figures[i]];
        if (f->on_table) s->units[r->game->figures[e->figures[i]].unit].losses++;
        f->on_table = f->hidden = false;
    }
}

// Contact at the start of the phase, figure by figure (geometry.md section 2).
static void freeze_contacts(const rules *r, rules_state *s) {
    for (int i = 0; i < s->figure_count; i++) {
        figure_state *f = &s->figures[i];
        f->start_gap_in = INFINITY;
        if (!figure_stands(f)) continue;
        nearest n = nearest_enemy(r, s, i, f->at, r->n.contact_doubt + 1e-9);
        f->start_gap_in = n.gap;
        f->start_sigma_in = n.sigma;
    }
}

static void refresh_engagement(const rules *r, rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    int enemy;
    bool touching = rules_contacts(r, s, unit, &enemy, 1) > 0;
    // Contact that nobody's move made in sight counts as older than the phase.
    if (touching && !u->now.touching) u->now = (engagement){true, false, -1};
    if (!touching) u->now = (engagement){false, false, 0};
}

static void begin_phase(const rules *r, rules_state *s, const event *e) {
    if (is(s->phase, "movement")) note_gaps(r, s);
    for (int i = 0; i < s->unit_count; i++) refresh_engagement(r, s, i);
    if (e->turn > 0) s->turn = e->turn;
    memcpy(s->phase, e->phase, sizeof s->phase);
    s->side = e->side;
    s->phase_entered = true;
    freeze_contacts(r, s);
    for (int i = 0; i < s->unit_count; i++) {
        unit_state *u = &s->units[i];
        u->spent_in = 0;
        u->moved = u->moved_into = u->can_undo = false;
        u->at_start = u->now;
        u->said = (declarations){.target = -1};
    }
}

static void declare(rules_state *s, const event *e) {
    if (e->unit < 0) return;
    declarations *d = &s->units[e->unit].said;
    if (is(e->action, "charge")) {
        d->charge = true;
        d->target = e->target;
    } else if (is(e->action, "forced-march"))
        d->forced_march = true;
    else if (is(e->action, "wrap-around"))
        d->wrap_around = true;
    else if (is(e->action, "fighting-withdrawal"))
        d->withdrawal = true;
    else if (is(e->action, "follow-up"))
        d->follow_up = true;
    else if (is(e->action, "flee"))
        d->flee = true;
    else if (is(e->action, "break-through"))
        d->break_through = true;
    else if (is(e->action, "change-formation"))
        d->formation = true;
    else if (is(e->action, "change-frontage"))
        d->frontage = true;
    else if (is(e->action, "left-face") || is(e->action, "right-face") || is(e->action, "about-face"))
        d->face = true;
    else if (is(e->action, "advance") || is(e->action, "halt"))
        d->plain = true;
}

static void set_status(rules_state *s, const event *e) {
    if (e->unit < 0) return;
    unit_state *u = &s->units[e->unit];
    for (int i = 0; i < e->item_count; i++) {
        const event_item *it = &e->items[i];
        if (is(it->key, "in_command") && it->kind == OPTION_FLAG) {
            u->in_command = it->is_null ? UNKNOWN : it->flag ? YES : NO;
        } else if (is(it->key, "routed") && it->kind == OPTION_FLAG)
            u->routed = it->flag;
        else if (is(it->key, "rallied") && it->kind == OPTION_FLAG && it->flag)
            u->routed = u->fleeing = false;
        else if (is(it->key, "fleeing") && it->kind == OPTION_FLAG)
            u->fleeing = it->flag;
        else if (is(it->key, "movement_in") && it->kind == OPTION_NUMBER)
            u->rate_in = it->number > 0 ? it->number : 0;
    }
}

static void take_back(const rules *r, rules_state *s, const event *e) {
    if (e->unit < 0) return;
    unit_state *u = &s->units[e->unit];
    if (!u->can_undo) return;
    u->spent_in = u->undo_spent_in;
    u->now = u->undo_now;
    u->moved = u->undo_moved;
    u->moved_into = u->undo_moved_into;
    u->exhausted = u->undo_exhausted;
    u->can_undo = false;
    const game_unit *roster = &r->game->units[e->unit];
    for (int i = roster->first_figure; i < roster->first_figure + roster->figure_count; i++)
        if (s->figures[i].on_table) s->figures[i].at = s->figures[i].before;
}

status rules_apply(const rules *r, rules_state *s, const event *e) {
    switch (e->kind) {
        case EVENT_OBSERVE:
        case EVENT_PLACE:
            put_figures(r, s, e);
            break;
        case EVENT_PHASE:
            begin_phase(r, s, e);
            break;
        case EVENT_INITIATIVE:
            s->initiative = e->side;
            break;
        case EVENT_DECLARE:
            declare(s, e);
            break;
        case EVENT_STATUS:
            set_status(s, e);
            break;
        case EVENT_REMOVE:
            remove_figures(r, s, e);
            break;
        case EVENT_TAKE_BACK:
            take_back(r, s, e);
            break;
        default:
            break;
    }
    return STATUS_OK;
}
