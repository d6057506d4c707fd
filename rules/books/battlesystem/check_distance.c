// How far and when: the rate, the phase, announcements (Battlesystem 7.0, 7.3, 7.7, 7.10).
#include <stdio.h>
#include <stdlib.h>

#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/checks.h"
#include "rules/case/ways.h"
#include "rules/case/words.h"

// Beyond limit and tolerance by so much that it is no error of measurement.
static bool surely_over(const rule_case *c, double measured, double limit, double sigma) {
    return measured - limit - c->n->player_tolerance > c->n->k_illegal * sigma;
}

static void ask_rate(const rule_case *c, rule_measure *m) {
    m->fact = m->ask = true;
    m->chance = 1;
    measure_says(m, "How far may %s move? Its movement rate was not entered; it went %s", words_unit(c->g, c->unit_index).text,
                 words_inches(c->how.cost).text);
}

// A move that is no permitted wheel or oblique, and costs too much by the legal way round, is named by other rules. Here only its way counts.
static bool is_named_elsewhere(const rule_case *c) { return c->how.direct == INFINITY && c->how.cost > c->allowance + c->n->player_tolerance; }

static void measure_way(const rule_case *c, rule_measure *m) {
    bool elsewhere = is_named_elsewhere(c);
    m->measured = elsewhere ? fmin(c->how.straight, c->how.cost) : c->how.cost;
    m->kindest = elsewhere ? m->measured : fmin(c->how.least.kindest, m->measured);
    m->sigma = c->how.sigma;
    measure_before(c, m);
    if (!elsewhere) measure_search(c, m);
    m->limit = c->allowance;
    if (c->how.shape == SHAPE_GAPS) m->limit = fmax(m->limit, c->how.fixed);  // gaps are closed even beyond the rate (BS1-7.3-6)
    m->tolerance = c->n->player_tolerance;
    m->unit = "in";
    m->always_listed = !elsewhere;
    m->two_readings = m->kindest < m->measured;
    m->other_reading = c->before.spared_in > 0.05   ? "with what it did before read as kindly"
                       : c->terrain.other_reading   ? "with the terrain read as kindly as it may be"
                       : c->how.shape == SHAPE_WRAP ? "charging the longer of the two end wheels alone"
                       : c->unit->type == UNIT_MOB  ? "measured at its reference figure alone"
                                                    : words_cheaper_reading(c);
}

// What the length of the move was taken for, where it was more than the rate.
static const char *taken_for(const rule_case *c) {
    const charge_facts *k = charge_facts_of(c);
    if (!k->over || k->kind == LONG_NONE) return "";
    if (k->kind == LONG_MARCH) return k->announced ? " of a forced march" : "";
    return k->announced ? " of a charge" : " of a charge, for which it was taken";
}

static void say_way(const rule_case *c, rule_measure *m) {
    char round[WORDS_MAX + 20] = "";
    if (c->went_round >= 0) snprintf(round, sizeof round, ", round %s,", words_unit(c->g, c->went_round).text);
    words did = is_named_elsewhere(c) ? (words){"The way alone"} : words_maneuvers(&c->how), took = words_inches(m->measured),
          over = words_inches(m->measured - m->limit);
    const char *verb = words_maneuver_count(&c->how) > 1 && !is_named_elsewhere(c) ? "take" : "takes";
    bool spent = c->before.cost_in > 0.05;
    words left = words_inches(c->rate);
    char before[WORDS_MAX + 20] = "";
    if (spent) snprintf(before, sizeof before, ", %s already spent", words_inches(c->before.cost_in).text);
    if (m->measured <= m->limit + m->tolerance)
        measure_says(m, "%s%s %s %s of %s%s%s", did.text, round, verb, took.text, words_inches(c->raised ? m->limit : c->rate).text, before,
                     taken_for(c));
    else if (m->ask)
        measure_says(m, "%s%s %s %s, more than the rate of %s%s: was it a forced march, or a charge?", did.text, round, verb, took.text, left.text,
                     before);
    else if (m->limit == c->raised_allowance && (c->raised || c->may_raise))
        measure_says(m, "%s%s %s %s; even a forced march or charge allows %s%s: %s too far", did.text, round, verb, took.text,
                     words_inches(m->limit).text, before, over.text);
    else
        measure_says(m, "%s%s %s %s; %s may move %s%s: %s too far", did.text, round, verb, took.text, words_unit(c->g, c->unit_index).text,
                     words_inches(m->limit).text, before, over.text);
}

