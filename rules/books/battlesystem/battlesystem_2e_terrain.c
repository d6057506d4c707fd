// Battlesystem, second edition: what terrain does to movement. One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move is charged (rules/measure/terrain/terrain.c). The
// table stands by itself, so that a game of the first edition may be played with it (option terrain_table).
#include <string.h>

#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/checks_terrain.h"
#include "rules/measure/terrain/terrain.h"

static const rules_answer irregular_answers[] = {{"Irregular", "status formation irregular"}, {"In its ranks", "status formation closed"}, {0}};

static const rules_row rows[] = {
#define RULES "rules/books/battlesystem/battlesystem_2e_terrain_rules.def"
#include "rules/state/rule_rows.h"
};

static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/books/battlesystem/battlesystem_2e_terrain_house.def"
#include "rules/state/house_rows.h"
};

static const going_row table[] = {
    {.ground = GROUND_LIGHT_WOODS,
     .movers = MOVERS(MOVER_INFANTRY) | MOVERS(MOVER_SMALL_SPECIAL) | MOVERS(MOVER_OTHER),
     .parameter = "light_woods_infantry",
     .block_in = 2},
    {.ground = GROUND_LIGHT_WOODS, .movers = MOVERS(MOVER_CAVALRY), .parameter = "light_woods_cavalry"},
    {.ground = GROUND_LIGHT_WOODS, .movers = MOVERS(MOVER_LARGE_SPECIAL), .closed = true},
    {.ground = GROUND_DENSE_WOODS, .movers = MOVERS_ALL & ~MOVERS(MOVER_INFANTRY), .closed = true},
    {.ground = GROUND_DENSE_WOODS, .movers = MOVERS(MOVER_INFANTRY), .parameter = "dense_woods_infantry"},
    {.ground = GROUND_SWAMP, .movers = MOVERS_ALL & ~MOVERS(MOVER_INFANTRY), .closed = true},
    {.ground = GROUND_SWAMP, .movers = MOVERS(MOVER_INFANTRY), .parameter = "swamp_infantry"},
    {.ground = GROUND_DEEP_WATER, .movers = MOVERS_ALL, .closed = true},
    {.ground = GROUND_SHALLOW_WATER, .movers = MOVERS_ALL, .parameter = "shallow_water"},
    {.ground = GROUND_ROUGH, .movers = MOVERS_ALL, .parameter = "rough_cost"},
    {.ground = GROUND_ROUGH, .movers = MOVERS(MOVER_CAVALRY), .closed = true},
    {.ground = GROUND_BRUSH, .movers = MOVERS_ALL, .parameter = "brush_cost"},
    {.ground = GROUND_ROAD, .movers = MOVERS_ALL, .parameter = "road_factor"},
    {.ground = GROUND_CLIFF, .movers = MOVERS_ALL, .closed = true},
    {.ground = GROUND_IMPASSABLE, .movers = MOVERS_ALL, .closed = true},
};

// What the ground costs, as the rules are read first and, where the judge left them open, as kindly as they may be.
static void fill_ground(rules *r) {
    terrain_tuning *n = &r->n.terrain;
    going_fill(r, table, sizeof table / sizeof *table, n->first);
    bool infantry = tuning_word_is(r, "dense_woods_small_special", "infantry");
    going as_infantry = n->first[GROUND_DENSE_WOODS][MOVER_INFANTRY];
    if (infantry) n->first[GROUND_DENSE_WOODS][MOVER_SMALL_SPECIAL] = as_infantry;
    memcpy(n->kind, n->first, sizeof n->kind);
    if (!rules_is_fixed(r, "dense_woods_small_special")) n->kind[GROUND_DENSE_WOODS][MOVER_SMALL_SPECIAL] = as_infantry;
    for (int m = 0; m < MOVER_COUNT && !rules_is_fixed(r, "brush_cost"); m++) n->kind[GROUND_BRUSH][m].per_in = BRUSH_KINDLY;
}

// What the table forbids the unit.
static bool must_be_irregular(const rule_case *c) {
    return c->n->terrain.formed_is_banned && c->unit->type == UNIT_REGULAR && c->terrain.irregular != YES && !c->excused && c->count > 1;
}

static void bans(const rule_case *c, const walker *w, const walker_piece *piece, ban_list *out) {
    static const terrain_ban closed[GROUND_COUNT] = {[GROUND_LIGHT_WOODS] = BAN_LIGHT_WOODS + 1,
                                                     [GROUND_DENSE_WOODS] = BAN_DENSE_WOODS + 1,
                                                     [GROUND_SWAMP] = BAN_SWAMP + 1,
                                                     [GROUND_DEEP_WATER] = BAN_DEEP_WATER + 1,
                                                     [GROUND_ROUGH] = BAN_ROUGH + 1,
                                                     [GROUND_CLIFF] = BAN_CLIFF + 1,
                                                     [GROUND_IMPASSABLE] = BAN_CLIFF + 1};
    bool forbidden = w->n->first[piece->barred][w->mover].forbidden;
    if (forbidden && closed[piece->barred]) ban_add(out, (terrain_ban)(closed[piece->barred] - 1));
    if (must_be_irregular(c) && walker_is_special(piece->barred)) ban_add(out, BAN_FORMED);
    if (must_be_irregular(c) && piece->barred == GROUND_OBSTACLE) ban_add(out, BAN_FORMED_OBSTACLE);
    if (piece->depth_unknown) ban_add(out, BAN_DEPTH_UNKNOWN);
    if (piece->named == GROUND_TRAIL && piece->at->has_max_size && c->unit->size > piece->at->max_size) ban_add(out, BAN_TRAIL);
    if (piece->named == GROUND_TRAIL && w->n->cavalry_keeps_off_trails && w->mover == MOVER_CAVALRY) ban_add(out, BAN_CAVALRY_TRAIL);
    if ((piece->named == GROUND_ROAD || piece->named == GROUND_TRAIL) && !piece->at->bridge)
        ban_add(out, piece->at->bridge_stated ? BAN_NO_BRIDGE : BAN_BRIDGE_UNKNOWN);
}

static void tune(rules *r) {
    terrain_tuning *n = &r->n.terrain;
    n->counts = n->climbs = n->formed_is_banned = true;
    n->barriers = GROUNDS(GROUND_OBSTACLE);
    n->bans = bans;
    n->kind_combine_adds = n->combine_adds || !rules_is_fixed(r, "terrain_combine");
    fill_ground(r);
}

static const rules_hooks hooks = {.tune = tune,
                                  .explain = terrain_explain,
                                  .facts = terrain_charge,
                                  .phase_begins = terrain_phase_begins,
                                  .entered = terrain_entered_hook,
                                  .booked = terrain_booked,
                                  .tell = terrain_tell};

const rules_ruleset battlesystem_2e_terrain = {
    .key = "",
    .title = "Battlesystem, second edition: terrain",
    .parent = &battlesystem_1e,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
    .hooks = &hooks,
};
