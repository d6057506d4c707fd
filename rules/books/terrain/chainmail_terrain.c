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
    {.id = "CM-TER-1",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Hill: movement is slowed by 50% (each inch costs 2\" of the allowance).",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CM-TER-2",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Hill: no charge moves; by \"as hill\" the same holds for wooded and marshy ground and for ditch and rampart.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "CHARGE_NOT_ALLOWED",
     .force = RULES_IN_MOVEMENT,
     .check = check_charge_ground,
     .answers = answers_charge},
    {.id = "CM-TER-3",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Hill: downhill movement is at normal speed.",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CM-TER-4",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Wooded: movement is slowed by 50% as on a hill (charge ban: CM-TER-2).",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CM-TER-5",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Wooded: formed bodies of troops may not move in it.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "FORMED_IN_WOODS",
     .force = RULES_IN_MOVEMENT,
     .check = check_formed_in_woods,
     .answers = formed_answers},
    {.id = "CM-TER-6",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Marshy: movement is slowed by 50% as on a hill (charge ban: CM-TER-2).",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CM-TER-7",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Marshy: heavy equipment, catapults and guns may not enter.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "TERRAIN_FORBIDDEN",
     .force = RULES_IN_MOVEMENT,
     .check = check_heavy_in_marsh},
    {.id = "CM-TER-8",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Rough: no charge moves (ordinary movement is not slowed).",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "CHARGE_NOT_ALLOWED",
     .force = RULES_IN_MOVEMENT,
     .check = check_charge_rough,
     .answers = answers_charge},
    {.id = "CM-TER-9",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Ditch and rampart: movement across is slowed by 50% as on a hill (charge ban: CM-TER-2).",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CM-TER-10",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "Rivers and streams are set individually for each game: fordability, crossing penalty and so on.",
     .kind = RULES_DEFINITION,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "TERRAIN_DATA_MISSING",
     .force = RULES_IN_MOVEMENT,
     .check = check_crossing_known},
    {.id = "CM-TER-11",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "A typical stream costs 6\" to cross and allows no charge move.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "CM-TER-12",
     .citation = "Chainmail, Terrain Effects upon Movement",
     .text = "At a typical river troops must halt before and after crossing, and the crossing costs an entire move.",
     .kind = RULES_LIMIT,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "RIVER_CROSSING",
     .force = RULES_IN_MOVEMENT,
     .check = check_river},
};

static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/books/terrain/chainmail_terrain.def"
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
