// What changed: the picture is reduced to cells of 4 x 4 px; a tile has changed where a cell differs from the settled picture (or from
// the frames before: moving) by more than the noise, after the change of light was taken out.
//
// Light: one gain for the whole picture (the median ratio of the cells), and what a tile and its neighbours have in common up to an
// eighth of the brightness (a soft shadow has no edges). Where nothing changes, the settled picture follows the light slowly.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/internal.h"

enum { CELL = 4, HISTORY = 4, SCALE = 16 };  // cells hold SCALE times the mean brightness

static const double least_step = 5.0;      // gray levels: below this a difference is never a change
static const double noise_steps = 7.0;     // of the cells' median scatter
static const double shadow_share = 0.125;  // of the brightness, that a soft shadow takes at most
enum { FOLLOW = 31 };                      // 1024ths, a frame, by which the settled picture follows where nothing changes

// A hand's arm is wider than this many tiles' worth of pixels where it crosses the picture's edge; a single tile there may be noise.
enum { HAND_LEAST_PX = 40 };
static const double larger_than_unit = 0.04;  // of the picture: no unit covers so much

struct watcher {
    int tile_px, width, height;
    int cells_x, cells_y, columns, rows;
    int16_t *settled, *ring[HISTORY];
    int filled, next;   // of the ring
    float *difference;  // a cell each
    float *common;      // a tile each
    uint8_t *changed, *moving, *joined;
    int *stack;
    unsigned *histogram;
};

enum { RATIO_BINS = 1024 };  // of the light's gain, 0.25 to 4 in even steps of its logarithm

status watch_create(int tile_px, watcher **out) {
    *out = calloc(1, sizeof **out);
    if (!*out) return STATUS_MEMORY;
    (*out)->tile_px = tile_px / CELL * CELL;
    return STATUS_OK;
}

static void buffers_free(watcher *w) {
    free(w->settled);
    for (int i = 0; i < HISTORY; i++) free(w->ring[i]);
    free(w->difference);
    free(w->common);
    free(w->changed);
    free(w->moving);
    free(w->joined);
    free(w->stack);
    free(w->histogram);
}

void watch_destroy(watcher *w) {
    if (!w) return;
    buffers_free(w);
    free(w);
}

static bool buffers_make(watcher *w) {
    size_t cells = (size_t)w->cells_x * (size_t)w->cells_y, tiles = (size_t)w->columns * (size_t)w->rows;
    bool ok = (w->settled = calloc(cells, sizeof *w->settled)) != NULL;
    for (int i = 0; i < HISTORY; i++) ok &= (w->ring[i] = calloc(cells, sizeof **w->ring)) != NULL;
    ok &= (w->difference = calloc(cells, sizeof *w->difference)) != NULL;
    ok &= (w->common = calloc(tiles, sizeof *w->common)) != NULL;
    ok &= (w->changed = calloc(tiles, 1)) != NULL && (w->moving = calloc(tiles, 1)) != NULL && (w->joined = calloc(tiles, 1)) != NULL;
    ok &= (w->stack = calloc(tiles, sizeof *w->stack)) != NULL;
    ok &= (w->histogram = calloc(RATIO_BINS, sizeof *w->histogram)) != NULL;
    return ok;
}

// Makes room for pictures of this size. Pictures smaller than a cell have one cell.
static status size_to(watcher *w, int width, int height) {
    if (w->width == width && w->height == height) return STATUS_OK;
    int tile_px = w->tile_px;
    buffers_free(w);
    *w = (watcher){.tile_px = tile_px, .width = width, .height = height};
    w->cells_x = (width + CELL - 1) / CELL, w->cells_y = (height + CELL - 1) / CELL;
    w->columns = (width + tile_px - 1) / tile_px, w->rows = (height + tile_px - 1) / tile_px;
    if (buffers_make(w)) return STATUS_OK;
    w->width = 0;
    return STATUS_MEMORY;
}

static void add_row(const uint8_t *row, int width, int *sum) {
    int whole = width / CELL;
    for (int i = 0; i < whole; i++, row += CELL) sum[i] += row[0] + row[1] + row[2] + row[3];
    for (int x = whole * CELL; x < width; x++) sum[whole] += *row++;
}

// Means of the cells of f, times SCALE.
static void reduce(const watcher *w, const frame *f, int16_t *out) {
    int sum[20000 / CELL + 1];  // the widest picture that size_sensible lets in
    for (int cy = 0; cy < w->cells_y; cy++, out += w->cells_x) {
        memset(sum, 0, (size_t)w->cells_x * sizeof *sum);
        int top = cy * CELL, bottom = top + CELL < w->height ? top + CELL : w->height;
        for (int y = top; y < bottom; y++) add_row(f->gray + (size_t)y * f->gray_stride, w->width, sum);
        for (int cx = 0; cx < w->cells_x; cx++) {
            int wide = cx * CELL + CELL <= w->width ? CELL : w->width - cx * CELL;
            out[cx] = (int16_t)(sum[cx] * SCALE / (wide * (bottom - top)));
        }
    }
}

