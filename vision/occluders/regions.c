// Connected regions, and their kinds by size, shape and behaviour.
#include <string.h>

#include "vision/occluders/occluders_limits.h"
#include "vision/occluders/state.h"

enum { NEAR = 5 };  // reach of a connection, cells: parts of a sleeve may have the table's colour

static const char *const names[OCCLUDER_KIND_COUNT] = {"hand", "ruler", "die", "card", "cup", "thing"};

const char *occluder_kind_name(occluder_kind k) { return names[k]; }

typedef struct {
    int cells, occluders, moving, edge;  // cells in all; without a figure; in moving tiles; at the picture's edge
    int x0, y0, x1, y1, first;
    double x, y, xx, yy, xy;  // sums over the cells
} patch;

typedef struct {
    double area_in2, long_in, wide_in;  // edges of the rectangle with the same second moments
} measures;

// Marks the cells that lie in a square of two by two cells that are not table. Slivers along edges and specks drop out.
static void open_cells(occluder_search *s) {
    memset(s->region, 0, (size_t)s->grid.columns * (size_t)s->grid.rows);
    for (int y = 0; y + 1 < s->grid.rows; y++) {
        const uint8_t *a = s->label + y * s->grid.columns, *b = a + s->grid.columns;
        uint8_t *to = s->region + y * s->grid.columns;
        int end = s->span[y / s->grid.tile].to < s->grid.columns ? s->span[y / s->grid.tile].to : s->grid.columns - 1;
        for (int x = s->span[y / s->grid.tile].from; x < end; x++)
            if (a[x] >= LABEL_HIDING && a[x + 1] >= LABEL_HIDING && b[x] >= LABEL_HIDING && b[x + 1] >= LABEL_HIDING)
                to[x] = to[x + 1] = to[s->grid.columns + x] = to[s->grid.columns + x + 1] = UINT8_MAX;
    }
}

static void count_cell(const occluder_search *s, const vision_changes *c, int i, patch *p) {
    int x = i % s->grid.columns, y = i / s->grid.columns;
    p->cells++;
    p->occluders += s->label[i] == LABEL_OCCLUDER;
    p->moving += c->moving[y / s->grid.tile * s->grid.tile_columns + x / s->grid.tile];
    p->edge += x == 0 || y == 0 || (x + 1) * s->grid.cell_px >= s->width || (y + 1) * s->grid.cell_px >= s->height;
    p->x0 = x < p->x0 ? x : p->x0, p->y0 = y < p->y0 ? y : p->y0;
    p->x1 = x > p->x1 ? x : p->x1, p->y1 = y > p->y1 ? y : p->y1;
    p->x += x, p->y += y, p->xx += (double)x * x, p->yy += (double)y * y, p->xy += (double)x * y;
}

// Gives number `id` to the cells numbered `from` that are connected with cell `first`.
static patch take_patch(occluder_search *s, const vision_changes *c, int first, uint8_t from, uint8_t id) {
    patch p = {.x0 = s->grid.columns, .y0 = s->grid.rows, .first = first};
    int top = 0;
    s->stack[top++] = first;
    s->region[first] = id;
    while (top > 0) {
        int i = s->stack[--top], x = i % s->grid.columns, y = i / s->grid.columns;
        count_cell(s, c, i, &p);
        for (int k = 0; k < NEAR * NEAR; k++) {
            int nx = x + k % NEAR - NEAR / 2, ny = y + k / NEAR - NEAR / 2, n = ny * s->grid.columns + nx;
            if (nx < 0 || ny < 0 || nx >= s->grid.columns || ny >= s->grid.rows || s->region[n] != from) continue;
            s->region[n] = id;
            s->stack[top++] = n;
        }
    }
    return p;
}

static px2 middle_of(const occluder_search *s, const patch *p) {
    return (px2){(p->x / p->cells + 0.5) * s->grid.cell_px - 0.5, (p->y / p->cells + 0.5) * s->grid.cell_px - 0.5};
}

static double inch_in_cells(const occluder_search *s, const vision_view *view, const patch *p) {
    px2 at = middle_of(s, p), beside = {at.u + s->grid.cell_px, at.v};
    double in = vec2_distance(view->to_table(view->context, at, 0), view->to_table(view->context, beside, 0));
    return in > 0 && isfinite(in) ? 1 / in : 1;
}

static measures measure(const patch *p, double inch) {
    double n = p->cells, mx = p->x / n, my = p->y / n, xx = p->xx / n - mx * mx + 1.0 / 12, yy = p->yy / n - my * my + 1.0 / 12,
           xy = p->xy / n - mx * my;
    double mean = (xx + yy) / 2, apart = sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
    return (measures){n / (inch * inch), sqrt(12 * (mean + apart)) / inch, sqrt(12 * fmax(mean - apart, 0)) / inch};
}

// A rectangle fills the rectangle with its own moments by 1; a disc fills it by 1.05.
static occluder_kind kind_by_shape(measures m) {
    double fill = m.area_in2 / (m.long_in * m.wide_in), slender = m.long_in / m.wide_in;
    if (slender >= 5 && m.long_in >= 3 && m.wide_in <= OCCLUDER_STICK_WIDE_IN && fill > 0.7) return OCCLUDER_RULER;
    if (slender < 1.6 && m.long_in <= 1.5) return OCCLUDER_DIE;
    if (slender >= 1.2 && slender < 1.9 && m.long_in >= 2 && m.long_in <= 5 && fill > 0.9 && fill < 1.04) return OCCLUDER_CARD;
    if (slender < 1.3 && m.long_in <= 6 && fill > 0.93) return OCCLUDER_CUP;
    return OCCLUDER_THING;
}

