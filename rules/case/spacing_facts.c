// How the unit's figures stand to each other, and whether friends stood in the way.
#include <stdlib.h>
#include "core/sort.h"
#include "rules/case/case_limits.h"
#include "rules/case/facts.h"
#include "rules/measure/maneuver/path.h"
#include "rules/state/extent.h"

// Prim's spanning tree: its longest edge is the widest gap that a chain through all figures must cross.
static double widest_link(const rule_case *c, const footprint *foot, double *reach) {
    double widest = 0;
    for (int i = 0; i < c->count; i++) reach[i] = INFINITY;
    reach[0] = -1;
    for (int added = 0, last = 0; added + 1 < c->count; added++) {
        int next = -1;
        for (int i = 0; i < c->count; i++) {
            if (reach[i] == -1) continue;
            if (footprint_may_be_nearer(&foot[last], &foot[i], reach[i])) reach[i] = fmin(reach[i], fmax(footprint_gap(&foot[last], &foot[i]), 0));
            if (next < 0 || reach[i] < reach[next]) next = i;
        }
        widest = fmax(widest, reach[next]);
        reach[next] = -1;
        last = next;
    }
    return widest;
}

static double hull_aspect(const rule_case *c, double heading) {
    vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (int i = 0; i < c->count; i++) {
        vec2 k[4];
        base_corners(c->g->figures[figure_of(c, i)].base, c->to[i], k);
        for (int j = 0; j < 4; j++) {
            vec2 p = vec2_rotate(k[j], -heading);
            low.x = fmin(low.x, p.x), low.y = fmin(low.y, p.y);
            high.x = fmax(high.x, p.x), high.y = fmax(high.y, p.y);
        }
    }
    double a = high.x - low.x, b = high.y - low.y;
    return fmin(a, b) > 0 ? fmax(a, b) / fmin(a, b) : 1;
}

static bool stirred(const rule_case *c, int i) { return vec2_distance(c->from[i].at, c->to[i].at) > c->n->nudge; }

static void note_gap(rule_case *c, const footprint *foot, int i, int j, double *nearest_gap) {
    spacing_facts *k = &c->spacing;
    bool counts = footprint_may_be_nearer(&foot[i], &foot[j], k->least_gap) && (stirred(c, i) || stirred(c, j));
    double most = fmax(nearest_gap[i], nearest_gap[j]);
    if (!counts && !footprint_may_be_nearer(&foot[i], &foot[j], most)) return;
    if (footprint_is_farther(&foot[i], &foot[j], counts ? fmax(most, k->least_gap) : most)) return;
    double gap = footprint_gap(&foot[i], &foot[j]);
    if (gap < nearest_gap[i]) nearest_gap[i] = gap;
    if (gap < nearest_gap[j]) nearest_gap[j] = gap;
    if (counts && gap < k->least_gap) k->least_gap = gap, k->a = figure_of(c, i), k->b = figure_of(c, j);
}

void find_spacing(facts *f) {
    rule_case *c = &f->c;
    spacing_facts *k = &c->spacing;
    *k = (spacing_facts){
        .least_gap = INFINITY, .loosest_gap = INFINITY, .median_gap = NAN, .a = -1, .b = -1, .aspect = 1, .sigma = sqrt(2) * c->sigma_in};
    if (c->unit->type == UNIT_SKIRMISH && c->count <= LARGEST_UNIT) find_stricter_spacing(c);
    if (c->count < 2 || c->count > LARGEST_UNIT) return;
    double *nearest_gap = f->sums;
    footprint foot[LARGEST_UNIT];
    for (int i = 0; i < c->count; i++) {
        nearest_gap[i] = INFINITY;
        foot[i] = base_footprint(c->g->figures[figure_of(c, i)].base, c->to[i]);
    }
    for (int step = 1; step < c->count; step++)  // neighbours of the roster first: they mostly stand side by side, and rule out the rest
        for (int i = 0; i + step < c->count; i++) note_gap(c, foot, i, i + step, nearest_gap);
    sort_numbers(nearest_gap, c->count);
    k->loosest_gap = nearest_gap[0];
    k->median_gap = nearest_gap[(c->count - 1) / 2];
    if (c->unit->type != UNIT_MOB) return;
    k->component_gap = widest_link(c, foot, f->sums + c->count);
    k->aspect = hull_aspect(c, c->m->after.figures > 0 ? c->m->after.facing_rad : c->to[0].heading_rad);
}

