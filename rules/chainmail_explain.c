#include "rules/chainmail_explain.h"

#include "rules/chainmail_change.h"

#define WAY_FROM 1.0  // shorter ways have no direction worth testing (geometry.md section 6)
#define OBLIQUE_FROM (5 * RAD_PER_DEG)

static double table_in(const chainmail_tuning *n, double angle_rad) {
    for (int i = 0; i < n->oblique_count; i++)
        if (angle_rad <= n->oblique_up_to[i] + 1e-9) return n->oblique_in[i];
    return n->oblique_count > 0 ? n->oblique_in[n->oblique_count - 1] : 0;
}

double chainmail_oblique_in(const tuning *n, double angle_rad, double move_in) {
    double a = fabs(angle_rad);
    if (n->chainmail.oblique == OBLIQUE_TABLE) return table_in(&n->chainmail, a);
    if (n->chainmail.oblique == OBLIQUE_FREE_45 && a <= PI / 4 + OBLIQUE_FROM) return 0;
    return a / (PI / 2) * n->face_fraction * move_in;
}

static bool faced_before(const rule_case *c, double *heading) {
    *heading = c->m->before.facing_rad;
    return c->m->before.figures > 0 && c->m->before.sigma_facing_rad < HEADING_UNKNOWN;
}

// The quarter turn that the facing changed by; FACE_FRONT with *odd the turn where it is none.
static body_face quarter_of(const rule_case *c, double turn, double *odd) {
    int quarter = (int)lround(turn / (PI / 2));
    double off = fabs(turn - quarter * PI / 2), slack = c->n->facing_tol + c->n->k_illegal * sqrt(2) * c->sigma_rad;
    *odd = off > slack ? fabs(turn) : 0;
    return *odd > 0 ? FACE_FRONT : (body_face)((quarter + FACE_COUNT) % FACE_COUNT);
}

static double face_in(const rule_case *c, body_face face) {
    if (face == FACE_FRONT) return 0;
    return c->rate * c->chainmail.training * (face == FACE_ABOUT ? c->n->about_fraction : c->n->face_fraction);
}

static vec2 middle_of(const pose *p, int n) {
    vec2 m = {0, 0};
    for (int i = 0; i < n; i++) m = vec2_add(m, p[i].at);
    return vec2_scale(m, 1.0 / n);
}

// The larger side of the block that stands at p, base edges included.
static double larger_side(const rule_case *c, const pose *p, double heading) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < c->count; i++) {
        double at[2] = {vec2_dot(p[i].at, heading_forward(heading)), vec2_dot(p[i].at, heading_left(heading))};
        for (int k = 0; k < 2; k++) low[k] = fmin(low[k], at[k]), high[k] = fmax(high[k], at[k]);
    }
    base b = c->g->figures[figure_of(c, 0)].base;
    return fmax(high[0] - low[0] + b.depth_in, high[1] - low[1] + b.width_in);
}

// Of two headings between which the way leads, the unit may go along both, one after the other: how much longer that is.
static double two_legs_more(vec2 way, double a, double b) {
    double turn = angle_difference(b, a), straight = vec2_length(way);
    if (fabs(sin(turn)) < 1e-6) return INFINITY;
    double at = atan2(way.y, way.x), first = straight * sin(angle_difference(b, at)) / sin(turn),
           second = straight * sin(angle_difference(at, a)) / sin(turn);
    return first >= 0 && second >= 0 ? first + second - straight : INFINITY;
}

// What going off the facing costs at least, before or after the unit turned.
static double oblique_way_in(rule_case *c, vec2 way, double before, double after, double sigma) {
    double at = atan2(way.y, way.x), off = fmin(fabs(angle_difference(at, before)), fabs(angle_difference(at, after)));
    if (vec2_length(way) < WAY_FROM || off <= OBLIQUE_FROM + c->n->k_illegal * sigma) return 0;
    c->chainmail.oblique_rad = off;
    return fmin(c->chainmail.training * chainmail_oblique_in(c->n, off, c->rate), two_legs_more(way, before, after));
}

static void add(explanation *e, maneuver m) {
    m.pivot_figure = -1;
    e->list[e->count++] = m;
}

