// A case of the catalogue played through the session as `vedette judge` does.
#ifndef TESTS_RULES_CATALOGUE_PLAY_H
#define TESTS_RULES_CATALOGUE_PLAY_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "core/game.h"

#define CATALOGUE_FOLDER "tests/rules/catalogue"

// The file as JSON; the caller deletes it. Fails the test where it can't be read.
cJSON *catalogue_read(const char *path);
// The text of that key, or "".
const char *catalogue_text(const cJSON *o, const char *key);
// The game of a game file; the caller destroys it. `name` is for the message where it is refused.
game *catalogue_parse(const cJSON *roster, const char *name);
// Plays the events; returns all lines of the verdict stream and the state at the end as an array, which the caller deletes. aloud: prints both
// streams.
cJSON *catalogue_play(const game *g, const cJSON *events, bool aloud);

// Visits every case of the files whose names contain `part` (NULL: of all), by name, with the ruleset that it is played under. Fails the test where
// there is no file.
typedef void catalogue_visit(const char *file, const char *ruleset, const cJSON *test, void *context);
void catalogue_each(const char *part, catalogue_visit *visit, void *context);

#endif