static bool may_pass(const rule_case *c, int friend) {
    const game_unit *u = &c->g->units[friend];
    if (c->unit->type == UNIT_SKIRMISH && u->type == UNIT_SKIRMISH) return true;
    return c->n->pass_individuals && (u->type == UNIT_INDIVIDUAL || c->unit->type == UNIT_INDIVIDUAL);
}

// How deep figure i's base went into friend j's between two samples.
static double depth_between(const rule_case *c, int i, pose a, pose b, int friend) {
    const figure_state *o = &c->s->figures[friend];
    base own = c->g->figures[figure_of(c, i)].base, other = c->g->figures[friend].base;
    double reach = base_radius(own) + base_radius(other), way = vec2_distance(a.at, b.at);
    if (way > PATH_JUMP_IN || segment_distance(o->at.at, a.at, b.at) > reach) return 0;
    double deepest = 0;
    int steps = (int)ceil(way / PATH_STEP_IN) + 1;
    for (int s = 0; s <= steps; s++) {
        pose p = a;
        p.at = vec2_lerp(a.at, b.at, (double)s / steps);
        deepest = fmax(deepest, -base_gap(own, p, other, o->at));
    }
    return deepest;
}

// A figure that is seen where its unit as a body does not have it was taken for another one: the friend's, where that stands.
static bool is_in_its_place(const rule_case *c, int sample) { return c->free || path_is_body(c->m, sample, c->n->residual); }

static void pass_figure(rule_case *c, int i, int unit, int friend) {
    int last = 0;
    for (int s = 1; s < c->m->sample_count; s++) {
        if (!path_seen(c->m, s, c->local[i])) continue;
        double depth = depth_between(c, i, path_pose(c->m, last, c->local[i]), path_pose(c->m, s, c->local[i]), friend);
        if (depth > c->passed_in) {
            if (!is_in_its_place(c, s)) continue;
            if (is_in_its_place(c, last)) c->passed_in = depth, c->passed_unit = unit;
        }
        last = s;
    }
}

// The figures' bases swept a box that holds part of the friend's.
static bool was_in_the_way(const facts *f, int friend, double widest) {
    const figure_state *o = &f->c.s->figures[friend];
    double k = widest + base_radius(f->c.g->figures[friend].base);
    vec2 p = o->at.at;
    return figure_stands(o) && p.x > f->low.x - k && p.x < f->high.x + k && p.y > f->low.y - k && p.y < f->high.y + k;
}

void find_passing(facts *f) {
    rule_case *c = &f->c;
    double widest = 0;
    if (c->m->sample_count < 3 || c->count > LARGEST_UNIT) return;  // where nothing was seen between, the unit went round
    for (int i = 0; i < c->count; i++) widest = fmax(widest, base_radius(c->g->figures[figure_of(c, i)].base));
    for (int u = 0; u < c->g->unit_count; u++) {
        if (u == c->unit_index || c->g->units[u].side != c->unit->side || may_pass(c, u)) continue;
        if (!extent_meets(c->s, u, f->low, f->high, widest)) continue;
        const game_unit *other = &c->g->units[u];
        for (int o = other->first_figure; o < other->first_figure + other->figure_count; o++) {
            if (!was_in_the_way(f, o, widest)) continue;
            for (int i = 0; i < c->count; i++) pass_figure(c, i, u, o);
        }
    }
}

// Figures whose middle lies within `depth` of the front edge: half a base from the line between two closed ranks, so that hands don't turn the count.
static int mob_front_count(const rule_case *c, const pose *p, double heading, double depth) {
    double edge = -INFINITY;
    int count = 0;
    for (int i = 0; i < c->count; i++)
        edge = fmax(edge, vec2_dot(p[i].at, heading_forward(heading)) + c->g->figures[figure_of(c, i)].base.depth_in / 2);
    for (int i = 0; i < c->count; i++) count += vec2_dot(p[i].at, heading_forward(heading)) > edge - depth;
    return count;
}

void measure_mob_front(const rule_case *c, rule_measure *m, double depth, int *before, int *after) {
    *before = mob_front_count(c, c->from, c->m->before.facing_rad, depth);
    *after = mob_front_count(c, c->to, c->m->after.facing_rad, depth);
    m->applies = true;
    m->measured = m->kindest = abs(*after - *before);
    m->limit = 1;
    m->sigma = MOB_FRONT_ERROR;
    m->unit = "figures";
}
