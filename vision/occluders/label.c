// What each cell shows: the bare table, the table in a shadow, or something else.
//
// A shadow takes light from a surface and leaves its hue and its texture: the cell's colours are the bare ones times one factor, and their changes
// from cell to cell are those of the bare ones. A thing of the table's hue has another texture, or none.
#include <string.h>

#include "vision/occluders/occluders_limits.h"
#include "vision/occluders/state.h"

// The bare table in the present light. The light may have changed by one factor for all cells (a dimmed lamp), by one offset (a glare that ends), or
// by anything between. Most of a table is about equally bright and can't show which. The form nearest to the cell is used.
static void light_bare(const occluder_search *s, size_t i, uint8_t out[3]) {
    static const float weight[3] = {1, 2, 1};  // as in cell_gray
    const uint8_t *bare = s->bare + 3 * i, *now = s->now + 3 * i;
    float by_factor[3], by_levels[3], apart = 0, off = 0;
    for (int k = 0; k < 3; k++) {
        by_factor[k] = fminf(255, s->light.gain[k] * (float)bare[k]);
        by_levels[k] = fminf(255, fmaxf(0, (float)bare[k] + s->light.offset[k]));
        apart += weight[k] * (by_levels[k] - by_factor[k]);
        off += weight[k] * ((float)now[k] - by_factor[k]);
    }
    float share = apart * off > 0 ? fminf(1, off / apart) : 0;
    for (int k = 0; k < 3; k++) out[k] = (uint8_t)(by_factor[k] + share * (by_levels[k] - by_factor[k]) + 0.5f);
}

static int label_cell(const uint8_t *bare, const uint8_t *now) {
    int was = cell_gray(bare), is = cell_gray(now), most = 0;
    float r = (float)(is + 1) / (float)(was + 1);
    for (int k = 0; k < 3; k++) {
        int off = now[k] - bare[k];
        most = off > most ? off : -off > most ? -off : most;
    }
    if (most <= OCCLUDER_SAME_STEP) return LABEL_TABLE;
    if (r < OCCLUDER_DARKEST || r > OCCLUDER_BRIGHTEST) return LABEL_OCCLUDER;
    float hue = OCCLUDER_HUE_STEP + fminf(OCCLUDER_HUE_SHARE * fmaxf((float)(was - is), 0), OCCLUDER_TINT_SHARE * (float)is);
    for (int k = 0; k < 3; k++) {
        float off = (float)now[k] - r * (float)bare[k];
        if (off > hue || off < -hue) return LABEL_OCCLUDER;
    }
    return LABEL_DIMMED;
}

static float clipped(int bend) { return bend > (int)OCCLUDER_STEEP ? OCCLUDER_STEEP : bend < -(int)OCCLUDER_STEEP ? -OCCLUDER_STEEP : (float)bend; }

static int bend_of(const uint8_t *cells, size_t i, size_t step) {
    return 2 * cell_gray(cells + 3 * i) - cell_gray(cells + 3 * (i - step)) - cell_gray(cells + 3 * (i + step));
}

// True where the light fell by about the same for both cells: no edge of a shadow runs between them.
static bool equally_lit(const occluder_search *s, size_t a, size_t b) {
    float was = (float)cell_gray(s->bare + 3 * a), was_there = (float)cell_gray(s->bare + 3 * b);
    float is = (float)cell_gray(s->now + 3 * a) * was_there, is_there = (float)cell_gray(s->now + 3 * b) * was;
    return fabsf(is - is_there) <= OCCLUDER_EDGE_SHARE * fmaxf(is, is_there) + OCCLUDER_EDGE_STEP * fmaxf(was, was_there);
}

// Adds the bend of the brightness at cell i between its two neighbours; it is small on a shadow's soft edge.
static void add_bend(tile_texture *t, const occluder_search *s, size_t i, size_t step) {
    if (s->label[i - step] != LABEL_DIMMED || s->label[i + step] != LABEL_DIMMED) return;
    if (!equally_lit(s, i, i - step) || !equally_lit(s, i, i + step)) {
        t->edges++;
        return;
    }
    float bare = clipped(bend_of(s->bare, i, step)), now = clipped(bend_of(s->now, i, step));
    t->light += (float)cell_gray(s->bare + 3 * i), t->left += (float)cell_gray(s->now + 3 * i);
    t->bare += bare * bare, t->both += bare * now, t->now += now * now;
    t->count++;
}

static void label_tile(occluder_search *s, int tile) {
    int x0 = tile % s->grid.tile_columns * s->grid.tile, y0 = tile / s->grid.tile_columns * s->grid.tile;
    for (int y = y0; y < y0 + s->grid.tile; y++)
        for (int x = x0; x < x0 + s->grid.tile; x++) {
            size_t i = (size_t)y * (size_t)s->grid.columns + (size_t)x;
            uint8_t bare[3];
            light_bare(s, i, bare);
            s->label[i] = (uint8_t)label_cell(bare, s->now + 3 * i);
        }
}

