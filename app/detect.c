// vedette detect: what is seen in single pictures, one JSON line each (docs/detection.md), and drawn on the picture where asked.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/options.h"
#include "app/progress.h"
#include "calib/legible.h"
#include "capture/capture.h"
#include "core/clock.h"
#include "explain/detection.h"
#include "explain/explain.h"
#include "formation/identify/identify.h"
#include "formation/shape/still.h"
#include "pipeline/eye.h"

#define NOTES_MAX 100000
#define TABLE_MOVED_IN 0.06  // half of the table's markers are off by so much: the calibration is of another place, camera or picture

typedef struct {
    const char *game, *calibration, *explain, *stage, *reader;
    text_list families;
    bool tags_only, quiet;
} detect_arguments;

typedef struct {
    const detect_arguments *asked;
    const game *game;
    eye *eye;
    calibration lens;
    bool has_lens, numbered;
    int pictures;          // looked at so far
    base_sighting *bases;  // room for all that is seen and for trays laid out
    int *claimed;          // as long: the figures that the codes named
    int capacity;
    vision_notes notes;
} detector;

// The base lies where its ray meets the height of that figure's top; which tray it stands on, only its name tells.
static void place_at_height(const detector *d, base_sighting *b) {
    const calibration *c = eye_calibration(d->eye);
    double above = game_base_top_in(d->game, b->figure, b->pose.at) - game_ground_in(d->game, b->pose.at);
    vec2 at = b->pose.at;
    for (int round = 0; round < 3; round++)  // the ground's height depends on where the base is
        if (!calib_to_table(c, b->px, game_ground_in(d->game, at) + above, &at)) return;
    px2 again = calib_to_px(c, (vec3){at.x, at.y, game_ground_in(d->game, at) + above});
    if (hypot(again.u - b->px.u, again.v - b->px.v) < 0.5) b->pose.at = at;
}

// Names the bases that were seen and lays out the trays whose markers were seen. Returns the count in d->bases.
static status name_bases(detector *d, const eye_sight *seen, int *count, fault *fault) {
    int n = 0, laid = 0;
    for (int i = 0; i < seen->bases.count && n < d->capacity; i++) d->bases[n++] = seen->bases.at[i];
    for (int i = 0; i < seen->duplicates.count && n < d->capacity; i++)
        d->bases[n++] = seen->duplicates.at[i];  // identification believes none of them
    for (int i = 0; i < d->capacity; i++) d->claimed[i] = i < n ? d->bases[i].figure : -1;
    status s = formation_identify(d->game, d->bases, n, NULL, fault);
    for (int i = 0; s == STATUS_OK && i < n; i++)
        if (d->bases[i].figure >= 0 && d->bases[i].by != SEEN_BY_TAG) place_at_height(d, &d->bases[i]);
    if (s == STATUS_OK) laid = formation_lay_trays(d->game, d->bases, n, NULL, d->bases + n, d->capacity - n);
    for (int i = n; i < n + laid; i++) {
        vec2 at = d->bases[i].pose.at;
        d->bases[i].px = calib_to_px(eye_calibration(d->eye), (vec3){at.x, at.y, game_base_top_in(d->game, d->bases[i].figure, at)});
    }
    if (s == STATUS_OK) formation_still_face(d->game, d->bases, n + laid);
    *count = n + laid;
    return s;
}

// FILE.png, and where there are several pictures FILE-1.png, FILE-2.png, ...
static void explain_path(const detector *d, char *out, size_t capacity) {
    const char *path = d->asked->explain, *dot = strrchr(path, '.');
    if (d->numbered)
        snprintf(out, capacity, "%.*s-%d%s", (int)(dot - path), path, d->pictures, dot);
    else
        snprintf(out, capacity, "%s", path);
}

static status explain(detector *d, const detection *found, fault *fault) {
    char path[4096];
    const char *stage = d->asked->stage;
    if (d->notes.at) explain_note_names(found, &d->notes);
    if ((stage || d->asked->explain) && (!d->asked->quiet || !d->asked->explain)) {
        cli_message("%s: what the stages looked at:", found->name);
        explain_list_stages(&d->notes, stderr);
    }
    if (!d->asked->explain) return STATUS_OK;
    explain_path(d, path, sizeof path);
    return stage && strcmp(stage, "list") != 0 ? explain_stage(found, &d->notes, stage, path, fault) : explain_found(found, path, fault);
}

static status find_table(detector *d, const char *name, const frame *f, fault *fault) {
    calib_table_report report;
    status s = eye_find_table(d->eye, f, d->has_lens ? &d->lens : NULL, &report, fault);
    if (s == STATUS_OK && !d->asked->quiet)
        cli_message("%s: no calibration of the table: its place is taken from its markers%s, residual %.2f px", name,
                    eye_lens_words(d->has_lens, &report), report.rms_px);
    return s;
}

static bool sees_table_marker(const game *g, const tag_list *tags) {
    for (int i = 0; i < tags->count; i++)
        for (int m = 0; m < g->table_marker_count; m++)
            if (tags->at[i].id == g->table_markers[m].marker.id && strcmp(tags->at[i].family, g->table_markers[m].marker.family) == 0) return true;
    return false;
}

