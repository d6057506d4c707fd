// The steps of a frame: reduce the changed parts to cells of colour, label the cells, join them to regions. Also the memory of the bare table.
#include <stdlib.h>
#include <string.h>

#include "vision/occluders/occluders_limits.h"
#include "vision/occluders/state.h"

// Cells are small against a base: 4 px where six feet of table are some 2000 px wide, 8 px at twice that.
enum { LIGHT_CELLS = 200, LIGHT_STEP = 7919 };  // cells measured in a frame; a prime, so that the steps reach all cells
enum { CELL_SMALL = 4, CELL_LARGE = 8, LARGE_FROM_PX = 3000 };

status occluder_create(occluder_search **out) {
    *out = calloc(1, sizeof **out);
    return *out ? STATUS_OK : STATUS_MEMORY;
}

static void buffers_free(occluder_search *s) {
    free(s->bare);
    free(s->now);
    free(s->label);
    free(s->rest);
    free(s->figures);
    free(s->region);
    free(s->active);
    free(s->held);
    free(s->span);
    free(s->texture);
    free(s->stack);
    free(s->corner);
}

void occluder_destroy(occluder_search *s) {
    if (!s) return;
    buffers_free(s);
    free(s);
}

static bool buffers_make(occluder_search *s) {
    size_t cells = (size_t)s->grid.columns * (size_t)s->grid.rows, tiles = (size_t)s->grid.tile_columns * (size_t)s->grid.tile_rows;
    s->bare = calloc(cells, 3), s->now = calloc(cells, 3);
    s->label = calloc(cells, 1), s->rest = calloc(cells, 1);
    s->figures = calloc(cells, 1), s->region = calloc(cells, 1), s->active = calloc(tiles, 1);
    s->held = calloc(tiles, 1), s->span = calloc((size_t)s->grid.tile_rows, sizeof *s->span);
    s->texture = calloc(tiles, sizeof *s->texture), s->stack = calloc(cells, sizeof *s->stack);
    s->corner = calloc(OCCLUDER_CORNERS, sizeof *s->corner);
    return s->bare && s->now && s->label && s->rest && s->figures && s->region && s->active && s->held && s->span && s->texture && s->stack &&
           s->corner;
}

static status size_to(occluder_search *s, const frame *f, const vision_changes *c) {
    if (s->width == f->width && s->height == f->height) return STATUS_OK;
    buffers_free(s);
    int cell = f->width >= LARGE_FROM_PX && c->tile_px % CELL_LARGE == 0 ? CELL_LARGE : CELL_SMALL, tile = c->tile_px / cell;
    *s = (occluder_search){.grid = {cell, c->columns * tile, c->rows * tile, tile, c->columns, c->rows}};
    return buffers_make(s) ? STATUS_OK : STATUS_MEMORY;
}

// Cells -------------------------------------------------------------------------------------------------------------------------------------

// Sums of blue, green and red over a large cell that lies inside the picture: columns of bytes first, which compilers vectorize.
static inline void sum_large_cell(const frame *f, int u0, int v0, unsigned sum[3]) {
    uint16_t column[3 * CELL_LARGE] = {0};
    const uint8_t *at = f->bgr + (size_t)v0 * f->bgr_stride + 3 * (size_t)u0;
    for (int v = 0; v < CELL_LARGE; v++, at += f->bgr_stride)
        for (int i = 0; i < 3 * CELL_LARGE; i++) column[i] = (uint16_t)(column[i] + at[i]);
    for (int i = 0; i < 3 * CELL_LARGE; i++) sum[i % 3] += column[i];
}

// Mean colour of a cell with at least one pixel inside the picture.
static void reduce_cell(const frame *f, bool colour, int u0, int v0, int edge, uint8_t out[3]) {
    int right = u0 + edge < f->width ? u0 + edge : f->width, below = v0 + edge < f->height ? v0 + edge : f->height;
    unsigned sum[3] = {0}, n = (unsigned)((right - u0) * (below - v0));
    bool large = colour && n == CELL_LARGE * CELL_LARGE;
    if (large) sum_large_cell(f, u0, v0, sum);
    for (int v = v0; v < below && !large; v++) {
        const uint8_t *at = colour ? f->bgr + (size_t)v * f->bgr_stride + 3 * (size_t)u0 : f->gray + (size_t)v * f->gray_stride + u0;
        for (int u = u0; u < right; u++, at += colour ? 3 : 1) sum[0] += at[0], sum[1] += at[colour ? 1 : 0], sum[2] += at[colour ? 2 : 0];
    }
    for (int k = 0; k < 3; k++) out[k] = (uint8_t)((sum[k] + n / 2) / n);
}

