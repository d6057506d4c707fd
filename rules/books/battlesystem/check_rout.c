// How far routers run, and what ends it (Battlesystem 7.15).
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/books/battlesystem/rout_hooks.h"
#include "rules/case/words.h"
#include "rules/measure/terrain/ground.h"

static words router(const rule_case *c) { return words_unit(c->g, c->unit_index); }

static double slack(const rule_case *c) { return battlesystem_tuning_of(c->n)->rout_distance_tol + c->n->player_tolerance; }

// What the ranks may shift where they open on routing: free, and no part of the run (BS1-7.6-3, BS1-7.6-5; docs/geometry.md section 7.5).
static double opening_inches(const rule_case *c) {
    const move *m = c->m;
    if (m->before.formation != FORMATION_CLOSED || m->after.formation == FORMATION_CLOSED || m->before.files < 1) return 0;
    int ranks = (c->count + m->before.files - 1) / m->before.files;
    double opened = fmax(m->after.gap_lateral_in, m->after.gap_depth_in) - fmin(m->before.gap_lateral_in, m->before.gap_depth_in);
    return fmin(fmax(opened, 0), c->n->open_high) * hypot(m->before.files - 1, ranks - 1);
}

// Half of the figures shift no more than half of that.
static double farther_slack(const rule_case *c) { return slack(c) + opening_inches(c) / 2; }

static double way_sigma(const rule_case *c) { return hypot(sqrt(2) * c->sigma_in, c->n->scale_error * rout_case_of(c)->run.middle_in); }

static double least_goal(const rule_case *c) {
    return rout_case_of(c)->run.either ? c->rate * battlesystem_tuning_of(c->n)->rout_continue_factor : rout_case_of(c)->run.goal_in;
}

// Nothing kept it from going the whole way.
static bool could_go_on(const rule_case *c) { return !rout_case_of(c)->run.left_table && !rout_case_of(c)->run.halted; }

static double shortfall(const rule_case *c) { return could_go_on(c) ? least_goal(c) - rout_case_of(c)->run.middle_in : 0; }

static void measure_run(const rule_case *c, rule_measure *m) {
    const run_facts *k = &rout_case_of(c)->run;
    bool over = k->middle_in > k->goal_in;
    m->applies = over || could_go_on(c);
    m->sense = over ? SHOULD_BE_AT_MOST : SHOULD_BE_AT_LEAST;
    m->measured = k->middle_in;
    m->kindest = over ? k->least_in : k->most_in;
    m->two_readings = true;
    m->other_reading = "measured at another of its figures";
    m->advise = !over && k->roundabout;
    m->limit = over ? k->goal_in : least_goal(c);
    m->tolerance = over ? farther_slack(c) : slack(c);
    m->sigma = way_sigma(c);
    m->unit = "in";
    measure_says(m, "%s ran %s; a unit that %s runs %s, neither more nor less", router(c).text, words_inches(k->middle_in).text,
                 k->first ? "breaks" : "is still routing", words_inches(m->limit).text);
}

static void ask_rate(const rule_case *c, rule_measure *m) {
    m->applies = m->fact = m->ask = true;
    m->chance = 1;
    measure_says(m, "How far may %s move? It routs, and its movement rate was not entered; it ran %s", router(c).text,
                 words_inches(rout_case_of(c)->run.middle_in).text);
}

void check_first_run(const rule_case *c, rule_measure *m) {
    if (!run_is_judged(c) || !rout_case_of(c)->run.first) return;
    if (c->rate <= 0)
        ask_rate(c, m);
    else
        measure_run(c, m);
}

// How far the course lies from the old one; 0 where that is not known.
static double course_change(const rule_case *c) {
    const rout_done *d = rout_done_of(c->mine);
    if (d->rout != rout_entered_of(c->mine)->number || d->runs == 0 || !rout_case_of(c)->run.has_course) return 0;
    return fabs(angle_difference(rout_case_of(c)->run.course_rad, d->course_rad));
}

static void measure_course_kept(const rule_case *c, rule_measure *m, double change) {
    m->applies = true;
    m->advise = change <= PI / 2;
    m->measured = m->kindest = change * DEG_PER_RAD;
    m->limit = (m->advise ? battlesystem_tuning_of(c->n)->rout_dir_tol : PI / 2) * DEG_PER_RAD;
    m->sigma = rout_case_of(c)->run.course_sigma * DEG_PER_RAD;
    m->unit = "deg";
    measure_says(m, "%s ran %.0f\u00b0 off its course of before, and nothing stands there: it keeps the direction in which it was running",
                 router(c).text, m->measured);
}

void check_later_run(const rule_case *c, rule_measure *m) {
    const run_facts *k = &rout_case_of(c)->run;
    if (!run_is_judged(c) || k->first) return;
    double off = course_change(c);
    double more = k->middle_in - k->goal_in;
    bool as_far = (more <= farther_slack(c) && more >= -slack(c)) || (!could_go_on(c) && more < 0);
    if (c->rate <= 0)
        ask_rate(c, m);
    else if (!as_far)
        measure_run(c, m);
    else if (off > battlesystem_tuning_of(c->n)->rout_dir_tol && !run_is_barred(c, k->start, rout_done_of(c->mine)->course_rad, k->goal_in))
        measure_course_kept(c, m, off);
}

