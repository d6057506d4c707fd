#include "app/judge_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/recorded_game.h"

// Changes that go to the record, in order.
typedef struct {
    char **lines;
    double *t_s;
    long count;
} change_list;

typedef struct {
    const judge_record_request *q;
    recorded_game game;
    conclusions before, now;
    change_list changes;
} rejudging;

static bool keep_change(void *context, const conclusion *was, const conclusion *is, const char *json) {
    change_list *c = context;
    char **lines = realloc(c->lines, (size_t)(c->count + 1) * sizeof *lines);
    if (lines) c->lines = lines;
    double *times = realloc(c->t_s, (size_t)(c->count + 1) * sizeof *times);
    if (times) c->t_s = times;
    char *copy = lines && times ? strdup(json) : NULL;
    if (!copy) return false;
    c->lines[c->count] = copy;
    c->t_s[c->count++] = (was ? was : is)->t_s;
    return true;
}

static void free_changes(change_list *c) {
    for (long i = 0; i < c->count; i++) free(c->lines[i]);
    free(c->lines);
    free(c->t_s);
}

static status judge_into(rejudging *k, conclusions *kept, bool added, amend_result *out, fault *fault) {
    judging j;
    bool notes = !k->q->quiet && !(k->q->amend && !added);  // once, where it is judged twice
    judging_options o = {.notes = notes, .silent = true, .kept = kept, .drawn = true, .latest_t_s = RECORD_T_MAX_S};
    status s = judging_begin(&j, k->game.game.now, o, fault);
    if (s != STATUS_OK) return s;
    s = recorded_game_judge(&k->game, &j, added, fault);
    out->tally = session_count(j.session);
    judging_end(&j);
    return s;
}

static const char *program_of(const rejudging *k) {
    const char *program = record_meta_text(k->game.record, "program");
    return program ? program : "";
}

static status print_differences(const rejudging *k, fault *fault) {
    bool differs;
    char *text = judged_game_differences(&k->game.game, program_of(k), VEDETTE_VERSION, k->game.corrections.count, &differs);
    if (!text) return fault_set(fault, STATUS_MEMORY, "out of memory");
    if (differs) puts(text);
    free(text);
    return STATUS_OK;
}

static status compare(rejudging *k, conclusions *was, bool exact, conclusions_changed *changed, void *context, amend_result *out, fault *fault) {
    out->bad = k->game.unread_count;
    out->changed = conclusions_compare(was, &k->now, exact, changed, context);
    return out->changed < 0 ? fault_set(fault, STATUS_MEMORY, "out of memory") : STATUS_OK;
}

static status judge_and_compare(rejudging *k, amend_result *out, fault *fault) {
    bool exact = !k->game.game.other && !k->game.is_amended && strcmp(program_of(k), VEDETTE_VERSION) == 0;
    status s = judge_into(k, &k->now, false, out, fault);
    if (s != STATUS_OK || cli_signal()) return s;
    s = print_differences(k, fault);
    if (s == STATUS_OK) s = compare(k, &k->game.said, exact, amend_print_change, NULL, out, fault);
    if (s == STATUS_OK) printf("{\"kind\":\"judged-again\",\"moves\":%d,\"changed\":%ld}\n", out->tally.moves, out->changed);
    return s;
}

static status add_row(record *r, double t_s, const char *kind, const char *json, fault *fault) {
    return record_add(r, &(record_entry){.log = RECORD_AMENDMENT, .t_s = t_s, .kind = kind, .json = json}, fault);
}

// All rows in one commit: the amendment is in the record as a whole, or not at all.
static status keep_amendment(const rejudging *k, const char *summary, fault *fault) {
    record *r = NULL;
    double t_s = 0;
    status s = record_append(k->q->path, &r, fault);
    for (long i = 0; i < k->game.corrections.count && s == STATUS_OK; i++) {
        const row_correction *c = &k->game.corrections.at[i];
        if (c->added) s = add_row(r, t_s = c->t_s, "amend", c->line, fault);
    }
    for (long i = 0; i < k->changes.count && s == STATUS_OK; i++) s = add_row(r, t_s = k->changes.t_s[i], "change", k->changes.lines[i], fault);
    if (s == STATUS_OK) s = add_row(r, t_s, "amended", summary, fault);
    if (s != STATUS_OK) {
        record_leave(r);
        return s;
    }
    return record_close(r, fault);
}

static status amend(rejudging *k, amend_result *out, fault *fault) {
    char summary[128];
    status s = row_corrections_read(&k->game.corrections, k->q->amend, k->q->by, fault);
    if (s == STATUS_OK) s = judge_into(k, &k->before, false, out, fault);
    if (s == STATUS_OK && !cli_signal()) s = judge_into(k, &k->now, true, out, fault);
    if (s != STATUS_OK || cli_signal()) return s;
    s = compare(k, &k->before, false, keep_change, &k->changes, out, fault);
    if (s != STATUS_OK) return s;
    snprintf(summary, sizeof summary, "{\"kind\":\"amended\",\"moves\":%d,\"changed\":%ld}", out->tally.moves, out->changed);
    record_close(k->game.record, NULL);
    k->game.record = NULL;
    s = keep_amendment(k, summary, fault);
    for (long i = 0; i < k->changes.count && s == STATUS_OK; i++) puts(k->changes.lines[i]);
    if (s == STATUS_OK) puts(summary);
    return s;
}

status judge_record(const judge_record_request *q, amend_result *out, fault *fault) {
    rejudging k = {.q = q};
    cli_catch_signals();
    status s = recorded_game_open(&k.game, q->path, q->game, q->house_rules, fault);
    if (s == STATUS_OK && !cli_signal()) s = q->amend ? amend(&k, out, fault) : judge_and_compare(&k, out, fault);
    conclusions_free(&k.before);
    conclusions_free(&k.now);
    free_changes(&k.changes);
    recorded_game_close(&k.game);
    return s;
}
