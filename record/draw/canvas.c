#include "record/draw/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/utf8.h"

#define LINE_BYTES 2048
#define LEADING 1.35  // of a line, in its size

static const struct {
    const char *ruling, *word;
    uint32_t rgb;
} signs[] = {
    {"legal", "LEGAL", 0x1b7f3b}, {"illegal", "ILLEGAL", 0xb3123f}, {"doubtful", "DOUBTFUL", 0xa15c00},
    {"ask", "ASK", 0x5a3fa8},     {"advisory", "ADVICE", 0x00657a}, {"", "", 0x555555},
};

sign sign_of(const char *ruling) {
    for (int i = 0; i < SIGN_NONE; i++)
        if (strcmp(ruling, signs[i].ruling) == 0) return (sign)i;
    return SIGN_NONE;
}

const char *sign_word(sign s) { return signs[s].word; }

void canvas_set_rgb(cairo_t *cr, uint32_t rgb, double alpha) {
    cairo_set_source_rgba(cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, alpha);
}

void canvas_set_sign(cairo_t *cr, sign s) { canvas_set_rgb(cr, signs[s].rgb, 1); }

static void polygon(cairo_t *cr, double x, double y, double r, int corners, double first) {
    for (int i = 0; i < corners; i++) cairo_line_to(cr, x + r * sin(first + 2 * M_PI * i / corners), y - r * cos(first + 2 * M_PI * i / corners));
    cairo_close_path(cr);
}

static void tick(cairo_t *cr, double x, double y, double size) {
    cairo_save(cr);
    cairo_set_line_width(cr, size * 0.2);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_move_to(cr, x - size * 0.38, y + size * 0.02);
    cairo_line_to(cr, x - size * 0.1, y + size * 0.32);
    cairo_line_to(cr, x + size * 0.4, y - size * 0.34);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void letter(cairo_t *cr, double x, double y, double size, const char *text) {
    font f = {size, true};
    canvas_set_rgb(cr, 0xffffff, 1);
    canvas_put_text(cr, f, x - canvas_text_width(cr, f, text) / 2, y + size * 0.36, 0, text);
}

void canvas_put_sign(cairo_t *cr, sign s, double x, double y, double size) {
    canvas_set_sign(cr, s);
    cairo_new_path(cr);
    switch (s) {
        case SIGN_LEGAL:
            tick(cr, x, y, size);
            return;
        case SIGN_ILLEGAL:
            polygon(cr, x, y, size * 0.54, 8, M_PI / 8);
            cairo_fill(cr);
            letter(cr, x, y, size * 0.66, "!");
            return;
        case SIGN_DOUBTFUL:
            polygon(cr, x, y + size * 0.12, size * 0.6, 3, 0);
            cairo_fill(cr);
            letter(cr, x, y + size * 0.14, size * 0.5, "?");
            return;
        case SIGN_ASK:
            cairo_arc(cr, x, y - size * 0.04, size * 0.46, 0, 2 * M_PI);
            cairo_fill(cr);
            cairo_move_to(cr, x - size * 0.3, y + size * 0.2);
            cairo_line_to(cr, x - size * 0.36, y + size * 0.54);
            cairo_line_to(cr, x + size * 0.02, y + size * 0.38);
            cairo_fill(cr);
            letter(cr, x, y - size * 0.03, size * 0.56, "?");
            return;
        default:
            cairo_arc(cr, x, y, size * 0.4, 0, 2 * M_PI);
            cairo_fill(cr);
            letter(cr, x, y, size * 0.56, "i");
            return;
    }
}

// Words ---------------------------------------------------------------------------------------------------------------------------------------

static void clean(const char *text, size_t length, char out[LINE_BYTES]) {
    snprintf(out, LINE_BYTES, "%.*s", (int)(length < LINE_BYTES ? length : LINE_BYTES - 1), text);
    utf8_defuse(out, '?');
}

static void use(cairo_t *cr, font f) {
    cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL, f.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, f.size);
}

static double width_of(cairo_t *cr, const char *cleaned) {
    cairo_text_extents_t e;
    cairo_text_extents(cr, cleaned, &e);
    return e.x_advance;
}

double canvas_text_width(cairo_t *cr, font f, const char *text) {
    char line[LINE_BYTES];
    clean(text, strlen(text), line);
    use(cr, f);
    return width_of(cr, line);
}

// Cuts whole characters from the end until it fits with dots behind it.
static void cut_to(cairo_t *cr, char line[LINE_BYTES], double most) {
    size_t n = strlen(line);
    if (n > LINE_BYTES - 4) n = LINE_BYTES - 4;
    do {
        while (n > 0 && ((unsigned char)line[n] & 0xc0) == 0x80) n--;
        memcpy(line + n, "...", 4);
    } while (width_of(cr, line) > most && n-- > 0);
}

void canvas_put_text(cairo_t *cr, font f, double x, double y, double most, const char *text) {
    char line[LINE_BYTES];
    clean(text, strlen(text), line);
    use(cr, f);
    if (most > 0 && width_of(cr, line) > most) cut_to(cr, line, most);
    cairo_move_to(cr, x, y);
    cairo_show_text(cr, line);
}

// The length of the longest beginning of `text` that ends before a blank and fits; at least one word, or a part of one that is too long.
static size_t line_length(cairo_t *cr, const char *text, double width) {
    char line[LINE_BYTES];
    size_t best = 0, at = 0, all = strlen(text);
    while (at < all) {
        size_t end = at + strspn(text + at, " ");
        end += strcspn(text + end, " ");
        clean(text, end, line);
        if (width_of(cr, line) > width) break;
        best = at = end;
    }
    if (best > 0 || all == 0) return best;
    for (best = all < LINE_BYTES ? all : LINE_BYTES - 1; best > 1; best--) {  // one long word
        if (((unsigned char)text[best] & 0xc0) == 0x80) continue;
        clean(text, best, line);
        if (width_of(cr, line) <= width) break;
    }
    return best;
}

double canvas_put_paragraph(cairo_t *cr, font f, double x, double y, double width, const char *text, bool draw) {
    use(cr, f);
    while (*text) {
        char line[LINE_BYTES];
        size_t n = line_length(cr, text, width);
        if (n == 0) break;
        clean(text, n, line);
        y += f.size * LEADING;
        cairo_move_to(cr, x, y);
        if (draw) cairo_show_text(cr, line);
        text += n;
        text += strspn(text, " ");
    }
    return y;
}
