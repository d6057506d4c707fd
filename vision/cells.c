#include "vision/cells.h"

#include "core/lanes.h"
#include "core/wide.h"

cell_grid cells_grid(int width, int height, int tile_px) {
    int tile = tile_px / CELL, columns = (width + tile * CELL - 1) / (tile * CELL);
    return (cell_grid){.width = width,
                       .height = height,
                       .tile = tile,
                       .cells_x = (width + CELL - 1) / CELL,
                       .cells_y = (height + CELL - 1) / CELL,
                       .columns = columns,
                       .rows = (height + tile * CELL - 1) / (tile * CELL),
                       .lanes = (columns + LANES - 1) / LANES * LANES};
}

enum { SATURATED = 244 * CELL_SCALE };  // under noise the mean of a saturated cell is less than 255

size_t cells_capacity(const cell_grid *g) { return (size_t)g->cells_y * (size_t)g->tile * (size_t)g->lanes; }
size_t cells_at(const cell_grid *g, int cy, int k) { return ((size_t)cy * (size_t)g->tile + (size_t)k) * (size_t)g->lanes; }

static int last_row(const cell_grid *g, int tile_row) {
    int end = (tile_row + 1) * g->tile;
    return end < g->cells_y ? end : g->cells_y;
}

// Sums of 16 px in each of four rows, two by two.
static lanes pair_sums(const uint8_t *at, size_t stride) {
    lanes_unsigned sum = {0};
    for (int y = 0; y < CELL; y++, at += stride) {
        lanes_unsigned v;
        memcpy(&v, at, sizeof v);
        sum += (v & 0xff) + (v >> 8);
    }
    return (lanes)sum;
}

// Prefetches the pixels below these: four distant rows are more than a processor foresees.
static void ask_for_next(const uint8_t *at, size_t stride) {
    for (size_t y = CELL; y < 2 * CELL; y++) __builtin_prefetch((const void *)((uintptr_t)at + y * stride));
}

// The cells of a row of cells whose four rows of pixels are there, up to the last whole one.
static void sum_row(const uint8_t *at, size_t stride, int cells, int16_t *out) {
    const lanes one = lanes_all(1);
    int i = 0;
    for (; i + LANES <= cells; i += LANES, at += CELL * LANES) {
        ask_for_next(at, stride);
        lanes_store(out + i, lanes_pack(lanes_dot(pair_sums(at, stride), one), lanes_dot(pair_sums(at + 16, stride), one)));
    }
    for (; i < cells; i++, at += CELL) {
        int sum = 0;
        for (int y = 0; y < CELL; y++)
            for (int x = 0; x < CELL; x++) sum += at[(size_t)y * stride + (size_t)x];
        out[i] = (int16_t)sum;
    }
}

// A cell that the picture's edge cuts: the mean of the pixels inside.
static int16_t cut_cell(const frame *f, int cx, int cy) {
    int right = f->width < (cx + 1) * CELL ? f->width : (cx + 1) * CELL, below = f->height < (cy + 1) * CELL ? f->height : (cy + 1) * CELL;
    int sum = 0, count = (right - cx * CELL) * (below - cy * CELL);
    for (int y = cy * CELL; y < below; y++)
        for (int x = cx * CELL; x < right; x++) sum += f->gray[(size_t)y * f->gray_stride + (size_t)x];
    return (int16_t)(sum * CELL_SCALE / count);
}

// 32 cells of eight tiles of four: the first ones of all tiles, then the second ones, ...
static void deal_fours(const int16_t *row, int16_t *out, size_t apart) {
    lanes a = lanes_load(row), b = lanes_load(row + LANES), c = lanes_load(row + 2 * LANES), d = lanes_load(row + 3 * LANES);
    lanes ab0 = lanes_zip_low(a, b), ab1 = lanes_zip_high(a, b), cd0 = lanes_zip_low(c, d), cd1 = lanes_zip_high(c, d);
    lanes ab_low = lanes_zip_low(ab0, ab1), ab_high = lanes_zip_high(ab0, ab1), cd_low = lanes_zip_low(cd0, cd1), cd_high = lanes_zip_high(cd0, cd1);
    lanes_store(out, lanes_low_halves(ab_low, cd_low));
    lanes_store(out + apart, lanes_high_halves(ab_low, cd_low));
    lanes_store(out + 2 * apart, lanes_low_halves(ab_high, cd_high));
    lanes_store(out + 3 * apart, lanes_high_halves(ab_high, cd_high));
}

