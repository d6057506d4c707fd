// Routs entered, forced, forgotten: what no move shows (Battlesystem 7.15).
#include <stdio.h>
#include <string.h>

#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/charge_memory.h"
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/books/battlesystem/escape.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/books/battlesystem/rout_hooks.h"
#include "rules/case/words.h"

static words name_of(const act_case *a) { return words_unit(a->g, a->unit_index); }

static bool stands(const act_case *a) {
    for (int i = a->unit->first_figure; i < a->unit->first_figure + a->unit->figure_count; i++)
        if (figure_stands(&a->s->figures[i])) return true;
    return false;
}

static bool is_dice(const act_case *a, const char *check) {
    const event_dice *dice = event_as_dice(a->e);
    return dice && dice->unit == a->unit_index && strcmp(dice->check, check) == 0;
}

static bool sets(const act_case *a, const char *key) {
    const event_status *reported = event_as_status(a->e);
    if (!reported || reported->unit != a->unit_index) return false;
    for (int i = 0; i < reported->item_count; i++) {
        const event_item *it = &reported->items[i];
        if (strcmp(it->key, key) == 0 && !it->is_null && (it->kind != OPTION_FLAG || it->flag)) return true;
    }
    return false;
}

static bool fails_morale(const act_case *a) {
    return is_dice(a, "morale") && !event_as_dice(a->e)->passed && !a->mine->routed && rout_checks_morale(a->r, a->unit_index) &&
           !charge_awaits_check(a->s, a->unit_index);
}

static bool begins_to_rout(const act_case *a) {
    bool fails = fails_morale(a) && rout_breaks(a->r, a->s, a->unit_index);
    return fails || (sets(a, "routed") && !a->mine->routed);
}

// Closed units and mobs are not spoken of: people say what they do (BS1-7.15-1).
void act_failed_in_closed_ranks(const act_case *a, rule_measure *m) {
    m->applies = fails_morale(a) && !rout_breaks(a->r, a->s, a->unit_index);
    if (!m->applies) return;
    m->fact = m->ask = true;
    m->chance = 1;
    measure_says(m, "%s failed its Morale Check in %s formation: does it rout? Open and skirmishing units do", name_of(a).text,
                 formation_name(rout_formation(a->r, a->s, a->unit_index)));
}

bool due_rout_marker(const act_case *a, char *says) {
    const rout_entered *k = rout_entered_of(a->mine);
    if (!a->mine->routed || k->marked || !stands(a) || a->s->t_s - k->failed_t_s < MARKER_S) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s failed its Morale Check and routs: put a rout marker on it", name_of(a).text);
    return true;
}

static bool has_run(const act_case *a) {
    const rout_done *d = rout_done_of(a->mine);
    return d->rout == rout_entered_of(a->mine)->number && d->runs > 0;
}

bool due_first_run(const act_case *a, char *says) {
    if (!a->mine->routed || has_run(a) || !stands(a) || rout_entered_of(a->mine)->escape == ESCAPE_NONE ||
        rout_entered_of(a->mine)->phase != a->s->phase_count)
        return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s breaks: it runs %.20s at once, away from what made it break", name_of(a).text,
             a->rate > 0 ? words_inches(a->rate * battlesystem_tuning_of(a->n)->rout_factor).text : "its rout move");
    return true;
}

bool due_rout_cause(const act_case *a, char *says) {
    vec2 cause;
    bool assumed;
    if (!a->mine->routed || has_run(a) || !stands(a) || rout_cause(a->r, a->s, a->unit_index, &cause, &assumed)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "From what does %.70s flee? No enemy is near and nobody said", name_of(a).text);
    return true;
}

static bool owes_check(const act_case *a, char *says, bool skirmishers) {
    int by = skirmishers == (a->unit->type == UNIT_SKIRMISH) ? rout_check_owed(a->r, a->s, a->unit_index) : -1;
    if (by < 0 || !stands(a)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s ran %s %.70s, which must take a Morale Check at once", words_unit(a->g, by).text,
             skirmishers ? "through" : "into", name_of(a).text);
    return true;
}

bool due_check_of_friend(const act_case *a, char *says) { return owes_check(a, says, false); }

bool due_check_of_skirmishers(const act_case *a, char *says) { return owes_check(a, says, true); }

// It stopped before a friendly unit and went no farther after that unit had made its check (BS1-7.15-8).
void act_not_broken_round(const act_case *a, rule_measure *m) {
    const rout_done *d = rout_done_of(a->mine);
    bool stopped = has_run(a) && d->run_phase == a->s->phase_count && d->has_halt && d->run_short && !d->halt_reported;
    m->applies = !a->e && a->mine->routed && stopped && state_dice(a->s, d->halt, DICE_MORALE) != UNKNOWN;
    if (!m->applies) return;
    bool fled = a->s->units[d->halt].routed;
    m->fact = true;
    m->chance = 1;
    measure_says(m, "%s stopped before %s after %s and went no farther: %s", name_of(a).text, words_unit(a->g, d->halt).text,
                 words_inches(d->run_in).text,
                 fled ? "that unit runs ahead, and it runs on" : "it breaks round a friend that stands, re-forms and runs on");
}

void act_rally_unknown(const act_case *a, rule_measure *m) {
    m->applies = !a->e && rally_is_due(a->r, a->s, a->unit_index) && stands(a);
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    measure_says(m, "Nobody said whether %s rallied, failed, or was not tried: it counts as routing still", name_of(a).text);
}

