// Games of Battlesystem, both editions and Chainmail's version: blocks that maneuver turn after turn and march, mobs, skirmishers, irregular units,
// charges with the melee and the withdrawal after them, wrap-arounds.
#include <stdio.h>
#include <string.h>

#include "fear_loose.h"
#include "fear_run.h"

#define TURNS 3
#define LANES 7
#define BREACH_IN 0.5
#define MARCH 1.5         // forced-march and charge factors (BS1-7.13-1, 7.14-1)
#define RUN_UP (2.0 / 3)  // of the rate, straight before contact (BS1-7.14-6)
#define STAND_OFF 0.03    // between units in contact
#define WELL_DRESSED 0.3
#define WITHDRAWAL_IN 3.0

typedef struct {
    fear_run *k;
    fear_unit units[2 * LANES];
    int count;
} army;

static fear_block block_at(vec2 corner, double heading_rad, int files, int ranks, double gap_in) {
    double side = 20 * IN_PER_MM;
    fear_block b = {.count = files * ranks, .files = files, .gap_in = gap_in, .lay_rad = heading_rad, .corner = corner};
    b.base = (base){BASE_SQUARE, side, side, 0.12, 0};
    for (int i = 0; i < b.count; i++) b.figure[i] = i;
    return b;
}

static double random_rate(unsigned long long *seed) { return 6 + 3 * random_between(seed, 0, 4); }

// The enemy's block, front to front with this one, `gap_in` from it.
static fear_block facing_block(const fear_block *b, int files, int ranks, double gap_in) {
    double side = b->base.width_in, h = b->lay_rad, pitch = side + 0.01;
    vec2 middle = vec2_add(b->corner, vec2_scale(heading_left(h), -(b->files - 1) * (side + b->gap_in) / 2));
    vec2 at = vec2_add(middle, vec2_scale(heading_forward(h), gap_in + side));
    vec2 corner = vec2_add(at, vec2_scale(heading_left(h + PI), (files - 1) * pitch / 2));
    return block_at(corner, h + PI, files, ranks, 0.01);
}

static fear_unit *add(army *a, fear_role role, int side, unit_type type, const fear_block *b, double jitter_in) {
    pose at[FEAR_FIGURES];
    fear_unit *u = &a->units[a->count++];
    *u = (fear_unit){.role = role, .enemy = -1, .rate_in = random_rate(a->k->seed), .block = *b};
    fear_scatter(a->k, b, jitter_in, at);
    u->unit = fear_table_add(&a->k->table, side, type, b->base, u->rate_in, b->count, at);
    return u;
}

static void add_enemy(army *a, fear_unit *u, int side, int files, int ranks, double gap_in) {
    pose at[FEAR_FIGURES];
    u->foe = facing_block(&u->block, files, ranks, gap_in);
    fear_stand(&u->foe, at);
    u->enemy = fear_table_add(&a->k->table, side, UNIT_REGULAR, u->foe.base, 12, u->foe.count, at);
    a->k->table.units[u->enemy].formation = FORMATION_CLOSED;
    a->k->table.units[u->unit].formation = FORMATION_CLOSED;
}

