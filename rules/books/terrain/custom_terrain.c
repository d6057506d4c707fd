// A judge's own terrain table for the intermediate game: what an inch of each kind of ground costs all troops (BS1-7.0-5).
#include <string.h>

#include "rules/books/terrain/terrain_tables.h"
#include "rules/measure/terrain/terrain.h"

static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/books/terrain/custom_terrain_house.def"
#include "rules/state/house_rows.h"
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
}

static const rules_hooks hooks = {.tune = tune, .explain = terrain_explain, .facts = terrain_charge, .booked = terrain_booked};

const rules_ruleset custom_terrain = {
    .key = "",
    .title = "The judge's terrain table",
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
    .hooks = &hooks,
};
