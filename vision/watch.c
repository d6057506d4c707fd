// What changed: the picture is reduced to cells of 4 x 4 px (cells.c); a tile has changed where a cell, or the tile as a whole, differs from the
// settled picture by more than the noise, after the change of light was taken out. It moves where it differs so from the frames before, too, and it
// or a neighbour has changed a short while ago: a codec writes noise anew by blocks, and where it leaves most of them out the scatter is too small
// for the rest; but what a hand laid open it writes finer and finer.
//
// Light: one gain for the whole picture, or a curve where the exposure stepped (light.c), and what a tile and its neighbours have in common up to an
// eighth of the brightness (a soft shadow has no edges). Where nothing changes, the settled picture follows the light slowly.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lanes.h"
#include "vision/cells.h"
#include "vision/internal.h"
#include "vision/light.h"

enum { HISTORY = 4 };
// s; for so long a tile that had changed may go on moving, though it looks as it did when it settled. Hand-set. Too small: a picture that a codec
// still sharpens is taken for at rest. Too large: its noise is searched where a hand was.
static const double changed_lately_s = 3;

// Cells at the edge of something saturated don't follow the gain: while it is off by more than this much, tiles near cells as bright as that are
// allowed half of what it changes; all others a quarter, since a camera's tone curve is no straight line.
static const double gain_steady = 0.02;
enum { GLARE = 225 * CELL_SCALE };
static const float least_step = 5;  // gray levels: below this the difference of a cell is never a change
// Of the cells' median scatter: 6.7 sigma. A 12 MP picture has 770,000 cells, three comparisons a frame: one false alarm in 10^11 cells is one in
// hours.
static const float noise_steps = 10;
// Of a tile as a whole: root mean square of its cells. Below the former no tile has changed; the latter is how many sigmas beyond its mean the sum of
// squares of that many cells of noise never goes.
static const float least_tile_step = 3;
static const float tile_noise_steps = 6.5f;
static const float sigma_of_median = 1.4826f;  // of the absolute differences of a normal distribution
enum { SHADOW_SHIFT = 3 };                     // an eighth of the brightness: a soft shadow takes no more
enum { BLACK_DRIFT = 2 * CELL_SCALE };         // noise that is cut off at black moves the mean of dark cells as it grows
// Each row of tiles follows what creeps in one frame of 8, a quarter of the way; where a tile as a whole is lighter or darker by more than two gray
// levels, by no more than an eighth of one: 0.2 a second at ten frames a second. Such is an arm's soft shadow, which is no change and comes with no
// step of the light; followed, it would stay behind in the settled picture.
enum { FOLLOW_TURNS = 8, FOLLOW_SHARE = 16000, FOLLOW_SHADE = 2 * CELL_SCALE, FOLLOW_MOST = CELL_SCALE / 8 };
// The light of the settled picture is taken anew when it is off by the former, and doesn't change by more than the latter in three frames.
static const double gain_followed = 0.015, gain_at_rest = 0.004;

// A hand's arm is wider than this many tiles' worth of pixels where it crosses the picture's edge; a single tile there may be noise.
enum { HAND_LEAST_PX = 40 };
static const double larger_than_unit = 0.04;  // of the picture: no unit covers so much

struct watcher {
    int tile_px;
    cell_grid grid;  // width 0: no picture yet
    int16_t *settled, *ring[HISTORY];
    int filled, next, turn;  // of the ring; of following the light
    light_capacity *light;
    int16_t *least, *most;  // of the differences, a tile each
    int16_t *mean, *peak;   // the same with a tile's margin around, which repeats the outermost
    int32_t *square;
    int16_t *still;  // of a row: -1 where nothing changed; then how far the settled picture may go
    uint8_t *changed, *moving, *joined;
    double ring_s[HISTORY];  // the frames' times
    double *changed_s;       // a tile each: when it, or one beside it, was seen to have changed last
    double *stirred_s;       // a tile each: when it moved last
    double *settled_s;       // a tile each: of the frame that it was settled with last
    int *stack;
};

