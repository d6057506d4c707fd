// What is remembered of routs: when a unit broke, how far it ran, which units it ran into, how its rally went (BS1-7.15).
#include <string.h>

#include "core/sort.h"
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/charge_memory.h"
#include "rules/books/battlesystem/escape.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/books/battlesystem/rout_hooks.h"

static bool is(const char *word, const char *wanted) { return strcmp(word, wanted) == 0; }

// Gap to the nearest comrade that half of the unit's figures have at most; INFINITY for a lone figure.
static double middle_gap(const rules *r, const rules_state *s, const game_unit *u) {
    double gaps[64];
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count && n < 64; i++) {
        if (!figure_stands(&s->figures[i])) continue;
        gaps[n] = INFINITY;
        for (int j = u->first_figure; j < u->first_figure + u->figure_count; j++)
            if (j != i && figure_stands(&s->figures[j]))
                gaps[n] = fmin(gaps[n], base_gap(r->game->figures[i].base, s->figures[i].at, r->game->figures[j].base, s->figures[j].at));
        n++;
    }
    sort_numbers(gaps, n);
    return n ? gaps[(n - 1) / 2] : INFINITY;
}

formation_kind rout_formation(const rules *r, const rules_state *s, int unit) {
    const game_unit *u = &r->game->units[unit];
    const unit_state *k = &s->units[unit];
    if (u->type == UNIT_SKIRMISH) return FORMATION_SKIRMISH;
    if (u->type == UNIT_MOB) return FORMATION_MOB;
    if (u->type != UNIT_REGULAR) return FORMATION_UNKNOWN;
    if (rout_done_of(k)->wrapped && (rout_entered_of(k)->opened || battlesystem_tuning_of(&r->n)->wrapped_opens)) return FORMATION_OPEN;
    if (k->formation != FORMATION_UNKNOWN) return k->formation;
    if (r->n.auto_open && k->in_command == NO) return FORMATION_OPEN;
    return middle_gap(r, s, u) <= (r->n.closed_max + r->n.open_low) / 2 ? FORMATION_CLOSED : FORMATION_OPEN;
}

bool rout_checks_morale(const rules *r, int unit) { return !game_unit_has_trait(&r->game->units[unit], "never-checks-morale"); }

bool rout_breaks(const rules *r, const rules_state *s, int unit) {
    if (!rout_checks_morale(r, unit)) return false;
    formation_kind k = rout_formation(r, s, unit);
    return battlesystem_tuning_of(&r->n)->all_formations_rout || k == FORMATION_OPEN || k == FORMATION_SKIRMISH;
}

static void look_for_escape(const rules *r, rules_state *s, int unit) {
    escape e = find_escape(r, s, unit);
    rout_entered_edit(&s->units[unit])->escape = e.kind;
    rout_entered_edit(&s->units[unit])->widest_in = e.widest_in;
}

static void begin_rout(const rules *r, rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    rout_entered_edit(u)->routing = true;
    rout_entered_edit(u)->number++;
    rout_entered_edit(u)->phase = s->phase_count;
    rout_entered_edit(u)->rally_open = rout_entered_edit(u)->captured = false;
    look_for_escape(r, s, unit);
}

static void end_rout(unit_state *u) {
    rout_entered_edit(u)->routing = rout_entered_edit(u)->rally_open = false;
    rout_entered_edit(u)->escape = ESCAPE_FREE;
    u->has_cause = false;
}

static void enter_check(const rules *r, rules_state *s, const event *e) {
    const event_dice *dice = &e->dice;
    unit_state *u = &s->units[dice->unit];
    if (is(dice->check, "rally")) rout_entered_edit(u)->rally_open = false;
    int by = rout_forced_by(s, dice->unit);
    if (!is(dice->check, "morale") || dice->passed || u->routed || charge_awaits_check(s, dice->unit) || !rout_breaks(r, s, dice->unit)) return;
    u->routed = true;
    if (by >= 0 && !u->has_cause) u->has_cause = s->units[by].has_cause, u->cause = s->units[by].cause;  // it flees from what they flee from
    rout_entered_edit(u)->marked = false;
    rout_entered_edit(u)->failed_t_s = e->t_s;
}

