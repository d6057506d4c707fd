#include "app/judge_record.h"

#include <stdio.h>
#include <string.h>

#include "app/cli.h"
#include "app/judging.h"
#include "record/record.h"

// A record that is judged again.
typedef struct {
    const char *path;
    record *record;
    game *game;
    conclusions was, is;
    long events, unread;
} rejudging;

static status open_record(rejudging *k, fault *fault) {
    status s = record_open(k->path, &k->record, fault);
    if (s != STATUS_OK) return s;
    const char *text = record_meta_text(k->record, "game");
    if (!text) return fault_set(fault, STATUS_INVALID, "%s: holds no game file: it is damaged", k->path);
    return game_parse(text, strlen(text), k->path, &k->game, NULL, NULL, fault);
}

static status take_event(rejudging *k, judging *j, const record_row *row, fault *fault) {
    struct fault wrong = {""};
    status s = judging_line(j, row->json, strlen(row->json), k->path, ++k->events, &wrong);
    if (s == STATUS_OK) return s;
    if (s != STATUS_INVALID) return fault_set(fault, s, "%s: at %.1f s: %s", k->path, row->t_s, wrong.text);
    cli_message("%s: at %.1f s: %s; the event is skipped", k->path, row->t_s, wrong.text);
    k->unread++;
    return STATUS_OK;
}

static status take_rows(rejudging *k, judging *j, fault *fault) {
    record_row row;
    status s;
    while (!cli_signal() && (s = record_next(k->record, &row)) == STATUS_OK) {
        if (row.log == RECORD_CONCLUSION)
            conclusions_add_line(&k->was, k->game, row.kind, row.t_s, row.json);
        else if (row.log == RECORD_OBSERVATION && (s = take_event(k, j, &row, fault)) != STATUS_OK)
            return s;
    }
    if (cli_signal() || s == STATUS_END) return judging_finish(j, fault);
    return fault_set(fault, s, "%s: damaged after %.1f s: `vedette check` tells more", k->path, j->last_t_s);
}

static status compare(rejudging *k, amend_result *out, fault *fault) {
    out->bad = k->unread;
    out->changed = conclusions_compare(&k->was, &k->is);
    if (out->changed < 0) return fault_set(fault, STATUS_MEMORY, "out of memory");
    printf("{\"kind\":\"judged-again\",\"moves\":%d,\"changed\":%ld}\n", out->tally.moves, out->changed);
    return STATUS_OK;
}

status judge_record(const char *path, bool quiet, amend_result *out, fault *fault) {
    rejudging k = {.path = path};
    judging j = {0};
    status s = open_record(&k, fault);
    if (s == STATUS_OK) s = judging_begin(&j, k.game, (judging_options){.notes = !quiet, .silent = true, .kept = &k.is}, fault);
    if (s == STATUS_OK) {
        cli_catch_signals();
        s = take_rows(&k, &j, fault);
        out->tally = session_count(j.session);
        judging_end(&j);
    }
    if (s == STATUS_OK && !cli_signal()) s = compare(&k, out, fault);
    conclusions_free(&k.was);
    conclusions_free(&k.is);
    game_destroy(k.game);
    record_close(k.record, NULL);
    return s;
}
