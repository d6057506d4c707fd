// Makes up what happens in a play: one act after the other, each where there is room for it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/play/play_parts.h"

#define PACE_IN_S 2.5  // mean; a hand starts and stops softly
#define REACH_S 0.9    // for the hand to come in from the edge, and to go
#define HOLD_S 0.3     // between touching and pushing
#define HOP_S 0.45     // from one figure to the next
#define HAND_Z_IN 1.25
#define CALM_S 2.5    // before a phase ends: every move has settled
#define KEY_S 0.05    // between two places of a hand that pushes
#define APART_IN 0.4  // between a unit that moves and everybody else
#define TRIES 60
enum { MAX_LEGS = 6, MAX_UNIT = 40 };

// Part of a push: the unit turns about the pivot or shifts, or the hand waits.
typedef struct {
    double seconds, turn_rad;
    vec2 pivot, shift;
    bool leaves;  // the hand goes away meanwhile
} leg;

typedef struct {
    play *p;
    play_view now, later;
    double t_s;  // everything before is made
    bool moved[16];
    int last;  // act of the last move that could be taken back; -1
    int turn, side;
} maker;

play_options play_default_options(uint32_t seed, play_bases bases) {
    return (play_options){.seed = seed, .bases = bases, .moves = 12, .take_backs = 0.2, .nudges = 0.4, .two_hands = 0.1, .clutter = 0.35};
}

// Room on the table -------------------------------------------------------------------------------------------------------------------------

static const game_unit *unit_of(const maker *m, int u) { return &m->p->game->units[u]; }

static bool on_free_table(vec2 at) {
    double edge = 1.0, corner = 4.2;  // the table's markers lie in the corners
    double x = fmin(at.x, TABLE_WIDTH_IN - at.x), y = fmin(at.y, TABLE_DEPTH_IN - at.y);
    return x > edge && y > edge && (x > corner || y > corner);
}

// Figure f at `at` keeps so far from everybody that is not of the unit, now and when what goes on has ended.
static bool keeps_apart(const maker *m, int f, pose at, int unit, double apart) {
    const game *g = m->p->game;
    if (!on_free_table(at.at)) return false;
    for (int i = 0; i < g->figure_count; i++) {
        if (i == f || (unit >= 0 && g->figures[i].unit == unit)) continue;
        if (m->now.present[i] && base_gap(g->figures[f].base, at, g->figures[i].base, m->now.poses[i]) < apart) return false;
        if (m->later.present[i] && base_gap(g->figures[f].base, at, g->figures[i].base, m->later.poses[i]) < apart) return false;
    }
    return true;
}

static void look(maker *m, double t_s) {
    play_at(m->p, t_s, &m->now);
    play_at(m->p, 1e9, &m->later);
}

static pose moved_by(pose p, const leg *l, double k) {
    p.at = vec2_add(vec2_add(l->pivot, vec2_rotate(vec2_sub(p.at, l->pivot), l->turn_rad * k)), vec2_scale(l->shift, k));
    p.heading_rad = angle_wrap(p.heading_rad + l->turn_rad * k);
    return p;
}

static bool leg_is_free(const maker *m, int unit, const pose *poses, const leg *l) {
    const game_unit *u = unit_of(m, unit);
    for (int i = 0; i < u->figure_count; i++)
        for (double k = 0.125; k < 1.01; k += 0.125)
            if (!keeps_apart(m, u->first_figure + i, moved_by(poses[i], l, k), unit, APART_IN)) return false;
    return true;
}

// What a unit's hand needs to know of it.
typedef struct {
    vec2 middle, rear;
    double facing, reach;
} outline;

static outline outline_of(const maker *m, int unit, const pose *poses) {
    const game_unit *u = unit_of(m, unit);
    double headings[MAX_UNIT], back = 0;
    outline o = {.middle = poses_middle(poses, u->figure_count)};
    for (int i = 0; i < u->figure_count; i++) headings[i] = poses[i].heading_rad;
    o.facing = angle_mean(headings, u->figure_count);
    vec2 forward = heading_forward(o.facing);
    for (int i = 0; i < u->figure_count; i++) {
        vec2 off = vec2_sub(poses[i].at, o.middle);
        back = fmin(back, vec2_dot(off, forward));
        o.reach = fmax(o.reach, vec2_length(off));
    }
    o.rear = vec2_add(o.middle, vec2_scale(forward, back - 0.2));
    return o;
}

