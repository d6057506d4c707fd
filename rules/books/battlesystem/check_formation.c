// Formations: spacing, contact inside the unit, command, phase (Battlesystem 7.1 to 7.6) and the places in the unit (7.7).
#include "core/plural.h"
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/checks.h"
#include "rules/case/words.h"

// A unit that wraps around, or did, stands bent: its gaps are not judged until it forms anew (BS1-7.11-7). So does one that the enemy stopped here
// and not there (BS1-7.8-2).
static bool is_bent(const rule_case *c) { return c->how.shape == SHAPE_WRAP || c->how.shape == SHAPE_CONTACT || rout_done_of(c->mine)->wrapped; }

// Irregular formation (Battlesystem, second edition) has no gaps to keep.
static bool regular(const rule_case *c) {
    return c->unit->type == UNIT_REGULAR && !c->excused && c->count > 1 && !is_bent(c) && c->terrain.irregular != YES;
}

// The gap that determines the formation: between neighbours of a rank, where ranks are known.
static double telling_gap(const rule_case *c) { return isfinite(c->m->after.gap_lateral_in) ? c->m->after.gap_lateral_in : c->spacing.median_gap; }

static void measure_gap(const rule_case *c, rule_measure *m, double gap, double limit, measure_sense sense) {
    m->measured = m->kindest = gap;
    m->limit = limit;
    m->sense = sense;
    m->sigma = c->spacing.sigma;
    m->unit = "in";
}

void check_unclassified(const rule_case *c, rule_measure *m) {
    double gap = telling_gap(c);
    m->applies = regular(c) && isfinite(gap) && !c->n->use_stands && gap < c->n->skirmish_min;
    if (!m->applies) return;
    measure_gap(c, m, gap, c->n->open_high, SHOULD_BE_AT_MOST);
    measure_says(m, "The gaps of %s are %s: too wide for open formation; please dress the ranks", words_unit(c->g, c->unit_index).text,
                 words_inches(gap).text);
}

void check_regular_scattered(const rule_case *c, rule_measure *m) {
    m->applies = regular(c) && isfinite(c->spacing.loosest_gap);
    if (!m->applies) return;
    measure_gap(c, m, c->spacing.loosest_gap, c->n->use_stands ? battlesystem_tuning_of(c->n)->stand_high : c->n->skirmish_min, SHOULD_BE_AT_MOST);
    m->tolerance = c->n->player_tolerance;
    measure_says(m, "%s stands scattered, every figure at least %s from the next: regular units stand closed or open",
                 words_unit(c->g, c->unit_index).text, words_inches(m->measured).text);
}

void check_skirmish_spacing(const rule_case *c, rule_measure *m) {
    m->applies = c->unit->type == UNIT_SKIRMISH && !c->excused && isfinite(c->spacing.least_gap);
    if (!m->applies) return;
    measure_gap(c, m, c->spacing.least_gap, c->n->skirmish_min, SHOULD_BE_AT_LEAST);
    m->tolerance = c->n->player_tolerance;
    measure_names(m, c->spacing.a);
    measure_names(m, c->spacing.b);
    measure_says(m, "Two figures of %s end %s apart; skirmishers keep at least %s", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text, words_inches(m->limit).text);
}

// Units that open by themselves: regular ones, or by a house rule mobs too, for which that is to stand apart.
static bool opens_by_itself(const rule_case *c) {
    return c->n->auto_open && (c->mine->routed || c->mine->in_command == NO) && c->count > 1 &&
           (c->unit->type == UNIT_REGULAR || (battlesystem_tuning_of(c->n)->auto_open_all && c->unit->type == UNIT_MOB));
}

static bool stands_close(const rule_case *c) {
    if (c->unit->type == UNIT_MOB) return c->spacing.median_gap <= c->n->closed_max;
    return c->m->after.formation == FORMATION_CLOSED && !c->m->after.doubtful;
}

// A unit that routs or is out of command opens its ranks by itself (BS1-7.6-3).
void check_not_opened(const rule_case *c, rule_measure *m) {
    bool by_its_charge = charge_undisciplined(c->s, c->unit_index);  // for which BS1-7.14-11 says it
    m->applies = opens_by_itself(c) && stands_close(c) && c->how.shape != SHAPE_STILL && !is_bent(c) && !by_its_charge;
    m->fact = true;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "%s %s and still stands closed: such a unit goes to open formation, at no cost", words_unit(c->g, c->unit_index).text,
                     c->mine->routed ? "routs" : "is out of command");
}

