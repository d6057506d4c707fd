// Plays a script: rigid motions of whole units, single figures, the hand that makes them.
#include "tests/render/script.h"

#include <assert.h>
#include <math.h>

#define PACE_IN_S 2.5  // mean; the hand starts and stops softly, so that it peaks at 1.5 times as much
#define REACH_S 0.9    // for the hand to come in from the edge, and to go
#define HOLD_S 0.3     // between touching and pushing
#define HOP_S 0.45     // from one figure to the next
#define HAND_Z_IN 1.25

typedef struct {
    vec2 middle, corner_left, corner_right, rear;
    double facing, reach;  // reach: from the middle to the farthest corner
} outline;

static outline outline_of(const game *g, int u, const pose *poses) {
    const game_unit *unit = &g->units[u];
    const pose *p = &poses[unit->first_figure];
    double headings[GAME_MAX_FIGURES];
    for (int i = 0; i < unit->figure_count; i++) headings[i] = p[i].heading_rad;
    outline o = {.facing = angle_mean(headings, unit->figure_count)};
    vec2 f = heading_forward(o.facing), l = heading_left(o.facing);
    double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
    for (int i = 0; i < unit->figure_count; i++) {
        vec2 corner[4];
        base_corners(g->figures[unit->first_figure + i].base, p[i], corner);
        for (int k = 0; k < 4; k++) {
            low[0] = fmin(low[0], vec2_dot(corner[k], f)), high[0] = fmax(high[0], vec2_dot(corner[k], f));
            low[1] = fmin(low[1], vec2_dot(corner[k], l)), high[1] = fmax(high[1], vec2_dot(corner[k], l));
        }
    }
    double mid_f = (low[0] + high[0]) / 2, mid_l = (low[1] + high[1]) / 2;
    o.middle = vec2_add(vec2_scale(f, mid_f), vec2_scale(l, mid_l));
    o.corner_left = vec2_add(vec2_scale(f, high[0]), vec2_scale(l, high[1]));
    o.corner_right = vec2_add(vec2_scale(f, high[0]), vec2_scale(l, low[1]));
    o.rear = vec2_add(vec2_scale(f, low[0]), vec2_scale(l, mid_l));
    o.reach = hypot(high[0] - low[0], high[1] - low[1]) / 2;
    return o;
}

static void turn_about(pose *p, int count, vec2 pivot, double rad) {
    for (int i = 0; i < count; i++) {
        p[i].at = vec2_add(pivot, vec2_rotate(vec2_sub(p[i].at, pivot), rad));
        p[i].heading_rad = angle_wrap(p[i].heading_rad + rad);
    }
}

static void shift(pose *p, int count, vec2 by) {
    for (int i = 0; i < count; i++) p[i].at = vec2_add(p[i].at, by);
}

// Does share k (0..1) of the leg to the unit's poses.
static void do_leg(const leg *l, const game *g, int u, pose *poses, double k) {
    const game_unit *unit = &g->units[u];
    pose *p = &poses[unit->first_figure];
    outline o = outline_of(g, u, poses);
    double rad = l->a * k * RAD_PER_DEG;
    switch (l->kind) {
        case LEG_GO:
            shift(p, unit->figure_count, vec2_scale(heading_forward(o.facing + l->b * RAD_PER_DEG), l->a * k));
            break;
        case LEG_WHEEL:
            turn_about(p, unit->figure_count, l->a > 0 ? o.corner_left : o.corner_right, rad);
            break;
        case LEG_SPIN:
            turn_about(p, unit->figure_count, o.middle, rad);
            break;
        case LEG_CARRY:
            p[(int)l->a - 1].at = vec2_lerp(p[(int)l->a - 1].at, (vec2){l->b, l->c}, k);
            break;
        case LEG_PAUSE:
        case LEG_END:
            break;
    }
}

static double leg_length(const leg *l, const game *g, int u, const pose *poses) {
    outline o = outline_of(g, u, poses);
    double turn = fabs(l->a) * RAD_PER_DEG;
    switch (l->kind) {
        case LEG_GO:
            return l->a / PACE_IN_S;
        case LEG_WHEEL:
            return turn * 2 * o.reach / PACE_IN_S;
        case LEG_SPIN:
            return turn * o.reach / PACE_IN_S;
        case LEG_PAUSE:
            return l->a;
        case LEG_CARRY:
            return HOP_S + vec2_distance(poses[g->units[u].first_figure + (int)l->a - 1].at, (vec2){l->b, l->c}) / PACE_IN_S;
        case LEG_END:
            break;
    }
    return 0;
}

