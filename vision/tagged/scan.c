// Finds places that look like the outline of a base with a tag. Pairs of points, one on the white border and one on the black border or beyond the
// edge, are compared at each place and heading. A figure hides some of the pairs, not most.
#include <math.h>
#include <stdlib.h>

#include "vision/tagged/tagged.h"
#include "vision/tagged/tagged_limits.h"

enum { BLOCK = 4, A_SIDE = 6, RING = TAGGED_SIDES * A_SIDE, HEADINGS_A_QUARTER = 18, MAX_HEADINGS = 2 * HEADINGS_A_QUARTER };

// The places of the pairs: the white point, then the dark ones.
typedef struct {
    vec2 white[RING], black[RING];       // of the black border
    vec2 inside[RING], beyond[RING][2];  // of the top's edge
} pair_places;

// The same in bytes from the middle's pixel.
typedef struct {
    ptrdiff_t white[RING], black[RING], inside[RING], beyond[RING][2];
} pair_offsets;

static vec2 on_side(int side, double depth, double along) {
    const vec2 forward[TAGGED_SIDES] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    vec2 f = forward[side];
    return (vec2){f.x * depth - f.y * along, f.y * depth + f.x * along};
}

// Places the pairs in an order whose first few lie on all sides.
static void place_pairs(const tagged_look *l, pair_places *p) {
    static const double edge_in[2] = {0.5 * IN_PER_MM, 1.1 * IN_PER_MM};
    static const int order[A_SIDE] = {0, 5, 1, 4, 2, 3};
    for (int i = 0; i < RING; i++) {
        int side = i % TAGGED_SIDES, k = order[i / TAGGED_SIDES];
        double t = (2.0 * k + 1 - A_SIDE) / A_SIDE, outer = side % 2 ? l->half_y : l->half_x, wide = side % 2 ? l->half_x : l->half_y;
        p->white[i] = on_side(side, l->half_tag + l->cell / 2, t * l->half_tag);
        p->black[i] = on_side(side, l->half_tag - l->cell / 2, t * (l->half_tag - l->cell / 2));
        vec2 in = on_side(side, outer - l->cell / 2, t * wide);
        if (l->round) in = vec2_scale(heading_forward(2 * PI * i / RING), l->half_x - l->cell / 2);
        p->inside[i] = in;
        for (int n = 0; n < 2; n++)
            p->beyond[i][n] = l->round ? vec2_scale(in, (l->half_x + edge_in[n]) / vec2_length(in)) : on_side(side, outer + edge_in[n], t * wide);
    }
}

static ptrdiff_t offset_of(const tagged_search *s, const local_view *v, vec2 p, double heading_rad) {
    vec2 q = vec2_rotate(p, heading_rad);
    long du = lround(v->m[0][0] * q.x + v->m[0][1] * q.y), dv = lround(v->m[1][0] * q.x + v->m[1][1] * q.y);
    return dv * (ptrdiff_t)s->frame->gray_stride + du;
}

static void offsets_of(const tagged_search *s, const local_view *v, const pair_places *p, double heading_rad, pair_offsets *o) {
    for (int i = 0; i < RING; i++) {
        o->white[i] = offset_of(s, v, p->white[i], heading_rad);
        o->black[i] = offset_of(s, v, p->black[i], heading_rad);
        o->inside[i] = offset_of(s, v, p->inside[i], heading_rad);
        for (int n = 0; n < 2; n++) o->beyond[i][n] = offset_of(s, v, p->beyond[i][n], heading_rad);
    }
}

// The number of pairs that differ as expected, of 2 * RING; 0 as soon as too few can differ.
static int count_pairs(const uint8_t *at, const pair_offsets *o, int step, int bright) {
    int ring = 0, edge = 0;
    for (int i = 0; i < RING; i++) {
        int w = at[o->white[i]], in = at[o->inside[i]], a = at[o->beyond[i][0]], b = at[o->beyond[i][1]];
        ring += w > bright && w - at[o->black[i]] > step;
        edge += in > bright && in - (a < b ? a : b) > step;
        if ((i == 3 && ring + edge < 3) || (i == 7 && ring + edge < 6) || (i == 13 && ring + edge < 9)) return 0;
    }
    return ring >= 5 && ring + edge >= 22 ? ring + edge : 0;
}

