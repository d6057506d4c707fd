// Charges announced, given up or failed, and the checks that they and forced marches call for: what no move shows.
#include <stdio.h>
#include <string.h>

#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/checks.h"
#include "rules/books/battlesystem/checks_charge.h"
#include "rules/case/words.h"

static bool announces_charge(const act_case *a) { return event_declares(a->e, a->unit_index, "charge"); }

// The unit's own movement phase ends.
static bool own_phase_ends(const act_case *a) { return !a->e && a->s->phase_entered && state_may_move(a->r, a->s, a->unit->side); }

static void is_fact(rule_measure *m) {
    m->applies = m->fact = true;
    m->chance = 1;
}

static bool gave_up_charge(const act_case *a) {
    const unit_state *u = a->mine;
    return own_phase_ends(a) && battlesystem_tuning_of(a->n)->charge_must_move && u->reported.charge && u->reported.target >= 0 && !u->done.moved &&
           !u->routed && !u->fleeing && !u->reported.flee;
}

// Out of reach, and no step nearer (BS1-7.7-7).
void act_charge_given_up(const act_case *a, rule_measure *m) {
    if (!gave_up_charge(a)) return;
    int target = a->mine->reported.target;
    double gap = units_gap(a->r, a->s, a->unit_index, target, FARTHEST_IN),
           reach = a->rate * (battlesystem_tuning_of(a->n)->failed_charge_full ? a->n->charge_factor : 1);
    m->applies = a->rate > 0 && isfinite(gap) && gap > a->rate * a->n->charge_factor + a->n->player_tolerance;
    if (!m->applies) return;
    m->measured = m->kindest = gap;
    m->limit = gap - reach;
    m->tolerance = a->n->player_tolerance;
    m->sigma = a->n->sigma_pos * sqrt(2);
    m->unit = "in";
    measure_says(m, "%s announced a charge at %s, out of reach, and stood still %s from it; it must come as near as %s",
                 words_unit(a->g, a->unit_index).text, words_unit(a->g, target).text, words_inches(gap).text, words_inches(m->limit).text);
}

// A charge announced at an enemy that it cannot reach (BS1-7.14-1): advice, as nobody may measure before announcing it (BS1-7.7-4).
void act_charge_reach(const act_case *a, rule_measure *m) {
    const event_declare *reported = event_as_declare(a->e);
    if (!announces_charge(a) || reported->target < 0 || !charge_type(a->unit->type) || a->rate <= 0) return;
    nearest n = units_nearest(a->r, a->s, a->unit_index, reported->target, FARTHEST_IN);
    m->applies = n.enemy >= 0;
    m->measured = m->kindest = n.gap;
    m->limit = charge_range(a->r, a->s, a->unit_index);
    m->tolerance = a->n->player_tolerance;
    m->sigma = hypot(n.sigma, a->n->scale_error * n.gap);
    m->unit = "in";
    measure_says(m, "%s announced a charge at %s, %s away; its charge reaches %s, so it may only move up as near as its rate takes it",
                 words_unit(a->g, a->unit_index).text, words_unit(a->g, reported->target).text, words_inches(n.gap).text,
                 words_inches(m->limit).text);
}

// Skirmish units and individuals may not charge (BS1-7.14-4).
void act_charge_type(const act_case *a, rule_measure *m) {
    if (!announces_charge(a) || charge_type(a->unit->type)) return;
    is_fact(m);
    measure_says(m, "%s announced a charge; %s may not charge", words_unit(a->g, a->unit_index).text,
                 a->unit->type == UNIT_SKIRMISH ? "a skirmish unit" : "an individual");
}

static bool undisciplined(const act_case *a) { return charge_undisciplined(a->s, a->unit_index); }

// Nor may a regular unit that is out of command (BS1-7.14-12), unless its own indiscipline carries it off.
void act_charge_command(const act_case *a, rule_measure *m) {
    if (!announces_charge(a) || a->unit->type != UNIT_REGULAR || a->mine->in_command != NO || undisciplined(a)) return;
    is_fact(m);
    measure_says(m, "%s announced a charge, but it is out of command and may not charge", words_unit(a->g, a->unit_index).text);
}

// What it did in this phase; NULL: nothing that demands anything yet.
static const charge_done *done_now(const act_case *a) {
    const charge_done *d = charge_done_of(a->mine);
    return d->phase == a->s->phase_count && !state_is_contested(a->mine) ? d : NULL;
}

