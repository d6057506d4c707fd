// Charges: which units may, the run-up, the straight part, how they end (Battlesystem 7.14).
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/checks_charge.h"
#include "rules/case/words.h"

static bool is_charge(const rule_case *c) { return charge_facts_of(c)->kind == LONG_CHARGE; }

static void is_fact(rule_measure *m, double chance) {
    m->applies = m->fact = true;
    m->chance = chance;
    m->unit = "in";
}

static double touch_chance(const rule_case *c) {
    nearest n = c->contact.made;
    return n.enemy < 0 ? 0 : contact_chance(c->n, n.gap, fmax(n.sigma, 1e-9));
}

// More than the rate into contact, by a unit that cannot charge and made no forced march (BS1-7.14-4).
void check_charge_type(const rule_case *c, rule_measure *m) {
    const charge_facts *k = charge_facts_of(c);
    bool unsaid = k->kind == LONG_NONE && !c->mine->reported.plain && k->reached && !k->hidden;
    if (charge_type(c->unit->type) || c->excused || !k->surely_over || !(c->mine->reported.charge || unsaid)) return;
    is_fact(m, c->mine->reported.charge ? 1 : touch_chance(c));
    measure_names(m, k->touch.enemy);
    measure_says(m, "%s went %s into contact with %s; %s may not charge, and its rate is %s", words_unit(c->g, c->unit_index).text,
                 words_inches(k->used).text, words_enemy(c, k->touch.enemy).text,
                 c->unit->type == UNIT_SKIRMISH ? "a skirmish unit" : "an individual", words_inches(c->rate).text);
}

// Out of command, a regular unit charges only where its own indiscipline carried it off (BS1-7.14-11, 7.14-12).
void check_charge_command(const rule_case *c, rule_measure *m) {
    if (!is_charge(c) || c->unit->type != UNIT_REGULAR || c->mine->in_command != NO || charge_undisciplined(c->s, c->unit_index)) return;
    is_fact(m, charge_facts_of(c)->announced ? 1 : touch_chance(c));
    measure_names(m, charge_facts_of(c)->touch.enemy);
    measure_says(m, "%s is out of command and may not charge", words_unit(c->g, c->unit_index).text);
}

static void say_short(const rule_case *c, rule_measure *m, const char *what) {
    words gap = words_inches(c->contact.at_end.gap), unit = words_unit(c->g, c->unit_index);
    if (c->contact.at_end.enemy >= 0)
        measure_says(m, "%s of %s ends %s short of %s%s", what, unit.text, gap.text, words_enemy(c, c->contact.at_end.enemy).text,
                     m->grave ? ", beyond its rate" : "");
    else
        measure_says(m, "%s of %s ends with no enemy near%s", what, unit.text, m->grave ? ", beyond its rate" : "");
}

// A breach only where the charge took more than the rate (BS1-7.14-3, 127.67).
static void measure_end(const rule_case *c, rule_measure *m, bool may_go_so_far) {
    m->applies = true;
    m->grave = charge_facts_of(c)->surely_over && !may_go_so_far;
    m->fact = c->contact.at_end.enemy < 0;
    m->chance = 1;
    m->measured = m->kindest = c->contact.at_end.gap;
    m->limit = c->n->contact_doubt;
    m->sigma = c->contact.at_end.sigma;
    m->unit = "in";
}

// The opening of its ranks is what a failed charge asks for, not another failure.
static bool only_opens(const rule_case *c) {
    const charge_done *d = charge_done_of(c->mine);
    return c->how.shape == SHAPE_FORMATION && d->phase == c->s->phase_count && d->failed;
}

static bool ends_apart(const rule_case *c) {
    return is_charge(c) && charge_facts_of(c)->announced && !charge_facts_of(c)->reached && !charge_facts_of(c)->locked && !only_opens(c);
}

// Out of its range from the first: such a charge may have its own answer (failed_charge_penalty).
static bool was_out_of_reach(const rule_case *c) {
    int target = c->mine->reported.target;
    return target >= 0 && units_gap_from(c->r, c->s, c->unit_index, target) > charge_facts_of(c)->range + c->n->player_tolerance;
}

void check_charge_ends(const rule_case *c, rule_measure *m) {
    if (!ends_apart(c) || c->mine->reported.break_through) return;
    measure_end(c, m, battlesystem_tuning_of(c->n)->failed_charge_full);
    m->applies = m->grave || battlesystem_tuning_of(c->n)->out_of_reach != PENALTY_NONE || !was_out_of_reach(c);
    say_short(c, m, "The charge");
}

