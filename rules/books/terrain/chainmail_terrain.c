// Chainmail: terrain effects upon movement. One row a rule of the catalogue.
//
// A row without a check is a cost or permission that the explanation of the move is charged (rules/measure/terrain/terrain.c). The table stands by
// itself, so that a game of Battlesystem may be played with it (option terrain_table).
#include <string.h>

#include "rules/books/terrain/checks_chainmail_terrain.h"
#include "rules/books/terrain/terrain_tables.h"
#include "rules/engine/common.h"
#include "rules/engine/parameters.h"
#include "rules/measure/terrain/terrain.h"

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
     .check = check_charge_ground},
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
     .check = check_formed_in_woods},
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
     .check = check_charge_rough},
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
    NUMBER("hill_speed_factor", 0.5, 0.05, 1, "of the speed", "speed on a hill", "CM-TER-1"),
    WORD("hill_slow_directions", "not_downhill", "not_downhill|uphill", "which ways a hill slows", "CM-TER-1"),
    WORD("hill_downhill_charge", "advisory", "advisory|illegal|legal", "a charge that leads only downhill", "CM-TER-2"),
    NUMBER("downhill_speed_factor", 1.0, 0.05, 2, "of the speed", "speed downhill", "CM-TER-3"),
    NUMBER("wood_speed_factor", 0.5, 0.05, 1, "of the speed", "speed in woods", "CM-TER-4"),
    NUMBER("formed_gap_max_in", 0.5, 0, 5, "in", "gap below which a column, line or square is a formed body", "CM-TER-5"),
    NUMBER("marsh_speed_factor", 0.5, 0.05, 1, "of the speed", "speed in marshes", "CM-TER-6"),
    NUMBER("rampart_speed_factor", 0.5, 0.05, 1, "of the speed", "speed across ditch and rampart", "CM-TER-9"),
    WORD("rampart_downhill", "terrain", "terrain|terrain file|never",
         "going down from a rampart is at normal speed where the terrain file says which way is down", "CM-TER-9"),
    NUMBER("stream_cross_cost_in", 6.0, 0, 60, "in", "cost of crossing a typical stream", "CM-TER-11"),
    WORD("stream_cost_mode", "replace", "replace|add", "that cost stands in place of the way through the water, or beside it", "CM-TER-11"),
    NUMBER("river_cross_moves", 1, 0, 10, "moves", "cost of crossing a typical river", "CM-TER-12"),
    NUMBER("river_bank_in", 0.5, 0, 5, "in", "so near to a river a unit has halted at its bank", "CM-TER-12"),
    NUMBER("terrain_edge_tol_in", 0.2, 0, 3, "in", "so far a base may stand in ground where it may not", "CM-TER-5, CM-TER-7"),
    NUMBER("road_margin_in", 0.5, 0, 5, "in", "so far beside a road a base still is on it", "CM-TER-11"),
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
    n->slowed_on_the_level = tuning_word_is(r, "hill_slow_directions", "not_downhill");
    n->kind_slowed_on_the_level = n->slowed_on_the_level && rules_is_fixed(r, "hill_slow_directions");
    n->downhill_per_in = 1 / rules_number(r, "downhill_speed_factor");
    n->rampart_slows_downhill = tuning_word_is(r, "rampart_downhill", "never");
    n->downhill_charge = tuning_word_is(r, "hill_downhill_charge", "advisory")  ? DOWNHILL_ADVISED
                         : tuning_word_is(r, "hill_downhill_charge", "illegal") ? DOWNHILL_BANNED
                                                                                : DOWNHILL_ALLOWED;
    n->formed_gap_max = rules_number(r, "formed_gap_max_in");
    n->stream_cost = rules_number(r, "stream_cross_cost_in");
    n->stream_adds = tuning_word_is(r, "stream_cost_mode", "add");
    n->river_moves = rules_number(r, "river_cross_moves");
    n->bank_in = rules_number(r, "river_bank_in");
    n->edge_tol = rules_number(r, "terrain_edge_tol_in");
    n->road_margin = rules_number(r, "road_margin_in");
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
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .hooks = &hooks,
};
