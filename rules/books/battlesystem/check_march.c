// Forced marches: which units may make one, and what they may meet (Battlesystem 7.13).
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/checks_charge.h"
#include "rules/case/words.h"

static void measure_over_rate(const rule_case *c, rule_measure *m) {
    m->applies = true;
    m->measured = charge_facts_of(c)->used;
    m->kindest = charge_facts_of(c)->kindest;
    m->limit = c->rate;
    m->tolerance = c->n->player_tolerance;
    m->sigma = charge_facts_of(c)->sigma;
    measure_search(c, m);
    m->unit = "in";
}

static bool is_march(const rule_case *c) { return charge_facts_of(c)->kind == LONG_MARCH; }

// Out of command: no forced march; individuals need none (BS1-7.13-2, 7.13-3).
void check_march_command(const rule_case *c, rule_measure *m) {
    const charge_facts *k = charge_facts_of(c);
    bool nothing_said = k->kind == LONG_NONE && !c->mine->reported.plain && !c->mine->reported.charge && !k->reached && !k->locked;
    if (c->unit->type == UNIT_INDIVIDUAL || c->mine->in_command != NO || !k->over || !(is_march(c) || nothing_said)) return;
    measure_over_rate(c, m);
    measure_says(m, "%s is out of command and may not make a forced march: it went %s, and its rate is %s", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text, words_inches(m->limit).text);
}

// More than the rate by a unit that began in contact; under the text alone, by a unit that touched any enemy at any time (BS1-7.13-4).
void check_march_engaged(const rule_case *c, rule_measure *m) {
    const charge_facts *k = charge_facts_of(c);
    bool met = is_march(c) && battlesystem_tuning_of(c->n)->march_never_touches && k->touch.enemy >= 0;
    if (!k->surely_over || c->withdrew || !(k->locked || met)) return;
    m->applies = true;
    measure_contact(m, c->n, k->locked ? nearest_at_start(c, NULL) : k->touch);
    words unit = words_unit(c->g, c->unit_index), went = words_inches(k->used);
    if (k->locked)
        measure_says(m, "%s began its phase in contact with the enemy and went %s: a forced march is not for units in contact", unit.text, went.text);
    else
        measure_says(m, "%s touched %s on a forced march of %s: a marching unit may not touch an enemy", unit.text,
                     words_enemy(c, k->touch.enemy).text, went.text);
}

// Contact with an enemy that it could see, farther away than its rate (BS1-7.13-9).
void check_march_into_enemy(const rule_case *c, rule_measure *m) {
    const charge_facts *k = charge_facts_of(c);
    double least = k->until_contact - c->before.spared_in;
    bool far = least - c->rate - c->n->player_tolerance > c->n->k_illegal * k->sigma && k->surely_over;
    if (!is_march(c) || !k->announced || !far || k->touch.enemy < 0 || k->hidden || battlesystem_tuning_of(c->n)->march_never_touches) return;
    m->applies = true;
    measure_contact(m, c->n, k->touch);
    measure_says(m, "%s made contact with %s after %s of a forced march: contact may be made only within the rate of %s",
                 words_unit(c->g, c->unit_index).text, words_enemy(c, k->touch.enemy).text, words_inches(k->until_contact).text,
                 words_inches(c->rate).text);
}

static bool met_within_rate(const rule_case *c) { return charge_facts_of(c)->until_contact <= c->rate + c->n->player_tolerance; }

// Stopped by an enemy within its rate (BS1-7.13-10).
void check_march_stopped(const rule_case *c, rule_measure *m) {
    if (is_march(c) && met_within_rate(c)) measure_went_on(c, m);
}

// Stopped by a hidden enemy beyond its rate (BS1-7.13-12).
void check_march_ambushed(const rule_case *c, rule_measure *m) {
    if (is_march(c) && !met_within_rate(c) && charge_facts_of(c)->hidden) measure_went_on(c, m);
}

bool went_on_in_long_move(const rule_case *c) {
    return charge_facts_of(c)->kind == LONG_CHARGE || (is_march(c) && (met_within_rate(c) || charge_facts_of(c)->hidden));
}

// A visible enemy just beyond the rate: the march halts at the rate (BS1-7.13-11).
void check_march_halt(const rule_case *c, rule_measure *m) {
    const charge_facts *k = charge_facts_of(c);
    bool touched = k->touch.enemy >= 0 && contact_chance(c->n, k->touch.gap, fmax(k->touch.sigma, 1e-9)) >= c->n->confidence;
    if (!is_march(c) || !k->over || k->beyond.enemy < 0 || touched || met_within_rate(c)) return;
    measure_over_rate(c, m);
    measure_names(m, k->beyond.enemy);
    measure_says(m, "%s marched %s towards %s, %s away, just beyond its rate: it ought to halt at %s", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text, words_enemy(c, k->beyond.enemy).text, words_inches(k->beyond.gap).text, words_inches(m->limit).text);
}