void check_distance(const rule_case *c, rule_measure *m) {
    m->applies = !c->excused && c->how.shape != SHAPE_STILL && c->count > 0 && (!c->mine->reported.wrap_around || c->how.shape == SHAPE_WRAP);
    if (!m->applies) return;
    if (c->rate <= 0) {
        ask_rate(c, m);
        return;
    }
    measure_way(c, m);
    if (c->may_raise && surely_over(c, m->measured, m->limit, m->sigma)) {
        bool beyond = surely_over(c, m->measured, c->raised_allowance, m->sigma) && surely_over(c, m->kindest, c->raised_allowance, m->sigma);
        if (beyond)
            m->limit = c->raised_allowance;
        else if (is_named_elsewhere(c))
            m->applies = false;  // whether it was a march does not mend what it was
        else
            m->ask = true;
    }
    measure_names(m, c->how.farthest >= 0 ? figure_of(c, c->how.farthest) : figure_of(c, 0));
    say_way(c, m);
    words_add_terrain(c, m);
}

// Figures kept their places: the unit itself did not move.
static bool some_stayed(const rule_case *c) {
    int moved = 0;
    for (int i = 0; i < c->count; i++) moved += vec2_distance(c->from[i].at, c->to[i].at) > c->n->residual + 2 * c->sigma_in;
    return moved < c->count;
}

// Figures that step up for the fallen may do so in any phase (docs/stream.md, "take-back").
static bool only_closes_ranks(const rule_case *c) {
    if (c->unit->type == UNIT_MOB && c->mine->done.losses > 0 && some_stayed(c)) return true;
    return c->mine->done.losses > 0 && (c->how.shape == SHAPE_GAPS || c->how.shape == SHAPE_BROKEN || c->how.shape == SHAPE_FRONTAGE) &&
           vec2_length(c->how.motion.shift) <= c->n->nudge + c->n->residual;
}

// A second move in the phase, where the judge lets none be split (BS1-7.0-1).
static bool is_second_move(const rule_case *c) { return c->s->phase_entered && c->mine->done.moved && !c->n->split_moves; }

void check_out_of_phase(const rule_case *c, rule_measure *m) {
    m->applies = (!c->in_movement || is_second_move(c)) && !c->excused && !c->mine->reported.break_through && !only_closes_ranks(c) &&
                 (c->in_movement || c->how.shape != SHAPE_FORMATION);
    if (!m->applies) return;
    int walker, turner;
    double way = farthest_way(c, &walker), turn = widest_turn(c, &turner);
    bool turned = way <= c->n->nudge && turn > c->n->facing_tol;
    m->measured = m->kindest = turned ? turn * DEG_PER_RAD : way;
    m->limit = turned ? c->n->facing_tol * DEG_PER_RAD : c->n->nudge;
    m->sigma = sqrt(2) * (turned ? c->sigma_rad * DEG_PER_RAD : c->sigma_in);
    m->unit = turned ? "deg" : "in";
    measure_names(m, turned ? turner : walker);
    const char *when = c->in_movement ? "after it had moved in this phase already" : "outside its own movement phase";
    if (turned)
        measure_says(m, "%s turned by %.0f\u00b0 %s", words_unit(c->g, c->unit_index).text, m->measured, when);
    else
        measure_says(m, "%s went %s %s", words_unit(c->g, c->unit_index).text, words_inches(way).text, when);
}

void check_gap_exhaustion(const rule_case *c, rule_measure *m) {
    m->applies = c->s->phase_entered && c->mine->done.exhausted && c->mine->done.exhausted_turn == c->s->turn && !c->excused;
    if (!m->applies) return;
    int figure;
    m->measured = m->kindest = farthest_way(c, &figure);
    m->limit = c->n->nudge;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    measure_says(m, "%s spent more than its rate on closing gaps and may not move again this round; it went %s", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text);
}

// Gap between the unit, standing by `poses`, and a unit that stands in the state.
static double gap_to(const rule_case *c, const pose *poses, int target) {
    const game_unit *u = &c->g->units[target];
    double least = INFINITY;
    for (int i = 0; i < c->count; i++)
        for (int j = u->first_figure; j < u->first_figure + u->figure_count; j++)
            if (figure_stands(&c->s->figures[j]))
                least = fmin(least, base_gap(c->g->figures[figure_of(c, i)].base, poses[i], c->g->figures[j].base, c->s->figures[j].at));
    return least;
}

static bool charged_at(const rule_case *c) {
    return c->mine->reported.charge && c->mine->reported.target >= 0 && !c->excused && c->rate > 0 && c->count > 0;
}

// Ranks that open where they stand lead nowhere.
static double way_on(const rule_case *c) {
    int figure;
    return c->how.shape == SHAPE_FORMATION ? vec2_distance(c->m->before.anchor, c->m->after.anchor) : farthest_way(c, &figure);
}

