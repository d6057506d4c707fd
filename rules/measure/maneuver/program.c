#include "rules/measure/maneuver/program.h"

#include <stddef.h>
#include "rules/measure/maneuver/maneuver_limits.h"

// Of all forms of a body: what any wheel costs at least.
typedef struct {
    double least_radius;
    double reach;              // most of a pivot from the middle
    double middle_per_radian;  // least that a wheel costs beyond the way that it carries the middle
    double slide;              // most that changes of form carry the body aside
} wheel_bounds;

// One search: the rules and what they make of a body that is the same for all programs. Rotations are unit vectors, (cos, sin).
typedef struct {
    const program_rules *pr;
    leg_rules legs;
    vec2 ahead;
    vec2 grid[GRID_STEPS + 1];  // of 0, 1, 2, ... steps of the grid
    wheel_bounds bounds;
} search;

static vec2 unit_of(double rad) { return (vec2){cos(rad), sin(rad)}; }
static vec2 turned(vec2 a, vec2 by) { return (vec2){by.x * a.x - by.y * a.y, by.y * a.x + by.x * a.y}; }
static vec2 reversed(vec2 by) { return (vec2){by.x, -by.y}; }

static vec2 quarters(vec2 a, int face) {
    switch (face) {
        case FACE_LEFT:
            return (vec2){-a.y, a.x};
        case FACE_ABOUT:
            return (vec2){-a.x, -a.y};
        case FACE_RIGHT:
            return (vec2){a.y, -a.x};
        default:
            return a;
    }
}

static void note_body(wheel_bounds *w, const block *body) {
    for (int face = 0; face < FACE_COUNT; face++)
        for (int end = 0; end < 2; end++) {
            double r = body->radius[face][end], pivot = vec2_length(body->pivot[face][end]);
            w->least_radius = fmin(w->least_radius, r);
            w->reach = fmax(w->reach, pivot);
            w->middle_per_radian = fmin(w->middle_per_radian, r - pivot);
        }
}

// Wheels that turn by A in all, A at least the turn, cost their radius times A and carry the middle by no more than their pivot's distance times A;
// legs make up the rest.
static double least_cost(const wheel_bounds *w, body_motion m) {
    double turn = fabs(m.rotation_rad), way = fmax(0, vec2_length(m.shift) - w->slide);
    if (w->middle_per_radian >= 0) return fmax(w->least_radius * turn, way + w->middle_per_radian * turn);
    return fmax(w->least_radius * turn, fmin(1, w->least_radius / w->reach) * way);
}

double program_least(const block *const *forms, int count, double slide, body_motion m) {
    wheel_bounds w = {INFINITY, 0, INFINITY, slide};
    for (int i = 0; i < count; i++) note_body(&w, forms[i]);
    return least_cost(&w, m);
}

static search search_for(const program_rules *pr) {
    search s = {.pr = pr, .legs = leg_rules_with_tolerance(pr->cone_rad, pr->tolerance_rad, pr->slack_in), .ahead = unit_of(pr->body->heading_rad)};
    s.bounds = (wheel_bounds){INFINITY, 0, INFINITY, 0};
    note_body(&s.bounds, pr->body);
    if (pr->change) {
        note_body(&s.bounds, &pr->change->body);
        s.bounds.slide = fmax(fabs(pr->change->slide_low), fabs(pr->change->slide_high));
    }
    return s;
}

static void fill_grid(search *s) {
    if (s->grid[0].x == 0)
        for (int i = 0; i <= GRID_STEPS; i++) s->grid[i] = unit_of(i * GRID);
}

const block *program_body(const program_rules *pr, const program *p, int i) { return pr->change && i >= p->change_at ? &pr->change->body : pr->body; }

double program_wheel_cost(const program_rules *pr, const block *body, body_face face, double angle) {
    double r = body->radius[face][angle > 0 ? 0 : 1], a = fabs(angle);
    return pr->chord && a < PI ? 2 * r * sin(a / 2) : r * a;
}

// A program half way: how its body lies and looks, and the way that its legs must still make.
typedef struct {
    vec2 rotation, shift;
    int face;
    double cost;
} walk;

static void walk_step(const search *s, const program *p, int i, vec2 unit, walk *w) {
    const program_step *st = &p->step[i];
    if (!st->wheel) {
        w->face = (w->face + (int)st->face) % FACE_COUNT;
        w->cost += s->pr->face_cost[st->face];
        return;
    }
    const block *body = program_body(s->pr, p, i);
    vec2 k = body->pivot[w->face][st->angle > 0 ? 0 : 1], before = w->rotation;
    w->cost += program_wheel_cost(s->pr, body, (body_face)w->face, st->angle);
    w->rotation = turned(w->rotation, unit);
    w->shift = vec2_sub(w->shift, turned(k, vec2_sub(before, w->rotation)));
}

