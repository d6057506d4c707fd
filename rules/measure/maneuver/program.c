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
    wheel_bounds bounds;
    double least;  // no program that was passed over costs less
} search;

static vec2 unit_of(double rad) { return (vec2){cos(rad), sin(rad)}; }

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
    search s = {.pr = pr, .ahead = unit_of(pr->body->heading_rad), .least = INFINITY};
    s.legs = leg_rules_with_tolerance(pr->cone_rad, pr->tolerance_rad, pr->slack_in);
    s.bounds = (wheel_bounds){INFINITY, 0, INFINITY, 0};
    note_body(&s.bounds, pr->body);
    if (pr->change) {
        note_body(&s.bounds, &pr->change->body);
        s.bounds.slide = fmax(fabs(pr->change->slide_low), fabs(pr->change->slide_high));
    }
    return s;
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
    w->rotation = vec2_turn(w->rotation, unit);
    w->shift = vec2_sub(w->shift, vec2_turn(k, vec2_sub(before, w->rotation)));
}

// The headings at which a program's legs are made, the way that they must make, and what a change of form takes off it.
typedef struct {
    vec2 ahead[PROGRAM_MAX_STEPS + 1];
    walk end;
    leg_slide slide;
} course;

// The wheels turn by unit[].
static course follow(const search *s, const program *p, const vec2 unit[PROGRAM_MAX_STEPS], vec2 shift) {
    const program_change *change = s->pr->change;
    course c = {.end = {{1, 0}, shift, FACE_FRONT, 0}};
    for (int i = 0;; i++) {
        c.ahead[i] = quarters(vec2_turn(s->ahead, c.end.rotation), c.end.face);
        if (change && i == p->change_at) c.slide = (leg_slide){quarters(c.ahead[i], FACE_LEFT), change->slide_low, change->slide_high};
        if (i == p->count) return c;
        walk_step(s, p, i, unit[i], &c.end);
    }
}

// Cost of the course's steps with the shortest legs; fills legs, slide and cost. Stops early where they must cost `give_up` or more.
static double finish(const search *s, program *p, const course *c, double give_up) {
    double left = give_up - c->end.cost, reach = left + s->bounds.slide;
    if (left <= 0 || vec2_dot(c->end.shift, c->end.shift) >= reach * reach) return p->cost = INFINITY;
    p->legs = s->pr->change ? legs_find_sliding(c->end.shift, &c->slide, c->ahead, p->count + 1, &s->legs, &p->slide)
                            : legs_find(c->end.shift, c->ahead, p->count + 1, &s->legs);
    return p->cost = c->end.cost + p->legs.length;
}

static double evaluate(const search *s, program *p, const vec2 unit[PROGRAM_MAX_STEPS], vec2 shift, double give_up) {
    course c = follow(s, p, unit, shift);
    return finish(s, p, &c, give_up);
}

// A program with two wheels that share the turn.
typedef struct {
    program p;
    int wheel[2];
    double turn;
    vec2 unit;  // of the turn
    vec2 shift;
    int face[2];     // of the figures when each wheel begins
    double faces;    // what its facing changes cost
    double between;  // from one wheel's pivot to the other's
} split;

// The first wheel turns by `first`; the unit vector of that angle is given.
static course follow_split(const search *s, split *k, double first, vec2 unit) {
    vec2 units[PROGRAM_MAX_STEPS] = {{0, 0}};
    k->p.step[k->wheel[0]].angle = first;
    k->p.step[k->wheel[1]].angle = k->turn - first;
    units[k->wheel[0]] = unit;
    units[k->wheel[1]] = vec2_turn_back(k->unit, unit);
    return follow(s, &k->p, units, k->shift);
}

static double evaluate_split(const search *s, split *k, double first, vec2 unit, double give_up) {
    course c = follow_split(s, k, first, unit);
    return finish(s, &k->p, &c, give_up);
}

// Descends from `first`, which costs `best`; leaves the cheapest program found.
static void refine(const search *s, split *k, double first, double best, double step) {
    vec2 unit = unit_of(first), by = unit_of(step);
    for (int i = 0; i < REFINEMENTS; i++, step /= 2, by = vec2_half_angle(by))
        for (int way = -1; way <= 1; way += 2) {
            double at = first + way * step;
            vec2 there = way < 0 ? vec2_turn_back(unit, by) : vec2_turn(unit, by);
            double cost = evaluate_split(s, k, at, there, best);
            if (cost < best) best = cost, first = at, unit = there;
        }
    evaluate_split(s, k, first, unit, INFINITY);
}

static split split_of(const search *s, const program *p, body_motion m) {
    split k = {.p = *p, .wheel = {0, 1}, .turn = m.rotation_rad, .unit = unit_of(m.rotation_rad), .shift = m.shift};
    int n = 0, face = FACE_FRONT;
    for (int i = 0; i < p->count; i++) {
        const program_step *st = &p->step[i];
        if (st->wheel && n < 2)
            k.wheel[n] = i, k.face[n++] = face;
        else if (!st->wheel)
            k.faces += s->pr->face_cost[st->face], face = (face + (int)st->face) % FACE_COUNT;
    }
    return k;
}