static void reduce_tile(const occluder_search *s, const frame *f, int tile, uint8_t *out) {
    bool colour = frame_has_colour(f);
    int x0 = tile % s->grid.tile_columns * s->grid.tile, y0 = tile / s->grid.tile_columns * s->grid.tile;
    for (int y = y0; y < y0 + s->grid.tile && y * s->grid.cell_px < f->height; y++)
        for (int x = x0; x < x0 + s->grid.tile && x * s->grid.cell_px < f->width; x++)
            reduce_cell(f, colour, x * s->grid.cell_px, y * s->grid.cell_px, s->grid.cell_px,
                        out + 3 * ((size_t)y * (size_t)s->grid.columns + (size_t)x));
}

// Prefetches the pixels of a tile: its rows are far from each other in memory.
static void ask_for_tile(const occluder_search *s, const frame *f, int tile) {
    int edge = s->grid.tile * s->grid.cell_px, u0 = tile % s->grid.tile_columns * edge, v0 = tile / s->grid.tile_columns * edge;
    if (!frame_has_colour(f) || f->colours || u0 + edge > f->width) return;
    for (int v = v0; v < v0 + edge && v < f->height; v++) {
        const uint8_t *at = f->bgr + (size_t)v * f->bgr_stride + 3 * (size_t)u0;
        __builtin_prefetch(at);
        __builtin_prefetch(at + 3 * edge - 1);
    }
}

static void copy_tile(const occluder_search *s, int tile, const uint8_t *from, uint8_t *to) {
    int x0 = tile % s->grid.tile_columns * s->grid.tile, y0 = tile / s->grid.tile_columns * s->grid.tile;
    for (int y = y0; y < y0 + s->grid.tile; y++) memcpy(to + y * s->grid.columns + x0, from + y * s->grid.columns + x0, (size_t)s->grid.tile);
}

static void take_bare(occluder_search *s, const frame *f) {
    frame_want_colours(f, 0, 0, f->width, f->height);
    for (int t = 0; t < s->grid.tile_columns * s->grid.tile_rows; t++) reduce_tile(s, f, t, s->bare);
    memset(s->label, 0, (size_t)s->grid.columns * (size_t)s->grid.rows);
    memset(s->rest, 0, (size_t)s->grid.columns * (size_t)s->grid.rows);
    memset(s->active, 0, (size_t)s->grid.tile_columns * (size_t)s->grid.tile_rows);
    memset(s->held, 0, (size_t)s->grid.tile_columns * (size_t)s->grid.tile_rows);
    s->width = f->width, s->height = f->height;
    s->ground_stale = true, s->any_active = s->any_label = false;
    s->past_count = 0;
    for (int k = 0; k < 3; k++) s->light.gain[k] = 1, s->light.offset[k] = 0;
}

// From the first to the last of a row's tiles in which a cell may have a label.
static cell_span span_of(const occluder_search *s, int tile_row) {
    const uint8_t *active = s->active + tile_row * s->grid.tile_columns, *held = s->held + tile_row * s->grid.tile_columns;
    int first = 0, end = s->grid.tile_columns;
    while (first < end && !active[first] && !held[first]) first++;
    while (end > first && !active[end - 1] && !held[end - 1]) end--;
    return (cell_span){first * s->grid.tile, end * s->grid.tile};
}

static bool is_active(const vision_changes *c, int tile) { return c->changed[tile] || c->moving[tile]; }