void check_break_through_ends(const rule_case *c, rule_measure *m) {
    if (!ends_apart(c) || !c->mine->reported.break_through) return;
    measure_end(c, m, true);
    say_short(c, m, "The charge that broke through");
}

// The run-up, in inches travelled (BS1-7.14-6): a shorter one is a normal move into contact.
void check_charge_run_up(const rule_case *c, rule_measure *m) {
    if (!is_charge(c) || !charge_facts_of(c)->reached || c->contact.began_touching) return;
    m->applies = true;
    m->sense = SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = charge_facts_of(c)->way;
    m->limit = battlesystem_tuning_of(c->n)->run_up * c->rate;
    m->tolerance = c->n->player_tolerance;
    m->sigma = c->how.sigma;
    m->unit = "in";
    measure_says(m, "%s moved %s before contact; a charge needs a run-up of %s, so this is a normal move, without what a charge gains",
                 words_unit(c->g, c->unit_index).text, words_inches(m->measured).text, words_inches(m->limit).text);
}

static double straight_needed(const rule_case *c, straight_basis basis) {
    double whole[STRAIGHT_BASIS_COUNT] = {c->rate, fmin(charge_facts_of(c)->way, charge_facts_of(c)->range), charge_facts_of(c)->range};
    return battlesystem_tuning_of(c->n)->straight * whole[basis];
}

static void say_straight(const rule_case *c, rule_measure *m, const char *of) {
    words unit = words_unit(c->g, c->unit_index), went = words_inches(m->measured), needed = words_inches(m->limit);
    const char *where = battlesystem_tuning_of(c->n)->straight_last ? " at its end" : "";
    if (m->ask)
        measure_says(m, "Did %s go %s of its charge in one straight line%s? The shortest way there has %s", unit.text, needed.text, where, went.text);
    else if (m->advise)
        measure_says(m, "%s went %s of its charge in one straight line%s; counted from %s it would be %s", unit.text, went.text, where, of,
                     needed.text);
    else
        measure_says(m, "%s went %s of its charge in one straight line%s; it needs %s", unit.text, went.text, where, needed.text);
}

// 2/3 of what? The first reading holds; where another asks for more, that is worth saying (BS1-7.14-7).
void check_charge_straight(const rule_case *c, rule_measure *m) {
    static const char *const of[] = {"its rate", "the way that it charged", "its charge range"};
    if (!is_charge(c) || !charge_facts_of(c)->reached || c->contact.began_touching) return;
    straight_basis basis = battlesystem_tuning_of(c->n)->basis;
    double enough = straight_needed(c, basis) - c->n->player_tolerance, slack = c->n->k_advisory * c->how.sigma;
    for (int b = 0; b < STRAIGHT_BASIS_COUNT && charge_facts_of(c)->straight >= enough - slack && !battlesystem_tuning_of(c->n)->basis_fixed; b++)
        if (charge_facts_of(c)->straight < straight_needed(c, (straight_basis)b) - c->n->player_tolerance - slack)
            basis = (straight_basis)b, m->advise = true;
    m->applies = true;
    m->sense = SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = charge_facts_of(c)->straight;
    m->limit = straight_needed(c, basis);
    m->tolerance = c->n->player_tolerance;
    m->sigma = c->how.sigma;
    m->unit = "in";
    m->ask = !charge_facts_of(c)->path_seen && !m->advise;
    say_straight(c, m, of[basis]);
}

// Its indiscipline opens its ranks (BS1-7.14-11).
void check_charge_opened(const rule_case *c, rule_measure *m) {
    if (!is_charge(c) || !charge_undisciplined(c->s, c->unit_index) || c->m->after.formation != FORMATION_CLOSED || c->m->after.doubtful) return;
    is_fact(m, 1);
    measure_says(m, "%s failed its Discipline Check and ends its charge closed: it breaks into open formation, at no cost",
                 words_unit(c->g, c->unit_index).text);
}

// On through enemies without a declared break-through: they stand (BS1-7.14-13), or were taken off meanwhile.
void check_break_through(const rule_case *c, rule_measure *m) {
    if (!is_charge(c) || c->mine->reported.break_through) return;
    if (measure_went_on(c, m) || charge_facts_of(c)->went_through < 0) return;
    is_fact(m, 1);
    m->ask = true;
    measure_says(m, "Figures of %s fell in the way of %s, which went on: was it a break-through?",
                 words_unit(c->g, charge_facts_of(c)->went_through).text, words_unit(c->g, c->unit_index).text);
}
