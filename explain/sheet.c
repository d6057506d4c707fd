#include "explain/sheet.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "calib/print_draw.h"

#define CELL 4              // sheet units of a cell of taken room
#define WIDE_ENOUGH 2400.0  // sheets narrower than this are enlarged
#define MOST_ENLARGED 4
#define TYPE_OF_WIDTH 130.0  // of the sheet's width over the height of its words
#define EDGE 1.1             // dark edge on each side of a stroke
#define SIDES 8
#define RINGS 2      // words stand at most so many lines away from their thing
#define RINGS_LED 9  // and so many where a line leads to it
#define FAR_PX 1e5   // nothing is drawn farther out

static const double inks[INK_COUNT][3] = {{1, 1, 1},          {0.90, 0.62, 0.0}, {0.34, 0.71, 0.91}, {0.0, 0.62, 0.45},
                                          {0.94, 0.89, 0.26}, {0.0, 0.45, 0.70}, {0.84, 0.37, 0.0},  {0.80, 0.47, 0.65}};

static void use(sheet *s, ink colour) { cairo_set_source_rgb(s->cr, inks[colour][0], inks[colour][1], inks[colour][2]); }
static void use_dark(sheet *s, double alpha) { cairo_set_source_rgba(s->cr, 0.05, 0.05, 0.08, alpha); }

static bool ends_in(const char *path, const char *end) {
    size_t n = strlen(path), m = strlen(end);
    return n > m && strcasecmp(path + n - m, end) == 0;
}

bool sheet_knows(const char *path) { return ends_in(path, ".png") || ends_in(path, ".svg") || ends_in(path, ".pdf"); }

// The picture as cairo has it: 0xffrrggbb a pixel.
static cairo_surface_t *picture_surface(const frame *f) {
    cairo_surface_t *p = cairo_image_surface_create(CAIRO_FORMAT_RGB24, f->width, f->height);
    if (cairo_surface_status(p) != CAIRO_STATUS_SUCCESS) return p;
    unsigned char *data = cairo_image_surface_get_data(p);
    int stride = cairo_image_surface_get_stride(p);
    frame_want_colours(f, 0, 0, f->width, f->height);
    for (int y = 0; y < f->height; y++) {
        uint32_t *to = (uint32_t *)(void *)(data + (size_t)y * (size_t)stride);
        const uint8_t *gray = f->gray + (size_t)y * f->gray_stride, *bgr = f->bgr ? f->bgr + (size_t)y * f->bgr_stride : NULL;
        for (int x = 0; x < f->width; x++) {
            uint32_t b = bgr ? bgr[3 * x] : gray[x], g = bgr ? bgr[3 * x + 1] : gray[x], r = bgr ? bgr[3 * x + 2] : gray[x];
            to[x] = 0xff000000u | r << 16 | g << 8 | b;
        }
    }
    cairo_surface_mark_dirty(p);
    return p;
}

static void paint_picture(sheet *s, const frame *f, double dim) {
    cairo_surface_t *picture = picture_surface(f);
    use_dark(s, 1);
    cairo_paint(s->cr);
    cairo_save(s->cr);
    cairo_scale(s->cr, s->scale, s->scale);
    cairo_set_source_surface(s->cr, picture, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(s->cr), s->scale > 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
    cairo_paint(s->cr);
    cairo_restore(s->cr);
    cairo_surface_destroy(picture);
    if (dim <= 0) return;
    use_dark(s, dim);
    cairo_rectangle(s->cr, 0, 0, s->width, s->height);
    cairo_fill(s->cr);
}

// A file that can't be written is found out before a picture is searched or drawn for it.
static status try_file(const char *path, fault *fault) {
    FILE *file = fopen(path, "ab");
    if (!file) return fault_set(fault, STATUS_IO, "%s: cannot write: %s", path, strerror(errno));
    fclose(file);
    return STATUS_OK;
}

static cairo_surface_t *make_surface(const sheet *s) {
    int height = s->height + s->strip;
    if (ends_in(s->path, ".svg")) return cairo_svg_surface_create(s->path, s->width, height);
    if (ends_in(s->path, ".pdf")) return cairo_pdf_surface_create(s->path, s->width, height);
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, s->width, height);
}

