// vedette calibrate: fits the lens from pictures of a chessboard, and the table's place from its markers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/options.h"
#include "app/progress.h"
#include "calib/ros.h"
#include "capture/capture.h"
#include "core/clock.h"
#include "core/plural.h"
#include "pipeline/eye.h"

#define TABLE_LOOKS 5

typedef struct {
    const char *board, *game, *lens, *source, *out, *ros;
    bool quiet;
} calibrate_arguments;

static bool read_board(const char *text, int *columns, int *rows, double *square_mm) {
    char x, y, rest;
    return sscanf(text, "%d%c%d%c%lf%c", columns, &x, rows, &y, square_mm, &rest) == 5 && (x == 'x' || x == 'X') && (y == 'x' || y == 'X') &&
           *columns >= 3 && *rows >= 3 && *columns <= 64 && *rows <= 64 && *square_mm > 0 && *square_mm < 1000;
}

static status save(const calibrate_arguments *a, calibration *c, fault *fault) {
    clock_stamp(c->made);
    return calib_save(c, a->out, fault);
}

// The boards found so far.
typedef struct {
    px2 *views[CALIB_MAX_VIEWS];
    int count, pictures, width, height, columns, rows;
    int expected;  // pictures named on the command line
} board_views;

static status take_board(board_views *v, const frame *f, const char *name, fault *fault) {
    if (v->pictures++ == 0) v->width = f->width, v->height = f->height;
    if (f->width != v->width || f->height != v->height)
        return fault_set(fault, STATUS_INVALID, "%s: is %d x %d and the pictures before %d x %d: take all with one setting", name, f->width,
                         f->height, v->width, v->height);
    if (v->count == CALIB_MAX_VIEWS) return STATUS_OK;
    px2 *corners = calloc((size_t)v->columns * (size_t)v->rows, sizeof *corners);
    if (!corners) return fault_set(fault, STATUS_MEMORY, "out of memory");
    bool found = false;
    status s = calib_find_board(f, v->columns, v->rows, corners, &found, fault);
    if (s == STATUS_OK && found)
        v->views[v->count++] = corners;
    else
        free(corners);
    if (s == STATUS_OK && !found)
        cli_message("%s: no board of %d x %d inner corners is seen whole; the picture is left out", name, v->columns, v->rows);
    return s;
}

static status take_boards(board_views *v, const char *source, fault *fault) {
    capture *c = NULL;
    frame f;
    status s = capture_open(source, NULL, &c, fault);
    if (s != STATUS_OK) return s;
    while ((s = capture_next(c, &f, fault)) != STATUS_END) {
        if (s == STATUS_OK) s = take_board(v, &f, capture_picture(c), fault);
        progress_show(v->pictures, v->expected > v->pictures ? v->expected : capture_frame_count(c));
        if (s != STATUS_OK || cli_signal()) break;
    }
    capture_close(c);
    return s == STATUS_END ? STATUS_OK : s;
}

static void tell_lens(const board_views *v, const calibration *c, const calib_lens_report *report) {
    cli_message("lens from %d of %d picture%s: focal length %.1f px, residual %.2f px, the boards cover %.0f %% of the picture", report->used,
                v->pictures, plural_s(v->pictures), c->fx, report->rms_px, 100 * report->coverage);
    if (report->coverage < 0.5) cli_message("hold the board into the corners too: beyond what it covers the lens is guesswork");
}

static status fit_lens(const calibrate_arguments *a, const board_views *v, double square_mm, fault *fault) {
    calibration c;
    calib_lens_report *report = calloc(1, sizeof *report);
    if (!report) return fault_set(fault, STATUS_MEMORY, "out of memory");
    progress_begin("fitting the lens, boards", a->quiet);
    progress_show(v->count, 0);
    status s = calib_fit_lens((const px2 *const *)v->views, v->count, v->columns, v->rows, square_mm, v->width, v->height, &c, report, fault);
    progress_end();
    if (s == STATUS_OK) s = save(a, &c, fault);
    if (s == STATUS_OK && a->ros) s = calib_save_ros(&c, a->ros, fault);
    if (s == STATUS_OK && !a->quiet) tell_lens(v, &c, report);
    free(report);
    return s;
}

static int calibrate_lens(const calibrate_arguments *a, char **sources, int count) {
    double square_mm = 0;
    board_views v = {.expected = count};
    fault fault = {""};
    if (!a->board || !read_board(a->board, &v.columns, &v.rows, &square_mm))
        return cli_misused("calibrate", "lens needs --board COLSxROWSxSQUARE_MM, as 9x6x25");
    if (count == 0) return cli_misused("calibrate", "lens needs pictures of the board");
    status s = STATUS_OK;
    progress_begin("pictures searched for the board", a->quiet);
    for (int i = 0; i < count && s == STATUS_OK && !cli_signal(); i++) s = take_boards(&v, sources[i], &fault);
    progress_end();
    if (s == STATUS_OK && !cli_signal()) s = fit_lens(a, &v, square_mm, &fault);
    for (int i = 0; i < v.count; i++) free(v.views[i]);
    return s == STATUS_OK ? cli_exit(EXIT_DONE) : cli_fail(s, &fault);
}

