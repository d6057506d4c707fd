// Chainmail: written orders, and the check for contact between the half-moves (CM-SIM-1, CM-SIM-2, CM-SIM-4; CM-FF-7 is announced here too).
#include <stdio.h>

#include "rules/chainmail_change.h"
#include "rules/chainmail_orders.h"
#include "rules/checks_chainmail.h"
#include "rules/words.h"

#define WAY_FROM 1.0  // shorter ways have no direction worth testing (geometry.md section 6)

static bool stands(const act_case *a) {
    for (int i = a->unit->first_figure; i < a->unit->first_figure + a->unit->figure_count; i++)
        if (figure_stands(&a->s->figures[i])) return true;
    return false;
}

static bool told_what_to_do(const rules_state *s, const unit_state *u) {
    return chainmail_ordered(s, u) || u->chainmail.cic || u->chainmail.charge || u->chainmail.change > u->done.chainmail.completed;
}

bool chainmail_due_order(const act_case *a, char *says) {
    if (!chainmail_in_phase(a->s, "orders") || !stands(a) || told_what_to_do(a->s, a->mine) || a->mine->routed || a->mine->fleeing) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%s has no written order for this turn yet", words_unit(a->g, a->unit_index).text);
    return true;
}

void chainmail_check_order_missing(const rule_case *c, rule_measure *m) {
    m->applies =
        c->s->phase_entered && !told_what_to_do(c->s, c->mine) && !c->mine->done.chainmail.changed && !c->excused && c->how.shape != SHAPE_STILL;
    m->fact = true;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "%s was moved %s and no order was written for it", words_unit(c->g, c->unit_index).text,
                     words_inches(c->chainmail.way_in).text);
}

// Following the order -----------------------------------------------------------------------------------------------------------------------

// How far a move is off its order in one respect.
typedef struct {
    double off, tolerance, sigma;
    const char *unit;
    bool only_asked;  // something no camera sees may excuse it
} departure;

// In tolerances, surely; what can only be asked about counts less than a breach.
static double worth(const tuning *n, departure d) {
    double by = (d.off - n->k_illegal * d.sigma) / fmax(d.tolerance, 1e-6);
    return d.only_asked ? fmin(by, 0.99 * n->chainmail.breach) : by;
}

static bool is_interrupted(const rule_case *c) {
    const dice_entry *morale = &c->mine->dice[DICE_MORALE];
    bool touches = c->mine->at_start.touching || contact_chance(c->n, c->contact.at_end.gap, fmax(c->contact.at_end.sigma, 1e-9)) > 0.5;
    return touches || (morale->times > 0 && morale->turn == c->s->turn && morale->passed == NO);
}

static departure direction_off(const rule_case *c, vec2 ordered, vec2 went) {
    departure d = {.unit = "deg", .tolerance = c->n->chainmail.direction * DEG_PER_RAD};
    if (vec2_length(ordered) < WAY_FROM || vec2_length(went) < WAY_FROM) return d;
    d.off = fabs(angle_difference(atan2(went.y, went.x), atan2(ordered.y, ordered.x))) * DEG_PER_RAD;
    d.sigma = sqrt(2.0 / 3) * c->sigma_in / vec2_length(went) * DEG_PER_RAD;
    return d;
}

static departure facing_off(const rule_case *c) {
    departure d = {.unit = "deg", .tolerance = c->n->chainmail.facing * DEG_PER_RAD, .sigma = c->sigma_rad * DEG_PER_RAD};
    bool known = c->m->after.figures > 0 && c->m->after.sigma_facing_rad < HEADING_UNKNOWN && c->m->after.array != ARRAY_SQUARE;
    if (known && c->mine->order_count > 0)
        d.off = fabs(angle_difference(c->m->after.facing_rad, c->mine->order[c->mine->order_count - 1].facing_rad)) * DEG_PER_RAD;
    return d;
}

