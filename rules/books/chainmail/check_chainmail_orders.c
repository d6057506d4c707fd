// Chainmail: written orders, and the check for contact between the half-moves (CM-SIM-1, CM-SIM-2, CM-SIM-4; CM-FF-7 is announced here too).
#include <stdio.h>

#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/chainmail_change.h"
#include "rules/books/chainmail/chainmail_limits.h"
#include "rules/books/chainmail/chainmail_orders.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/case/words.h"

static bool stands(const act_case *a) {
    for (int i = a->unit->first_figure; i < a->unit->first_figure + a->unit->figure_count; i++)
        if (figure_stands(&a->s->figures[i])) return true;
    return false;
}

static bool told_what_to_do(const rules_state *s, const unit_state *u) {
    return chainmail_ordered(s, u) || chainmail_entered_of(u)->cic || chainmail_entered_of(u)->charge ||
           chainmail_entered_of(u)->change > chainmail_done_of(u)->completed;
}

// While orders are being written none is missing yet.
bool chainmail_due_order(const act_case *a, char *says) {
    if (!chainmail_in_phase(a->s, "first-half") || !stands(a) || told_what_to_do(a->s, a->mine) || a->mine->routed || a->mine->fleeing) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%s has no written order for this turn", words_unit(a->g, a->unit_index).text);
    return true;
}

void chainmail_check_order_missing(const rule_case *c, rule_measure *m) {
    m->applies =
        c->s->phase_entered && !told_what_to_do(c->s, c->mine) && !chainmail_done_of(c->mine)->changed && !c->excused && c->how.shape != SHAPE_STILL;
    m->fact = true;
    m->chance = 1;
    if (m->applies) measure_says(m, "%s was moved without a written order", words_unit(c->g, c->unit_index).text);
}

// Following the order -----------------------------------------------------------------------------------------------------------------------

typedef enum { OFF_DIRECTION, OFF_FACING, OFF_DISTANCE } departure_kind;

// How far a unit is off its order in one respect.
typedef struct {
    departure_kind kind;
    double off, tolerance, sigma;
    bool only_asked;  // something that no camera sees may excuse it
} departure;

// In tolerances, surely; what can only be asked about counts less than a breach.
static double worth(const tuning *n, departure d) {
    double by = (d.off - n->k_illegal * d.sigma) / fmax(d.tolerance, 1e-6);
    return d.only_asked ? fmin(by, 0.99 * chainmail_tuning_of(n)->breach) : by;
}

// Troops that failed their morale check this turn are not bound by their orders.
static bool failed_morale(const rules_state *s, const unit_state *u) {
    const dice_entry *morale = &u->dice[DICE_MORALE];
    return morale->times > 0 && morale->turn == s->turn && morale->passed == NO;
}

// The order's legs may be gone in part: off is the angle to the nearest of the places that it leads through.
static departure direction_off(const tuning *n, const unit_state *u, vec2 went, double sigma_in) {
    departure d = {.kind = OFF_DIRECTION, .tolerance = chainmail_tuning_of(n)->direction * DEG_PER_RAD};
    double all = chainmail_ordered_in(u), way = vec2_length(went), least = INFINITY;
    for (int i = 1; i <= ORDER_PLACES; i++) {
        vec2 at = chainmail_ordered_way(u, all * i / ORDER_PLACES);
        if (vec2_length(at) > 1e-6) least = fmin(least, fabs(angle_difference(atan2(went.y, went.x), atan2(at.y, at.x))));
    }
    if (way < WAY_FROM || !isfinite(least) || all <= 0) return d;
    d.off = least * DEG_PER_RAD;
    d.sigma = sqrt(2.0 / 3) * sigma_in / way * DEG_PER_RAD;
    return d;
}

// Farther from where it began than any place of the order.
static departure overrun(const tuning *n, const unit_state *u, vec2 went, double sigma) {
    double all = chainmail_ordered_in(u), farthest = 0;
    for (int i = 1; i <= ORDER_PLACES; i++) farthest = fmax(farthest, vec2_length(chainmail_ordered_way(u, all * i / ORDER_PLACES)));
    return (departure){OFF_DISTANCE, fmax(vec2_length(went) - farthest, 0), chainmail_tuning_of(n)->distance, sigma, false};
}

static departure shortfall(const tuning *n, const unit_state *u, vec2 went, double sigma) {
    double ordered = vec2_length(chainmail_ordered_way(u, chainmail_ordered_in(u)));
    return (departure){OFF_DISTANCE, fmax(ordered - vec2_length(went), 0), chainmail_tuning_of(n)->distance, sigma, true};
}

static departure facing_off(const tuning *n, const unit_state *u, double facing, double sigma) {
    departure d = {OFF_FACING, 0, chainmail_tuning_of(n)->facing * DEG_PER_RAD, sigma * DEG_PER_RAD, false};
    if (u->order_count > 0) d.off = fabs(angle_difference(facing, u->order[u->order_count - 1].facing_rad)) * DEG_PER_RAD;
    return d;
}

static departure worse(const tuning *n, departure a, departure b) { return worth(n, b) > worth(n, a) ? b : a; }

