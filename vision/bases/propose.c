#include "vision/bases/propose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/bases/bases_limits.h"
#include "vision/bases/networks.h"
#include "vision/bases/said.h"
#include "vision/internal.h"

// The outputs of train/finder.py.
enum { HEAT, OFFSET, SIZE = 3, ROUND = 5, TWICE = 6, FOUR = 8, FRONT = 10, VISIBLE = 12, CARRIES = 13, OUTPUTS = CARRIES + CARRIES_COUNT };
enum { CELL_MM = 4 };
static const float size_unit_mm = 32;

struct proposer {
    net *net;
    int columns, rows, threads;  // for which there is room
};

status proposer_create(proposer **out, fault *fault) {
    proposer *p = calloc(1, sizeof *p);
    if (!p) return fault_set(fault, STATUS_MEMORY, "no memory to look for bases");
    status s = net_load(vedette_finder, (size_t)(vedette_finder_end - vedette_finder), &p->net, fault);
    if (s == STATUS_OK && (net_input_channels(p->net) != 3 || net_output_count(p->net) != 1))
        s = fault_set(fault, STATUS_INVALID, "the finder's network has other inputs or outputs than it should");
    if (s != STATUS_OK) {
        proposer_destroy(p);
        return s;
    }
    *out = p;
    return STATUS_OK;
}

void proposer_destroy(proposer *p) {
    if (!p) return;
    net_destroy(p->net);
    free(p);
}

static bool is_peak(const net_map *m, int x, int y) {
    float here = net_map_at(m, 0, y, x)[HEAT];
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int u = x + dx, v = y + dy;
            if ((dx == 0 && dy == 0) || u < 0 || v < 0 || u >= m->width || v >= m->height) continue;
            float other = net_map_at(m, 0, v, u)[HEAT];
            if (other > here || (other == here && (dy < 0 || (dy == 0 && dx < 0)))) return false;
        }
    }
    return true;
}

static base_proposal read_peak(const vision_view *view, flat_part part, const float *c, int x, int y) {
    double column = part.column + ((double)x + 0.5 + (double)c[OFFSET]) * CELL_MM,
           row = part.row + ((double)y + 0.5 + (double)c[OFFSET + 1]) * CELL_MM;
    base_proposal p = {.likely = said_chance(c[HEAT]),
                       .length_mm = size_unit_mm * expf(c[SIZE]),
                       .across_mm = size_unit_mm * expf(c[SIZE + 1]),
                       .round = said_chance(c[ROUND]),
                       .axis_rad = atan2f(c[TWICE + 1], c[TWICE]) / 2,
                       .quarter_rad = atan2f(c[FOUR + 1], c[FOUR]) / 4,
                       .front_rad = atan2f(c[FRONT + 1], c[FRONT]),
                       .front_sure = fminf(hypotf(c[FRONT], c[FRONT + 1]), 1),
                       .visible = fminf(fmaxf(c[VISIBLE], 0), 1)};
    vec3 at = {column * IN_PER_MM, view->depth_in - row * IN_PER_MM, FLAT_PLANE_MM * IN_PER_MM};
    p.px = view->to_px(view->context, at);
    said_carries(c + CARRIES, p.carries);
    return p;
}

static bool sensible(const base_proposal *p) {
    return isfinite(p->px.u) && isfinite(p->px.v) && isfinite(p->length_mm) && isfinite(p->across_mm) && isfinite(p->axis_rad) &&
           isfinite(p->quarter_rad) && isfinite(p->front_rad);
}

static int likeliest_first(const void *a, const void *b) {
    const base_proposal *x = a, *y = b;
    if (x->likely != y->likely) return x->likely > y->likely ? -1 : 1;
    if (x->px.v != y->px.v) return x->px.v < y->px.v ? -1 : 1;
    return (x->px.u > y->px.u) - (x->px.u < y->px.u);
}

static status reserve(proposer *p, flat_part part, int threads, fault *fault) {
    if (part.columns <= p->columns && part.rows <= p->rows && threads <= p->threads) return STATUS_OK;
    int columns = part.columns > p->columns ? part.columns : p->columns, rows = part.rows > p->rows ? part.rows : p->rows;
    p->columns = p->rows = 0;
    status s = net_reserve(p->net, 1, rows, columns, threads, fault);
    if (s == STATUS_OK) p->columns = columns, p->rows = rows, p->threads = threads;
    return s;
}

static bool in_rect(const px_rect *r, px2 p) { return !r || rect_holds(*r, p); }

// The proposals of one part that lie in the rectangle.
static status find_in(proposer *p, const frame *f, const vision_view *view, const px_rect *where, thread_pool *pool, base_proposal *out, int capacity,
                      int *count, fault *fault) {
    flat_part part = where ? flat_of_px(view, *where, BASES_AROUND_MM) : flat_whole(view);
    if (part.columns <= 0 || part.rows <= 0) return STATUS_OK;
    status s = reserve(p, part, thread_pool_count(pool), fault);
    if (s != STATUS_OK) return s;
    net_map in = net_input(p->net, 1, part.rows, part.columns);
    flat_lay(f, view, part, pool, &in);
    net_run(p->net, pool);
    net_map said = net_output(p->net, 0);
    if (said.channels < OUTPUTS) return fault_set(fault, STATUS_INVALID, "the finder's network says %d things, not %d", said.channels, OUTPUTS);
    const float least = logf((float)BASES_LEAST_LIKELY / (1 - (float)BASES_LEAST_LIKELY));
    for (int y = 0; y < said.height; y++) {
        for (int x = 0; x < said.width; x++) {
            const float *c = net_map_at(&said, 0, y, x);
            if (!(c[HEAT] > least) || !is_peak(&said, x, y)) continue;
            base_proposal b = read_peak(view, part, c, x, y);
            if (sensible(&b) && in_rect(where, b.px) && *count < capacity) out[(*count)++] = b;
        }
    }
    return STATUS_OK;
}

// What two rectangles that overlap show is proposed once.
static void drop_repeats(base_proposal *out, int *count) {
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        bool again = false;
        for (int k = 0; k < kept && !again; k++) again = hypot(out[k].px.u - out[i].px.u, out[k].px.v - out[i].px.v) < BASES_REPEAT_PX;
        if (!again) out[kept++] = out[i];
    }
    *count = kept;
}

status proposer_find(proposer *p, const frame *f, const vision_view *view, const px_rect *where, int where_count, thread_pool *pool,
                     base_proposal *out, int capacity, int *count, fault *fault) {
    status s = STATUS_OK;
    *count = 0;
    for (int i = 0; i < (where ? where_count : 1) && s == STATUS_OK; i++)
        s = find_in(p, f, view, where ? &where[i] : NULL, pool, out, capacity, count, fault);
    qsort(out, (size_t)*count, sizeof *out, likeliest_first);
    if (where_count > 1) drop_repeats(out, count);
    return s;
}
