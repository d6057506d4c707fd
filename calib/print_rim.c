// Draws the rim code of one base, its front up.
#include <stdio.h>
#include <stdlib.h>

#include "calib/print_draw.h"
#include "core/rim_code.h"

#define CORNERS 12  // places where the edges of a frame's cells turn: three at each of its corners
#define ARROW_LONG_MM 2.6
#define ARROW_WIDE_MM 2.4
#define TYPE_MM 2.1

// A place on the sheet of a point of the base: forward is up, left is left.
static void to_sheet(const print_item *i, vec2 p, double *x_mm, double *y_mm) {
    *x_mm = i->square.x_mm + i->square.width_mm / 2 - p.y / IN_PER_MM;
    *y_mm = i->square.y_mm + i->square.height_mm / 2 - p.x / IN_PER_MM;
}

static void line_to(cairo_t *cr, const print_item *i, double share, double depth_in) {
    double x, y;
    to_sheet(i, rim_code_point(i->rim.base, share, depth_in), &x, &y);
    cairo_line_to(cr, x, y);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Shares of the way at which an edge of the band bends: each corner and both ends of its block.
static void find_corners(base b, double share[CORNERS]) {
    double deep = b.depth_in / 2 - b.top_inset_in, wide = b.width_in / 2 - b.top_inset_in, depth;
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? deep : -deep, y = k & 2 ? wide : -wide;
        rim_code_at(b, (vec2){x, y}, &share[3 * k], &depth);
        rim_code_at(b, (vec2){x - copysign(RIM_CODE_WIDTH_IN, x), y}, &share[3 * k + 1], &depth);
        rim_code_at(b, (vec2){x, y - copysign(RIM_CODE_WIDTH_IN, y)}, &share[3 * k + 2], &depth);
    }
    qsort(share, CORNERS, sizeof *share, ascending);
}

// The part of a frame's band between two shares, from < to <= 1.
static void frame_part(cairo_t *cr, const print_item *i, double from, double to) {
    double corner[CORNERS];
    find_corners(i->rim.base, corner);
    cairo_new_sub_path(cr);
    line_to(cr, i, from, 0);
    for (int k = 0; k < CORNERS; k++)
        if (corner[k] > from && corner[k] < to) line_to(cr, i, corner[k], 0);
    line_to(cr, i, to, 0);
    line_to(cr, i, to, RIM_CODE_WIDTH_IN);
    for (int k = CORNERS - 1; k >= 0; k--)
        if (corner[k] > from && corner[k] < to) line_to(cr, i, corner[k], RIM_CODE_WIDTH_IN);
    line_to(cr, i, from, RIM_CODE_WIDTH_IN);
    cairo_close_path(cr);
}

// The same of a ring. Cairo's angles run clockwise on the sheet, and the front is up.
static void ring_part(cairo_t *cr, const print_item *i, double from, double to) {
    double x, y, outer = i->square.width_mm / 2, a = -PI / 2 - 2 * PI * from, b = -PI / 2 - 2 * PI * to;
    to_sheet(i, (vec2){0, 0}, &x, &y);
    cairo_new_sub_path(cr);
    cairo_arc_negative(cr, x, y, outer, a, b);
    cairo_arc(cr, x, y, outer - RIM_CODE_WIDTH_IN / IN_PER_MM, b, a);
    cairo_close_path(cr);
}

// One closed line along the band at a depth.
static void loop(cairo_t *cr, const print_item *i, double depth_mm) {
    cairo_new_sub_path(cr);
    if (i->rim.base.shape == BASE_ROUND)
        cairo_arc(cr, i->square.x_mm + i->square.width_mm / 2, i->square.y_mm + i->square.height_mm / 2, i->square.width_mm / 2 - depth_mm, 0,
                  2 * PI);
    else
        cairo_rectangle(cr, i->square.x_mm + depth_mm, i->square.y_mm + depth_mm, i->square.width_mm - 2 * depth_mm,
                        i->square.height_mm - 2 * depth_mm);
    cairo_close_path(cr);
}

static void set_paint(cairo_t *cr, uint32_t rgb) {
    cairo_set_source_rgb(cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

// The whole band dark, and over it the runs of light cells in one path, so that no hairline shows between neighbours.
static void draw_band(cairo_t *cr, const print_item *i) {
    const print_rim *rim = &i->rim;
    set_paint(cr, rim->dark_rgb);
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
    loop(cr, i, 0);
    loop(cr, i, RIM_CODE_WIDTH_IN / IN_PER_MM);
    cairo_fill(cr);
    set_paint(cr, rim->light_rgb);
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING);
    for (int k = 0, end; k < rim->cells; k = end) {
        bool light = rim->word >> k & 1;
        for (end = k + 1; end < rim->cells && (rim->word >> end & 1) == light;) end++;
        if (!light) continue;
        double from = (double)k / rim->cells, to = (double)end / rim->cells;
        if (rim->base.shape == BASE_ROUND)
            ring_part(cr, i, from, to);
        else
            frame_part(cr, i, from, to);
    }
    cairo_fill(cr);
}

static void draw_inside(cairo_t *cr, const print_item *i) {
    char line[24];
    cairo_text_extents_t e;
    double x = i->square.x_mm + i->square.width_mm / 2, y = i->square.y_mm + RIM_CODE_WIDTH_IN / IN_PER_MM + 1;
    cairo_set_source_rgb(cr, 0.35, 0.35, 0.35);
    cairo_move_to(cr, x, y);
    cairo_line_to(cr, x + ARROW_WIDE_MM / 2, y + ARROW_LONG_MM);
    cairo_line_to(cr, x - ARROW_WIDE_MM / 2, y + ARROW_LONG_MM);
    cairo_fill(cr);
    snprintf(line, sizeof line, "%d", i->marker->id);
    cairo_set_font_size(cr, TYPE_MM);
    cairo_text_extents(cr, line, &e);
    cairo_move_to(cr, x - e.x_advance / 2, i->square.y_mm + i->square.height_mm / 2 + TYPE_MM / 2);
    cairo_show_text(cr, line);
}

void print_draw_rim(cairo_t *cr, const print_item *i) {
    cairo_save(cr);
    draw_band(cr, i);
    draw_inside(cr, i);
    print_begin_cut_line(cr);
    loop(cr, i, 0);
    loop(cr, i, RIM_CODE_WIDTH_IN / IN_PER_MM);
    cairo_stroke(cr);
    cairo_restore(cr);
}