static void deal_row(const cell_grid *g, const int16_t *row, int16_t *out) {
    size_t apart = (size_t)g->lanes;
    if (g->tile == CELL) {
        for (int t = 0; t < g->lanes; t += LANES) deal_fours(row + CELL * t, out + t, apart);
        return;
    }
    for (int t = 0; t < g->lanes; t++)
        for (int k = 0; k < g->tile; k++) out[(size_t)k * apart + (size_t)t] = *row++;
}

enum { ROW_MAX = VISION_MAX_EDGE_PX / CELL + LANES * 64 };  // the widest picture, and the last vector of the largest tiles

WIDENED void cells_reduce(const cell_grid *g, const frame *f, int tile_row, int16_t *out) {
    int16_t row[ROW_MAX];
    for (int cy = tile_row * g->tile; cy < last_row(g, tile_row); cy++) {
        int whole = (cy + 1) * CELL <= f->height ? f->width / CELL : 0;
        sum_row(f->gray + (size_t)cy * CELL * f->gray_stride, f->gray_stride, whole, row);
        for (int cx = whole; cx < g->cells_x; cx++) row[cx] = cut_cell(f, cx, cy);
        for (int cx = g->cells_x; cx < g->lanes * g->tile; cx++) row[cx] = row[g->cells_x - 1];
        deal_row(g, row, out + cells_at(g, cy, 0));
    }
}

static lanes look_up(const int16_t *curve, const int16_t *before) {
    lanes out = {0};
    for (int i = 0; i < LANES; i++) out[i] = curve[before[i]];
    return out;
}

static inline lanes expected_cells(const int16_t *before, cell_light light) {
    if (light.curve) return look_up(light.curve, before);
    return lanes_min(lanes_high(lanes_load(before) * 8, lanes_all(light.gain)), lanes_all(CELL_MAX));
}

// A saturated cell may have been brighter, before or now: that is no difference.
static inline lanes difference(const int16_t *before, lanes now, cell_light light) {
    const lanes saturated = lanes_all(SATURATED), none = {0};
    lanes d = now - expected_cells(before, light);
    lanes ceiling = lanes_choose(lanes_load(before) >= saturated, none, lanes_all(CELL_MAX)),
          floor = lanes_choose(now >= saturated, none, lanes_all(-CELL_MAX));
    return lanes_max(lanes_min(d, ceiling), floor);
}

typedef struct {
    lanes least, most, peak;
    lanes_wide sum[2], square[2];
} tally;

static inline lanes bounded(lanes d, int16_t low, int16_t high) { return lanes_max(lanes_min(d, lanes_all(high)), lanes_all(low)); }

// Adds two cells of each of eight tiles.
static inline void tally_pair(tally *t, lanes a, lanes b) {
    const lanes one = lanes_all(1);
    t->least = lanes_min(t->least, lanes_min(a, b));
    t->most = lanes_max(t->most, lanes_max(a, b));
    t->sum[0] += lanes_dot(lanes_zip_low(a, b), one);
    t->sum[1] += lanes_dot(lanes_zip_high(a, b), one);
    lanes x = bounded(a, -DIFFERENCE_MAX, DIFFERENCE_MAX), y = bounded(b, -DIFFERENCE_MAX, DIFFERENCE_MAX);
    lanes low = lanes_zip_low(x, y), high = lanes_zip_high(x, y);
    t->square[0] += lanes_dot(low, low);
    t->square[1] += lanes_dot(high, high);
}

// Divides by a count of cells, 1 to 4096, towards zero within one part in 10^7.
static lanes_wide shared(lanes_wide sum, int count) {
    typedef float floats __attribute__((vector_size(16)));
    float share = 1.0f / (float)count;
    return __builtin_convertvector(__builtin_convertvector(sum, floats) * share, lanes_wide);
}

