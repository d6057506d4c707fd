#include "app/judging.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/cli.h"
#include "rules/rules.h"

static void hear(void *context, const report *what) {
    judging *j = context;
    if (j->kept)
        conclusions_add(j->kept, j->game, what);
    else
        puts(what->json);
}

static void say_note(void *context, const char *text) {
    (void)context;
    cli_message("%s", text);
}

static void say_bad(void *context, const char *text) {
    judging *j = context;
    snprintf(j->bad_text, sizeof j->bad_text, "%s", text);
    if (!j->silent) cli_message("%s:%ld: %s; that is left aside", j->name, j->number, text);
    if (j->number != j->bad_number || j->name != j->bad_name) j->bad++;  // a line counts once, whatever is wrong in it
    j->bad_number = j->number;
    j->bad_name = j->name;
}

status judging_check_rules(const game *g, const char *name, fault *fault) {
    rules *r = NULL;
    status s = rules_create(g, &r, fault);
    if (s == STATUS_INVALID) cli_in_file(name, fault);
    rules_destroy(r);
    return s;
}

status judging_begin(judging *j, const game *g, judging_options o, fault *fault) {
    *j = (judging){.game = g, .kept = o.kept, .silent = o.silent, .latest_t_s = o.latest_t_s};
    session_options so = {.states = o.states,
                          .drawn = o.drawn,
                          .judged = o.judged,
                          .judged_context = o.judged_context,
                          .note = o.notes ? say_note : NULL,
                          .bad = say_bad};
    status s = session_create(g, so, hear, j, &j->session, fault);
    if (s == STATUS_OK) s = stream_reader_create(g, &j->reader, fault);
    if (s != STATUS_OK) judging_end(j);
    return s;
}

void judging_end(judging *j) {
    stream_reader_destroy(j->reader);
    session_destroy(j->session);
    j->reader = NULL;
    j->session = NULL;
}

status judging_line(judging *j, const char *line, size_t length, const char *name, long number, fault *fault) {
    event e;
    if (strspn(line, " \t") == length) return STATUS_OK;
    j->name = name;
    j->number = number;
    status s = stream_read_event(j->reader, line, length, &e, fault);
    if (s != STATUS_OK) return s;
    j->beyond = j->latest_t_s > 0 && !(e.t_s >= 0 && e.t_s <= j->latest_t_s);
    if (j->beyond) return fault_set(fault, STATUS_INVALID, "t: %.9g is no time of a game", e.t_s);
    j->last_t_s = e.t_s;
    s = session_feed(j->session, &e, fault);
    if (s == STATUS_OK && ferror(stdout)) return fault_set(fault, STATUS_IO, "standard output: cannot write: %s", strerror(errno));
    return s;
}

void judging_skip(judging *j, const fault *wrong) {
    if (!j->silent) cli_message("%s:%ld: %s; the line is skipped", j->name, j->number, wrong->text);
    j->bad++;
}

status judging_finish(judging *j, fault *fault) { return session_finish(j->session, j->last_t_s, fault); }
