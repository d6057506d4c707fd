// The game as a film: the table from above, a clock, each ruling as it fell, and beside it the camera's picture where there is one.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/draw/camera.h"
#include "record/draw/diagram.h"
#include "record/draw/draw.h"
#include "record/draw/stage.h"
#include "record/mp4.h"

#define WIDTH 1280
#define CAMERA_WIDTH 640
#define HEIGHT_MOST 1080
#define CAPTION 96.0
#define FPS 25.0
#define QUIET_S 0.8                 // so long a stretch without news is shown at most
#define RULING_S 3.0                // that a ruling stays
#define BEFORE_S 30.0               // of the game, before the ruling of one move
#define LENGTH_MOST_S (4 * 3600.0)  // of the film

typedef struct {
    const record_export_options *options;
    stage stage;
    mp4 *film;
    camera_films *camera;  // NULL: no film was kept
    cairo_surface_t *surface;
    cairo_t *cr;
    map map;
    double film_s, game_s;   // shown so far
    bool begun;              // a picture was shown
    const tale_move *shown;  // the ruling in the caption; NULL: none
} replay;

static bool is_stopped(const replay *p) { return p->options->stopped && p->options->stopped(p->options->context); }

static void put_damage(replay *p, double y) {
    char words[400];
    if (!p->options->damage || !p->options->damage[0]) return;
    snprintf(words, sizeof words, "The record is damaged: %s", p->options->damage);
    canvas_set_rgb(p->cr, 0xb3123f, 1);
    canvas_put_text(p->cr, (font){18, true}, 24, y, WIDTH - 48, words);
}

static void put_caption(replay *p, double height) {
    char words[600];
    const game *g = p->stage.tale.game;
    double top = height - CAPTION;
    canvas_set_rgb(p->cr, 0xffffff, 1);
    cairo_rectangle(p->cr, 0, top, WIDTH, CAPTION);
    cairo_fill(p->cr);
    snprintf(words, sizeof words, "%d:%02d:%02d", (int)(p->game_s / 3600), (int)fmod(p->game_s / 60, 60), (int)fmod(p->game_s, 60));
    canvas_set_rgb(p->cr, 0x101014, 1);
    canvas_put_text(p->cr, (font){26, true}, WIDTH - 150, top + 40, 0, words);
    if (!p->shown) {
        canvas_put_text(p->cr, (font){20, false}, 24, top + 40, WIDTH - 220, g->title);
        put_damage(p, top + 74);
        return;
    }
    sign s = sign_of(tale_ruling(p->shown));
    canvas_put_sign(p->cr, s, 46, top + CAPTION / 2, 54);
    diagram_title(g, p->shown, words, sizeof words);
    canvas_set_sign(p->cr, s);
    canvas_put_text(p->cr, (font){22, true}, 90, top + 36, 0, sign_word(s));
    double used = 110 + canvas_text_width(p->cr, (font){22, true}, sign_word(s));
    canvas_set_rgb(p->cr, 0x101014, 1);
    canvas_put_text(p->cr, (font){22, true}, used, top + 36, WIDTH - 180 - used, words);
    canvas_put_text(p->cr, (font){18, false}, 90, top + 68, WIDTH - 120, tale_reason(p->shown));
}

static status put_picture(replay *p, fault *fault) {
    const int height = cairo_image_surface_get_height(p->surface);
    map_put_table(p->cr, &p->map, &p->stage.scene, p->shown ? p->shown->unit : -1);
    if (p->shown) map_put_move(p->cr, &p->map, p->stage.tale.game, p->shown->verdict, 11);
    put_caption(p, height);
    if (p->camera) camera_films_put(p->camera, p->cr, p->game_s, WIDTH, 0, CAMERA_WIDTH, height);
    cairo_surface_flush(p->surface);
    if (cairo_status(p->cr) != CAIRO_STATUS_SUCCESS) return fault_set(fault, STATUS_MEMORY, "out of memory for the film");
    return mp4_add(p->film, cairo_image_surface_get_data(p->surface), cairo_image_surface_get_width(p->surface), height,
                   (size_t)cairo_image_surface_get_stride(p->surface), p->film_s, fault);
}