static void add_lane(army *a, int lane, int side) {
    unsigned long long *seed = a->k->seed;
    vec2 at = {150 + 250 * lane, side ? 1400 : 600};
    double h = fear_uniform(seed, -PI, PI);
    fear_block b;
    bool second = strcmp(a->k->book->ruleset, "battlesystem-2e") == 0;
    switch (random_between(seed, 0, 6)) {
        case 0:
            b = block_at(at, h, random_between(seed, 3, 5), random_between(seed, 3, 5), 0.01);
            add(a, FEAR_ROLE_MOB, side, UNIT_MOB, &b, 0.03);
            break;
        case 1:
            b = block_at(at, h, random_between(seed, 2, 5), random_between(seed, 1, 3), 1.6);
            add(a, FEAR_ROLE_SKIRMISH, side, UNIT_SKIRMISH, &b, 0.2);
            break;
        case 2:
            b = block_at(at, h, random_between(seed, 3, 6), random_between(seed, 2, 4), 0.4);
            if (second) add(a, FEAR_ROLE_IRREGULAR, side, UNIT_REGULAR, &b, 0.1);
            break;
        case 3: {
            b = block_at(at, h, random_between(seed, 3, 7), random_between(seed, 2, 3), 0.01);
            fear_unit *u = add(a, FEAR_ROLE_CHARGER, side, UNIT_REGULAR, &b, 0);
            add_enemy(a, u, !side, random_between(seed, 3, 7), 2, u->rate_in * fear_uniform(seed, 0.4, MARCH - 0.05));
            break;
        }
        case 4: {
            b = block_at(at, h, random_between(seed, 6, 9), 2, 0.01);
            fear_unit *u = add(a, FEAR_ROLE_WRAPPER, side, UNIT_REGULAR, &b, 0);
            add_enemy(a, u, !side, b.files, random_between(seed, 1, 2), STAND_OFF);
            break;
        }
        default:
            b = fear_random_block(seed);
            b.corner = at;
            fear_unit *u = add(a, FEAR_ROLE_BLOCK, side, UNIT_REGULAR, &b, 0);
            a->k->table.units[u->unit].formation = b.gap_in > 0.2 ? FORMATION_OPEN : FORMATION_CLOSED;
    }
}

// Blocks ----------------------------------------------------------------------------------------------------------------------------------

static void go_straight(fear_run *k, fear_unit *u, double inches) {
    fear_advance(&u->block, vec2_scale(heading_forward(fear_heading(&u->block)), inches));
    snprintf(k->words, sizeof k->words, "%d figures, %d files, rate %.0f, %.2f straight ahead", u->block.count, u->block.files, u->rate_in, inches);
    fear_put_move(k, u->unit, &u->block);
}

static void maneuver_block(fear_run *k, fear_unit *u, double most, bool plain, fear_class c) {
    fear_move m = fear_move_from(&u->block, k->book, u->rate_in, most, plain, k->seed);
    snprintf(k->words, sizeof k->words, "%d figures, %d files, quarter %d, gap %.2f, rate %.0f, cost %.2f: %.180s", m.from.count, m.from.files,
             m.from.quarter, m.from.gap_in, u->rate_in, m.cost_in, m.words);
    if (k->table.how.declared && m.files_changed) fear_table_declare(&k->table, u->unit, "change-frontage", -1);
    if (k->table.how.declared && m.formation_changed) fear_table_declare(&k->table, u->unit, "change-formation", -1);
    u->block = m.to;
    fear_put_maneuvers(k, u->unit, &m);
    fear_hold(k, c, false);
}

static void march(fear_run *k, fear_unit *u, bool breach) {
    fear_table_declare(&k->table, u->unit, "forced-march", -1);
    if (!breach) {
        maneuver_block(k, u, MARCH, true, FEAR_MARCH);
        return;
    }
    go_straight(k, u, MARCH * u->rate_in + BREACH_IN + fear_uniform(k->seed, 0, 3));
    fear_hold(k, FEAR_MARCH, true);
}

static void move_block(fear_run *k, fear_unit *u, bool breach) {
    if (fear_one_in(k->seed, 4)) {
        march(k, u, breach);
        return;
    }
    fear_table_declare(&k->table, u->unit, "advance", -1);
    if (breach) {
        go_straight(k, u, u->rate_in + BREACH_IN + fear_uniform(k->seed, 0, 3));
        fear_hold(k, FEAR_MANEUVERS, true);
    } else if (fear_one_in(k->seed, 3)) {
        maneuver_block(k, u, 0.5, true, FEAR_MANEUVERS);
        maneuver_block(k, u, 0.5, true, FEAR_SECOND_GO);
    } else {
        maneuver_block(k, u, 1, false, FEAR_MANEUVERS);
    }
}

