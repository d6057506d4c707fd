// Battlesystem, second edition: what terrain does to movement. One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move is charged (rules/measure/terrain/terrain.c). The
// table stands by itself, so that a game of the first edition may be played with it (option terrain_table).
#include <string.h>

#include "rules/books/battlesystem/checks_terrain.h"
#include "rules/books/books.h"
#include "rules/engine/parameters.h"
#include "rules/measure/terrain/terrain.h"

static const rules_row rows[] = {
    {"BS2-TER-1", "Battlesystem (2nd edition), Light Woods", "Infantry in light woods spend 3\" for each started 2\" of way inside.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-2", "Battlesystem (2nd edition), Light Woods", "Light woods, cavalry: 2\" for each 1\" moved.", RULES_COST, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-3", "Battlesystem (2nd edition), Light Woods", "Light woods: special units of cavalry size or larger may not enter.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "TERRAIN_FORBIDDEN", RULES_IN_MOVEMENT, false, check_light_woods_closed},
    {"BS2-TER-4", "Battlesystem (2nd edition), Light Woods",
     "Light woods: special units smaller than cavalry size pay like infantry (3\" per 2\" or fraction).", RULES_COST, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-5", "Battlesystem (2nd edition), Dense Woods", "Dense woods: closed to every unit except infantry.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "TERRAIN_FORBIDDEN", RULES_IN_MOVEMENT, false, check_dense_woods_closed},
    {"BS2-TER-6", "Battlesystem (2nd edition), Dense Woods", "Dense woods, infantry: 2\" for each 1\" moved.", RULES_COST, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-7", "Battlesystem (2nd edition), Elevation", "Elevation is shown in steps of 1\" (10 ft in scale).", RULES_DEFINITION,
     RULES_SAYS_NOTHING, "", RULES_IN_MOVEMENT, false, NULL,
     .why_not = "An overhead camera does not measure height; the terrain file must state it."},
    {"BS2-TER-8", "Battlesystem (2nd edition), Elevation", "Climbing 1\" of elevation normally costs 2\" of movement.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-9", "Battlesystem (2nd edition), Elevation",
     "A scenario may declare a slope steep: climbing 1\" there costs 3\" or more instead of 2\".", RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE",
     RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-10", "Battlesystem (2nd edition), Elevation", "Elevation changes marked as too steep (cliffs) may not be climbed nor descended.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "TERRAIN_FORBIDDEN", RULES_IN_MOVEMENT, false, check_cliff},
    {"BS2-TER-11", "Battlesystem (2nd edition), Elevation", "Going down costs nothing extra unless the scenario says so.", RULES_PERMISSION,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-12", "Battlesystem (2nd edition), Elevation",
     "The climbing cost is cumulative with other terrain: infantry going up within light woods pays 6\" per 2\" travelled.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-13", "Battlesystem (2nd edition), Swamp", "Swamp: only infantry may enter.", RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "TERRAIN_FORBIDDEN",
     RULES_IN_MOVEMENT, false, check_swamp_closed},
    {"BS2-TER-14", "Battlesystem (2nd edition), Swamp", "Swamp: each 1\" moved costs 3\".", RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE",
     RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-15", "Battlesystem (2nd edition), Deep Water", "Deep water (considerable depth or soft bottom): no troops may enter.",
     RULES_PROHIBITION, RULES_SAYS_ILLEGAL, "TERRAIN_FORBIDDEN", RULES_IN_MOVEMENT, false, check_deep_water},
    {"BS2-TER-16", "Battlesystem (2nd edition), Shallow Water",
     "Shallow water (solid bed, at most shoulder-deep for the creatures): any unit may enter at 3\" per 1\" moved.", RULES_COST, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-17", "Battlesystem (2nd edition), Deep and Shallow Water",
     "The setup information of the scenario states the depth of each body of water; the same water may be deep for man-sized troops and shallow for "
     "large ones (ogres, giants).",
     RULES_DEFINITION, RULES_SAYS_ADVISORY, "TERRAIN_DATA_MISSING", RULES_IN_MOVEMENT, false, check_water_depth},
    {"BS2-TER-18", "Battlesystem (2nd edition), Obstacles",
     "Crossing an obstacle (wall, fence, hedge, gully, ditch) usually costs 4\"; scenarios may set another value (for instance 6\" for a deep muddy "
     "ditch).",
     RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-19", "Battlesystem (2nd edition), Obstacles", "Any type of unit may cross obstacles.", RULES_PERMISSION, RULES_SAYS_NOTHING, "",
     RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-20", "Battlesystem (2nd edition), Obstacles", "A unit must be in irregular formation to cross an obstacle.", RULES_OBLIGATION,
     RULES_SAYS_ILLEGAL, "FORMED_IN_TERRAIN", RULES_IN_MOVEMENT, false, check_formed_at_obstacle},
    {"BS2-TER-21", "Battlesystem (2nd edition), Rough and Rocky Ground", "Rough/rocky ground: cavalry may not enter.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "TERRAIN_FORBIDDEN", RULES_IN_MOVEMENT, false, check_rough_closed},
    {"BS2-TER-22", "Battlesystem (2nd edition), Rough and Rocky Ground", "Rough/rocky ground: all other units pay 2\" per 1\".", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-23", "Battlesystem (2nd edition), Brush and Scrub", "Brush/scrub: any unit may enter at 3\" per 1\" travelled.", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-24", "Battlesystem (2nd edition), Roads",
     "On a road through light woods, dense woods, swamp, rough/rocky or brush a unit suffers no penalty or restriction of that terrain: it counts as "
     "clear and open.",
     RULES_PERMISSION, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-25", "Battlesystem (2nd edition), Roads",
     "On a road the normal costs of going uphill and of obstacles lying in or across it still apply.", RULES_COST, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-26", "Battlesystem (2nd edition), Roads",
     "A road with a bridge lets units pass over water; without one the unit pays the normal water cost or cannot go on if that water is forbidden to "
     "it.",
     RULES_LIMIT, RULES_SAYS_ILLEGAL, "TERRAIN_FORBIDDEN", RULES_IN_MOVEMENT, false, check_bridge},
    {"BS2-TER-27", "Battlesystem (2nd edition), Trails", "A trail works like a road but cavalry units cannot move along it.", RULES_PROHIBITION,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_trail_cavalry},
    {"BS2-TER-28", "Battlesystem (2nd edition), Trails",
     "Large or giant figures may be unable to use a trail; its width and the largest figures that can use it are given in the setup information.",
     RULES_LIMIT, RULES_SAYS_ADVISORY, "TRAIL_TOO_NARROW", RULES_IN_MOVEMENT, false, check_trail_width},
    {"BS2-TER-29", "Battlesystem (2nd edition), Terrain Effects on Movement",
     "Special terrain may be entered or crossed only in irregular formation, which must have been taken up beforehand.", RULES_OBLIGATION,
     RULES_SAYS_ILLEGAL, "FORMED_IN_TERRAIN", RULES_IN_MOVEMENT, false, check_formed_in_terrain},
    {"BS2-TER-30", "Battlesystem (2nd edition), Terrain Effects on Movement",
     "Exception: a unit moving along a road or trail through the special terrain need not be irregular.", RULES_PERMISSION, RULES_SAYS_NOTHING, "",
     RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-31", "Battlesystem (2nd edition), Terrain Effects on Movement",
     "After coming out of special terrain onto clear open ground a unit may take up regular formation again for 3\" (if otherwise able).", RULES_COST,
     RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, check_reform_place},
    {"BS2-TER-32", "Battlesystem (2nd edition), Terrain Effects on Movement",
     "Terrain factors apply to facing and frontage changes too: infantry in light woods pay 3\" per 2 figures for frontage instead of 2\".",
     RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-33", "Battlesystem (2nd edition), Terrain Effects on Movement",
     "A left face of a special unit costs 4\" on clear ground and 8\" on rough/rocky ground.", RULES_COST, RULES_SAYS_ILLEGAL, "OVER_DISTANCE",
     RULES_IN_MOVEMENT, false, check_facing_price},
    {"BS2-TER-34", "Battlesystem (2nd edition), Favored Terrain",
     "A unit whose roster entry lists favoured terrain moves through that terrain as if it were clear.", RULES_PERMISSION, RULES_SAYS_ILLEGAL,
     "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-35", "Battlesystem (2nd edition), Favored Terrain",
     "Examples of favoured terrain: lizard men in swamp; dwarven infantry may cross rough/rocky ground without penalty; elves on foot move freely in "
     "light woods and treat dense woods as light woods.",
     RULES_PERMISSION, RULES_SAYS_ILLEGAL, "OVER_DISTANCE", RULES_IN_MOVEMENT, false, NULL},
    {"BS2-TER-36", "Battlesystem (2nd edition), Favored Terrain",
     "Favoured terrain holds only where the roster of that scenario lists it; special cases (amphibious men) are possible.", RULES_DEFINITION,
     RULES_SAYS_ADVISORY, "TERRAIN_DATA_MISSING", RULES_IN_MOVEMENT, false, check_favored_terrain},
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
    {GROUND_LIGHT_WOODS, MOVERS(MOVER_INFANTRY) | MOVERS(MOVER_SMALL_SPECIAL) | MOVERS(MOVER_OTHER), "light_woods_infantry", 2, false},
    {GROUND_LIGHT_WOODS, MOVERS(MOVER_CAVALRY), "light_woods_cavalry", 0, false},
    {GROUND_LIGHT_WOODS, MOVERS(MOVER_LARGE_SPECIAL), NULL, 0, false},
    {GROUND_DENSE_WOODS, MOVERS_ALL & ~MOVERS(MOVER_INFANTRY), NULL, 0, false},
    {GROUND_DENSE_WOODS, MOVERS(MOVER_INFANTRY), "dense_woods_infantry", 0, false},
    {GROUND_SWAMP, MOVERS_ALL & ~MOVERS(MOVER_INFANTRY), NULL, 0, false},
    {GROUND_SWAMP, MOVERS(MOVER_INFANTRY), "swamp_infantry", 0, false},
    {GROUND_DEEP_WATER, MOVERS_ALL, NULL, 0, false},
    {GROUND_SHALLOW_WATER, MOVERS_ALL, "shallow_water", 0, false},
    {GROUND_ROUGH, MOVERS_ALL, "rough_cost", 0, false},
    {GROUND_ROUGH, MOVERS(MOVER_CAVALRY), NULL, 0, false},
    {GROUND_BRUSH, MOVERS_ALL, "brush_cost", 0, false},
    {GROUND_ROAD, MOVERS_ALL, "road_factor", 0, false},
    {GROUND_CLIFF, MOVERS_ALL, NULL, 0, false},
    {GROUND_IMPASSABLE, MOVERS_ALL, NULL, 0, false},
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

static void tune(rules *r) {
    terrain_tuning *n = &r->n.terrain;
    n->table = TERRAIN_BATTLESYSTEM_2E;
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