// Pushes ------------------------------------------------------------------------------------------------------------------------------------

// Ahead or obliquely, or a wheel; `tries` have found no room: then any way.
static leg random_leg(maker *m, int unit, const pose *poses, int tries) {
    play_dice *d = &m->p->dice;
    outline o = outline_of(m, unit, poses);
    leg l = {.pivot = o.middle};
    if (play_chance(d, 0.35)) {
        double side = play_chance(d, 0.5) ? 1 : -1;
        l.turn_rad = side * play_roll(d, 12, 60) * RAD_PER_DEG;
        l.pivot = vec2_add(o.middle, vec2_scale(heading_left(o.facing), side * o.reach * 0.9));
        l.seconds = fmax(0.5, fabs(l.turn_rad) * 2 * o.reach / PACE_IN_S);
    } else {
        double distance = play_roll(d, 0.8, 6), aside = tries < TRIES / 2 ? 40 : 180;
        l.shift = vec2_scale(heading_forward(o.facing + play_roll(d, -aside, aside) * RAD_PER_DEG), distance);
        l.seconds = fmax(0.4, distance / PACE_IN_S);
    }
    return l;
}

static void apply(const maker *m, int unit, pose *poses, const leg *l) {
    for (int i = 0; i < unit_of(m, unit)->figure_count; i++) poses[i] = moved_by(poses[i], l, 1);
}

// The legs of a push from where the unit stands; 0: there is no room.
static int plan_push(maker *m, int unit, leg *legs) {
    play_dice *d = &m->p->dice;
    const game_unit *u = unit_of(m, unit);
    pose poses[MAX_UNIT];
    memcpy(poses, m->now.poses + u->first_figure, (size_t)u->figure_count * sizeof *poses);
    int n = 0, wanted = 1 + play_choose(d, 2);
    for (int tries = 0; tries < TRIES && wanted > 0; tries++) {
        leg l = random_leg(m, unit, poses, tries);
        if (!leg_is_free(m, unit, poses, &l)) continue;
        if (n > 0) legs[n++] = (leg){.seconds = play_chance(d, 0.3) ? 2 * REACH_S + play_roll(d, 1, 3) : play_roll(d, 0.1, 1.8)};
        if (n > 0) legs[n - 1].leaves = legs[n - 1].seconds > 2 * REACH_S;
        legs[n++] = l;
        apply(m, unit, poses, &l);
        wanted--;
    }
    if (n == 0 || !play_chance(d, 0.25)) return n;
    leg back = legs[n - 1];  // a little too far, and back again
    double part = play_roll(d, 0.1, 0.3);
    back.shift = vec2_scale(back.shift, -part), back.turn_rad *= -part, back.seconds = fmax(0.3, part * back.seconds);
    legs[n++] = (leg){.seconds = play_roll(d, 0.3, 1.2)};
    legs[n++] = back;
    return n;
}

static vec2 away_from(const play_arm *a, vec2 at) { return vec2_lerp(a->shoulder, at, 0.05); }

// The unit goes one leg of its way from t0: stretches and the hand's keys.
static void go_leg(maker *m, int unit, pose *poses, const leg *l, double t0_s) {
    const game_unit *u = unit_of(m, unit);
    for (int i = 0; i < u->figure_count; i++) {
        play_stretch s = {.figure = u->first_figure + i, .t0_s = t0_s, .t1_s = t0_s + l->seconds, .from = poses[i], .to = moved_by(poses[i], l, 1)};
        s.turns = l->turn_rad != 0;
        s.pivot = l->pivot, s.turn_rad = l->turn_rad;
        play_add_stretch(m->p, s);
    }
    for (double t = 0; t < l->seconds; t += KEY_S) {
        double k = t / l->seconds;
        pose on_way[MAX_UNIT];
        for (int i = 0; i < u->figure_count; i++) on_way[i] = moved_by(poses[i], l, k * k * (3 - 2 * k));
        play_add_key(m->p, t0_s + t, outline_of(m, unit, on_way).rear);
    }
    apply(m, unit, poses, l);
    play_add_key(m->p, t0_s + l->seconds, outline_of(m, unit, poses).rear);
}