static void enter_capture(const rules *r, rules_state *s, const event_status *e) {
    unit_state *u = &s->units[e->unit];
    const game_unit *roster = &r->game->units[e->unit];
    for (int i = 0; i < e->item_count; i++) {
        const event_item *it = &e->items[i];
        if (is(it->key, "guards") && it->kind == OPTION_NUMBER) rout_entered_edit(u)->guards = (int)it->number;
        if (!is(it->key, "captured") || it->kind != OPTION_FLAG || !battlesystem_tuning_of(&r->n)->capture) continue;
        rout_entered_edit(u)->captured = it->flag;
        rout_entered_edit(u)->prisoners = 0;
        for (int f = roster->first_figure; f < roster->first_figure + roster->figure_count; f++)
            rout_entered_edit(u)->prisoners += s->figures[f].on_table;
    }
    // Without guards enough they escape and count as routed.
    if (rout_entered_of(u)->captured &&
        rout_entered_of(u)->guards * battlesystem_tuning_of(&r->n)->prisoners_per_guard >= rout_entered_of(u)->prisoners)
        u->routed = false;
}

static void enter_status(const rules *r, rules_state *s, const event_status *e) {
    unit_state *u = &s->units[e->unit];
    for (int i = 0; i < e->item_count; i++) {
        if (is(e->items[i].key, "routed") && e->items[i].flag)
            rout_entered_edit(u)->marked = true, rout_entered_edit(u)->reported_phase = s->phase_count;
        if (is(e->items[i].key, "routed") || is(e->items[i].key, "rallied")) rout_entered_edit(u)->rally_open = false;
    }
    enter_capture(r, s, e);
}

static void enter_rally(rules_state *s, const event_declare *e) {
    rout_entered *k = rout_entered_edit(&s->units[e->unit]);
    if (k->rally_phase != s->phase_count) k->rallies = 0;
    k->rally_phase = s->phase_count;
    k->rallies++;
}

// A routing unit of which nothing is left on the table has left it, or was destroyed.
static void note_removed(const rules *r, rules_state *s, const event_remove *e) {
    for (int i = 0; i < e->figure_count; i++) {
        int unit = r->game->figures[e->figures[i]].unit, left = 0;
        const game_unit *u = &r->game->units[unit];
        for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) left += s->figures[f].on_table;
        rout_done *d = rout_done_edit(&s->units[unit]);
        if (!s->units[unit].routed || left > 0) continue;
        d->gone = true;
        d->rout = rout_entered_of(&s->units[unit])->number;
    }
}

// Where figures that had no place come onto the table.
static void note_entry(const rules *r, rules_state *s, event_pose_list poses) {
    for (int i = 0; i < poses.count; i++) {
        rout_entered *k = rout_entered_edit(&s->units[r->game->figures[poses.at[i].figure].unit]);
        if (r->game->figures[poses.at[i].figure].has_start || k->has_entry) continue;
        k->has_entry = true;
        k->entry = poses.at[i].pose.at;
    }
}

static void sync(const rules *r, rules_state *s, int unit) {
    unit_state *u = &s->units[unit];
    if (u->routed && !rout_entered_of(u)->routing) begin_rout(r, s, unit);
    if (!u->routed && rout_entered_of(u)->routing) end_rout(u);
}

void rout_memory_entered(const rules *r, rules_state *s, const event *e) {
    int unit = event_unit(e);
    if (e->kind == EVENT_REMOVE) note_removed(r, s, &e->remove);
    note_entry(r, s, event_poses(e));
    if (unit < 0) return;
    if (e->kind == EVENT_DICE) enter_check(r, s, e);
    if (e->kind == EVENT_STATUS) enter_status(r, s, &e->status);
    if (event_declares(e, unit, "rally")) enter_rally(s, &e->declare);
    sync(r, s, unit);
}

void rout_memory_phase_begins(const rules *r, rules_state *s) {
    for (int u = 0; u < s->unit_count; u++)
        if (s->units[u].routed) look_for_escape(r, s, u);
}

