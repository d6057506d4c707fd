#include "record/draw/camera.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/draw/canvas.h"
#include "record/mp4_read.h"
#include "record/tale.h"

#define FILMS_MOST 10000

typedef struct {
    char file[256];
    double from_s;
} named_film;

struct camera_films {
    char *folder;  // of the record, with its slash; "" where it has none
    named_film *films;
    int count;
    int open;  // index of the film that is open; -1: none
    mp4_reader *reader;
    cairo_surface_t *picture;
};

static bool add_film(camera_films *c, const cJSON *o) {
    const char *file = tale_text(o, "file");
    double t_s = tale_number(o, "t", -1);
    if (!record_is_film_name(file) || !record_is_game_time(t_s) || c->count == FILMS_MOST) return true;
    named_film *more = realloc(c->films, (size_t)(c->count + 1) * sizeof *more);
    if (!more) return false;
    c->films = more;
    c->films[c->count].from_s = t_s;
    snprintf(c->films[c->count++].file, sizeof more->file, "%s", file);
    return true;
}

static status read_rows(camera_films *c, record *r, fault *fault) {
    record_row row;
    status s = record_seek(r, 0);
    while (s == STATUS_OK && (s = record_next(r, &row)) == STATUS_OK) {
        if (row.log != RECORD_EVIDENCE || strcmp(row.kind, "film") != 0) continue;
        cJSON *o = cJSON_Parse(row.json);
        bool added = add_film(c, o);
        cJSON_Delete(o);
        if (!added) return fault_set(fault, STATUS_MEMORY, "out of memory");
    }
    return s == STATUS_END ? STATUS_OK : fault_set(fault, s, "the record is damaged: `vedette check` tells more");
}

status camera_films_find(record *r, camera_films **out, fault *fault) {
    const char *path = record_file(r), *slash = strrchr(path, '/');
    camera_films *c = calloc(1, sizeof *c);
    *out = NULL;
    if (c) c->open = -1, c->folder = strndup(path, slash ? (size_t)(slash - path) + 1 : 0);
    if (!c || !c->folder) {
        free(c);
        return fault_set(fault, STATUS_MEMORY, "out of memory");
    }
    status s = read_rows(c, r, fault);
    if (s == STATUS_OK && c->count > 0)
        *out = c;
    else
        camera_films_free(c);
    return s;
}

void camera_films_free(camera_films *c) {
    if (!c) return;
    mp4_reader_close(c->reader);
    cairo_surface_destroy(c->picture);
    free(c->films);
    free(c->folder);
    free(c);
}

// The film that began last before t_s; a film that is not there any more is passed over, once.
static void open_film(camera_films *c, double t_s) {
    int at = -1;
    for (int i = 0; i < c->count && c->films[i].from_s <= t_s; i++) at = i;
    if (at == c->open) return;
    mp4_reader_close(c->reader);
    c->reader = NULL;
    c->open = at;
    size_t n = strlen(c->folder) + sizeof c->films->file;
    char *path = at >= 0 ? malloc(n) : NULL;
    if (!path) return;
    snprintf(path, n, "%s%s", c->folder, c->films[at].file);
    mp4_reader_open(path, &c->reader, NULL);
    free(path);
}

static bool take_picture(camera_films *c, double t_s, double most_width, double most_height) {
    int w, h;
    mp4_reader_size(c->reader, &w, &h);
    if (w < 1 || h < 1) return false;
    double scale = fmin(most_width / w, most_height / h);
    int width = (int)(w * scale), height = (int)(h * scale);
    if (width < 1 || height < 1) return false;
    if (!c->picture || cairo_image_surface_get_width(c->picture) != width || cairo_image_surface_get_height(c->picture) != height) {
        cairo_surface_destroy(c->picture);
        c->picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    }
    if (cairo_surface_status(c->picture) != CAIRO_STATUS_SUCCESS) return false;
    cairo_surface_flush(c->picture);
    status s = mp4_reader_picture(c->reader, t_s, cairo_image_surface_get_data(c->picture), width, height,
                                  (size_t)cairo_image_surface_get_stride(c->picture));
    cairo_surface_mark_dirty(c->picture);
    return s == STATUS_OK;
}

void camera_films_put(camera_films *c, cairo_t *cr, double t_s, double x, double y, double width, double height) {
    open_film(c, t_s);
    canvas_set_rgb(cr, 0x2a2d31, 1);
    cairo_rectangle(cr, x, y, width, height);
    cairo_fill(cr);
    if (c->reader && take_picture(c, t_s - c->films[c->open].from_s, width, height)) {
        double top = y + (height - cairo_image_surface_get_height(c->picture)) / 2;
        cairo_set_source_surface(cr, c->picture, x + (width - cairo_image_surface_get_width(c->picture)) / 2, top);
        cairo_paint(cr);
        return;
    }
    canvas_set_rgb(cr, 0xb8bcc2, 1);
    canvas_put_text(cr, (font){18, false}, x + 20, y + height / 2, width - 40, "No film shows this moment");
}
