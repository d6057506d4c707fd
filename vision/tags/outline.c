#include "vision/tags/outline.h"

#include <stdlib.h>
#include <string.h>

// Directions: east, south, west, north; the set pixel is on the right, (y grows downward).
enum { EAST, SOUTH, WEST, NORTH };

static const int8_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
// From the lattice point (x, y), the top left corner of pixel (x, y): the pixels ahead on the right and on the left.
static const int8_t right_x[4] = {0, -1, -1, 0}, right_y[4] = {0, 0, -1, -1};
static const int8_t left_x[4] = {0, 0, -1, -1}, left_y[4] = {-1, 0, 0, -1};
// The pixel on the right of a step that ended there.
static const int8_t behind_x[4] = {-1, -1, 0, 0}, behind_y[4] = {0, -1, -1, 0};

void outline_begin(outline_walk *w, const dark_mask *m, const gray_part *g, uint64_t *visited, int least, int most, int from, int to) {
    int row = from + (SEED_ROWS - 1 + SEED_ROWS / 2 - from % SEED_ROWS) % SEED_ROWS;
    *w = (outline_walk){
        .mask = m, .gray = g, .visited = visited, .least = least, .most = most, .row = row - SEED_ROWS, .end = to < m->height ? to : m->height};
    w->word = m->words;
}

static int limit_at(const dark_mask *m, int x, int y) {
    size_t at = (size_t)(y / MASK_TILE) * (size_t)m->columns + (size_t)(x / MASK_TILE);
    return (m->low[at] + m->high[at] + 1) / 2;
}

// Four pixels about (x, y) of which two that touch by a corner are set: they hang together where the middle of the four is on their side.
static bool joined(const outline_walk *w, int x, int y) {
    if (x < 1 || y < 1 || x >= w->mask->width || y >= w->mask->height) return true;
    const uint8_t *a = w->gray->at + (size_t)(y - 1) * w->gray->stride + x, *b = a + w->gray->stride;
    int limit = limit_at(w->mask, x, y), mean = a[-1] + a[0] + b[-1] + b[0];
    bool dark = b[0] < limit, set = mask_dark(w->mask, x, y);
    return (mean < 4 * limit) == (dark == set);
}

// Turns at the lattice point (x, y): which way the outline goes on.
static int turn_at(const outline_walk *w, int x, int y, int d) {
    bool right = mask_dark(w->mask, x + right_x[d], y + right_y[d]), left = mask_dark(w->mask, x + left_x[d], y + left_y[d]);
    if (right) return left ? -1 : 0;
    return left && joined(w, x, y) ? -1 : 1;
}

enum { WINDOW = 16, LEAST_PROGRESS = 7 };

// Follows the outline through the left edge of pixel (x, y) until it closes. Things of noise wind about: their outlines are given up early.
static bool follow(outline_walk *w, int x0, int y0, outline *o) {
    int x = x0, y = y0, d = NORTH, n = 0, bad = 0, turned = 0, from_x = x, from_y = y;
    int most = 8 * w->most < OUTLINE_MAX ? 8 * w->most : OUTLINE_MAX;
    int left = x, right = x, top = y, bottom = y;
    do {  // (x, y) is where the step ended
        if (n == most) return false;
        int sx = x + behind_x[d], sy = y + behind_y[d];
        o->step[n++] = (outline_step){(int16_t)sx, (int16_t)sy, step_x[(d + 3) & 3], step_y[(d + 3) & 3]};
        if (n % WINDOW == 0) {
            if (abs(x - from_x) + abs(y - from_y) < LEAST_PROGRESS && ++bad > 1 + n / (8 * WINDOW)) return false;
            if (turned < -4) return false;
            from_x = x, from_y = y;
            left = sx < left ? sx : left, right = sx > right ? sx : right, top = sy < top ? sy : top, bottom = sy > bottom ? sy : bottom;
            if (right - left > w->most || bottom - top > w->most) return false;
        }
        int turn = turn_at(w, x, y, d);
        turned += turn;
        d = (d + turn) & 3;
        x += step_x[d];
        y += step_y[d];
    } while (x != x0 || y != y0 || d != NORTH);
    o->count = n;
    o->outer = turned > 0;
    return true;
}