static void measure_departure(const tuning *n, const unit_state *u, const char *unit, departure d, vec2 went, bool interrupted, rule_measure *m) {
    m->applies = d.off > d.tolerance;
    if (!m->applies) return;
    m->measured = m->kindest = d.off;
    m->limit = d.tolerance;
    m->sigma = d.sigma;
    m->unit = d.kind == OFF_DISTANCE ? "in" : "deg";
    m->ask = interrupted || worth(n, d) < chainmail_tuning_of(n)->breach;
    const char *ask = m->ask ? "; was it so ordered, or hindered?" : "";
    if (d.kind != OFF_DISTANCE)
        measure_says(m, "%s %s %.0f\u00b0 off the ordered %s, where %.0f\u00b0 are let pass%s", unit, d.kind == OFF_FACING ? "ends" : "went", d.off,
                     d.kind == OFF_FACING ? "facing" : "direction", d.tolerance, ask);
    else
        measure_says(m, "%s was ordered to go %s and ends %s from where it began%s", unit, words_inches(chainmail_ordered_in(u)).text,
                     words_inches(vec2_length(went)).text, ask);
}

// While the turn goes on a unit may still go on and face: only the direction and a way that is too long can be judged so far.
void chainmail_check_order(const rule_case *c, rule_measure *m) {
    const unit_state *u = c->mine;
    bool shifted = chainmail_facts_of(c)->changed || chainmail_done_of(u)->changed;  // ranks that became files shift the middle
    if (!chainmail_ordered(c->s, u) || c->excused || failed_morale(c->s, u) || chainmail_facts_of(c)->cic || c->how.shape == SHAPE_STILL ||
        c->count == 0)
        return;
    vec2 went = vec2_add(chainmail_done_of(u)->went, c->how.motion.shift);
    bool touches = contact_chance(c->n, c->contact.at_end.gap, fmax(c->contact.at_end.sigma, 1e-9)) > 0.5;
    bool faced = c->m->after.figures > 0 && c->m->after.sigma_facing_rad < HEADING_UNKNOWN && c->m->after.array != ARRAY_SQUARE;
    departure worst = {.tolerance = 1};
    if (!shifted) worst = worse(c->n, direction_off(c->n, u, went, c->sigma_in), overrun(c->n, u, went, c->how.sigma));
    if (!c->s->phase_entered && !shifted && !touches) worst = worse(c->n, worst, shortfall(c->n, u, went, c->how.sigma));
    if (!c->s->phase_entered && faced) worst = worse(c->n, worst, facing_off(c->n, u, c->m->after.facing_rad, c->m->after.sigma_facing_rad));
    measure_departure(c->n, u, words_unit(c->g, c->unit_index).text, worst, went, touches || u->at_start.touching, m);
}

// Mean heading of the unit as it stands; false where its figures look to several sides, or their headings were not seen.
static bool facing_of(const act_case *a, double *facing, double *sigma) {
    vec2 sum = {0, 0};
    int n = 0;
    *sigma = 0;
    for (int i = a->unit->first_figure; i < a->unit->first_figure + a->unit->figure_count; i++) {
        const figure_state *f = &a->s->figures[i];
        if (!figure_stands(f) || !pose_has_heading(f->at)) continue;
        sum = vec2_add(sum, heading_forward(f->at.heading_rad));
        *sigma = fmax(*sigma, pose_sigma_rad(a->n, f->at));
        n++;
    }
    *facing = atan2(sum.y, sum.x);
    return n > 0 && vec2_length(sum) > 0.8 * n;
}

// The turn's movement is over: where the unit came to and how it faces is what it made of its order.
void chainmail_act_order(const act_case *a, rule_measure *m) {
    const unit_state *u = a->mine;
    if (a->e || !chainmail_in_phase(a->s, "second-half") || !stands(a) || !chainmail_ordered(a->s, u)) return;
    if (u->routed || u->fleeing || chainmail_entered_of(u)->cic || u->done.now.touching || failed_morale(a->s, u)) return;
    double facing, sigma;
    departure worst = {.tolerance = 1};
    if (!chainmail_done_of(u)->changed) worst = shortfall(a->n, u, chainmail_done_of(u)->went, a->n->sigma_pos);
    if (facing_of(a, &facing, &sigma)) worst = worse(a->n, worst, facing_off(a->n, u, facing, sigma));
    measure_departure(a->n, u, words_unit(a->g, a->unit_index).text, worst, chainmail_done_of(u)->went, false, m);
}

// Contact at the half-move -------------------------------------------------------------------------------------------------------------------

static int unordered_contact(const act_case *a) {
    const unit_state *u = a->mine;
    int enemy;
    bool made =
        u->done.now.touching && u->done.now.by_self && !u->at_start.touching && !chainmail_entered_of(u)->contact_seen && !state_is_contested(u);
    if (!made || rules_contacts(a->r, a->s, a->unit_index, &enemy, 1) == 0 || chainmail_entered_of(&a->s->units[enemy])->contact_seen) return -1;
    return enemy;
}

bool chainmail_due_contact(const act_case *a, char *says) {
    int enemy = chainmail_in_phase(a->s, "first-half") ? unordered_contact(a) : -1;
    if (enemy < 0) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.80s and %.80s touch at the half-move: was that contact ordered? Say so before the second half",
             words_unit(a->g, a->unit_index).text, words_unit(a->g, enemy).text);
    return true;
}

void chainmail_act_contact(const act_case *a, rule_measure *m) {
    int enemy = !a->e && chainmail_in_phase(a->s, "first-half") ? unordered_contact(a) : -1;
    m->applies = enemy >= 0;
    m->fact = true;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "The first half ended with %s and %s in contact, and nobody has said whether that was ordered",
                     words_unit(a->g, a->unit_index).text, words_unit(a->g, enemy).text);
}

bool chainmail_due_flanked(const act_case *a, char *says) {
    if (!chainmail_is_flanked(a->r, a->s, a->unit_index)) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%s was caught in melee while changing formation: it counts as flanked",
             words_unit(a->g, a->unit_index).text);
    return true;
}
