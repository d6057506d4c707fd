// Chainmail: how far a unit may go, with what its changes of formation and facing cost (CM-FF, CM-SIM-3, CM-SIM-5, CM-SIM-6).
#include <stdio.h>

#include "core/plural.h"
#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/chainmail_orders.h"
#include "rules/books/chainmail/checks_chainmail.h"
#include "rules/case/words.h"

static double spent(const rule_case *c) { return c->before.cost_in; }

static bool moves(const rule_case *c) { return !c->excused && c->count > 0 && c->how.shape != SHAPE_STILL; }

static void ask_charge(const rule_case *c, rule_measure *m) {
    m->applies = c->how.cost > c->rate - spent(c) + c->n->player_tolerance + c->n->k_illegal * c->how.sigma;
    m->fact = m->ask = true;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "How far may %s charge? That was not entered; it went %s, more than its move of %s", words_unit(c->g, c->unit_index).text,
                     words_inches(c->how.cost + spent(c)).text, words_inches(c->rate).text);
}

static void ask_move(const rule_case *c, rule_measure *m) {
    m->applies = m->fact = m->ask = true;
    m->chance = 1;
    measure_says(m, "How far may %s move? Its move was not entered; it went %s", words_unit(c->g, c->unit_index).text,
                 words_inches(c->how.cost).text);
}

static void measure_cost(const rule_case *c, rule_measure *m, double cost, double limit) {
    m->applies = true;
    m->measured = cost;
    m->kindest = fmin(cost, c->how.least.kindest);
    m->two_readings = c->terrain.other_reading && m->kindest < cost;
    m->other_reading = "with the terrain read as kindly as it may be";
    m->limit = limit;
    m->tolerance = c->n->player_tolerance;
    m->sigma = c->how.sigma;
    measure_before(c, m);
    measure_search(c, m);
    m->unit = "in";
    measure_names(m, figure_of(c, c->how.farthest >= 0 ? c->how.farthest : 0));
}

static const char *verb_of(const rule_case *c) {
    int named = 0;
    for (int i = 0; i < c->how.count; i++) named += c->how.list[i].kind != MANEUVER_OTHER;
    return named > 1 ? "take" : "takes";
}

static void say_cost(const rule_case *c, rule_measure *m, const char *of_what) {
    char before[WORDS_MAX + 40] = "";
    if (spent(c) > 0.05) snprintf(before, sizeof before, ", %s already spent this turn", words_inches(spent(c)).text);
    words did = words_maneuvers(&c->how), took = words_inches(m->measured), over = words_inches(m->measured - m->limit);
    if (m->measured <= m->limit + m->tolerance)
        measure_says(m, "%s %s %s of %s%s", did.text, verb_of(c), took.text, words_inches(m->limit).text, before);
    else if (m->ask)
        measure_says(m, "%s %s %s, more than the move of %s%s, and ends in contact: was it a charge?", did.text, verb_of(c), took.text,
                     words_inches(c->rate).text, before);
    else
        measure_says(m, "%s %s %s; %s has %s%s%s: %s too far", did.text, verb_of(c), took.text, words_unit(c->g, c->unit_index).text,
                     words_inches(fmax(m->limit, 0)).text, of_what, before, over.text);
    words_add_terrain(c, m);
}

static bool surely_over(const rule_measure *m, const rule_case *c, double limit) {
    return m->measured - limit - m->tolerance > c->n->k_illegal * m->sigma;
}

// The whole way of the turn; more than the move and into contact may have been a charge.
static void measure_turn(const rule_case *c, rule_measure *m) {
    if (c->rate <= 0) {
        ask_move(c, m);
        return;
    }
    if (!isfinite(c->allowance)) {
        ask_charge(c, m);
        return;
    }
    measure_cost(c, m, c->how.cost, c->allowance);
    m->always_listed = true;
    if (c->may_raise && surely_over(m, c, c->allowance)) {
        if (surely_over(m, c, c->raised_allowance))
            m->limit = c->raised_allowance;
        else
            m->ask = true;
    }
    say_cost(c, m, c->raised ? " to charge" : "");
}

void chainmail_check_move(const rule_case *c, rule_measure *m) {
    if (moves(c) && !c->s->phase_entered && !chainmail_facts_of(c)->changed && !chainmail_facts_of(c)->cic) measure_turn(c, m);
}

