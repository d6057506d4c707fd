#include "rules/engine/reach_area.h"

#include "rules/engine/engine_limits.h"
#include "rules/measure/maneuver/explain.h"
#include "rules/measure/terrain/ground.h"
#include "rules/measure/terrain/walker.h"

_Static_assert(2 + FAN + 4 * BEARINGS <= REACH_MAX_POINTS && AROUND <= REACH_MAX_POINTS, "the header promises room");

static void add(rules_reach *out, vec2 p) {
    if (out->area_count < REACH_MAX_POINTS) out->area[out->area_count++] = p;
}

// How far an advance leads --------------------------------------------------------------------------------------------------------------------

// An advance of the unit from some place: on which table, over which ground.
typedef struct {
    const rule_case *c;
    walker ground;
} advance;

// Over the ground that lies within most_in of the move.
static advance advance_over(const facts *f, double most_in) {
    advance a = {.c = &f->c};
    vec2 more = {most_in, most_in};
    if (f->c.g->terrain_count > 0) walker_init(&a.ground, &f->c, vec2_sub(f->low, more), vec2_add(f->high, more), 2);
    return a;
}

static bool is_open(const advance *a, vec2 p) {
    const game *g = a->c->g;
    if (p.x < 0 || p.y < 0 || p.x > g->width_in || p.y > g->depth_in) return false;
    for (int i = 0; i < a->ground.count; i++)
        if (ground_is_closed(a->c->r, a->c->unit_index, a->ground.piece[i].at) && area_contains(a->ground.piece[i].at, p)) return false;
    return true;
}

static double way_cost(const advance *a, vec2 from, vec2 to) {
    if (a->ground.count == 0 || !a->c->n->terrain.counts) return vec2_distance(from, to);
    way w = {.count = 1, .leg = {{.from = from, .to = to, .maneuver = -1}}};
    return fmax(walker_toll(&a->ground, &w, READ_FIRST).cost, vec2_distance(from, to));
}

// How far along the heading a way from `from` may lead that takes at most budget_in.
static double advance_length(const advance *a, vec2 from, double heading_rad, double budget_in) {
    vec2 ahead = heading_forward(heading_rad);
    double open = 0, low = 0;
    while (open < budget_in && is_open(a, vec2_add(from, vec2_scale(ahead, fmin(open + REACH_STEP_IN, budget_in)))))
        open = fmin(open + REACH_STEP_IN, budget_in);
    double high = open;
    if (way_cost(a, from, vec2_add(from, vec2_scale(ahead, high))) <= budget_in) return high;
    for (int i = 0; i < HALVINGS; i++) {
        double half = (low + high) / 2;
        if (way_cost(a, from, vec2_add(from, vec2_scale(ahead, half))) <= budget_in)
            low = half;
        else
            high = half;
    }
    return low;
}

static vec2 end_of_advance(const advance *a, vec2 from, double heading_rad, double budget_in) {
    return vec2_add(from, vec2_scale(heading_forward(heading_rad), advance_length(a, from, heading_rad, budget_in)));
}

void reach_around(const facts *f, vec2 from, double budget_in, rules_reach *out) {
    advance a = advance_over(f, budget_in);
    for (int i = 0; i < AROUND && budget_in > 0; i++) add(out, end_of_advance(&a, from, i * 2 * PI / AROUND, budget_in));
}

void reach_fan(const facts *f, double budget_in, reach_aside *aside, rules_reach *out) {
    explain_task t = facts_task(f, f->c.n);
    if (!heading_known(&t) || budget_in <= 0) return;
    advance a = advance_over(f, budget_in);
    double heading = facing_before(&t);
    vec2 front = f->c.m->before.anchor;
    add(out, front);
    for (int i = -FAN; i <= FAN; i++) {
        double angle = i * PI / 2 / FAN, left = budget_in - aside(&f->c, angle);
        if (left > 0) add(out, end_of_advance(&a, front, heading + angle, left));
    }
}

// A body that wheels ---------------------------------------------------------------------------------------------------------------------------

// One hand's side of the body's area, beyond the cone that needs no wheel: after a wheel by some angle the advance leads as far to that hand as its
// cone allows. The more it wheels the farther round and the less far it goes; all those legs together cover the wing.
typedef struct {
    const advance *ground;
    const program_rules *costs;
    vec2 middle, front;  // of the body, where it began
    double heading, cone, hand, budget;
    vec2 from[WHEELS + 1], to[WHEELS + 1];  // the legs, after more and more of a wheel
    int legs;
} wing;

