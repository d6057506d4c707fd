#include "record/draw/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

map map_fit(double x, double y, double width, double height, vec2 low, vec2 high) {
    map m = {.x = x, .y = y, .width = width, .height = height};
    double w = fmax(high.x - low.x, 1), h = fmax(high.y - low.y, 1);
    m.scale = fmin(width / w, height / h);
    vec2 mid = {(low.x + high.x) / 2, (low.y + high.y) / 2}, half = {width / m.scale / 2, height / m.scale / 2};
    m.low = (vec2){mid.x - half.x, mid.y - half.y};
    m.high = (vec2){mid.x + half.x, mid.y + half.y};
    return m;
}

double map_x(const map *m, double x_in) { return m->x + (x_in - m->low.x) * m->scale; }
double map_y(const map *m, double y_in) { return m->y + (m->high.y - y_in) * m->scale; }

uint32_t map_side_rgb(const game *g, int side) {
    static const uint32_t usual[] = {0xb02020, 0x2040b0, 0x2f7d32, 0x8a5a00};
    if (side >= 0 && g->sides[side].rgb != NO_COLOUR) return g->sides[side].rgb & 0xffffff;
    return usual[(side < 0 ? 0 : side) % 4];
}

static uint32_t terrain_rgb(const char *kind) {
    static const struct {
        const char *part;
        uint32_t rgb;
    } colours[] = {{"wood", 0xb5cf9e},  {"water", 0xb5d3e2}, {"river", 0xb5d3e2}, {"stream", 0xb5d3e2}, {"swamp", 0xb5d3e2},
                   {"marsh", 0xb5d3e2}, {"hill", 0xcfc79f},  {"road", 0xcdbb96},  {"trail", 0xcdbb96},  {"impassable", 0xb9b3a8}};
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++)
        if (strstr(kind, colours[i].part)) return colours[i].rgb;
    return 0xcbc8ab;
}

static void trace(cairo_t *cr, const map *m, const vec2 *at, int count) {
    cairo_new_path(cr);
    for (int i = 0; i < count; i++) cairo_line_to(cr, map_x(m, at[i].x), map_y(m, at[i].y));
}

static void put_terrain(cairo_t *cr, const map *m, const game *g) {
    for (int i = 0; i < g->terrain_count; i++) {
        const game_terrain *t = &g->terrain[i];
        bool is_line = t->line_count > 0;
        trace(cr, m, is_line ? t->line : t->polygon, is_line ? t->line_count : t->polygon_count);
        canvas_set_rgb(cr, terrain_rgb(t->kind), 1);
        cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
        if (is_line) {
            cairo_set_line_width(cr, fmax(t->width_in, 0.4) * m->scale);
            cairo_stroke(cr);
            continue;
        }
        cairo_close_path(cr);
        cairo_fill_preserve(cr);
        canvas_set_rgb(cr, 0x000000, 0.2);
        cairo_set_line_width(cr, 0.08 * m->scale);
        cairo_stroke(cr);
    }
}

void map_trace_base(cairo_t *cr, const map *m, const base *b, const pose *at) {
    cairo_save(cr);
    cairo_translate(cr, map_x(m, at->at.x), map_y(m, at->at.y));
    cairo_rotate(cr, -at->heading_rad);
    cairo_scale(cr, m->scale, m->scale);
    cairo_new_path(cr);
    if (b->shape == BASE_ROUND)
        cairo_arc(cr, 0, 0, b->width_in / 2, 0, 2 * M_PI);
    else
        cairo_rectangle(cr, -b->depth_in / 2, -b->width_in / 2, b->depth_in, b->width_in);
    cairo_restore(cr);
}

static void put_front(cairo_t *cr, const map *m, const base *b, const pose *at) {
    cairo_save(cr);
    cairo_translate(cr, map_x(m, at->at.x), map_y(m, at->at.y));
    cairo_rotate(cr, -at->heading_rad);
    cairo_scale(cr, m->scale, m->scale);
    cairo_new_path(cr);
    cairo_move_to(cr, b->depth_in * 0.42, 0);
    cairo_line_to(cr, b->depth_in * 0.1, b->width_in * 0.24);
    cairo_line_to(cr, b->depth_in * 0.1, -b->width_in * 0.24);
    cairo_close_path(cr);
    cairo_restore(cr);
    canvas_set_rgb(cr, 0xffffff, 1);
    cairo_fill(cr);
}

