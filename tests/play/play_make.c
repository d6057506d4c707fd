// Makes up what happens in a play: one act after the other, each where there is room for it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/play/play_maker.h"

#define CALM_S 2.5  // before a phase ends: every move has settled

play_options play_default_options(uint32_t seed, play_bases bases) {
    return (play_options){.seed = seed, .bases = bases, .moves = 12, .take_backs = 0.2, .nudges = 0.4, .two_hands = 0.1, .clutter = 0.35};
}

const game_unit *play_unit(const play_maker *m, int u) { return &m->p->game->units[u]; }

bool play_on_free_table(vec2 at) {
    double edge = 1.0, corner = 4.2;  // the table's markers lie in the corners
    double x = fmin(at.x, TABLE_WIDTH_IN - at.x), y = fmin(at.y, TABLE_DEPTH_IN - at.y);
    return x > edge && y > edge && (x > corner || y > corner);
}

// Figure f at `at` keeps so far from every figure that is not of the unit, now and when what goes on has ended.
bool play_keeps_apart(const play_maker *m, int f, pose at, int unit, double apart) {
    const game *g = m->p->game;
    if (!play_on_free_table(at.at)) return false;
    for (int i = 0; i < g->figure_count; i++) {
        if (i == f || (unit >= 0 && g->figures[i].unit == unit)) continue;
        if (m->now.present[i] && base_gap(g->figures[f].base, at, g->figures[i].base, m->now.poses[i]) < apart) return false;
        if (m->later.present[i] && base_gap(g->figures[f].base, at, g->figures[i].base, m->later.poses[i]) < apart) return false;
    }
    return true;
}

void play_look(play_maker *m, double t_s) {
    play_at(m->p, t_s, &m->now);
    play_at(m->p, 1e9, &m->later);
}

vec2 play_away(const play_arm *a, vec2 at) { return vec2_lerp(a->shoulder, at, 0.05); }

double play_hand_in(play_maker *m, const play_arm *a, vec2 at, double t_s) {
    play_add_key(m->p, t_s, play_away(a, at));
    play_add_key(m->p, t_s + REACH_S, at);
    return t_s + REACH_S + HOLD_S;
}

double play_hand_out(play_maker *m, const play_arm *a, vec2 at, double t_s) {
    play_add_key(m->p, t_s + HOLD_S, at);
    play_add_key(m->p, t_s + HOLD_S + REACH_S, play_away(a, at));
    return t_s + HOLD_S + REACH_S;
}

void play_enter(play_maker *m, event e) {
    e.t_s = m->t_s;
    m->p->events[m->p->event_count++] = e;
}

static void next_phase(play_maker *m) {
    m->t_s += CALM_S;
    m->side = m->turn == 0 ? 0 : 1 - m->side;
    m->turn += m->side == 0;
    event e = {.kind = EVENT_PHASE, .phase = {.side = m->side, .turn = m->turn}};
    strcpy(e.phase.phase, "movement");
    play_enter(m, e);
    memset(m->moved, 0, sizeof m->moved);
    m->t_s += 0.5;
}

// A unit of the side that has not moved in this phase; -1: all have.
static int choose_unit(play_maker *m, int side) {
    int open[16], n = 0;
    for (int u = 0; u < m->p->game->unit_count; u++)
        if (!m->moved[u] && play_unit(m, u)->side == side) open[n++] = u;
    return n ? open[play_choose(&m->p->dice, n)] : -1;
}

static bool move_unit(play_maker *m, int unit, double t0_s, double *end_s) {
    const play_act *a = play_chance(&m->p->dice, play_unit(m, unit)->type == UNIT_SKIRMISH ? 0.9 : 0.15) ? play_move_figures(m, unit, t0_s)
                                                                                                         : play_push_unit(m, unit, t0_s);
    if (!a) return false;
    m->moved[unit] = true;
    m->last = (int)(a - m->p->acts);
    *end_s = fmax(*end_s, a->t1_s);
    return true;
}

static void clutter(play_maker *m) {
    static const play_kind kinds[] = {PLAY_PASS, PLAY_DICE, PLAY_STICK};
    play_kind k = kinds[play_choose(&m->p->dice, 3)];
    if (k == PLAY_PASS)
        play_pass(m, play_chance(&m->p->dice, m->p->o.nudges * 2));
    else
        play_leave_about(m, k);
    m->t_s += play_roll(&m->p->dice, 0.3, 1.5);
}

// One move and what belongs to it; false: no unit is left that can move in this phase.
static bool one_move(play_maker *m) {
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
        play_knock_during(m, &m->p->acts[mine]);
    m->t_s = end + play_roll(d, 0.4, 2.5);
    if (other < 0 && play_chance(d, o->take_backs)) {
        play_undo(m, mine, m->t_s);
        m->moved[unit] = play_chance(d, 0.5);
        m->t_s += play_roll(d, 2, 3);
    }
    if (play_chance(d, o->clutter)) clutter(m);
    if (play_chance(d, o->exchanges)) play_exchange(m);
    if (play_chance(d, o->casualties)) play_casualty(m);
    return true;
}

static int moves_made(const play *p) {
    int n = 0;
    for (int i = 0; i < p->act_count; i++) n += p->acts[i].kind == PLAY_PUSH || p->acts[i].kind == PLAY_FIGURES;
    return n;
}

play *play_make(const play_options *o) {
    play_maker m = {.p = play_new(o), .last = -1};
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