static vec2 front_after(const wing *w, double angle) {
    vec2 pivot = vec2_add(w->middle, w->costs->body->pivot[FACE_FRONT][w->hand > 0 ? 0 : 1]);
    return vec2_add(pivot, vec2_rotate(vec2_sub(w->front, pivot), w->hand * angle));
}

static void spread(wing *w) {
    w->legs = 0;
    for (int i = 0; i <= WHEELS; i++) {
        double angle = MOST_WHEEL * i / WHEELS, left = w->budget - program_wheel_cost(w->costs, w->costs->body, FACE_FRONT, w->hand * angle);
        if (left < 0) return;
        w->from[w->legs] = front_after(w, angle);
        w->to[w->legs] = end_of_advance(w->ground, w->from[w->legs], w->heading + w->hand * (angle + w->cone), left);
        w->legs++;
    }
}

// How far to the wing's hand p lies, from straight ahead, as seen from where the front stood.
static double bearing_of(const wing *w, vec2 p) {
    vec2 off = vec2_sub(p, w->front);
    return vec2_length(off) < 1e-9 ? 0 : w->hand * angle_difference(atan2(off.y, off.x), w->heading);
}

// How far away the leg from a to b crosses the bearing; negative where it does not.
static double crossing(const wing *w, vec2 a, vec2 b, double bearing) {
    vec2 ray = heading_forward(w->heading + w->hand * bearing), from = vec2_sub(a, w->front), leg = vec2_sub(b, a);
    double across = vec2_cross(ray, leg), t = fabs(across) > 1e-12 ? -vec2_cross(ray, from) / across : -1;
    return t < 0 || t > 1 ? -1 : vec2_dot(ray, vec2_add(from, vec2_scale(leg, t)));
}

// Nearest crossing of the bearing by a leg; 0 where there is none.
static double nearest_along(const wing *w, double bearing) {
    double least = INFINITY;
    for (int i = 0; i < w->legs; i++) {
        double r = crossing(w, w->from[i], w->to[i], bearing);
        if (r > 0) least = fmin(least, r);
    }
    return isfinite(least) ? least : 0;
}

// The leg that leads farthest round.
static int roundest(const wing *w) {
    int best = 0;
    for (int i = 1; i < w->legs; i++)
        if (bearing_of(w, w->to[i]) > bearing_of(w, w->to[best])) best = i;
    return best;
}

// The right wing from its root along its inner side and back along the tips of its legs, or the left one the other way round.
static void add_wing(wing *w, rules_reach *out) {
    spread(w);
    int last = roundest(w);
    double round = bearing_of(w, w->to[last]) - w->cone;
    for (int i = 0; i < 2 * BEARINGS && last > 0; i++) {
        int k = i < BEARINGS ? i : 2 * BEARINGS - 1 - i;
        if ((w->hand < 0) == (i < BEARINGS)) {
            double bearing = w->cone + round * (k + 0.5) / BEARINGS, r = nearest_along(w, bearing);
            if (r > 0) add(out, vec2_add(w->front, vec2_scale(heading_forward(w->heading + w->hand * bearing), r)));
        } else
            add(out, w->to[last * (k + 1) / BEARINGS]);
    }
}

void reach_of_body(const facts *f, double budget_in, rules_reach *out) {
    const rule_case *c = &f->c;
    explain_task t = facts_task(f, c->n);
    if (!heading_known(&t) || budget_in <= 0 || c->count == 0) return;
    vec2 middle = poses_middle(c->from, c->count), *layout = t.scratch;
    for (int i = 0; i < c->count; i++) layout[i] = vec2_sub(c->from[i].at, middle);
    double heading = facing_before(&t), cone = c->unit->type == UNIT_MOB && !c->n->mob_may_oblique ? 0 : fmin(c->n->oblique_max, PI / 2);
    block body = block_make(layout, c->count, c->g->figures[figure_of(c, 0)].base, heading, price_reading(c->n, false));
    program_rules costs = {.body = &body, .chord = c->n->chord};
    advance ground = advance_over(f, budget_in);
    wing w = {.ground = &ground, .costs = &costs, .middle = middle, .heading = heading, .cone = cone, .hand = -1, .budget = budget_in};
    w.front = vec2_add(middle, body.front[FACE_FRONT]);
    add(out, w.front);
    add_wing(&w, out);
    for (int i = 0; i <= FAN; i++) add(out, end_of_advance(&ground, w.front, heading - cone + 2 * cone * i / FAN, budget_in));
    w.hand = 1;
    add_wing(&w, out);
}