bool rally_is_due(const rules *r, const rules_state *s, int unit) {
    const unit_state *u = &s->units[unit];
    bool phase = s->phase_entered && is(s->phase, "rally") && (s->side < 0 || s->side == r->game->units[unit].side);
    bool reported =
        state_dice(s, unit, DICE_RALLY) != UNKNOWN || u->rallied_phase == s->phase_count || rout_entered_of(u)->reported_phase == s->phase_count;
    return phase && u->routed && !reported && !rout_done_of(u)->gone;
}

void rout_memory_phase_ends(const rules *r, rules_state *s) {
    for (int u = 0; u < s->unit_count; u++)
        if (rally_is_due(r, s, u)) rout_entered_edit(&s->units[u])->rally_open = true;
}

static void book_hits(rules_state *s, const run_facts *k, rout_done *d) {
    d->hit_count = k->hit_count;
    d->hit_phase = s->phase_count;
    for (int i = 0; i < k->hit_count; i++) {
        const dice_entry *morale = &s->units[k->hit[i]].dice[DICE_MORALE];
        d->hit[i] = k->hit[i];
        rout_entered_edit(&s->units[k->hit[i]])->run_into = true;
        d->hit_times[i] = morale->phase == s->phase_count ? morale->times : 0;
    }
}

static void book_run(rules_state *s, const rule_case *c, rout_done *d) {
    const run_facts *k = &rout_case_of(c)->run;
    int number = rout_entered_of(c->mine)->number;
    if (d->rout != number) d->runs = 0;
    if (d->runs == 0 || d->run_phase != s->phase_count || !s->phase_entered) d->runs++;
    d->rout = number;
    d->run_phase = s->phase_count;
    d->first_run = k->first;
    d->run_in = k->middle_in;
    d->run_short = k->middle_in < c->rate - battlesystem_tuning_of(c->n)->rout_distance_tol && !k->left_table;
    d->has_halt = k->halted_by >= 0;
    d->halt = k->halted_by;
    d->halt_reported = d->has_halt && state_dice(s, d->halt, DICE_MORALE) == YES;
    d->gone |= k->left_table;
    if (k->has_course) d->course_rad = k->course_rad;
    book_hits(s, k, d);
}

void rout_memory_booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    if (v->maneuver_count == 1 && v->maneuvers[0].kind == MANEUVER_FORMATION_CHANGE) return;
    facts f;
    if (!s->units[m->unit].routed || facts_init(&f, r, s, m) != STATUS_OK) return;
    if (rout_case_of(&f.c)->run.running) book_run(s, &f.c, rout_done_edit(&s->units[m->unit]));
    facts_finish(&f);
}

static bool ran_into(const rules_state *s, int router, int unit, int *times) {
    const rout_done *d = rout_done_of(&s->units[router]);
    for (int i = 0; i < d->hit_count; i++)
        if (d->hit[i] == unit && d->rout == rout_entered_of(&s->units[router])->number) {
            *times = d->hit_times[i];
            return true;
        }
    return false;
}

int rout_forced_by(const rules_state *s, int unit) {
    int times;
    for (int u = 0; u < s->unit_count && rout_entered_of(&s->units[unit])->run_into; u++)
        if (u != unit && s->units[u].routed && ran_into(s, u, unit, &times)) return u;
    return -1;
}

int rout_check_owed(const rules *r, const rules_state *s, int unit) {
    if (!rout_entered_of(&s->units[unit])->run_into || !rout_checks_morale(r, unit)) return -1;
    const dice_entry *morale = &s->units[unit].dice[DICE_MORALE];
    int times;
    for (int u = 0; u < s->unit_count; u++) {
        if (u == unit || s->units[unit].routed || state_is_contested(&s->units[u]) || !ran_into(s, u, unit, &times)) continue;
        int phase = rout_done_of(&s->units[u])->hit_phase;
        bool made = morale->times > 0 && (morale->phase > phase || (morale->phase == phase && morale->times > times));
        if (!made) return u;
    }
    return -1;
}