static void put_figure(cairo_t *cr, const map *m, const scene *s, int f, bool marked) {
    const game_figure *figure = &s->g->figures[f];
    map_trace_base(cr, m, &figure->base, &s->at[f]);
    canvas_set_rgb(cr, map_side_rgb(s->g, s->g->units[figure->unit].side), s->hidden[f] ? 0.35 : 1);
    cairo_fill_preserve(cr);
    canvas_set_rgb(cr, marked ? 0x101014 : 0xffffff, 1);
    cairo_set_line_width(cr, (marked ? 0.11 : 0.06) * m->scale);
    cairo_stroke(cr);
    put_front(cr, m, &figure->base, &s->at[f]);
}

// The unit's name below its southernmost figure, on a light ground so that it can be read anywhere.
static void put_name(cairo_t *cr, const map *m, const scene *s, const game_unit *u) {
    double sum_x = 0, low_y = INFINITY;
    int n = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (!s->on_table[f]) continue;
        sum_x += s->at[f].at.x;
        low_y = fmin(low_y, s->at[f].at.y);
        n++;
    }
    if (n == 0) return;
    const char *name = game_unit_name(u);
    font f = {fmin(fmax(0.9 * m->scale, 6), 14), true};
    double width = canvas_text_width(cr, f, name), x = map_x(m, sum_x / n) - width / 2, y = map_y(m, low_y - 0.9) + f.size;
    canvas_set_rgb(cr, 0xf4f5ec, 0.8);
    cairo_rectangle(cr, x - 2, y - f.size * 0.85, width + 4, f.size * 1.1);
    cairo_fill(cr);
    canvas_set_rgb(cr, 0x22242a, 1);
    canvas_put_text(cr, f, x, y, 0, name);
}

void map_put_table(cairo_t *cr, const map *m, const scene *s, int marked) {
    const game *g = s->g;
    cairo_save(cr);
    cairo_rectangle(cr, m->x, m->y, m->width, m->height);
    cairo_clip(cr);
    canvas_set_rgb(cr, 0xeceee6, 1);
    cairo_paint(cr);
    cairo_rectangle(cr, map_x(m, 0), map_y(m, g->depth_in), g->width_in * m->scale, g->depth_in * m->scale);
    canvas_set_rgb(cr, 0xd9dfc7, 1);
    cairo_fill_preserve(cr);
    canvas_set_rgb(cr, 0xa8a48d, 1);
    cairo_set_line_width(cr, 0.2 * m->scale);
    cairo_stroke(cr);
    put_terrain(cr, m, g);
    for (int f = 0; f < g->figure_count; f++)
        if (s->on_table[f]) put_figure(cr, m, s, f, g->figures[f].unit == marked);
    for (int u = 0; u < g->unit_count; u++) put_name(cr, m, s, &g->units[u]);
    cairo_restore(cr);
}

void map_put_scale(cairo_t *cr, const map *m, double text_size) {
    double inches = m->scale * 6 > m->width * 0.4 ? 1 : m->scale * 6 > 40 ? 6 : 12;
    double x = m->x + 10, y = m->y + m->height - 10, length = inches * m->scale;
    char text[16];
    snprintf(text, sizeof text, "%.0f\"", inches);
    canvas_set_rgb(cr, 0xffffff, 0.8);
    cairo_rectangle(cr, x - 5, y - text_size * 1.5 - 4, fmax(length, 20) + 10, text_size * 1.5 + 9);
    cairo_fill(cr);
    canvas_set_rgb(cr, 0x22242a, 1);
    cairo_set_line_width(cr, 1.2);
    cairo_new_path(cr);
    cairo_move_to(cr, x, y - 4), cairo_line_to(cr, x, y), cairo_line_to(cr, x + length, y), cairo_line_to(cr, x + length, y - 4);
    cairo_stroke(cr);
    canvas_put_text(cr, (font){text_size, false}, x + 2, y - 6, 0, text);
}
