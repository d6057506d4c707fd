// Draws the figures of docs/rim-code.md: draw_rim_figures FOLDER writes rim-code-cells.png, rim-code-corner.png and rim-code-bases.png there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/print_draw.h"
#include "core/rim_code.h"

typedef struct {
    cairo_t *cr;
    cairo_surface_t *surface;
} sheet;

// `scale` pixels a millimetre.
static sheet begin(double width_mm, double height_mm, double scale) {
    sheet s = {.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(width_mm * scale), (int)(height_mm * scale))};
    s.cr = cairo_create(s.surface);
    cairo_scale(s.cr, scale, scale);
    cairo_set_source_rgb(s.cr, 1, 1, 1);
    cairo_paint(s.cr);
    cairo_set_source_rgb(s.cr, 0, 0, 0);
    cairo_select_font_face(s.cr, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    return s;
}

static bool finish(sheet s, const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    bool good = cairo_status(s.cr) == CAIRO_STATUS_SUCCESS && cairo_surface_write_to_png(s.surface, path) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(s.cr);
    cairo_surface_destroy(s.surface);
    if (!good) fprintf(stderr, "%s: cannot be written\n", path);
    return good;
}

static void text_at(cairo_t *cr, double x, double y, double size, const char *text) {
    cairo_text_extents_t e;
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, text, &e);
    cairo_move_to(cr, x - e.width / 2 - e.x_bearing, y - e.height / 2 - e.y_bearing);
    cairo_show_text(cr, text);
}

static base base_of(base_shape shape, double width_mm, double depth_mm) {
    return (base){shape, width_mm * IN_PER_MM, depth_mm * IN_PER_MM, 3 * IN_PER_MM, 0};
}

static print_item item_at(base b, int id, uint32_t dark, uint32_t light, const marker *m, double x_mm, double y_mm) {
    print_item i = {.marker = m, .rim = {m->cells, rim_code_word(m->cells, id), dark, light, b}};
    i.square = (print_box){x_mm, y_mm, b.width_in / IN_PER_MM, b.depth_in / IN_PER_MM};
    return i;
}

static vec2 on_sheet(const print_item *i, vec2 p) {
    return (vec2){i->square.x_mm + i->square.width_mm / 2 - p.y / IN_PER_MM, i->square.y_mm + i->square.height_mm / 2 - p.x / IN_PER_MM};
}

// Each cell with its number beside it, outside of the base.
static void number_cells(cairo_t *cr, const print_item *i) {
    for (int k = 0; k < i->rim.cells; k++) {
        char text[16];
        vec2 at = on_sheet(i, rim_code_point(i->rim.base, (k + 0.5) / i->rim.cells, -1.1 * IN_PER_MM));
        snprintf(text, sizeof text, "%d", k);
        cairo_set_source_rgb(cr, 0.1, 0.1, 0.1);
        text_at(cr, at.x, at.y, 0.95, text);
    }
}

static void line_between_cells(cairo_t *cr, const print_item *i, double share, double from_mm, double to_mm) {
    vec2 a = on_sheet(i, rim_code_point(i->rim.base, share, from_mm * IN_PER_MM)),
         b = on_sheet(i, rim_code_point(i->rim.base, share, to_mm * IN_PER_MM));
    cairo_move_to(cr, a.x, a.y);
    cairo_line_to(cr, b.x, b.y);
}

static void edges_of_cells(cairo_t *cr, const print_item *i) {
    cairo_set_source_rgb(cr, 0.9, 0.35, 0.1);
    cairo_set_line_width(cr, 0.06);
    for (int k = 0; k < i->rim.cells; k++) line_between_cells(cr, i, (double)k / i->rim.cells, 0, 3);
    cairo_stroke(cr);
}

// The middle of the band with an arrow the way that cells are counted.
static void the_way(cairo_t *cr, const print_item *i) {
    cairo_set_source_rgb(cr, 0.85, 0.1, 0.1);
    cairo_set_line_width(cr, 0.2);
    cairo_new_path(cr);
    for (int k = 0; k <= 40; k++) {
        vec2 p = on_sheet(i, rim_code_point(i->rim.base, k * 0.0023, 4.2 * IN_PER_MM));
        cairo_line_to(cr, p.x, p.y);
    }
    cairo_stroke(cr);
    vec2 end = on_sheet(i, rim_code_point(i->rim.base, 41 * 0.0023, 4.2 * IN_PER_MM)),
         last = on_sheet(i, rim_code_point(i->rim.base, 0.088, 4.2 * IN_PER_MM));
    double dx = end.x - last.x, dy = end.y - last.y, n = sqrt(dx * dx + dy * dy) / 0.6;
    dx /= n, dy /= n;
    cairo_move_to(cr, end.x + dx, end.y + dy);
    cairo_line_to(cr, end.x - dx - dy, end.y - dy + dx);
    cairo_line_to(cr, end.x - dx + dy, end.y - dy - dx);
    cairo_fill(cr);
}

static bool draw_cells(const char *folder) {
    sheet s = begin(62, 33, 20);
    const marker ring = {"rim", 7, 0, 48}, square = {"rim", 7, 0, 48};
    print_item a = item_at(base_of(BASE_ROUND, 25, 25), 7, RIM_CODE_DARK_RGB, RIM_CODE_LIGHT_RGB, &ring, 3.5, 4);
    print_item b = item_at(base_of(BASE_SQUARE, 20, 20), 7, RIM_CODE_DARK_RGB, RIM_CODE_LIGHT_RGB, &square, 37, 6.5);
    for (int k = 0; k < 2; k++) {
        const print_item *i = k ? &b : &a;
        print_draw_rim(s.cr, i);
        edges_of_cells(s.cr, i);
        number_cells(s.cr, i);
        the_way(s.cr, i);
    }
    cairo_set_source_rgb(s.cr, 0, 0, 0);
    text_at(s.cr, 16, 1.4, 1.4, "front");
    text_at(s.cr, 47, 3.6, 1.4, "front");
    text_at(s.cr, 16, 31.5, 1.3, "round 25 mm, 48 cells of 1.44 mm, id 7");
    text_at(s.cr, 47, 31.5, 1.3, "square 20 mm, 48 cells of 1.42 mm, id 7");
    return finish(s, folder, "rim-code-cells.png");
}

