// Battlesystem, first edition, sections 7.0 to 7.10, with the official questions and answers. One row a rule of the catalogue.
//
// A row without a check is a definition, a permission, or a cost that the explanation of the move charges (rules/measure/maneuver/explain.h).
#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/checks.h"
#include "rules/books/terrain/terrain_tables.h"
#include "rules/engine/common.h"
#include "rules/state/state.h"

static const rules_answer march_or_charge_answers[] = {{"Forced march", "declare forced-march"},
                                                       {"Charge", "declare charge"},
                                                       {"Neither", "declare advance"},
                                                       {"Another rate", "status movement_in"},
                                                       {0}};

static const rules_row rows[] = {
#define RULES "rules/books/battlesystem/battlesystem_1e_rules.def"
#include "rules/state/rule_rows.h"
};

static const char *const phases[] = {"movement", "melee", "rally", NULL};
static const char *const other_phases[] = {"missile", "magic", NULL};
static const char *const moving[] = {"movement", NULL};
static const char *const actions[] = {
    "charge",          "forced-march", "wrap-around", "fighting-withdrawal", "follow-up", "stay", "flee",  "break-through", "change-formation",
    "change-frontage", "left-face",    "right-face",  "about-face",          "advance",   "halt", "shoot", "rally",         NULL};
static const char *const checks[] = {"morale", "discipline", "rally", NULL};
// The terrain table is the second edition's; what costs movement is a house rule (BS1-7.0-5).
static const char *const terrain[] = {"light-woods", "dense-woods", "swamp", "deep-water", "shallow-water", "water",      "obstacle", "rough",
                                      "brush",       "hill",        "cliff", "road",       "trail",         "impassable", NULL};
static const char *const traits[] = {"chaotic", "low-intelligence", "never-checks-morale", NULL};
static const unit_type types[] = {UNIT_REGULAR, UNIT_SKIRMISH, UNIT_MOB, UNIT_INDIVIDUAL};

// Sections that stand in files of their own.
static const rules_rows *const more[] = {
    &battlesystem_1e_7_11,
    &battlesystem_1e_7_13,
    &battlesystem_1e_7_15,
    NULL,
};

// Terrain tables for the intermediate game (BS1-7.0-5).
static const rules_attachment tables[] = {
    {.flag = "terrain_costs_enabled", .option = "terrain_table", .value = "bs2", .module = &battlesystem_2e_terrain},
    {.flag = "terrain_costs_enabled", .option = "terrain_table", .value = "chainmail", .module = &chainmail_terrain},
    {.flag = "terrain_costs_enabled", .option = "terrain_table", .value = "custom", .module = &custom_terrain},
};

static void take_broken(const rules *r, rules_state *s, const event_declare *e) {
    (void)r;
    s->units[e->unit].reported.broken_named = e->figure_count > 0;
    for (int i = 0; i < e->figure_count; i++) s->figures[e->figures[i]].broken_phase = s->phase_count;
}

static const char *charge_stands(const rules *r) {
    return battlesystem_tuning_of(&r->n)->charge_must_move ? "stands once it was declared (Battlesystem 7.7)" : NULL;
}

static const rules_declaration declared[] = {
    {.action = "charge", .flag = offsetof(unit_state, reported.charge), .stands = charge_stands},
    {.action = "forced-march", .flag = offsetof(unit_state, reported.forced_march)},
    {.action = "wrap-around", .flag = offsetof(unit_state, reported.wrap_around)},
    {.action = "fighting-withdrawal", .flag = offsetof(unit_state, reported.withdrawal)},
    {.action = "break-through", .flag = offsetof(unit_state, reported.break_through), .take = take_broken, .lasts = true},
    {0},
};

static const char *const aliases[][2] = {{"formation_change_cost", "formation_change_fraction"}, {NULL, NULL}};

const rules_ruleset battlesystem_1e = {
    .key = "battlesystem-1e",
    .title = "Battlesystem, first edition",
    .parent = &common_rules,
    .phases = phases,
    .other_phases = other_phases,
    .moving = moving,
    .actions = actions,
    .declarations = declared,
    .checks = checks,
    .terrain = terrain,
    .traits = traits,
    .unit_types = types,
    .unit_type_count = 4,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .more = more,
    .aliases = aliases,
    .parameters = &battlesystem_1e_parameters,
    .hooks = &battlesystem_1e_hooks,
    .attachments = tables,
    .attachment_count = sizeof tables / sizeof *tables,
};
