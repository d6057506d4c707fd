// How far a move of ranked fantasy may lead, and what a march takes (WF-NM-3, 5, 6, 9, 12 to 15, 22, 26, 27).
#include <stdio.h>
#include <string.h>

#include "rules/books/ranked/checks_ranked.h"
#include "rules/books/ranked/ranked.h"
#include "rules/books/ranked/ranked_areas.h"
#include "rules/case/words.h"

static void ask_rate(const rule_case *c, rule_measure *m) {
    m->applies = m->fact = m->ask = true;
    m->chance = 1;
    measure_says(m, "How far may %s move? Its Movement was not entered; it went %s", words_unit(c->g, c->unit_index).text,
                 words_inches(ranked_facts_of(c)->way_in).text);
}

static void measure_total(const rule_case *c, rule_measure *m, double limit) {
    const ranked_facts *k = ranked_facts_of(c);
    m->applies = true;
    m->measured = k->total_in;
    m->kindest = k->least_in;
    m->limit = limit;
    m->tolerance = c->n->player_tolerance;
    m->sigma = k->sigma;
    measure_search(c, m);
    m->unit = "in";
    m->two_readings = m->kindest < m->measured;
    m->other_reading = k->lone ? "straight from where it began" : "wheels measured at the front of the outer figure in place of its corner";
}

static const char *name_of_limit(const rule_case *c) {
    switch (ranked_facts_of(c)->bound) {
        case BOUND_BACK_SIDE:
            return "backward or sideways it may go";
        case BOUND_FAILED_TEST:
            return "after a failed Leadership test it may go";
        case BOUND_REINFORCEMENT:
            return "reinforcements may not march and go";
        default:
            return ranked_facts_of(c)->limit > c->rate ? "even a march goes" : c->mine->reported.plain ? "without a march it may go" : "it may go";
    }
}

// "Pikes: wheel and advance take 9.5"; even a march goes 8": 1.5" too far".
static void say_total(const rule_case *c, rule_measure *m) {
    words did = words_maneuvers(&c->how), took = words_inches(m->measured), most = words_inches(m->limit);
    const char *verb = c->how.count > 1 ? "take" : "takes";
    char before[WORDS_MAX + 40] = "";
    double spent = ranked_spent(c);
    if (spent > 0.05) snprintf(before, sizeof before, ", %s of it earlier in the phase", words_inches(spent).text);
    if (m->measured <= m->limit + m->tolerance)
        measure_says(m, "%s: %s %s %s of %s%s", words_unit(c->g, c->unit_index).text, did.text, verb, took.text, most.text, before);
    else
        measure_says(m, "%s: %s %s %s%s; %s %s: %s too far", words_unit(c->g, c->unit_index).text, did.text, verb, took.text, before,
                     name_of_limit(c), most.text, words_inches(m->measured - m->limit).text);
}

static void measure_bound(const rule_case *c, rule_measure *m, ranked_bound bound) {
    if (ranked_facts_of(c)->bound != bound) return;
    measure_total(c, m, ranked_facts_of(c)->limit);
    m->always_listed = true;
    measure_names(m, figure_of(c, 0));
    say_total(c, m);
}

void check_ranked_rate(const rule_case *c, rule_measure *m) {
    if (ranked_facts_of(c)->bound == BOUND_UNKNOWN)
        ask_rate(c, m);
    else
        measure_bound(c, m, BOUND_RATE);
}

void check_ranked_half(const rule_case *c, rule_measure *m) { measure_bound(c, m, BOUND_BACK_SIDE); }
void check_ranked_march(const rule_case *c, rule_measure *m) { measure_bound(c, m, BOUND_MARCH); }
void check_ranked_march_wheeled(const rule_case *c, rule_measure *m) { measure_bound(c, m, BOUND_MARCH_WHEELED); }
void check_ranked_failed_test(const rule_case *c, rule_measure *m) { measure_bound(c, m, BOUND_FAILED_TEST); }
void check_ranked_reinforcement_march(const rule_case *c, rule_measure *m) { measure_bound(c, m, BOUND_REINFORCEMENT); }
void check_ranked_lone(const rule_case *c, rule_measure *m) { measure_bound(c, m, BOUND_LONE); }
void check_ranked_pivoted(const rule_case *c, rule_measure *m) { measure_bound(c, m, BOUND_PIVOTED); }