// Of the fits of this look that crowd one place, keeps the one that shows most. Most of them are neighbours in the order of the scan.
static void add_crowded(tagged_search *s, int from, const tagged_fit *new, double apart) {
    for (int i = s->fit_count - 1; i >= from; i--) {
        tagged_fit *f = &s->fits[i];
        if (fabs(f->at.x - new->at.x) > apart || fabs(f->at.y - new->at.y) > apart) continue;
        if (new->shown > f->shown) *f = *new;
        return;
    }
    if (s->fit_count < TAGGED_MAX) s->fits[s->fit_count++] = *new;
}

// Blocks around a place: their number, the number of bright ones, and the sum of their edges' directions, fourfold so that the four sides of a square
// agree.
typedef struct {
    int count, bright;
    double c4, s4, weight;
} block_sum;

static bool sum_blocks(const tagged_search *s, px2 p, double half_px, block_sum *out) {
    const px_rect *all = &s->blocks;
    int c0 = (int)((p.u - half_px) / BLOCK) - all->x, c1 = (int)((p.u + half_px) / BLOCK) + 1 - all->x;
    int r0 = (int)((p.v - half_px) / BLOCK) - all->y, r1 = (int)((p.v + half_px) / BLOCK) + 1 - all->y, w = all->width + 1;
    c0 = c0 < 0 ? 0 : c0, r0 = r0 < 0 ? 0 : r0, c1 = c1 > all->width ? all->width : c1, r1 = r1 > all->height ? all->height : r1;
    if (c1 <= c0 || r1 <= r0) return false;
    const tagged_block *a = s->bright + r0 * w + c0, *b = s->bright + r0 * w + c1, *c = s->bright + r1 * w + c0, *d = s->bright + r1 * w + c1;
    *out = (block_sum){.count = (c1 - c0) * (r1 - r0), .bright = d->bright - b->bright - c->bright + a->bright};
    out->c4 = d->c4 - b->c4 - c->c4 + a->c4;
    out->s4 = d->s4 - b->s4 - c->s4 + a->s4;
    out->weight = d->weight - b->weight - c->weight + a->weight;
    return true;
}

static double bright_near(const tagged_search *s, px2 p, double half_px) {
    block_sum b;
    return sum_blocks(s, p, half_px, &b) ? (double)b.bright / b.count : 0;
}

typedef struct {
    const tagged_look *look;
    int index, headings, from;
    pair_places places;
    pair_offsets offsets[MAX_HEADINGS];
    double white;                               // around the patch
    double c4[MAX_HEADINGS], s4[MAX_HEADINGS];  // direction of each heading's edges in the picture, fourfold
    double reach_px;
    px_rect where;
} scan;

static void scan_place(tagged_search *s, const scan *c, vec2 at, px2 p, double z_in) {
    const frame *f = s->frame;
    double r = c->reach_px;
    if (p.u < c->where.x || p.v < c->where.y || p.u >= c->where.x + c->where.width || p.v >= c->where.y + c->where.height) return;
    if (p.u < r || p.v < r || p.u + r > f->width - 1 || p.v + r > f->height - 1) return;
    block_sum near;
    if (!sum_blocks(s, p, (c->look->half_tag + c->look->cell) * s->px_per_in, &near) || near.bright < TAGGED_SCAN_BRIGHT_SHARE * near.count) return;
    double edges = sqrt(near.c4 * near.c4 + near.s4 * near.s4),
           least_along = edges < TAGGED_SCAN_LEAST_ORDER * near.weight ? -1e30 : TAGGED_SCAN_SAME_WAY * edges;
    const uint8_t *middle = f->gray + (size_t)lround(p.v) * f->gray_stride + lround(p.u);
    int step = (int)(TAGGED_SCAN_LEAST_STEP * c->white), bright = (int)(s->black + 0.4 * c->white), best = 0, heading = 0;
    for (int h = 0; h < c->headings; h++) {
        if (near.c4 * c->c4[h] + near.s4 * c->s4[h] < least_along) continue;
        int n = count_pairs(middle, &c->offsets[h], step, bright);
        if (n > best) best = n, heading = h;
    }
    if (best == 0) return;
    tagged_fit fit = {.look = c->index,
                      .at = at,
                      .heading_rad = heading * (PI / 2) / HEADINGS_A_QUARTER,
                      .z_in = z_in,
                      .shown = best / (2.0 * RING),
                      .code = -1,
                      .kind = -1};
    add_crowded(s, c->from, &fit, 0.5 * c->look->half_tag);
}

