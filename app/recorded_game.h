// app/recorded_game -- a record's observations fed to a judging, with its corrections applied. Opens and reads a record; never writes one.
#ifndef VEDETTE_APP_RECORDED_GAME_H
#define VEDETTE_APP_RECORDED_GAME_H

#include "app/judged_game.h"
#include "app/judging.h"
#include "app/row_corrections.h"
#include "record/record.h"

typedef struct {
    const char *path;
    record *record;
    judged_game game;
    row_corrections corrections;  // in the order in which they were made
    conclusions said;             // as the record holds them, with the changes of its amendments
    bool is_amended;
    int64_t *unread;  // rows that could not be read when it was judged
    long unread_count;
} recorded_game;

// Opens the record, and reads its game, its conclusions and its amendments. Close it whatever comes of it. STATUS_INVALID, STATUS_IO, STATUS_MEMORY.
status recorded_game_open(recorded_game *r, const char *path, const char *game, const text_list *house_rules, fault *fault);
void recorded_game_close(recorded_game *r);

// Feeds all observations as corrected, until a signal comes, and finishes. Rows that can't be read are told, skipped and noted as unread. added: with
// the corrections that the record does not hold yet; a row that was read without them must still fit then. STATUS_INVALID: a correction does not fit,
// or a row has a time that is none of a game; STATUS_IO, STATUS_MEMORY.
status recorded_game_judge(recorded_game *r, judging *j, bool added, fault *fault);

#endif