static void measure(outline *o) {
    o->left = o->right = o->step[0].x;
    o->top = o->bottom = o->step[0].y;
    for (int i = 1; i < o->count; i++) {
        int x = o->step[i].x, y = o->step[i].y;
        if (x < o->left) o->left = x;
        if (x > o->right) o->right = x;
        if (y < o->top) o->top = y;
        if (y > o->bottom) o->bottom = y;
    }
}

static void mark_visited(outline_walk *w, const outline *o) {
    for (int i = 0; i < o->count; i++) {
        const outline_step *s = &o->step[i];
        if (s->u != -1) continue;
        unsigned at = (unsigned)(s->x + 64);
        w->visited[(size_t)(s->y + MASK_GUARD) * (size_t)w->mask->words + (at >> 6)] |= UINT64_C(1) << (at & 63);
    }
}

// Not smaller than wanted, and little longer than a convex outline of its extent would be.
static bool shapely(const outline_walk *w, const outline *o) {
    int width = o->right - o->left + 1, height = o->bottom - o->top + 1, wide = width > height ? width : height, narrow = width + height - wide;
    return o->outer && narrow >= w->least && wide <= w->most && wide <= 5 * narrow && 10 * o->count <= 14 * 2 * (width + height);
}

// The same outline found from elsewhere is to be the same list: it starts at the left of its top row.
static void start_at_top(outline *o) {
    int first = 0;
    for (int i = 1; i < o->count; i++) {
        const outline_step *s = &o->step[i], *t = &o->step[first];
        if (s->v == -1 && (t->v != -1 || s->y < t->y || (s->y == t->y && s->x < t->x))) first = i;
    }
    if (first == 0) return;
    // Three reversals are a rotation.
    int ends[3][2] = {{0, first}, {first, o->count}, {0, o->count}};
    for (int k = 0; k < 3; k++)
        for (int a = ends[k][0], b = ends[k][1] - 1; a < b; a++, b--) {
            outline_step t = o->step[a];
            o->step[a] = o->step[b];
            o->step[b] = t;
        }
}

static uint64_t wider1(const uint64_t *a, int i) { return a[i] | a[i] << 1 | a[i] >> 1 | a[i - 1] >> 63 | a[i + 1] << 63; }

static inline uint64_t starts(const uint64_t *row, int i) { return row[i] & ~(row[i] << 1 | row[i - 1] >> 63); }

// The starts of runs in a row, and those a pixel about.
static inline uint64_t starts_about(const uint64_t *row, int i, int words) {
    uint64_t a[3] = {i > 0 ? (i > 1 ? starts(row, i - 1) : row[0]) : 0, starts(row, i), i + 1 < words ? starts(row, i + 1) : 0};
    return wider1(a, 1);
}

static uint64_t seeds_of(const outline_walk *w, int i) {
    int words = w->mask->words;
    const uint64_t *row = mask_row(w->mask, w->row);
    uint64_t s = starts(row, i);
    if (s == 0) return 0;
    return s & starts_about(row - words, i, words) & starts_about(row + words, i, words);
}

static bool next_seed(outline_walk *w, int *x) {
    while (w->seeds == 0) {
        if (++w->word >= w->mask->words - 1) {
            w->row += SEED_ROWS;
            w->word = 1;
            if (w->row >= w->end) return false;
        }
        w->seeds = seeds_of(w, w->word);
    }
    *x = 64 * (w->word - 1) + __builtin_ctzll(w->seeds);
    w->seeds &= w->seeds - 1;
    return true;
}

static bool visited(const outline_walk *w, int x, int y) {
    unsigned at = (unsigned)(x + 64);
    return w->visited[(size_t)(y + MASK_GUARD) * (size_t)w->mask->words + (at >> 6)] >> (at & 63) & 1;
}

bool outline_next(outline_walk *w, outline *out) {
    int x;
    while (next_seed(w, &x)) {
        w->tried++;
        if (visited(w, x, w->row) || !follow(w, x, w->row, out)) continue;
        w->followed++;
        mark_visited(w, out);
        measure(out);
        if (!shapely(w, out)) continue;
        start_at_top(out);
        return true;
    }
    return false;
}