void chainmail_check_rest(const rule_case *c, rule_measure *m) {
    if (moves(c) && chainmail_in_phase(c->s, "second-half") && !chainmail_facts_of(c)->changed && !chainmail_facts_of(c)->cic) measure_turn(c, m);
}

// Half of what was ordered and half of the whole move are both read into the rule: between the two the judge decides.
static void measure_ordered_half(const rule_case *c, rule_measure *m, double whole) {
    double ordered = chainmail_ordered_in(c->mine) * chainmail_tuning_of(c->n)->half, most = ordered + chainmail_tuning_of(c->n)->distance;
    double went = vec2_length(vec2_add(chainmail_done_of(c->mine)->went, c->how.motion.shift));
    bool applies =
        chainmail_tuning_of(c->n)->half_ordered && chainmail_ordered(c->s, c->mine) && ordered > 0 && most < whole && !chainmail_facts_of(c)->changed;
    if (!applies || went - most <= c->n->player_tolerance + c->n->k_illegal * c->how.sigma) return;
    measure_says(m, "%s went %s in the first half: half of its order is %s, half of its whole move %s", words_unit(c->g, c->unit_index).text,
                 words_inches(went).text, words_inches(ordered).text, words_inches(whole).text);
    if (chainmail_tuning_of(c->n)->half_fixed) {
        m->measured = m->kindest = went;
        m->limit = most;
        return;
    }
    m->fact = true;
    m->chance = 0.75;
}

void chainmail_check_half(const rule_case *c, rule_measure *m) {
    if (!moves(c) || !chainmail_in_phase(c->s, "first-half") || chainmail_facts_of(c)->cic) return;
    if (c->rate <= 0) {
        ask_move(c, m);
        return;
    }
    // What a change of formation costs is paid through the whole turn; the way is what must not be more than half.
    double all = c->allowance + spent(c), change = chainmail_facts_of(c)->change_in + chainmail_done_of(c->mine)->change_in;
    double whole = chainmail_tuning_of(c->n)->half * all, before = spent(c) - chainmail_done_of(c->mine)->change_in;
    if (!isfinite(whole)) return;
    measure_cost(c, m, c->how.cost - chainmail_facts_of(c)->change_in, (chainmail_facts_of(c)->changed ? whole : fmin(whole, all - change)) - before);
    m->kindest = fmin(m->measured, c->how.least.kindest - chainmail_facts_of(c)->change_in) - c->before.spared_in;
    m->applies = m->measured > 0.05;
    m->always_listed = true;
    if (c->may_raise && surely_over(m, c, m->limit)) {
        double charged = chainmail_tuning_of(c->n)->half * (c->raised_allowance + spent(c)) - before;
        m->ask = !surely_over(m, c, charged);
        if (!m->ask) m->limit = charged;
    }
    say_cost(c, m, " in the first half");
    if (m->measured <= m->limit + m->tolerance) measure_ordered_half(c, m, whole);
}

// Changes of formation ---------------------------------------------------------------------------------------------------------------------

static bool changed(const rule_case *c, formation_kind a, formation_kind b) {
    return !c->excused && chainmail_facts_of(c)->changed && chainmail_facts_of(c)->from == a && chainmail_facts_of(c)->to == b && c->rate > 0;
}

// A change of more than one move may have begun, without an entry, in an earlier turn in which the unit did not move.
static bool may_have_begun_before(const rule_case *c, const rule_measure *m) {
    bool long_one = chainmail_facts_of(c)->whole_change_in > c->rate + m->tolerance;
    bool announced = chainmail_entered_of(c->mine)->change > chainmail_done_of(c->mine)->completed &&
                     chainmail_entered_of(c->mine)->to == chainmail_facts_of(c)->to;
    double idle = c->s->phase_entered ? chainmail_entered_of(c->mine)->idle_in : INFINITY;
    return long_one && !announced && !c->mine->reported.plain &&
           m->measured - fmin(idle, chainmail_facts_of(c)->whole_change_in - c->rate) <= m->limit + m->tolerance;
}