status watch_create(int tile_px, watcher **out) {
    *out = calloc(1, sizeof **out);
    if (!*out) return STATUS_MEMORY;
    (*out)->tile_px = tile_px / CELL * CELL;
    return STATUS_OK;
}

static void buffers_free(watcher *w) {
    free(w->settled);
    for (int i = 0; i < HISTORY; i++) free(w->ring[i]);
    free(w->light);
    free(w->least);
    free(w->most);
    free(w->mean);
    free(w->peak);
    free(w->square);
    free(w->still);
    free(w->changed);
    free(w->moving);
    free(w->joined);
    free(w->changed_s);
    free(w->stirred_s);
    free(w->settled_s);
    free(w->stack);
}

void watch_destroy(watcher *w) {
    if (!w) return;
    buffers_free(w);
    free(w);
}

static size_t lanes_row(const watcher *w) { return (size_t)w->grid.lanes; }
static size_t margin_row(const watcher *w) { return lanes_row(w) + 2 * LANES; }
// Where tile (0, row) stands in an array with margins; row may be -1 and `rows`, columns too.
static size_t margin_at(const watcher *w, int row) { return (size_t)(row + 1) * margin_row(w) + LANES; }

static bool buffers_make(watcher *w) {
    size_t cells = cells_capacity(&w->grid), tiles = (size_t)w->grid.columns * (size_t)w->grid.rows,
           lanes_all_rows = lanes_row(w) * (size_t)w->grid.rows;
    bool ok = (w->settled = calloc(cells, sizeof *w->settled)) != NULL;
    for (int i = 0; i < HISTORY; i++) ok &= (w->ring[i] = calloc(cells, sizeof **w->ring)) != NULL;
    ok &= (w->light = calloc(1, sizeof *w->light)) != NULL;
    ok &= (w->least = calloc(lanes_all_rows, sizeof *w->least)) != NULL && (w->most = calloc(lanes_all_rows, sizeof *w->most)) != NULL;
    size_t with_margins = margin_row(w) * (size_t)(w->grid.rows + 2);
    ok &= (w->mean = calloc(with_margins, sizeof *w->mean)) != NULL && (w->peak = calloc(with_margins, sizeof *w->peak)) != NULL;
    ok &= (w->square = calloc(lanes_all_rows, sizeof *w->square)) != NULL && (w->still = calloc(lanes_row(w), sizeof *w->still)) != NULL;
    ok &= (w->changed = calloc(tiles, 1)) != NULL && (w->moving = calloc(tiles, 1)) != NULL && (w->joined = calloc(tiles, 1)) != NULL;
    ok &= (w->changed_s = calloc(tiles, sizeof *w->changed_s)) != NULL;
    ok &= (w->stirred_s = calloc(tiles, sizeof *w->stirred_s)) != NULL && (w->settled_s = calloc(tiles, sizeof *w->settled_s)) != NULL;
    ok &= (w->stack = calloc(tiles, sizeof *w->stack)) != NULL;
    return ok;
}

// Makes room for pictures of this size. Pictures smaller than a cell have one cell.
static status size_to(watcher *w, int width, int height) {
    if (w->grid.width == width && w->grid.height == height) return STATUS_OK;
    int tile_px = w->tile_px;
    buffers_free(w);
    *w = (watcher){.tile_px = tile_px, .grid = cells_grid(width, height, tile_px)};
    if (buffers_make(w)) return STATUS_OK;
    w->grid.width = 0;
    return STATUS_MEMORY;
}

// Which tiles differ -------------------------------------------------------------------------------------------------------------------------

static void order(lanes *a, lanes *b) {
    lanes low = lanes_min(*a, *b);
    *b = lanes_max(*a, *b);
    *a = low;
}

// Median of nine by 19 exchanges. Source: Paeth, "Median finding on a 3 x 3 grid", Graphics Gems (1990).
static lanes median_of_nine(lanes p[9]) {
    static const int8_t pair[19][2] = {{1, 2}, {4, 5}, {7, 8}, {0, 1}, {3, 4}, {6, 7}, {1, 2}, {4, 5}, {7, 8}, {0, 3},
                                       {5, 8}, {4, 7}, {3, 6}, {1, 4}, {2, 5}, {4, 7}, {4, 2}, {6, 4}, {4, 2}};
#pragma GCC unroll 19
    for (int i = 0; i < 19; i++) order(&p[pair[i][0]], &p[pair[i][1]]);
    return p[4];
}