static float histogram_median(const unsigned *bins, int count, unsigned total) {
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
        if ((sum += bins[i]) * 2 >= total) return (float)i;
    return (float)(count - 1);
}

// Median of now / before over a sample of the cells.
static float light_gain(watcher *w, const int16_t *before, const int16_t *now) {
    unsigned total = 0;
    memset(w->histogram, 0, RATIO_BINS * sizeof *w->histogram);
    for (int i = 0; i < w->cells_x * w->cells_y; i += 5) {
        if (before[i] < 8 * SCALE || now[i] < 8 * SCALE) continue;
        float bin = (log2f((float)now[i] / (float)before[i]) / 4 + 0.5f) * RATIO_BINS;
        w->histogram[bin < 0 ? 0 : bin >= RATIO_BINS ? RATIO_BINS - 1 : (int)bin]++;
        total++;
    }
    if (total == 0) return 1;
    return exp2f(4 * ((histogram_median(w->histogram, RATIO_BINS, total) + 0.5f) / RATIO_BINS - 0.5f));
}

static void subtract(watcher *w, const int16_t *before, const int16_t *now) {
    float gain = light_gain(w, before, now);
    for (int i = 0; i < w->cells_x * w->cells_y; i++) w->difference[i] = ((float)now[i] - gain * (float)before[i]) / SCALE;
}

// Median of the cells' absolute differences, gray levels: the noise, since most of the picture stands still.
static float scatter(watcher *w) {
    unsigned total = 0;
    memset(w->histogram, 0, RATIO_BINS * sizeof *w->histogram);
    for (int i = 0; i < w->cells_x * w->cells_y; i += 5, total++) {
        float bin = fabsf(w->difference[i]) * 16;
        w->histogram[bin >= RATIO_BINS ? RATIO_BINS - 1 : (int)bin]++;
    }
    return (histogram_median(w->histogram, RATIO_BINS, total) + 0.5f) / 16;
}

typedef struct {
    int x0, y0, x1, y1;
} cell_box;

static cell_box tile_cells(const watcher *w, int tx, int ty) {
    int n = w->tile_px / CELL, x1 = (tx + 1) * n, y1 = (ty + 1) * n;
    return (cell_box){tx * n, ty * n, x1 < w->cells_x ? x1 : w->cells_x, y1 < w->cells_y ? y1 : w->cells_y};
}

// Mean difference of each tile.
static void tile_means(watcher *w) {
    for (int t = 0; t < w->columns * w->rows; t++) {
        cell_box b = tile_cells(w, t % w->columns, t / w->columns);
        float sum = 0;
        for (int y = b.y0; y < b.y1; y++)
            for (int x = b.x0; x < b.x1; x++) sum += w->difference[y * w->cells_x + x];
        w->common[t] = sum / (float)((b.x1 - b.x0) * (b.y1 - b.y0));
    }
}

// What the tile and its neighbours have in common (the median: one that changed must not speak for the others), as far as a shadow could
// make it.
static float shadow_at(const watcher *w, int tx, int ty, float brightness) {
    float near[9], most = (float)shadow_share * brightness;
    int n = 0;
    for (int y = ty - 1; y <= ty + 1; y++)
        for (int x = tx - 1; x <= tx + 1; x++) {
            if (x < 0 || y < 0 || x >= w->columns || y >= w->rows) continue;
            float value = w->common[y * w->columns + x];
            int at = n++;
            for (; at > 0 && near[at - 1] > value; at--) near[at] = near[at - 1];
            near[at] = value;
        }
    float common = near[n / 2];
    return common > most ? most : common < -most ? -most : common;
}

// Marks tiles[] where `now` differs from `before`; adds to what is marked already.
static void compare(watcher *w, const int16_t *before, const int16_t *now, uint8_t *tiles) {
    subtract(w, before, now);
    float limit = (float)noise_steps * scatter(w);
    if (limit < (float)least_step) limit = (float)least_step;
    tile_means(w);
    for (int t = 0; t < w->columns * w->rows; t++) {
        if (tiles[t]) continue;
        cell_box b = tile_cells(w, t % w->columns, t / w->columns);
        float bright = (float)before[b.y0 * w->cells_x + b.x0] / SCALE, shadow = shadow_at(w, t % w->columns, t / w->columns, bright);
        for (int y = b.y0; y < b.y1 && !tiles[t]; y++)
            for (int x = b.x0; x < b.x1 && !tiles[t]; x++) tiles[t] = fabsf(w->difference[y * w->cells_x + x] - shadow) > limit;
    }
}