static double hand_in(maker *m, const play_arm *a, vec2 at, double t_s) {
    play_add_key(m->p, t_s, away_from(a, at));
    play_add_key(m->p, t_s + REACH_S, at);
    return t_s + REACH_S + HOLD_S;
}

static double hand_out(maker *m, const play_arm *a, vec2 at, double t_s) {
    play_add_key(m->p, t_s + HOLD_S, at);
    play_add_key(m->p, t_s + HOLD_S + REACH_S, away_from(a, at));
    return t_s + HOLD_S + REACH_S;
}

// Pushes the unit from t0 if there is room; the act or NULL.
static play_act *push(maker *m, int unit, double t0_s) {
    leg legs[MAX_LEGS];
    look(m, t0_s);
    int count = plan_push(m, unit, legs);
    if (count == 0) return NULL;
    const game_unit *u = unit_of(m, unit);
    pose poses[MAX_UNIT];
    memcpy(poses, m->now.poses + u->first_figure, (size_t)u->figure_count * sizeof *poses);
    vec2 grip = outline_of(m, unit, poses).rear;
    play_arm *a = play_begin_arm(m->p, u->side, grip, HAND_Z_IN);
    double t = hand_in(m, a, grip, t0_s), first = t, last = t;
    for (int i = 0; i < count; i++) {
        grip = outline_of(m, unit, poses).rear;
        if (legs[i].leaves) {
            hand_out(m, a, grip, t);
            play_add_key(m->p, t + legs[i].seconds - REACH_S, away_from(a, grip));
            play_add_key(m->p, t + legs[i].seconds, grip);
        } else if (legs[i].turn_rad != 0 || vec2_length(legs[i].shift) > 0) {
            go_leg(m, unit, poses, &legs[i], t);
            last = t + legs[i].seconds;
        }
        t += legs[i].seconds;
    }
    t = hand_out(m, a, outline_of(m, unit, poses).rear, t);
    play_end_arm(m->p, a);
    return play_add_act(m->p, (play_act){PLAY_PUSH, unit, -1, -1, -1, t0_s, t, first, last});
}

// Figure by figure --------------------------------------------------------------------------------------------------------------------------

// Where each of the unit's figures goes; false: no room. Blocks go as a body, to a hand's accuracy; a band's figures each for themselves.
static bool plan_figures(maker *m, int unit, int tries, pose *to) {
    play_dice *d = &m->p->dice;
    const game_unit *u = unit_of(m, unit);
    const pose *from = m->now.poses + u->first_figure;
    leg l = random_leg(m, unit, from, tries);
    bool block = u->type == UNIT_REGULAR;
    double spread = block ? 0.6 * IN_PER_MM : 0.6, twist = (block ? 1.5 : 25) * RAD_PER_DEG;
    for (int i = 0; i < u->figure_count; i++) {
        to[i] = moved_by(from[i], &l, 1);
        to[i].at = vec2_add(to[i].at, (vec2){play_roll(d, -spread, spread), play_roll(d, -spread, spread)});
        to[i].heading_rad = angle_wrap(to[i].heading_rad + play_roll(d, -twist, twist));
        leg straight = {.shift = vec2_sub(to[i].at, from[i].at), .pivot = from[i].at};
        for (double k = 0.1; k < 1.01; k += 0.1)
            if (!keeps_apart(m, u->first_figure + i, moved_by(from[i], &straight, k), unit, APART_IN)) return false;
        for (int other = 0; other < i && !block; other++)
            if (base_gap(m->p->game->figures[u->first_figure].base, to[i], m->p->game->figures[u->first_figure].base, to[other]) < APART_IN)
                return false;
    }
    return true;
}

// Those in front go first.
static void order_figures(int count, const pose *from, const pose *to, int *order) {
    vec2 way = vec2_sub(poses_middle(to, count), poses_middle(from, count));
    for (int i = 0; i < count; i++) {
        int at = i;
        while (at > 0 && vec2_dot(from[order[at - 1]].at, way) < vec2_dot(from[i].at, way)) order[at] = order[at - 1], at--;
        order[at] = i;
    }
}

static vec2 behind(pose p) { return vec2_sub(p.at, vec2_scale(heading_forward(p.heading_rad), 0.4)); }