// Loose units -----------------------------------------------------------------------------------------------------------------------------

// Each figure gets up to `jitter_in` out of its place; they all go in that direction as far as the farthest may, or all go too far.
static void move_loose(fear_run *k, fear_unit *u, double jitter_in, double off_rad, fear_class c, bool breach) {
    pose *now = fear_table_places(&k->table, u->unit), to[FEAR_FIGURES];
    double heading = fear_heading(&u->block), way, share = fear_one_in(k->seed, 2) ? 1 : fear_uniform(k->seed, 0.2, 1);
    fear_scatter(k, &u->block, jitter_in, to);
    if (breach) {
        way = u->rate_in + BREACH_IN + 3 * jitter_in + fear_uniform(k->seed, 0, 3);
        for (int i = 0; i < u->block.count; i++) to[i].at = vec2_add(to[i].at, vec2_scale(heading_forward(heading + off_rad), way));
    } else {
        way = fear_go(&u->block, now, to, heading + off_rad, share * u->rate_in);
    }
    snprintf(k->words, sizeof k->words, "%d figures, rate %.0f, %.2f at %.0f deg", u->block.count, u->rate_in, way, off_rad * DEG_PER_RAD);
    fear_advance(&u->block, vec2_scale(heading_forward(heading + off_rad), way));
    fear_table_begin(&k->table, u->unit);
    memcpy(now, to, (size_t)u->block.count * sizeof *to);
    fear_table_look(&k->table);
    fear_hold(k, c, breach);
}

// Two of its figures end within 0.3" of each other, where an inch is asked (BS1-7.4-1).
static void crowd_skirmishers(fear_run *k, fear_unit *u) {
    pose *now = fear_table_places(&k->table, u->unit);
    fear_table_begin(&k->table, u->unit);
    vec2 aside = vec2_sub(now[0].at, now[1].at);
    now[1].at = vec2_sub(now[0].at, vec2_scale(aside, (u->block.base.width_in * sqrt(2) + 0.1) / vec2_length(aside)));
    snprintf(k->words, sizeof k->words, "%d figures, two too near", u->block.count);
    fear_table_look(&k->table);
    fear_hold(k, FEAR_SKIRMISH, true);
}

static void move_skirmishers(fear_run *k, fear_unit *u, bool breach) {
    fear_table_declare(&k->table, u->unit, "advance", -1);
    if (breach && fear_one_in(k->seed, 2) && u->rate_in >= 3) {
        crowd_skirmishers(k, u);
        return;
    }
    move_loose(k, u, 0.2, fear_uniform(k->seed, -PI, PI), FEAR_SKIRMISH, breach);
}

// Contact ---------------------------------------------------------------------------------------------------------------------------------

static double gap_to_foe(const fear_unit *u) {
    vec2 d = vec2_sub(u->foe.corner, u->block.corner);
    return vec2_dot(d, heading_forward(u->block.lay_rad)) - u->block.base.width_in;
}

// Straight ahead into contact: announced where the run-up is that of a charge (BS1-7.14-1, 7.14-6). A breach leads past the enemy's front after that
// (BS1-7.8-3).
static void charge(fear_run *k, fear_unit *u, bool breach) {
    double way = gap_to_foe(u) - STAND_OFF;
    if (way > u->rate_in * RUN_UP + 0.2) fear_table_declare(&k->table, u->unit, "charge", u->enemy);
    fear_table_begin(&k->table, u->unit);
    for (int part = 1; part <= 4; part++) {
        fear_advance(&u->block, vec2_scale(heading_forward(u->block.lay_rad), way / 4));
        fear_put(k, u->unit, &u->block);
        fear_table_look(&k->table);
    }
    if (breach) {
        fear_advance(&u->block, vec2_scale(heading_left(u->block.lay_rad), 2));
        fear_put(k, u->unit, &u->block);
        fear_table_look(&k->table);
    }
    snprintf(k->words, sizeof k->words, "%d figures, %d files against %d, rate %.0f, charged %.2f%s", u->block.count, u->block.files, u->foe.files,
             u->rate_in, way, breach ? ", then 2 aside" : "");
    fear_hold(k, FEAR_CHARGE, breach);
}

