#include "rules/program.h"

#include <stddef.h>

#define GRID (4 * RAD_PER_DEG)  // of the first wheel's angle, when two share the turn
#define GRID_STEPS 45
#define REFINEMENTS 14                 // halvings of the grid: 4 deg / 2^14 moves a cost by less than 0.001"
#define KEPT 3                         // best places of the grid that are refined
#define BOTH_WAYS (120 * RAD_PER_DEG)  // larger turns are tried the other way round too

double program_wheel_cost(const program_rules *pr, body_face face, double angle) {
    double r = pr->body->radius[face][angle > 0 ? 0 : 1], a = fabs(angle);
    return pr->chord && a < PI ? 2 * r * sin(a / 2) : r * a;
}

// Cost of the steps as they stand; fills legs and cost. Stops early where the steps alone cost `give_up` or more.
static double evaluate(const program_rules *pr, program *p, vec2 shift, double give_up) {
    double heading[PROGRAM_MAX_STEPS + 1] = {pr->body->heading_rad}, rotation = 0;
    int face = FACE_FRONT;
    p->cost = 0;
    for (int i = 0; i < p->count; i++) {
        const program_step *st = &p->step[i];
        if (st->wheel) {
            vec2 k = pr->body->pivot[face][st->angle > 0 ? 0 : 1];
            p->cost += program_wheel_cost(pr, (body_face)face, st->angle);
            shift = vec2_sub(shift, vec2_sub(vec2_rotate(k, rotation), vec2_rotate(k, rotation + st->angle)));
            rotation += st->angle;
        } else {
            face = (face + (int)st->face) % FACE_COUNT;
            p->cost += pr->face_cost[st->face];
        }
        heading[i + 1] = pr->body->heading_rad + rotation + face * PI / 2;
    }
    if (p->cost >= give_up) return p->cost = INFINITY;
    p->legs = legs_find(shift, heading, p->count + 1, pr->cone_rad, pr->slack_in);
    return p->cost += p->legs.length;
}

// Shares the turn between the two wheels, the first turning by `first`.
static double evaluate_split(const program_rules *pr, program *p, const int wheel[2], double first, body_motion m, double give_up) {
    p->step[wheel[0]].angle = first;
    p->step[wheel[1]].angle = m.rotation_rad - first;
    return evaluate(pr, p, m.shift, give_up);
}

static void refine(const program_rules *pr, program *p, const int wheel[2], double first, double step, body_motion m) {
    double best = evaluate_split(pr, p, wheel, first, m, INFINITY);
    for (int i = 0; i < REFINEMENTS; i++, step /= 2)
        for (int way = -1; way <= 1; way += 2) {
            double cost = evaluate_split(pr, p, wheel, first + way * step, m, INFINITY);
            if (cost < best) best = cost, first += way * step;
        }
    evaluate_split(pr, p, wheel, first, m, INFINITY);
}

static void find_wheels(const program *p, int wheel[2]) {
    int n = 0;
    for (int i = 0; i < p->count && n < 2; i++)
        if (p->step[i].wheel) wheel[n++] = i;
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

static void solve_two_wheels(const program_rules *pr, program *p, body_motion m, program *best) {
    int wheel[2] = {0, 1};
    find_wheels(p, wheel);
    double cost[KEPT], angle[KEPT];
    for (int i = 0; i < KEPT; i++) cost[i] = INFINITY, angle[i] = 0;
    double near = best->cost + 1;  // a place of the grid may lie this much above the valley's floor
    for (int i = -GRID_STEPS; i <= GRID_STEPS; i++) {
        double c = evaluate_split(pr, p, wheel, i * GRID, m, near);
        if (c < near) keep(cost, angle, c, i * GRID);
    }
    for (int i = 0; i < KEPT; i++) {
        if (cost[i] >= near) continue;
        refine(pr, p, wheel, angle[i], GRID / 2, m);
        if (p->cost < best->cost) *best = *p;
    }
}

static void solve(const program_rules *pr, program *p, int wheels, body_motion m, program *best) {
    if (wheels == 2) {
        solve_two_wheels(pr, p, m, best);
        return;
    }
    if (wheels == 0 && fabs(m.rotation_rad) > 1e-9) return;
    for (int i = 0; i < p->count; i++)
        if (p->step[i].wheel) p->step[i].angle = m.rotation_rad;
    if (evaluate(pr, p, m.shift, best->cost) < best->cost) *best = *p;
}

// Every order of `wheels` wheels and the given facing changes: the bits of `mask` that are set are the wheels.
static void try_orders(const program_rules *pr, int wheels, const body_face *faces, int face_count, body_motion m, program *best) {
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
        if (w == wheels) solve(pr, &p, wheels, m, best);
    }
}

// No wheel or leg carries the middle of the body farther than it costs, nor turns the body for less than its smallest radius.
static double least_cost(const program_rules *pr, body_motion m) {
    double r = INFINITY;
    for (int face = 0; face < FACE_COUNT; face++)
        for (int end = 0; end < 2; end++) r = fmin(r, pr->body->radius[face][end]);
    double turn = pr->chord ? 0 : r * fabs(m.rotation_rad);
    return fmax(turn, pr->chord ? 0 : vec2_length(m.shift));
}

static void try_faces(const program_rules *pr, const body_face *faces, int count, body_motion m, program *best) {
    double cost = least_cost(pr, m);
    int turn = 0;
    for (int i = 0; i < count; i++) cost += pr->face_cost[faces[i]], turn += (int)faces[i];
    if (turn % FACE_COUNT != (int)m.turn) return;
    for (int wheels = 0; wheels <= pr->max_wheels && cost < best->cost; wheels++) try_orders(pr, wheels, faces, count, m, best);
}

static void find_one_way(const program_rules *pr, body_motion m, program *best) {
    try_faces(pr, NULL, 0, m, best);
    for (int a = FACE_LEFT; a < FACE_COUNT && pr->max_faces > 0; a++) try_faces(pr, &(body_face){(body_face)a}, 1, m, best);
    for (int a = FACE_LEFT; a < FACE_COUNT && pr->max_faces > 1; a++)
        for (int b = FACE_LEFT; b < FACE_COUNT; b++) try_faces(pr, (body_face[]){(body_face)a, (body_face)b}, 2, m, best);
}

program program_find(const program_rules *pr, body_motion m, double give_up) {
    program best = {.cost = give_up};
    m.rotation_rad = angle_wrap(m.rotation_rad);
    find_one_way(pr, m, &best);
    if (fabs(m.rotation_rad) > BOTH_WAYS) {
        m.rotation_rad += m.rotation_rad > 0 ? -2 * PI : 2 * PI;
        find_one_way(pr, m, &best);
    }
    if (best.cost >= give_up) best = (program){.cost = INFINITY};
    return best;
}

double program_cost_near(const program_rules *pr, const program *p, body_motion m) {
    program q = *p;
    int wheels = 0, wheel[2] = {0, 1};
    double turned = 0;
    for (int i = 0; i < p->count; i++)
        if (p->step[i].wheel) wheels++, turned += p->step[i].angle;
    m.rotation_rad = turned + angle_difference(m.rotation_rad, turned);
    find_wheels(p, wheel);
    if (wheels == 2)
        refine(pr, &q, wheel, p->step[wheel[0]].angle, GRID / 8, m);
    else {
        if (wheels == 1) q.step[wheel[0]].angle = m.rotation_rad;
        evaluate(pr, &q, m.shift, INFINITY);
    }
    return q.cost;
}
