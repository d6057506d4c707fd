// Changing direction: obliques, wheels, facing changes (Battlesystem 7.9).
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/checks.h"
#include "rules/case/words.h"

static bool formed(const rule_case *c) {
    bool locked = c->s->phase_entered && c->mine->at_start.touching;
    return !c->free && !c->excused && !locked && c->count > 1 && c->rate > 0;
}

// The motion is no wheel or oblique with advances: it is permitted all the same where some longer way round leads there within the rate.
static bool is_roundabout(const rule_case *c) {
    return formed(c) && c->how.shape == SHAPE_RIGID && c->how.direct == INFINITY && c->unit->type != UNIT_MOB;
}

static bool only_shifted(const rule_case *c) { return c->how.motion.rotation_rad == 0 && c->how.motion.turn == FACE_FRONT; }

static void measure_way_round(const rule_case *c, rule_measure *m) {
    m->applies = true;
    m->measured = c->how.cost;
    m->kindest = c->how.least.kindest;
    m->two_readings = m->kindest < m->measured;
    m->other_reading = words_cheaper_reading(c);
    m->limit = c->allowance;
    m->tolerance = c->n->player_tolerance;
    m->sigma = c->how.sigma;
    measure_before(c, m);
    measure_search(c, m);
    m->unit = "in";
    measure_names(m, figure_of(c, 0));
}

void check_oblique(const rule_case *c, rule_measure *m) {
    if (!is_roundabout(c) || !only_shifted(c)) return;
    measure_way_round(c, m);
    measure_says(m, "%s went %.0f\u00b0 off straight ahead, where %.0f\u00b0 are allowed; the cheapest legal way there takes %s of %s",
                 words_unit(c->g, c->unit_index).text, fabs(c->how.deviation) * DEG_PER_RAD, c->n->oblique_max * DEG_PER_RAD,
                 words_inches(m->measured).text, words_inches(m->limit).text);
}

static void say_wheel(const rule_case *c, rule_measure *m) {
    measure_says(m, "%s turned by %.0f\u00b0, but not as a wheel about one of its front corners; the cheapest legal way there takes %s of %s",
                 words_unit(c->g, c->unit_index).text, fabs(c->how.motion.rotation_rad) * DEG_PER_RAD, words_inches(m->measured).text,
                 words_inches(m->limit).text);
    m->has_at = c->how.pivot != PIVOT_NONE;
    m->at = c->how.pivot_at;
}

void check_wheel(const rule_case *c, rule_measure *m) {
    if (!is_roundabout(c) || only_shifted(c) || c->mine->reported.face) return;
    measure_way_round(c, m);
    say_wheel(c, m);
}

// A facing change was announced, and the figures did not keep their places (BS1-7.9-12).
void check_facing_positions(const rule_case *c, rule_measure *m) {
    if (!is_roundabout(c) || only_shifted(c) || !c->mine->reported.face) return;
    measure_way_round(c, m);
    measure_says(m,
                 "%s announced a facing change, which leaves every figure in its place, but the block was laid anew; the cheapest legal way there "
                 "takes %s of %s",
                 words_unit(c->g, c->unit_index).text, words_inches(m->measured).text, words_inches(m->limit).text);
}

void check_wheel_pivot(const rule_case *c, rule_measure *m) {
    bool turned = c->how.shape == SHAPE_RIGID && c->how.motion.turn == FACE_FRONT;
    m->applies = formed(c) && turned && c->how.pivot == PIVOT_AT_FRONT_FIGURE && !battlesystem_tuning_of(c->n)->any_pivot &&
                 !battlesystem_tuning_of(c->n)->allow_backward;
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    m->has_at = true;
    m->at = c->how.pivot_at;
    measure_says(m, "%s wheeled by %.0f\u00b0 about a point of its front that is not the corner on the inside of the turn",
                 words_unit(c->g, c->unit_index).text, fabs(c->how.motion.rotation_rad) * DEG_PER_RAD);
}

void check_mob_oblique(const rule_case *c, rule_measure *m) {
    bool shifted =
        c->unit->type == UNIT_MOB && c->how.shape == SHAPE_RIGID && c->how.motion.rotation_rad == 0 && hypot(c->how.ahead, c->how.left) >= 1;
    bool off = fabs(c->how.deviation) > c->n->oblique_tol + c->n->k_illegal * c->how.sigma_deviation;
    m->applies = shifted && off && formed(c) && !c->n->mob_may_oblique && c->m->before.figures > 0;
    if (!m->applies) return;
    m->measured = m->kindest = c->how.without_oblique;
    m->limit = c->allowance;
    m->tolerance = c->n->player_tolerance;
    m->sigma = c->how.sigma;
    measure_before(c, m);
    m->unit = "in";
    measure_says(m, "%s went %.0f\u00b0 off straight ahead: a mob goes straight or wheels, which would take %s of %s",
                 words_unit(c->g, c->unit_index).text, fabs(c->how.deviation) * DEG_PER_RAD, words_inches(m->measured).text,
                 words_inches(m->limit).text);
}

void check_facing(const rule_case *c, rule_measure *m) {
    double turn = c->how.odd_turn, quarter = round(turn / (PI / 2)) * PI / 2;
    m->applies = formed(c) && c->how.shape == SHAPE_RIGID && turn != 0 && c->unit->type != UNIT_MOB &&
                 !(battlesystem_tuning_of(c->n)->oblique_turns && fabs(turn) <= PI / 4 + c->n->oblique_tol);
    if (!m->applies) return;
    m->measured = m->kindest = fabs(turn - quarter) * DEG_PER_RAD;
    m->limit = c->n->facing_tol * DEG_PER_RAD;
    m->sigma = hypot(sqrt(2) * c->sigma_rad, c->how.sigma_rotation) * DEG_PER_RAD;
    m->unit = "deg";
    // Turning in place by up to 45 degrees may be meant by "oblique" (BS1-7.9-2).
    m->advise = fabs(turn) <= PI / 4 + c->n->oblique_tol;
    if (c->how.odd_figure >= 0) measure_names(m, figure_of(c, c->how.odd_figure));
    measure_says(m, "%s turned in place by %.0f\u00b0: facing changes are by 90\u00b0 or 180\u00b0", words_unit(c->g, c->unit_index).text,
                 fabs(turn) * DEG_PER_RAD);
}
