// record/draw/canvas -- colours, words and signs of a ruling on a cairo surface. Internal to record/draw/.
#ifndef VEDETTE_RECORD_DRAW_CANVAS_H
#define VEDETTE_RECORD_DRAW_CANVAS_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum { SIGN_LEGAL, SIGN_ILLEGAL, SIGN_DOUBTFUL, SIGN_ASK, SIGN_ADVISORY, SIGN_NONE } sign;

sign sign_of(const char *ruling);
// "ILLEGAL" and so on.
const char *sign_word(sign s);
void canvas_set_rgb(cairo_t *cr, uint32_t rgb, double alpha);
void canvas_set_sign(cairo_t *cr, sign s);
// The ruling's shape, `size` high, with its middle at x, y: an octagon, a triangle, a bubble, a tick. Never by colour alone.
void canvas_put_sign(cairo_t *cr, sign s, double x, double y, double size);

typedef struct {
    double size;
    bool bold;
} font;

// Text of any origin: what cairo could not take, and control characters, become '?'.
double canvas_text_width(cairo_t *cr, font f, const char *text);
// One line, its baseline at y; cut with "..." where it is wider than `most` (0: it may be as wide as it is).
void canvas_put_text(cairo_t *cr, font f, double x, double y, double most, const char *text);
// Wrapped at blanks to the width; the first baseline is one line below y. Returns the y below the last line. draw false: measures alone.
double canvas_put_paragraph(cairo_t *cr, font f, double x, double y, double width, const char *text, bool draw);

#endif
