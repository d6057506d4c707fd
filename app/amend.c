#include "app/amend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/corrections.h"
#include "app/judging.h"

// Both ways of the same game.
typedef struct {
    line_list events;
    corrections corrections;
    bool *was_bad;  // lines of the events that were none as they came
    conclusions was, is;
} amendment;

bool amend_print_change(void *context, const conclusion *was, const conclusion *is, const char *json) {
    (void)context;
    (void)was;
    (void)is;
    return puts(json) >= 0;
}

static status judge_as_it_came(amendment *a, const game *g, fault *fault) {
    judging j;
    status s = judging_begin(&j, g, (judging_options){.silent = true, .kept = &a->was}, fault);
    for (long i = 0; i < a->events.count && s == STATUS_OK; i++) {
        s = judging_line(&j, a->events.at[i].text, a->events.at[i].length, a->events.name, i + 1, fault);
        if (s != STATUS_INVALID) continue;
        a->was_bad[i] = true;
        s = STATUS_OK;
    }
    if (s == STATUS_OK) s = judging_finish(&j, fault);
    judging_end(&j);
    return s;
}

static status take_correction(const amendment *a, judging *j, const correction *c, fault *fault) {
    if (c->kind == CORRECTION_DELETES) return STATUS_OK;
    struct fault wrong = {""};
    status s = judging_line(j, c->event, strlen(c->event), a->corrections.name, c->number, &wrong);
    return s == STATUS_OK ? s : fault_set(fault, s, "%s:%ld: %s", a->corrections.name, c->number, wrong.text);
}

// A line that fitted as it came must fit still: the corrections may not turn the order of time about.
static status take_line(const amendment *a, judging *j, long i, fault *fault) {
    struct fault wrong = {""};
    status s = judging_line(j, a->events.at[i].text, a->events.at[i].length, a->events.name, i + 1, &wrong);
    if (s == STATUS_INVALID && a->was_bad[i]) {
        judging_skip(j, &wrong);
        return STATUS_OK;
    }
    return s == STATUS_OK ? s : fault_set(fault, s, "%s: line %ld of the events no longer fits: %s", a->corrections.name, i + 1, wrong.text);
}

static status judge_as_corrected(amendment *a, const game *g, bool quiet, amend_result *out, fault *fault) {
    judging j;
    const correction *next = a->corrections.at, *end = next + a->corrections.count;
    status s = judging_begin(&j, g, (judging_options){.notes = !quiet, .kept = &a->is}, fault);
    for (long n = 0; n <= a->events.count && s == STATUS_OK; n++) {
        bool own = next < end && next->line == n && next->kind != CORRECTION_FOLLOWS;
        if (!own && n > 0) s = take_line(a, &j, n - 1, fault);
        for (; s == STATUS_OK && next < end && next->line == n; next++) s = take_correction(a, &j, next, fault);
    }
    if (s == STATUS_OK) s = judging_finish(&j, fault);
    if (s == STATUS_OK) *out = (amend_result){.tally = session_count(j.session), .bad = j.bad};
    judging_end(&j);
    return s;
}

status amend_judge(const game *g, const char *events, const char *corrected, bool quiet, amend_result *out, fault *fault) {
    amendment a = {0};
    status s = line_list_read(&a.events, events, STREAM_LINE_MAX, fault);
    if (s == STATUS_OK) s = corrections_read(&a.corrections, corrected, &a.events, fault);
    if (s == STATUS_OK && !(a.was_bad = calloc((size_t)a.events.count + 1, sizeof *a.was_bad))) s = fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) s = judge_as_it_came(&a, g, fault);
    if (s == STATUS_OK) s = judge_as_corrected(&a, g, quiet, out, fault);
    if (s == STATUS_OK) out->changed = conclusions_compare(&a.was, &a.is, false, amend_print_change, NULL);
    if (s == STATUS_OK && out->changed < 0) s = fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) printf("{\"kind\":\"amended\",\"moves\":%d,\"changed\":%ld}\n", out->tally.moves, out->changed);
    conclusions_free(&a.was);
    conclusions_free(&a.is);
    corrections_free(&a.corrections);
    line_list_free(&a.events);
    free(a.was_bad);
    return s;
}
