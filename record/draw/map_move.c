// A move on the map.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/draw/map.h"
#include "record/tale.h"

#define COORDINATE_MOST 1e4  // inches; what a crafted record has beyond is not drawn

static bool point_of(const cJSON *v, vec2 *out) {
    const cJSON *x = cJSON_GetArrayItem(v, 0), *y = cJSON_GetArrayItem(v, 1);
    if (!cJSON_IsArray(v) || !cJSON_IsNumber(x) || !cJSON_IsNumber(y)) return false;
    *out = (vec2){x->valuedouble, y->valuedouble};
    return fabs(out->x) < COORDINATE_MOST && fabs(out->y) < COORDINATE_MOST;
}

static bool point_at(const cJSON *o, const char *key, vec2 *out) { return point_of(cJSON_GetObjectItemCaseSensitive(o, key), out); }

static int figure_of(const game *g, const char *id) {
    for (int f = 0; f < g->figure_count; f++)
        if (strcmp(g->figures[f].id, id) == 0) return f;
    return -1;
}

static void put_ghosts(cairo_t *cr, const map *m, const game *g, const cJSON *verdict) {
    const cJSON *p;
    cairo_set_dash(cr, (double[]){3, 2}, 2, 0);
    cairo_set_line_width(cr, 1);
    canvas_set_rgb(cr, 0x3c3f46, 0.75);
    cJSON_ArrayForEach(p, cJSON_GetObjectItemCaseSensitive(verdict, "figures_from")) {
        int f = figure_of(g, p->string ? p->string : "");
        const cJSON *heading = cJSON_GetArrayItem(p, 2);
        pose at;
        if (f < 0 || !point_of(p, &at.at) || !cJSON_IsNumber(heading)) continue;
        at.heading_rad = fmod(heading->valuedouble, 360) / DEG_PER_RAD;
        const base *b = &g->figures[f].base;
        vec2 front = {at.at.x + cos(at.heading_rad) * b->depth_in / 2, at.at.y + sin(at.heading_rad) * b->depth_in / 2};
        map_trace_base(cr, m, b, &at);
        cairo_move_to(cr, (map_x(m, at.at.x) + map_x(m, front.x)) / 2, (map_y(m, at.at.y) + map_y(m, front.y)) / 2);
        cairo_line_to(cr, map_x(m, front.x), map_y(m, front.y));
        cairo_stroke(cr);
    }
    cairo_set_dash(cr, NULL, 0, 0);
}

static void put_path(cairo_t *cr, const map *m, const cJSON *verdict) {
    const cJSON *p;
    vec2 at;
    cairo_new_path(cr);
    cJSON_ArrayForEach(p, cJSON_GetObjectItemCaseSensitive(verdict, "path")) if (point_of(p, &at)) cairo_line_to(cr, map_x(m, at.x), map_y(m, at.y));
    canvas_set_rgb(cr, 0x3c3f46, 0.8);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
}

// The cheapest way is no way that was seen: it is dashed.
static void stroke_way(cairo_t *cr) {
    cairo_set_dash(cr, NULL, 0, 0);
    canvas_set_rgb(cr, 0xffffff, 0.85);
    cairo_set_line_width(cr, 4);
    cairo_stroke_preserve(cr);
    canvas_set_rgb(cr, 0x101014, 1);
    cairo_set_line_width(cr, 1.8);
    cairo_set_dash(cr, (double[]){6, 3}, 2, 0);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
}

static void put_arrow(cairo_t *cr, double x, double y, double direction) {
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_rotate(cr, direction);
    cairo_new_path(cr);
    cairo_move_to(cr, 0, 0), cairo_line_to(cr, -9, 4), cairo_line_to(cr, -7, 0), cairo_line_to(cr, -9, -4);
    cairo_close_path(cr);
    cairo_restore(cr);
    canvas_set_rgb(cr, 0x101014, 1);
    cairo_fill(cr);
}

// The number of a leg, which the words below the map repeat.
static void put_number(cairo_t *cr, double x, double y, int number, double size) {
    char text[16];
    font f = {size, true};
    snprintf(text, sizeof text, "%d", number);
    cairo_new_path(cr);
    cairo_arc(cr, x, y, size * 0.8, 0, 2 * M_PI);
    canvas_set_rgb(cr, 0x101014, 1);
    cairo_fill(cr);
    canvas_set_rgb(cr, 0xffffff, 1);
    canvas_put_text(cr, f, x - canvas_text_width(cr, f, text) / 2, y + size * 0.36, 0, text);
}

