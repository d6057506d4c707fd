#include "core/frame.h"

#include <string.h>

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

// A row's squares from `from` on up to, and without, `to`, of which some may be made: each run of the others at once.
static void make_row(const frame *f, int row, int from, int to) {
    frame_colours *c = f->colours;
    uint8_t *made = c->made + row * c->columns;
    int y = row << FRAME_SQUARE_BITS, height = smaller(FRAME_SQUARE_PX, f->height - y);
    for (int end; from < to; from = end) {
        end = from + 1;
        if (made[from]) continue;
        while (end < to && !made[end]) end++;
        int x = from << FRAME_SQUARE_BITS;
        c->make(c, x, y, smaller(end << FRAME_SQUARE_BITS, f->width) - x, height);
        memset(made + from, 1, (size_t)(end - from));
    }
}

void frame_want_colours(const frame *f, int x, int y, int width, int height) {
    if (!f->colours) return;
    int left = larger(x, 0), right = smaller(x + width, f->width), above = larger(y, 0), below = smaller(y + height, f->height);
    if (right <= left || below <= above) return;
    for (int row = above >> FRAME_SQUARE_BITS; row < frame_squares(below); row++) make_row(f, row, left >> FRAME_SQUARE_BITS, frame_squares(right));
}

void frame_glance_at_colours(const frame *f, int x, int y, int width, int height) {
    if (!f->colours) return;
    int left = larger(x, 0) & ~1, right = smaller((x + width + 1) & ~1, f->width), above = larger(y, 0), below = smaller(y + height, f->height);
    if (right > left && below > above) f->colours->make(f->colours, left, above, right - left, below - above);
}