// The hand moves the figures to their places one after the other; returns when it is done, *first when it began to push.
static double carry_all(maker *m, int unit, const pose *from, const pose *to, play_arm *a, double t0_s, double *first_s) {
    const game_unit *u = unit_of(m, unit);
    int order[MAX_UNIT];
    order_figures(u->figure_count, from, to, order);
    double t = hand_in(m, a, behind(from[order[0]]), t0_s);
    *first_s = t;
    for (int k = 0; k < u->figure_count; k++) {
        int i = order[k];
        if (k > 0) t += HOP_S;
        play_add_key(m->p, t, behind(from[i]));
        double seconds = fmax(0.3, vec2_distance(from[i].at, to[i].at) / PACE_IN_S);
        play_add_stretch(m->p, (play_stretch){.figure = u->first_figure + i, .t0_s = t, .t1_s = t + seconds, .from = from[i], .to = to[i]});
        for (double s = KEY_S; s < seconds; s += KEY_S) {
            double part = s / seconds;
            play_add_key(m->p, t + s, vec2_lerp(behind(from[i]), behind(to[i]), part * part * (3 - 2 * part)));
        }
        t += seconds;
        play_add_key(m->p, t, behind(to[i]));
    }
    return t;
}

static play_act *move_figures(maker *m, int unit, double t0_s) {
    const game_unit *u = unit_of(m, unit);
    pose from[MAX_UNIT], to[MAX_UNIT];
    look(m, t0_s);
    memcpy(from, m->now.poses + u->first_figure, (size_t)u->figure_count * sizeof *from);
    int tries = 0;
    while (tries < TRIES && !plan_figures(m, unit, tries, to)) tries++;
    if (tries == TRIES) return NULL;
    play_arm *a = play_begin_arm(m->p, u->side, from[0].at, HAND_Z_IN);
    double first, last = carry_all(m, unit, from, to, a, t0_s, &first), t1 = hand_out(m, a, behind(to[0]), last);
    play_end_arm(m->p, a);
    return play_add_act(m->p, (play_act){PLAY_FIGURES, unit, -1, -1, -1, t0_s, t1, first, last});
}

// Back to where the unit stood before act `which`, to a hand's accuracy.
static void take_back(maker *m, int which, double t0_s) {
    play_dice *d = &m->p->dice;
    const play_act done = m->p->acts[which];
    const game_unit *u = unit_of(m, done.unit);
    pose from[MAX_UNIT], to[MAX_UNIT];
    play_at(m->p, done.first_s - 0.01, &m->now);
    memcpy(to, m->now.poses + u->first_figure, (size_t)u->figure_count * sizeof *to);
    look(m, t0_s);
    memcpy(from, m->now.poses + u->first_figure, (size_t)u->figure_count * sizeof *from);
    vec2 off = {play_roll(d, -1, 1) * IN_PER_MM, play_roll(d, -1, 1) * IN_PER_MM};
    leg twist = {.pivot = poses_middle(to, u->figure_count), .turn_rad = play_roll(d, -1, 1) * RAD_PER_DEG, .shift = off};
    apply(m, done.unit, to, &twist);
    play_arm *a = play_begin_arm(m->p, u->side, from[0].at, HAND_Z_IN);
    double first, last;
    if (done.kind == PLAY_FIGURES) {
        last = carry_all(m, done.unit, from, to, a, t0_s, &first);
    } else {
        vec2 start = outline_of(m, done.unit, from).rear, end = outline_of(m, done.unit, to).rear;
        first = hand_in(m, a, start, t0_s);
        last = first + fmax(0.6, vec2_distance(start, end) / PACE_IN_S);
        for (int i = 0; i < u->figure_count; i++)
            play_add_stretch(m->p, (play_stretch){.figure = u->first_figure + i, .t0_s = first, .t1_s = last, .from = from[i], .to = to[i]});
        play_add_key(m->p, first, start);
        play_add_key(m->p, last, end);
    }
    double t1 = hand_out(m, a, outline_of(m, done.unit, to).rear, last);
    play_end_arm(m->p, a);
    play_add_act(m->p, (play_act){PLAY_TAKE_BACK, done.unit, -1, -1, which, t0_s, t1, first, last});
    m->t_s = t1;
}

// What goes wrong, and what lies about ------------------------------------------------------------------------------------------------------