// A charge within reach that led elsewhere (BS1-7.7-5). Standing still, and falling short on the way there, are no breach of this rule.
void check_declared_charge(const rule_case *c, rule_measure *m) {
    if (!charged_at(c)) return;
    int target = c->mine->reported.target;
    double before = gap_to(c, c->from, target), after = gap_to(c, c->to, target), way = way_on(c);
    m->applies = isfinite(after) && before <= c->rate * c->n->charge_factor && after > c->n->contact_doubt && way >= 1;
    if (!m->applies) return;
    m->measured = m->kindest = after;
    m->limit = before - 0.25 * way;  // coming nearer by less than a quarter of the way is going elsewhere
    m->tolerance = c->n->player_tolerance;
    m->sigma = hypot(sqrt(2) * c->sigma_in, c->n->scale_error * way);
    m->unit = "in";
    measure_says(m, "%s announced a charge at %s and went elsewhere: it ends %s from it", words_unit(c->g, c->unit_index).text,
                 words_unit(c->g, target).text, words_inches(after).text);
}

// A charge out of reach comes as near as the normal rate takes it (BS1-7.7-7).
void check_charge_out_of_reach(const rule_case *c, rule_measure *m) {
    if (!charged_at(c) || !battlesystem_tuning_of(c->n)->charge_must_move) return;
    int target = c->mine->reported.target;
    double before = gap_to(c, c->from, target), after = gap_to(c, c->to, target);
    double reach = battlesystem_tuning_of(c->n)->failed_charge_full ? c->rate * c->n->charge_factor : c->rate;
    m->applies = isfinite(after) && before > c->rate * c->n->charge_factor + c->n->player_tolerance;
    if (!m->applies) return;
    m->measured = m->kindest = after;
    m->limit = before - reach;
    m->tolerance = 0.5;  // docs/geometry.md section 9: as close as it can, by tape
    m->sigma = hypot(sqrt(2) * c->sigma_in, c->n->scale_error * before);
    m->unit = "in";
    measure_says(m, "%s announced a charge at %s, out of reach, and stopped %s from it; it could come to %s", words_unit(c->g, c->unit_index).text,
                 words_unit(c->g, target).text, words_inches(after).text, words_inches(fmax(m->limit, 0)).text);
}

// By a house rule a mob keeps its frontage but for losses; one figure more or less may be the raggedness of the array.
static void check_mob_frontage(const rule_case *c, rule_measure *m) {
    bool reshaped = c->how.shape != SHAPE_STILL && c->how.shape != SHAPE_RIGID && c->count > 1;
    bool kept = battlesystem_tuning_of(c->n)->mob_front_fixed && !battlesystem_tuning_of(c->n)->mob_changes_front;
    if (!kept || !reshaped || c->excused || c->mine->done.losses > 0) return;
    double depth = c->g->figures[figure_of(c, 0)].base.depth_in;
    int before, after;
    measure_mob_front(c, m, depth, &before, &after);
    measure_says(m, "%s, a mob, changed its front from about %d figures to %d without losses", words_unit(c->g, c->unit_index).text, before, after);
}

void check_frontage_line(const rule_case *c, rule_measure *m) {
    if (c->unit->type == UNIT_MOB) {
        check_mob_frontage(c, m);
        return;
    }
    // An advance that was announced beside it is no drift of the line.
    m->applies = c->how.shape == SHAPE_FRONTAGE && c->mine->reported.frontage && !c->mine->reported.plain &&
                 battlesystem_tuning_of(c->n)->front_anchored && !c->excused;
    if (!m->applies) return;
    m->measured = m->kindest = c->how.front_ahead;
    m->limit = c->n->residual;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    measure_says(m, "With the change of frontage the front line went %s ahead: that is charged as an advance", words_inches(m->measured).text);
}

// The first reading allows the move, another would not: worth saying (BS1-7.10-4).
void check_frontage_reading(const rule_case *c, rule_measure *m) {
    m->applies = c->how.frontage_surplus > 0 && !c->n->frontage_fixed && c->rate > 0 && !c->excused &&
                 !surely_over(c, c->how.cost, c->allowance, c->how.sigma);
    if (!m->applies) return;
    m->measured = m->kindest = c->how.cost + c->how.frontage_surplus;
    m->limit = c->allowance;
    m->tolerance = c->n->player_tolerance;
    m->sigma = c->how.sigma;
    m->advise = true;
    m->unit = "in";
    measure_says(m, "At 1\" for the change of frontage this takes %s; were each figure charged it would take %s of %s",
                 words_inches(c->how.cost).text, words_inches(m->measured).text, words_inches(m->limit).text);
}
