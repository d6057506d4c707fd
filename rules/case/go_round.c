// The way round friendly units that stood between two rest states: no unit passes through them (BS1-7.4-4).
//
// What is found is the least that any way round takes: a disc that fits into the mover goes past the hull of the friends along the shortest line. So
// the cost is raised to what the move took at least, whatever was seen of it.
#include "rules/case/case_limits.h"
#include "rules/case/facts.h"
#include "rules/state/extent.h"

typedef struct {
    vec2 at[LARGEST_UNIT * 4 + 1];
    int count;  // -1: not made yet
} hull;

// Units in which the figures stand together; a unit may pass between skirmishers.
static bool bars(const rule_case *c, int unit) {
    const game_unit *u = &c->g->units[unit];
    return unit != c->unit_index && u->side == c->unit->side && (u->type == UNIT_REGULAR || u->type == UNIT_MOB) && u->figure_count <= LARGEST_UNIT;
}

static void find_hull(const rule_case *c, int unit, hull *out) {
    const game_unit *u = &c->g->units[unit];
    vec2 corners[LARGEST_UNIT * 4];
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (figure_stands(&c->s->figures[i])) base_corners(c->g->figures[i].base, c->s->figures[i].at, corners + n), n += 4;
    out->count = n ? convex_hull(corners, n, out->at) : 0;
}

static double distance_to(const hull *o, vec2 p) {
    double least = INFINITY;
    for (int i = 0; i < o->count; i++) least = fmin(least, segment_distance(p, o->at[i], o->at[(i + 1) % o->count]));
    return polygon_contains(o->at, o->count, p) ? -least : least;
}

static bool crosses(const hull *o, vec2 a, vec2 b) {
    for (int i = 0; i < o->count; i++)
        if (segments_cross(a, b, o->at[i], o->at[(i + 1) % o->count])) return true;
    return false;
}

// The hull grown by r, no corner of it beyond the true one.
static void grow(const hull *o, double r, hull *out) {
    vec2 at[256];
    int n = 0;
    for (int i = 0; i < o->count && n + SPOKES <= 256; i++)
        for (int k = 0; k < SPOKES; k++) at[n++] = vec2_add(o->at[i], vec2_scale(heading_forward(2 * PI * k / SPOKES), r));
    out->count = convex_hull(at, n, out->at);
}

// A line stretched from a to b on either side of a convex hull lies along the hull of all three.
static double stretched(const hull *o, vec2 a, vec2 b) {
    hull all;
    vec2 at[260];
    int n = 0, start = -1, end = -1;
    for (int i = 0; i < o->count && n < 256; i++) at[n++] = o->at[i];
    at[n++] = a, at[n++] = b;
    all.count = convex_hull(at, n, all.at);
    for (int i = 0; i < all.count; i++) {
        if (vec2_distance(all.at[i], a) < 1e-9) start = i;
        if (vec2_distance(all.at[i], b) < 1e-9) end = i;
    }
    if (start < 0 || end < 0) return vec2_distance(a, b);
    double one = 0, other = 0;
    for (int i = start; i != end; i = (i + 1) % all.count) one += vec2_distance(all.at[i], all.at[(i + 1) % all.count]);
    for (int i = end; i != start; i = (i + 1) % all.count) other += vec2_distance(all.at[i], all.at[(i + 1) % all.count]);
    return fmin(one, other);
}

// Least way of a disc of radius r from a to b round the unit; 0 where it bars no way. *o is made where it is needed and was not made yet.
static double way_past(const rule_case *c, int unit, hull *o, vec2 a, vec2 b, double r) {
    hull grown;
    if (!extent_meets_line(c->s, unit, a, b, r)) return 0;
    if (o->count < 0) find_hull(c, unit, o);
    if (o->count <= 2) return 0;
    r = fmin(r, fmin(distance_to(o, a), distance_to(o, b))) - 1e-6;
    if (r <= 0) return 0;
    grow(o, r, &grown);
    return crosses(&grown, a, b) ? stretched(&grown, a, b) : 0;
}

// Radius of a disc about the unit's middle that its figures cover wherever it goes: half of the shorter side of the block that they stand in.
static double girth(const rule_case *c) {
    double heading = c->m->before.facing_rad, low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < c->count; i++) {
        vec2 k[4];
        base_corners(c->g->figures[figure_of(c, i)].base, c->from[i], k);
        for (int j = 0; j < 4; j++) {
            double at[2] = {vec2_dot(k[j], heading_forward(heading)), vec2_dot(k[j], heading_left(heading))};
            for (int d = 0; d < 2; d++) low[d] = fmin(low[d], at[d]), high[d] = fmax(high[d], at[d]);
        }
    }
    return fmin(high[0] - low[0], high[1] - low[1]) / 2;
}

static void take_way(rule_case *c, int unit, double way) {
    explanation *e = &c->how;
    double least = way + e->fixed;
    if (least <= e->cost) return;
    maneuver *longest = NULL;
    for (int i = 0; i < e->count; i++)
        if (!longest || e->list[i].distance_in > longest->distance_in) longest = &e->list[i];
    if (longest) longest->distance_in += least - e->cost, longest->cost_in += least - e->cost;
    e->cost = least;
    e->least.kindest = fmax(e->least.kindest, least);
    e->straight = fmax(e->straight, least);
    if (e->direct < INFINITY) e->direct = fmax(e->direct, least);
    c->went_round = unit;
}

// As one body, or figure by figure.
static void go_round(rule_case *c, int unit, double girth_in) {
    hull o;  // large: only its count is set
    o.count = -1;
    if (!c->free) {
        take_way(c, unit, way_past(c, unit, &o, poses_middle(c->from, c->count), poses_middle(c->to, c->count), girth_in));
        return;
    }
    for (int i = 0; i < c->count; i++) {
        base b = c->g->figures[figure_of(c, i)].base;
        double before = c->how.cost;
        take_way(c, unit, way_past(c, unit, &o, c->from[i].at, c->to[i].at, fmin(b.width_in, b.depth_in) / 2));
        if (c->how.cost > before) c->how.farthest = i;
    }
}

void find_way_round(facts *f) {
    rule_case *c = &f->c;
    c->went_round = -1;
    bool moved = c->how.shape == SHAPE_RIGID || c->how.shape == SHAPE_FREE || c->how.shape == SHAPE_CONTACT;
    if (!moved || c->count == 0 || c->excused || c->withdrew || c->passed_unit >= 0 || c->unit->type == UNIT_INDIVIDUAL) return;
    double girth_in = girth(c);
    for (int u = 0; u < c->g->unit_count; u++)
        if (bars(c, u)) go_round(c, u, girth_in);
}