static void tell_table(const game *g, const calib_table_report *report, const calibration *c) {
    vec3 at = calib_camera_place(c);
    cli_message("table from %d of %d marker%s seen, residual %.2f px; the camera is %.1f\" above it", report->used, report->count,
                plural_s(report->count), report->rms_px, at.z);
    for (int i = 0; i < report->count; i++) {
        const calib_marker_report *m = &report->markers[i];
        const marker *tag = &g->table_markers[m->marker].marker;
        if (!m->used) cli_message("marker %s %d lies %.2f\" from where the game file has it: it was left out", tag->family, tag->id, m->off_in);
    }
    if (report->focal_fitted)
        cli_message("the lens was not known: %s; fit it with `vedette calibrate lens` to be exact at the edges",
                    report->bend_fitted ? "its distortion was guessed from the markers" : "it was taken as free of distortion");
}

// Looks at up to TABLE_LOOKS pictures and keeps the fit with the least residual.
static status fit_table(const calibrate_arguments *a, eye *e, const calibration *lens, calibration *best, calib_table_report *best_report,
                        fault *fault) {
    capture *c = NULL;
    frame f;
    status s = capture_open(a->source, NULL, &c, fault);
    if (s != STATUS_OK) return s;
    bool found = false;
    struct fault last = {""};
    for (int i = 0; i < TABLE_LOOKS && !cli_signal() && (s = capture_next(c, &f, fault)) == STATUS_OK; i++) {
        calib_table_report report;
        if (lens && (lens->width != f.width || lens->height != f.height)) {
            s = fault_set(fault, STATUS_INVALID, "%s: is %d x %d and the lens is for %d x %d", a->source, f.width, f.height, lens->width,
                          lens->height);
            break;
        }
        progress_show(i + 1, TABLE_LOOKS);
        if (eye_find_table(e, &f, lens, &report, &last) != STATUS_OK) continue;
        if (!found || report.rms_px < best_report->rms_px) *best = *eye_calibration(e), *best_report = report;
        found = true;
    }
    capture_close(c);
    if (found && (s == STATUS_OK || s == STATUS_END)) return STATUS_OK;
    if (s != STATUS_OK && s != STATUS_END) return s;
    return fault_set(fault, STATUS_INVALID, "%.150s: %.300s", a->source, last.text[0] ? last.text : "no picture came");
}

static int calibrate_table(const calibrate_arguments *a) {
    if (!a->game) return cli_misused("calibrate", "table needs --game FILE");
    if (!a->source) return cli_misused("calibrate", "table needs --source SOURCE");
    game *g = NULL;
    eye *e = NULL;
    calibration lens = {0}, c = {0};
    calib_table_report report = {0};
    fault fault = {""};
    bool has_lens = a->lens || a->ros;
    status s = cli_read_game(a->game, &g, &fault);
    if (s == STATUS_OK && a->lens) s = calib_load(a->lens, &lens, &fault);
    if (s == STATUS_OK && !a->lens && a->ros) s = calib_load_ros(a->ros, &lens, &fault);
    if (s == STATUS_OK) s = eye_create(g, (eye_options){.threads = 2}, &e, &fault);
    progress_begin("looks at the table", a->quiet);
    if (s == STATUS_OK) s = fit_table(a, e, has_lens ? &lens : NULL, &c, &report, &fault);
    progress_end();
    bool stopped = cli_signal() != 0;
    if (s == STATUS_OK && !stopped) s = save(a, &c, &fault);
    if (s == STATUS_OK && !stopped && !a->quiet) tell_table(g, &report, &c);
    eye_destroy(e);
    game_destroy(g);
    if (stopped) return cli_exit(EXIT_DONE);
    return s == STATUS_OK ? EXIT_DONE : cli_fail(s, &fault);
}

int command_calibrate(int argc, char **argv) {
    calibrate_arguments a = {0};
    char sources[200] = "table: ";
    capture_source_help(sources + strlen(sources), sizeof sources - strlen(sources));
    const option_row options[] = {
        {"board", "CxRxMM", "lens: inner corners of the chessboard across and down, and its square in millimetres, as 9x6x25", OPTION_SETS_TEXT,
         &a.board},
        {"game", "FILE", "table: whose table markers are used", OPTION_SETS_TEXT, &a.game},
        {"lens", "FILE", "table: a calibration with the lens (else the lens is taken as free of distortion)", OPTION_SETS_TEXT, &a.lens},
        {"source", "SOURCE", sources, OPTION_SETS_TEXT, &a.source},
        {"ros", "FILE", "lens: write the lens as a ROS camera_info YAML file too; table: read it from one", OPTION_SETS_TEXT, &a.ros},
        {"output", "FILE", "where to; - is standard output", OPTION_SETS_TEXT, &a.out, .letter = 'o'},
        {"quiet", NULL, "no words on standard error but failures and pictures left out", OPTION_SETS_FLAG, &a.quiet},
        {0}};
    int code;
    if (!options_read("calibrate", argc, argv, options, &code)) return code;
    if (optind == argc) return cli_misused("calibrate", "say what: lens or table");
    const char *what = argv[optind++];
    if (strcmp(what, "lens") != 0 && strcmp(what, "table") != 0) return cli_misused("calibrate", "%s: say lens or table", what);
    if (!a.out) return cli_misused("calibrate", "needs -o FILE");
    cli_catch_signals();
    if (strcmp(what, "lens") == 0) return cli_finish_output(calibrate_lens(&a, argv + optind, argc - optind));
    if (optind < argc) return cli_misused("calibrate", "%s is too much", argv[optind]);
    return cli_finish_output(calibrate_table(&a));
}