static void dimension(cairo_t *cr, double x0, double y0, double x1, double y1, const char *text) {
    cairo_set_source_rgb(cr, 0.1, 0.2, 0.6);
    cairo_set_line_width(cr, 0.03);
    cairo_move_to(cr, x0, y0);
    cairo_line_to(cr, x1, y1);
    cairo_stroke(cr);
    bool across = y0 == y1;
    text_at(cr, (x0 + x1) / 2 - (across ? 0 : 0.5), (y0 + y1) / 2 - (across ? 0.25 : 0), 0.36, text);
}

// The front left corner of the square base, enlarged: how the lines between cells turn about the inner corner of its 3 x 3 mm block.
static bool draw_corner(const char *folder) {
    sheet s = begin(11, 8.5, 70);
    const marker m = {"rim", 7, 0, 48};
    print_item i = item_at(base_of(BASE_SQUARE, 20, 20), 7, RIM_CODE_DARK_RGB, RIM_CODE_LIGHT_RGB, &m, 1.5, 1.2);
    print_draw_rim(s.cr, &i);
    edges_of_cells(s.cr, &i);
    cairo_set_source_rgb(s.cr, 0.85, 0.1, 0.1);
    cairo_set_line_width(s.cr, 0.05);
    cairo_set_dash(s.cr, (const double[]){0.2, 0.12}, 2, 0);
    cairo_rectangle(s.cr, i.square.x_mm + 1.5, i.square.y_mm + 1.5, 17, 17);  // the middle of the band
    cairo_stroke(s.cr);
    cairo_set_dash(s.cr, NULL, 0, 0);
    cairo_set_source_rgb(s.cr, 0.1, 0.2, 0.6);
    cairo_arc(s.cr, i.square.x_mm + 3, i.square.y_mm + 3, 0.12, 0, 2 * PI);
    cairo_fill(s.cr);
    dimension(s.cr, i.square.x_mm, 0.9, i.square.x_mm + 3, 0.9, "3 mm");
    dimension(s.cr, 1.1, i.square.y_mm, 1.1, i.square.y_mm + 3, "3");
    cairo_set_font_size(s.cr, 0.36);
    cairo_move_to(s.cr, i.square.x_mm + 3.3, i.square.y_mm + 3.5);
    cairo_show_text(s.cr, "in the block all lines start here");
    cairo_set_source_rgb(s.cr, 0.85, 0.1, 0.1);
    cairo_move_to(s.cr, i.square.x_mm + 3.3, i.square.y_mm + 4.1);
    cairo_show_text(s.cr, "dashed: the way: all cells equally long");
    for (int k = 3; k < 9; k++) {
        char text[16];
        vec2 at = on_sheet(&i, rim_code_point(i.rim.base, (k + 0.5) / 48, k == 5 || k == 6 ? 0.5 * IN_PER_MM : 0.35 * IN_PER_MM));
        snprintf(text, sizeof text, "%d", k);
        cairo_set_source_rgb(s.cr, 0.9, 0.35, 0.1);
        text_at(s.cr, at.x, at.y, 0.4, text);
    }
    return finish(s, folder, "rim-code-corner.png");
}

// What they look like: a few bases in the paints of four armies.
static bool draw_bases(const char *folder) {
    static const struct {
        base_shape shape;
        double width, depth, x, y;
        int id;
        uint32_t dark, light;
    } rows[] = {{BASE_ROUND, 25, 25, 4, 4, 1, RIM_CODE_DARK_RGB, RIM_CODE_LIGHT_RGB},
                {BASE_ROUND, 25, 25, 4, 33, 2, RIM_CODE_DARK_RGB, RIM_CODE_LIGHT_RGB},
                {BASE_ROUND, 32, 32, 33, 4, 3, 0x5a1a1a, 0xd8c8a0},
                {BASE_ROUND, 40, 40, 69, 4, 4, 0x1e3a2a, 0xb8c49a},
                {BASE_SQUARE, 20, 20, 33, 40, 5, 0x22304f, 0xc8ccd0},
                {BASE_SQUARE, 25, 25, 4, 62, 6, 0x22304f, 0xc8ccd0},
                {BASE_RECT, 25, 50, 114, 4, 7, 0x4a3420, 0xd0b080},
                {BASE_RECT, 60, 30, 69, 58, 8, 0x5a1a1a, 0xd8c8a0}};
    sheet s = begin(142, 92, 7);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        base b = base_of(rows[k].shape, rows[k].width, rows[k].depth);
        marker m = {"rim", rows[k].id, 0, rim_code_default_cells(b)};
        print_item i = item_at(b, rows[k].id, rows[k].dark, rows[k].light, &m, rows[k].x, rows[k].y);
        print_draw_rim(s.cr, &i);
    }
    return finish(s, folder, "rim-code-bases.png");
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: draw_rim_figures FOLDER\n");
        return 2;
    }
    return draw_cells(argv[1]) && draw_corner(argv[1]) && draw_bases(argv[1]) ? 0 : 3;
}
