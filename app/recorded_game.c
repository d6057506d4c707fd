#include "app/recorded_game.h"

#include <stdlib.h>
#include <string.h>

#include "app/cli.h"

// A judging of the record's rows under way.
typedef struct {
    recorded_game *r;
    judging *j;
    bool added;
} reading;

static status damaged(const recorded_game *r, status s, double t_s, fault *fault) {
    return fault_set(fault, s, "%s: damaged after %.1f s: `vedette check` tells more", r->path, t_s);
}

static status check_time(const recorded_game *r, const record_row *row, fault *fault) {
    if (record_is_game_time(row->t_s)) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, "%s: row %lld: its time %g s is none of a game: the record is damaged, `vedette check` tells more",
                     r->path, (long long)row->seq, row->t_s);
}

static status take_row(recorded_game *r, const record_row *row, fault *fault) {
    struct fault wrong = {""};
    status s = check_time(r, row, fault);
    if (s != STATUS_OK) return s;
    if (row->log == RECORD_CONCLUSION) conclusions_add_line(&r->said, r->game.now, row->kind, row->t_s, row->json);
    if (row->log != RECORD_AMENDMENT) return STATUS_OK;
    if (strcmp(row->kind, "change") == 0) conclusions_change(&r->said, r->game.now, row->json);
    if (strcmp(row->kind, "amend") != 0) return STATUS_OK;
    r->is_amended = true;
    s = row_corrections_add(&r->corrections, row->json, &wrong);
    return s == STATUS_OK ? s : fault_set(fault, s, "%s: row %lld: %s", r->path, (long long)row->seq, wrong.text);
}

static status take_rows(recorded_game *r, fault *fault) {
    record_row row;
    double t_s = 0;
    status s;
    while (!cli_signal() && (s = record_next(r->record, &row)) == STATUS_OK) {
        if ((s = take_row(r, &row, fault)) != STATUS_OK) return s;
        t_s = row.t_s;
    }
    return cli_signal() || s == STATUS_END ? STATUS_OK : damaged(r, s, t_s, fault);
}

status recorded_game_open(recorded_game *r, const char *path, const char *game, const text_list *house_rules, fault *fault) {
    *r = (recorded_game){.path = path};
    status s = record_open(path, &r->record, fault);
    if (s == STATUS_OK) s = judged_game_read(&r->game, path, record_meta_text(r->record, "game"), game, house_rules, fault);
    return s == STATUS_OK ? take_rows(r, fault) : s;
}

void recorded_game_close(recorded_game *r) {
    conclusions_free(&r->said);
    free(r->unread);
    row_corrections_free(&r->corrections);
    judged_game_destroy(&r->game);
    record_close(r->record, NULL);
    *r = (recorded_game){0};
}

static bool was_unread(const recorded_game *r, int64_t row) {
    for (long i = 0; i < r->unread_count; i++)
        if (r->unread[i] == row) return true;
    return false;
}

static status note_unread(recorded_game *r, int64_t row, fault *fault) {
    int64_t *more = realloc(r->unread, (size_t)(r->unread_count + 1) * sizeof *more);
    if (!more) return fault_set(fault, STATUS_MEMORY, "out of memory");
    r->unread = more;
    r->unread[r->unread_count++] = row;
    return STATUS_OK;
}

// A row that can't be read is told and skipped; one that could be until the corrections came is their fault.
static status skip_row(const reading *k, int64_t row, const char *wrong, fault *fault) {
    if (!k->added) {
        cli_message("%s: row %lld: %s; the event is skipped", k->r->path, (long long)row, wrong);
        return note_unread(k->r, row, fault);
    }
    if (was_unread(k->r, row)) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, "%s: row %lld no longer fits after the corrections: %s", k->r->path, (long long)row, wrong);
}

static status take_event(const reading *k, const char *json, int64_t row, bool is_correction, fault *fault) {
    struct fault wrong = {""};
    status s = judging_line(k->j, json, strlen(json), k->r->path, (long)row, &wrong);
    if (s == STATUS_OK) return s;
    if (s == STATUS_INVALID && !is_correction && !k->j->beyond) return skip_row(k, row, wrong.text, fault);
    return fault_set(fault, s, "%s: %srow %lld: %s", k->r->path, is_correction ? "the correction of " : "", (long long)row, wrong.text);
}

static status take_correction(const reading *k, const row_correction *c, double t_s, fault *fault) {
    if (!c->event) return STATUS_OK;
    char *json = row_correction_event(c, t_s);
    if (!json) return fault_set(fault, STATUS_MEMORY, "out of memory");
    k->j->bad_text[0] = 0;
    status s = take_event(k, json, c->row, true, fault);
    free(json);
    // A new one that the session leaves aside would be kept in the record and change nothing.
    if (s == STATUS_OK && c->added && k->j->bad_text[0])
        return fault_set(fault, STATUS_INVALID, "%s: the correction of row %lld: %s", k->r->path, (long long)c->row, k->j->bad_text);
    return s;
}

// What follows row 0 comes before the first.
static status take_followers(const reading *k, int64_t row, double t_s, fault *fault) {
    const row_corrections *c = &k->r->corrections;
    status s = STATUS_OK;
    for (long i = row_corrections_after(c, row, k->added, -1); i >= 0 && s == STATUS_OK; i = row_corrections_after(c, row, k->added, i))
        s = take_correction(k, &c->at[i], t_s, fault);
    return s;
}

static status take_observation(const reading *k, const record_row *row, fault *fault) {
    const row_correction *own = row_corrections_of(&k->r->corrections, row->seq, k->added, row->t_s);
    status s = check_time(k->r, row, fault);
    if (s == STATUS_OK) s = own ? take_correction(k, own, row->t_s, fault) : take_event(k, row->json, row->seq, false, fault);
    return s == STATUS_OK ? take_followers(k, row->seq, row->t_s, fault) : s;
}

static status check_met(const recorded_game *r, fault *fault) {
    for (long i = 0; i < r->corrections.count; i++)
        if (!r->corrections.at[i].met && !cli_signal())
            return fault_set(fault, STATUS_INVALID,
                             "row %lld: no row of something seen or entered: `sqlite3 RECORD 'SELECT * FROM observations'` lists them",
                             (long long)r->corrections.at[i].row);
    return STATUS_OK;
}

status recorded_game_judge(recorded_game *r, judging *j, bool added, fault *fault) {
    reading k = {r, j, added};
    record_row row;
    row_corrections_of(&r->corrections, 0, added, 0);
    status s = record_seek(r->record, 0) == STATUS_OK ? take_followers(&k, 0, 0, fault) : fault_set(fault, STATUS_IO, "%s: can't be read", r->path);
    if (s != STATUS_OK) return s;
    while (!cli_signal() && (s = record_next(r->record, &row)) == STATUS_OK)
        if (row.log == RECORD_OBSERVATION && (s = take_observation(&k, &row, fault)) != STATUS_OK) return s;
    if (!cli_signal() && s != STATUS_END) return damaged(r, s, j->last_t_s, fault);
    s = check_met(r, fault);
    return s == STATUS_OK ? judging_finish(j, fault) : s;
}