// Lets the film go on to the game's time t_s. False: less than a picture's time has passed, and the next one shows more.
static bool advance(replay *p, double t_s) {
    double speed = p->options->speed > 0 ? p->options->speed : 1, passed_s = fmin(fmax(t_s - p->game_s, 0) / speed, QUIET_S);
    if (p->begun && passed_s * FPS < 1) return false;
    if (p->begun) p->film_s += passed_s;
    p->begun = true;
    p->game_s = t_s;
    return true;
}

// The ruling stays for a while, and the table with it.
static status show_ruling(replay *p, const tale_move *m, fault *fault) {
    p->shown = m;
    status s = put_picture(p, fault);
    p->film_s += RULING_S;
    p->shown = NULL;
    return s;
}

// What the row changed, as one picture: it is shown until the next one.
static status show_row(replay *p, double t_s, fault *fault) {
    const tale_move *m = tale_first_said(&p->stage.tale, &p->stage.row);
    bool ruled = m && (p->options->move == 0 || m->number == p->options->move);
    if (!ruled && !p->stage.moved) return STATUS_OK;
    if (is_stopped(p)) return STATUS_END;
    if (!advance(p, t_s) && !ruled) return STATUS_OK;
    if (p->film_s > LENGTH_MOST_S) return fault_set(fault, STATUS_INVALID, "the film would be longer than four hours: give a higher --speed");
    return ruled ? show_ruling(p, m, fault) : put_picture(p, fault);
}

// The game, or what led to one move. It ends with the table as it stands then.
static status play(replay *p, const tale_move *one, fault *fault) {
    const double from_s = one ? one->t_s - BEFORE_S : 0;
    status s;
    while ((s = stage_next(&p->stage, fault)) == STATUS_OK) {
        double t_s = tale_time(p->stage.row.t_s);
        if (t_s >= from_s && (s = show_row(p, t_s, fault)) != STATUS_OK) return s;
        if (one && p->stage.row.seq == one->row) return STATUS_OK;
    }
    if (s != STATUS_END) return s;
    p->game_s = fmax(p->game_s, p->stage.tale.duration_s);
    return put_picture(p, fault);
}

static int film_height(const game *g) {
    int height = (int)(WIDTH * (g->depth_in + 2) / (g->width_in + 2) + CAPTION);
    return (height < 200 ? 200 : height > HEIGHT_MOST ? HEIGHT_MOST : height) & ~1;
}

static status begin(replay *p, const char *path, fault *fault) {
    const game *g = p->stage.tale.game;
    int height = film_height(g), width = p->camera ? WIDTH + CAMERA_WIDTH : WIDTH;
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    p->cr = cairo_create(p->surface);
    if (cairo_status(p->cr) != CAIRO_STATUS_SUCCESS) return fault_set(fault, STATUS_MEMORY, "out of memory for the film");
    p->map = map_fit(0, 0, WIDTH, height - CAPTION, (vec2){-1, -1}, (vec2){g->width_in + 1, g->depth_in + 1});
    return mp4_begin(path, &(mp4_options){.width = width, .height = height, .pixels = MP4_BGRA, .quality = 22}, &p->film, fault);
}

status draw_film(record *r, const record_export_options *o, const char *path, fault *fault) {
    replay p = {.options = o};
    status s = camera_films_find(r, &p.camera, fault);
    if (s == STATUS_OK) s = stage_begin(&p.stage, r, fault);
    const tale_move *one = s == STATUS_OK && o->move > 0 ? tale_find(&p.stage.tale, o->move) : NULL;
    if (s == STATUS_OK && o->move > 0 && !one) s = stage_no_such_move(&p.stage, o->move, fault);
    if (s == STATUS_OK) s = begin(&p, path, fault);
    if (s == STATUS_OK) s = play(&p, one, fault);
    if (s == STATUS_OK) {
        s = mp4_end(p.film, 1, fault);
    } else {
        mp4_end(p.film, 0, NULL);
    }
    cairo_destroy(p.cr);
    cairo_surface_destroy(p.surface);
    stage_end(&p.stage);
    camera_films_free(p.camera);
    return s;
}