// A figure that the arm could touch at time t; -1: none.
static int figure_under(maker *m, const play_act *busy, double t_s) {
    look(m, t_s);
    for (int h = 0; h < m->now.hand_count; h++)
        for (int f = 0; f < m->p->game->figure_count; f++) {
            if (m->p->game->figures[f].unit == busy->unit || !m->now.present[f]) continue;
            if (segment_distance(m->now.poses[f].at, m->now.hands[h].from, m->now.hands[h].at) < 1.2) return f;
        }
    return -1;
}

static bool knock(maker *m, int f, double t_s) {
    play_dice *d = &m->p->dice;
    look(m, t_s);
    for (int tries = 0; tries < TRIES; tries++) {
        pose from = m->now.poses[f], to = from;
        double way = play_roll(d, 0, 2 * PI), far = play_roll(d, 2.4, 10) * IN_PER_MM;
        to.at = vec2_add(to.at, vec2_scale(heading_forward(way), far));
        to.heading_rad = angle_wrap(to.heading_rad + play_roll(d, -8, 8) * RAD_PER_DEG);
        if (!keeps_apart(m, f, to, -1, 0.04)) continue;
        play_add_stretch(m->p, (play_stretch){.figure = f, .t0_s = t_s, .t1_s = t_s + 0.15, .from = from, .to = to});
        play_add_act(m->p, (play_act){PLAY_NUDGE, m->p->game->figures[f].unit, f, -1, -1, t_s, t_s + 0.15, t_s, t_s + 0.15});
        return true;
    }
    return false;
}

// The arm that makes the move knocks somebody over on its way.
static void knock_during(maker *m, const play_act *busy) {
    play_act b = *busy;
    for (double t = b.first_s; t < b.last_s; t += 0.3) {
        int f = figure_under(m, &b, t);
        if (f >= 0 && knock(m, f, t)) return;
    }
}

// A hand goes over the table and perhaps touches a figure.
static void pass(maker *m, bool clumsy) {
    play_dice *d = &m->p->dice;
    look(m, m->t_s);
    int f = play_choose(d, m->p->game->figure_count), side = play_choose(d, 2);
    if (!m->now.present[f]) return;
    vec2 at = m->now.poses[f].at, beyond = vec2_add(at, (vec2){play_roll(d, -0.7, 0.7), side ? -1.2 : 1.2});
    double t0 = m->t_s;
    play_arm *a = play_begin_arm(m->p, side, at, clumsy ? HAND_Z_IN : 3.5);
    double t = hand_in(m, a, beyond, t0) + play_roll(d, 0, 0.8);
    m->t_s = hand_out(m, a, beyond, t);
    play_end_arm(m->p, a);
    play_add_act(m->p, (play_act){PLAY_PASS, -1, -1, -1, -1, t0, m->t_s, t0, m->t_s});
    if (clumsy) knock(m, f, t0 + REACH_S + 0.1);
}

// A free place for something of that reach; false: none.
static bool free_place(maker *m, double reach_in, vec2 *at) {
    play_dice *d = &m->p->dice;
    for (int tries = 0; tries < TRIES; tries++) {
        *at = (vec2){play_roll(d, 3, TABLE_WIDTH_IN - 3), play_roll(d, 3, TABLE_DEPTH_IN - 3)};
        bool is_free = on_free_table(*at);
        for (int f = 0; f < m->p->game->figure_count; f++)
            is_free &= !m->later.present[f] || vec2_distance(m->later.poses[f].at, *at) > reach_in + 0.8;
        if (is_free) return true;
    }
    return false;
}

