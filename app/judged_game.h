// app/judged_game -- the game that a record is judged by again: its own, or another file, with house rules set on the command line; and what differs
// from the record's own.
#ifndef VEDETTE_APP_JUDGED_GAME_H
#define VEDETTE_APP_JUDGED_GAME_H

#include <stddef.h>

#include "app/options.h"
#include "core/game.h"

typedef struct {
    game *recorded, *now;  // now: what is judged by; the two may be one
    bool other;            // by another game or house rule than the record's
} judged_game;

// text: the record's game file; path: another game file, or NULL; house_rules: NAME=VALUE each. `record` stands for the record in messages. Destroy
// it whatever comes of it. STATUS_INVALID: no game, a unit or figure of the record that the other game lacks, no such house rule or value;
// STATUS_MEMORY.
status judged_game_read(judged_game *j, const char *record, const char *text, const char *path, const text_list *house_rules, fault *fault);
void judged_game_destroy(judged_game *j);

// What is not as it was when the game was recorded, as one line of JSON that the caller frees: {"kind":"judging-again","program":{"was":..,"is":..},
// "ruleset":{..},"options":{"NAME":{..}},"units":{"R1":{"movement_in":{..}}},"amendments":N}, each where it differs. An option that is not set is
// null. *differs: false where nothing does. NULL: out of memory.
char *judged_game_differences(const judged_game *j, const char *program_was, const char *program_is, long amendments, bool *differs);

#endif
