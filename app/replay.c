// vedette replay: judges a recorded game again and shows it on the live page, or exports the record.
#include "app/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/options.h"
#include "app/progress.h"
#include "record/record.h"

// A record_row_read; context: the record's duration.
static void show_export(void *context, double t_s) { progress_show((int64_t)t_s, (int64_t) * (double *)context); }

static int export_record(const replay_arguments *a) {
    static const char *const formats[] = {"html", "jsonl", "svg", "csv", "events"};
    bool known = false;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) known |= strcmp(formats[i], a->format) == 0;
    if (!known) return cli_misused("replay", "--export %s: the formats are html, jsonl, svg, csv and events", a->format);
    if (!a->out) return cli_misused("replay", "--export needs -o FILE (- is standard output)");
    record *r = NULL;
    fault fault = {""};
    status s = record_open(a->record, &r, &fault);
    if (s != STATUS_OK) return cli_fail(s, &fault);
    bool to_stdout = strcmp(a->out, "-") == 0;
    FILE *file = to_stdout ? stdout : fopen(a->out, "wb");
    if (!file) {
        cli_message("%s: cannot write: %s", a->out, strerror(errno));
        record_close(r, NULL);
        return EXIT_DEVICE;
    }
    double duration_s = record_duration_s(r);
    record_on_row(r, show_export, &duration_s);
    progress_begin("seconds of the game exported", a->quiet);
    s = record_export(r, a->format, file, &fault);
    progress_end();
    record_close(r, NULL);
    if (!to_stdout && fclose(file) != 0 && s == STATUS_OK) s = fault_set(&fault, STATUS_IO, "%s: cannot write: %s", a->out, strerror(errno));
    return s == STATUS_OK ? cli_finish_output(EXIT_DONE) : cli_fail(s, &fault);
}

int command_replay(int argc, char **argv) {
    replay_arguments a = {.speed = 1, .linger = true};
    const char *speed = NULL;
    const option_row options[] = {{"listen", "ADDR:PORT", "where the page is served (default 127.0.0.1:8080)", OPTION_SETS_TEXT, &a.listen},
                                  {"speed", "X", "times the recorded speed (default 1)", OPTION_SETS_TEXT, &speed},
                                  {"once", NULL, "end when the record ends instead of serving the page until Ctrl-C", OPTION_CLEARS_FLAG, &a.linger},
                                  {"export", "html|jsonl|svg|csv|events",
                                   "write the record so instead of showing it; events: what `vedette judge` reads", OPTION_SETS_TEXT, &a.format},
                                  {"output", "FILE", "where to; - is standard output", OPTION_SETS_TEXT, &a.out, .letter = 'o'},
                                  {"quiet", NULL, "no words on standard error but failures", OPTION_SETS_FLAG, &a.quiet},
                                  {0}};
    int code;
    if (!options_read("replay", argc, argv, options, &code)) return code;
    if (speed) {
        char *rest;
        a.speed = strtod(speed, &rest);
        if (*rest || !(a.speed > 0 && a.speed <= 1e6)) return cli_misused("replay", "--speed %s: must be a number above 0", speed);
    }
    if (optind + 1 != argc) return cli_misused("replay", "needs one RECORD");
    a.record = argv[optind];
    return a.format ? export_record(&a) : replay_show(&a);
}
