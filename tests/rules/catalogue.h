// The catalogue's cases as data (tests/rules/catalogue/*.json): a game in few words and what happens, made into a game file and events.
//
// A case: {"rule", "expect", "why", "units": [...], "events": [...]} and, passed through to the game file, "options", "terrain", "table", "sides".
// Left out of a unit: `side` (red for ids that begin with R, else blue), `movement_in` 12 (null: not entered), 20 mm square bases. Left out of an
// event: `t`. Beside the events of docs/stream.md: {"phase", "turn", "side"}, and {"move": unit, "steps": [...], "seen": "path", "end": false},
// which becomes observations and an end-move. Steps, for all of the unit that stands or for "figures": [ids]:
//   {"by": [forward, left]}, {"shift": [dx, dy]}, {"wheel": "left" or "right", "deg"} about the outer front corner, {"face": deg},
//   {"at": {figure: [x, y, heading]}}, {"array": {"files", "ranks", "gap_in", "at": [x, y, heading]}}.
#ifndef TESTS_RULES_CATALOGUE_H
#define TESTS_RULES_CATALOGUE_H

#include <cjson/cJSON.h>

#include "core/game.h"

// The game file of a case; the caller deletes it.
cJSON *catalogue_game(const char *ruleset, const cJSON *test);
// The events of a case, an array of contract events, on the game made of it; the caller deletes it. Asserts that the steps make sense.
cJSON *catalogue_events(const cJSON *test, const game *g);

#endif