// What tiles and their neighbours have in common (the median: one that changed must not speak for the others), as far as a shadow could make it.
static lanes shadows(const watcher *w, int row, int at, lanes bright) {
    lanes near[9];
    for (int k = 0; k < 9; k++) near[k] = lanes_load(w->mean + margin_at(w, row + k / 3 - 1) + at + k % 3 - 1);
    lanes most = (bright >> SHADOW_SHIFT) + lanes_all(BLACK_DRIFT);
    return lanes_max(lanes_min(median_of_nine(near), most), -most);
}

// -1 for tiles that are or have a neighbour near saturation.
static lanes glares(const watcher *w, int row, int at) {
    lanes peak = {0};
    for (int k = 0; k < 9; k++) peak = lanes_max(peak, lanes_load(w->peak + margin_at(w, row + k / 3 - 1) + at + k % 3 - 1));
    return peak >= lanes_all(GLARE);
}

typedef struct {
    int16_t cell[LIGHT_CLASSES];  // of one cell's difference, by brightness
    int16_t tone;                 // more, in 8192ths of the brightness
    int16_t glare;                // more near saturation
    int32_t square;               // of a tile's mean square
} limits;

// Quantile of chi-square over its degrees of freedom. Source: Wilson and Hilferty, PNAS 17 (1931).
static float chi_square_share(float steps, int cells) {
    float v = 2 / (9 * (float)cells);
    return powf(1 - v + steps * sqrtf(v), 3);
}

static limits limits_of(const light_change *c, int cells) {
    limits l;
    float worst = 0;
    for (int k = 0; k < LIGHT_CLASSES; k++) {
        float limit = fmaxf(noise_steps * c->scatter[k], least_step * CELL_SCALE);
        l.cell[k] = (int16_t)fminf(limit, CELL_MAX);
        worst = fmaxf(worst, c->scatter[k]);
    }
    double off = fabs(c->light.gain / 8192.0 - 1);
    if (off <= gain_steady) off = 0;
    l.tone = (int16_t)(fmin(off, 1) / 4 * 8192);
    l.glare = (int16_t)(fmin(off, 1) / 2 * CELL_MAX);
    float sigma = sigma_of_median * worst, tile = least_tile_step * CELL_SCALE;
    l.square = off > 0 ? INT32_MAX : (int32_t)fminf(fmaxf(sigma * sigma * chi_square_share(tile_noise_steps, cells), tile * tile), 1e9f);
    return l;
}

static lanes limit_by_brightness(const limits *l, lanes bright) {
    lanes limit = lanes_all(l->cell[0]);
    for (int k = 1; k < LIGHT_CLASSES; k++)
        limit = lanes_choose(bright >= lanes_all((int16_t)(k * (CELL_MAX + 1) / LIGHT_CLASSES)), lanes_all(l->cell[k]), limit);
    return limit;
}

// -1 for each of eight tiles whose mean square about the shadow is beyond the limit.
static lanes restless(const watcher *w, size_t at, lanes shadow, lanes mean, int32_t limit) {
    lanes_wide square[2];
    memcpy(square, w->square + at, sizeof square);
    lanes twice = mean * 2;  // sum of (d - s)^2 over n: mean square - 2 s mean + s^2
    square[0] -= lanes_dot(lanes_zip_low(shadow, shadow), lanes_zip_low(twice, -shadow));
    square[1] -= lanes_dot(lanes_zip_high(shadow, shadow), lanes_zip_high(twice, -shadow));
    return lanes_pack(square[0] > lanes_wide_all(limit), square[1] > lanes_wide_all(limit));
}