static void tally_give(const tally *t, int cells, int at, cell_differences out) {
    lanes_store(out.least + at, t->least);
    lanes_store(out.most + at, t->most);
    lanes_store(out.peak + at, t->peak);
    lanes_store(out.mean + at, lanes_pack(shared(t->sum[0], cells), shared(t->sum[1], cells)));
    lanes_wide square[2] = {shared(t->square[0], cells), shared(t->square[1], cells)};
    memcpy(out.square + at, square, sizeof square);
}

enum { CACHE_LINE = 64 };

// Asks for the cells of the next row of tiles while this one is compared, lane `at` of them: a tile's cells stand far from each other.
static inline void ask_for_cells(const int16_t *next, size_t cells, int at, int of) {
    size_t bytes = cells * sizeof *next, share = bytes * LANES / (size_t)of, from = share * (size_t)at / LANES;
    for (size_t k = from; k < from + share; k += CACHE_LINE) __builtin_prefetch((const char *)next + k);
}

void cells_compare(const cell_grid *g, int tile_row, const int16_t *before, const int16_t *now, cell_light light, cell_differences out) {
    int first = tile_row * g->tile, end = last_row(g, tile_row);
    size_t apart = (size_t)g->lanes, pair = g->tile > 1 ? apart : 0, next_cells = cells_at(g, last_row(g, tile_row + 1), 0) - cells_at(g, end, 0);
    for (int at = 0; at < g->lanes; at += LANES) {
        if (tile_row + 1 < g->rows) {
            ask_for_cells(before + cells_at(g, end, 0), next_cells, at, g->lanes);
            ask_for_cells(now + cells_at(g, end, 0), next_cells, at, g->lanes);
        }
        tally t = {.least = lanes_all(INT16_MAX), .most = lanes_all(INT16_MIN)};
        int pairs = 0;
        for (int cy = first; cy < end; cy++) {
            const int16_t *b = before + cells_at(g, cy, 0) + at, *n = now + cells_at(g, cy, 0) + at;
            for (int k = 0; k < g->tile; k += 2, b += 2 * apart, n += 2 * apart, pairs++) {
                size_t next = k + 1 < g->tile ? pair : 0;  // the last one of an odd number counts twice
                t.peak = lanes_max(lanes_max(t.peak, lanes_max(lanes_load(n), lanes_load(b))), lanes_max(lanes_load(n + next), lanes_load(b + next)));
                tally_pair(&t, difference(b, lanes_load(n), light), difference(b + next, lanes_load(n + next), light));
            }
        }
        tally_give(&t, 2 * pairs, at, out);
    }
}

void cells_follow(const cell_grid *g, int tile_row, const int16_t *most, int share, const int16_t *now, cell_light light, int16_t *settled) {
    lanes part = lanes_all((int16_t)(share / 8 * 2));
    for (int cy = tile_row * g->tile; cy < last_row(g, tile_row); cy++)
        for (int k = 0; k < g->tile; k++) {
            const int16_t *n = now + cells_at(g, cy, k);
            int16_t *s = settled + cells_at(g, cy, k);
            for (int at = 0; at < g->lanes; at += LANES) {
                lanes off = lanes_load(n + at) - expected_cells(s + at, light), limit = lanes_load(most + at);
                lanes step = (lanes_high(off * 8, part) + 1) >> 1;  // rounded
                lanes_store(s + at, bounded(lanes_load(s + at) + lanes_max(lanes_min(step, limit), -limit), 0, CELL_MAX));
            }
        }
}

void cells_relight(const cell_grid *g, int tile_row, const int16_t *still, const int16_t *now, cell_light light, int16_t *settled) {
    for (int cy = tile_row * g->tile; cy < last_row(g, tile_row); cy++)
        for (int k = 0; k < g->tile; k++) {
            const int16_t *n = now + cells_at(g, cy, k);
            int16_t *s = settled + cells_at(g, cy, k);
            for (int at = 0; at < g->lanes; at += LANES)
                lanes_store(s + at, lanes_choose(lanes_load(still + at), lanes_load(n + at), expected_cells(s + at, light)));
        }
}