// Chaotic or dull, closed, and charging: announced and not moved yet, or made (BS1-7.14-10).
static bool needs_discipline(const act_case *a) {
    const charge_done *d = done_now(a);
    if (!charge_wild(a->unit) || a->unit->type != UNIT_REGULAR || state_dice(a->s, a->unit_index, DICE_DISCIPLINE) != UNKNOWN) return false;
    return (d && d->charged && d->charged_closed) || (a->mine->reported.charge && !a->mine->done.moved && stands_closed(a->r, a->s, a->unit_index));
}

bool due_discipline(const act_case *a, char *says) {
    if (!needs_discipline(a)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s charges in closed formation and is chaotic or of low intelligence: a Discipline Check is due",
             a->unit->name);
    return true;
}

void act_discipline_undone(const act_case *a, rule_measure *m) {
    const charge_done *d = done_now(a);
    if (!own_phase_ends(a) || !needs_discipline(a) || !d || !d->charged) return;
    is_fact(m);
    measure_says(m, "%s charged in closed formation; being chaotic or of low intelligence it has to take a Discipline Check, and none was entered",
                 words_unit(a->g, a->unit_index).text);
}

static bool must_open_undisciplined(const act_case *a) {
    const charge_done *d = done_now(a);
    return undisciplined(a) && d && d->charged && !d->opened;
}

bool due_undisciplined_opening(const act_case *a, char *says) {
    if (!must_open_undisciplined(a)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s failed its Discipline Check: it breaks into open formation, at no cost", a->unit->name);
    return true;
}

void act_undisciplined_closed(const act_case *a, rule_measure *m) {
    if (!own_phase_ends(a) || !must_open_undisciplined(a)) return;
    is_fact(m);
    measure_says(m, "%s failed its Discipline Check and still stands closed: it breaks into open formation, at no cost",
                 words_unit(a->g, a->unit_index).text);
}

static bool must_open_failed(const act_case *a) {
    const charge_done *d = done_now(a);
    return d && d->failed && d->charged_closed && !d->opened;
}

bool due_failed_opening(const act_case *a, char *says) {
    if (!must_open_failed(a)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s charged and touches no enemy: it breaks into open formation, at no cost%s", a->unit->name,
             charge_done_of(a->mine)->failed_proposed ? ", if the judge so decides" : "");
    return true;
}

void act_failed_closed(const act_case *a, rule_measure *m) {
    if (!own_phase_ends(a) || !must_open_failed(a)) return;
    is_fact(m);
    measure_says(m, "The charge of %s touched no enemy, and it still stands closed: it breaks into open formation, at no cost%s",
                 words_unit(a->g, a->unit_index).text, charge_done_of(a->mine)->failed_proposed ? ", if the judge so decides" : "");
}

// It broke through, met a second enemy, and touches no enemy when the melee is over (BS1-7.14-14).
void act_break_through_alone(const act_case *a, rule_measure *m) {
    const charge_done *d = charge_done_of(a->mine);
    bool melee_ends = !a->e && a->s->phase_entered && strcmp(a->s->phase, "melee") == 0;
    if (!melee_ends || !d->broke_through || d->failed || d->turn != a->s->turn) return;
    if (nearest_to_unit(a->r, a->s, a->unit_index, a->n->contact_doubt).enemy >= 0) return;
    is_fact(m);
    measure_says(m, "%s broke through and ends the melee in contact with nobody: it suffers as for a failed charge",
                 words_unit(a->g, a->unit_index).text);
}

static bool never_checks(const act_case *a) { return game_unit_has_trait(a->unit, "never-checks-morale"); }

static bool owes_march_check(const act_case *a, bool undead) {
    const charge_done *d = done_now(a);
    return d && d->marched && !d->checked && a->unit->type != UNIT_INDIVIDUAL && never_checks(a) == undead;
}

static bool say_march_check(const act_case *a, bool undead, char *says) {
    if (!owes_march_check(a, undead)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s made a forced march%s: a Morale Check is due%s", a->unit->name,
             charge_done_of(a->mine)->march_declared ? "" : ", if its move was one", undead ? ", though it checks morale for nothing else" : "");
    return true;
}

bool due_march_check(const act_case *a, char *says) { return say_march_check(a, false, says); }
bool due_march_check_undead(const act_case *a, char *says) { return say_march_check(a, true, says); }

static void leave_march_unchecked(const act_case *a, bool undead, rule_measure *m) {
    if (!own_phase_ends(a) || !owes_march_check(a, undead)) return;
    is_fact(m);
    measure_says(m, "%s made a forced march%s and no Morale Check was entered for it", words_unit(a->g, a->unit_index).text,
                 charge_done_of(a->mine)->march_declared ? "" : ", if its move was one,");
}

void act_march_unchecked(const act_case *a, rule_measure *m) { leave_march_unchecked(a, false, m); }
void act_march_unchecked_undead(const act_case *a, rule_measure *m) { leave_march_unchecked(a, true, m); }
