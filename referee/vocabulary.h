// referee/vocabulary -- the words of a ruleset and what goes with each, as JSON: for other programs and for the page's entries.
#ifndef VEDETTE_REFEREE_VOCABULARY_H
#define VEDETTE_REFEREE_VOCABULARY_H

#include <cJSON.h>

#include "rules/rules.h"

// Words that mean the same under every ruleset (docs/stream.md): the keys of `status`.
extern const char *const vocabulary_status_keys[];  // NULL-terminated

// Adds "phases", "actions", "checks", "outcomes", "action_keys" {action: [key]}, "status", "formations", "edges" and "key_types" {key: what its value
// is: "flag", "number", "text", "unit", "units", "figure", "figures", "formation", "edge"} to the object.
void vocabulary_add(cJSON *o, const rules_ruleset *rs);
// Adds "answers": {rule: [{"label","entry"}]}, what can be said at once to what each rule asks (rules/engine/answers.h).
void vocabulary_add_answers(cJSON *o, const rules_ruleset *rs);
// Adds the words as a list of that name.
void vocabulary_add_words(cJSON *o, const char *name, const char *const *words);

#endif
