#include "vision/tags/outline.h"

#include <stdlib.h>
#include <string.h>

// Directions: east, south, west, north; the set pixel is on the right, (y grows downward).
enum { EAST, SOUTH, WEST, NORTH };

enum { SADDLE = 2 };

static const int8_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
// The pixel on the right of a step that ended there.
static const int8_t behind_x[4] = {-1, -1, 0, 0}, behind_y[4] = {0, -1, -1, 0};

static int limit_at(const dark_mask *m, int x, int y) {
    size_t at = (size_t)(y / MASK_TILE) * (size_t)m->columns + (size_t)(x / MASK_TILE);
    return mask_limit(m->low[at], m->high[at]);
}

// Four pixels about (x, y) of which two that touch by a corner are set: they hang together where the middle of the four is on their side.
static bool joined(const outline_walk *w, int x, int y) {
    if (x < 1 || y < 1 || x >= w->mask->width || y >= w->mask->height) return true;
    const uint8_t *a = w->gray->at + (size_t)(y - 1) * w->gray->stride + x, *b = a + w->gray->stride;
    int limit = limit_at(w->mask, x, y), mean = a[-1] + a[0] + b[-1] + b[0];
    bool dark = b[0] < limit, set = mask_dark(w->mask, x, y);
    return (mean < 4 * limit) == (dark == set);
}

