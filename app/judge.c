// vedette judge: reads an event stream and writes each verdict as soon as it is known.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/cli.h"
#include "app/lines.h"
#include "app/options.h"
#include "app/session.h"
#include "record/wire.h"

static void write_line(void *context, const said *what) {
    (void)context;
    puts(what->json);
}

static void say_note(void *context, const char *text) {
    (void)context;
    cli_say("%s", text);
}

typedef struct {
    const char *game, *events;
    bool states, strict, quiet;
} judge_arguments;

// Feeds every line; returns the number of bad ones through *bad.
static status judge_lines(session *s, wire *w, line_reader *lines, long *bad, fault *why) {
    const char *line;
    size_t length;
    double last_t_s = 0;
    status result;
    while ((result = lines_next(lines, &line, &length)) == STATUS_OK) {
        if (strspn(line, " \t") == length) continue;
        event e;
        fault wrong = {""};
        result = wire_read_event(w, line, length, &e, &wrong);
        if (result == STATUS_INVALID) {
            cli_say("%s:%ld: %s; the line is skipped", lines->name, lines->number, wrong.text);
            ++*bad;
            continue;
        }
        if (result != STATUS_OK) return fault_set(why, result, "%s:%ld: %s", lines->name, lines->number, wrong.text);
        last_t_s = e.t_s;
        result = session_feed(s, &e, why);
        if (result != STATUS_OK) return result;
        if (ferror(stdout)) return fault_set(why, STATUS_IO, "standard output: cannot write: %s", strerror(errno));
        if (cli_signal()) break;
    }
    if (result == STATUS_IO && !cli_signal())
        return fault_set(why, STATUS_IO, "%s: reading failed after line %ld: %s", lines->name, lines->number, strerror(errno));
    return session_finish(s, last_t_s, why);
}

static session_options session_options_of(const judge_arguments *a) {
    return (session_options){.states = a->states, .note = a->quiet ? NULL : say_note};
}

int command_judge(int argc, char **argv) {
    judge_arguments a = {.events = "-"};
    const option_row options[] = {{"game", OPTION_SETS_TEXT, &a.game, 0, true},      {"events", OPTION_SETS_TEXT, &a.events, 0, false},
                                  {"states", OPTION_SETS_FLAG, &a.states, 0, false}, {"strict", OPTION_SETS_FLAG, &a.strict, 0, false},
                                  {"quiet", OPTION_SETS_FLAG, &a.quiet, 0, false},   {0}};
    int code;
    if (!options_read("judge", argc, argv, options, &code) || !options_end("judge", argc, argv, &code)) return code;
    game *g = NULL;
    session *s = NULL;
    wire *w = NULL;
    line_reader lines = {0};
    long bad = 0;
    fault why = {""};
    status result = cli_read_game(a.game, &g, &why);
    if (result == STATUS_OK) result = session_create(g, session_options_of(&a), write_line, NULL, &s, &why);
    if (result == STATUS_INVALID && g) cli_in_file(a.game, &why);
    if (result == STATUS_OK) result = wire_create(g, &w, &why);
    if (result == STATUS_OK) result = lines_open(&lines, a.events, WIRE_LINE_MAX, &why);
    if (result == STATUS_OK) {
        cli_catch_signals();
        result = judge_lines(s, w, &lines, &bad, &why);
    }
    session_tally tally = s ? session_count(s) : (session_tally){0};
    if (result != STATUS_OK)
        code = cli_fail(result, &why);
    else if (bad > 0)
        code = EXIT_NOT_IN_ORDER;
    else
        code = a.strict && tally.illegal ? EXIT_NOT_IN_ORDER : EXIT_DONE;
    if (result == STATUS_OK && !a.quiet)
        cli_say("%d moves judged, %d illegal, %d doubtful, %d to ask about, %ld bad lines skipped", tally.moves, tally.illegal, tally.doubtful,
                tally.ask, bad);
    lines_close(&lines);
    wire_destroy(w);
    session_destroy(s);
    game_destroy(g);
    return cli_signal() ? 128 + cli_signal() : cli_finish_output(code);
}