static bool mob(const rule_case *c) { return c->unit->type == UNIT_MOB && !c->excused && c->count > 1 && !opens_by_itself(c); }

// A comrade stands in line with figure i, along `along`, no farther off than base to base.
static bool has_in_line(const rule_case *c, int i, double along) {
    for (int j = 0; j < c->count; j++) {
        vec2 d = vec2_sub(c->to[j].at, c->to[i].at);
        double off = fabs(vec2_dot(d, heading_left(along))), on = fabs(vec2_dot(d, heading_forward(along)));
        if (j != i && off < IN_LINE_IN && on < c->g->figures[figure_of(c, i)].base.width_in + c->n->contact_doubt) return true;
    }
    return false;
}

static bool stands_in_ranks(const rule_case *c) {
    double heading = c->m->after.figures > 0 ? c->m->after.facing_rad : c->to[0].heading_rad;
    int tidy = 0;
    for (int i = 0; i < c->count; i++) tidy += has_in_line(c, i, heading) && has_in_line(c, i, heading + PI / 2);
    return tidy > TIDY_SHARE * c->count;
}

// By a house rule a mob may not stand in ranks and files either (mob_regularity_check).
static void check_mob_ranks(const rule_case *c, rule_measure *m) {
    m->applies = battlesystem_tuning_of(c->n)->mob_ranks_checked && stands_in_ranks(c);
    m->fact = true;
    m->chance = 1;
    if (m->applies) measure_says(m, "%s stands in tidy ranks: a mob is an irregular array", words_unit(c->g, c->unit_index).text);
}

void check_mob_spread(const rule_case *c, rule_measure *m) {
    if (mob(c)) check_mob_ranks(c, m);
    if (m->applies) return;
    m->fact = false;
    m->applies = mob(c) && isfinite(c->spacing.median_gap);
    if (!m->applies) return;
    measure_gap(c, m, c->spacing.median_gap, c->n->contact_doubt, SHOULD_BE_AT_MOST);
    measure_says(m, "%s is spread out, %s between its figures: a mob stands base to base", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text);
}

void check_mob_shape(const rule_case *c, rule_measure *m) {
    m->applies = mob(c);
    if (!m->applies) return;
    m->measured = m->kindest = c->spacing.aspect;
    m->limit = battlesystem_tuning_of(c->n)->mob_aspect;
    m->sigma = 0.02;
    m->unit = "to 1";
    measure_says(m, "%s stands %.1f times as long as wide: a mob is roughly square", words_unit(c->g, c->unit_index).text, m->measured);
}

void check_mob_connected(const rule_case *c, rule_measure *m) {
    m->applies = mob(c);
    if (!m->applies) return;
    measure_gap(c, m, c->spacing.component_gap, c->n->contact_doubt, SHOULD_BE_AT_MOST);
    m->tolerance = c->n->player_tolerance;
    measure_says(m, "%s ends in groups %s apart: a mob stands base to base", words_unit(c->g, c->unit_index).text, words_inches(m->measured).text);
}

// Closed before and after, or closed by the players' own announcement.
void check_closed_gaps(const rule_case *c, rule_measure *m) {
    double gap = telling_gap(c);
    bool closed = c->m->before.formation == FORMATION_CLOSED && c->m->after.formation == FORMATION_CLOSED;
    m->applies = regular(c) && isfinite(gap) && (closed || c->mine->reported.to == FORMATION_CLOSED);
    if (!m->applies) return;
    measure_gap(c, m, gap, c->n->closed_max, SHOULD_BE_AT_MOST);
    measure_says(m, "The gaps of %s are %s: closed formation stands base to base", words_unit(c->g, c->unit_index).text, words_inches(gap).text);
}

