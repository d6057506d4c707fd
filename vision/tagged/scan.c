// Where something in the picture looks like the outline of a tagged base: pairs of points, one where its white border would be and one in
// the black border or beyond the edge, compared at each place and heading; a figure hides some of the pairs, not most.
#include <math.h>
#include <stdlib.h>

#include "vision/tagged/tagged.h"

enum { BLOCK = 4, A_SIDE = 6, RING = TAGGED_SIDES * A_SIDE, HEADINGS_A_QUARTER = 18, MAX_HEADINGS = 2 * HEADINGS_A_QUARTER };

static const double least_bright = 0.55;  // of white paper: a white border under figures' shadows
static const double bright_share = 0.15;  // of a tag's square that must be bright
static const double least_step = 0.17;    // of white paper, between the two points of a pair
static const double patch_in = 2;         // over so much the picture is taken as flat
static const double least_cell_px = 1.6;  // smaller ones blur into each other

// Where the pairs lie: the white point, then the dark ones.
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

// Pairs in an order of which the first few lie on all sides.
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

static ptrdiff_t offset_of(const tagged_search *s, const rim_view *v, vec2 p, double heading_rad) {
    vec2 q = vec2_rotate(p, heading_rad);
    long du = lround(v->m[0][0] * q.x + v->m[0][1] * q.y), dv = lround(v->m[1][0] * q.x + v->m[1][1] * q.y);
    return dv * (ptrdiff_t)s->frame->gray_stride + du;
}

static void offsets_of(const tagged_search *s, const rim_view *v, const pair_places *p, double heading_rad, pair_offsets *o) {
    for (int i = 0; i < RING; i++) {
        o->white[i] = offset_of(s, v, p->white[i], heading_rad);
        o->black[i] = offset_of(s, v, p->black[i], heading_rad);
        o->inside[i] = offset_of(s, v, p->inside[i], heading_rad);
        for (int n = 0; n < 2; n++) o->beyond[i][n] = offset_of(s, v, p->beyond[i][n], heading_rad);
    }
}

// Pairs that differ as they should, of 2 * RING; 0 as soon as there can't be enough.
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

// Keeps of the fits of this look that crowd one place the one that shows most; most of them are neighbours in the order of the scan.
static void add_crowded(tagged_search *s, int from, const tagged_fit *new, double apart) {
    for (int i = s->fit_count - 1; i >= from; i--) {
        tagged_fit *f = &s->fits[i];
        if (fabs(f->at.x - new->at.x) > apart || fabs(f->at.y - new->at.y) > apart) continue;
        if (new->shown > f->shown) *f = *new;
        return;
    }
    if (s->fit_count < TAGGED_MAX) s->fits[s->fit_count++] = *new;
}

static double bright_near(const tagged_search *s, px2 p, double half_px) {
    int c0 = (int)((p.u - half_px) / BLOCK), c1 = (int)((p.u + half_px) / BLOCK) + 1;
    int r0 = (int)((p.v - half_px) / BLOCK), r1 = (int)((p.v + half_px) / BLOCK) + 1, w = s->columns + 1;
    c0 = c0 < 0 ? 0 : c0, r0 = r0 < 0 ? 0 : r0, c1 = c1 > s->columns ? s->columns : c1, r1 = r1 > s->rows ? s->rows : r1;
    if (c1 <= c0 || r1 <= r0) return 0;
    int n = s->bright[r1 * w + c1] - s->bright[r0 * w + c1] - s->bright[r1 * w + c0] + s->bright[r0 * w + c0];
    return (double)n / ((c1 - c0) * (r1 - r0));
}

typedef struct {
    const tagged_look *look;
    int index, headings, from;
    pair_places places;
    pair_offsets offsets[MAX_HEADINGS];
    double reach_px;
    px_rect where;
} scan;

