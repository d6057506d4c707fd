#include "app/export.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "app/cli.h"
#include "app/progress.h"
#include "app/record_damage.h"

static const char *const texts[] = {"html", "jsonl", "events", "csv", "statistics"};

static bool is_text(const char *format) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i], format) == 0) return true;
    return false;
}

bool export_needs_full(const char *format) {
    static const char *const drawn[] = {"svg", "png", "pdf", "mp4", "clip"};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        if (strcmp(drawn[i], format) == 0) return true;
    return false;
}

// A record_row_read; context: the record's duration.
static void show_export(void *context, double t_s) { progress_show((int64_t)t_s, (int64_t) * (double *)context); }

static bool is_stopped(void *context) {
    (void)context;
    return cli_signal() != 0;
}

static int finish(const replay_arguments *a, status s, const char *damage, const fault *fault) {
    if (s == STATUS_END) return cli_exit(EXIT_DONE);  // a signal; nothing is left
    if (s != STATUS_OK) return cli_fail(s, fault);
    if (damage[0]) cli_message("%s: damaged: %s", a->record, damage);
    return cli_finish_output(damage[0] ? EXIT_NOT_IN_ORDER : EXIT_DONE);
}

// True where the export would take the place of the record itself.
static bool is_the_record(const replay_arguments *a) {
    struct stat record, out;
    return stat(a->record, &record) == 0 && stat(a->out, &out) == 0 && record.st_dev == out.st_dev && record.st_ino == out.st_ino;
}

int export_by(const replay_arguments *a, export_writer *write, bool stream) {
    record *r = NULL;
    output_file out = {0};
    fault fault = {""};
    char damage[256];
    if (is_the_record(a)) return cli_misused("replay", "-o %s: is the record itself: an export needs another name", a->out);
    cli_catch_signals();
    status s = record_open(a->record, &r, &fault);
    if (s != STATUS_OK) return cli_fail(s, &fault);
    record_first_damage(a->record, damage, sizeof damage);
    double duration_s = record_duration_s(r);
    record_on_row(r, show_export, &duration_s);
    progress_begin("seconds of the game exported", a->quiet);
    s = output_begin(&out, a->out, stream, &fault);
    record_export_options o = {.move = a->move, .speed = a->speed, .damage = damage, .stopped = is_stopped};
    if (s == STATUS_OK) s = write(a, r, &o, &out, &fault);
    if (s == STATUS_OK && cli_signal()) s = STATUS_END;
    progress_end();
    record_close(r, NULL);
    if (s == STATUS_OK) s = output_keep(&out, &fault);
    output_drop(&out);
    return finish(a, s, damage, &fault);
}

static status write_text(const replay_arguments *a, record *r, record_export_options *o, const output_file *out, fault *fault) {
    return record_export(r, a->format, o, out->file, fault);
}

int export_record(const replay_arguments *a) {
    if (export_needs_full(a->format)) return export_drawn(a);
    if (!is_text(a->format))
        return cli_misused("replay", "--export %s: the formats are html, jsonl, events, csv, statistics, svg, png, pdf, mp4 and clip", a->format);
    return export_by(a, write_text, true);
}
