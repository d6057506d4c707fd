// Which way routers run, and how they face (Battlesystem 7.15).
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/case/words.h"
#include "rules/measure/maneuver/path.h"
#include "rules/measure/terrain/ground.h"

static words router(const rule_case *c) { return words_unit(c->g, c->unit_index); }

static double bearing(vec2 from, vec2 to) { return atan2(to.y - from.y, to.x - from.x); }

static double away(const rule_case *c) { return bearing(rout_case_of(c)->run.cause, rout_case_of(c)->run.start); }

static void measure_angle(rule_measure *m, double measured_rad, double limit_rad, double sigma_rad) {
    m->applies = true;
    m->measured = m->kindest = fabs(measured_rad) * DEG_PER_RAD;
    m->limit = limit_rad * DEG_PER_RAD;
    m->sigma = sigma_rad * DEG_PER_RAD;
    m->unit = "deg";
}

void check_rout_facing(const rule_case *c, rule_measure *m) {
    const run_facts *k = &rout_case_of(c)->run;
    if (!run_is_judged(c) || !k->has_cause || k->left_table || c->m->after.figures == 0 || c->m->after.sigma_facing_rad >= HEADING_UNKNOWN) return;
    measure_angle(m, angle_difference(c->m->after.facing_rad, bearing(k->cause, k->end)), PI / 4, c->sigma_rad);
    measure_says(m, "%s ends its rout facing %.0f\u00b0 off straight away%s: routers end with their backs to the enemy", router(c).text, m->measured,
                 k->assumed ? " from the nearest enemy" : " from what it flees");
}

static void measure_nearer(const rule_case *c, rule_measure *m) {
    const run_facts *k = &rout_case_of(c)->run;
    m->applies = true;
    m->sense = SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = vec2_distance(k->end, k->cause);
    m->limit = vec2_distance(k->start, k->cause);
    m->tolerance = c->n->player_tolerance;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    measure_says(m, "%s routs and ends %s from what it flees, %s nearer than before", router(c).text, words_inches(m->measured).text,
                 words_inches(m->limit - m->measured).text);
}

// The first inch towards the cause, or nearer to it at the end: never. Aslant where the straight way is open: worth saying.
void check_rout_direction(const rule_case *c, rule_measure *m) {
    const run_facts *k = &rout_case_of(c)->run;
    if (!run_is_judged(c) || !k->first || !k->has_course || !k->has_cause) return;
    double off = fabs(angle_difference(k->course_rad, away(c))), first = fabs(angle_difference(k->first_rad, away(c)));
    bool towards = first > PI / 2, nearer = vec2_distance(k->end, k->cause) < vec2_distance(k->start, k->cause);
    if (nearer && !towards) {
        measure_nearer(c, m);
    } else if (towards || !k->barred) {
        measure_angle(m, towards ? first : off, towards ? PI / 2 : battlesystem_tuning_of(c->n)->rout_dir_tol, k->course_sigma);
        measure_says(m, "%s routs %.0f\u00b0 off straight away from %s: a unit routs away from what made it break", router(c).text, m->measured,
                     k->assumed ? "the nearest enemy (or from what does it flee?)" : "what it flees");
    }
    m->advise = k->assumed || (!towards && !nearer);
}

// How far the course that leads there lies beyond what "away first" allows.
static double beyond_away(const rule_case *c, double wanted) {
    if (!rout_case_of(c)->run.has_cause) return 0;
    return fmax(0, fabs(angle_difference(wanted, away(c))) - battlesystem_tuning_of(c->n)->rout_dir_tol);
}

static bool edge_course(table_edge e, double *course) {
    static const double courses[EDGE_COUNT] = {[EDGE_NORTH] = PI / 2, [EDGE_EAST] = 0, [EDGE_SOUTH] = -PI / 2, [EDGE_WEST] = PI};
    *course = courses[e];
    return e != EDGE_NONE;
}

// Where the unit came onto the table: as it was seen to, else where the game began for it.
static bool entry_point(const rule_case *c, vec2 *entry) {
    *entry = rout_entered_of(c->mine)->entry;
    if (rout_entered_of(c->mine)->has_entry) return true;
    vec2 sum = {0, 0};
    int n = 0;
    for (int f = c->unit->first_figure; f < c->unit->first_figure + c->unit->figure_count; f++)
        if (c->g->figures[f].has_start) sum = vec2_add(sum, c->g->figures[f].start.at), n++;
    *entry = vec2_scale(sum, n ? 1.0 / n : 0);
    return n > 0;
}