// Dice or a ruler come, lie there, and go; a hand brings and fetches them.
static void litter(maker *m, play_kind kind) {
    play_dice *d = &m->p->dice;
    static const uint32_t colours[] = {0xf0f0e8, 0xb02020, 0x2040b0, 0x202024};
    bool stick = kind == PLAY_STICK;
    vec2 at;
    look(m, m->t_s);
    double length = play_roll(d, 5, 9);
    if (!free_place(m, stick ? length / 2 : 0.8, &at)) return;
    int side = play_choose(d, 2), count = stick ? 1 : 2;
    double t0 = m->t_s;
    play_arm *a = play_begin_arm(m->p, side, at, HAND_Z_IN);
    double down = hand_in(m, a, at, t0), gone = hand_out(m, a, at, down) + play_roll(d, 0.5, 3);
    play_add_key(m->p, gone, away_from(a, at));
    double up = hand_in(m, a, at, gone + 0.01);
    m->t_s = hand_out(m, a, at, up);
    play_end_arm(m->p, a);
    for (int i = 0; i < count; i++) {
        render_scatter thing = {.kind = stick ? SCATTER_RULER : SCATTER_DIE, .rgb = stick ? 0xe0c030 : colours[play_choose(d, 4)]};
        thing.pose = (pose){.at = vec2_add(at, (vec2){0.7 * i, 0.2 * i}), .heading_rad = play_roll(d, 0, PI)};
        thing.size_in = stick ? length : 0.6;
        m->p->litter[m->p->litter_count++] = (play_litter){thing, down, up};
    }
    play_add_act(m->p, (play_act){kind, -1, -1, -1, -1, t0, m->t_s, down, up});
}

static bool equal_bases(const base *a, const base *b) { return a->shape == b->shape && a->width_in == b->width_in; }

// Two figures of one side with equal bases; false: none were found.
static bool choose_pair(maker *m, int *a, int *b) {
    const game *g = m->p->game;
    for (int tries = 0; tries < TRIES; tries++) {
        *a = play_choose(&m->p->dice, g->figure_count), *b = play_choose(&m->p->dice, g->figure_count);
        const game_figure *fa = &g->figures[*a], *fb = &g->figures[*b];
        if (*a != *b && fa->unit != fb->unit && g->units[fa->unit].side == g->units[fb->unit].side && equal_bases(&fa->base, &fb->base) &&
            m->now.present[*a] && m->now.present[*b])
            return true;
    }
    return false;
}

static void exchange(maker *m) {
    int f[2];
    look(m, m->t_s);
    if (!choose_pair(m, &f[0], &f[1])) return;
    pose at[2] = {m->now.poses[f[0]], m->now.poses[f[1]]};
    double t0 = m->t_s, leg_s = fmax(0.5, vec2_distance(at[0].at, at[1].at) / 8);
    play_arm *a = play_begin_arm(m->p, m->p->game->units[m->p->game->figures[f[0]].unit].side, at[0].at, HAND_Z_IN);
    double up0 = hand_in(m, a, at[0].at, t0), up1 = up0 + leg_s, down1 = up1 + HOLD_S + leg_s;
    play_add_key(m->p, up0, at[0].at);
    play_add_key(m->p, up1, at[1].at);
    play_add_key(m->p, up1 + HOLD_S, at[1].at);
    play_add_key(m->p, down1, at[0].at);
    m->t_s = hand_out(m, a, at[0].at, down1);
    play_end_arm(m->p, a);
    play_add_stretch(m->p, (play_stretch){.figure = f[0], .t0_s = up0, .t1_s = up1 + HOLD_S, .from = at[0], .to = at[1], .lifted = true});
    play_add_stretch(m->p, (play_stretch){.figure = f[1], .t0_s = up1, .t1_s = down1, .from = at[1], .to = at[0], .lifted = true});
    play_add_act(m->p, (play_act){PLAY_EXCHANGE, m->p->game->figures[f[0]].unit, f[0], f[1], -1, t0, m->t_s, up0, down1});
}

static void enter(maker *m, event e) {
    e.t_s = m->t_s;
    m->p->events[m->p->event_count++] = e;
}

static void casualty(maker *m) {
    look(m, m->t_s);
    int f = play_choose(&m->p->dice, m->p->game->figure_count), unit = m->p->game->figures[f].unit;
    if (!m->now.present[f]) return;
    pose at = m->now.poses[f];
    double t0 = m->t_s;
    play_arm *a = play_begin_arm(m->p, unit_of(m, unit)->side, at.at, HAND_Z_IN);
    double up = hand_in(m, a, at.at, t0);
    m->t_s = hand_out(m, a, at.at, up) + 0.3;
    play_end_arm(m->p, a);
    play_add_stretch(m->p, (play_stretch){.figure = f, .t0_s = up, .t1_s = up + 0.01, .from = at, .to = at, .removed = true});
    play_add_act(m->p, (play_act){PLAY_CASUALTY, unit, f, -1, -1, t0, m->t_s, up, up});
    m->p->removed[m->p->event_count] = f;
    enter(m, (event){.kind = EVENT_REMOVE, .side = -1, .unit = -1, .target = -1, .figures = &m->p->removed[m->p->event_count], .figure_count = 1});
}

