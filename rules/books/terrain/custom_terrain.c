// A judge's own terrain table for the intermediate game: what an inch of each kind of ground costs everybody (BS1-7.0-5).
#include <string.h>

#include "rules/books/terrain/terrain_tables.h"
#include "rules/engine/parameters.h"
#include "rules/measure/terrain/terrain.h"

#define COST(kind, words) NUMBER("terrain_cost_" kind, 1, 1, 20, "in", words ", for an inch", "BS1-7.0-5")

static const rules_parameter parameters[] = {
    COST("light_woods", "light woods"),
    COST("dense_woods", "dense woods"),
    COST("swamp", "swamp"),
    COST("water", "deep, shallow or any water"),
    COST("rough", "rough ground"),
    COST("brush", "brush"),
    COST("hill", "a hill"),
    NUMBER("terrain_cost_obstacle", 0, 0, 60, "in", "crossing an obstacle", "BS1-7.0-5"),
};

static const going_row table[] = {
    {.ground = GROUND_LIGHT_WOODS, .movers = MOVERS_ALL, .parameter = "terrain_cost_light_woods"},
    {.ground = GROUND_DENSE_WOODS, .movers = MOVERS_ALL, .parameter = "terrain_cost_dense_woods"},
    {.ground = GROUND_SWAMP, .movers = MOVERS_ALL, .parameter = "terrain_cost_swamp"},
    {.ground = GROUND_DEEP_WATER, .movers = MOVERS_ALL, .parameter = "terrain_cost_water"},
    {.ground = GROUND_SHALLOW_WATER, .movers = MOVERS_ALL, .parameter = "terrain_cost_water"},
    {.ground = GROUND_ROUGH, .movers = MOVERS_ALL, .parameter = "terrain_cost_rough"},
    {.ground = GROUND_BRUSH, .movers = MOVERS_ALL, .parameter = "terrain_cost_brush"},
    {.ground = GROUND_HILL, .movers = MOVERS_ALL, .parameter = "terrain_cost_hill"},
};

static void tune(rules *r) {
    terrain_tuning *n = &r->n.terrain;
    n->counts = true;
    going_fill(r, table, sizeof table / sizeof *table, n->first);
    memcpy(n->kind, n->first, sizeof n->kind);
    n->obstacle_cost = rules_number(r, "terrain_cost_obstacle");
}

static const rules_hooks hooks = {.tune = tune, .explain = terrain_explain, .facts = terrain_charge, .booked = terrain_booked};

const rules_ruleset custom_terrain = {
    .key = "",
    .title = "The judge's terrain table",
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .hooks = &hooks,
};