// Cost of the steps as they stand, the wheels turning by unit[]; fills legs, slide and cost. Stops early where they must cost `give_up` or more.
static double evaluate(const search *s, program *p, const vec2 unit[PROGRAM_MAX_STEPS], vec2 shift, double give_up) {
    const program_change *change = s->pr->change;
    vec2 ahead[PROGRAM_MAX_STEPS + 1];
    walk w = {{1, 0}, shift, FACE_FRONT, 0};
    leg_slide slide = {{0, 0}, 0, 0};
    for (int i = 0;; i++) {
        ahead[i] = quarters(turned(s->ahead, w.rotation), w.face);
        if (change && i == p->change_at) slide = (leg_slide){quarters(ahead[i], FACE_LEFT), change->slide_low, change->slide_high};
        if (i == p->count) break;
        walk_step(s, p, i, unit[i], &w);
    }
    double left = give_up - w.cost, reach = left + s->bounds.slide;
    if (left <= 0 || vec2_dot(w.shift, w.shift) >= reach * reach) return p->cost = INFINITY;
    p->legs =
        change ? legs_find_sliding(w.shift, &slide, ahead, p->count + 1, &s->legs, &p->slide) : legs_find(w.shift, ahead, p->count + 1, &s->legs);
    return p->cost = w.cost + p->legs.length;
}

// A program with two wheels that share the turn.
typedef struct {
    program p;
    int wheel[2];
    double turn;
    vec2 unit;  // of the turn
    vec2 shift;
} split;

// The first wheel turns by `first`; the unit vector of that angle is given.
static double evaluate_split(const search *s, split *k, double first, vec2 unit, double give_up) {
    vec2 units[PROGRAM_MAX_STEPS] = {{0, 0}};
    k->p.step[k->wheel[0]].angle = first;
    k->p.step[k->wheel[1]].angle = k->turn - first;
    units[k->wheel[0]] = unit;
    units[k->wheel[1]] = turned(k->unit, reversed(unit));
    return evaluate(s, &k->p, units, k->shift, give_up);
}

// Descends from `first`, which costs `best`; leaves the cheapest program found.
static void refine(const search *s, split *k, double first, double best, double step) {
    for (int i = 0; i < REFINEMENTS; i++, step /= 2)
        for (int way = -1; way <= 1; way += 2) {
            double at = first + way * step, cost = evaluate_split(s, k, at, unit_of(at), best);
            if (cost < best) best = cost, first = at;
        }
    evaluate_split(s, k, first, unit_of(first), INFINITY);
}

static split split_of(const program *p, body_motion m) {
    split k = {.p = *p, .wheel = {0, 1}, .turn = m.rotation_rad, .unit = unit_of(m.rotation_rad), .shift = m.shift};
    int n = 0;
    for (int i = 0; i < p->count && n < 2; i++)
        if (p->step[i].wheel) k.wheel[n++] = i;
    return k;
}

// Keeps the KEPT cheapest places of the grid in order.
static void keep(double *cost, double *angle, double c, double a) {
    for (int i = 0; i < KEPT; i++)
        if (c < cost[i]) {
            double oc = cost[i], oa = angle[i];
            cost[i] = c, angle[i] = a;
            c = oc, a = oa;
        }
}

// Where legs lead straight ahead but for a little drift, a coarse grid steps over the few angles that leave no more than that.
static int finer_by(const search *s) {
    double drift = s->pr->slack_in;
    return drift > 0 ? (int)fmin(fmax(ceil(GRID * s->bounds.reach / drift), 1), FINEST) : 1;
}

static void solve_two_wheels(search *s, const program *p, body_motion m, program *best) {
    split k = split_of(p, m);
    double cost[KEPT], angle[KEPT];
    int finer = finer_by(s);
    fill_grid(s);
    for (int i = 0; i < KEPT; i++) cost[i] = INFINITY, angle[i] = 0;
    for (int i = -GRID_STEPS * finer; i <= GRID_STEPS * finer; i++) {
        vec2 unit = i % finer ? unit_of(i * GRID / finer) : i < 0 ? reversed(s->grid[-i / finer]) : s->grid[i / finer];
        double near = fmin(best->cost + VALLEY, cost[KEPT - 1]), c = evaluate_split(s, &k, i * GRID / finer, unit, near);
        if (c < near) keep(cost, angle, c, i * GRID / finer);
    }
    for (int i = 0; i < KEPT; i++) {
        if (cost[i] >= best->cost + VALLEY) continue;
        refine(s, &k, angle[i], cost[i], GRID / finer / 2);
        if (k.p.cost < best->cost) *best = k.p;
    }
}

