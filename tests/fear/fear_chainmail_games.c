// Games of Chainmail: each move in two halves, with and without a written order, charges by halves.
#include <stdio.h>

#include "fear_run.h"

#define TURNS 3
#define LANES 6
#define BREACH_IN 0.5
#define STAND_OFF 0.03

typedef struct {
    fear_unit u;
    bool ordered;
    double distance_in, done_in;
} halver;

static fear_block even_block(vec2 corner, double heading_rad, unsigned long long *seed) {
    double side = 20 * IN_PER_MM;
    fear_block b = {.files = random_between(seed, 3, 7), .gap_in = 0.01, .lay_rad = heading_rad, .corner = corner};
    b.count = b.files * random_between(seed, 1, 2);
    b.base = (base){BASE_SQUARE, side, side, 0.12, 0};
    for (int i = 0; i < b.count; i++) b.figure[i] = i;
    return b;
}

static void add_foe(fear_run *k, fear_unit *u, double gap_in) {
    const fear_block *b = &u->block;
    double h = b->lay_rad, pitch = b->base.width_in + b->gap_in;
    pose at[FEAR_FIGURES];
    u->foe = *b;
    u->foe.lay_rad = h + PI;
    u->foe.corner = vec2_add(
        b->corner, vec2_add(vec2_scale(heading_left(h), -(b->files - 1) * pitch), vec2_scale(heading_forward(h), gap_in + b->base.width_in)));
    fear_stand(&u->foe, at);
    u->enemy = fear_table_add(&k->table, !k->table.units[u->unit].side, UNIT_REGULAR, b->base, 12, u->foe.count, at);
}

static void add(fear_run *k, halver *m, int lane) {
    pose at[FEAR_FIGURES];
    int side = random_between(k->seed, 0, 1);
    fear_unit *u = &m->u;
    *m = (halver){.u = {.enemy = -1, .rate_in = 6 + 3 * random_between(k->seed, 0, 4)}};
    u->role = fear_one_in(k->seed, 4) ? FEAR_ROLE_CHARGER : FEAR_ROLE_BLOCK;
    u->block = even_block((vec2){150 + 250 * lane, 800}, fear_uniform(k->seed, -PI, PI), k->seed);
    fear_stand(&u->block, at);
    u->unit = fear_table_add(&k->table, side, UNIT_REGULAR, u->block.base, u->rate_in, u->block.count, at);
    if (u->role == FEAR_ROLE_BLOCK) return;
    k->table.units[u->unit].troop = TROOP_CAVALRY;
    k->table.units[u->unit].charge_move_in = u->rate_in + 6;
    add_foe(k, u, (u->rate_in + 6) * fear_uniform(k->seed, 0.3, 0.9));
}

static void straight(fear_run *k, fear_unit *u, double inches) {
    fear_advance(&u->block, vec2_scale(heading_forward(fear_heading(&u->block)), inches));
    fear_put_move(k, u->unit, &u->block);
}

// The order is written for what the unit is going to do, or for nothing: then there is nothing to follow (CM-SIM-2).
static void write_order(fear_run *k, halver *m) {
    m->ordered = fear_one_in(k->seed, 2);
    m->done_in = 0;
    if (m->u.role == FEAR_ROLE_CHARGER) {
        if (m->u.stage == 0) fear_table_declare(&k->table, m->u.unit, "charge", m->u.enemy);
        return;
    }
    if (!m->ordered) return;
    double h = fear_heading(&m->u.block);
    m->distance_in = m->u.rate_in * fear_uniform(k->seed, 0.4, 1);
    fear_table_order(&k->table, m->u.unit, h, m->distance_in, h);
}

static void charge_half(fear_run *k, fear_unit *u) {
    vec2 d = vec2_sub(u->foe.corner, u->block.corner);
    double left = vec2_dot(d, heading_forward(u->block.lay_rad)) - u->block.base.width_in - STAND_OFF;
    if (u->stage > 1) return;
    double way = u->stage == 0 ? left / 2 : left;
    snprintf(k->words, sizeof k->words, "%d figures, charge move %.0f, %.2f in half %d", u->block.count, u->rate_in + 6, way, u->stage + 1);
    straight(k, u, way);
    fear_hold(k, FEAR_CHARGE_BY_HALVES, false);
    u->stage++;
}

static void ordered_half(fear_run *k, halver *m, int half) {
    double way = half == 1 ? m->distance_in / 2 : m->distance_in - m->done_in;
    m->done_in += way;
    snprintf(k->words, sizeof k->words, "%d figures, rate %.0f, ordered %.2f, %.2f in half %d", m->u.block.count, m->u.rate_in, m->distance_in, way,
             half);
    straight(k, &m->u, way);
    fear_hold(k, FEAR_ORDERED, false);
}

static void free_half(fear_run *k, halver *m, int half) {
    fear_unit *u = &m->u;
    fear_move go = fear_move_from(&u->block, &fear_chainmail, u->rate_in, 0.5, false, k->seed);
    snprintf(k->words, sizeof k->words, "%d figures, %d files, rate %.0f, %.2f in half %d: %.180s", go.from.count, go.from.files, u->rate_in,
             go.cost_in, half, go.words);
    u->block = go.to;
    fear_put_maneuvers(k, u->unit, &go);
    fear_hold(k, half == 1 ? FEAR_FIRST_HALF : FEAR_SECOND_HALF, false);
}

// More than half of the move in the first half (CM-SIM-3).
static void break_half(fear_run *k, fear_unit *u) {
    double way = u->rate_in / 2 + BREACH_IN + 0.5 + fear_uniform(k->seed, 0, u->rate_in / 2 - 1);
    snprintf(k->words, sizeof k->words, "%d figures, rate %.0f, %.2f in the first half", u->block.count, u->rate_in, way);
    straight(k, u, way);
    fear_hold(k, FEAR_FIRST_HALF, true);
    u->over = true;
}

static void move_half(fear_run *k, halver *m, int half) {
    if (m->u.over) return;
    if (m->u.role == FEAR_ROLE_CHARGER)
        charge_half(k, &m->u);
    else if (half == 1 && fear_one_in(k->seed, 8))
        break_half(k, &m->u);
    else if (m->ordered)
        ordered_half(k, m, half);
    else
        free_half(k, m, half);
}

void fear_play_chainmail(fear_run *k) {
    halver units[LANES];
    for (int i = 0; i < LANES; i++) add(k, &units[i], i);
    if (!fear_table_open(&k->table)) return;
    for (int turn = 1; turn <= TURNS; turn++) {
        fear_table_phase(&k->table, turn, "orders", -1);
        for (int i = 0; i < LANES; i++)
            if (!units[i].u.over) write_order(k, &units[i]);
        for (int half = 1; half <= 2; half++) {
            fear_table_phase(&k->table, turn, half == 1 ? "first-half" : "second-half", -1);
            for (int i = 0; i < LANES; i++) move_half(k, &units[i], half);
        }
        fear_table_phase(&k->table, turn, "missile", -1);
        fear_table_phase(&k->table, turn, "melee", -1);
    }
    fear_table_close(&k->table);
}
