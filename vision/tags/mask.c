// Thresholds as in Wang and Olson, "AprilTag 2", IROS 2016: by tiles of four pixels and their neighbours; here a bit a pixel comes out.
#include "vision/tags/mask.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/wide.h"
#include "vision/tags/tags_limits.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static bool grow(void *pointer, size_t *capacity, size_t need, size_t size) {
    void **at = pointer;
    if (*capacity >= need) return true;
    free(*at);
    *at = calloc(need, size);
    *capacity = *at ? need : 0;
    return *at != NULL;
}

status mask_reserve(dark_mask *m, int width, int height) {
    m->width = width;
    m->height = height;
    m->words = (width + 63) / 64 + 2;
    m->columns = (width + MASK_TILE - 1) / MASK_TILE;
    m->rows = (height + MASK_TILE - 1) / MASK_TILE;
    size_t tiles = (size_t)m->columns * (size_t)m->rows, need = (size_t)m->words * (size_t)(height + 2 * MASK_GUARD);
    if (!grow(&m->bits, &m->capacity_words, need, sizeof *m->bits)) return STATUS_MEMORY;
    if (tiles > m->capacity_tiles) {
        mask_finish(&(dark_mask){.low = m->low, .high = m->high, .raw_low = m->raw_low, .raw_high = m->raw_high});
        m->capacity_tiles = tiles;
        m->low = malloc(tiles), m->high = malloc(tiles), m->raw_low = malloc(tiles), m->raw_high = malloc(tiles);
        if (!m->low || !m->high || !m->raw_low || !m->raw_high) m->capacity_tiles = 0;
    }
    memset(m->bits, 0, (size_t)MASK_GUARD * (size_t)m->words * sizeof *m->bits);
    memset(m->bits + (size_t)(height + MASK_GUARD) * (size_t)m->words, 0, (size_t)MASK_GUARD * (size_t)m->words * sizeof *m->bits);
    return m->capacity_tiles ? STATUS_OK : STATUS_MEMORY;
}

void mask_finish(dark_mask *m) {
    free(m->bits);
    free(m->low);
    free(m->high);
    free(m->raw_low);
    free(m->raw_high);
    *m = (dark_mask){0};
}

static inline uint8_t lesser(uint8_t a, uint8_t b) { return a < b ? a : b; }
static inline uint8_t greater(uint8_t a, uint8_t b) { return a > b ? a : b; }

enum { CHUNK = 256 };  // pixels measured at once

// Darkest and lightest of each four pixels of four rows, for CHUNK pixels.
WIDENED static void measure_chunk(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, const uint8_t *restrict d,
                                  uint8_t *restrict low, uint8_t *restrict high) {
    uint8_t least[CHUNK + 4], most[CHUNK + 4];
    for (int i = 0; i < CHUNK; i++) {
        least[i] = lesser(lesser(a[i], b[i]), lesser(c[i], d[i]));
        most[i] = greater(greater(a[i], b[i]), greater(c[i], d[i]));
    }
    for (int i = 0; i < CHUNK / 4; i++) {
        low[i] = lesser(lesser(least[4 * i], least[4 * i + 1]), lesser(least[4 * i + 2], least[4 * i + 3]));
        high[i] = greater(greater(most[4 * i], most[4 * i + 1]), greater(most[4 * i + 2], most[4 * i + 3]));
    }
}

static void measure_end(const uint8_t *const row[4], int from, int width, uint8_t *low, uint8_t *high) {
    for (int x = from; x < width; x += 4) {
        uint8_t least = 255, most = 0;
        for (int k = 0; k < 4; k++)
            for (int i = x; i < x + 4 && i < width; i++) least = lesser(least, row[k][i]), most = greater(most, row[k][i]);
        low[x / 4] = least;
        high[x / 4] = most;
    }
}

void mask_measure(dark_mask *m, const gray_part *g, int from, int to) {
    for (int t = from; t < to; t++) {
        const uint8_t *row[4];
        uint8_t *low = m->raw_low + (size_t)t * (size_t)m->columns, *high = m->raw_high + (size_t)t * (size_t)m->columns;
        for (int k = 0; k < 4; k++) row[k] = g->at + (size_t)(4 * t + k < g->height ? 4 * t + k : g->height - 1) * g->stride;
        int x = 0;
        for (; x + CHUNK <= g->width; x += CHUNK) measure_chunk(row[0] + x, row[1] + x, row[2] + x, row[3] + x, low + x / 4, high + x / 4);
        measure_end(row, x, g->width, low, high);
    }
}

// Extremes over three rows of tiles and three columns.
WIDENED static void widen_rows(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, int n, uint8_t *restrict low) {
    for (int i = 0; i < n; i++) low[i] = lesser(lesser(a[i], b[i]), c[i]);
}
WIDENED static void widen_rows_high(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, int n, uint8_t *restrict high) {
    for (int i = 0; i < n; i++) high[i] = greater(greater(a[i], b[i]), c[i]);
}

WIDENED static void widen_tiles(const uint8_t *restrict low, const uint8_t *restrict high, int n, uint8_t *restrict to_low,
                                uint8_t *restrict to_high) {
    to_low[0] = n > 1 ? lesser(low[0], low[1]) : low[0];
    to_high[0] = n > 1 ? greater(high[0], high[1]) : high[0];
    for (int i = 1; i < n - 1; i++) {
        to_low[i] = lesser(lesser(low[i - 1], low[i]), low[i + 1]);
        to_high[i] = greater(greater(high[i - 1], high[i]), high[i + 1]);
    }
    if (n > 1) {
        to_low[n - 1] = lesser(low[n - 2], low[n - 1]);
        to_high[n - 1] = greater(high[n - 2], high[n - 1]);
    }
}