// The four pixels about a lattice point: bit 0 north-west, 1 north-east, 2 south-west, 3 south-east.
static inline unsigned about(const uint8_t *above, const uint8_t *below, int x) {
    unsigned at = (unsigned)(x + 63);
    uint16_t a, b;
    memcpy(&a, above + (at >> 3), sizeof a);
    memcpy(&b, below + (at >> 3), sizeof b);
    return ((unsigned)a >> (at & 7) & 3U) | ((unsigned)b >> (at & 7) & 3U) << 2;
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bits of a mask's words are read by bytes");

// Fills turn[direction][pixels about]: -1 left, 0 straight, 1 right; SADDLE where two set pixels touch by a corner.
static void make_turns(int8_t turn[4][16]) {
    static const int8_t right[4] = {3, 2, 0, 1}, left[4] = {1, 3, 2, 0};
    for (int d = 0; d < 4; d++)
        for (int n = 0; n < 16; n++) {
            bool r = n >> right[d] & 1, l = n >> left[d] & 1;
            turn[d][n] = (int8_t)(r ? (l ? -1 : 0) : l ? SADDLE : 1);
        }
}

enum { WINDOW = 8, LEAST_PROGRESS = 4 };

// Where an outline was at the last check, and how often it bent the wrong way since its start.
typedef struct {
    int x, y, dx, dy, wrong;
} progress;

// The way of the last WINDOW steps as against those before: a convex outline bends to the right or not at all; by noise 20 degrees to the left.
static void check(progress *p, int x, int y) {
    int dx = x - p->x, dy = y - p->y, cross = p->dx * dy - p->dy * dx, before = p->dx * p->dx + p->dy * p->dy, now = dx * dx + dy * dy;
    bool left = cross < 0 && 8 * cross * cross > before * now;
    p->wrong += left || now < LEAST_PROGRESS * LEAST_PROGRESS;
    p->x = x, p->y = y, p->dx = dx, p->dy = dy;
}

// Follows the outline through the left edge of pixel (x0, y0) until it closes. Things of noise wind about: their outlines are given up early.
static bool follow(outline_walk *w, int x0, int y0, outline *o) {
    const size_t pitch = (size_t)w->mask->words * sizeof(uint64_t);
    const uint8_t *below = (const uint8_t *)mask_row(w->mask, y0);
    progress p = {.x = x0, .y = y0};
    int x = x0, y = y0, d = NORTH, n = 0, turned = 0, most = (8 * w->most < OUTLINE_MAX ? 8 * w->most : OUTLINE_MAX) - WINDOW;
    do {  // (x, y) is where the step ended
        o->step[n++] = (outline_step){(int16_t)(x + behind_x[d]), (int16_t)(y + behind_y[d]), step_x[(d + 3) & 3], step_y[(d + 3) & 3]};
        if (n % WINDOW == 0) {
            check(&p, x, y);
            if (p.wrong > 1 + n / 96 || turned < -4 || n > most) return false;
        }
        int turn = w->turn[d][about(below - pitch, below, x)];
        if (turn == SADDLE) turn = joined(w, x, y) ? -1 : 1;
        turned += turn;
        d = (d + turn) & 3;
        x += step_x[d];
        y += step_y[d];
        below += (ptrdiff_t)step_y[d] * (ptrdiff_t)pitch;
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
        if (s->u != -1 || s->y % SEED_ROWS != SEED_ROWS / 2) continue;
        unsigned at = (unsigned)(s->x + 64);
        uint64_t *word = &w->visited[(size_t)(s->y + MASK_GUARD) * (size_t)w->mask->words + (at >> 6)];
        __atomic_fetch_or(word, UINT64_C(1) << (at & 63), __ATOMIC_RELAXED);  // walks over other parts of the picture mark theirs
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

static inline uint64_t starts(const uint64_t *row, int i) { return row[i] & ~(row[i] << 1 | row[i - 1] >> 63); }

// The starts of runs in words i - 1 .. i + 1 of a row.
typedef struct {
    uint64_t before, here, after;
} start_words;

static inline start_words starts_of(const uint64_t *row, int i, int words) {
    return (start_words){i > 1 ? starts(row, i - 1) : 0, starts(row, i), i + 1 < words ? starts(row, i + 1) : 0};
}

// Bit x of the answer is the start at x + by.
static inline uint64_t moved(const start_words *s, int by) {
    return by == 0 ? s->here : by > 0 ? s->here >> by | s->after << (64 - by) : s->here << -by | s->before >> (64 + by);
}

// Starts that lie in a straight line, no flatter than 45 degrees, with those of two rows above and two below.
static uint64_t seeds_of(const outline_walk *w, int i) {
    int words = w->mask->words;
    const uint64_t *row = mask_row(w->mask, w->row);
    uint64_t s = starts(row, i), straight = 0;
    if (s == 0) return 0;
    start_words a1 = starts_of(row - words, i, words), b1 = starts_of(row + words, i, words);
    s &= (moved(&a1, -1) | a1.here | moved(&a1, 1)) & (moved(&b1, -1) | b1.here | moved(&b1, 1));
    if (s == 0) return 0;
    start_words a2 = starts_of(row - 2 * words, i, words), b2 = starts_of(row + 2 * words, i, words);
    uint64_t a[7], b[7];
    for (int k = -3; k <= 3; k++) a[k + 3] = moved(&a2, k), b[k + 3] = moved(&b2, k);
    for (int k = -2; k <= 2; k++) straight |= a[3 + k] & (b[2 - k] | b[3 - k] | b[4 - k]);
    return s & straight;
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

void outline_begin(outline_walk *w, const dark_mask *m, const gray_part *g, uint64_t *visited, int least, int most, int from, int to) {
    int row = from + (SEED_ROWS + SEED_ROWS / 2 - from % SEED_ROWS) % SEED_ROWS;
    *w = (outline_walk){
        .mask = m, .gray = g, .visited = visited, .least = least, .most = most, .row = row - SEED_ROWS, .end = to < m->height ? to : m->height};
    w->word = m->words;
    make_turns(w->turn);
}

// The two pixels on either side differ by a good part of the range of brightness there, as at the side of a tag.
static bool strong(const outline_walk *w, int x, int y) {
    if (x < 2 || x + 2 > w->mask->width) return true;
    const uint8_t *at = w->gray->at + (size_t)y * w->gray->stride + x;
    size_t tile = (size_t)(y / MASK_TILE) * (size_t)w->mask->columns + (size_t)(x / MASK_TILE);
    int step = at[-2] + at[-1] - at[0] - at[1], range = w->mask->high[tile] - w->mask->low[tile];
    return 2 * abs(step) >= range;
}

static bool visited(const outline_walk *w, int x, int y) {
    unsigned at = (unsigned)(x + 64);
    const uint64_t *word = &w->visited[(size_t)(y + MASK_GUARD) * (size_t)w->mask->words + (at >> 6)];
    return __atomic_load_n(word, __ATOMIC_RELAXED) >> (at & 63) & 1;
}

bool outline_next(outline_walk *w, outline *out) {
    int x;
    while (next_seed(w, &x)) {
        if (visited(w, x, w->row) || !strong(w, x, w->row)) continue;
        if (!follow(w, x, w->row, out)) continue;
        mark_visited(w, out);
        measure(out);
        if (!shapely(w, out)) continue;
        start_at_top(out);
        return true;
    }
    return false;
}