static void mark_row(const watcher *w, const limits *l, const int16_t *before, int row, uint8_t *tiles, uint8_t as) {
    const int16_t *bright_cells = before + cells_at(&w->grid, row * w->grid.tile, 0);
    for (int at = 0; at < w->grid.lanes; at += LANES) {
        size_t here = (size_t)row * lanes_row(w) + (size_t)at;
        lanes bright = lanes_load(bright_cells + at), shadow = shadows(w, row, at, bright), limit = limit_by_brightness(l, bright);
        lanes glare = l->glare ? glares(w, row, at) : (lanes){0};
        limit += lanes_high(bright * 8, lanes_all(l->tone)) + (glare & lanes_all(l->glare));
        lanes most = lanes_load(w->most + here), least = lanes_load(w->least + here), mean = lanes_load(w->mean + margin_at(w, row) + at);
        lanes differs = (most - shadow > limit) | (shadow - least > limit) | (restless(w, here, shadow, mean, l->square) & ~glare);
        uint64_t any[2];
        memcpy(any, &differs, sizeof any);
        if ((any[0] | any[1]) == 0) continue;
        for (int i = 0; i < LANES && at + i < w->grid.columns; i++) tiles[row * w->grid.columns + at + i] |= differs[i] ? as : 0;
    }
}

// Repeats the outermost tiles around the picture.
static void close_margins(const watcher *w, int16_t *of) {
    size_t bytes = margin_row(w) * sizeof *of;
    for (int row = 0; row < w->grid.rows; row++) {
        int16_t *m = of + margin_at(w, row);
        m[-1] = m[0];
        for (int x = w->grid.columns; x <= w->grid.lanes; x++) m[x] = m[w->grid.columns - 1];
    }
    memcpy(of, of + margin_row(w), bytes);
    memcpy(of + margin_row(w) * (size_t)(w->grid.rows + 1), of + margin_row(w) * (size_t)w->grid.rows, bytes);
}

// Marks tiles[] with `as` where `now` differs from `before`; adds to what is marked already. Returns the light; its curve holds until the next
// comparison.
static cell_light compare(watcher *w, const int16_t *before, const int16_t *now, uint8_t *tiles, uint8_t as) {
    light_change change = light_between(w->light, &w->grid, before, now);
    limits l = limits_of(&change, w->grid.tile * w->grid.tile);
    for (int row = 0; row < w->grid.rows; row++) {
        size_t at = (size_t)row * lanes_row(w), within = margin_at(w, row);
        cells_compare(
            &w->grid, row, before, now, change.light,
            (cell_differences){
                .least = w->least + at, .most = w->most + at, .square = w->square + at, .mean = w->mean + within, .peak = w->peak + within});
    }
    close_margins(w, w->mean);
    close_margins(w, w->peak);
    for (int row = 0; row < w->grid.rows; row++) mark_row(w, &l, before, row, tiles, as);
    return change.light;
}

static void find_still(watcher *w, int row) {
    const uint8_t *changed = w->changed + row * w->grid.columns, *moving = w->moving + row * w->grid.columns;
    for (int x = 0; x < w->grid.columns; x++) w->still[x] = (int16_t) - !(changed[x] | moving[x]);
    for (int x = w->grid.columns; x < w->grid.lanes; x++) w->still[x] = w->still[w->grid.columns - 1];
}

// Of what is still, how far it may follow what creeps.
static void limit_steps(watcher *w, int row) {
    const int16_t *mean = w->mean + margin_at(w, row);
    for (int x = 0; x < w->grid.lanes; x++)
        w->still[x] = !w->still[x] ? 0 : mean[x] > FOLLOW_SHADE || mean[x] < -FOLLOW_SHADE ? FOLLOW_MOST : CELL_MAX;
}

static bool is_steady(cell_light l, double within) { return !l.curve && fabs(l.gain / 8192.0 - 1) <= within; }