// Angles of the first wheel by which neither wheel changes its hand.
typedef struct {
    double low, high;
    vec2 middle, half;  // unit vectors of the middle of the angles, and of half their range
    double least;       // none of them costs less
} cell;

static cell lower_half(const cell *c) {
    vec2 quarter = vec2_half_angle(c->half);
    return (cell){c->low, (c->low + c->high) / 2, vec2_turn_back(c->middle, quarter), quarter, c->least};
}

static cell upper_half(const cell *c) {
    vec2 quarter = vec2_half_angle(c->half);
    return (cell){(c->low + c->high) / 2, c->high, vec2_turn(c->middle, quarter), quarter, c->least};
}

static const block *body_of(const search *s, const split *k, int wheel) { return program_body(s->pr, &k->p, k->wheel[wheel]); }

static double wheel_cost(const search *s, const split *k, int wheel, double angle) {
    return program_wheel_cost(s->pr, body_of(s, k, wheel), (body_face)k->face[wheel], angle);
}

// What both wheels cost at least for the angles of the cell: both ends are looked at, which bound a sum that is straight or bent outward; a chord's
// price leaps at half a turn, and each wheel counts where it is least.
static double least_of_wheels(const search *s, const split *k, const cell *c) {
    double low[2] = {wheel_cost(s, k, 0, c->low), wheel_cost(s, k, 1, k->turn - c->low)};
    double high[2] = {wheel_cost(s, k, 0, c->high), wheel_cost(s, k, 1, k->turn - c->high)};
    return s->pr->chord ? fmin(low[0], high[0]) + fmin(low[1], high[1]) : fmin(low[0] + low[1], high[0] + high[1]);
}

// Two wheels that share a turn move the end by the distance of their pivots for each radian that one takes from the other, and turn with it the legs
// and the change of form between them.
static void bound(search *s, split *k, cell *c, program *best) {
    double middle = (c->low + c->high) / 2, half = (c->high - c->low) / 2;
    double bare = k->faces + least_of_wheels(s, k, c);
    c->least = bare;
    if (bare >= best->cost) return;
    course at = follow_split(s, k, middle, c->middle);
    leg_play play = {k->between * half, k->wheel[0] + 1, k->wheel[1] + 1, c->half};
    bool swings = s->pr->change && k->p.change_at > k->wheel[0] && k->p.change_at <= k->wheel[1];
    if (swings) play.missed += s->bounds.slide * half;
    c->least = bare + legs_least(at.end.shift, &at.slide, at.ahead, k->p.count + 1, &s->legs, &play);
    if (c->least < best->cost && finish(s, &k->p, &at, best->cost) < best->cost) {
        refine(s, k, middle, k->p.cost, half / 2);
        *best = k->p;
    }
}

// Bounds halves of the cell, the more promising first, until none is left that could be cheaper by more than PROVEN_IN.
static void narrow(search *s, split *k, const cell *c, program *best) {
    bool last = c->high - c->low < LEAST_CELL_RAD;
    if (c->least >= best->cost - PROVEN_IN || last) {
        s->least = fmin(s->least, c->least);
        return;
    }
    cell half[2] = {lower_half(c), upper_half(c)};
    bound(s, k, &half[0], best);
    bound(s, k, &half[1], best);
    int first = half[1].least < half[0].least;
    narrow(s, k, &half[first], best);
    narrow(s, k, &half[!first], best);
}

static vec2 pivot_of(const search *s, const split *k, int wheel, double angle) {
    return body_of(s, k, wheel)->pivot[k->face[wheel]][angle > 0 ? 0 : 1];
}

static void solve_two_wheels(search *s, const program *p, body_motion m, program *best) {
    split k = split_of(s, p, m);
    const double ends[4] = {-2 * PI, fmin(0, k.turn), fmax(0, k.turn), 2 * PI};
    for (int i = 0; i < 3; i++) {
        double middle = (ends[i] + ends[i + 1]) / 2;
        cell c = {.low = ends[i], .high = ends[i + 1], .middle = unit_of(middle), .half = unit_of((ends[i + 1] - ends[i]) / 2)};
        k.between = vec2_distance(pivot_of(s, &k, 0, middle), pivot_of(s, &k, 1, k.turn - middle));
        bound(s, &k, &c, best);
        narrow(s, &k, &c, best);
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
    double least = fmin(s.least, best.cost);
    if (best.cost >= give_up) best = (program){.cost = INFINITY};
    best.least = least;
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
        split k = split_of(&s, p, m);
        double first = p->step[k.wheel[0]].angle;
        refine(&s, &k, first, evaluate_split(&s, &k, first, unit_of(first), INFINITY), NEAR_RAD);
        return k.p.cost;
    }
    vec2 units[PROGRAM_MAX_STEPS] = {{0, 0}};
    for (int i = 0; i < q.count; i++)
        if (q.step[i].wheel) q.step[i].angle = m.rotation_rad, units[i] = unit_of(m.rotation_rad);
    return evaluate(&s, &q, units, m.shift, INFINITY);
}