// Converts the colours of neighbouring active tiles of a row at once.
static void want_active(const occluder_search *s, const frame *f, const vision_changes *c) {
    int edge = s->grid.tile * s->grid.cell_px, columns = s->grid.tile_columns;
    for (int row = 0; row < s->grid.tile_rows && f->colours; row++)
        for (int from = 0, to; from < columns; from = to + 1) {
            for (to = from; to < columns && is_active(c, row * columns + to);) to++;
            if (to > from) frame_want_colours(f, from * edge, row * edge, (to - from) * edge, edge);
        }
}

// Tiles that are unchanged since they settled keep the labels of that time.
static void choose_active(occluder_search *s, const frame *f, const vision_changes *c) {
    int tiles = s->grid.tile_columns * s->grid.tile_rows;
    s->any_active = false;
    want_active(s, f, c);
    for (int t = 0; t < tiles; t++) {
        bool active = is_active(c, t);
        if (active && t + 1 < tiles && is_active(c, t + 1)) ask_for_tile(s, f, t + 1);
        if (active) reduce_tile(s, f, t, s->now);
        if (!active && s->active[t]) copy_tile(s, t, s->rest, s->label);
        s->active[t] = active;
        s->any_active |= active;
    }
    for (int row = 0; row < s->grid.tile_rows; row++) s->span[row] = span_of(s, row);
}

static int by_size(const void *a, const void *b) { return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b); }

// Estimates the change of the light: medians over scattered unchanged cells, other cells in each frame. The estimate follows slowly, since a cloud is
// slow and a frame's sample is small.
static void follow_light(occluder_search *s, const frame *f) {
    float ratio[3][LIGHT_CELLS], more[3][LIGHT_CELLS];
    int cells = s->grid.columns * s->grid.rows, count = 0;
    s->light.turn = (s->light.turn + LIGHT_STEP) % cells;
    for (int k = 0, i = s->light.turn; k < 2 * LIGHT_CELLS && count < LIGHT_CELLS; k++, i = (i + cells / LIGHT_CELLS + 1) % cells) {
        int x = i % s->grid.columns, y = i / s->grid.columns;
        uint8_t now[3];
        if (s->active[y / s->grid.tile * s->grid.tile_columns + x / s->grid.tile] || x * s->grid.cell_px >= f->width ||
            y * s->grid.cell_px >= f->height)
            continue;
        frame_glance_at_colours(f, x * s->grid.cell_px, y * s->grid.cell_px, s->grid.cell_px, s->grid.cell_px);
        reduce_cell(f, frame_has_colour(f), x * s->grid.cell_px, y * s->grid.cell_px, s->grid.cell_px, now);
        for (int c = 0; c < 3; c++) {
            ratio[c][count] = ((float)now[c] + 1) / ((float)s->bare[3 * i + c] + 1);
            more[c][count] = (float)now[c] - (float)s->bare[3 * i + c];
        }
        count++;
    }
    for (int c = 0; c < 3 && count >= LIGHT_CELLS / 4; c++) {
        qsort(ratio[c], (size_t)count, sizeof(float), by_size);
        qsort(more[c], (size_t)count, sizeof(float), by_size);
        s->light.gain[c] += OCCLUDER_LIGHT_SHARE * (ratio[c][count / 2] - s->light.gain[c]);
        s->light.offset[c] += OCCLUDER_LIGHT_SHARE * (more[c][count / 2] - s->light.offset[c]);
    }
}

// Some of the rows between have labels where the outline may be.
static bool lies_in_spans(const occluder_search *s, const px2 *at, int count) {
    double left = INFINITY, right = -INFINITY, top = INFINITY, below = -INFINITY, edge = s->grid.cell_px;
    for (int i = 0; i < count; i++) {
        left = fmin(left, at[i].u), right = fmax(right, at[i].u);
        top = fmin(top, at[i].v), below = fmax(below, at[i].v);
    }
    if (!isfinite(top) || !isfinite(below) || below < 0 || top > edge * s->grid.rows + 1) return false;
    int last = (int)fmin(s->grid.tile_rows - 1, (below + 1) / (edge * s->grid.tile));
    for (int row = (int)fmax(0, (top - 1) / (edge * s->grid.tile)); row <= last; row++)
        if (s->span[row].from < s->span[row].to && left - edge <= s->span[row].to * edge && right + edge >= s->span[row].from * edge) return true;
    return false;
}