static void scan_place(tagged_search *s, const scan *c, vec2 at, px2 p, double z_in) {
    const frame *f = s->frame;
    double r = c->reach_px;
    if (p.u < c->where.x || p.v < c->where.y || p.u >= c->where.x + c->where.width || p.v >= c->where.y + c->where.height) return;
    if (p.u < r || p.v < r || p.u + r > f->width - 1 || p.v + r > f->height - 1) return;
    if (bright_near(s, p, (c->look->half_tag + c->look->cell) * s->px_per_in) < bright_share) return;
    const uint8_t *middle = f->gray + (size_t)lround(p.v) * f->gray_stride + lround(p.u);
    int step = (int)(least_step * s->white), bright = (int)(0.4 * s->white), best = 0, heading = 0;
    for (int h = 0; h < c->headings; h++) {
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
    vec2 middle = {corner.x + patch_in / 2, corner.y + patch_in / 2};
    double z = tagged_top_in(s, l, l->z_in, middle), step = 0.45 * l->cell, reach = fmax(hypot(l->half_x, l->half_y), 1.8 * l->half_tag) + 0.1;
    rim_view v;
    if (!rim_look(s->view, middle, z, &v)) return;
    double px = sqrt(fabs(v.m[0][0] * v.m[1][1] - v.m[0][1] * v.m[1][0]));
    if (l->cell * px < least_cell_px || bright_near(s, v.origin, (patch_in / 2 + l->half_tag) * 1.2 * px) <= 0) return;
    c->reach_px = reach * hypot(hypot(v.m[0][0], v.m[0][1]), hypot(v.m[1][0], v.m[1][1])) + 2;  // no direction is stretched more
    for (int h = 0; h < c->headings; h++) offsets_of(s, &v, &c->places, h * (PI / 2) / HEADINGS_A_QUARTER, &c->offsets[h]);
    for (double y = step / 2; y < patch_in; y += step) {
        for (double x = step / 2; x < patch_in; x += step) {
            vec2 at = {corner.x + x, corner.y + y};
            scan_place(s, c, at, rim_px(&v, vec2_sub(at, middle)), z);
        }
    }
}

void tagged_scan(tagged_search *s, int look, px_rect where) {
    const tagged_look *l = &s->looks[look];
    scan c = {.look = l, .index = look, .from = s->fit_count, .where = where};
    c.headings = l->quarter_turns == 2 ? 2 * HEADINGS_A_QUARTER : HEADINGS_A_QUARTER;
    place_pairs(l, &c.places);
    for (double y = 0; y < s->view->depth_in; y += patch_in)
        for (double x = 0; x < s->view->width_in; x += patch_in) scan_patch(s, &c, (vec2){x, y});
}

// The gray that a hundredth of the brightest pixels reach: paper, where there is any.
double tagged_white(const frame *f, int nth) {
    int histogram[256] = {0}, n = 0, seen = 0;
    for (int v = 0; v < f->height; v += nth)
        for (int u = 0; u < f->width; u += nth) histogram[f->gray[(size_t)v * f->gray_stride + (size_t)u]]++, n++;
    for (int g = 255; g > 0; g--)
        if ((seen += histogram[g]) > n / 300) return g;
    return 0;
}

// True where a few of the block's pixels are bright.
static bool block_bright(const frame *f, int column, int row, int least) {
    int n = 0;
    for (int v = row * BLOCK; v < (row + 1) * BLOCK; v += 2) {
        const uint8_t *p = f->gray + (size_t)v * f->gray_stride + (size_t)column * BLOCK;
        n += (p[0] > least) + (p[2] > least);
    }
    return n >= 2;
}

status tagged_brighten(tagged_search *s) {
    const frame *f = s->frame;
    s->columns = f->width / BLOCK, s->rows = f->height / BLOCK;
    size_t w = (size_t)s->columns + 1, need = w * ((size_t)s->rows + 1);
    if (s->bright_room < need) {
        free(s->bright);
        s->bright_room = 0;
        s->bright = malloc(need * sizeof *s->bright);
        if (!s->bright) return STATUS_MEMORY;
        s->bright_room = need;
    }
    s->white = fmax(tagged_white(f, 4), 60);
    int least = (int)(least_bright * s->white);
    for (size_t i = 0; i < w; i++) s->bright[i] = 0;
    for (int r = 0; r < s->rows; r++) {
        int *line = s->bright + ((size_t)r + 1) * w, sum = 0;
        line[0] = 0;
        for (int c = 0; c < s->columns; c++) {
            sum += block_bright(f, c, r, least);
            line[c + 1] = line[c + 1 - (int)w] + sum;
        }
    }
    return STATUS_OK;
}
