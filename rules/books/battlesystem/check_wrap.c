// Wrap-arounds: which units may make one, which figures take part, space, direction (Battlesystem 7.11). Its cost is the move's (check_distance).
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/case/words.h"
#include "rules/measure/terrain/ground.h"

static words unit_of(const rule_case *c) { return words_unit(c->g, c->unit_index); }

static bool wheeled_end(const rule_case *c) {
    return rout_case_of(c)->wrap.made && rout_case_of(c)->wrap.left.figures + rout_case_of(c)->wrap.right.figures > 0;
}

// Announced, or made round an enemy without a word.
static bool wraps(const rule_case *c) {
    bool round = wheeled_end(c) && c->contact.at_end.gap <= c->n->contact_doubt;
    return !c->excused && (c->mine->reported.wrap_around || round);
}

static void say_not_engaged(const rule_case *c, rule_measure *m) {
    measure_unengaged(c, m);
    measure_says(m, "%s may not wrap around: it began its movement phase in contact with nobody", unit_of(c).text);
}

static void say_formation(const rule_case *c, rule_measure *m) {
    m->applies = m->fact = true;
    m->chance = 1;
    m->advise = c->unit->type == UNIT_MOB;  // the books differ on mobs
    measure_says(m, "%s may not wrap around: %s", unit_of(c).text,
                 c->unit->type == UNIT_MOB ? "a mob has no frontage of its choice" : "only closed and open formations have ends to wheel");
}

static void say_out_of_phase(const rule_case *c, rule_measure *m) {
    m->applies = m->fact = true;
    m->chance = 1;
    measure_says(m, "%s may wrap around in its own movement phase only", unit_of(c).text);
}

// Where no phase was entered, no breach may depend on its beginning.
void check_wrap_engaged(const rule_case *c, rule_measure *m) {
    bool formed = c->unit->type == UNIT_REGULAR || (c->unit->type == UNIT_MOB && battlesystem_tuning_of(c->n)->wrap_mobs);
    if (!wraps(c)) return;
    if (!c->in_movement)
        say_out_of_phase(c, m);
    else if (c->s->phase_entered && !may_have_begun_engaged(c).so)
        say_not_engaged(c, m);
    else if (!formed)
        say_formation(c, m);
}

void check_wrap_inward(const rule_case *c, rule_measure *m) {
    const wrap_facts *w = &rout_case_of(c)->wrap;
    bool loose = c->mine->reported.wrap_around && w->unexplained;
    m->applies = wraps(c) && began_engaged(c) && (w->outward || loose);
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    if (w->outward)
        measure_says(m, "An end of %s wheeled outward: in a wrap-around the ends wheel inward, round the enemy", unit_of(c).text);
    else
        measure_says(m, "The figures of %s that turned do not stand as an end of its line wheeled inward would", unit_of(c).text);
}

void check_wrap_walker(const rule_case *c, rule_measure *m) {
    const wrap_facts *w = &rout_case_of(c)->wrap;
    m->applies = c->how.shape == SHAPE_WRAP && w->walker >= 0 && c->rate > 0;
    if (!m->applies) return;
    m->measured = m->kindest = w->walked_in;
    m->limit = c->rate;
    m->tolerance = c->n->player_tolerance;
    m->sigma = hypot(sqrt(2) * c->sigma_in, c->n->scale_error * w->walked_in);
    m->unit = "in";
    measure_names(m, w->walker);
    measure_says(m, "A figure of %s had to walk %s round the others to its place; no figure may go farther than the rate of %s", unit_of(c).text,
                 words_inches(w->walked_in).text, words_inches(c->rate).text);
}

static void measure_start_contact(rule_measure *m, const rule_case *c, double gap, double sigma) {
    m->sense = SHOULD_BE_AT_LEAST;
    m->contact = true;
    m->measured = m->kindest = gap;
    m->limit = c->n->contact_gap;
    m->sigma = sigma;
    m->unit = "in";
}

static bool all_touched(const rule_case *c) { return rout_case_of(c)->wrap.free_figures == 0; }