// All cells while the ground is learned; otherwise the cells that have labels.
static void draw_figures(occluder_search *s, const occluder_figure *figures, int count) {
    memset(s->figures, FIGURE_NONE, (size_t)s->grid.columns * (size_t)s->grid.rows);
    for (int pass = FIGURE_ABOUT; pass <= FIGURE_SEEN; pass++)
        for (int i = 0; i < count; i++) {
            const occluder_figure *f = &figures[i];
            if (!s->ground_stale && !lies_in_spans(s, f->outline, f->count)) continue;
            occluder_fill(s, pass == FIGURE_ABOUT ? f->outline : f->base, pass == FIGURE_ABOUT ? f->count : f->base_count, s->figures, (uint8_t)pass);
        }
}

static void clear_seen_figures(occluder_search *s) {
    for (int y = 0; y < s->grid.rows; y++)
        for (int x = s->span[y / s->grid.tile].from; x < s->span[y / s->grid.tile].to; x++) {
            int i = y * s->grid.columns + x;
            if (s->figures[i] == FIGURE_SEEN) s->label[i] = s->rest[i] = LABEL_TABLE;
        }
}

status vision_find_occluders(vision *v, const frame *f, const vision_changes *c, const vision_view *view, const occluder_figure *figures,
                             int figure_count, occluder_list *out) {
    occluder_search *s = v->occluders;
    out->count = out->cell_px = 0;
    if (!frame_has_gray(f)) return STATUS_INVALID;
    if (size_to(s, f, c) != STATUS_OK) return STATUS_MEMORY;
    if (s->width == 0) take_bare(s, f);
    bool was_active = s->any_active;
    choose_active(s, f, c);
    if (s->any_active) follow_light(s, f);
    out->cell_px = s->grid.cell_px, out->columns = s->grid.columns, out->rows = s->grid.rows, out->region_of = s->region;
    if (s->any_active || s->any_label) {
        draw_figures(s, figures, figure_count);
        if (s->ground_stale) occluder_learn_ground(s, view);
        occluder_label(s);
        clear_seen_figures(s);
    }
    if (s->any_active || s->any_label || was_active) occluder_join(s, c, view, f->t_s, out);
    return STATUS_OK;
}

void vision_forget_occluders(vision *v) { v->occluders->width = 0; }

// The level of the bare table in the earlier light that gives this level now, as far as it can be computed.
static uint8_t bare_level(const occluder_search *s, int k, uint8_t bare, uint8_t now) {
    float by_factor = (float)now / s->light.gain[k], by_levels = (float)now - s->light.offset[k];
    float level = fmaxf(fminf(by_factor, by_levels), fminf((float)bare, fmaxf(by_factor, by_levels)));
    return (uint8_t)fminf(255, fmaxf(0, level + 0.5f));
}

// Where the picture settles with a thing on the table, the thing's cells stay occluders and the table under them stays as it was.
static void settle_tile(occluder_search *s, int tile) {
    int x0 = tile % s->grid.tile_columns * s->grid.tile, y0 = tile / s->grid.tile_columns * s->grid.tile;
    s->held[tile] = 0;
    for (int y = y0; y < y0 + s->grid.tile; y++)
        for (int x = x0; x < x0 + s->grid.tile; x++) {
            size_t i = (size_t)y * (size_t)s->grid.columns + (size_t)x;
            s->held[tile] |= s->region[i] != 0;
            s->rest[i] = s->region[i] ? LABEL_OCCLUDER : LABEL_TABLE;
            s->any_label |= s->region[i] != 0;
            for (int k = 0; k < 3 && !s->region[i]; k++)
                s->bare[3 * i + (size_t)k] = bare_level(s, k, s->bare[3 * i + (size_t)k], s->now[3 * i + (size_t)k]);
        }
}

void occluder_settle(occluder_search *s, const uint8_t *tiles) {
    if (s->width == 0) return;
    for (int t = 0; t < s->grid.tile_columns * s->grid.tile_rows; t++)
        if (s->active[t] && (!tiles || tiles[t])) settle_tile(s, t), s->ground_stale = true;
}
