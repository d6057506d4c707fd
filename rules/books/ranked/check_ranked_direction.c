// Which way a move of ranked fantasy may lead (WF-NM-7, 8, 10, 11).
#include "rules/books/ranked/checks_ranked.h"
#include "rules/books/ranked/ranked.h"
#include "rules/books/ranked/ranked_areas.h"
#include "rules/case/words.h"

#define OTHER_READING "if a failed test shortens the move and no more,"

static const char *name_of(ranked_way way) { return way == WAY_BACKWARD ? "backward" : way == WAY_SIDEWAYS ? "sideways" : "forward"; }

static bool is_direction(ranked_way way) { return way == WAY_FORWARD || way == WAY_BACKWARD || way == WAY_SIDEWAYS; }

// One direction before a pause and another after it are one move still; a unit is set right by a little more than a hand drifts.
static void measure_parts(const rule_case *c, rule_measure *m) {
    const ranked_done *before = ranked_done_of(c->mine);
    ranked_way now = ranked_facts_of(c)->way;
    if (!ranked_facts_of(c)->second || ranked_facts_of(c)->lone || !is_direction(now) || !is_direction(before->way) || before->way == now) return;
    m->applies = true;
    m->measured = m->kindest = fmin(before->way_in, ranked_facts_of(c)->way_in);
    m->limit = fmax(2 * ranked_tuning_of(c->n)->mix_in, ranked_tuning_of(c->n)->mix_frac * fmax(before->way_in, ranked_facts_of(c)->way_in));
    m->tolerance = c->n->player_tolerance;
    m->sigma = ranked_facts_of(c)->sigma;
    m->unit = "in";
    measure_says(m, "%s went %s %s and then %s %s: one move leads forward, backward or sideways, never mixed", words_unit(c->g, c->unit_index).text,
                 words_inches(before->way_in).text, name_of(before->way), words_inches(ranked_facts_of(c)->way_in).text, name_of(now));
}

void check_ranked_mixed(const rule_case *c, rule_measure *m) {
    const ranked_facts *k = ranked_facts_of(c);
    if (!k->normal) return;
    if (k->way != WAY_MIXED) {
        measure_parts(c, m);
        return;
    }
    m->applies = true;
    m->measured = m->kindest = k->aside_in;
    m->limit = k->aside_limit_in;
    m->sigma = k->aside_sigma;
    m->unit = "in";
    measure_names(m, figure_of(c, 0));
    measure_says(m, "%s went %s %s and %s to the %s without a wheel: one move leads forward, backward or sideways, never mixed",
                 words_unit(c->g, c->unit_index).text, words_inches(fabs(c->how.ahead)).text, c->how.ahead < 0 ? "backward" : "forward",
                 words_inches(fabs(c->how.left)).text, c->how.left > 0 ? "left" : "right");
}

void check_ranked_wheel(const rule_case *c, rule_measure *m) {
    const ranked_facts *k = ranked_facts_of(c);
    if (!k->normal || k->way != WAY_WHEEL) return;
    m->applies = true;
    m->measured = m->kindest = fabs(k->turn_rad) * DEG_PER_RAD;
    m->limit = c->n->facing_tol * DEG_PER_RAD;
    m->sigma = k->turn_sigma * DEG_PER_RAD;
    m->unit = "deg";
    measure_names(m, figure_of(c, 0));
    measure_says(m, "%s turned by %.0f\u00b0, but not by wheels in forward movement, whose outer end goes forward about the inner front corner",
                 words_unit(c->g, c->unit_index).text, m->measured);
}

// What a failed test forbids as a march does, under one reading (WF-NM-15).
static bool restrict_failed(const rule_case *c, rule_measure *m) {
    if (ranked_entered_of(c->mine)->test != NO || !ranked_tuning_of(c->n)->failed_restricted) return false;
    m->applies = m->fact = true;
    m->chance = ranked_tuning_of(c->n)->failed_fixed ? 1 : 0.75;
    m->two_readings = !ranked_tuning_of(c->n)->failed_fixed;
    m->other_reading = OTHER_READING;
    return true;
}

// By its length, or by the players' word.
static void measure_march(const rule_case *c, rule_measure *m) {
    m->applies = true;
    m->fact = ranked_entered_of(c->mine)->marches;
    m->chance = 1;
    m->measured = ranked_facts_of(c)->total_in;
    m->kindest = ranked_facts_of(c)->least_in;
    m->limit = c->rate;
    m->tolerance = c->n->player_tolerance;
    m->sigma = ranked_facts_of(c)->sigma;
    measure_search(c, m);
    m->unit = "in";
}

void check_ranked_reform(const rule_case *c, rule_measure *m) {
    if (!ranked_facts_of(c)->normal || ranked_facts_of(c)->way != WAY_REFORM || c->rate <= 0) return;
    words name = words_unit(c->g, c->unit_index), way = words_inches(ranked_facts_of(c)->total_in);
    if (restrict_failed(c, m)) {
        measure_says(m, "%s reformed after it failed its Leadership test: it counts as marching, and a marching unit may not reform", name.text);
        return;
    }
    measure_march(c, m);
    measure_says(m, "%s reformed and went %s, which is a march (its Movement is %s): a marching unit may not reform", name.text, way.text,
                 words_inches(c->rate).text);
}

void check_ranked_march_direction(const rule_case *c, rule_measure *m) {
    ranked_way way = ranked_facts_of(c)->way;
    if (!ranked_facts_of(c)->normal || (way != WAY_BACKWARD && way != WAY_SIDEWAYS) || c->rate <= 0) return;
    words name = words_unit(c->g, c->unit_index), in = words_inches(ranked_facts_of(c)->total_in);
    if (restrict_failed(c, m)) {
        measure_says(m, "%s went %s after it failed its Leadership test: it counts as marching, and marches lead forward only", name.text,
                     name_of(way));
        return;
    }
    measure_march(c, m);
    if (m->fact)
        measure_says(m, "%s announced a march and went %s: marches lead forward only", name.text, name_of(way));
    else
        measure_says(m, "%s went %s %s, more than its Movement of %s: only a march goes so far, and marches lead forward only", name.text, in.text,
                     name_of(way), words_inches(c->rate).text);
}