// Reports a calibration that can't belong to this picture: nothing that is found with it stands at its expected place. Refuses a mirrored picture,
// in which every place would be on the wrong side.
static status doubt_calibration(const detector *d, const char *name, const frame *f, const tag_list *tags, fault *refused) {
    calib_point points[4 * CALIB_MAX_MARKERS];
    calib_table_report report = {.count = 0};
    fault fault;
    int stated = d->game->table_marker_count, n = eye_table_points(d->game, tags, points, 4 * CALIB_MAX_MARKERS);
    if (stated == 0) return STATUS_OK;
    if (n == 0 && !sees_table_marker(d->game, tags) && eye_reads_mirrored(d->eye, f)) return eye_refuse_mirrored(refused);
    if (d->asked->quiet) return STATUS_OK;
    if (n == 0)
        cli_message(
            "%s: %s, so nothing shows whether the calibration is that of this picture: %s", name,
            sees_table_marker(d->game, tags) ? "every marker of the table that is read is seen twice" : "none of the table's markers can be read",
            sees_table_marker(d->game, tags) ? "take the prints or the screen that show them off the table" : "is it dark, blurred or mirrored?");
    else if (calib_check_table(eye_calibration(d->eye), points, n, &report, &fault) == STATUS_OK && report.typical_off_in > TABLE_MOVED_IN)
        cli_message(
            "%s: the table's markers lie %.2f\" from where the calibration has them (median of %d): camera or table have moved, or it is another "
            "camera's or picture's: calibrate again (vedette calibrate table)",
            name, report.typical_off_in, report.count);
    return STATUS_OK;
}

static status describe(detector *d, const char *name, const frame *f, fault *fault) {
    bool all = d->game && !d->asked->tags_only;
    double begin = clock_monotonic_s();
    eye_sight seen;
    int count = 0;
    status s = STATUS_OK;
    d->pictures++;
    d->notes.count = d->notes.dropped = 0;
    if (d->notes.at) vision_explain(eye_vision(d->eye), &d->notes);
    if (all && (!d->has_lens || !d->lens.has_table)) s = find_table(d, name, f, fault);
    d->notes.count = d->notes.dropped = 0;  // of the search itself, not of that for the table
    if (s == STATUS_OK) s = eye_look(d->eye, f, NULL, &seen, fault);
    if (s == STATUS_OK && all) s = name_bases(d, &seen, &count, fault);
    if (s == STATUS_OK && all && d->has_lens && d->lens.has_table) s = doubt_calibration(d, name, f, &seen.tags, fault);
    if (s != STATUS_OK) return s;
    double ms = (clock_monotonic_s() - begin) * 1e3;
    picture_quality quality = quality_of(f);
    if (all) quality.burnt_ink = eye_burnt_ink(d->eye);
    char warning[QUALITY_TEXT];
    bool warned = quality_describe(&quality, all ? legible_times(d->game, eye_calibration(d->eye)) : 0, warning);
    if (warned && !d->asked->quiet) cli_message("%s: %s", name, warning);
    detection found = {.name = name,
                       .frame = f,
                       .game = d->game,
                       .camera = all ? eye_calibration(d->eye) : NULL,
                       .tags = &seen.tags,
                       .bases = d->bases,
                       .claimed = d->claimed,
                       .base_count = count,
                       .ms = ms,
                       .quality = &quality,
                       .warning = warned ? warning : NULL,
                       .tags_only = d->asked->tags_only};
    char *text = detection_json(&found);
    if (!text) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", name);
    progress_clear();
    puts(text);
    free(text);
    return explain(d, &found, fault);
}

// All pictures of one source. A damaged one is reported and skipped. Returns the worst exit code.
static int describe_source(detector *d, const char *source) {
    capture_options o = capture_default_options();
    o.colour = (d->game && !d->asked->tags_only) || d->asked->explain;
    capture *c = NULL;
    fault fault = {""};
    frame f;
    status s = capture_open(source, &o, &c, &fault);
    if (s != STATUS_OK) return cli_fail(s, &fault);
    int code = EXIT_DONE;
    d->numbered |= capture_frame_count(c) != 1;
    for (int64_t done = 0; (s = capture_next(c, &f, &fault)) != STATUS_END && !cli_signal(); done++) {
        if (capture_frame_count(c) != 1) progress_show(done, capture_frame_count(c));
        if (s == STATUS_OK) {
            s = describe(d, capture_picture(c), &f, &fault);
            if (s == STATUS_INVALID) {
                struct fault inner = fault;
                fault_set(&fault, s, "%s: %s", capture_picture(c), inner.text);
            }
        }
        if (s == STATUS_OK) continue;
        int this_code = cli_fail(s, &fault);
        code = this_code > code ? this_code : code;
        if (s != STATUS_INVALID) break;
    }
    capture_close(c);
    return code;
}

