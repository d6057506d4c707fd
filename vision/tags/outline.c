#include "vision/tags/outline.h"

#include <stdlib.h>
#include <string.h>

#include "core/wide.h"

// Directions: east, south, west, north; the set pixel is on the right, (y grows downward).
enum { EAST, SOUTH, WEST, NORTH };

enum { SADDLE = 2 };

static const int8_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
// The pixel on the right of a step that ended there.
static const int8_t behind_x[4] = {-1, -1, 0, 0}, behind_y[4] = {0, -1, -1, 0};

static int limit_at(const dark_mask *m, int x, int y) {
    size_t at = (size_t)(y / MASK_TILE) * (size_t)m->columns + (size_t)(x / MASK_TILE);
    return mask_limit(m, m->low[at], m->high[at]);
}

// Four pixels about (x, y) of which two that touch by a corner are set: they hang together where the middle of the four is on their side.
static bool joined(const outline_walk *w, int x, int y) {
    if (x < 1 || y < 1 || x >= w->mask->width || y >= w->mask->height) return true;
    const uint8_t *a = w->gray->at + (size_t)(y - 1) * w->gray->stride + x, *b = a + w->gray->stride;
    int limit = limit_at(w->mask, x, y), mean = a[-1] + a[0] + b[-1] + b[0];
    bool dark = b[0] < limit, set = mask_dark(w->mask, x, y);
    return (mean < 4 * limit) == (dark == set);
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bits of a mask's words are read by bytes");

// Bits from one row of the mask to the next.
static inline int32_t pitch_of(const dark_mask *m) { return 64 * m->words; }

// The four pixels about a lattice point: bit 0 north-west, 1 north-east, 2 south-west, 3 south-east. at: the bit of the south-western one.
static inline unsigned about(const dark_mask *m, int32_t at) {
    const uint8_t *below = (const uint8_t *)m->bits + (at >> 3);
    uint16_t a, b;
    unsigned shift = (unsigned)at & 7;
    memcpy(&a, below - (size_t)m->words * sizeof *m->bits, sizeof a);
    memcpy(&b, below, sizeof b);
    return ((unsigned)a >> shift & 3U) | ((unsigned)b >> shift & 3U) << 2;
}

static outline_turn turn_of(const dark_mask *m, int from, int turn) {
    int d = (from + turn) & 3;
    return (outline_turn){step_x[d] + step_y[d] * pitch_of(m), (int8_t)d, (int8_t)turn};
}

// Fills turn[direction][pixels about]; SADDLE where two set pixels touch by a corner.
static void make_turns(const dark_mask *m, outline_turn turn[4][16]) {
    static const int8_t right[4] = {3, 2, 0, 1}, left[4] = {1, 3, 2, 0};
    for (int d = 0; d < 4; d++)
        for (int n = 0; n < 16; n++) {
            bool r = n >> right[d] & 1, l = n >> left[d] & 1;
            turn[d][n] = turn_of(m, d, r ? (l ? -1 : 0) : l ? SADDLE : 1);
        }
}

// Where a walk along an outline is: the bit of the lattice point where the last step ended.
typedef struct {
    int32_t at, direction;
} place;

static place begin_at(const dark_mask *m, int x, int y) { return (place){(y + MASK_GUARD) * pitch_of(m) + x + 63, NORTH}; }

// Of two set pixels that touch by a corner.
static __attribute__((noinline)) outline_turn turn_at_saddle(const outline_walk *w, const place *p) {
    int pitch = pitch_of(w->mask), y = p->at / pitch - MASK_GUARD, x = p->at % pitch - 63;
    return turn_of(w->mask, p->direction, joined(w, x, y) ? -1 : 1);
}

static inline outline_turn step(const outline_walk *w, place *p) {
    outline_turn t = w->turn[p->direction][about(w->mask, p->at)];
    if (__builtin_expect(t.turn == SADDLE, 0)) t = turn_at_saddle(w, p);
    p->at += t.go;
    p->direction = t.direction;
    return t;
}

// SOON: no longer than the outline of the smallest tag, so that none is walked round twice.
enum { WINDOW = 8, LEAST_PROGRESS = 4, LONG = 256, SOON = 4 * WINDOW };

// The last WINDOW steps' way, and how often an outline bent the wrong way since its start.
typedef struct {
    int dx, dy, wrong;
} progress;

// The way of the last WINDOW steps as against those before: a convex outline bends to the right or not at all; by noise 20 degrees to the left.
static inline void check(progress *p, int dx, int dy) {
    int cross = p->dx * dy - p->dy * dx, before = p->dx * p->dx + p->dy * p->dy, now = dx * dx + dy * dy;
    bool left = cross < 0 && 8 * cross * cross > before * now;
    p->wrong += left || now < LEAST_PROGRESS * LEAST_PROGRESS;
    p->dx = dx, p->dy = dy;
}

// Things of noise wind about: after n steps their outlines are given up.
static inline bool winds(const progress *p, int n) { return p->wrong > 1 + n / 96; }

static void mark_visited(outline_walk *w, const outline *o) {
    for (int i = 0; i < o->count; i++) {
        const outline_step *s = &o->step[i];
        if (s->u != -1 || s->y % SEED_ROWS != SEED_ROWS / 2) continue;
        unsigned at = (unsigned)(s->x + 64);
        uint64_t *word = &w->visited[(size_t)(s->y + MASK_GUARD) * (size_t)w->mask->words + (at >> 6)];
        __atomic_fetch_or(word, UINT64_C(1) << (at & 63), __ATOMIC_RELAXED);  // walks over other parts of the picture mark theirs
    }
}

// Follows the outline through the left edge of pixel (x0, y0) until it closes.
static bool follow(outline_walk *w, int x0, int y0, outline *o) {
    progress p = {0};
    place at = begin_at(w->mask, x0, y0);
    int x = x0, y = y0, before_x = x0, before_y = y0, n = 0, turned = 0, most = (8 * w->most < OUTLINE_MAX ? 8 * w->most : OUTLINE_MAX) - WINDOW;
    do {  // (x, y) is where the step ended
        int d = at.direction;
        o->step[n++] = (outline_step){(int16_t)(x + behind_x[d]), (int16_t)(y + behind_y[d]), step_x[(d + 3) & 3], step_y[(d + 3) & 3]};
        if (n % WINDOW == 0) {
            check(&p, x - before_x, y - before_y);
            before_x = x, before_y = y;
            if (winds(&p, n) || turned < -4 || n > most || abs(x - x0) > w->most || abs(y - y0) > w->most) {
                o->count = n;
                if (n >= LONG) mark_visited(w, o);  // edges of tables and floors are not walked again from each row
                return false;
            }
        }
        turned += step(w, &at).turn;
        x += step_x[at.direction];
        y += step_y[at.direction];
    } while (x != x0 || y != y0 || at.direction != NORTH);
    o->count = n;
    o->outer = turned > 0;
    return true;
}

// Which of some outlines are given up soon, as most are. They are looked into side by side: each step waits for the one before it.
static void look_ahead(const outline_walk *w, const int x[OUTLINE_SEEDS], const int y[OUTLINE_SEEDS], bool worth[OUTLINE_SEEDS]) {
    place at[OUTLINE_SEEDS];
    progress p[OUTLINE_SEEDS] = {{0}};
    int32_t before[OUTLINE_SEEDS], pitch = pitch_of(w->mask);
    float rows = 1 / (float)pitch;
    for (int k = 0; k < OUTLINE_SEEDS; k++) at[k] = begin_at(w->mask, x[k], y[k]), before[k] = at[k].at;
    for (int n = 1; n < SOON; n++) {
        for (int k = 0; k < OUTLINE_SEEDS; k++) step(w, &at[k]);
        if ((n + 1) % WINDOW != 0) continue;
        for (int k = 0; k < OUTLINE_SEEDS; k++) {
            int32_t way = at[k].at - before[k], dy = (int32_t)((float)way * rows + (WINDOW + 0.5F)) - WINDOW;  // rounded
            check(&p[k], way - dy * pitch, dy);
            before[k] = at[k].at;
        }
    }
    for (int k = 0; k < OUTLINE_SEEDS; k++) worth[k] = !winds(&p[k], SOON);
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

// Bit x of the answer is the start at x + by.
static inline uint64_t moved(const uint64_t *s, int by) {
    return by == 0 ? s[0] : by > 0 ? s[0] >> by | s[1] << (64 - by) : s[0] << -by | s[-1] >> (64 + by);
}

// Starts that lie in a straight line, no flatter than 45 degrees, with those of two rows above and two below.
WIDENED static void fill_seeds(const dark_mask *m, int y, uint64_t *restrict seeds) {
    uint64_t start[5][MASK_MOST_WORDS];
    int last = m->words - 1;
    for (int k = 0; k < 5; k++) {
        const uint64_t *row = mask_row(m, y + k - 2);
        start[k][0] = start[k][last] = 0;
        for (int i = 1; i < last; i++) start[k][i] = starts(row, i);
    }
    for (int i = 1; i < last; i++) {
        const uint64_t *a2 = &start[0][i], *a1 = &start[1][i], *b1 = &start[3][i], *b2 = &start[4][i];
        uint64_t straight = 0;
        for (int k = -2; k <= 2; k++) straight |= moved(a2, k) & (moved(b2, -k - 1) | moved(b2, -k) | moved(b2, 1 - k));
        seeds[i] = start[2][i] & (moved(a1, -1) | a1[0] | moved(a1, 1)) & (moved(b1, -1) | b1[0] | moved(b1, 1)) & straight;
    }
}

static bool next_seed(outline_walk *w, int *x) {
    if (w->row < w->first) return false;
    while (w->seeds[w->word] == 0) {
        if (++w->word < w->mask->words - 1) continue;
        w->row -= SEED_ROWS;
        w->word = 1;
        if (w->row < w->first) return false;
        fill_seeds(w->mask, w->row, w->seeds);
    }
    *x = 64 * (w->word - 1) + __builtin_ctzll(w->seeds[w->word]);
    w->seeds[w->word] &= w->seeds[w->word] - 1;
    return true;
}

void outline_begin(outline_walk *w, const dark_mask *m, const gray_part *g, uint64_t *visited, int least, int most, int from, int to) {
    int end = to < m->height ? to : m->height, past = end + (SEED_ROWS + SEED_ROWS / 2 - end % SEED_ROWS) % SEED_ROWS;
    // From below, as outlines are walked upward first: a long edge is then walked once, not from each of its rows.
    *w = (outline_walk){.mask = m, .gray = g, .visited = visited, .least = least, .most = most, .row = past, .first = from};
    w->word = m->words - 2;
    make_turns(m, w->turn);
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

// The next seeds that are worth following.
static bool next_worth(outline_walk *w) {
    while (w->kept == 0) {
        int x[OUTLINE_SEEDS], y[OUTLINE_SEEDS], count = 0;
        bool worth[OUTLINE_SEEDS];
        while (count < OUTLINE_SEEDS && next_seed(w, &x[count])) {
            if (visited(w, x[count], w->row) || !strong(w, x[count], w->row)) continue;
            y[count++] = w->row;
        }
        if (count == 0) return false;
        for (int k = count; k < OUTLINE_SEEDS; k++) x[k] = x[0], y[k] = y[0];
        look_ahead(w, x, y, worth);
        while (count-- > 0)
            if (worth[count]) w->kept_x[w->kept] = x[count], w->kept_y[w->kept++] = y[count];
    }
    return true;
}

bool outline_next(outline_walk *w, outline *out) {
    while (next_worth(w)) {
        int k = --w->kept, x = w->kept_x[k], y = w->kept_y[k];
        if (visited(w, x, y) || !follow(w, x, y, out)) continue;
        mark_visited(w, out);
        measure(out);
        if (!shapely(w, out)) continue;
        start_at_top(out);
        return true;
    }
    return false;
}
