// Battlesystem, second edition: what terrain does to movement. One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move is charged (rules/measure/terrain/terrain.c). The
// table stands by itself, so that a game of the first edition may be played with it (option terrain_table).
#include <string.h>

#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/battlesystem/checks_terrain.h"
#include "rules/engine/parameters.h"
#include "rules/measure/terrain/terrain.h"

static const rules_row rows[] = {
    {.id = "BS2-TER-1",
     .citation = "Battlesystem (2nd edition), Light Woods",
     .text = "Infantry in light woods spend 3\" for each started 2\" of way inside.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-2",
     .citation = "Battlesystem (2nd edition), Light Woods",
     .text = "Light woods, cavalry: 2\" for each 1\" moved.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-3",
     .citation = "Battlesystem (2nd edition), Light Woods",
     .text = "Light woods: special units of cavalry size or larger may not enter.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "TERRAIN_FORBIDDEN",
     .force = RULES_IN_MOVEMENT,
     .check = check_light_woods_closed},
    {.id = "BS2-TER-4",
     .citation = "Battlesystem (2nd edition), Light Woods",
     .text = "Light woods: special units smaller than cavalry size pay like infantry (3\" per 2\" or fraction).",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-5",
     .citation = "Battlesystem (2nd edition), Dense Woods",
     .text = "Dense woods: closed to every unit except infantry.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "TERRAIN_FORBIDDEN",
     .force = RULES_IN_MOVEMENT,
     .check = check_dense_woods_closed},
    {.id = "BS2-TER-6",
     .citation = "Battlesystem (2nd edition), Dense Woods",
     .text = "Dense woods, infantry: 2\" for each 1\" moved.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-7",
     .citation = "Battlesystem (2nd edition), Elevation",
     .text = "Elevation is shown in steps of 1\" (10 ft in scale).",
     .kind = RULES_DEFINITION,
     .severity = RULES_SAYS_NOTHING,
     .violation = "",
     .force = RULES_IN_MOVEMENT,
     .why_not = "An overhead camera does not measure height; the terrain file must state it."},
    {.id = "BS2-TER-8",
     .citation = "Battlesystem (2nd edition), Elevation",
     .text = "Climbing 1\" of elevation normally costs 2\" of movement.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-9",
     .citation = "Battlesystem (2nd edition), Elevation",
     .text = "A scenario may declare a slope steep: climbing 1\" there costs 3\" or more instead of 2\".",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-10",
     .citation = "Battlesystem (2nd edition), Elevation",
     .text = "Elevation changes marked as too steep (cliffs) may not be climbed nor descended.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "TERRAIN_FORBIDDEN",
     .force = RULES_IN_MOVEMENT,
     .check = check_cliff},
    {.id = "BS2-TER-11",
     .citation = "Battlesystem (2nd edition), Elevation",
     .text = "Going down costs nothing extra unless the scenario says so.",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-12",
     .citation = "Battlesystem (2nd edition), Elevation",
     .text = "The climbing cost is cumulative with other terrain: infantry going up within light woods pays 6\" per 2\" travelled.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-13",
     .citation = "Battlesystem (2nd edition), Swamp",
     .text = "Swamp: only infantry may enter.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "TERRAIN_FORBIDDEN",
     .force = RULES_IN_MOVEMENT,
     .check = check_swamp_closed},
    {.id = "BS2-TER-14",
     .citation = "Battlesystem (2nd edition), Swamp",
     .text = "Swamp: each 1\" moved costs 3\".",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-15",
     .citation = "Battlesystem (2nd edition), Deep Water",
     .text = "Deep water (considerable depth or soft bottom): no troops may enter.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "TERRAIN_FORBIDDEN",
     .force = RULES_IN_MOVEMENT,
     .check = check_deep_water},
    {.id = "BS2-TER-16",
     .citation = "Battlesystem (2nd edition), Shallow Water",
     .text = "Shallow water (solid bed, at most shoulder-deep for the creatures): any unit may enter at 3\" per 1\" moved.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-17",
     .citation = "Battlesystem (2nd edition), Deep and Shallow Water",
     .text = "The setup information of the scenario states the depth of each body of water; the same water may be deep for man-sized troops and "
             "shallow for large ones (ogres, giants).",
     .kind = RULES_DEFINITION,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "TERRAIN_DATA_MISSING",
     .force = RULES_IN_MOVEMENT,
     .check = check_water_depth},
    {.id = "BS2-TER-18",
     .citation = "Battlesystem (2nd edition), Obstacles",
     .text = "Crossing an obstacle (wall, fence, hedge, gully, ditch) usually costs 4\"; scenarios may set another value (for instance 6\" for a "
             "deep muddy ditch).",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-19",
     .citation = "Battlesystem (2nd edition), Obstacles",
     .text = "Any type of unit may cross obstacles.",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_NOTHING,
     .violation = "",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-20",
     .citation = "Battlesystem (2nd edition), Obstacles",
     .text = "A unit must be in irregular formation to cross an obstacle.",
     .kind = RULES_OBLIGATION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "FORMED_IN_TERRAIN",
     .force = RULES_IN_MOVEMENT,
     .check = check_formed_at_obstacle},
    {.id = "BS2-TER-21",
     .citation = "Battlesystem (2nd edition), Rough and Rocky Ground",
     .text = "Rough/rocky ground: cavalry may not enter.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "TERRAIN_FORBIDDEN",
     .force = RULES_IN_MOVEMENT,
     .check = check_rough_closed},
    {.id = "BS2-TER-22",
     .citation = "Battlesystem (2nd edition), Rough and Rocky Ground",
     .text = "Rough/rocky ground: all other units pay 2\" per 1\".",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-23",
     .citation = "Battlesystem (2nd edition), Brush and Scrub",
     .text = "Brush/scrub: any unit may enter at 3\" per 1\" travelled.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-24",
     .citation = "Battlesystem (2nd edition), Roads",
     .text = "On a road through light woods, dense woods, swamp, rough/rocky or brush a unit suffers no penalty or restriction of that terrain: it "
             "counts as clear and open.",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-25",
     .citation = "Battlesystem (2nd edition), Roads",
     .text = "On a road the normal costs of going uphill and of obstacles lying in or across it still apply.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-26",
     .citation = "Battlesystem (2nd edition), Roads",
     .text = "A road with a bridge lets units pass over water; without one the unit pays the normal water cost or cannot go on if that water is "
             "forbidden to it.",
     .kind = RULES_LIMIT,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "TERRAIN_FORBIDDEN",
     .force = RULES_IN_MOVEMENT,
     .check = check_bridge},
    {.id = "BS2-TER-27",
     .citation = "Battlesystem (2nd edition), Trails",
     .text = "A trail works like a road but cavalry units cannot move along it.",
     .kind = RULES_PROHIBITION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT,
     .check = check_trail_cavalry},
    {.id = "BS2-TER-28",
     .citation = "Battlesystem (2nd edition), Trails",
     .text =
         "Large or giant figures may be unable to use a trail; its width and the largest figures that can use it are given in the setup information.",
     .kind = RULES_LIMIT,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "TRAIL_TOO_NARROW",
     .force = RULES_IN_MOVEMENT,
     .check = check_trail_width},
    {.id = "BS2-TER-29",
     .citation = "Battlesystem (2nd edition), Terrain Effects on Movement",
     .text = "Special terrain may be entered or crossed only in irregular formation, which must have been taken up beforehand.",
     .kind = RULES_OBLIGATION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "FORMED_IN_TERRAIN",
     .force = RULES_IN_MOVEMENT,
     .check = check_formed_in_terrain},
    {.id = "BS2-TER-30",
     .citation = "Battlesystem (2nd edition), Terrain Effects on Movement",
     .text = "Exception: a unit moving along a road or trail through the special terrain need not be irregular.",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_NOTHING,
     .violation = "",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-31",
     .citation = "Battlesystem (2nd edition), Terrain Effects on Movement",
     .text = "After coming out of special terrain onto clear open ground a unit may take up regular formation again for 3\" (if otherwise able).",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT,
     .check = check_reform_place},
    {.id = "BS2-TER-32",
     .citation = "Battlesystem (2nd edition), Terrain Effects on Movement",
     .text = "Terrain factors apply to facing and frontage changes too: infantry in light woods pay 3\" per 2 figures for frontage instead of 2\".",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-33",
     .citation = "Battlesystem (2nd edition), Terrain Effects on Movement",
     .text = "A left face of a special unit costs 4\" on clear ground and 8\" on rough/rocky ground.",
     .kind = RULES_COST,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT,
     .check = check_facing_price},
    {.id = "BS2-TER-34",
     .citation = "Battlesystem (2nd edition), Favored Terrain",
     .text = "A unit whose roster entry lists favoured terrain moves through that terrain as if it were clear.",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-35",
     .citation = "Battlesystem (2nd edition), Favored Terrain",
     .text = "Examples of favoured terrain: lizard men in swamp; dwarven infantry may cross rough/rocky ground without penalty; elves on foot move "
             "freely in light woods and treat dense woods as light woods.",
     .kind = RULES_PERMISSION,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT},
    {.id = "BS2-TER-36",
     .citation = "Battlesystem (2nd edition), Favored Terrain",
     .text = "Favoured terrain holds only where the roster of that scenario lists it; special cases (amphibious men) are possible.",
     .kind = RULES_DEFINITION,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "TERRAIN_DATA_MISSING",
     .force = RULES_IN_MOVEMENT,
     .check = check_favored_terrain},
};