// The settled picture follows what creeps, a few rows of tiles a frame; and the light of all at once, when it has come to rest.
static void follow_light(watcher *w, const int16_t *now, cell_light since_settled, bool light_at_rest) {
    bool relight = light_at_rest && !is_steady(since_settled, gain_followed);
    for (int row = relight ? 0 : w->turn; row < w->grid.rows; row += relight ? 1 : FOLLOW_TURNS) {
        find_still(w, row);
        if (relight) {
            cells_relight(&w->grid, row, w->still, now, since_settled, w->settled);
        } else {
            limit_steps(w, row);
            cells_follow(&w->grid, row, w->still, FOLLOW_SHARE, now, since_settled, w->settled);
        }
    }
    w->turn = (w->turn + 1) % FOLLOW_TURNS;
}

// What hangs together -------------------------------------------------------------------------------------------------------------------------

static bool at_edge(const watcher *w, int t) {
    int x = t % w->grid.columns, y = t / w->grid.columns;
    return x == 0 || y == 0 || x == w->grid.columns - 1 || y == w->grid.rows - 1;
}

// Size of the patch of joined tiles around t, and how many of them lie at the picture's edge; takes the patch away.
static int take_patch(watcher *w, int t, int *edge_tiles) {
    int size = 0, top = 0, columns = w->grid.columns;
    *edge_tiles = 0;
    w->stack[top++] = t;
    w->joined[t] = 0;
    while (top > 0) {
        t = w->stack[--top];
        size++;
        *edge_tiles += at_edge(w, t);
        for (int k = 0; k < 9; k++) {
            int x = t % columns + k % 3 - 1, y = t / columns + k / 3 - 1, n = y * columns + x;
            if (x < 0 || y < 0 || x >= columns || y >= w->grid.rows || !w->joined[n]) continue;
            w->joined[n] = 0;
            w->stack[top++] = n;
        }
    }
    return size;
}

static bool hand_there(watcher *w) {
    int tiles = w->grid.columns * w->grid.rows;
    memcpy(w->joined, w->changed, (size_t)tiles);
    double wide = (double)HAND_LEAST_PX / w->tile_px, large = fmax(larger_than_unit * tiles, 2);
    for (int t = 0; t < tiles; t++) {
        if (!w->joined[t]) continue;
        int edge_tiles, size = take_patch(w, t, &edge_tiles);
        if (size > large || (edge_tiles >= wide && size >= wide * wide)) return true;
    }
    return false;
}

static void count_up(const watcher *w, vision_changes *out) {
    int x0 = w->grid.columns, y0 = w->grid.rows, x1 = 0, y1 = 0, tile_px = w->tile_px;
    for (int y = 0; y < w->grid.rows; y++) {
        const uint8_t *changed = w->changed + y * w->grid.columns, *moving = w->moving + y * w->grid.columns;
        int row = 0;
        for (int x = 0; x < w->grid.columns; x++) row += changed[x], out->moving_count += moving[x];
        out->changed_count += row;
        for (int x = 0; row > 0 && x < w->grid.columns; x++) {
            if (!changed[x]) continue;
            x0 = x < x0 ? x : x0, y0 = y < y0 ? y : y0;
            x1 = x + 1 > x1 ? x + 1 : x1, y1 = y + 1;
        }
    }
    px_rect box = {x0 * tile_px, y0 * tile_px, (x1 - x0) * tile_px, (y1 - y0) * tile_px};
    if (out->changed_count > 0) out->changed_box = rect_clip(&box, w->grid.width, w->grid.height);
}

static void note_changed(watcher *w, double t_s) {
    const int columns = w->grid.columns;
    for (int t = 0; t < columns * w->grid.rows; t++) {
        if (!w->changed[t]) continue;
        for (int k = 0; k < 9; k++) {
            int x = t % columns + k % 3 - 1, y = t / columns + k / 3 - 1;
            if (x >= 0 && y >= 0 && x < columns && y < w->grid.rows) w->changed_s[y * columns + x] = t_s;
        }
    }
}

// What `moving` says of a tile until it is confirmed.
enum { SINCE_LAST = 1, SINCE_OLDEST = 2 };