// Moved, then another unit, then again: within the allowance that is a matter of order, beyond it a second move.
void check_ranked_second_move(const rule_case *c, rule_measure *m) {
    const ranked_facts *k = ranked_facts_of(c);
    if (!k->interleaved || !k->normal || k->way == WAY_NONE) return;
    words name = words_unit(c->g, c->unit_index);
    if (c->rate <= 0) {
        m->applies = m->fact = m->ask = true;
        m->chance = 1;
        measure_says(m, "%s moved before and moves again: is this still its first move?", name.text);
        return;
    }
    bool marched = ranked_done_of(c->mine)->marched != MARCHED_NOT && k->bound != BOUND_BACK_SIDE;
    measure_total(c, m, marched ? ranked_tuning_of(c->n)->march * c->rate : fmin(k->limit, c->rate));
    measure_says(m, "%s went %s, then %s moved, and now %s goes another %s: each unit moves once, and together that is more than its %s", name.text,
                 words_inches(ranked_spent(c)).text, words_unit(c->g, k->between).text, name.text, words_inches(k->way_in).text,
                 words_inches(m->limit).text);
}

// Surely a march: by its length, ahead.
static bool is_march(const rule_case *c) {
    ranked_way way = ranked_facts_of(c)->way;
    bool ahead = way == WAY_FORWARD || way == WAY_LONE || way == WAY_UNFACED || way == WAY_REFORM;
    return ranked_facts_of(c)->normal && ahead && c->rate > 0 && ranked_may_march(c) && ranked_surely_over(c, c->rate);
}

// docs/geometry.md sections 10 and 14.4: surely within 8" at the start, surely outside, or a question.
void check_ranked_march_test(const rule_case *c, rule_measure *m) {
    nearest near = ranked_facts_of(c)->sighted;
    double limit = ranked_tuning_of(c->n)->check_in, error = c->n->k_illegal * near.sigma;
    if (!is_march(c) || ranked_entered_of(c->mine)->test != UNKNOWN || near.enemy < 0 || near.gap - error > limit) return;
    words name = words_unit(c->g, c->unit_index), enemy = words_enemy(c, near.enemy);
    m->applies = true;
    m->has_at = true;
    m->at = near.at;
    measure_names(m, near.figure);
    measure_names(m, near.enemy);
    m->measured = m->kindest = near.gap;
    m->limit = limit;
    m->sense = SHOULD_BE_AT_LEAST;
    m->tolerance = c->n->player_tolerance;
    m->sigma = near.sigma;
    m->unit = "in";
    m->fact = m->ask = limit - m->tolerance - near.gap <= error;
    m->chance = 0.5;
    if (m->ask)
        measure_says(m, "%s marched and began about %s from %s: if that was within %s, did it pass a Leadership test?", name.text,
                     words_inches(near.gap).text, enemy.text, words_inches(limit).text);
    else
        measure_says(m, "%s marched though it began %s from %s, and no Leadership test was entered: within %s it must pass one to march", name.text,
                     words_inches(near.gap).text, enemy.text, words_inches(limit).text);
}

// A march was announced beside the enemy: the test comes first.
bool due_march_test(const act_case *a, char *says) {
    const unit_state *u = a->mine;
    if (!ranked_entered_of(u)->marches || ranked_entered_of(u)->test != UNKNOWN || u->done.moves > 0 || !ranked_normal_phase(a->s)) return false;
    nearest near = ranked_nearest_foe(a->r, a->s, a->unit_index, ranked_tuning_of(a->n)->check_in + a->n->player_tolerance);
    if (near.enemy < 0) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.60s stands %.10s from %.60s: before it marches it must pass a Leadership test",
             words_unit(a->g, a->unit_index).text, words_inches(near.gap).text, words_unit(a->g, a->g->figures[near.enemy].unit).text);
    return true;
}