// The course of the game --------------------------------------------------------------------------------------------------------------------

static void next_phase(maker *m) {
    m->t_s += CALM_S;
    m->side = m->turn == 0 ? 0 : 1 - m->side;
    m->turn += m->side == 0;
    event e = {.kind = EVENT_PHASE, .side = m->side, .unit = -1, .target = -1, .turn = m->turn};
    strcpy(e.phase, "movement");
    enter(m, e);
    memset(m->moved, 0, sizeof m->moved);
    m->t_s += 0.5;
}

// A unit of the side that has not moved in this phase; -1: all have.
static int choose_unit(maker *m, int side) {
    int open[16], n = 0;
    for (int u = 0; u < m->p->game->unit_count; u++)
        if (!m->moved[u] && unit_of(m, u)->side == side) open[n++] = u;
    return n ? open[play_choose(&m->p->dice, n)] : -1;
}

static bool move_unit(maker *m, int unit, double t0_s, double *end_s) {
    const play_act *a =
        play_chance(&m->p->dice, unit_of(m, unit)->type == UNIT_SKIRMISH ? 0.9 : 0.15) ? move_figures(m, unit, t0_s) : push(m, unit, t0_s);
    if (!a) return false;
    m->moved[unit] = true;
    m->last = (int)(a - m->p->acts);
    *end_s = fmax(*end_s, a->t1_s);
    return true;
}

static void clutter(maker *m) {
    static const play_kind kinds[] = {PLAY_PASS, PLAY_DICE, PLAY_STICK};
    play_kind k = kinds[play_choose(&m->p->dice, 3)];
    if (k == PLAY_PASS)
        pass(m, play_chance(&m->p->dice, m->p->o.nudges * 2));
    else
        litter(m, k);
    m->t_s += play_roll(&m->p->dice, 0.3, 1.5);
}

// One move and what belongs to it; false: this phase has nobody left who can move.
static bool one_move(maker *m) {
    play_dice *d = &m->p->dice;
    const play_options *o = &m->p->o;
    int unit = choose_unit(m, m->side);
    double end = m->t_s;
    if (unit < 0) return false;
    if (!move_unit(m, unit, m->t_s, &end)) {
        m->moved[unit] = true;
        return true;
    }
    int mine = m->last, other = play_chance(d, o->two_hands) ? choose_unit(m, 1 - m->side) : -1;
    if (other >= 0)
        move_unit(m, other, m->t_s + play_roll(d, 0.2, 1.5), &end);
    else if (play_chance(d, o->nudges))
        knock_during(m, &m->p->acts[mine]);
    m->t_s = end + play_roll(d, 0.4, 2.5);
    if (other < 0 && play_chance(d, o->take_backs)) {
        take_back(m, mine, m->t_s);
        m->moved[unit] = play_chance(d, 0.5);
        m->t_s += play_roll(d, 2, 3);
    }
    if (play_chance(d, o->clutter)) clutter(m);
    if (play_chance(d, o->exchanges)) exchange(m);
    if (play_chance(d, o->casualties)) casualty(m);
    return true;
}

static int moves_made(const play *p) {
    int n = 0;
    for (int i = 0; i < p->act_count; i++) n += p->acts[i].kind == PLAY_PUSH || p->acts[i].kind == PLAY_FIGURES;
    return n;
}

play *play_make(const play_options *o) {
    maker m = {.p = play_new(o), .last = -1};
    m.now = play_view_make(m.p), m.later = play_view_make(m.p);
    next_phase(&m);
    int in_phase = 0, stuck = 0;
    while (moves_made(m.p) < o->moves && stuck < 100) {
        int before = moves_made(m.p);
        if (in_phase >= 3 || !one_move(&m)) {
            next_phase(&m);
            in_phase = 0;
        }
        in_phase += moves_made(m.p) - before;
        stuck = moves_made(m.p) == before ? stuck + 1 : 0;
    }
    m.p->length_s = m.t_s + CALM_S + 1;
    play_view_free(&m.now);
    play_view_free(&m.later);
    return m.p;
}