void check_open_gaps(const rule_case *c, rule_measure *m) {
    double gap = telling_gap(c);
    m->applies = regular(c) && isfinite(gap) && c->m->after.formation == FORMATION_OPEN && !c->n->use_stands;
    if (!m->applies) return;
    measure_gap(c, m, gap, c->n->open_low, SHOULD_BE_AT_LEAST);
    measure_says(m, "The gaps of %s are %s: open formation stands about 1/2\" apart; please dress the ranks", words_unit(c->g, c->unit_index).text,
                 words_inches(gap).text);
}

void check_stand_gaps(const rule_case *c, rule_measure *m) {
    double gap = telling_gap(c);
    m->applies = regular(c) && isfinite(gap) && c->m->after.formation == FORMATION_OPEN && c->n->use_stands;
    if (!m->applies) return;
    measure_gap(c, m, gap, battlesystem_tuning_of(c->n)->stand_low, SHOULD_BE_AT_LEAST);
    measure_says(m, "The gaps of %s are %s: stands in open formation are set 1\" apart", words_unit(c->g, c->unit_index).text,
                 words_inches(gap).text);
}

static bool changed_to(const rule_case *c, formation_kind to) {
    return c->unit->type == UNIT_REGULAR && c->how.shape == SHAPE_FORMATION && c->m->after.formation == to;
}

// How sure it is that the unit changed its formation at all.
static double change_chance(const rule_case *c) { return c->m->before.doubtful || c->m->after.doubtful ? 0.75 : 1; }

void check_closing_command(const rule_case *c, rule_measure *m) {
    m->applies = changed_to(c, FORMATION_CLOSED) && c->mine->in_command == NO && !c->excused;
    m->fact = true;
    m->chance = change_chance(c);
    if (m->applies) measure_says(m, "%s is out of command and may not enter closed formation", words_unit(c->g, c->unit_index).text);
}

// Opening while out of command is what the rules themselves demand (BS1-7.6-3).
void check_change_command(const rule_case *c, rule_measure *m) {
    m->applies = c->mine->in_command == NO && !c->excused && (changed_to(c, FORMATION_CLOSED) || (changed_to(c, FORMATION_OPEN) && !c->n->auto_open));
    m->fact = true;
    m->chance = change_chance(c);
    if (m->applies) measure_says(m, "%s is out of command and may not change its formation", words_unit(c->g, c->unit_index).text);
}

void check_formation_out_of_phase(const rule_case *c, rule_measure *m) {
    bool demanded = c->n->auto_open && c->m->after.formation == FORMATION_OPEN && c->mine->in_command == NO;
    m->applies = c->how.shape == SHAPE_FORMATION && !c->excused && !demanded;
    m->fact = true;
    m->chance = change_chance(c);
    if (m->applies) measure_says(m, "%s changed its formation outside its own movement phase", words_unit(c->g, c->unit_index).text);
}

void check_relative_position(const rule_case *c, rule_measure *m) {
    bool unsaid = c->how.shape == SHAPE_FRONTAGE && !c->mine->reported.frontage;
    m->applies =
        !c->excused && (c->how.shape == SHAPE_BROKEN || unsaid) && c->unit->type == UNIT_REGULAR && !c->mine->reported.wrap_around && !is_bent(c);
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    words unit = words_unit(c->g, c->unit_index);
    if (unsaid)
        measure_says(m, "%s changed its frontage without saying so, from %d to %d file%s: it is charged", unit.text, c->how.files_before,
                     c->how.files_after, plural_s(c->how.files_after));
    else if (c->how.stray >= 0)
        measure_says(m, "A figure of %s stands %s from its place in the unit, and no change of formation explains it", unit.text,
                     words_inches(c->how.stray_in).text);
    else
        measure_says(m, "The figures of %s did not keep their places in the unit, and no change of formation explains it", unit.text);
    if (c->how.stray >= 0) measure_names(m, figure_of(c, c->how.stray));
}

void check_pass_through(const rule_case *c, rule_measure *m) {
    m->applies = c->passed_unit >= 0 && !c->excused;
    if (!m->applies) return;
    m->measured = m->kindest = c->passed_in;
    m->limit = c->n->residual;  // shoulders may brush by as much as ranks may be undressed
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    measure_says(m, "%s passed through %s: only skirmishers pass through skirmishers", words_unit(c->g, c->unit_index).text,
                 words_unit(c->g, c->passed_unit).text);
}