// The front goes along with the body, from where it is once the faces are made.
static void list_maneuvers(rule_case *c, body_face face, double face_cost, bool oblique) {
    static const maneuver_kind faces[] = {MANEUVER_OTHER, MANEUVER_LEFT_FACE, MANEUVER_ABOUT_FACE, MANEUVER_RIGHT_FACE};
    explanation *e = &c->how;
    const chainmail_facts *k = &c->chainmail;
    vec2 from = c->m->before.anchor, to = c->m->after.anchor;
    if (k->changed) add(e, (maneuver){.kind = MANEUVER_FORMATION_CHANGE, .from = from, .to = from, .cost_in = k->change_in});
    if (face != FACE_FRONT)
        add(e, (maneuver){.kind = faces[face], .from = from, .to = from, .angle_rad = angle_wrap((int)face * PI / 2), .cost_in = face_cost});
    if (k->way_in < 0.05) return;
    if (!k->changed) from = vec2_sub(to, e->motion.shift);
    add(e, (maneuver){.kind = oblique ? MANEUVER_OBLIQUE : MANEUVER_ADVANCE, .from = from, .to = to, .distance_in = k->way_in, .cost_in = k->way_in});
}

static bool stood_still(const rule_case *c) {
    for (int i = 0; i < c->count; i++)
        if (vec2_distance(c->from[i].at, c->to[i].at) > c->n->nudge) return false;
    return !c->chainmail.laid_anew && fabs(c->chainmail.turn) <= c->n->facing_tol;
}

static void describe_way(rule_case *c, vec2 shift, double heading) {
    explanation *e = &c->how;
    int n = c->count < 3 ? c->count : 3;
    double way = vec2_length(shift);
    e->ahead = vec2_dot(shift, heading_forward(heading));
    e->left = vec2_dot(shift, heading_left(heading));
    e->deviation = atan2(e->left, e->ahead);
    e->sigma_deviation = hypot(sqrt(2.0 / n) * c->sigma_in / fmax(way, 1e-3), c->sigma_rad / sqrt(c->count));
    e->sigma = hypot(sqrt(2.0 / n) * c->sigma_in, c->n->scale_error * way);
}

static void explain_block(facts *f) {
    rule_case *c = &f->c;
    chainmail_facts *k = &c->chainmail;
    explanation *e = &c->how;
    vec2 shift = vec2_sub(middle_of(c->to, c->count), middle_of(c->from, c->count));
    double heading, odd, free_way = 0;
    bool faced = faced_before(c, &heading);
    body_face face = quarter_of(c, k->turn, &odd);
    // The middle may shift by half of the larger side while ranks become files (geometry.md section 7.5).
    if (k->changed) free_way = fmax(larger_side(c, c->from, heading), larger_side(c, c->to, c->m->after.facing_rad)) / 2;
    k->way_in = fmax(vec2_length(shift) - free_way, 0);
    describe_way(c, shift, heading);
    if (faced && !k->changed) k->oblique_in = oblique_way_in(c, shift, heading, heading + k->turn, e->sigma_deviation);
    if (odd > 0) k->oblique_rad = odd, k->oblique_in += k->training * chainmail_oblique_in(c->n, odd, c->rate);
    e->shape = stood_still(c) ? SHAPE_STILL : k->changed ? SHAPE_FORMATION : k->laid_anew ? SHAPE_BROKEN : SHAPE_RIGID;
    e->motion = (body_motion){0, shift, face};
    e->fixed = face_in(c, face) + k->change_in;
    e->straight = e->cost = e->direct = e->kindest = k->way_in + e->fixed;
    list_maneuvers(c, face, face_in(c, face), k->oblique_rad > 0 && k->way_in >= WAY_FROM);
}

void chainmail_explain(facts *f) {
    rule_case *c = &f->c;
    c->how = (explanation){.stray = -1, .farthest = -1, .odd_figure = -1};
    chainmail_find_change(f);
    if (!c->free && c->count > 1) {
        explain_block(f);
        return;
    }
    facts_explain(f, c->n);
    c->chainmail.way_in = c->how.cost;
}
