// Diagrams as SVG and PNG, and the choice among the formats.
#include "record/draw/draw.h"

#include <cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/draw/diagram.h"
#include "record/draw/report.h"
#include "record/draw/stage.h"

#define WIDTH 760.0
#define MARGIN 20.0
#define MAP_MOST 520.0
#define TABLE_WIDTH 1200.0
#define PNG_SCALE 2.0

typedef struct {
    const record_export_options *options;
    stage stage;
    const tale_move *move;  // NULL: the whole table
    char *note;             // on the move; NULL: none
} drawing;

static bool is_stopped(const record_export_options *o) { return o->stopped && o->stopped(o->context); }

// The table as it is to be drawn.
static status go_to(drawing *d, fault *fault) {
    status s;
    if (d->options->move > 0) {
        s = stage_next_move(&d->stage, d->options->move, &d->move, fault);
        if (s == STATUS_OK && d->options->note) d->note = d->options->note(d->options->context, d->move->number);
        return s == STATUS_END ? stage_no_such_move(&d->stage, d->options->move, fault) : s;
    }
    while ((s = stage_next(&d->stage, fault)) == STATUS_OK)
        if (is_stopped(d->options)) return STATUS_END;
    return s == STATUS_END ? STATUS_OK : s;
}

static diagram diagram_of(const drawing *d) {
    return (diagram){.game = d->stage.tale.game, .scene = &d->stage.scene, .move = d->move, .note = d->note, .damage = d->options->damage};
}

static void size_of(const drawing *d, double *width, double *height) {
    const game *g = d->stage.tale.game;
    *width = TABLE_WIDTH;
    *height = 60 + TABLE_WIDTH * (g->depth_in + 2) / (g->width_in + 2);
    if (!d->move) return;
    cairo_surface_t *none = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *cr = cairo_create(none);
    diagram shown = diagram_of(d);
    *width = WIDTH + 2 * MARGIN;
    *height = 2 * MARGIN + diagram_height(cr, &shown, WIDTH, MAP_MOST);
    cairo_destroy(cr);
    cairo_surface_destroy(none);
}

static void put_whole_table(cairo_t *cr, const drawing *d, double width, double height) {
    const game *g = d->stage.tale.game;
    char title[400];
    snprintf(title, sizeof title, "%s, at %d:%04.1f", g->title, (int)(d->stage.t_s / 60), d->stage.t_s - 60 * floor(d->stage.t_s / 60));
    canvas_set_rgb(cr, 0x101014, 1);
    canvas_put_text(cr, (font){20, true}, 12, 26, width - 24, title);
    if (d->options->damage && d->options->damage[0]) {
        snprintf(title, sizeof title, "The record is damaged: %s", d->options->damage);
        canvas_set_rgb(cr, 0xb3123f, 1);
        canvas_put_text(cr, (font){12, true}, 12, 46, width - 24, title);
    }
    map m = map_fit(0, 60, width, height - 60, (vec2){-1, -1}, (vec2){g->width_in + 1, g->depth_in + 1});
    map_put_table(cr, &m, &d->stage.scene, -1);
    map_put_scale(cr, &m, 11);
}

static void put(cairo_t *cr, const drawing *d, double width, double height) {
    canvas_set_rgb(cr, 0xffffff, 1);
    cairo_paint(cr);
    if (!d->move) {
        put_whole_table(cr, d, width, height);
        return;
    }
    diagram shown = diagram_of(d);
    diagram_put(cr, &shown, MARGIN, MARGIN, WIDTH, MAP_MOST);
}

static cairo_status_t write_bytes(void *out, const unsigned char *bytes, unsigned length) {
    return fwrite(bytes, 1, length, out) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static status cairo_failed(cairo_status_t code, fault *fault) {
    if (code == CAIRO_STATUS_SUCCESS) return STATUS_OK;
    if (code == CAIRO_STATUS_NO_MEMORY) return fault_set(fault, STATUS_MEMORY, "out of memory for the picture");
    if (code == CAIRO_STATUS_WRITE_ERROR && errno == EPIPE)
        return fault_set(fault, STATUS_IO, "whoever the export was for stopped reading before its end");
    return fault_set(fault, STATUS_IO, "the picture could not be written: %s", cairo_status_to_string(code));
}

static status draw_svg(const drawing *d, FILE *out, fault *fault) {
    double width, height;
    size_of(d, &width, &height);
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(write_bytes, out, width, height);
    cairo_t *cr = cairo_create(surface);
    put(cr, d, width, height);
    cairo_status_t drawn = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return cairo_failed(drawn, fault);
}

static status draw_png(const drawing *d, FILE *out, fault *fault) {
    double width, height;
    size_of(d, &width, &height);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width * PNG_SCALE), (int)ceil(height * PNG_SCALE));
    cairo_t *cr = cairo_create(surface);
    cairo_scale(cr, PNG_SCALE, PNG_SCALE);
    put(cr, d, width, height);
    cairo_status_t drawn = cairo_status(cr);
    cairo_destroy(cr);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = cairo_surface_write_to_png_stream(surface, write_bytes, out);
    cairo_surface_destroy(surface);
    return cairo_failed(drawn, fault);
}

status draw_export(record *r, const char *format, const record_export_options *o, FILE *out, fault *fault) {
    drawing d = {.options = o};
    const bool report = strcmp(format, "pdf") == 0;
    errno = 0;
    status s = stage_begin(&d.stage, r, fault);
    if (s == STATUS_OK && o->move > 0 && !tale_find(&d.stage.tale, o->move)) s = stage_no_such_move(&d.stage, o->move, fault);
    if (s == STATUS_OK && !report) s = go_to(&d, fault);
    if (s == STATUS_OK)
        s = report                       ? report_write(&d.stage, o, write_bytes, out, fault)
            : strcmp(format, "svg") == 0 ? draw_svg(&d, out, fault)
                                         : draw_png(&d, out, fault);
    stage_end(&d.stage);
    free(d.note);
    if (s == STATUS_OK && (fflush(out) != 0 || ferror(out))) s = fault_set(fault, STATUS_IO, "the export could not be written: is the disk full?");
    return s;
}