// 3" straight back (BS1-7.12-3); a breach goes 5, or faces about and goes off (BS1-7.8-4).
static void withdraw(fear_run *k, fear_unit *u, bool breach) {
    double way = breach ? 5 : WITHDRAWAL_IN;
    bool turns = breach && fear_one_in(k->seed, 2) && u->rate_in >= 12;
    if (!turns) fear_table_declare(&k->table, u->unit, "fighting-withdrawal", -1);
    if (turns) fear_turn(&u->block, 2);
    fear_advance(&u->block, vec2_scale(heading_forward(u->block.lay_rad), -way));
    snprintf(k->words, sizeof k->words, "%d figures, rate %.0f, %s %.1f", u->block.count, u->rate_in, turns ? "about face, then" : "back", way);
    fear_put_move(k, u->unit, &u->block);
    fear_hold(k, FEAR_WITHDRAWAL, breach);
}

// The enemy goes 3" after it and stands in contact again, or stays (BS1-7.12-5). True where it follows.
static bool follows(fear_run *k, fear_unit *u) {
    bool after = fear_one_in(k->seed, 2);
    fear_table_declare(&k->table, u->enemy, after ? "follow-up" : "stay", u->unit);
    if (!after) return false;
    fear_advance(&u->foe, vec2_scale(heading_forward(u->foe.lay_rad), WITHDRAWAL_IN));
    snprintf(k->words, sizeof k->words, "%d figures follow %d", u->foe.count, u->block.count);
    fear_put_move(k, u->enemy, &u->foe);
    fear_hold(k, FEAR_FOLLOW_UP, false);
    return true;
}

// Where contact can't be proved, nothing is held against those who touched (docs/geometry.md section 2).
static bool sees_contact(const fear_run *k) { return k->table.how.sigma_in <= 0.01; }

static void move_charger(fear_run *k, fear_unit *u, bool breach) {
    breach &= sees_contact(k);
    if (u->stage == 0)
        charge(k, u, breach);
    else if (u->stage == 1)
        withdraw(k, u, breach);
    if (u->stage == 1 && !breach && follows(k, u)) return;  // and fights on
    u->stage++;
}

// `fold` figures of each end of the rear rank go beside the front and wheel in by a right angle (docs/geometry.md section 8): `k` figures of pitch p
// wheel (k - 1/2) p PI / 2 about the corner of the front.
static double fold_ends(const fear_block *b, int fold, fear_sight how, pose *at, unsigned long long *seed) {
    double pitch = b->base.width_in + b->gap_in, h = b->lay_rad, half = b->base.width_in / 2;
    vec2 f = heading_forward(h), l = heading_left(h);
    for (int hand = -1; hand <= 1; hand += 2) {
        vec2 corner = fear_corner(b, hand);
        for (int i = 0; i < fold; i++) {
            int place = hand > 0 ? b->files + i : b->count - 1 - i;
            vec2 along = vec2_add(vec2_scale(f, half + i * pitch + 0.005), vec2_scale(l, hand * half));
            pose *p = &at[b->figure[place]];
            *p = (pose){vec2_add(corner, along), angle_wrap(h - hand * PI / 2), 0, 0, 0};
            fear_set_down(p, 1, how.hands_in * WELL_DRESSED, how.hands_rad, seed);
        }
    }
    return (fold - 0.5) * pitch * PI / 2;
}