static void measure_texture(occluder_search *s, int tile) {
    int x0 = tile % s->grid.tile_columns * s->grid.tile, y0 = tile / s->grid.tile_columns * s->grid.tile;
    tile_texture *t = &s->texture[tile];
    *t = (tile_texture){0};
    for (int y = y0; y < y0 + s->grid.tile; y++)
        for (int x = x0; x < x0 + s->grid.tile; x++) {
            size_t i = (size_t)y * (size_t)s->grid.columns + (size_t)x;
            if (s->label[i] != LABEL_DIMMED) continue;
            if (x > 0 && x + 1 < s->grid.columns) add_bend(t, s, i, 1);
            if (y > 0 && y + 1 < s->grid.rows) add_bend(t, s, i, (size_t)s->grid.columns);
        }
}

// True where the tile and its neighbours have the texture of the bare table, or neither has any.
static bool keeps_texture(const occluder_search *s, int tile) {
    tile_texture sum = {0};
    int column = tile % s->grid.tile_columns, row = tile / s->grid.tile_columns;
    for (int y = row - 1; y <= row + 1; y++)
        for (int x = column - 1; x <= column + 1; x++) {
            if (x < 0 || y < 0 || x >= s->grid.tile_columns || y >= s->grid.tile_rows || !s->active[y * s->grid.tile_columns + x]) continue;
            const tile_texture *t = &s->texture[y * s->grid.tile_columns + x];
            sum.bare += t->bare, sum.both += t->both, sum.now += t->now, sum.count += t->count, sum.edges += t->edges;
            sum.light += t->light, sum.left += t->left;
        }
    if ((float)sum.edges > OCCLUDER_MOST_EDGES * (float)(9 * 2 * s->grid.tile * s->grid.tile)) return false;
    if ((float)sum.count < OCCLUDER_LEAST_COMPARED * (float)(9 * 2 * s->grid.tile * s->grid.tile) ||
        (float)sum.edges > OCCLUDER_FEW_EDGES * (float)sum.count)
        return true;
    float least = OCCLUDER_LEAST_TEXTURE * (float)sum.count, fell = sum.left / fmaxf(sum.light, 1);
    if (sum.bare * fell * fell < least && sum.now < least) return true;
    return sum.both > 0 && sum.both * sum.both >= OCCLUDER_LIKE_TEXTURE * OCCLUDER_LIKE_TEXTURE * sum.bare * sum.now;
}

// True for ground uncovered by a thing that lay there since the first picture, or ground that left a deep shadow.
static bool is_uncovered(const occluder_search *s, const uint8_t *bare, const uint8_t *now) {
    float there = occluder_share_of_ground(s, now);
    if (there < OCCLUDER_LEAST_SHARE) return false;
    bool lit = (float)cell_gray(now) > OCCLUDER_BRIGHTEST * (float)cell_gray(bare);
    return lit || there > OCCLUDER_COMMONER * occluder_share_of_ground(s, bare);
}

static uint8_t judge_cell(const occluder_search *s, size_t i) {
    if (s->figures[i] == FIGURE_ABOUT) return LABEL_HIDING;
    return is_uncovered(s, s->bare + 3 * i, s->now + 3 * i) ? LABEL_TABLE : LABEL_OCCLUDER;
}

static void judge_tile(occluder_search *s, int tile) {
    int x0 = tile % s->grid.tile_columns * s->grid.tile, y0 = tile / s->grid.tile_columns * s->grid.tile;
    bool like = keeps_texture(s, tile);
    for (int y = y0; y < y0 + s->grid.tile; y++)
        for (int x = x0; x < x0 + s->grid.tile; x++) {
            size_t i = (size_t)y * (size_t)s->grid.columns + (size_t)x;
            if (s->label[i] == LABEL_TABLE) continue;
            s->label[i] = s->label[i] == LABEL_DIMMED && like ? LABEL_SHADOW : judge_cell(s, i);
        }
}

static bool any_hiding(const occluder_search *s) {
    for (int y = 0; y < s->grid.rows; y++) {
        const cell_span *span = &s->span[y / s->grid.tile];
        if (span->from < span->to && memchr(s->label + y * s->grid.columns + span->from, LABEL_HIDING, (size_t)(span->to - span->from))) return true;
    }
    return false;
}

static void count_strange(occluder_search *s) {
    s->colours = (cell_colours){0};
    for (int y = 0; y < s->grid.rows; y++)
        for (int x = s->span[y / s->grid.tile].from, i = y * s->grid.columns + x; x < s->span[y / s->grid.tile].to; x++, i++)
            if (s->label[i] == LABEL_OCCLUDER) occluder_count_colour(&s->colours, s->now + 3 * i);
}

// An occluder over a figure has the colours of this frame's occluders. Ground that the figure left has the table's colours; other figures have their
// own.
static void choose_hiding(occluder_search *s) {
    if (!any_hiding(s)) return;
    count_strange(s);
    for (int y = 0; y < s->grid.rows; y++)
        for (int x = s->span[y / s->grid.tile].from, i = y * s->grid.columns + x; x < s->span[y / s->grid.tile].to; x++, i++) {
            if (s->label[i] != LABEL_HIDING) continue;
            float share = occluder_share_like(&s->colours, s->now + 3 * i);
            if (share < OCCLUDER_LEAST_SHARE || share < occluder_share_of_ground(s, s->now + 3 * i)) s->label[i] = LABEL_TABLE;
        }
}

void occluder_label(occluder_search *s) {
    static void (*const steps[])(occluder_search *, int) = {label_tile, measure_texture, judge_tile};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
        for (int t = 0; t < s->grid.tile_columns * s->grid.tile_rows; t++)
            if (s->active[t]) steps[k](s, t);
    choose_hiding(s);
}