static departure distance_off(const rule_case *c, vec2 ordered, vec2 went) {
    double more = vec2_length(went) - vec2_length(ordered);
    departure d = {fabs(more), c->n->chainmail.distance, c->how.sigma, "in", more < 0};
    if (more < 0 && is_interrupted(c)) d.off = 0;
    return d;
}

static void say_departure(const rule_case *c, rule_measure *m, departure d, int kind, vec2 ordered, vec2 went) {
    words unit = words_unit(c->g, c->unit_index);
    const char *ask = m->ask ? "; was it so ordered, or hindered?" : "";
    if (kind == 0)
        measure_says(m, "%s went %.0f\u00b0 off the ordered direction, where %.0f\u00b0 are let pass%s", unit.text, d.off, d.tolerance, ask);
    else if (kind == 1)
        measure_says(m, "%s ends %.0f\u00b0 off the ordered facing, where %.0f\u00b0 are let pass%s", unit.text, d.off, d.tolerance, ask);
    else
        measure_says(m, "%s ends %s from where it began; its order has it %s from there%s", unit.text, words_inches(vec2_length(went)).text,
                     words_inches(vec2_length(ordered)).text, ask);
}

// In the first half the direction alone can be told; facing and distance are those of the whole turn.
void chainmail_check_order(const rule_case *c, rule_measure *m) {
    bool half = chainmail_in_phase(c->s, "first-half");
    if (!chainmail_ordered(c->s, c->mine) || c->excused || c->chainmail.cic || c->how.shape == SHAPE_STILL || c->count == 0) return;
    double all = chainmail_ordered_in(c->mine), whole = half ? fmin(all, c->n->chainmail.half * all) : all;
    vec2 ordered = chainmail_ordered_way(c->mine, whole), went = vec2_add(c->mine->done.chainmail.went, c->how.motion.shift);
    departure d[3] = {direction_off(c, ordered, went), facing_off(c), distance_off(c, ordered, went)};
    int count = half ? 1 : 3, worst = 0;
    if (c->chainmail.changed || c->mine->done.chainmail.changed) d[0].off = d[2].off = 0;  // ranks that became files shift the middle
    for (int i = 1; i < count; i++)
        if (worth(c->n, d[i]) > worth(c->n, d[worst])) worst = i;
    m->applies = d[worst].off > d[worst].tolerance;
    if (!m->applies) return;
    m->measured = m->kindest = d[worst].off;
    m->limit = d[worst].tolerance;
    m->sigma = d[worst].sigma;
    m->unit = d[worst].unit;
    m->ask = is_interrupted(c) || worth(c->n, d[worst]) < c->n->chainmail.breach;
    say_departure(c, m, d[worst], worst, ordered, went);
}

// A unit that stood although it was ordered to march.
void chainmail_act_order_left(const act_case *a, rule_measure *m) {
    const unit_state *u = a->mine;
    bool over = !a->e && chainmail_in_phase(a->s, "second-half") && stands(a) && !u->done.moved;
    double ordered = vec2_length(chainmail_ordered_way(u, chainmail_ordered_in(u))), went = vec2_length(u->done.chainmail.went);
    m->applies = over && chainmail_ordered(a->s, u) && !u->done.now.touching && !u->routed && !u->fleeing && !u->chainmail.cic &&
                 ordered - went > a->n->chainmail.distance + a->n->player_tolerance;
    m->fact = m->ask = true;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "%s was ordered to go %s and went %s: what kept it?", words_unit(a->g, a->unit_index).text, words_inches(ordered).text,
                     words_inches(went).text);
}

// Contact at the half-move -------------------------------------------------------------------------------------------------------------------

static int unordered_contact(const act_case *a) {
    const unit_state *u = a->mine;
    int enemy;
    bool made = u->done.now.touching && u->done.now.by_self && !u->at_start.touching && !u->chainmail.contact_seen;
    if (!made || rules_contacts(a->r, a->s, a->unit_index, &enemy, 1) == 0 || a->s->units[enemy].chainmail.contact_seen) return -1;
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
