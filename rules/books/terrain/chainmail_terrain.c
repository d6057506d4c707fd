// Chainmail: terrain effects upon movement. One row a rule of the catalogue.
//
// A row without a check is a cost or permission that the explanation of the move is charged (rules/measure/terrain/terrain.c). The table stands by
// itself, so that a game of Battlesystem may be played with it (option terrain_table).
#include <string.h>

#include "rules/books/terrain/checks_chainmail_terrain.h"
#include "rules/books/terrain/terrain_tables.h"
#include "rules/engine/answers.h"
#include "rules/engine/common.h"
#include "rules/measure/terrain/terrain.h"

static const rules_answer formed_answers[] = {{"Formed", "status formation closed"}, {"Loose", "status formation open"}, {0}};

static const rules_row rows[] = {
#define RULES "rules/books/terrain/chainmail_terrain_rules.def"
#include "rules/state/rule_rows.h"
};

static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/books/terrain/chainmail_terrain_house.def"
#include "rules/state/house_rows.h"
};

static const going_row table[] = {
    {.ground = GROUND_HILL, .movers = MOVERS_ALL, .parameter = "hill_speed_factor", .is_speed = true},
    {.ground = GROUND_WOODS, .movers = MOVERS_ALL, .parameter = "wood_speed_factor", .is_speed = true},
    {.ground = GROUND_MARSH, .movers = MOVERS_ALL, .parameter = "marsh_speed_factor", .is_speed = true},
    {.ground = GROUND_DITCH, .movers = MOVERS_ALL, .parameter = "rampart_speed_factor", .is_speed = true},
    {.ground = GROUND_RAMPART, .movers = MOVERS_ALL, .parameter = "rampart_speed_factor", .is_speed = true},
    {.ground = GROUND_IMPASSABLE, .movers = MOVERS_ALL, .closed = true},
};

// What the table forbids the unit.
static bool is_heavy(const game_unit *u) {
    return u->troop == TROOP_ARTILLERY || game_unit_has_trait(u, "catapult") || game_unit_has_trait(u, "heavy-equipment");
}

static void bans(const rule_case *c, const walker *w, const walker_piece *piece, ban_list *out) {
    (void)w;
    ground_kind g = piece->ground;
    bool slow = g == GROUND_HILL || g == GROUND_WOODS || g == GROUND_MARSH || g == GROUND_DITCH || g == GROUND_RAMPART;
    if (slow || g == GROUND_STREAM || g == GROUND_RIVER) ban_add(out, BAN_CHARGE);
    if (g == GROUND_ROUGH) ban_add(out, BAN_CHARGE_ROUGH);
    if (g == GROUND_WOODS) ban_add(out, BAN_FORMED_WOODS);
    if (g == GROUND_MARSH && is_heavy(c->unit)) ban_add(out, BAN_HEAVY_IN_MARSH);
    if ((g == GROUND_STREAM || g == GROUND_RIVER) && !piece->at->has_cross_cost) ban_add(out, BAN_CROSSING_UNKNOWN);
}

static void tune(rules *r) {
    terrain_tuning *n = &r->n.terrain;
    n->counts = n->eased_by_slope = n->halts_at_banks = true;
    n->barriers = GROUNDS(GROUND_STREAM) | GROUNDS(GROUND_RIVER);
    n->bans = bans;
    going_fill(r, table, sizeof table / sizeof *table, n->first);
    memcpy(n->kind, n->first, sizeof n->kind);
    n->kind_slowed_on_the_level = n->slowed_on_the_level && rules_is_fixed(r, "hill_slow_directions");
    n->downhill_per_in = 1 / rules_number(r, "downhill_speed_factor");
}

static const rules_hooks hooks = {.tune = tune,
                                  .facts = terrain_charge,
                                  .phase_begins = terrain_phase_begins,
                                  .entered = terrain_entered_hook,
                                  .booked = terrain_booked,
                                  .tell = terrain_tell};

const rules_ruleset chainmail_terrain = {
    .key = "",
    .title = "Chainmail: terrain",
    .parent = &common_rules,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
    .hooks = &hooks,
};
