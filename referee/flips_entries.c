// Flips of what was not entered: a declaration, a check that was passed, a unit in command.
#include <stdio.h>
#include <string.h>

#include "referee/flips_search.h"

static status try_entry(search *k, const event *e, flip f, const finding *about, bool *found) {
    trial_result r;
    status s = trial_entry(&k->trial, e, &r);
    *found = s == STATUS_OK && flips_flipped(k, &r);
    f.becomes = r.ruling;
    f.unit_name = "";
    if (*found) flips_add(k, f, NULL, about);
    return s;
}

static status try_declared(search *k, const char *action, int target, formation_kind to, const finding *about, bool *found) {
    event_item item = {.key = "to", .kind = OPTION_TEXT};
    event_declare d = {.unit = k->verdict->unit, .target = target, .side = -1};
    flip f = {.kind = FLIP_DECLARED, .target = target};
    snprintf(d.action, sizeof d.action, "%s", action);
    snprintf(f.name, sizeof f.name, "%s", action);
    if (to != FORMATION_UNKNOWN) {
        snprintf(item.text, sizeof item.text, "%s", formation_name(to));
        snprintf(f.word, sizeof f.word, "%s", item.text);
        d.items = &item, d.item_count = 1;
    }
    event e = {.kind = EVENT_DECLARE, .t_s = k->verdict->t_s, .declare = d};
    return try_entry(k, &e, f, about, found);
}

// The first enemy at which it would make the move legal.
static status try_targets(search *k, const char *action, const finding *about) {
    status s = STATUS_OK;
    bool found = false;
    for (int u = 0; u < k->game->unit_count && s == STATUS_OK && !found; u++)
        if (k->game->units[u].side != k->game->units[k->verdict->unit].side) s = try_declared(k, action, u, FORMATION_UNKNOWN, about, &found);
    return s;
}

static status try_formations(search *k, const char *action, const finding *about) {
    status s = STATUS_OK;
    bool found;
    for (int to = FORMATION_CLOSED; to < FORMATION_COUNT && s == STATUS_OK; to++) s = try_declared(k, action, -1, (formation_kind)to, about, &found);
    return s;
}

// What happens to a unit rather than being chosen for it.
static bool is_no_choice(const char *action) {
    static const char *const fates[] = {"flee", "break-through", NULL};
    return rules_has_word(fates, action);
}

static status try_action(search *k, const char *action, const finding *about) {
    bool found;
    if (is_no_choice(action)) return STATUS_OK;
    if (strcmp(action, "change-formation") == 0) return try_formations(k, action, about);
    status s = try_declared(k, action, -1, FORMATION_UNKNOWN, about, &found);
    return s == STATUS_OK && !found && strcmp(action, "charge") == 0 ? try_targets(k, action, about) : s;
}

static status try_check(search *k, const char *check, const finding *about) {
    bool found;
    event e = {.kind = EVENT_DICE, .t_s = k->verdict->t_s, .dice = {.unit = k->verdict->unit, .passed = true}};
    flip f = {.kind = FLIP_DICE, .target = -1};
    snprintf(e.dice.check, sizeof e.dice.check, "%s", check);
    snprintf(f.name, sizeof f.name, "%s", check);
    return try_entry(k, &e, f, about, &found);
}

static status try_command(search *k, const finding *about) {
    bool found;
    event_item item = {.key = "in_command", .kind = OPTION_FLAG, .flag = true};
    event e = {.kind = EVENT_STATUS, .t_s = k->verdict->t_s, .status = {k->verdict->unit, &item, 1}};
    return try_entry(k, &e, (flip){.kind = FLIP_COMMAND, .name = "in_command", .target = -1}, about, &found);
}

status flips_search_entries(search *k, const finding *about) {
    status s = STATUS_OK;
    for (const char *const *at = rules_ruleset_words(k->ruleset, RULES_ACTIONS); *at && s == STATUS_OK; at++) s = try_action(k, *at, about);
    for (const char *const *at = rules_ruleset_words(k->ruleset, RULES_CHECKS); *at && s == STATUS_OK; at++) s = try_check(k, *at, about);
    return s == STATUS_OK ? try_command(k, about) : s;
}
