// explain/sheet -- a picture as paper to draw on: strokes that show on any ground, words that never lie over one another, a strip below for the
// legend. Knows nothing of what is drawn.
//
// Lengths are sheet units: one pixel of the PNG. Places are the picture's pixels (px2), wherever a function does not say otherwise.
#ifndef VEDETTE_EXPLAIN_SHEET_H
#define VEDETTE_EXPLAIN_SHEET_H

#include <cairo.h>

#include "core/frame.h"
#include "core/geom.h"
#include "core/status.h"

// Colours that people with any colour vision tell apart. Source: Okabe and Ito, "Color Universal Design", 2008.
typedef enum { INK_WHITE, INK_ORANGE, INK_SKY, INK_GREEN, INK_YELLOW, INK_BLUE, INK_VERMILLION, INK_PURPLE, INK_COUNT } ink;

typedef struct {
    cairo_surface_t *surface;
    cairo_t *cr;
    double scale;       // sheet units a pixel of the picture: small pictures are drawn larger
    double line;        // width of a stroke
    double type;        // height of words that are meant to be read first
    int width, height;  // of the picture on the sheet
    int strip;          // height of the strip below it
    uint8_t *taken;     // cells of the sheet that words lie on, columns x rows
    int columns, rows;
    const char *path;
} sheet;

// True where the file's name says a kind that sheet_begin can write: .png, .svg or .pdf.
bool sheet_knows(const char *path);
// A sheet with f's picture (colour where it has it), `dim` of its light taken away, and room for `strip_lines` lines of words below.
// Small pictures are enlarged so that words find room. STATUS_MEMORY, STATUS_IO (the file can't be written: reported before anything is drawn).
status sheet_begin(sheet *s, const char *path, const frame *f, double dim, int strip_lines, fault *fault);
// Writes the file and frees the sheet. STATUS_IO with a message.
status sheet_end(sheet *s, fault *fault);

// A line through the points, closed or not, with a dark edge; `dash` 0: unbroken, else the length of its pieces in widths. Parts without a
// place (NAN) are not drawn.
void sheet_trace(sheet *s, const px2 *at, int count, bool closed, ink colour, double width, double dash);
// An arrow from `from` to `to`, head and all.
void sheet_arrow(sheet *s, px2 from, px2 to, ink colour, double width);
// A filled spot, `radius` sheet units.
void sheet_spot(sheet *s, px2 at, double radius, ink colour);

// Words about `at`: within the box of half size `half` (sheet units, u and v) about it where they fit (`inside`), else beside it, else nowhere:
// false. Nothing is put over words that are there. `leader`: a thin line from the words to the place where they stand apart from it.
bool sheet_label(sheet *s, px2 at, vec2 half, bool inside, const char *words, double type, ink colour, bool leader);
// Keeps words off the box.
void sheet_keep_free(sheet *s, px2 at, vec2 half);
// Width of the words in sheet units.
double sheet_words_width(sheet *s, const char *words, double type);
// Words in the strip, their left end at x and their foot y below the picture's edge.
void sheet_write(sheet *s, double x, double y, const char *words, double type, ink colour);
// The place in the picture's pixels of a point of the strip, for swatches.
px2 sheet_strip_px(const sheet *s, double x, double y);

#endif