// True where routers make for the place where they came on, and that is far enough to have a direction.
static bool has_entry_course(const rule_case *c, double *course) {
    vec2 entry;
    if (battlesystem_tuning_of(c->n)->to_own_edge || !entry_point(c, &entry) || vec2_distance(entry, rout_case_of(c)->run.start) < FAR_HOME_IN)
        return false;
    *course = bearing(rout_case_of(c)->run.start, entry);
    return true;
}

static void measure_home(const rule_case *c, rule_measure *m, double wanted, const char *whither) {
    const run_facts *k = &rout_case_of(c)->run;
    if (run_is_barred(c, k->start, wanted, c->rate)) return;
    measure_angle(m, angle_difference(k->course_rad, wanted), battlesystem_tuning_of(c->n)->rout_dir_tol + beyond_away(c, wanted), k->course_sigma);
    measure_says(m, "%s routs %.0f\u00b0 off the way %s, which lies open", router(c).text, m->measured, whither);
}

void check_rout_own_lines(const rule_case *c, rule_measure *m) {
    double course;
    bool elsewhere = has_entry_course(c, &course);
    if (!run_is_judged(c) || !rout_case_of(c)->run.first || !rout_case_of(c)->run.has_course || elsewhere ||
        battlesystem_tuning_of(c->n)->path_unchecked)
        return;
    if (edge_course(c->g->sides[c->unit->side].home_edge, &course)) measure_home(c, m, course, "to its own lines");
}

void check_rout_entry_point(const rule_case *c, rule_measure *m) {
    double course;
    if (!run_is_judged(c) || !rout_case_of(c)->run.first || !rout_case_of(c)->run.has_course || battlesystem_tuning_of(c->n)->path_unchecked ||
        !has_entry_course(c, &course))
        return;
    measure_home(c, m, course, "back to where it came onto the table");
}

static vec2 middle_at(const rule_case *c, int sample) {
    vec2 sum = {0, 0};
    for (int i = 0; i < c->count; i++) sum = vec2_add(sum, path_pose(c->m, sample, c->local[i]).at);
    return vec2_scale(sum, 1.0 / c->count);
}

static bool at_edge(const rule_case *c, int sample, const game_terrain *t) {
    for (int i = 0; i < c->count; i++)
        for (int e = 0; e < t->polygon_count; e++) {
            pose p = path_pose(c->m, sample, c->local[i]);
            base b = c->g->figures[figure_of(c, i)].base;
            if (segment_distance(p.at, t->polygon[e], t->polygon[(e + 1) % t->polygon_count]) < b.depth_in / 2 + AT_EDGE_IN) return true;
        }
    return false;
}

// Sample in which it first stood at the edge of ground that it cannot enter; -1.
static int reached_edge(const rule_case *c) {
    for (int s = 0; s + 1 < c->m->sample_count; s++)
        for (int t = 0; t < c->g->terrain_count; t++)
            if (ground_is_closed(c->r, c->unit_index, &c->g->terrain[t]) && at_edge(c, s, &c->g->terrain[t])) return s;
    return -1;
}

// Along the edge of what it cannot enter, the way that leads from the enemy (BS1-7.15-18).
void check_rout_along_edge(const rule_case *c, rule_measure *m) {
    int s = run_is_judged(c) && rout_case_of(c)->run.has_cause && !battlesystem_tuning_of(c->n)->path_unchecked ? reached_edge(c) : -1;
    if (s < 0) return;
    vec2 at = middle_at(c, s), way = vec2_sub(rout_case_of(c)->run.end, at);
    if (vec2_length(way) < FLANK_FROM_IN) return;
    measure_angle(m, angle_difference(atan2(way.y, way.x), bearing(rout_case_of(c)->run.cause, at)), PI / 2, rout_case_of(c)->run.course_sigma);
    measure_says(m, "%s came to ground that it cannot enter and ran along its edge towards what it flees, %.0f\u00b0 off straight away",
                 router(c).text, m->measured);
}

// A unit that had wrapped around goes as a whole (BS1-7.15-19).
void check_rout_as_one(const rule_case *c, rule_measure *m) {
    const run_facts *k = &rout_case_of(c)->run;
    if (!run_is_judged(c) || !rout_done_of(c->mine)->wrapped || !k->has_course) return;
    double worst = 0;
    for (int i = 0; i < c->count; i++) {
        vec2 way = vec2_sub(c->to[i].at, c->from[i].at);
        double off = fabs(angle_difference(atan2(way.y, way.x), k->course_rad));
        if (vec2_length(way) < FLANK_FROM_IN || off <= worst) continue;
        worst = off;
        m->figure_count = 0;
        measure_names(m, figure_of(c, i));
    }
    measure_angle(m, worst, PI / 2, k->course_sigma);
    measure_says(m, "A flank of %s ran %.0f\u00b0 off the course of its main body: a unit that wrapped around routs as a whole, in one direction",
                 router(c).text, m->measured);
}