static void measure_change(const rule_case *c, rule_measure *m) {
    measure_cost(c, m, c->how.cost, c->rate - spent(c));
    m->ask = may_have_begun_before(c, m);
    words unit = words_unit(c->g, c->unit_index), took = words_inches(m->measured + spent(c)), all = words_inches(c->rate);
    const char *from = formation_name(chainmail_facts_of(c)->from), *to = formation_name(chainmail_facts_of(c)->to);
    if (m->ask)
        measure_says(m, "%s changed from %s to %s, which costs %s, more than a turn's move of %s: was it begun in an earlier turn?", unit.text, from,
                     to, words_inches(chainmail_facts_of(c)->whole_change_in).text, all.text);
    else
        measure_says(m, "%s changed from %s to %s for %s; with what it moved that takes %s of its move of %s", unit.text, from, to,
                     words_inches(chainmail_facts_of(c)->change_in).text, took.text, all.text);
}

// Laid out anew as neither: the owner says what it is, where a change would be too dear (docs/geometry.md section 7.5).
static void ask_formation(const rule_case *c, rule_measure *m) {
    double dear = c->how.cost + spent(c) + chainmail_tuning_of(c->n)->column_line * chainmail_facts_of(c)->training * c->rate;
    m->applies = moves(c) && chainmail_facts_of(c)->unclear && !c->mine->reported.plain && c->rate > 0 &&
                 dear > c->rate + c->n->player_tolerance + c->n->k_illegal * c->how.sigma;
    m->fact = m->ask = true;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "%s was laid out anew, %d file%s by %d rank%s: did it change between column, line and square? That would cost a move",
                     words_unit(c->g, c->unit_index).text, c->m->after.frontage, plural_s(c->m->after.frontage), c->m->after.ranks,
                     plural_s(c->m->after.ranks));
}

void chainmail_check_column_line(const rule_case *c, rule_measure *m) {
    if (changed(c, FORMATION_COLUMN, FORMATION_LINE))
        measure_change(c, m);
    else if (chainmail_tuning_of(c->n)->columns)
        ask_formation(c, m);
}

void chainmail_check_line_column(const rule_case *c, rule_measure *m) {
    if (changed(c, FORMATION_LINE, FORMATION_COLUMN)) measure_change(c, m);
}

void chainmail_check_column_square(const rule_case *c, rule_measure *m) {
    if (changed(c, FORMATION_COLUMN, FORMATION_SQUARE) || changed(c, FORMATION_SQUARE, FORMATION_COLUMN)) measure_change(c, m);
}

void chainmail_check_line_square(const rule_case *c, rule_measure *m) {
    if (changed(c, FORMATION_LINE, FORMATION_SQUARE) || changed(c, FORMATION_SQUARE, FORMATION_LINE)) measure_change(c, m);
}

void chainmail_check_square(const rule_case *c, rule_measure *m) {
    bool formed =
        chainmail_facts_of(c)->laid_anew && chainmail_facts_of(c)->to == FORMATION_SQUARE && chainmail_facts_of(c)->from != FORMATION_SQUARE;
    m->applies = formed && chainmail_tuning_of(c->n)->columns && c->unit->troop != TROOP_INFANTRY && !c->excused;
    m->fact = true;
    m->chance = c->m->after.array == ARRAY_SQUARE ? 1 : 0.75;
    m->ask = c->unit->troop == TROOP_SPECIAL;
    if (!m->applies) return;
    if (m->ask)
        measure_says(m, "%s formed square, which only foot may: does it count as foot?", words_unit(c->g, c->unit_index).text);
    else
        measure_says(m, "%s formed square: only foot may", words_unit(c->g, c->unit_index).text);
}

// The book has no table for obliques: their cost is reported and never makes a breach.
void chainmail_check_oblique(const rule_case *c, rule_measure *m) {
    if (!moves(c) || chainmail_facts_of(c)->oblique_in <= 0 || c->rate <= 0 || !isfinite(c->allowance)) return;
    measure_cost(c, m, c->how.cost + chainmail_facts_of(c)->oblique_in, c->allowance);
    m->kindest = m->measured;
    m->applies = c->how.cost <= m->limit + m->tolerance;
    measure_says(m, "%s moved or turned obliquely by %.0f\u00b0; at %s for that angle this takes %s of %s", words_unit(c->g, c->unit_index).text,
                 chainmail_facts_of(c)->oblique_rad * DEG_PER_RAD, words_inches(chainmail_facts_of(c)->oblique_in).text,
                 words_inches(m->measured).text, words_inches(m->limit).text);
}
