// When a unit of ranked fantasy may move, and what it may no longer do in its turn (WF-NM-1, 2, 4, 16, 17, 18, 23).
#include <string.h>

#include "rules/books/ranked/checks_ranked.h"
#include "rules/books/ranked/ranked.h"
#include "rules/books/ranked/ranked_areas.h"
#include "rules/case/ways.h"
#include "rules/case/words.h"

static void measure_fact(rule_measure *m, double chance) {
    m->applies = m->fact = true;
    m->chance = chance;
}

// Figures that step up for the fallen may do so in any phase (docs/stream.md, "take-back").
static bool only_closes_ranks(const rule_case *c) {
    return c->mine->done.losses > 0 && c->how.straight <= c->n->nudge + c->n->residual && c->how.shape != SHAPE_RIGID;
}

static const char *when(const rule_case *c) {
    if (!c->in_movement) return "outside its side's movement";
    return strcmp(c->s->phase, "charges") == 0 ? "while charges were still being made, and announced none"
                                               : "while compulsory moves were still being made";
}

void check_ranked_phase(const rule_case *c, rule_measure *m) {
    if (c->excused || ranked_facts_of(c)->arriving || only_closes_ranks(c) || (c->in_movement && ranked_normal_phase(c->s))) return;
    int walker, turner;
    double way = farthest_way(c, &walker), turn = widest_turn(c, &turner);
    bool turned = way <= c->n->nudge && turn > c->n->facing_tol;
    words name = words_unit(c->g, c->unit_index);
    m->applies = true;
    m->measured = m->kindest = turned ? turn * DEG_PER_RAD : way;
    m->limit = turned ? c->n->facing_tol * DEG_PER_RAD : c->n->nudge;
    m->sigma = sqrt(2) * (turned ? c->sigma_rad * DEG_PER_RAD : c->sigma_in);
    m->unit = turned ? "deg" : "in";
    measure_names(m, turned ? turner : walker);
    // After a fight units flee and pursue; what ends in contact while charges are made may be a charge that was not entered.
    bool fought = strcmp(c->s->phase, "melee") == 0 && c->mine->at_start.touching;
    bool charged = c->in_movement && strcmp(c->s->phase, "charges") == 0 && c->contact.made.gap <= c->n->contact_doubt;
    m->ask = fought || charged;
    if (charged)
        measure_says(m, "%s went %s into contact with %s: did it charge?", name.text, words_inches(way).text,
                     words_enemy(c, c->contact.made.enemy).text);
    else if (fought)
        measure_says(m, "%s went %s after its fight: does it flee or pursue?", name.text, words_inches(way).text);
    else if (turned)
        measure_says(m, "%s turned by %.0f\u00b0 %s", name.text, m->measured, when(c));
    else
        measure_says(m, "%s went %s %s", name.text, words_inches(way).text, when(c));
}

// What it did earlier in this turn, by people's word; NULL: nothing that keeps it from a normal move.
static const char *deed(const rule_case *c, bool *sure) {
    const unit_state *u = c->mine;
    *sure = true;
    if (ranked_entered_of(u)->rallied) return "rallied";
    if (ranked_entered_of(u)->compelled) return "moved compulsorily";
    if (ranked_entered_of(u)->fled && ranked_done_of(u)->had_move) return "fled";
    if (ranked_entered_of(u)->charged && ranked_tuning_of(c->n)->charged_excluded) {
        *sure = ranked_done_of(u)->had_move || ranked_tuning_of(c->n)->charged_fixed;
        return "charged";
    }
    if (ranked_done_of(u)->had_move && !ranked_entered_of(u)->charged) return "fled or moved compulsorily";
    return NULL;
}

static void measure_engaged(const rule_case *c, rule_measure *m) {
    nearest touch = ranked_facts_of(c)->sighted;
    if (touch.enemy < 0 || contact_chance(c->n, touch.gap, touch.sigma) <= 0.5) return;
    m->applies = true;
    measure_contact(m, c->n, touch);
    m->ask = !c->s->phase_entered;
    words name = words_unit(c->g, c->unit_index), enemy = words_enemy(c, touch.enemy);
    if (m->ask)
        measure_says(m, "%s moved out of contact with %s: was it still fighting?", name.text, enemy.text);
    else
        measure_says(m, "%s moved although it stood in base contact with %s: engaged units make no normal move", name.text, enemy.text);
}

