// app/house_rules -- a game file with other house rules, and what differs between two.
#ifndef VEDETTE_APP_HOUSE_RULES_H
#define VEDETTE_APP_HOUSE_RULES_H

#include <stdbool.h>
#include <stdio.h>

#include "core/status.h"

// The game file with each "NAME=VALUE" among its options, in their place where they are there already: numbers, true, false, null and words. The
// caller frees *out. STATUS_INVALID: not of that form, or the game is no JSON.
status house_rules_set(const char *game_text, const char *const *options, int count, char **out, fault *fault);
// Writes {"kind":"judging-again","program":{"was":..,"is":..},"ruleset":{..},"options":[{"name":..,"was":..,"is":..}],"roster":true} with what
// differs, or nothing where nothing does. Returns whether anything does. roster: the units or their figures are not the same.
bool house_rules_tell(FILE *out, const char *program_was, const char *program_is, const char *game_was, const char *game_is);

#endif