static const rules_parameter parameters[] = {
    NUMBER("light_woods_infantry", 3, 1, 20, "in", "infantry in light woods, for each started 2 inches", "BS2-TER-1, BS2-TER-4"),
    NUMBER("light_woods_cavalry", 2, 1, 20, "in", "cavalry in light woods, for an inch", "BS2-TER-2"),
    NUMBER("dense_woods_infantry", 2, 1, 20, "in", "infantry in dense woods, for an inch", "BS2-TER-6"),
    NUMBER("swamp_infantry", 3, 1, 20, "in", "infantry in a swamp, for an inch", "BS2-TER-14"),
    NUMBER("shallow_water", 3, 1, 20, "in", "shallow water, for an inch", "BS2-TER-16"),
    NUMBER("rough_cost", 2, 1, 20, "in", "rough or rocky ground, for an inch", "BS2-TER-22"),
    NUMBER("brush_cost", 3, 1, 20, "in", "brush or scrub, for an inch", "BS2-TER-23"),
    NUMBER("road_factor", 1, 1, 20, "in", "a road, for an inch", "BS2-TER-24"),
    NUMBER("obstacle_cost_in", 4, 0, 60, "in", "crossing an obstacle", "BS2-TER-18"),
    WORD("obstacle_cost_mode", "replace", "replace|add", "that cost stands in place of the way across, or beside it", "BS2-TER-18"),
    NUMBER("ascent_factor", 2, 1, 20, "", "cost of an inch climbed", "BS2-TER-8"),
    WORD("ascent_model", "slope_multiplier", "slope_multiplier|step", "a slope makes each inch up dearer, or costs by the height gained",
         "BS2-TER-8"),
    NUMBER("elevation_step_in", 1, 0.1, 10, "in", "height of a contour", "BS2-TER-7"),
    WORD("terrain_combine", "multiply", "multiply|add", "climbing in dear ground multiplies the costs, or adds them", "BS2-TER-12"),
    WORD("terrain_block_accumulate", "per_phase", "per_phase|per_visit", "started blocks count over a phase, or for each visit", "BS2-TER-1"),
    WORD("dense_woods_small_special", "forbidden", "forbidden|infantry", "small special units in dense woods", "BS2-TER-5"),
    WORD("cavalry_on_trail", "no_benefit", "no_benefit|forbidden", "cavalry on a trail", "BS2-TER-27"),
    WORD("irregular_source", "dashboard", "marker|dashboard|geometry", "where irregular formation is known from", "BS2-TER-20"),
    WORD("favoured_terrain", "roster", "roster|roster list", "where favored terrain is known from: the units' favored_terrain", "BS2-TER-35"),
    FLAG("favoured_lifts_restrictions", true, "favored terrain needs no irregular formation and may be entered", "BS2-TER-34"),
    NUMBER("road_margin_in", 0.5, 0, 5, "in", "so far beside a road a base still is on it", "BS2-TER-24"),
    NUMBER("terrain_edge_tol_in", 0.2, 0, 3, "in", "so far a base may stand in ground where it may not", "BS2-TER-29"),
    NUMBER("reform_cost_in", 3, 0, 60, "in", "cost of regular formation after irregular", "BS2-TER-31"),
    NUMBER("to_irregular_cost_in", 0, 0, 60, "in", "cost of irregular formation, which the book does not state", "BS2-TER-29"),
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

#define BRUSH_KINDLY 1.5  // "3 per 2", were 3 per 1 a misprint (BS2-TER-23)

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

static void fill_climbing(rules *r) {
    terrain_tuning *n = &r->n.terrain;
    n->climbs = true;
    n->ascent_factor = rules_number(r, "ascent_factor");
    n->step_in = rules_number(r, "elevation_step_in");
    n->ascent_by_step = tuning_word_is(r, "ascent_model", "step");
    n->combine_adds = tuning_word_is(r, "terrain_combine", "add");
    n->kind_combine_adds = n->combine_adds || !rules_is_fixed(r, "terrain_combine");
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
    n->counts = true;
    n->barriers = GROUNDS(GROUND_OBSTACLE);
    n->bans = bans;
    fill_ground(r);
    fill_climbing(r);
    n->blocks_by_visit = tuning_word_is(r, "terrain_block_accumulate", "per_visit");
    n->obstacle_cost = rules_number(r, "obstacle_cost_in");
    n->obstacle_adds = tuning_word_is(r, "obstacle_cost_mode", "add");
    n->road_margin = rules_number(r, "road_margin_in");
    n->edge_tol = rules_number(r, "terrain_edge_tol_in");
    n->cavalry_keeps_off_trails = tuning_word_is(r, "cavalry_on_trail", "forbidden");
    n->irregular_by_geometry = tuning_word_is(r, "irregular_source", "geometry");
    n->favored_lifts_bans = rules_flag(r, "favoured_lifts_restrictions");
    n->formed_is_banned = true;
    n->reform_cost = rules_number(r, "reform_cost_in");
    n->to_irregular_cost = rules_number(r, "to_irregular_cost_in");
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
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .hooks = &hooks,
};
