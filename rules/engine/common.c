// What every rulebook shares: how things are measured and what a breach needs (docs/geometry.md sections 2 to 5 and 14).
#include "rules/engine/common.h"

#include <string.h>

#include "rules/state/state.h"

static void take_target(const rules *r, rules_state *s, const event_declare *e) {
    (void)r;
    s->units[e->unit].reported.target = e->target;
}
static void forget_target(unit_state *u) { u->reported.target = -1; }

static void take_formation(const rules *r, rules_state *s, const event_declare *e) {
    (void)r;
    for (int i = 0; i < e->item_count; i++)
        if (strcmp(e->items[i].key, "to") == 0) s->units[e->unit].reported.to = formation_by_name(e->items[i].text);
}

// Words that mean the same in every rulebook that has them.
static const rules_declaration declared[] = {
    {.action = "charge", .flag = offsetof(unit_state, reported.charge), .take = take_target, .forget = forget_target},
    {.action = "follow-up", .flag = offsetof(unit_state, reported.follow_up), .lasts = true},
    {.action = "flee", .flag = offsetof(unit_state, reported.flee), .lasts = true},
    {.action = "change-formation", .flag = offsetof(unit_state, reported.formation), .take = take_formation, .lasts = true},
    {.action = "change-frontage", .flag = offsetof(unit_state, reported.frontage), .lasts = true},
    {.action = "left-face", .flag = offsetof(unit_state, reported.face), .lasts = true},
    {.action = "right-face", .flag = offsetof(unit_state, reported.face), .lasts = true},
    {.action = "about-face", .flag = offsetof(unit_state, reported.face), .lasts = true},
    {.action = "advance", .flag = offsetof(unit_state, reported.plain)},
    {.action = "halt", .flag = offsetof(unit_state, reported.plain)},
    {0},
};

#define HOUSE_AT(field) offsetof(tuning, field)
static const rules_parameter parameters[] = {
#define HOUSE_RULES "rules/state/measuring.def"
#include "rules/state/house_rows.h"
};

const rules_ruleset common_rules = {
    .key = "",
    .title = "Measuring",
    .declarations = declared,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
};
