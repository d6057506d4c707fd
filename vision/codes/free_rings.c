// Where rings of a size may lie. Seen straight from above, the 32 places of a ring's way have only eight directions of edges, each cosine and sine of
// four times them one of two numbers, added or taken away: so the sum along the way is one of additions alone, for many middles at a time.
#include <string.h>

#include "core/wide.h"
#include "vision/codes/free_parts.h"

enum { WAY = 32, BESIDE = 16, ROW = 1024, BIG = 14, SMALL = 6 };  // BIG, SMALL: 15 cos and 15 sin of an eighth of a quarter turn, all but

typedef int16_t many __attribute__((vector_size(2 * BESIDE)));

// Entries to add up, and to take away, from the one at a middle's cosine: half of them cosines, half of them sines.
typedef struct {
    ptrdiff_t big[2][WAY / 2], small[2][WAY / 2];
} ring_way;

static void add_place(ptrdiff_t at[2][WAY / 2], int count[2], bool taken, ptrdiff_t entry) { at[taken][count[taken]++] = entry; }

static void make_way(const rim_plane *p, double radius, ring_way *w) {
    ptrdiff_t sines = p->si - p->co;
    int big[2] = {0, 0}, small[2] = {0, 0};
    for (int i = 0; i < WAY; i++) {
        double angle = (i + 0.5) * 2 * PI / WAY, c = cos(4 * angle), s = sin(4 * angle);
        ptrdiff_t entry = (ptrdiff_t)lrint(radius * sin(angle)) * p->stride + lrint(radius * cos(angle));
        add_place(fabs(c) > fabs(s) ? w->big : w->small, fabs(c) > fabs(s) ? big : small, c < 0, entry);
        add_place(fabs(c) > fabs(s) ? w->small : w->big, fabs(c) > fabs(s) ? small : big, s < 0, entry + sines);
    }
}

static inline void add_many(many *sum, const int16_t *from) {
    many v;
    memcpy(&v, from, sizeof v);
    *sum += v;
}

// The sums about `count` middles from the entry `from` on, rounded up to whole BESIDEs.
WIDENED static void sum_row(const int16_t *from, const ring_way *w, int count, int16_t *out) {
    for (int x = 0; x < count; x += BESIDE) {
        many added[2] = {{0}, {0}}, taken[2] = {{0}, {0}};
        for (int k = 0; k < WAY / 2; k++) {
            add_many(&added[0], from + x + w->big[0][k]), add_many(&taken[0], from + x + w->big[1][k]);
            add_many(&added[1], from + x + w->small[0][k]), add_many(&taken[1], from + x + w->small[1][k]);
        }
        many sum = (added[0] - taken[0]) * BIG + (added[1] - taken[1]) * SMALL;
        memcpy(out + x, &sum, sizeof sum);
    }
}

static float peak(float a, float b, float c) {
    float curve = a - 2 * b + c, k = curve < 0 ? 0.5f * (a - c) / curve : 0;
    return k < -0.5f ? -0.5f : k > 0.5f ? 0.5f : k;
}

static bool most_about(const int16_t *const row[3], int x) {
    int16_t v = row[1][x];
    if (v < row[1][x - 1] || v <= row[1][x + 1]) return false;
    return v >= row[0][x - 1] && v >= row[0][x] && v >= row[0][x + 1] && v > row[2][x - 1] && v > row[2][x] && v > row[2][x + 1];
}

void free_rings_search(rim_search *s, int look, double px_per_in, float least) {
    const rim_plane *p = &s->plane;
    const float unit = 1 / (WAY * RIM_PLANE_UNIT * sqrtf(BIG * BIG + SMALL * SMALL));
    const float cell = (float)p->cell_px;
    int16_t sums[3][ROW + BESIDE], bar = (int16_t)(least / unit);
    double radius = (s->looks[look].ring.half_x - RIM_CODE_WIDTH_IN / 2) * px_per_in / p->cell_px;
    ring_way way;
    if (radius > p->margin - BESIDE - 4) return;
    make_way(p, radius, &way);
    for (int x0 = 0; x0 < p->columns; x0 += ROW - 2) {  // the first and the last of a stretch are only looked at
        int count = p->columns + 2 - x0 < ROW ? p->columns + 2 - x0 : ROW;
        for (int y = -1; y <= p->rows; y++) {
            sum_row(p->co + (ptrdiff_t)y * p->stride + x0 - 1, &way, count, sums[(y + 3) % 3]);
            const int16_t *const row[3] = {sums[(y + 1) % 3], sums[(y + 2) % 3], sums[(y + 3) % 3]};  // of y - 2, y - 1 and y
            for (int i = 1; y > 0 && i + 1 < count; i++) {
                if (row[1][i] < bar || !most_about(row, i)) continue;
                float here = row[1][i], dx = peak(row[1][i - 1], here, row[1][i + 1]), dy = peak(row[0][i], here, row[2][i]);
                float u = (float)p->u0 + ((float)(x0 + i - 1) + 0.5f + dx) * cell - 0.5f,
                      v = (float)p->v0 + ((float)(y - 1) + 0.5f + dy) * cell - 0.5f;
                rim_candidate_add(s, (rim_candidate){here * unit, u, v, 0, look});
            }
        }
    }
}