static void scan_patch(tagged_search *s, scan *c, vec2 corner) {
    const tagged_look *l = c->look;
    vec2 middle = {corner.x + TAGGED_SCAN_PATCH_IN / 2, corner.y + TAGGED_SCAN_PATCH_IN / 2};
    double z = tagged_top_in(s, l, l->z_in, middle), step = 0.45 * l->cell, reach = fmax(hypot(l->half_x, l->half_y), 1.8 * l->half_tag) + 0.1;
    local_view v;
    if (!local_view_at(s->view, middle, z, &v)) return;
    double px = sqrt(fabs(v.m[0][0] * v.m[1][1] - v.m[0][1] * v.m[1][0]));
    double half_u = TAGGED_SCAN_PATCH_IN / 2 * (fabs(v.m[0][0]) + fabs(v.m[0][1])),
           half_v = TAGGED_SCAN_PATCH_IN / 2 * (fabs(v.m[1][0]) + fabs(v.m[1][1]));
    const px_rect *w = &c->where;
    if (v.origin.u + half_u < w->x || v.origin.u - half_u > w->x + w->width || v.origin.v + half_v < w->y || v.origin.v - half_v > w->y + w->height)
        return;
    if (l->cell * px < TAGGED_SCAN_LEAST_CELL_PX || bright_near(s, v.origin, (TAGGED_SCAN_PATCH_IN / 2 + l->half_tag) * 1.2 * px) <= 0) return;
    c->white = tagged_white_at(s, v.origin);
    c->reach_px = reach * hypot(hypot(v.m[0][0], v.m[0][1]), hypot(v.m[1][0], v.m[1][1])) + 2;  // upper limit of the stretch in any direction
    for (int h = 0; h < c->headings; h++) {
        double heading = h * (PI / 2) / HEADINGS_A_QUARTER;
        vec2 f = heading_forward(heading);
        double a = 4 * atan2(v.m[1][0] * f.x + v.m[1][1] * f.y, v.m[0][0] * f.x + v.m[0][1] * f.y);
        c->c4[h] = cos(a), c->s4[h] = sin(a);
        offsets_of(s, &v, &c->places, heading, &c->offsets[h]);
    }
    for (double y = step / 2; y < TAGGED_SCAN_PATCH_IN; y += step) {
        for (double x = step / 2; x < TAGGED_SCAN_PATCH_IN; x += step) {
            vec2 at = {corner.x + x, corner.y + y};
            scan_place(s, c, at, local_view_px(&v, vec2_sub(at, middle)), z);
        }
    }
}

void tagged_scan(tagged_search *s, int look, px_rect where) {
    const tagged_look *l = &s->looks[look];
    scan c = {.look = l, .index = look, .from = s->fit_count, .where = where};
    c.headings = l->quarter_turns == 2 ? 2 * HEADINGS_A_QUARTER : HEADINGS_A_QUARTER;
    place_pairs(l, &c.places);
    for (double y = 0; y < s->view->depth_in; y += TAGGED_SCAN_PATCH_IN)
        for (double x = 0; x < s->view->width_in; x += TAGGED_SCAN_PATCH_IN) scan_patch(s, &c, (vec2){x, y});
}