static bool read_reader(const char *name, tag_reader_kind *out) {
    static const char *const names[] = {"own", "libraries", "opencv"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (tag_reader_kind)i;
            return true;
        }
    return false;
}

static bool lists_stages(const detect_arguments *a) { return a->stage && strcmp(a->stage, "list") == 0; }

// Checks the options together. EXIT_DONE, or the exit code of the reported error.
static int check_arguments(const detect_arguments *a, tag_reader_kind *reader, int pictures) {
    if (pictures == 0 && !lists_stages(a)) return cli_misused("detect", "needs a picture");
    if (a->reader && !read_reader(a->reader, reader)) return cli_misused("detect", "--reader %s: is none of own, libraries, opencv", a->reader);
    if (a->explain && !explain_knows(a->explain))
        return cli_misused("detect", "--explain %s: give a name that ends in .png, .svg or .pdf", a->explain);
    if (a->stage && !a->explain && !lists_stages(a))
        return cli_misused("detect", "--stage %s is drawn by --explain FILE.png (`--stage list` alone lists the stages)", a->stage);
    return EXIT_DONE;
}

static status reserve(detector *d, fault *fault) {
    d->capacity = 2 * GAME_MAX_FIGURES + 4096;
    d->bases = calloc((size_t)d->capacity, sizeof *d->bases);
    d->claimed = calloc((size_t)d->capacity, sizeof *d->claimed);
    if (d->asked->explain || d->asked->stage) {
        d->notes.capacity = NOTES_MAX;
        d->notes.at = malloc(NOTES_MAX * sizeof *d->notes.at);
    }
    bool done = d->bases && d->claimed && (d->notes.at || d->notes.capacity == 0);
    return done ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

static int describe_all(detector *d, int argc, char **argv) {
    int code = EXIT_DONE;
    d->numbered = argc - optind > 1;
    progress_begin("pictures", d->asked->quiet);
    for (int i = optind; i < argc && !cli_signal(); i++) {
        progress_show(d->pictures, argc - optind);
        int this_code = describe_source(d, argv[i]);
        code = this_code > code ? this_code : code;
    }
    progress_end();
    return code;
}

int command_detect(int argc, char **argv) {
    detect_arguments a = {0};
    const option_row options[] = {
        {"game", "FILE", "the roster: bases are named by it", OPTION_SETS_TEXT, &a.game},
        {"calibration", "FILE", "lens and table pose (else from the table's markers)", OPTION_SETS_TEXT, &a.calibration},
        {"tags-only", NULL, "tags alone; needs neither game nor calibration", OPTION_SETS_FLAG, &a.tags_only},
        {"family", "F",
         "look for this family (tag36h11, tag25h9, tag16h5, tagStandard41h12, aruco4x4_100, ...); may be repeated; without it the game's families, "
         "without a game the usual ones",
         OPTION_ADDS_TEXT, &a.families},
        {"reader", "own|libraries|opencv", "what reads the tags (default own; libraries: libapriltag and OpenCV's aruco)", OPTION_SETS_TEXT,
         &a.reader},
        {"explain", "FILE.png", "draw on the picture what was found and how (also .svg, .pdf); several pictures: FILE-1.png, FILE-2.png, ...",
         OPTION_SETS_TEXT, &a.explain},
        {"stage", "S",
         "draw what this stage of the search looked at instead, and why it dropped it; \"list\", with a picture or without: the stages there are",
         OPTION_SETS_TEXT, &a.stage},
        {"quiet", NULL, "no words on standard error but failures", OPTION_SETS_FLAG, &a.quiet},
        {0}};
    int code = EXIT_DONE;
    tag_reader_kind reader = vision_default_options().reader;
    if (!options_read("detect", argc, argv, options, &code)) return code;
    if ((code = check_arguments(&a, &reader, argc - optind)) != EXIT_DONE) return code;
    if (optind == argc) {  // the list alone
        explain_name_stages(stdout);
        return cli_finish_output(EXIT_DONE);
    }
    game *g = NULL;
    detector d = {.asked = &a, .has_lens = a.calibration != NULL};
    fault fault = {""};
    status s = a.game ? cli_read_game(a.game, &g, &fault) : STATUS_OK;
    if (s == STATUS_OK && a.calibration) s = calib_load(a.calibration, &d.lens, &fault);
    d.game = g;
    eye_options eo = {.families = a.families.at, .family_count = a.families.count, .threads = 2, .reader = reader};
    if (s == STATUS_OK) s = eye_create(g, eo, &d.eye, &fault);
    if (s == STATUS_OK) s = reserve(&d, &fault);
    if (s != STATUS_OK) code = cli_fail(s, &fault);
    if (s == STATUS_OK && d.has_lens && d.lens.has_table) eye_set_calibration(d.eye, &d.lens);
    if (s == STATUS_OK) cli_catch_signals();
    if (s == STATUS_OK) code = describe_all(&d, argc, argv);
    eye_destroy(d.eye);
    free(d.bases);
    free(d.claimed);
    free(d.notes.at);
    game_destroy(g);
    return cli_signal() ? 128 + cli_signal() : cli_finish_output(code);
}