static void widen(dark_mask *m, int t) {
    uint8_t low[MASK_MOST_COLUMNS], high[MASK_MOST_COLUMNS];
    size_t n = (size_t)m->columns, at = (size_t)t * n, above = t > 0 ? at - n : at, below = t + 1 < m->rows ? at + n : at;
    widen_rows(m->raw_low + above, m->raw_low + at, m->raw_low + below, m->columns, low);
    widen_rows_high(m->raw_high + above, m->raw_high + at, m->raw_high + below, m->columns, high);
    widen_tiles(low, high, m->columns, m->low + at, m->high + at);
}

int mask_brightest(const dark_mask *m) {
    enum { EVERY = 16 };
    size_t tiles = (size_t)m->columns * (size_t)m->rows, bin[256] = {0}, above = 0, counted = 0;
    for (size_t i = 0; i < tiles; i += EVERY) bin[m->raw_high[i]]++, counted++;
    int value = 255;
    while (value > 0 && (above += bin[value]) <= counted / 200) value--;
    return value;
}

double mask_noise(const dark_mask *m) {
    enum { EVERY = 16 };
    size_t tiles = (size_t)m->columns * (size_t)m->rows, bin[256] = {0}, counted = 0, below = 0;
    for (size_t i = 0; i < tiles; i += EVERY)
        if (m->raw_low[i] > 0 && m->raw_high[i] < 255) bin[m->raw_high[i] - m->raw_low[i]]++, counted++;
    int range = 0;
    while (range < 255 && (below += bin[range]) < counted / 10) range++;
    return fmax(0.3, range / 3.5);  // sixteen normal deviates range over 3.5 of theirs; whole numbers leave 0.3
}

int mask_least_range(const dark_mask *m) {
    int least = (int)ceil(fmax(fmax(TAGS_RANGE_NOISES * mask_noise(m), TAGS_RANGE_OF_PAPER * mask_brightest(m)), TAGS_LEAST_STEPS));
    return least < TAGS_MOST_RANGE ? least : TAGS_MOST_RANGE;
}

// A tile's pixels are set where they are below `limit` (dark) or not below it (light); nothing: the limit where there is nothing to be seen.
WIDENED static void tile_limits(const dark_mask *m, const uint8_t *restrict low, const uint8_t *restrict high, int least, uint8_t nothing,
                                uint8_t *restrict limit) {
    int least_high = m->least_high, columns = m->columns;
    for (int i = 0; i < columns; i++) limit[i] = (uint8_t)mask_limit(m, low[i], high[i]);
    for (int i = 0; i < columns; i++) limit[i] = ((high[i] - low[i] >= least) & (high[i] >= least_high)) ? limit[i] : nothing;
}

// Each limit four times.
WIDENED static void spread_limits(const uint8_t *restrict limit, int n, uint32_t *restrict out) {
    for (int i = 0; i < n; i++) out[i] = limit[i] * UINT32_C(0x01010101);
}

// 64 pixels; bit i: a[i] < b[i].
static inline uint64_t below64(const uint8_t *a, const uint8_t *b) {
    uint64_t bits = 0;
#ifdef __SSE2__
    for (int i = 0; i < 4; i++) {
        __m128i p = _mm_loadu_si128((const __m128i *)(const void *)(a + 16 * i)), q = _mm_loadu_si128((const __m128i *)(const void *)(b + 16 * i));
        unsigned not_below = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(p, q), p));
        bits |= (uint64_t)(~not_below & 0xffff) << (16 * i);
    }
#else
    for (int i = 0; i < 8; i++) {
        uint8_t one[8];
        uint64_t eight;
        for (int k = 0; k < 8; k++) one[k] = a[8 * i + k] < b[8 * i + k];
        eight = 0;
        for (int k = 0; k < 8; k++) eight |= (uint64_t)one[k] << k;
        bits |= eight << (8 * i);
    }
#endif
    return bits;
}

// `each`: the tiles' limits; `limit`: the pixels'.
static void fill_row(dark_mask *m, const uint8_t *gray, const uint8_t *each, const uint8_t *limit, int y, bool light) {
    uint64_t *to = m->bits + (size_t)(y + MASK_GUARD) * (size_t)m->words;
    int x = 0, w = 1;
    to[0] = 0;
    for (; x + 64 <= m->width; x += 64) {
        uint64_t some[2];
        memcpy(some, each + x / MASK_TILE, sizeof some);
        to[w++] = !light && (some[0] | some[1]) == 0 ? 0 : below64(gray + x, limit + x) ^ (light ? ~UINT64_C(0) : 0);
    }
    if (x < m->width) {
        uint64_t bits = 0;
        for (int i = 0; x + i < m->width; i++) bits |= (uint64_t)((gray[x + i] < limit[x + i]) != light) << i;
        to[w++] = bits;
    }
    to[w] = 0;
}

void mask_fill(dark_mask *m, const gray_part *g, int from, int to, int least, bool light) {
    uint8_t each[MASK_MOST_COLUMNS];
    uint32_t limit[MASK_MOST_COLUMNS];
    for (int t = from; t < to; t++) {
        size_t at = (size_t)t * (size_t)m->columns;
        widen(m, t);
        tile_limits(m, m->low + at, m->high + at, least, light ? 255 : 0, each);
        spread_limits(each, m->columns, limit);
        for (int y = 4 * t; y < 4 * t + 4 && y < m->height; y++) fill_row(m, g->at + (size_t)y * g->stride, each, (const uint8_t *)limit, y, light);
    }
}