// Of the tiles that differ from a frame before those move that have changed. They stirred now; one that differs from the oldest frame alone only if
// it is not known to have stirred since, for that frame goes on to differ from what has come to rest.
static void confirm_moves(watcher *w, double oldest_s, double t_s) {
    for (int t = 0; t < w->grid.columns * w->grid.rows; t++) {
        if (!w->moving[t]) continue;
        bool moves = t_s - w->changed_s[t] <= changed_lately_s;
        if (moves && (w->moving[t] & SINCE_LAST || w->stirred_s[t] <= oldest_s)) w->stirred_s[t] = t_s;
        w->moving[t] = moves;
    }
}

static void compare_all(watcher *w, const int16_t *now) {
    int last = (w->next + HISTORY - 1) % HISTORY, oldest = (w->next + 1) % HISTORY;
    bool at_rest = is_steady(compare(w, w->ring[last], now, w->moving, SINCE_LAST), gain_at_rest);
    if (w->filled >= HISTORY - 1)  // slow moves
        at_rest &= is_steady(compare(w, w->ring[oldest], now, w->moving, SINCE_OLDEST), gain_at_rest);
    cell_light since_settled = compare(w, w->settled, now, w->changed, 1);
    note_changed(w, w->ring_s[w->next]);
    confirm_moves(w, w->ring_s[oldest], w->ring_s[w->next]);
    follow_light(w, now, since_settled, at_rest);
}

status watch_frame(watcher *w, const frame *f, vision_changes *out) {
    status s = size_to(w, f->width, f->height);
    if (s != STATUS_OK) return s;
    int16_t *now = w->ring[w->next];
    size_t tiles = (size_t)w->grid.columns * (size_t)w->grid.rows;
    w->ring_s[w->next] = f->t_s;
    for (int row = 0; row < w->grid.rows; row++) cells_reduce(&w->grid, f, row, now);
    memset(w->changed, 0, tiles);
    memset(w->moving, 0, tiles);
    if (w->filled == 0) {
        memcpy(w->settled, now, cells_capacity(&w->grid) * sizeof *now);
        for (size_t i = 0; i < tiles; i++) w->stirred_s[i] = w->settled_s[i] = f->t_s, w->changed_s[i] = -INFINITY;
    } else {
        compare_all(w, now);
    }
    w->next = (w->next + 1) % HISTORY;
    if (w->filled < HISTORY) w->filled++;
    *out = (vision_changes){.tile_px = w->tile_px, .columns = w->grid.columns, .rows = w->grid.rows, .changed = w->changed, .moving = w->moving};
    out->stirred_s = w->stirred_s, out->settled_s = w->settled_s;
    count_up(w, out);
    out->hand = out->changed_count > 0 && hand_there(w);
    return STATUS_OK;
}

static void settle_row(watcher *w, const int16_t *now, const uint8_t *tiles, int row) {
    const cell_grid *g = &w->grid;
    int end = (row + 1) * g->tile < g->cells_y ? (row + 1) * g->tile : g->cells_y;
    for (int cy = row * g->tile; cy < end; cy++)
        for (int k = 0; k < g->tile; k++) {
            const int16_t *from = now + cells_at(g, cy, k);
            int16_t *to = w->settled + cells_at(g, cy, k);
            for (int x = 0; x < g->lanes; x++)
                if (!tiles || tiles[x < g->columns ? x : g->columns - 1]) to[x] = from[x];
        }
}

static bool any_set(const uint8_t *tiles, int count) {
    for (int i = 0; i < count; i++)
        if (tiles[i]) return true;
    return false;
}

void watch_settle(watcher *w, const frame *f, const uint8_t *tiles) {
    const cell_grid *g = &w->grid;
    if (w->filled == 0 || f->width != g->width || f->height != g->height) return;
    int16_t *now = w->ring[w->next];  // the oldest: overwritten by the next frame anyway
    for (int row = 0; row < g->rows; row++) {
        const uint8_t *mine = tiles ? tiles + (size_t)row * (size_t)g->columns : NULL;
        if (mine && !any_set(mine, g->columns)) continue;
        cells_reduce(g, f, row, now);
        settle_row(w, now, mine, row);
        for (int x = 0; x < g->columns; x++)
            if (!mine || mine[x]) w->settled_s[row * g->columns + x] = f->t_s;
    }
}
