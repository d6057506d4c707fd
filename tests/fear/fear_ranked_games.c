// Games of ranked-fantasy: ranked units that go forward with wheels, march, and go back or sideways; lone models.
#include <stdio.h>

#include "fear_run.h"

#define TURNS 4
#define LANES 6
#define BREACH_IN 0.5
#define LONE_BASE_IN 2.0

static void add(fear_run *k, fear_unit *u, int lane) {
    pose at[FEAR_FIGURES];
    bool lone = fear_one_in(k->seed, 3);
    *u = (fear_unit){.role = lone ? FEAR_ROLE_LONE_MODEL : FEAR_ROLE_BLOCK, .enemy = -1, .rate_in = random_between(k->seed, 4, 9)};
    u->block = fear_random_block(k->seed);
    if (u->block.gap_in > 0.2) u->block.gap_in = 0.01;
    if (lone) u->block = (fear_block){.count = 1, .files = 1, .lay_rad = u->block.lay_rad, .base = {BASE_SQUARE, LONE_BASE_IN, LONE_BASE_IN, 0.2, 0}};
    u->block.corner = (vec2){200 + 300 * lane, 800};
    fear_stand(&u->block, at);
    u->unit = fear_table_add(&k->table, lane % 2, lone ? UNIT_LONE_MODEL : UNIT_RANKED, u->block.base, u->rate_in, u->block.count, at);
}

static void slide(fear_run *k, fear_unit *u, double off_rad, double inches, fear_class c, bool breach) {
    double h = fear_heading(&u->block);
    fear_advance(&u->block, vec2_scale(heading_forward(h + off_rad), inches));
    snprintf(k->words, sizeof k->words, "%d figures, %d files, M %.0f, %.2f at %.0f deg", u->block.count, u->block.files, u->rate_in, inches,
             off_rad * DEG_PER_RAD);
    fear_put_move(k, u->unit, &u->block);
    fear_hold(k, c, breach);
}

// Where no way by wheels ends aside of the unit or behind it: it would have to turn by a right angle and back, each an arc of its width, within a
// march (WF-NM-9).
static bool only_slides_aside(const fear_unit *u) { return PI * fear_width(&u->block) > 2 * u->rate_in + BREACH_IN; }

// Half of M, rounded up (WF-NM-6).
static void go_aside(fear_run *k, fear_unit *u, bool breach) {
    double half = ceil(u->rate_in / 2), way = breach ? half + BREACH_IN + fear_uniform(k->seed, 0, 2) : half * fear_uniform(k->seed, 0.3, 1);
    if (fear_one_in(k->seed, 2))
        slide(k, u, PI, way, FEAR_BACKWARD, breach);
    else
        slide(k, u, fear_one_in(k->seed, 2) ? PI / 2 : -PI / 2, way, FEAR_SIDEWAYS, breach);
}

static void go_forward(fear_run *k, fear_unit *u, bool breach) {
    bool marches = fear_one_in(k->seed, 2);
    if (marches) fear_table_declare(&k->table, u->unit, "march", -1);
    if (breach) {
        slide(k, u, 0, 2 * u->rate_in + BREACH_IN + fear_uniform(k->seed, 0, 2), FEAR_MARCH, true);
        return;
    }
    fear_move m = fear_move_from(&u->block, k->book, u->rate_in, marches ? 2 : 1, true, k->seed);
    snprintf(k->words, sizeof k->words, "%d figures, %d files, M %.0f, cost %.2f: %.180s", m.from.count, m.from.files, u->rate_in, m.cost_in,
             m.words);
    u->block = m.to;
    fear_put_maneuvers(k, u->unit, &m);
    fear_hold(k, marches ? FEAR_MARCH : FEAR_MANEUVERS, false);
}

// Pivots as it likes; the way of its middle counts (WF-NM-26, 27).
static void go_alone(fear_run *k, fear_unit *u, bool breach) {
    pose *p = fear_table_places(&k->table, u->unit);
    double most = 2 * u->rate_in, left = breach ? most + BREACH_IN + fear_uniform(k->seed, 0, 2) : most * fear_uniform(k->seed, 0.2, 1);
    int legs = breach ? 1 : random_between(k->seed, 1, 3);
    snprintf(k->words, sizeof k->words, "M %.0f, %.2f in %d legs", u->rate_in, left, legs);
    fear_table_declare(&k->table, u->unit, "march", -1);
    fear_table_begin(&k->table, u->unit);
    for (int i = 0; i < legs; i++) {
        p->heading_rad = fear_uniform(k->seed, -PI, PI);
        fear_table_look(&k->table);
        p->at = vec2_add(p->at, vec2_scale(heading_forward(p->heading_rad), left / legs));
        fear_table_look(&k->table);
    }
    fear_hold(k, FEAR_LONE_MODEL, breach);
}

static void move_unit(fear_run *k, fear_unit *u) {
    bool breach = fear_one_in(k->seed, 8);
    if (u->role == FEAR_ROLE_LONE_MODEL)
        go_alone(k, u, breach);
    else if (fear_one_in(k->seed, 3) && (!breach || only_slides_aside(u)))
        go_aside(k, u, breach);
    else
        go_forward(k, u, breach);
    u->over = breach;
}

void fear_play_ranked(fear_run *k) {
    fear_unit units[LANES];
    for (int i = 0; i < LANES; i++) add(k, &units[i], i);
    if (!fear_table_open(&k->table)) return;
    for (int turn = 1; turn <= TURNS; turn++)
        for (int side = 0; side < 2; side++) {
            fear_table_phase(&k->table, turn, "normal-movement", side);
            for (int i = 0; i < LANES; i++)
                if (k->table.units[units[i].unit].side == side && !units[i].over) move_unit(k, &units[i]);
        }
    fear_table_close(&k->table);
}
