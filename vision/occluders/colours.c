// The colours of one kind of cells. Colours of the table show ground that was uncovered, not an occluder.
#include <string.h>

#include "vision/occluders/occluders_limits.h"
#include "vision/occluders/state.h"

enum { STEP = 2 };           // every second cell of every second row is enough to learn the colours
enum { TABLE_POINTS = 16 };  // points along the table's outline, which the lens bends

// The scanlines of a convex outline: from and to along the middle of a row of cells; false where it is not there.
static bool span_at(const px2 *at, int count, double v, double *from, double *to) {
    *from = INFINITY, *to = -INFINITY;
    for (int i = 0; i < count; i++) {
        px2 a = at[i], b = at[(i + 1) % count];
        if ((a.v <= v) == (b.v <= v)) continue;
        double u = a.u + (b.u - a.u) * (v - a.v) / (b.v - a.v);
        *from = fmin(*from, u), *to = fmax(*to, u);
    }
    return *from <= *to;
}

void occluder_fill(const occluder_search *s, const px2 *at, int count, uint8_t *cells, uint8_t value) {
    double top = INFINITY, below = -INFINITY, from, to, edge = s->grid.cell_px;
    for (int i = 0; i < count; i++) top = fmin(top, at[i].v), below = fmax(below, at[i].v);
    if (!isfinite(top) || !isfinite(below) || below < 0 || top > edge * s->grid.rows) return;
    int last = (int)fmin(s->grid.rows - 1, below / edge);
    for (int y = (int)fmax(0, top / edge); y <= last; y++) {
        if (!span_at(at, count, (y + 0.5) * edge - 0.5, &from, &to)) continue;
        int x0 = (int)fmax(0, floor((from + 0.5) / edge)), x1 = (int)fmin(s->grid.columns - 1, floor((to + 0.5) / edge));
        if (x0 <= x1) memset(cells + y * s->grid.columns + x0, value, (size_t)(x1 - x0 + 1));
    }
}

static int bin_of(const uint8_t *bgr) {
    int sum = bgr[0] + bgr[1] + bgr[2] + 3;
    return (bgr[0] + 1) * COLOUR_BINS / sum * COLOUR_BINS + (bgr[2] + 1) * COLOUR_BINS / sum;
}

static int level_of(const uint8_t *bgr) { return cell_gray(bgr) * COLOUR_LEVELS / 256; }

void occluder_count_colour(cell_colours *g, const uint8_t *bgr) {
    uint16_t *count = &g->count[level_of(bgr)][bin_of(bgr)];
    if (*count < UINT16_MAX) (*count)++;
    g->cells++;
}

// The table's outline in the picture, a point every so often along its edges.
static void outline_table(const vision_view *view, px2 out[TABLE_POINTS]) {
    for (int i = 0; i < TABLE_POINTS; i++) {
        double along = (double)(i % (TABLE_POINTS / 4)) / (TABLE_POINTS / 4), w = view->width_in, d = view->depth_in;
        vec2 at[4] = {{along * w, 0}, {w, along * d}, {w - along * w, d}, {0, d - along * d}};
        vec2 p = at[i / (TABLE_POINTS / 4)];
        out[i] = view->to_px(view->context, (vec3){p.x, p.y, 0});
    }
}

// Adds `count` cells of that brightness and colour to the counts of all similar colours.
static void add_likes(like_colours *g, int level, int bin, unsigned count) {
    int row = bin / COLOUR_BINS, column = bin % COLOUR_BINS;
    for (int l = 0; l <= level + 1 && l < COLOUR_LEVELS; l++) {
        if (level > (l + 1) * OCCLUDER_DARKER) continue;
        for (int y = row > 0 ? row - 1 : 0; y <= row + 1 && y < COLOUR_BINS; y++)
            for (int x = column > 0 ? column - 1 : 0; x <= column + 1 && x < COLOUR_BINS; x++) g->count[l][y * COLOUR_BINS + x] += count;
    }
}

void occluder_learn_ground(occluder_search *s, const vision_view *view) {
    px2 table[TABLE_POINTS];
    uint8_t *inside = s->region;  // refilled at the end of each frame
    memset(inside, 0, (size_t)s->grid.columns * (size_t)s->grid.rows);
    outline_table(view, table);
    occluder_fill(s, table, TABLE_POINTS, inside, 1);
    s->colours = (cell_colours){0};
    for (int y = 0; y < s->grid.rows; y += STEP)
        for (int x = 0; x < s->grid.columns; x += STEP) {
            size_t i = (size_t)y * (size_t)s->grid.columns + (size_t)x;
            if (inside[i] && s->figures[i] == FIGURE_NONE && s->rest[i] == LABEL_TABLE) occluder_count_colour(&s->colours, s->bare + 3 * i);
        }
    s->ground = (like_colours){.cells = s->colours.cells};
    for (int l = 0; l < COLOUR_LEVELS; l++)
        for (int bin = 0; bin < COLOUR_BINS * COLOUR_BINS; bin++)
            if (s->colours.count[l][bin]) add_likes(&s->ground, l, bin, s->colours.count[l][bin]);
    s->ground_stale = false;
}

float occluder_share_like(const cell_colours *g, const uint8_t *bgr) {
    int bin = bin_of(bgr), row = bin / COLOUR_BINS, column = bin % COLOUR_BINS, level = level_of(bgr), count = 0;
    for (int l = level > 0 ? level - 1 : 0; l <= level + 1 && l < COLOUR_LEVELS; l++)
        for (int y = row > 0 ? row - 1 : 0; y <= row + 1 && y < COLOUR_BINS; y++)
            for (int x = column > 0 ? column - 1 : 0; x <= column + 1 && x < COLOUR_BINS; x++) count += g->count[l][y * COLOUR_BINS + x];
    return g->cells ? (float)count / (float)g->cells : 0;
}

float occluder_share_of_ground(const occluder_search *s, const uint8_t *bgr) {
    return s->ground.cells ? (float)s->ground.count[level_of(bgr)][bin_of(bgr)] / (float)s->ground.cells : 0;
}
