// What goes wrong, and what lies about: figures knocked aside, exchanged and taken off; dice and rulers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/play/play_maker.h"

// A figure that the arm could touch at time t; -1: none.
static int figure_under(play_maker *m, const play_act *busy, double t_s) {
    play_look(m, t_s);
    for (int h = 0; h < m->now.hand_count; h++)
        for (int f = 0; f < m->p->game->figure_count; f++) {
            if (m->p->game->figures[f].unit == busy->unit || !m->now.present[f]) continue;
            if (segment_distance(m->now.poses[f].at, m->now.hands[h].from, m->now.hands[h].at) < 1.2) return f;
        }
    return -1;
}

static bool knock(play_maker *m, int f, double t_s) {
    play_dice *d = &m->p->dice;
    play_look(m, t_s);
    for (int tries = 0; tries < TRIES; tries++) {
        pose from = m->now.poses[f], to = from;
        double way = play_roll(d, 0, 2 * PI), far = play_roll(d, 2.4, 10) * IN_PER_MM;
        to.at = vec2_add(to.at, vec2_scale(heading_forward(way), far));
        to.heading_rad = angle_wrap(to.heading_rad + play_roll(d, -8, 8) * RAD_PER_DEG);
        if (!play_keeps_apart(m, f, to, -1, 0.04)) continue;
        play_add_stretch(m->p, (play_stretch){.figure = f, .t0_s = t_s, .t1_s = t_s + 0.15, .from = from, .to = to});
        play_add_act(m->p, (play_act){PLAY_NUDGE, m->p->game->figures[f].unit, f, -1, -1, t_s, t_s + 0.15, t_s, t_s + 0.15});
        return true;
    }
    return false;
}

// The arm that makes the move knocks a figure over on its way.
void play_knock_during(play_maker *m, const play_act *busy) {
    play_act b = *busy;
    for (double t = b.first_s; t < b.last_s; t += 0.3) {
        int f = figure_under(m, &b, t);
        if (f >= 0 && knock(m, f, t)) return;
    }
}

// A hand goes over the table and perhaps touches a figure.
void play_pass(play_maker *m, bool clumsy) {
    play_dice *d = &m->p->dice;
    play_look(m, m->t_s);
    int f = play_choose(d, m->p->game->figure_count), side = play_choose(d, 2);
    if (!m->now.present[f]) return;
    vec2 at = m->now.poses[f].at, beyond = vec2_add(at, (vec2){play_roll(d, -0.7, 0.7), side ? -1.2 : 1.2});
    double t0 = m->t_s;
    play_arm *a = play_begin_arm(m->p, side, at, clumsy ? HAND_Z_IN : 3.5);
    double t = play_hand_in(m, a, beyond, t0) + play_roll(d, 0, 0.8);
    m->t_s = play_hand_out(m, a, beyond, t);
    play_end_arm(m->p, a);
    play_add_act(m->p, (play_act){PLAY_PASS, -1, -1, -1, -1, t0, m->t_s, t0, m->t_s});
    if (clumsy) knock(m, f, t0 + REACH_S + 0.1);
}

// A free place for something of that reach; false: none.
static bool free_place(play_maker *m, double reach_in, vec2 *at) {
    play_dice *d = &m->p->dice;
    for (int tries = 0; tries < TRIES; tries++) {
        *at = (vec2){play_roll(d, 3, TABLE_WIDTH_IN - 3), play_roll(d, 3, TABLE_DEPTH_IN - 3)};
        bool is_free = play_on_free_table(*at);
        for (int f = 0; f < m->p->game->figure_count; f++)
            is_free &= !m->later.present[f] || vec2_distance(m->later.poses[f].at, *at) > reach_in + 0.8;
        if (is_free) return true;
    }
    return false;
}

// Dice or a ruler come, lie there, and go; a hand brings and fetches them.
void play_leave_about(play_maker *m, play_kind kind) {
    play_dice *d = &m->p->dice;
    static const uint32_t colours[] = {0xf0f0e8, 0xb02020, 0x2040b0, 0x202024};
    bool stick = kind == PLAY_STICK;
    vec2 at;
    play_look(m, m->t_s);
    double length = play_roll(d, 5, 9);
    if (!free_place(m, stick ? length / 2 : 0.8, &at)) return;
    int side = play_choose(d, 2), count = stick ? 1 : 2;
    double t0 = m->t_s;
    play_arm *a = play_begin_arm(m->p, side, at, HAND_Z_IN);
    double down = play_hand_in(m, a, at, t0), gone = play_hand_out(m, a, at, down) + play_roll(d, 0.5, 3);
    play_add_key(m->p, gone, play_away(a, at));
    double up = play_hand_in(m, a, at, gone + 0.01);
    m->t_s = play_hand_out(m, a, at, up);
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
static bool choose_pair(play_maker *m, int *a, int *b) {
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

void play_exchange(play_maker *m) {
    int f[2];
    play_look(m, m->t_s);
    if (!choose_pair(m, &f[0], &f[1])) return;
    pose at[2] = {m->now.poses[f[0]], m->now.poses[f[1]]};
    double t0 = m->t_s, leg_s = fmax(0.5, vec2_distance(at[0].at, at[1].at) / 8);
    play_arm *a = play_begin_arm(m->p, m->p->game->units[m->p->game->figures[f[0]].unit].side, at[0].at, HAND_Z_IN);
    double up0 = play_hand_in(m, a, at[0].at, t0), up1 = up0 + leg_s, down1 = up1 + HOLD_S + leg_s;
    play_add_key(m->p, up0, at[0].at);
    play_add_key(m->p, up1, at[1].at);
    play_add_key(m->p, up1 + HOLD_S, at[1].at);
    play_add_key(m->p, down1, at[0].at);
    m->t_s = play_hand_out(m, a, at[0].at, down1);
    play_end_arm(m->p, a);
    play_add_stretch(m->p, (play_stretch){.figure = f[0], .t0_s = up0, .t1_s = up1 + HOLD_S, .from = at[0], .to = at[1], .lifted = true});
    play_add_stretch(m->p, (play_stretch){.figure = f[1], .t0_s = up1, .t1_s = down1, .from = at[1], .to = at[0], .lifted = true});
    play_add_act(m->p, (play_act){PLAY_EXCHANGE, m->p->game->figures[f[0]].unit, f[0], f[1], -1, t0, m->t_s, up0, down1});
}

void play_casualty(play_maker *m) {
    play_look(m, m->t_s);
    int f = play_choose(&m->p->dice, m->p->game->figure_count), unit = m->p->game->figures[f].unit;
    if (!m->now.present[f]) return;
    pose at = m->now.poses[f];
    double t0 = m->t_s;
    play_arm *a = play_begin_arm(m->p, play_unit(m, unit)->side, at.at, HAND_Z_IN);
    double up = play_hand_in(m, a, at.at, t0);
    m->t_s = play_hand_out(m, a, at.at, up) + 0.3;
    play_end_arm(m->p, a);
    play_add_stretch(m->p, (play_stretch){.figure = f, .t0_s = up, .t1_s = up + 0.01, .from = at, .to = at, .removed = true});
    play_add_act(m->p, (play_act){PLAY_CASUALTY, unit, f, -1, -1, t0, m->t_s, up, up});
    m->p->removed[m->p->event_count] = f;
    play_enter(m, (event){.kind = EVENT_REMOVE, .remove = {.figures = &m->p->removed[m->p->event_count], .figure_count = 1}});
}