void check_wrap_free_figure(const rule_case *c, rule_measure *m) {
    m->applies = wraps(c) && began_engaged(c) && all_touched(c) && c->count > 0;
    if (!m->applies) return;
    measure_start_contact(m, c, rout_case_of(c)->wrap.freest_gap, rout_case_of(c)->wrap.freest_sigma);
    measure_says(m, "%s may not wrap around: every figure of it touched the enemy when its phase began, none is free to go round", unit_of(c).text);
}

void check_wrap_held_figure(const rule_case *c, rule_measure *m) {
    const wrap_facts *w = &rout_case_of(c)->wrap;
    bool corner = w->held_at_corner >= 0 && (w->held < 0 || w->held_gap > c->n->contact_gap);
    m->applies = wraps(c) && began_engaged(c) && !all_touched(c) && (w->held >= 0 || corner);
    if (!m->applies) return;
    m->fact = corner;
    m->chance = 0.75;  // players see the touch of two corners differently
    if (!corner) measure_start_contact(m, c, w->held_gap, w->held_sigma);
    measure_names(m, corner ? w->held_at_corner : w->held);
    if (corner) {
        measure_says(m, "A figure of %s stood corner to corner with the enemy when the phase began and took part: was it free?", unit_of(c).text);
        return;
    }
    measure_says(m, "A figure of %s that touched the enemy when the phase began took part: only free figures may wrap around", unit_of(c).text);
}

static double depth_in_ground(const rule_case *c, int i) {
    double deepest = 0;
    for (int t = 0; t < c->g->terrain_count; t++)
        if (ground_is_closed(c->r, c->unit_index, &c->g->terrain[t]))
            deepest = fmax(deepest, ground_depth(&c->g->terrain[t], c->g->figures[figure_of(c, i)].base, c->to[i]));
    return deepest;
}

static double friend_depth(const rule_case *c, int i) {
    double deepest = 0;
    for (int o = 0; o < c->g->figure_count; o++) {
        const game_unit *u = &c->g->units[c->g->figures[o].unit];
        if (u == c->unit || u->side != c->unit->side || !figure_stands(&c->s->figures[o])) continue;
        if (vec2_distance(c->s->figures[o].at.at, c->to[i].at) > 10) continue;  // no base is so large
        deepest = fmax(deepest, -base_gap(c->g->figures[figure_of(c, i)].base, c->to[i], c->g->figures[o].base, c->s->figures[o].at));
    }
    return deepest;
}

void check_wrap_room(const rule_case *c, rule_measure *m) {
    if (!wraps(c) || !began_engaged(c)) return;
    double deepest = 0;
    for (int i = 0; i < c->count; i++) {
        if (!figure_acted(c, i)) continue;
        double depth = fmax(friend_depth(c, i), depth_in_ground(c, i));
        if (depth <= deepest) continue;
        deepest = depth;
        m->figure_count = 0;
        measure_names(m, figure_of(c, i));
    }
    m->applies = deepest > 0;
    m->measured = m->kindest = deepest;
    m->limit = OVERLAP_IN;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    measure_says(m, "%s had no room to widen its front: a figure of it stands %s within friends or ground that it cannot enter", unit_of(c).text,
                 words_inches(deepest).text);
}

void check_wrap_rear(const rule_case *c, rule_measure *m) {
    if (!wraps(c) || !c->s->phase_entered || !began_engaged(c)) return;
    sides_touched k = find_sides(c);
    bool elsewhere = k.front + k.flank > 0 && !battlesystem_tuning_of(c->n)->wrap_any_rear;
    m->applies = k.rear > 0 && !elsewhere;
    if (!m->applies) return;
    m->fact = true;
    m->ask = k.doubtful > 0 && !battlesystem_tuning_of(c->n)->wrap_any_rear;
    m->chance = 1;
    if (m->ask)
        measure_says(m, "Was %s attacked from the rear alone, or at its flank too? From the rear alone it may not wrap around", unit_of(c).text);
    else
        measure_says(m, "%s was attacked from the rear and may not wrap around", unit_of(c).text);
}