status sheet_begin(sheet *s, const char *path, const frame *f, double dim, int strip_lines, fault *fault) {
    int enlarged = (int)ceil(WIDE_ENOUGH / f->width);
    *s = (sheet){.path = path, .scale = enlarged < 1 ? 1 : enlarged > MOST_ENLARGED ? MOST_ENLARGED : enlarged};
    s->width = (int)(f->width * s->scale), s->height = (int)(f->height * s->scale);
    s->type = fmax(13, s->width / TYPE_OF_WIDTH);
    s->line = fmax(1.2, s->width / 2400.0);
    s->strip = (int)(s->type * 1.6 * strip_lines + s->type);
    s->columns = s->width / CELL + 1, s->rows = s->height / CELL + 1;
    status done = try_file(path, fault);
    if (done != STATUS_OK) return done;
    s->taken = calloc((size_t)s->columns * (size_t)s->rows, 1);
    s->surface = make_surface(s);
    s->cr = cairo_create(s->surface);
    if (!s->taken || cairo_status(s->cr) != CAIRO_STATUS_SUCCESS) {
        done = fault_set(fault, STATUS_MEMORY, "%s: a sheet of %d x %d can't be drawn: %s", path, s->width, s->height + s->strip,
                         cairo_status_to_string(cairo_status(s->cr)));
        cairo_destroy(s->cr);
        cairo_surface_destroy(s->surface);
        free(s->taken);
        return done;
    }
    cairo_select_font_face(s->cr, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_line_join(s->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(s->cr, CAIRO_LINE_CAP_ROUND);
    paint_picture(s, f, dim);
    return STATUS_OK;
}

status sheet_end(sheet *s, fault *fault) {
    cairo_status_t drawn = cairo_status(s->cr);
    cairo_destroy(s->cr);
    if (drawn == CAIRO_STATUS_SUCCESS && ends_in(s->path, ".png")) drawn = cairo_surface_write_to_png(s->surface, s->path);
    cairo_surface_finish(s->surface);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = cairo_surface_status(s->surface);
    cairo_surface_destroy(s->surface);
    free(s->taken);
    if (drawn == CAIRO_STATUS_SUCCESS) return STATUS_OK;
    return fault_set(fault, STATUS_IO, "%s: cannot write: %s", s->path, cairo_status_to_string(drawn));
}

// Strokes ----------------------------------------------------------------------------------------------------------------------------------

static bool has_place(px2 p) { return isfinite(p.u) && isfinite(p.v) && fabs(p.u) < FAR_PX && fabs(p.v) < FAR_PX; }
// A pixel's middle is its place.
static double sheet_u(const sheet *s, px2 p) { return (p.u + 0.5) * s->scale; }
static double sheet_v(const sheet *s, px2 p) { return (p.v + 0.5) * s->scale; }

static void stroke(sheet *s, ink colour, double width, double dash) {
    double edge = width + 2 * EDGE * fmin(1, s->line / 1.5), on = dash * width;
    use_dark(s, 0.55);
    cairo_set_dash(s->cr, NULL, 0, 0);
    cairo_set_line_width(s->cr, edge);
    cairo_stroke_preserve(s->cr);
    use(s, colour);
    if (dash > 0) cairo_set_dash(s->cr, (double[2]){on, on}, 2, 0);
    cairo_set_line_width(s->cr, width);
    cairo_stroke(s->cr);
    cairo_set_dash(s->cr, NULL, 0, 0);
}

void sheet_trace(sheet *s, const px2 *at, int count, bool closed, ink colour, double width, double dash) {
    bool whole = true, begun = false;
    cairo_new_path(s->cr);
    for (int i = 0; i < count; i++) {
        if (!has_place(at[i])) {
            whole = begun = false;
            continue;
        }
        if (begun)
            cairo_line_to(s->cr, sheet_u(s, at[i]), sheet_v(s, at[i]));
        else
            cairo_move_to(s->cr, sheet_u(s, at[i]), sheet_v(s, at[i]));
        begun = true;
    }
    if (closed && whole && count > 2) cairo_close_path(s->cr);
    stroke(s, colour, width, dash);
}

void sheet_arrow(sheet *s, px2 from, px2 to, ink colour, double width) {
    if (!has_place(from) || !has_place(to)) return;
    double u = sheet_u(s, to), v = sheet_v(s, to), du = u - sheet_u(s, from), dv = v - sheet_v(s, from), length = hypot(du, dv);
    if (length < 1e-6) return;
    du /= length, dv /= length;
    double head = fmin(4.5 * width, 0.8 * length), half = 0.5 * head;
    cairo_new_path(s->cr);
    cairo_move_to(s->cr, sheet_u(s, from), sheet_v(s, from));
    cairo_line_to(s->cr, u - head * du, v - head * dv);
    stroke(s, colour, width, 0);
    cairo_move_to(s->cr, u, v);
    cairo_line_to(s->cr, u - head * du - half * dv, v - head * dv + half * du);
    cairo_line_to(s->cr, u - head * du + half * dv, v - head * dv - half * du);
    cairo_close_path(s->cr);
    use_dark(s, 0.55);
    cairo_set_line_width(s->cr, 2 * EDGE);
    cairo_stroke_preserve(s->cr);
    use(s, colour);
    cairo_fill(s->cr);
}

void sheet_spot(sheet *s, px2 at, double radius, ink colour) {
    if (!has_place(at)) return;
    cairo_new_path(s->cr);
    cairo_arc(s->cr, sheet_u(s, at), sheet_v(s, at), radius + EDGE, 0, 2 * PI);
    use_dark(s, 0.55);
    cairo_fill(s->cr);
    cairo_arc(s->cr, sheet_u(s, at), sheet_v(s, at), radius, 0, 2 * PI);
    use(s, colour);
    cairo_fill(s->cr);
}

// Words ------------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    double left, top, right, below;  // sheet units
} box;

static int clip_to(double x, int most) { return x < 0 ? 0 : x > most ? most : (int)x; }

static bool is_free(const sheet *s, box b) {
    if (b.left < 0 || b.top < 0 || b.right > s->width || b.below > s->height) return false;
    for (int y = (int)b.top / CELL; y <= (int)b.below / CELL && y < s->rows; y++)
        for (int x = (int)b.left / CELL; x <= (int)b.right / CELL && x < s->columns; x++)
            if (s->taken[(size_t)y * (size_t)s->columns + (size_t)x]) return false;
    return true;
}

static void take(sheet *s, box b) {
    int left = clip_to(b.left / CELL, s->columns), right = clip_to(b.right / CELL + 1, s->columns);
    int top = clip_to(b.top / CELL, s->rows), below = clip_to(b.below / CELL + 1, s->rows);
    for (int y = top; y < below; y++)
        if (right > left) memset(s->taken + (size_t)y * (size_t)s->columns + left, 1, (size_t)(right - left));
}

void sheet_keep_free(sheet *s, px2 at, vec2 half) {
    if (!has_place(at)) return;
    double u = sheet_u(s, at), v = sheet_v(s, at);
    take(s, (box){u - half.x, v - half.y, u + half.x, v + half.y});
}

double sheet_words_width(sheet *s, const char *words, double type) {
    char clean[256];
    cairo_text_extents_t e;
    print_clean_text(words, clean, sizeof clean);
    cairo_set_font_size(s->cr, type);
    cairo_text_extents(s->cr, clean, &e);
    return e.x_advance;
}

// Words are lighter than strokes of their colour: they lie on dark ground.
static double lit(double part) { return part + 0.4 * (1 - part); }

static void show(sheet *s, double x, double foot, const char *words, double type, ink colour) {
    char clean[512];
    print_clean_text(words, clean, sizeof clean);
    cairo_set_font_size(s->cr, type);
    cairo_move_to(s->cr, x, foot);
    cairo_set_source_rgb(s->cr, lit(inks[colour][0]), lit(inks[colour][1]), lit(inks[colour][2]));
    cairo_show_text(s->cr, clean);
    cairo_new_path(s->cr);
}

static void put_words(sheet *s, box b, const char *words, double type, ink colour) {
    use_dark(s, 0.62);
    cairo_rectangle(s->cr, b.left, b.top, b.right - b.left, b.below - b.top);
    cairo_fill(s->cr);
    show(s, b.left + 0.15 * type, b.below - 0.25 * type, words, type, colour);
    take(s, b);
}

// Where words stand about a box of half size (x, y): inside, right, left, above, below, at the corners, and the same farther and farther off.
static box place(double u, double v, vec2 half, vec2 size, int n) {
    static const double side[SIDES][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
    const double *at = n ? side[(n - 1) % SIDES] : (double[2]){0, 0};
    double far = n ? 1.2 * size.y * ((n - 1) / SIDES) : 0;
    double x = u + at[0] * (half.x + size.x / 2 + far), y = v + at[1] * (half.y + size.y / 2 + far);
    return (box){x - size.x / 2, y - size.y / 2, x + size.x / 2, y + size.y / 2};
}

static void lead(sheet *s, box b, double u, double v, ink colour) {
    double x = fmin(fmax(u, b.left), b.right), y = fmin(fmax(v, b.top), b.below);
    cairo_new_path(s->cr);
    cairo_move_to(s->cr, x, y);
    cairo_line_to(s->cr, u, v);
    stroke(s, colour, fmax(0.8, 0.5 * s->line), 0);
}

bool sheet_label(sheet *s, px2 at, vec2 half, bool inside, const char *words, double type, ink colour, bool leader) {
    if (!has_place(at)) return false;
    double u = sheet_u(s, at), v = sheet_v(s, at);
    vec2 size = {sheet_words_width(s, words, type) + 0.3 * type, 1.12 * type};
    for (int n = inside ? 0 : 1; n <= SIDES * (leader ? RINGS_LED : RINGS); n++) {
        box b = place(u, v, half, size, n);
        if (!is_free(s, b)) continue;
        if (leader && n > SIDES) lead(s, b, u, v, colour);
        put_words(s, b, words, type, colour);
        return true;
    }
    return false;
}

void sheet_write(sheet *s, double x, double y, const char *words, double type, ink colour) { show(s, x, s->height + y, words, type, colour); }

px2 sheet_strip_px(const sheet *s, double x, double y) { return (px2){x / s->scale - 0.5, (s->height + y) / s->scale - 0.5}; }