// The outer corner's way about the pivot; it is what a wheel costs.
static bool put_wheel(cairo_t *cr, const map *m, const cJSON *o, int number, double size) {
    vec2 from, pivot;
    double degrees = fabs(tale_number(o, "angle_deg", 0));
    if (!point_at(o, "from", &from) || !point_at(o, "pivot_at", &pivot) || !(degrees > 0 && degrees <= 360)) return false;
    double radius = 2 * hypot(from.x - pivot.x, from.y - pivot.y) * m->scale, begin = -atan2(from.y - pivot.y, from.x - pivot.x);
    double turn = strcmp(tale_text(o, "turn"), "right") == 0 ? 1 : -1, end = begin + turn * degrees / DEG_PER_RAD;
    double x = map_x(m, pivot.x), y = map_y(m, pivot.y);
    cairo_new_path(cr);
    cairo_move_to(cr, x, y);
    (turn > 0 ? cairo_arc : cairo_arc_negative)(cr, x, y, radius, begin, end);
    cairo_close_path(cr);
    canvas_set_rgb(cr, 0x101014, 0.1);
    cairo_fill(cr);
    cairo_new_path(cr);
    (turn > 0 ? cairo_arc : cairo_arc_negative)(cr, x, y, radius, begin, end);
    stroke_way(cr);
    put_arrow(cr, x + radius * cos(end), y + radius * sin(end), end + turn * M_PI / 2);
    cairo_new_path(cr);
    cairo_arc(cr, x, y, 3, 0, 2 * M_PI);
    canvas_set_rgb(cr, 0x101014, 1);
    cairo_fill(cr);
    put_number(cr, x + radius * cos((begin + end) / 2), y + radius * sin((begin + end) / 2), number, size);
    return true;
}

static void put_leg(cairo_t *cr, const map *m, const cJSON *o, int number, double size) {
    vec2 from, to;
    if (strcmp(tale_text(o, "kind"), "wheel") == 0 && put_wheel(cr, m, o, number, size)) return;
    if (!point_at(o, "from", &from) || !point_at(o, "to", &to)) return;
    double x1 = map_x(m, from.x), y1 = map_y(m, from.y), x2 = map_x(m, to.x), y2 = map_y(m, to.y);
    if (hypot(x2 - x1, y2 - y1) > 4) {
        cairo_new_path(cr);
        cairo_move_to(cr, x1, y1), cairo_line_to(cr, x2, y2);
        stroke_way(cr);
        put_arrow(cr, x2, y2, atan2(y2 - y1, x2 - x1));
    }
    put_number(cr, (x1 + x2) / 2, (y1 + y2) / 2, number, size);
}

// A hatched ring where a rule was broken.
static void put_spot(cairo_t *cr, const map *m, const cJSON *f, double size) {
    vec2 at;
    sign s = sign_of(tale_text(f, "ruling"));
    if (s == SIGN_LEGAL || !point_at(f, "at", &at)) return;
    double x = map_x(m, at.x), y = map_y(m, at.y), r = size * 1.5;
    cairo_save(cr);
    cairo_new_path(cr);
    cairo_arc(cr, x, y, r, 0, 2 * M_PI);
    canvas_set_rgb(cr, 0xffffff, 0.6);
    cairo_fill_preserve(cr);
    cairo_clip(cr);
    canvas_set_sign(cr, s);
    cairo_set_line_width(cr, 1.2);
    for (double d = -2 * r; d < 2 * r; d += 4) cairo_move_to(cr, x + d - r, y + r), cairo_line_to(cr, x + d + r, y - r);
    cairo_stroke(cr);
    cairo_restore(cr);
    cairo_new_path(cr);
    cairo_arc(cr, x, y, r, 0, 2 * M_PI);
    canvas_set_sign(cr, s);
    cairo_set_line_width(cr, 2);
    cairo_stroke(cr);
    canvas_put_sign(cr, s, x + r, y - r, size * 1.5);
}

void map_put_move(cairo_t *cr, const map *m, const game *g, const cJSON *verdict, double text_size) {
    const cJSON *o;
    int number = 0;
    cairo_save(cr);
    cairo_rectangle(cr, m->x, m->y, m->width, m->height);
    cairo_clip(cr);
    put_ghosts(cr, m, g, verdict);
    put_path(cr, m, verdict);
    cJSON_ArrayForEach(o, cJSON_GetObjectItemCaseSensitive(verdict, "maneuvers")) put_leg(cr, m, o, ++number, text_size);
    cJSON_ArrayForEach(o, cJSON_GetObjectItemCaseSensitive(verdict, "findings")) put_spot(cr, m, o, text_size);
    cairo_restore(cr);
}

typedef struct {
    vec2 low, high;
    bool any;
} box;

static void widen(box *b, const cJSON *point) {
    vec2 at;
    if (!point_of(point, &at)) return;
    b->low = b->any ? (vec2){fmin(b->low.x, at.x), fmin(b->low.y, at.y)} : at;
    b->high = b->any ? (vec2){fmax(b->high.x, at.x), fmax(b->high.y, at.y)} : at;
    b->any = true;
}

bool map_box_of(const cJSON *verdict, vec2 *low, vec2 *high) {
    static const char *const sets[] = {"figures_from", "figures_to"};
    box b = {.any = false};
    const cJSON *o;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) cJSON_ArrayForEach(o, cJSON_GetObjectItemCaseSensitive(verdict, sets[i])) widen(&b, o);
    cJSON_ArrayForEach(o, cJSON_GetObjectItemCaseSensitive(verdict, "maneuvers")) {
        widen(&b, cJSON_GetObjectItemCaseSensitive(o, "from"));
        widen(&b, cJSON_GetObjectItemCaseSensitive(o, "to"));
        widen(&b, cJSON_GetObjectItemCaseSensitive(o, "pivot_at"));
    }
    cJSON_ArrayForEach(o, cJSON_GetObjectItemCaseSensitive(verdict, "findings")) widen(&b, cJSON_GetObjectItemCaseSensitive(o, "at"));
    *low = b.low;
    *high = b.high;
    return b.any;
}