static bool declares_rally(const act_case *a) { return event_declares(a->e, a->unit_index, "rally"); }

// An attempt is announced, or its dice are entered, or both.
void act_second_rally(const act_case *a, rule_measure *m) {
    const dice_entry *dice = &a->mine->dice[DICE_RALLY];
    int announced = rout_entered_of(a->mine)->rally_phase == a->s->phase_count ? rout_entered_of(a->mine)->rallies : 0;
    int thrown = dice->times > 0 && dice->phase == a->s->phase_count ? dice->times : 0, limit = battlesystem_tuning_of(a->n)->rally_attempts;
    bool again = declares_rally(a) && (announced >= limit || thrown > announced || (thrown >= limit && thrown >= announced));
    bool thrown_again = is_dice(a, "rally") && thrown >= limit && thrown >= announced;
    m->applies = again || thrown_again;
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    measure_says(m, "A further attempt to rally %s in one phase: there may be %d, however many commanders are near", name_of(a).text, limit);
}

// A routing unit that did not move in its movement phase (BS1-7.15-20).
void act_rout_stopped(const act_case *a, rule_measure *m) {
    const rout_entered *k = rout_entered_of(a->mine);
    bool phase = !a->e && a->s->phase_entered && state_may_move(a->r, a->s, a->unit->side);
    bool ran = has_run(a) && rout_done_of(a->mine)->run_phase == a->s->phase_count;
    m->applies = phase && a->mine->routed && !ran && stands(a) && k->escape == ESCAPE_FREE && !rout_done_of(a->mine)->gone;
    if (!m->applies) return;
    m->fact = true;
    m->ask = k->rally_open;
    m->chance = 1;
    if (m->ask)
        measure_says(m, "Has %s rallied? It routed, and did not run in its movement phase", name_of(a).text);
    else
        measure_says(m, "%s is routing and stood still in its movement phase: a rout ends only when the unit rallies or leaves the board",
                     name_of(a).text);
}

bool due_removal(const act_case *a, char *says) {
    if (!rout_done_of(a->mine)->gone || !stands(a)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s routed off the table and is removed from play", name_of(a).text);
    return true;
}

static bool shows_unit(const act_case *a) {
    event_pose_list poses = event_poses(a->e);
    for (int i = 0; i < poses.count; i++) {
        const event_pose *p = &poses.at[i];
        vec2 at = p->pose.at;
        bool inside = at.x > 0 && at.y > 0 && at.x < a->g->width_in && at.y < a->g->depth_in;
        if (a->g->figures[p->figure].unit == a->unit_index && inside) return true;
    }
    return false;
}

void act_returned(const act_case *a, rule_measure *m) {
    m->applies = a->e && rout_done_of(a->mine)->gone && shows_unit(a);
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    measure_says(m, "%s is out of play since it routed, and stands on the table again: it may not come back", name_of(a).text);
}

bool due_destruction(const act_case *a, char *says) {
    if (!a->mine->routed || rout_entered_of(a->mine)->escape != ESCAPE_NONE || !stands(a)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s would rout and is surrounded, %.40s, and %.20s is what lets a figure escape: it is %s",
             name_of(a).text, words_widest_gap(rout_entered_of(a->mine)->widest_in).text, words_inches(battlesystem_tuning_of(a->n)->escape_gap).text,
             battlesystem_tuning_of(a->n)->capture ? "destroyed or captured" : "destroyed and removed");
    return true;
}

void act_perhaps_surrounded(const act_case *a, rule_measure *m) {
    if (!begins_to_rout(a)) return;
    escape e = find_escape(a->r, a->s, a->unit_index);
    m->applies = e.kind == ESCAPE_DOUBTFUL;
    if (!m->applies) return;
    m->fact = m->ask = true;
    m->chance = 1;
    measure_says(m, "Is there a gap of %s for %s to escape? The widest is about %s: measure it, else the unit is destroyed",
                 words_inches(battlesystem_tuning_of(a->n)->escape_gap).text, name_of(a).text, words_inches(e.widest_in).text);
}

static double entered_guards(const act_case *a) {
    event_item_list items = event_items(a->e);
    for (int i = 0; i < items.count; i++)
        if (strcmp(items.at[i].key, "guards") == 0 && items.at[i].kind == OPTION_NUMBER) return items.at[i].number;
    return -1;
}

static int standing(const act_case *a) {
    int n = 0;
    for (int i = a->unit->first_figure; i < a->unit->first_figure + a->unit->figure_count; i++) n += a->s->figures[i].on_table;
    return n;
}

// Prisoners and their guards, where the campaign takes any (BS1-7.15-15).
void act_guards(const act_case *a, rule_measure *m) {
    bool takes = sets(a, "captured") || (rout_entered_of(a->mine)->captured && sets(a, "guards"));
    if (!battlesystem_tuning_of(a->n)->capture || !takes) return;
    double guards = entered_guards(a), prisoners = standing(a), needed = ceil(prisoners / battlesystem_tuning_of(a->n)->prisoners_per_guard - 1e-9);
    m->fact = true;
    m->ask = guards < 0;
    m->chance = 1;
    m->applies = guards < needed;
    if (m->ask)
        measure_says(m, "How many guards are named for the %.0f prisoners of %s? They take %.0f", prisoners, name_of(a).text, needed);
    else
        measure_says(m, "%.0f guards for the %.0f prisoners of %s, who take %.0f: %s", guards, prisoners, name_of(a).text, needed,
                     guards > 0 ? "those without a guard escape and count as routed" : "they escape and count as routed");
}