// The values of one block. It is bright if it has bright pixels and an edge to dark ones: paper beside ink, or paper beside its surroundings.
static tagged_block block_at(const frame *f, int column, int row, int least, int step) {
    int high = 0, low = 255, n = 0, side[4] = {0};  // left, right, upper, lower half
    for (int v = 0; v < BLOCK; v++) {
        const uint8_t *p = f->gray + (size_t)(row * BLOCK + v) * f->gray_stride + (size_t)column * BLOCK;
        for (int u = 0; u < BLOCK; u++) {
            high = p[u] > high ? p[u] : high;
            low = p[u] < low ? p[u] : low;
            n += p[u] > least;
            side[2 * u / BLOCK] += p[u];
            side[2 + 2 * v / BLOCK] += p[u];
        }
    }
    tagged_block b = {.bright = n >= 2 && high - low > step};
    if (high - low <= step / 2) return b;
    float x = (float)(side[1] - side[0]), y = (float)(side[3] - side[2]), m2 = x * x + y * y;
    if (m2 < 1) return b;
    float c2 = (x * x - y * y) / m2, s2 = 2 * x * y / m2, m = sqrtf(m2) / 8;
    b.c4 = (int)(m * (c2 * c2 - s2 * s2));
    b.s4 = (int)(m * 2 * c2 * s2);
    b.weight = (int)m;
    return b;
}

// The blocks that contain the rectangles and `by` pixels around them.
static px_rect blocks_about(const frame *f, const px_rect *where, int count, int by) {
    px_rect all = {0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        px_rect wide = rect_grow(where[i], by), r = rect_clip(&wide, f->width, f->height);
        if (r.width > 0 && r.height > 0) all = all.width > 0 ? rect_both(all, r) : r;
    }
    int right = (all.x + all.width + BLOCK - 1) / BLOCK, below = (all.y + all.height + BLOCK - 1) / BLOCK;
    right = right < f->width / BLOCK ? right : f->width / BLOCK, below = below < f->height / BLOCK ? below : f->height / BLOCK;
    int left = all.x / BLOCK, top = all.y / BLOCK;
    return (px_rect){left, top, right > left ? right - left : 0, below > top ? below - top : 0};
}

static void sum_up(tagged_search *s, px_rect b) {
    size_t w = (size_t)b.width + 1;
    for (size_t i = 0; i < w; i++) s->bright[i] = (tagged_block){0};
    for (int r = 0; r < b.height; r++) {
        tagged_block *line = s->bright + ((size_t)r + 1) * w, sum = {0};
        const tagged_block *above = line - w;
        int least = 0, step = 0;
        line[0] = sum;
        for (int c = 0; c < b.width; c++) {
            if (c % TAGGED_SCAN_ALIKE == 0) {
                double white = tagged_white_at(s, (px2){(b.x + c + TAGGED_SCAN_ALIKE / 2.0) * BLOCK, (b.y + r + 0.5) * BLOCK});
                least = (int)(s->black + TAGGED_SCAN_LEAST_BRIGHT * white), step = (int)(TAGGED_SCAN_BLOCK_STEP * white);
            }
            tagged_block at = block_at(s->frame, b.x + c, b.y + r, least, step);
            sum = (tagged_block){sum.bright + at.bright, sum.c4 + at.c4, sum.s4 + at.s4, sum.weight + at.weight};
            above++;
            line[c + 1] = (tagged_block){above->bright + sum.bright, above->c4 + sum.c4, above->s4 + sum.s4, above->weight + sum.weight};
        }
    }
}

status tagged_brighten(tagged_search *s, const px_rect *where, int where_count) {
    double about = 0;
    for (int l = 0; l < s->look_count; l++) about = fmax(about, (s->looks[l].half_tag + s->looks[l].cell) * s->px_per_in);
    s->blocks = blocks_about(s->frame, where, where_count, (int)fmin(about, s->frame->width) + BLOCK);
    size_t need = ((size_t)s->blocks.width + 1) * ((size_t)s->blocks.height + 1);
    if (s->bright_capacity < need) {
        free(s->bright);
        s->bright_capacity = 0;
        s->bright = malloc(need * sizeof *s->bright);
        if (!s->bright) return STATUS_MEMORY;
        s->bright_capacity = need;
    }
    tagged_need_white(s, 4);
    sum_up(s, s->blocks);
    return STATUS_OK;
}
