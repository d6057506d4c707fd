// The shortest way past bases: A* over the corners of the grown outlines (P. Hart, N. Nilsson, B. Raphael, IEEE SSC-4, 1968).
#include "rules/measure/maneuver/maneuver_limits.h"
#include "rules/measure/maneuver/outline.h"

#define CORNERS 8  // of a grown outline
#define PLACES (WAY_ROUND_MAX * CORNERS + 2)

typedef struct {
    vec2 at[CORNERS];
    int count;
} barrier;

// Grown by r, the corners cut from within: never larger than what a disc of radius r may not enter.
static barrier grow(const outline *o, double r) {
    barrier b = {.count = 0};
    r += o->round_in;
    for (int i = 0; i < CORNERS && o->count == 1; i++) b.at[b.count++] = vec2_add(o->at[0], vec2_scale(heading_forward(i * 2 * PI / CORNERS), r));
    for (int i = 0; i < o->count && o->count > 1; i++) {
        vec2 p = o->at[i], q = o->at[(i + 1) % o->count], side = vec2_sub(q, p);
        vec2 out = vec2_scale((vec2){side.y, -side.x}, r / fmax(vec2_length(side), 1e-9));
        b.at[b.count++] = vec2_add(p, out);
        b.at[b.count++] = vec2_add(q, out);
    }
    return b;
}

static bool holds(const barrier *b, vec2 p) {
    for (int i = 0; i < b->count; i++)
        if (vec2_cross(vec2_sub(b->at[(i + 1) % b->count], b->at[i]), vec2_sub(p, b->at[i])) <= GRAZE) return false;
    return b->count > 2;
}

// Part of p-q that lies within the convex barrier (M. Cyrus, J. Beck, Computers & Graphics 3, 1978).
static bool bars(const barrier *b, vec2 p, vec2 q) {
    double enter = 0, leave = 1;
    for (int i = 0; i < b->count; i++) {
        vec2 side = vec2_sub(b->at[(i + 1) % b->count], b->at[i]);
        double length = vec2_length(side);
        if (length < 1e-9) continue;
        double a = vec2_cross(side, vec2_sub(p, b->at[i])) / length, c = vec2_cross(side, vec2_sub(q, b->at[i])) / length;
        if (a <= GRAZE && c <= GRAZE) return false;
        if (a < GRAZE)
            enter = fmax(enter, (GRAZE - a) / (c - a));
        else if (c < GRAZE)
            leave = fmin(leave, (GRAZE - a) / (c - a));
    }
    return enter < leave - 1e-9;
}

typedef struct {
    barrier barriers[WAY_ROUND_MAX];
    int barrier_count;
    vec2 place[PLACES];  // 0: from, 1: to
    double way[PLACES];
    bool done[PLACES];
    int count;
} chart;

static bool is_free(const chart *c, vec2 p, vec2 q) {
    for (int i = 0; i < c->barrier_count; i++)
        if (bars(&c->barriers[i], p, q)) return false;
    return true;
}

static void add_places(chart *c, vec2 from, vec2 to) {
    c->place[0] = from, c->place[1] = to;
    c->count = 2;
    for (int b = 0; b < c->barrier_count; b++)
        for (int k = 0; k < c->barriers[b].count; k++) {
            bool covered = false;
            for (int i = 0; i < c->barrier_count && !covered; i++) covered = i != b && holds(&c->barriers[i], c->barriers[b].at[k]);
            if (!covered) c->place[c->count++] = c->barriers[b].at[k];
        }
    for (int i = 0; i < c->count; i++) c->way[i] = INFINITY, c->done[i] = false;
    c->way[0] = 0;
}

static int next_place(const chart *c) {
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < c->count; i++) {
        double guess = c->way[i] + vec2_distance(c->place[i], c->place[1]);
        if (!c->done[i] && guess < least) least = guess, best = i;
    }
    return best;
}

double way_round(const outline *others, int count, double half_in, vec2 from, vec2 to) {
    double straight = vec2_distance(from, to);
    chart c = {.barrier_count = 0};
    if (count > WAY_ROUND_MAX) return straight;
    for (int i = 0; i < count; i++) {
        barrier b = grow(&others[i], fmax(half_in - SLACK_IN, 0));
        if (!holds(&b, from) && !holds(&b, to)) c.barriers[c.barrier_count++] = b;
    }
    if (is_free(&c, from, to)) return straight;
    add_places(&c, from, to);
    for (int at = next_place(&c); at >= 0; at = next_place(&c)) {
        if (at == 1) return c.way[1];
        c.done[at] = true;
        for (int i = 1; i < c.count; i++) {
            double way = c.way[at] + vec2_distance(c.place[at], c.place[i]);
            if (!c.done[i] && way < c.way[i] && is_free(&c, c.place[at], c.place[i])) c.way[i] = way;
        }
    }
    return straight;
}
