#include "calib/print_draw.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define EDGE_MM 8.0
#define SMALL_MM 2.1     // height of the small type
#define LEAST_TYPE 0.75  // of its height, before text is cut
#define TEXT_MAX 512

// Length of the character that s begins with, 0 where it is none that cairo takes: malformed, a control, or one of Unicode's noncharacters.
static size_t character_length(const char *s) {
    const unsigned char *b = (const unsigned char *)s;
    if (b[0] < 0x80) return b[0] >= 0x20 && b[0] != 0x7f;
    size_t n = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (b[0] < 0xc2 || b[0] > 0xf4) return 0;
    uint32_t c = b[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((b[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (b[i] & 0x3fu);
    }
    bool bad = c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) || (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe || c < 0xa0;
    return bad ? 0 : n;
}

void print_clean_text(const char *text, char *out, size_t capacity) {
    while (*text) {
        size_t n = character_length(text);
        if (capacity < (n ? n : 1) + 1) break;
        if (n)
            memcpy(out, text, n);
        else
            *out = '?';
        size_t step = n ? n : 1;
        out += step, text += step, capacity -= step;
    }
    *out = '\0';
}

static double text_width(cairo_t *cr, const char *text) {
    cairo_text_extents_t e;
    cairo_text_extents(cr, text, &e);
    return e.x_advance;
}

// Text from x_mm on the base line y_mm; where it is wider than width_mm, smaller, and then shortened.
static void draw_text(cairo_t *cr, double x_mm, double y_mm, double height_mm, double width_mm, const char *text) {
    char line[TEXT_MAX + 4];
    print_clean_text(text, line, TEXT_MAX);
    cairo_set_font_size(cr, height_mm);
    double wide = text_width(cr, line);
    if (wide > width_mm) cairo_set_font_size(cr, height_mm * fmax(LEAST_TYPE, 0.99 * width_mm / wide));
    if (text_width(cr, line) > width_mm) {
        size_t n = strlen(line);
        do {
            while (n > 0 && ((unsigned char)line[--n] & 0xc0) == 0x80) continue;
            memcpy(line + n, "…", sizeof "…");
        } while (n > 0 && text_width(cr, line) > width_mm);
    }
    cairo_move_to(cr, x_mm, y_mm);
    cairo_show_text(cr, line);
}

// All black cells in one path, so that no hairline shows between neighbours.
static void draw_tag(cairo_t *cr, const print_item *i) {
    const tag_bitmap *t = &i->tag;
    double cell = i->size_mm / t->border;
    double left = i->square.x_mm - cell * ((t->cells - t->border) / 2), top = i->square.y_mm - cell * ((t->cells - t->border) / 2);
    for (int y = 0; y < t->cells; y++)
        for (int x = 0, end; x < t->cells; x = end) {
            for (end = x + 1; end < t->cells && t->black[y][end] == t->black[y][x];) end++;
            if (t->black[y][x]) cairo_rectangle(cr, left + x * cell, top + y * cell, (end - x) * cell, cell);
        }
    cairo_fill(cr);
}

// Dashed: to OpenCV's ArUco reader a closed line is a quad so close to the marker that it takes it for the marker.
void print_begin_cut_line(cairo_t *cr) {
    cairo_set_source_rgb(cr, 0.55, 0.55, 0.55);
    cairo_set_line_width(cr, 0.1);
    cairo_set_dash(cr, (const double[]){1, 1.5}, 2, 0);
}

static void draw_cut_lines(cairo_t *cr, print_box b) {
    cairo_save(cr);
    print_begin_cut_line(cr);
    cairo_rectangle(cr, b.x_mm, b.y_mm, b.width_mm, b.height_mm);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void draw_front_arrow(cairo_t *cr, const print_item *i) {
    double x = i->square.x_mm + i->square.width_mm / 2, y = i->slot.y_mm + 0.6, end = i->cut.y_mm - 0.8;
    cairo_move_to(cr, x, y);
    cairo_line_to(cr, x + 1.1, y + 1.8);
    cairo_line_to(cr, x - 1.1, y + 1.8);
    cairo_fill(cr);
    cairo_set_line_width(cr, 0.4);
    cairo_move_to(cr, x, y + 1.7);
    cairo_line_to(cr, x, end);
    cairo_stroke(cr);
    draw_text(cr, x + 1.8, end, SMALL_MM, i->slot.x_mm + i->slot.width_mm - x - 1.8, "front");
}

static void describe(const print_item *i, char *line, size_t capacity) {
    double width = i->square.width_mm, depth = i->square.height_mm;
    if (i->rim.cells == 0)
        snprintf(line, capacity, "%s %d, %.4g mm", i->marker->family, i->marker->id, i->size_mm);
    else if (i->rim.base.shape == BASE_ROUND)
        snprintf(line, capacity, "rim %d of %d cells, %.4g mm", i->marker->id, i->rim.cells, width);
    else
        snprintf(line, capacity, "rim %d of %d cells, %.4g x %.4g mm", i->marker->id, i->rim.cells, width, depth);
}

static void draw_marker(cairo_t *cr, const print_item *i) {
    if (i->rim.cells) {
        print_draw_rim(cr, i);
        return;
    }
    draw_tag(cr, i);
    draw_cut_lines(cr, i->cut);
    if (i->front) draw_front_arrow(cr, i);
}

static void draw_item(cairo_t *cr, const print_item *i) {
    char line[TAG_FAMILY_MAX + 64];
    double bottom = i->slot.y_mm + i->slot.height_mm;
    draw_marker(cr, i);
    describe(i, line, sizeof line);
    draw_text(cr, i->slot.x_mm + 0.6, bottom - 4.2, SMALL_MM, i->slot.width_mm - 1.2, i->name);
    draw_text(cr, i->slot.x_mm + 0.6, bottom - 1.2, SMALL_MM, i->slot.width_mm - 1.2, line);
}

static void draw_ruler(cairo_t *cr, const print_sheets *p) {
    double x = PRINT_RULER_X_MM, y = p->height_mm - PRINT_RULER_FROM_BOTTOM_MM;
    cairo_set_line_width(cr, 0.2);
    cairo_move_to(cr, x, y);
    cairo_line_to(cr, x + PRINT_RULER_MM, y);
    for (int mm = 0; mm <= (int)PRINT_RULER_MM; mm += 10) {
        cairo_move_to(cr, x + mm, y);
        cairo_line_to(cr, x + mm, y - (mm % 100 == 0 ? 4 : mm % 50 == 0 ? 3 : 2));
    }
    cairo_stroke(cr);
    draw_text(cr, x + PRINT_RULER_MM + 3, y, SMALL_MM, p->width_mm - x - PRINT_RULER_MM - 3 - EDGE_MM,
              "100 mm. Measure it: if it is not, print again at 100 % (actual size).");
}

static void draw_board(cairo_t *cr, const print_sheets *p) {
    const int across = PRINT_BOARD_ROWS + 1, down = PRINT_BOARD_COLUMNS + 1;
    const double square = PRINT_BOARD_SQUARE_MM, left = (p->width_mm - across * square) / 2, top = (p->height_mm - down * square) / 2;
    for (int y = 0; y < down; y++)
        for (int x = y % 2; x < across; x += 2) cairo_rectangle(cr, left + x * square, top + y * square, square, square);
    cairo_fill(cr);
}

void print_draw_sheet(const print_sheets *p, int sheet, cairo_t *cr) {
    char head[GAME_NAME_MAX + 160];
    bool board = sheet == p->sheet_count - 1;
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);  // the same line breaks on screen and paper
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_source_rgb(cr, 0, 0, 0);
    if (board)
        snprintf(head, sizeof head, "Calibration board for --board %dx%dx%g: glue it to something flat and stiff (sheet %d of %d)",
                 PRINT_BOARD_COLUMNS, PRINT_BOARD_ROWS, PRINT_BOARD_SQUARE_MM, sheet + 1, p->sheet_count);
    else
        snprintf(head, sizeof head, "Sheet %d of %d: markers of %s", sheet + 1, p->sheet_count, p->title);
    draw_text(cr, EDGE_MM, EDGE_MM + 2, SMALL_MM, p->width_mm - 2 * EDGE_MM, head);
    draw_ruler(cr, p);
    if (board) draw_board(cr, p);
    for (int i = 0; i < p->item_count; i++)
        if (p->items[i].sheet == sheet) draw_item(cr, &p->items[i]);
}

#ifdef __SANITIZE_ADDRESS__
// What fontconfig has read of the machine's fonts it keeps until the program ends: no leak of ours.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig"; }
#endif
