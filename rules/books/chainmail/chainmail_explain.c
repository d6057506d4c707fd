#include "rules/books/chainmail/chainmail_explain.h"

#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/chainmail_change.h"
#include "rules/books/chainmail/chainmail_limits.h"
#include "rules/books/chainmail/chainmail_way.h"

static double table_in(const chainmail_tuning *n, double angle_rad) {
    for (int i = 0; i < n->oblique_count; i++)
        if (angle_rad <= n->oblique_up_to[i] + 1e-9) return n->oblique_in[i];
    return n->oblique_count > 0 ? n->oblique_in[n->oblique_count - 1] : 0;
}

double chainmail_oblique_in(const tuning *n, double angle_rad, double move_in) {
    double a = fabs(angle_rad);
    if (chainmail_tuning_of(n)->oblique == OBLIQUE_TABLE) return table_in(chainmail_tuning_of(n), a);
    if (chainmail_tuning_of(n)->oblique == OBLIQUE_FREE_45 && a <= PI / 4 + OBLIQUE_FROM) return 0;
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
    return c->rate * chainmail_facts_of(c)->training * (face == FACE_ABOUT ? c->n->about_fraction : c->n->face_fraction);
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
    chainmail_facts_edit(c)->oblique_rad = off;
    return fmin(chainmail_facts_of(c)->training * chainmail_oblique_in(c->n, off, c->rate), two_legs_more(way, before, after));
}

static void add(explanation *e, maneuver m) {
    if (e->count >= VERDICT_MAX_MANEUVERS) return;
    m.pivot_figure = -1;
    e->list[e->count++] = m;
}

// A face, and then the way: the front goes along with the body from where the face left it.
static void list_piece(rule_case *c, const way_piece *p, body_face face, bool oblique, vec2 *front) {
    static const maneuver_kind faces[] = {MANEUVER_OTHER, MANEUVER_LEFT_FACE, MANEUVER_ABOUT_FACE, MANEUVER_RIGHT_FACE};
    double way = vec2_length(p->way);
    vec2 to = vec2_add(*front, p->way);
    if (face != FACE_FRONT)
        add(&c->how,
            (maneuver){.kind = faces[face], .from = *front, .to = *front, .angle_rad = angle_wrap((int)face * PI / 2), .cost_in = face_in(c, face)});
    if (way >= 0.05)
        add(&c->how, (maneuver){.kind = oblique ? MANEUVER_OBLIQUE : MANEUVER_ADVANCE, .from = *front, .to = to, .distance_in = way, .cost_in = way});
    *front = to;
}

static bool stood_still(const rule_case *c) {
    for (int i = 0; i < c->count; i++)
        if (vec2_distance(c->from[i].at, c->to[i].at) > c->n->nudge) return false;
    return !chainmail_facts_of(c)->laid_anew && fabs(chainmail_facts_of(c)->turn) <= c->n->facing_tol;
}

static void describe_way(rule_case *c, vec2 shift, double heading) {
    explanation *e = &c->how;
    int n = c->count < 3 ? c->count : 3;
    double way = vec2_length(shift);
    e->ahead = vec2_dot(shift, heading_forward(heading));
    e->left = vec2_dot(shift, heading_left(heading));
    e->deviation = atan2(e->left, e->ahead);
    e->sigma_deviation = hypot(sqrt(2.0 / n) * c->sigma_in / fmax(way, 1e-3), c->sigma_rad / sqrt(c->count));
    e->sigma = sqrt(2.0 / n) * c->sigma_in;
}

// The middle may shift by half of the larger side while ranks become files (docs/geometry.md section 7.5): what goes beyond is an advance.
static void explain_change(rule_case *c, vec2 shift, double heading) {
    chainmail_facts *k = chainmail_facts_edit(c);
    double free_way = fmax(larger_side(c, c->from, heading), larger_side(c, c->to, c->m->after.facing_rad)) / 2;
    vec2 from = c->m->before.anchor, to = c->m->after.anchor;
    k->way_in = fmax(vec2_length(shift) - free_way, 0);
    add(&c->how, (maneuver){.kind = MANEUVER_FORMATION_CHANGE, .from = from, .to = from, .cost_in = k->change_in});
    if (k->way_in >= 0.05) add(&c->how, (maneuver){.kind = MANEUVER_ADVANCE, .from = from, .to = to, .distance_in = k->way_in, .cost_in = k->way_in});
    c->how.fixed = k->change_in;
}

static void explain_pieces(rule_case *c, const way_piece *p, int count, bool faced) {
    chainmail_facts *k = chainmail_facts_edit(c);
    vec2 front = c->m->after.anchor;
    for (int i = 0; i < count; i++) front = vec2_sub(front, p[i].way);
    for (int i = 0; i < count; i++) {
        double odd, turn = angle_difference(p[i].after, p[i].before);
        body_face face = quarter_of(c, turn, &odd);
        double oblique = faced ? oblique_way_in(c, p[i].way, p[i].before, p[i].after, c->how.sigma_deviation) : 0;
        k->way_in += vec2_length(p[i].way);
        k->oblique_in += oblique;
        if (odd > 0) k->oblique_rad = odd, k->oblique_in += k->training * chainmail_oblique_in(c->n, odd, c->rate);
        c->how.fixed += face_in(c, face);
        list_piece(c, &p[i], face, oblique > 0, &front);
    }
}

static void explain_block(facts *f) {
    rule_case *c = &f->c;
    chainmail_facts *k = chainmail_facts_edit(c);
    explanation *e = &c->how;
    vec2 shift = vec2_sub(poses_middle(c->to, c->count), poses_middle(c->from, c->count));
    double heading, odd;
    bool faced = faced_before(c, &heading);
    way_piece pieces[STANDS_MAX];
    describe_way(c, shift, heading);
    e->shape = stood_still(c) ? SHAPE_STILL : k->changed ? SHAPE_FORMATION : k->laid_anew ? SHAPE_BROKEN : SHAPE_RIGID;
    e->motion = (body_motion){0, shift, quarter_of(c, k->turn, &odd)};
    if (k->laid_anew && !k->changed)  // what the book has no cost for
        add(e, (maneuver){.kind = MANEUVER_REFORM, .from = c->m->before.anchor, .to = c->m->before.anchor});
    if (k->changed)
        explain_change(c, shift, heading);
    else
        explain_pieces(c, pieces, chainmail_way(c, heading, k->turn, pieces), faced);
    e->straight = e->cost = e->direct = k->way_in + e->fixed;
    e->least = exactly(e->cost);
    e->sigma = hypot(e->sigma, c->n->scale_error * k->way_in);
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
    chainmail_facts_edit(c)->way_in = c->how.cost;
}