static double overlap(px_rect a, px_rect b) {
    double wide = fmin(a.x + a.width, b.x + b.width) - fmax(a.x, b.x), high = fmin(a.y + a.height, b.y + b.height) - fmax(a.y, b.y);
    if (wide <= 0 || high <= 0) return 0;
    return wide * high / ((double)a.width * a.height + (double)b.width * b.height - wide * high);
}

// The same region in the last frame; NULL: it is new.
static const past_region *past_of(const occluder_search *s, px_rect box) {
    const past_region *best = NULL;
    double most = OCCLUDER_SAME_OVERLAP;
    for (int i = 0; i < s->past_count; i++)
        if (overlap(s->past[i].box, box) > most) most = overlap(s->past[i].box, box), best = &s->past[i];
    return best;
}

static bool is_hand(const occluder_search *s, const patch *p, measures m, const occluder_region *r, const past_region *past) {
    bool at_edge = p->edge * s->grid.cell_px >= OCCLUDER_ARM_LEAST_PX;
    if (p->cells > OCCLUDER_LARGER_THAN_UNIT * s->grid.columns * s->grid.rows || at_edge) return r->still_s < OCCLUDER_EDGE_STILL_S;
    if (m.long_in >= OCCLUDER_STICK_SLENDER * m.wide_in && m.wide_in <= OCCLUDER_STICK_WIDE_IN) return false;
    if (r->moves && m.area_in2 >= OCCLUDER_HAND_LEAST_IN2 && m.long_in >= OCCLUDER_HAND_LEAST_IN && m.wide_in >= 1) return true;
    return past && past->kind == OCCLUDER_HAND && r->still_s < OCCLUDER_HAND_STILL_S;
}

static occluder_region describe(occluder_search *s, const patch *p, int id, double inch, double t_s) {
    int edge = s->grid.cell_px;
    px_rect box = {p->x0 * edge, p->y0 * edge, (p->x1 - p->x0 + 1) * edge, (p->y1 - p->y0 + 1) * edge};
    occluder_region r = {.box = rect_clip(&box, s->width, s->height)};
    const past_region *past = past_of(s, r.box);
    r.moves = p->moving > 0.02 * p->cells && p->moving >= s->grid.tile;
    if (!r.moves && past) r.still_s = t_s - past->still_since_s;
    measures m = measure(p, inch);
    r.kind = is_hand(s, p, m, &r, past) ? OCCLUDER_HAND : kind_by_shape(m);
    r.count = occluder_trace(s, id, p->first, r.outline);
    return r;
}

static bool on_table(const occluder_search *s, const vision_view *view, const patch *p) {
    vec2 at = view->to_table(view->context, middle_of(s, p), 0);
    return at.x >= 0 && at.y >= 0 && at.x <= view->width_in && at.y <= view->depth_in;
}

static bool is_large_enough(const patch *p, double inch) {
    if (measure(p, inch).wide_in < OCCLUDER_LEAST_WIDE_IN) return false;
    return p->occluders >= OCCLUDER_LEAST_IN * inch * OCCLUDER_LEAST_IN * inch && p->occluders >= OCCLUDER_LEAST_SURE * p->cells;
}

static void remember(occluder_search *s, const occluder_list *l, double t_s) {
    s->past_count = l->count;
    for (int i = 0; i < l->count; i++) s->past[i] = (past_region){l->at[i].kind, l->at[i].box, t_s - l->at[i].still_s};
}

// Beside the table only hands matter.
static bool is_reported(const occluder_search *s, const vision_view *view, const patch *p, const occluder_region *r) {
    return r->kind == OCCLUDER_HAND || on_table(s, view, p);
}

// Reports the region connected with cell i, if it is to be reported.
static void take_region(occluder_search *s, const vision_changes *c, const vision_view *view, int i, double t_s, occluder_list *out) {
    uint8_t id = (uint8_t)(out->count + 1);
    patch p = take_patch(s, c, i, UINT8_MAX, id);
    double inch = inch_in_cells(s, view, &p);
    bool capacity = out->count < OCCLUDER_MAX_REGIONS && is_large_enough(&p, inch);
    if (capacity) out->at[out->count] = describe(s, &p, id, inch, t_s);
    if (capacity && is_reported(s, view, &p, &out->at[out->count]))
        out->count++;
    else
        take_patch(s, c, i, id, 0);
}

void occluder_join(occluder_search *s, const vision_changes *c, const vision_view *view, double t_s, occluder_list *out) {
    open_cells(s);
    for (int y = 0; y < s->grid.rows; y++)
        for (int x = s->span[y / s->grid.tile].from, i = y * s->grid.columns + x; x < s->span[y / s->grid.tile].to; x++, i++)
            if (s->region[i] == UINT8_MAX) take_region(s, c, view, i, t_s, out);
    s->any_label = out->count > 0;
    remember(s, out, t_s);
}
