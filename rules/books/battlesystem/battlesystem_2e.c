// Battlesystem, second edition: of it the terrain rules are known; turns, formations and contact are the first edition's.
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/case/hooks.h"

static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/books/battlesystem/battlesystem_2e_house.def"
#include "rules/state/house_rows.h"
};

// What the judge has not stated has no price.
static double stated(const rules *r, const char *parameter) { return rules_is_fixed(r, parameter) ? rules_number(r, parameter) : -1; }

static void tune(rules *r) {
    terrain_tuning *n = &r->n.terrain;
    double special = rules_number(r, "facing_cost_special_in"), infantry = stated(r, "facing_cost_infantry_in");
    if (!rules_flag(r, "terrain_costs_enabled")) n->counts = false;
    n->own_costs = true;
    n->face_cost[MOVER_SMALL_SPECIAL] = n->face_cost[MOVER_LARGE_SPECIAL] = special;
    n->face_cost[MOVER_INFANTRY] = infantry;
    n->face_cost[MOVER_CAVALRY] = stated(r, "facing_cost_cavalry_in");
    n->face_cost[MOVER_OTHER] = -1;
    n->about_cost = stated(r, "about_face_cost_in");
    r->n.frontage_cost = n->frontage_cost;
    r->n.frontage_group = n->frontage_per;
    r->n.frontage_per_figure = true;
}

static const rules_hooks hooks = {.tune = tune};
static const char *const traits[] = {"chaotic", "low-intelligence", "never-checks-morale", "irregular", NULL};
// Replaced by prices of its own.
static const char *const dropped[] = {"BS1-7.9-9", "BS1-7.9-10", "BS1-7.10-4", NULL};

const rules_ruleset battlesystem_2e = {
    .key = "battlesystem-2e",
    .title = "Battlesystem, second edition",
    .parent = &battlesystem_2e_terrain,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
    .traits = traits,
    .dropped = dropped,
    .hooks = &hooks,
};