// Through a gap or not, no figure runs farther than the rout takes it (BS1-7.15-14).
void check_farthest_router(const rule_case *c, rule_measure *m) {
    const run_facts *k = &rout_case_of(c)->run;
    m->applies = run_is_judged(c) && c->rate > 0 && k->middle_in <= k->goal_in + farther_slack(c) && k->farthest >= 0;
    if (!m->applies) return;
    m->measured = m->kindest = k->farthest_in;
    m->limit = k->goal_in;
    m->tolerance = slack(c) + opening_inches(c);
    m->sigma = way_sigma(c);
    m->unit = "in";
    measure_names(m, k->farthest);
    measure_says(m, "A figure of %s had to run %s to its place; no figure of a routing unit may go farther than %s", router(c).text,
                 words_inches(k->farthest_in).text, words_inches(k->goal_in).text);
}

// Names the cost that the unit paid and that routers do not pay, beside the shortfall itself.
void check_rout_about_face(const rule_case *c, rule_measure *m) {
    double face = c->rate * c->n->about_fraction, missing = shortfall(c);
    m->applies = run_is_judged(c) && c->rate > 0 && fabs(missing - face) <= slack(c);
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    measure_says(m, "%s ran %s too short, as much as an about face costs: routers turn their backs for nothing", router(c).text,
                 words_inches(missing).text);
}

static double ground_inches(const rule_case *c) {
    double longest = 0;
    for (int t = 0; t < c->g->terrain_count; t++) {
        const game_terrain *g = &c->g->terrain[t];
        if (!ground_slows(g)) continue;
        longest = fmax(longest, ground_way(g, rout_case_of(c)->run.start, rout_case_of(c)->run.end));
    }
    return longest;
}

void check_rout_terrain(const rule_case *c, rule_measure *m) {
    double missing = shortfall(c), inside = ground_inches(c);
    m->applies = run_is_judged(c) && c->rate > 0 && missing > slack(c) && inside >= THROUGH_IN && missing <= 2 * inside + slack(c);
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    measure_says(m, "%s ran %s too short, %s of its way through ground that costs movement: it costs routers nothing", router(c).text,
                 words_inches(missing).text, words_inches(inside).text);
}

static bool answered(const rule_case *c, int unit, answer *passed) {
    *passed = state_dice(c->s, unit, DICE_MORALE);
    return *passed != UNKNOWN;
}

// Before a friend that stands: it breaks round him, re-forms beyond and goes on (BS1-7.15-8).
static void say_halted(const rule_case *c, rule_measure *m) {
    m->applies = m->fact = true;
    m->chance = 1;
    measure_says(m, "%s stopped before %s after %s of %s: it breaks round a friend that stands, re-forms beyond and runs on", router(c).text,
                 words_unit(c->g, rout_case_of(c)->run.halted_by).text, words_inches(rout_case_of(c)->run.middle_in).text,
                 words_inches(least_goal(c)).text);
}

void check_break_round(const rule_case *c, rule_measure *m) {
    const run_facts *k = &rout_case_of(c)->run;
    answer passed;
    if (!run_is_judged(c)) return;
    if (k->halted_by >= 0 && !k->left_table && k->middle_in < least_goal(c) - slack(c)) {
        if (answered(c, k->halted_by, &passed) && passed == YES) say_halted(c, m);
        return;
    }
    int other = c->passed_unit;
    bool fast = other >= 0 && c->g->units[other].type != UNIT_SKIRMISH && !c->s->units[other].routed;
    m->applies = fast && c->passed_in > c->n->residual;
    if (!m->applies) return;
    m->measured = m->kindest = c->passed_in;
    m->limit = c->n->residual;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    measure_says(m, "%s ran through %s: routers pass through skirmishers, but break round other friends", router(c).text,
                 words_unit(c->g, other).text);
}

// A unit that routs because routers made it check runs ahead of them (BS1-7.15-7).
void check_rout_order(const rule_case *c, rule_measure *m) {
    vec2 behind;
    int by = rout_forced_by(c->s, c->unit_index);
    if (!run_is_judged(c) || !rout_case_of(c)->run.first || by < 0 || !state_middle(c->r, c->s, by, &behind)) return;
    m->applies = true;
    m->measured = m->kindest = vec2_dot(vec2_sub(behind, rout_case_of(c)->run.end), heading_forward(rout_done_of(&c->s->units[by])->course_rad));
    m->tolerance = c->n->residual + c->n->player_tolerance;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    measure_says(m, "%s ended %s behind %s, which ran into it: it routs ahead of the unit that forced its check", router(c).text,
                 words_inches(m->measured).text, words_unit(c->g, by).text);
}

// Destroyed units do not run (BS1-7.15-13).
void check_run_when_surrounded(const rule_case *c, rule_measure *m) {
    m->applies = rout_case_of(c)->run.running && rout_entered_of(c->mine)->escape == ESCAPE_NONE;
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    measure_says(m, "%s was surrounded, %s, and %s is what lets a figure escape: it is destroyed and does not run", router(c).text,
                 words_widest_gap(rout_entered_of(c->mine)->widest_in).text, words_inches(battlesystem_tuning_of(c->n)->escape_gap).text);
}

void check_returned(const rule_case *c, rule_measure *m) {
    const rout_done *d = rout_done_of(c->mine);
    int back = -1;
    for (int i = 0; i < c->count && back < 0; i++)
        if (c->to[i].at.x > 0 && c->to[i].at.y > 0 && c->to[i].at.x < c->g->width_in && c->to[i].at.y < c->g->depth_in) back = i;
    m->applies = d->gone && back >= 0;
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    measure_names(m, figure_of(c, back));
    measure_says(m, "%s left the table when it routed and is out of play; it may not come back", router(c).text);
}
