// Units that are moved: pushed as a body or figure by figure, and put back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/play/play_maker.h"

#define PACE_IN_S 2.5  // mean; a hand starts and stops softly
#define HOP_S 0.45     // from one figure to the next
#define KEY_S 0.05     // between two places of a hand that pushes
#define APART_IN 0.4   // between a unit that moves and all other figures
enum { MAX_LEGS = 6, MAX_UNIT = 40 };

// Part of a push: the unit turns about the pivot or shifts, or the hand waits.
typedef struct {
    double seconds, turn_rad;
    vec2 pivot, shift;
    bool leaves;  // the hand goes away meanwhile
} leg;

static pose moved_by(pose p, const leg *l, double k) {
    p.at = vec2_add(vec2_add(l->pivot, vec2_rotate(vec2_sub(p.at, l->pivot), l->turn_rad * k)), vec2_scale(l->shift, k));
    p.heading_rad = angle_wrap(p.heading_rad + l->turn_rad * k);
    return p;
}

static bool leg_is_free(const play_maker *m, int unit, const pose *poses, const leg *l) {
    const game_unit *u = play_unit(m, unit);
    for (int i = 0; i < u->figure_count; i++)
        for (double k = 0.125; k < 1.01; k += 0.125)
            if (!play_keeps_apart(m, u->first_figure + i, moved_by(poses[i], l, k), unit, APART_IN)) return false;
    return true;
}

// What a unit's hand needs to know of it.
typedef struct {
    vec2 middle, rear;
    double facing, reach;
} outline;

static outline outline_of(const play_maker *m, int unit, const pose *poses) {
    const game_unit *u = play_unit(m, unit);
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

// Ahead or obliquely, or a wheel; `tries` have found no room: then any way.
static leg random_leg(play_maker *m, int unit, const pose *poses, int tries) {
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

static void apply(const play_maker *m, int unit, pose *poses, const leg *l) {
    for (int i = 0; i < play_unit(m, unit)->figure_count; i++) poses[i] = moved_by(poses[i], l, 1);
}

// The legs of a push from where the unit stands; 0: there is no room.
static int plan_push(play_maker *m, int unit, leg *legs) {
    play_dice *d = &m->p->dice;
    const game_unit *u = play_unit(m, unit);
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

// The unit goes one leg of its way from t0: stretches and the hand's keys.
static void go_leg(play_maker *m, int unit, pose *poses, const leg *l, double t0_s) {
    const game_unit *u = play_unit(m, unit);
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

// Pushes the unit from t0 if there is room; the act or NULL.
play_act *play_push_unit(play_maker *m, int unit, double t0_s) {
    leg legs[MAX_LEGS];
    play_look(m, t0_s);
    int count = plan_push(m, unit, legs);
    if (count == 0) return NULL;
    const game_unit *u = play_unit(m, unit);
    pose poses[MAX_UNIT];
    memcpy(poses, m->now.poses + u->first_figure, (size_t)u->figure_count * sizeof *poses);
    vec2 grip = outline_of(m, unit, poses).rear;
    play_arm *a = play_begin_arm(m->p, u->side, grip, HAND_Z_IN);
    double t = play_hand_in(m, a, grip, t0_s), first = t, last = t;
    for (int i = 0; i < count; i++) {
        grip = outline_of(m, unit, poses).rear;
        if (legs[i].leaves) {
            play_hand_out(m, a, grip, t);
            play_add_key(m->p, t + legs[i].seconds - REACH_S, play_away(a, grip));
            play_add_key(m->p, t + legs[i].seconds, grip);
        } else if (legs[i].turn_rad != 0 || vec2_length(legs[i].shift) > 0) {
            go_leg(m, unit, poses, &legs[i], t);
            last = t + legs[i].seconds;
        }
        t += legs[i].seconds;
    }
    t = play_hand_out(m, a, outline_of(m, unit, poses).rear, t);
    play_end_arm(m->p, a);
    return play_add_act(m->p, (play_act){PLAY_PUSH, unit, -1, -1, -1, t0_s, t, first, last});
}

// Where each of the unit's figures goes; false: no room. Blocks go as a body, to a hand's accuracy; a band's figures each for themselves.
static bool plan_figures(play_maker *m, int unit, int tries, pose *to) {
    play_dice *d = &m->p->dice;
    const game_unit *u = play_unit(m, unit);
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
            if (!play_keeps_apart(m, u->first_figure + i, moved_by(from[i], &straight, k), unit, APART_IN)) return false;
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
static double carry_all(play_maker *m, int unit, const pose *from, const pose *to, play_arm *a, double t0_s, double *first_s) {
    const game_unit *u = play_unit(m, unit);
    int order[MAX_UNIT];
    order_figures(u->figure_count, from, to, order);
    double t = play_hand_in(m, a, behind(from[order[0]]), t0_s);
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

play_act *play_move_figures(play_maker *m, int unit, double t0_s) {
    const game_unit *u = play_unit(m, unit);
    pose from[MAX_UNIT], to[MAX_UNIT];
    play_look(m, t0_s);
    memcpy(from, m->now.poses + u->first_figure, (size_t)u->figure_count * sizeof *from);
    int tries = 0;
    while (tries < TRIES && !plan_figures(m, unit, tries, to)) tries++;
    if (tries == TRIES) return NULL;
    play_arm *a = play_begin_arm(m->p, u->side, from[0].at, HAND_Z_IN);
    double first, last = carry_all(m, unit, from, to, a, t0_s, &first), t1 = play_hand_out(m, a, behind(to[0]), last);
    play_end_arm(m->p, a);
    return play_add_act(m->p, (play_act){PLAY_FIGURES, unit, -1, -1, -1, t0_s, t1, first, last});
}

// Back to where the unit stood before act `which`, to a hand's accuracy.
void play_undo(play_maker *m, int which, double t0_s) {
    play_dice *d = &m->p->dice;
    const play_act done = m->p->acts[which];
    const game_unit *u = play_unit(m, done.unit);
    pose from[MAX_UNIT], to[MAX_UNIT];
    play_at(m->p, done.first_s - 0.01, &m->now);
    memcpy(to, m->now.poses + u->first_figure, (size_t)u->figure_count * sizeof *to);
    play_look(m, t0_s);
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
        first = play_hand_in(m, a, start, t0_s);
        last = first + fmax(0.6, vec2_distance(start, end) / PACE_IN_S);
        for (int i = 0; i < u->figure_count; i++)
            play_add_stretch(m->p, (play_stretch){.figure = u->first_figure + i, .t0_s = first, .t1_s = last, .from = from[i], .to = to[i]});
        play_add_key(m->p, first, start);
        play_add_key(m->p, last, end);
    }
    double t1 = play_hand_out(m, a, outline_of(m, done.unit, to).rear, last);
    play_end_arm(m->p, a);
    play_add_act(m->p, (play_act){PLAY_TAKE_BACK, done.unit, -1, -1, which, t0_s, t1, first, last});
    m->t_s = t1;
}