static void follow_light(watcher *w, const int16_t *now) {
    for (int t = 0; t < w->columns * w->rows; t++) {
        if (w->changed[t] || w->moving[t]) continue;
        cell_box b = tile_cells(w, t % w->columns, t / w->columns);
        for (int y = b.y0; y < b.y1; y++)
            for (int x = b.x0; x < b.x1; x++) {
                int16_t *s = &w->settled[y * w->cells_x + x];
                int step = FOLLOW * (now[y * w->cells_x + x] - *s);
                *s = (int16_t)(*s + (step + (step < 0 ? -512 : 512)) / 1024);
            }
    }
}

static bool at_edge(const watcher *w, int t) {
    int x = t % w->columns, y = t / w->columns;
    return x == 0 || y == 0 || x == w->columns - 1 || y == w->rows - 1;
}

// Size of the patch of joined tiles around t, and how many of them lie at the picture's edge; takes the patch away.
static int take_patch(watcher *w, int t, int *edge_tiles) {
    int size = 0, top = 0;
    *edge_tiles = 0;
    w->stack[top++] = t;
    w->joined[t] = 0;
    while (top > 0) {
        t = w->stack[--top];
        size++;
        *edge_tiles += at_edge(w, t);
        for (int k = 0; k < 9; k++) {
            int x = t % w->columns + k % 3 - 1, y = t / w->columns + k / 3 - 1, n = y * w->columns + x;
            if (x < 0 || y < 0 || x >= w->columns || y >= w->rows || !w->joined[n]) continue;
            w->joined[n] = 0;
            w->stack[top++] = n;
        }
    }
    return size;
}

static bool hand_there(watcher *w) {
    int tiles = w->columns * w->rows;
    for (int t = 0; t < tiles; t++) w->joined[t] = w->changed[t];
    double wide = (double)HAND_LEAST_PX / w->tile_px, large = fmax(larger_than_unit * tiles, 2);
    for (int t = 0; t < tiles; t++) {
        if (!w->joined[t]) continue;
        int edge_tiles, size = take_patch(w, t, &edge_tiles);
        if (size > large || (edge_tiles >= wide && size >= wide * wide)) return true;
    }
    return false;
}

static void count_up(const watcher *w, vision_changes *out) {
    int x0 = w->columns, y0 = w->rows, x1 = 0, y1 = 0;
    for (int t = 0; t < w->columns * w->rows; t++) {
        out->moving_count += w->moving[t];
        if (!w->changed[t]) continue;
        int x = t % w->columns, y = t / w->columns;
        out->changed_count++;
        x0 = x < x0 ? x : x0, y0 = y < y0 ? y : y0;
        x1 = x + 1 > x1 ? x + 1 : x1, y1 = y + 1 > y1 ? y + 1 : y1;
    }
    px_rect box = {x0 * w->tile_px, y0 * w->tile_px, (x1 - x0) * w->tile_px, (y1 - y0) * w->tile_px};
    if (out->changed_count > 0) out->changed_box = rect_clip(&box, w->width, w->height);
}

status watch_frame(watcher *w, const frame *f, vision_changes *out) {
    status s = size_to(w, f->width, f->height);
    if (s != STATUS_OK) return s;
    int16_t *now = w->ring[w->next];
    size_t tiles = (size_t)w->columns * (size_t)w->rows;
    reduce(w, f, now);
    memset(w->changed, 0, tiles);
    memset(w->moving, 0, tiles);
    if (w->filled == 0) {
        memcpy(w->settled, now, (size_t)w->cells_x * (size_t)w->cells_y * sizeof *now);
    } else {
        compare(w, w->settled, now, w->changed);
        compare(w, w->ring[(w->next + HISTORY - 1) % HISTORY], now, w->moving);
        if (w->filled >= HISTORY - 1) compare(w, w->ring[(w->next + 1) % HISTORY], now, w->moving);  // the oldest: slow moves
        follow_light(w, now);
    }
    w->next = (w->next + 1) % HISTORY;
    if (w->filled < HISTORY) w->filled++;
    *out = (vision_changes){.tile_px = w->tile_px, .columns = w->columns, .rows = w->rows, .changed = w->changed, .moving = w->moving};
    out->hand = hand_there(w);
    count_up(w, out);
    return STATUS_OK;
}

void watch_settle(watcher *w, const frame *f, const uint8_t *tiles) {
    if (w->filled == 0 || f->width != w->width || f->height != w->height) return;
    int16_t *now = w->ring[w->next];  // the oldest: overwritten by the next frame anyway
    reduce(w, f, now);
    for (int t = 0; t < w->columns * w->rows; t++) {
        if (tiles && !tiles[t]) continue;
        cell_box b = tile_cells(w, t % w->columns, t / w->columns);
        for (int y = b.y0; y < b.y1; y++)
            memcpy(w->settled + y * w->cells_x + b.x0, now + y * w->cells_x + b.x0, (size_t)(b.x1 - b.x0) * sizeof *now);
    }
}