static void wrap(fear_run *k, fear_unit *u, bool breach) {
    int fold = random_between(k->seed, 2, u->block.files / 2);
    pose *at = fear_table_places(&k->table, u->unit);
    fear_table_begin(&k->table, u->unit);
    double arc = fold_ends(&u->block, fold, k->table.how, at, k->seed), cost = fear_frontage_cost(k->book, 2 * fold);
    bool legal = cost + 2 * arc < u->rate_in - 0.1;
    u->over = true;
    breach = cost + arc > u->rate_in + BREACH_IN;
    snprintf(k->words, sizeof k->words, "%d files, %d at each end, cost %.2f to %.2f, rate %.0f", u->block.files, fold, cost + arc, cost + 2 * arc,
             u->rate_in);
    fear_table_look(&k->table);
    if (legal || breach)
        fear_hold(k, FEAR_WRAP, breach);
    else
        fear_table_end(&k->table);  // it depends on the reading
}

static void move_wrapper(fear_run *k, fear_unit *u, bool breach) {
    if (u->stage++ > 0) return;
    fear_table_declare(&k->table, u->unit, "wrap-around", -1);
    wrap(k, u, breach);
}

// Turns -----------------------------------------------------------------------------------------------------------------------------------

static void move_unit(fear_run *k, fear_unit *u, bool breach) {
    switch (u->role) {
        case FEAR_ROLE_MOB:
            fear_table_declare(&k->table, u->unit, "advance", -1);
            move_loose(k, u, 0.03, 0, FEAR_MOB, breach);
            break;
        case FEAR_ROLE_SKIRMISH:
            move_skirmishers(k, u, breach);
            break;
        case FEAR_ROLE_IRREGULAR:
            fear_table_declare(&k->table, u->unit, "advance", -1);
            move_loose(k, u, 0.1, 0, FEAR_IRREGULAR, breach);
            break;
        case FEAR_ROLE_CHARGER:
            move_charger(k, u, breach);
            break;
        case FEAR_ROLE_WRAPPER:
            move_wrapper(k, u, breach);
            break;
        default:
            move_block(k, u, breach);
    }
    u->over |= breach;
}

static void half_turn(army *a, int turn, int side) {
    fear_table_phase(&a->k->table, turn, "movement", side);
    for (int i = 0; i < a->count; i++) {
        fear_unit *u = &a->units[i];
        if (a->k->table.units[u->unit].side == side && !u->over) move_unit(a->k, u, fear_one_in(a->k->seed, 8));
    }
}

static bool may_lose(const fear_unit *u) {
    bool fights = u->role == FEAR_ROLE_CHARGER ? u->stage == 1 : u->role == FEAR_ROLE_BLOCK && u->block.quarter == 0;
    return fights && !u->over && u->block.count > u->block.files + 1;
}

// Casualties: the rearmost of a unit that keeps a rear rank.
static void fight(army *a, int turn) {
    fear_table_phase(&a->k->table, turn, "melee", -1);
    for (int i = 0; i < a->count; i++) {
        fear_unit *u = &a->units[i];
        for (int fallen = random_between(a->k->seed, 0, 2); fallen > 0 && may_lose(u); fallen--) {
            fear_table_remove(&a->k->table, a->k->table.units[u->unit].first_figure + u->block.figure[--u->block.count]);
            if (u->block.count % u->block.files == 0) u->block.rear = 0;
        }
    }
}

void fear_play_battlesystem(fear_run *k) {
    army a = {.k = k};
    for (int lane = 0; lane < LANES; lane++) add_lane(&a, lane, random_between(k->seed, 0, 1));
    if (a.count == 0 || !fear_table_open(&k->table)) return;
    for (int i = 0; i < a.count; i++)
        if (a.units[i].role == FEAR_ROLE_IRREGULAR) fear_table_formation(&k->table, a.units[i].unit, "irregular");
    for (int turn = 1; turn <= TURNS; turn++) {
        half_turn(&a, turn, 0);
        half_turn(&a, turn, 1);
        fight(&a, turn);
    }
    fear_table_close(&k->table);
}