static void solve(search *s, program *p, int wheels, body_motion m, program *best) {
    if (wheels == 2) {
        solve_two_wheels(s, p, m, best);
        return;
    }
    if (wheels == 0 && fabs(m.rotation_rad) > 1e-9) return;
    vec2 units[PROGRAM_MAX_STEPS] = {{0, 0}};
    for (int i = 0; i < p->count; i++)
        if (p->step[i].wheel) p->step[i].angle = m.rotation_rad, units[i] = unit_of(m.rotation_rad);
    if (evaluate(s, p, units, m.shift, best->cost) < best->cost) *best = *p;
}

// The body may change its form before any step or after the last, while its figures face so that its front line can stay.
static void solve_changes(search *s, program *p, int wheels, body_motion m, program *best) {
    const program_change *change = s->pr->change;
    int face = FACE_FRONT;
    if (!change) solve(s, p, wheels, m, best);
    for (p->change_at = 0; change; p->change_at++) {
        if (face == (int)change->front) solve(s, p, wheels, m, best);
        if (p->change_at == p->count) break;
        if (!p->step[p->change_at].wheel) face = (face + (int)p->step[p->change_at].face) % FACE_COUNT;
    }
}

// Every order of `wheels` wheels and the given facing changes: the bits of `mask` that are set are the wheels.
static void try_orders(search *s, int wheels, const body_face *faces, int face_count, body_motion m, program *best) {
    int steps = wheels + face_count;
    for (int mask = 0; mask < 1 << steps; mask++) {
        program p = {.count = steps};
        int w = 0, f = 0;
        for (int i = 0; i < steps; i++) {
            if (mask >> i & 1) {
                p.step[i].wheel = true;
                w++;
            } else if (f < face_count)
                p.step[i].face = faces[f++];
        }
        if (w == wheels) solve_changes(s, &p, wheels, m, best);
    }
}

static void try_faces(search *s, const body_face *faces, int count, body_motion m, program *best) {
    double cost = s->pr->chord ? 0 : least_cost(&s->bounds, m);
    int turn = 0;
    for (int i = 0; i < count; i++) cost += s->pr->face_cost[faces[i]], turn += (int)faces[i];
    if (turn % FACE_COUNT != (int)m.turn) return;
    for (int wheels = 0; wheels <= s->pr->max_wheels && cost < best->cost; wheels++) try_orders(s, wheels, faces, count, m, best);
}

static void find_one_way(search *s, body_motion m, program *best) {
    try_faces(s, NULL, 0, m, best);
    for (int a = FACE_LEFT; a < FACE_COUNT && s->pr->max_faces > 0; a++) try_faces(s, &(body_face){(body_face)a}, 1, m, best);
    for (int a = FACE_LEFT; a < FACE_COUNT && s->pr->max_faces > 1; a++)
        for (int b = FACE_LEFT; b < FACE_COUNT; b++) try_faces(s, (body_face[]){(body_face)a, (body_face)b}, 2, m, best);
}

program program_find(const program_rules *pr, body_motion m, double give_up) {
    program best = {.cost = give_up};
    search s = search_for(pr);
    m.rotation_rad = angle_wrap(m.rotation_rad);
    find_one_way(&s, m, &best);
    if (pr->thorough || fabs(m.rotation_rad) > BOTH_WAYS) {
        m.rotation_rad += m.rotation_rad > 0 ? -2 * PI : 2 * PI;
        find_one_way(&s, m, &best);
    }
    if (best.cost >= give_up) best = (program){.cost = INFINITY};
    return best;
}

double program_cost_near(const program_rules *pr, const program *p, body_motion m) {
    program q = *p;
    search s = search_for(pr);
    int wheels = 0;
    double was = 0;
    for (int i = 0; i < p->count; i++)
        if (p->step[i].wheel) wheels++, was += p->step[i].angle;
    m.rotation_rad = was + angle_difference(m.rotation_rad, was);
    if (wheels == 2) {
        split k = split_of(p, m);
        double first = p->step[k.wheel[0]].angle;
        refine(&s, &k, first, evaluate_split(&s, &k, first, unit_of(first), INFINITY), GRID / 8);
        return k.p.cost;
    }
    vec2 units[PROGRAM_MAX_STEPS] = {{0, 0}};
    for (int i = 0; i < q.count; i++)
        if (q.step[i].wheel) q.step[i].angle = m.rotation_rad, units[i] = unit_of(m.rotation_rad);
    return evaluate(&s, &q, units, m.shift, INFINITY);
}