void check_ranked_eligible(const rule_case *c, rule_measure *m) {
    if (!ranked_facts_of(c)->normal || ranked_facts_of(c)->way == WAY_NONE || ranked_facts_of(c)->arriving) return;
    bool sure;
    const char *did = c->s->phase_entered ? deed(c, &sure) : NULL;
    if (!did) {
        measure_engaged(c, m);
        return;
    }
    measure_fact(m, sure ? 1 : 0.75);
    m->two_readings = !sure;
    m->other_reading = "if a charge that did not move takes no move from it,";
    measure_says(m, "%s made a normal move of %s although it %s in this turn", words_unit(c->g, c->unit_index).text,
                 words_inches(ranked_facts_of(c)->way_in).text, did);
}

void check_ranked_order(const rule_case *c, rule_measure *m) {
    if (!ranked_facts_of(c)->interleaved || !ranked_facts_of(c)->normal || ranked_facts_of(c)->way == WAY_NONE) return;
    measure_fact(m, 1);
    measure_says(m, "%s moves again after %s moved: a unit finishes its move before the next one is picked", words_unit(c->g, c->unit_index).text,
                 words_unit(c->g, ranked_facts_of(c)->between).text);
}

static bool declares(const act_case *a, const char *action) { return event_declares(a->e, a->unit_index, action) && a->s->phase_entered; }

void act_failed_test_shot(const act_case *a, rule_measure *m) {
    if (!declares(a, "shoot") || ranked_entered_of(a->mine)->test != NO) return;
    measure_fact(m, 1);
    measure_says(m, "%s shoots although it failed its Leadership test to march: it counts as having marched, and may not shoot",
                 words_unit(a->g, a->unit_index).text);
}

static void measure_marched(const act_case *a, rule_measure *m) {
    bool sure = ranked_done_of(a->mine)->marched == MARCHED_SURELY;
    measure_fact(m, sure ? 1 : 0.75);
    m->two_readings = !sure;
    m->other_reading = "if it went no farther than its Movement,";
}

void act_marched_shot(const act_case *a, rule_measure *m) {
    if (!declares(a, "shoot") || ranked_done_of(a->mine)->marched == MARCHED_NOT || ranked_entered_of(a->mine)->test == NO) return;
    measure_marched(a, m);
    measure_says(m, "%s shoots although it marched in this turn", words_unit(a->g, a->unit_index).text);
}

void act_marched_charge(const act_case *a, rule_measure *m) {
    bool failed = ranked_entered_of(a->mine)->test == NO;
    if (!declares(a, "charge") || (ranked_done_of(a->mine)->marched == MARCHED_NOT && !failed)) return;
    if (failed)
        measure_fact(m, 1);
    else
        measure_marched(a, m);
    measure_says(m, "%s declares a charge although it %s in this turn", words_unit(a->g, a->unit_index).text,
                 failed ? "failed its test to march, which counts as a march," : "marched");
}

void act_reinforcement_charge(const act_case *a, rule_measure *m) {
    bool came_on = ranked_done_of(a->mine)->arrived || ranked_arrives(a->g, a->s, a->unit_index);
    if (!declares(a, "charge") || !came_on) return;
    measure_fact(m, 1);
    measure_says(m, "%s declares a charge in the turn in which it came on as reinforcements", words_unit(a->g, a->unit_index).text);
}

void check_reinforcement_contact(const rule_case *c, rule_measure *m) {
    nearest end = c->contact.at_end;
    if (!(ranked_facts_of(c)->arriving || ranked_done_of(c->mine)->arrived) || c->mine->fleeing || c->mine->routed || end.enemy < 0) return;
    m->applies = true;
    measure_contact(m, c->n, end);
    measure_says(m, "%s came on as reinforcements and ends in contact with %s: it may not charge in that turn", words_unit(c->g, c->unit_index).text,
                 words_enemy(c, end.enemy).text);
}
