// Battlesystem, second edition: of it the terrain rules are known; turns, formations and contact are the first edition's.
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/case/hooks.h"
#include "rules/engine/parameters.h"

static const rules_parameter parameters[] = {
    FLAG("terrain_costs_enabled", true, "terrain costs movement", "BS1-7.0-5"),
    WORD("terrain_table", "bs2", "bs2", "which terrain table", "BS1-7.0-5"),
    NUMBER("frontage_cost_in", 2, 0, 20, "in", "cost of a change of frontage, for each started frontage_cost_per figures", "BS2-TER-32"),
    NUMBER("frontage_cost_per", 2, 1, 100, "figures", "figures that join or leave the front for frontage_cost_in", "BS2-TER-32"),
    NUMBER("facing_cost_special_in", 4, 0, 60, "in", "cost of a left or right face of special units", "BS2-TER-33"),
    NUMBER("facing_cost_infantry_in", 0, 0, 60, "in", "the same of infantry; the book's fragment does not state it", "BS2-TER-33"),
    NUMBER("facing_cost_cavalry_in", 0, 0, 60, "in", "the same of cavalry; the book's fragment does not state it", "BS2-TER-33"),
    NUMBER("about_face_cost_in", 0, 0, 60, "in", "cost of an about face; the book's fragment does not state it", "BS2-TER-33"),
};

// What the judge has not stated has no price.
static double stated(const rules *r, const char *parameter) { return rules_is_fixed(r, parameter) ? rules_number(r, parameter) : -1; }

static void tune(rules *r) {
    terrain_tuning *n = &r->n.terrain;
    double special = rules_number(r, "facing_cost_special_in"), infantry = stated(r, "facing_cost_infantry_in");
    if (!rules_flag(r, "terrain_costs_enabled")) n->counts = false;
    n->own_costs = true;
    n->frontage_cost = rules_number(r, "frontage_cost_in");
    n->frontage_per = rules_number(r, "frontage_cost_per");
    n->face_cost[MOVER_SMALL_SPECIAL] = n->face_cost[MOVER_LARGE_SPECIAL] = special;
    n->face_cost[MOVER_INFANTRY] = infantry;
    n->face_cost[MOVER_CAVALRY] = stated(r, "facing_cost_cavalry_in");
    n->face_cost[MOVER_OTHER] = -1;
    n->about_cost = stated(r, "about_face_cost_in");
    r->n.frontage_cost = 0;  // charged with its ground (rules/measure/terrain/terrain.c)
}

static const rules_hooks hooks = {.tune = tune};
static const char *const traits[] = {"chaotic", "low-intelligence", "never-checks-morale", "irregular", NULL};
// Replaced by prices of its own.
static const char *const dropped[] = {"BS1-7.9-9", "BS1-7.9-10", "BS1-7.10-4", NULL};

const rules_ruleset battlesystem_2e = {
    .key = "battlesystem-2e",
    .title = "Battlesystem, second edition",
    .parent = &battlesystem_2e_terrain,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .traits = traits,
    .dropped = dropped,
    .hooks = &hooks,
};