static double smooth(double k) {
    k = fmin(fmax(k, 0), 1);
    return k * k * (3 - 2 * k);
}

static pose *copy_of(const game *g, const pose *from, pose *to) {
    for (int i = 0; i < g->figure_count; i++) to[i] = from[i];
    return to;
}

static double legs_length(const script_move *m, const game *g, const pose *before) {
    static pose poses[GAME_MAX_FIGURES];
    int u = game_find_unit(g, m->unit);
    assert(u >= 0);
    double sum = 0;
    copy_of(g, before, poses);
    for (const leg *l = m->legs; l->kind != LEG_END; l++) {
        sum += leg_length(l, g, u, poses);
        do_leg(l, g, u, poses, 1);
    }
    return sum;
}

double script_move_length(const script_move *m, const game *g, const pose *before) { return legs_length(m, g, before) + 2 * (REACH_S + HOLD_S); }

// Fingertips on figure i of the unit: over the rear of its base, as its player sees it.
static vec2 behind(const game *g, int u, int i, const pose *poses) {
    const game_unit *unit = &g->units[u];
    pose p = poses[unit->first_figure + i];
    return vec2_sub(p.at, vec2_scale(heading_forward(p.heading_rad), 0.55));
}

static vec2 grip_of(const script_move *m, const game *g, int u, const pose *poses) {
    outline o = outline_of(g, u, poses);
    return vec2_add(o.rear, vec2_add(vec2_scale(heading_forward(o.facing), m->grip_forward_in), vec2_scale(heading_left(o.facing), m->grip_left_in)));
}

// Does what of the move is done t seconds after the first push; *grip is where the fingertips are then.
static void push(const script_move *m, const game *g, int u, double t, pose *poses, vec2 *grip) {
    vec2 hop_from = *grip;
    for (const leg *l = m->legs; l->kind != LEG_END; l++) {
        double length = leg_length(l, g, u, poses);
        bool carry = l->kind == LEG_CARRY;
        double lead = carry ? HOP_S : 0;
        vec2 first = carry ? behind(g, u, (int)l->a - 1, poses) : hop_from;
        if (carry && t < lead) {
            *grip = vec2_lerp(hop_from, first, smooth(t / lead));
            return;
        }
        do_leg(l, g, u, poses, t >= length ? 1 : smooth((t - lead) / (length - lead)));
        *grip = carry ? behind(g, u, (int)l->a - 1, poses) : grip_of(m, g, u, poses);
        hop_from = *grip;
        if (t < length) return;
        t -= length;
    }
}

static bool starts_with_carry(const script_move *m) { return m->legs[0].kind == LEG_CARRY; }

// The arm comes from the edge of the player whose unit it is, nearly straight.
static vec2 shoulder(const game *g, vec2 grip, double facing) {
    bool south = sin(facing) > -0.2;
    return (vec2){grip.x + (g->width_in / 2 - grip.x) * 0.12 + 2.5, south ? -16 : g->depth_in + 16};
}

bool script_at(const script *s, const game *g, double t, pose *poses, render_hand *hand) {
    for (int i = 0; i < s->count && t >= s->moves[i].start_s; i++) {
        const script_move *m = &s->moves[i];
        int u = game_find_unit(g, m->unit);
        assert(u >= 0);
        double since = t - m->start_s, work = legs_length(m, g, poses);
        double facing = sin(outline_of(g, u, poses).facing) > -0.2 ? PI / 2 : -PI / 2;
        vec2 first = starts_with_carry(m) ? behind(g, u, (int)m->legs[0].a - 1, poses) : grip_of(m, g, u, poses), grip = first;
        push(m, g, u, since - REACH_S - HOLD_S, poses, &grip);
        if (since > work + 2 * (REACH_S + HOLD_S)) continue;
        double in = smooth(since / REACH_S), out = smooth((since - work - REACH_S - 2 * HOLD_S) / REACH_S);
        vec2 from = shoulder(g, grip, facing), away = vec2_lerp(from, grip, 0.05);
        hand->at = vec2_lerp(away, grip, fmin(in, 1 - out));
        hand->from = vec2_add(hand->at, vec2_sub(from, grip));
        hand->z_in = HAND_Z_IN;
        return true;
    }
    return false;
}
