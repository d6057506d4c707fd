// Where bases may stand: the directions of edges, four times their angle, summed over the way round a band. All edges of a frame, along its
// sides and between its cells, then have one direction, and those of a ring that of the place on it; a figure's and the ground's have any.
#include <stdlib.h>
#include <string.h>

#include "core/wide.h"
#include "vision/codes/codes.h"
#include "vision/codes/codes_limits.h"

enum { WAY = 32, WEIGHT = 15, TILE = 32, FRAME_WAY = 64 };

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static inline float quad(const uint8_t *p, const uint8_t *q, int x, float *re, float *im) {
    float gx = (float)(p[x + 1] + q[x + 1] - p[x] - q[x]), gy = (float)(q[x] + q[x + 1] - p[x] - p[x + 1]);
    *re = gx * gx - gy * gy;
    *im = 2 * gx * gy;
    return gx * gx + gy * gy;
}

// How strong a squared slope must be to count: several times what the picture is full of.
static float slope_floor(const frame *f) {
    enum { ACROSS = 48, DOWN = 36 };
    float at[ACROSS * DOWN], re, im;
    if (f->width < 4 || f->height < 4) return RIM_SLOPE_NOISE2;
    for (int i = 0; i < ACROSS * DOWN; i++) {
        int x = (int)((i % ACROSS + 0.5) * (f->width - 2) / ACROSS), y = (int)((i / ACROSS + 0.5) * (f->height - 2) / DOWN);
        const uint8_t *p = f->gray + (size_t)y * f->gray_stride;
        at[i] = quad(p, p + f->gray_stride, x, &re, &im);
    }
    qsort(at, ACROSS * DOWN, sizeof *at, by_value);
    float middle = at[ACROSS * DOWN / 2];
    return 4 * (middle > RIM_SLOPE_NOISE2 ? middle : RIM_SLOPE_NOISE2);
}

static status reserve(rim_search *s, size_t bytes) {
    if (s->plane_bytes >= bytes) return STATUS_OK;
    void *capacity = realloc(s->plane_capacity, bytes);
    if (!capacity) return STATUS_MEMORY;
    s->plane_capacity = capacity;
    s->plane_bytes = bytes;
    return STATUS_OK;
}

// One row of pixel quads: cos and sin of four times the direction, weighed.
WIDENED static void row_directions(const uint8_t *restrict up, const uint8_t *restrict low, int count, float floor, float *restrict co,
                                   float *restrict si) {
    for (int x = 0; x < count; x++) {
        int across = up[x + 1] - low[x], along = low[x + 1] - up[x];
        float gx = (float)(along + across), gy = (float)(along - across), a = gx * gx - gy * gy, b = 2 * gx * gy, g2 = gx * gx + gy * gy;
        float w = 1 / ((g2 + 1) * (g2 + floor));
        co[x] = (a * a - b * b) * w;
        si[x] = 2 * a * b * w;
    }
}

enum { SPAN = 1024 };  // pixels of a row that are done at a time

static void fill_row(const frame *f, const rim_plane *p, int row, float floor) {
    float co[SPAN], si[SPAN], sum_co[SPAN], sum_si[SPAN], scale = (float)RIM_PLANE_UNIT / (float)(p->cell_px * p->cell_px);
    int each = SPAN / p->cell_px;
    int16_t *to_co = p->co + (ptrdiff_t)row * p->stride, *to_si = p->si + (ptrdiff_t)row * p->stride;
    for (int c0 = 0; c0 < p->columns; c0 += each) {
        int cells = p->columns - c0 < each ? p->columns - c0 : each, x0 = p->u0 + c0 * p->cell_px, count = cells * p->cell_px;
        if (count > f->width - 1 - x0) count = f->width - 1 - x0;
        memset(sum_co, 0, sizeof sum_co);
        memset(sum_si, 0, sizeof sum_si);
        for (int k = 0; k < p->cell_px; k++) {
            int y = p->v0 + row * p->cell_px + k;
            if (y + 1 >= f->height || count <= 0) break;
            const uint8_t *up = f->gray + (size_t)y * f->gray_stride + x0;
            row_directions(up, up + f->gray_stride, count, floor, co, si);
            for (int x = 0; x < count; x++) sum_co[x] += co[x], sum_si[x] += si[x];
        }
        for (int c = 0; c < cells; c++) {
            float re = 0, im = 0;
            for (int k = c * p->cell_px; k < (c + 1) * p->cell_px; k++) re += sum_co[k], im += sum_si[k];
            to_co[c0 + c] = (int16_t)lrintf(re * scale), to_si[c0 + c] = (int16_t)lrintf(im * scale);
        }
    }
}

static void fill_sums(rim_plane *p, const int16_t *co, const int16_t *si, int rows) {
    for (int y = 0; y < rows; y++) {
        int32_t a = 0, b = 0;
        const int16_t *c = co + (ptrdiff_t)y * p->stride, *s = si + (ptrdiff_t)y * p->stride;
        int32_t *to_c = p->sum_co + (ptrdiff_t)y * p->stride, *to_s = p->sum_si + (ptrdiff_t)y * p->stride;
        for (int x = 0; x < p->stride; x++) {
            a += c[x], b += s[x];
            to_c[x] = a + (y ? to_c[x - p->stride] : 0), to_s[x] = b + (y ? to_s[x - p->stride] : 0);
        }
    }
}

// Smooths by 1 2 1 each way, in place: frames then agree from farther off. rows: margins included.
static void smooth(int16_t *at, int stride, int rows, int16_t *spare) {
    for (int y = 0; y < rows; y++) {
        int16_t *row = at + (ptrdiff_t)y * stride;
        memcpy(spare, row, (size_t)stride * sizeof *spare);
        for (int x = 1; x < stride - 1; x++) row[x] = (int16_t)(spare[x - 1] + 2 * spare[x] + spare[x + 1]);
    }
    memset(spare, 0, (size_t)stride * sizeof *spare);
    for (int y = 0; y < rows - 1; y++) {
        int16_t *row = at + (ptrdiff_t)y * stride, *next = row + stride;
        for (int x = 0; x < stride; x++) {
            int16_t here = row[x];
            row[x] = (int16_t)((spare[x] + 2 * here + next[x] + 8) >> 4);
            spare[x] = here;
        }
    }
}

status rim_plane_fill(rim_search *s, px_rect where, int cell_px, double reach_px) {
    rim_plane *p = &s->plane;
    *p = (rim_plane){.cell_px = cell_px, .columns = (where.width + cell_px - 1) / cell_px, .rows = (where.height + cell_px - 1) / cell_px};
    p->margin = (int)(reach_px / cell_px) + TILE + 10;
    p->stride = p->columns + 2 * p->margin;
    p->u0 = where.x, p->v0 = where.y;
    size_t rows = (size_t)p->rows + 2 * (size_t)p->margin, n = rows * (size_t)p->stride;
    status st = reserve(s, n * (2 * sizeof(int16_t) + 2 * sizeof(int32_t)) + (size_t)p->stride * sizeof(int16_t));
    if (st != STATUS_OK) return st;
    p->sum_co = s->plane_capacity, p->sum_si = p->sum_co + n;
    int16_t *co = (int16_t *)(p->sum_si + n), *si = co + n;
    memset(co, 0, 2 * n * sizeof *co);
    size_t first = (size_t)p->margin * (size_t)p->stride + (size_t)p->margin;
    p->co = co + first, p->si = si + first;
    float floor = slope_floor(s->frame);
    for (int row = 0; row < p->rows; row++) fill_row(s->frame, p, row, floor);
    fill_sums(p, co, si, (int)rows);
    smooth(co, p->stride, (int)rows, si + n);
    smooth(si, p->stride, (int)rows, si + n);
    return STATUS_OK;
}

// ---- places

int rim_likeliest_first(const void *a, const void *b) {
    const rim_candidate *x = a, *y = b;
    if (x->score != y->score) return x->score > y->score ? -1 : 1;
    if (x->v != y->v) return x->v < y->v ? -1 : 1;
    return (x->u > y->u) - (x->u < y->u);
}

void rim_candidate_add(rim_search *s, rim_candidate c) {
    if (s->candidate_count == RIM_MAX_CANDIDATES) {  // the rest of the picture is to be searched too
        qsort(s->candidates, RIM_MAX_CANDIDATES, sizeof *s->candidates, rim_likeliest_first);
        s->candidate_count = RIM_MAX_CANDIDATES / 2;
    }
    s->candidates[s->candidate_count++] = c;
}

typedef struct {
    int x0, y0, x1, y1;  // entries, x1 and y1 excluded
} span;

static span span_of(const rim_plane *p, px_rect where) {
    span a = {(where.x - p->u0) / p->cell_px, (where.y - p->v0) / p->cell_px, (where.x + where.width - p->u0 + p->cell_px - 1) / p->cell_px,
              (where.y + where.height - p->v0 + p->cell_px - 1) / p->cell_px};
    a.x0 = a.x0 < 0 ? 0 : a.x0, a.y0 = a.y0 < 0 ? 0 : a.y0;
    a.x1 = a.x1 > p->columns ? p->columns : a.x1, a.y1 = a.y1 > p->rows ? p->rows : a.y1;
    return a;
}

// The view of a base of this look, with the middle of its top at the entry.
static bool aim_from(const rim_search *s, const rim_ring *r, double x, double y, rim_place *at, rim_aim *a) {
    const rim_plane *p = &s->plane;
    px2 px = {p->u0 + (x + 0.5) * p->cell_px - 0.5, p->v0 + (y + 0.5) * p->cell_px - 0.5};
    double z = r->z_in + r->base.height_in;
    for (int i = 0; i < 2; i++) {
        at->at = s->view->to_table(s->view->context, px, z);
        if (!isfinite(at->at.x) || !isfinite(at->at.y)) return false;
        z = rim_top_in(s, r, at->at);
    }
    at->heading_rad = 0, at->z_in = z;
    return rim_aim_at(s->frame, s->view, at, a);
}

typedef struct {
    int offset;
    int16_t c, s;
} way_point;

// The places of a ring about its middle, and which direction edges have there.
static int ring_way(const rim_search *s, const rim_ring *r, const rim_aim *a, way_point *way) {
    const rim_plane *p = &s->plane;
    for (int i = 0; i < WAY; i++) {
        const rim_step *t = &r->step[(2 * i + 1) * r->steps / (2 * WAY)];
        double du = (double)(t->x * a->fu + t->y * a->lu), dv = (double)(t->x * a->fv + t->y * a->lv), angle = 4 * atan2(dv, du);
        int x = (int)lrint(du / p->cell_px), y = (int)lrint(dv / p->cell_px);
        if (abs(x) > p->margin - TILE - 8 || abs(y) > p->margin - TILE - 8) return 0;
        way[i] = (way_point){y * p->stride + x, (int16_t)lrint(WEIGHT * cos(angle)), (int16_t)lrint(WEIGHT * sin(angle))};
    }
    return WAY;
}

typedef struct {
    int16_t at[TILE + 2][TILE + 8];
} tile_sums;

// The tile's sums with one entry more on each side.
WIDENED static void sum_tile(const rim_plane *p, const way_point *way, int count, int x0, int y0, tile_sums *out) {
    memset(out, 0, sizeof *out);
    for (int y = 0; y < TILE + 2; y++) {
        int16_t *restrict to = out->at[y];
        ptrdiff_t from = (ptrdiff_t)(y0 + y - 1) * p->stride + x0 - 1;
        for (int k = 0; k < count; k++) {
            const int16_t *restrict co = p->co + from + way[k].offset, *restrict si = p->si + from + way[k].offset;
            int16_t c = way[k].c, s = way[k].s;
            for (int x = 0; x < TILE + 8; x++) to[x] = (int16_t)(to[x] + c * co[x] + s * si[x]);
        }
    }
}

static float peak(float a, float b, float c) {
    float curve = a - 2 * b + c;
    float k = curve < 0 ? 0.5f * (a - c) / curve : 0;
    return k < -0.5f ? -0.5f : k > 0.5f ? 0.5f : k;
}

static void pick_tile(rim_search *s, int look, const tile_sums *t, span in, int x0, int y0) {
    const rim_plane *p = &s->plane;
    float unit = 1.0f / (WAY * WEIGHT * RIM_PLANE_UNIT);
    int16_t least = (int16_t)(RIM_RING_LEAST_SCORE / unit);
    for (int y = 1; y <= TILE && y0 + y - 1 < in.y1; y++) {
        for (int x = 1; x <= TILE && x0 + x - 1 < in.x1; x++) {
            int16_t v = t->at[y][x];
            if (v < least || v < t->at[y][x - 1] || v <= t->at[y][x + 1] || v < t->at[y - 1][x] || v <= t->at[y + 1][x]) continue;
            if (v < t->at[y - 1][x - 1] || v < t->at[y - 1][x + 1] || v <= t->at[y + 1][x - 1] || v <= t->at[y + 1][x + 1]) continue;
            float dx = peak(t->at[y][x - 1], v, t->at[y][x + 1]), dy = peak(t->at[y - 1][x], v, t->at[y + 1][x]);
            float u = (float)p->u0 + ((float)(x0 + x - 1) + 0.5f + dx) * (float)p->cell_px - 0.5f;
            float w = (float)p->v0 + ((float)(y0 + y - 1) + 0.5f + dy) * (float)p->cell_px - 0.5f;
            rim_candidate_add(s, (rim_candidate){(float)v * unit, u, w, 0, look});
        }
    }
}

static void search_rings(rim_search *s, int look, span in) {
    const rim_ring *r = &s->looks[look].ring;
    for (int y = in.y0; y < in.y1; y += TILE) {
        for (int x = in.x0; x < in.x1; x += TILE) {
            rim_place at;
            rim_aim a;
            way_point way[WAY];
            tile_sums sums;
            if (!aim_from(s, r, x + TILE / 2.0, y + TILE / 2.0, &at, &a)) continue;
            int count = ring_way(s, r, &a, way);
            if (!count) continue;
            sum_tile(&s->plane, way, count, x, y, &sums);
            pick_tile(s, look, &sums, in, x, y);
        }
    }
}

// ---- frames

static int32_t box(const rim_plane *p, const int32_t *sum, int x, int y, int half) {
    ptrdiff_t low = (ptrdiff_t)(y + p->margin + half) * p->stride + x + p->margin,
              high = (ptrdiff_t)(y + p->margin - half - 1) * p->stride + x + p->margin;
    return sum[low + half] - sum[low - half - 1] - sum[high + half] + sum[high - half - 1];
}

// Agreement of a frame about the entry with edges of four times the angle `four`; forward in the picture is (du, dv) a step of one inch.
static float frame_at(const rim_plane *p, const rim_ring *r, float x, float y, const float f[2], const float l[2], float c4, float s4, int way) {
    float sum = 0;
    for (int i = 0; i < way; i++) {
        const rim_step *t = &r->step[(2 * i + 1) * r->steps / (2 * way)];
        int u = (int)floorf(x + t->x * f[0] + t->y * l[0] + 0.5f), v = (int)floorf(y + t->x * f[1] + t->y * l[1] + 0.5f);
        ptrdiff_t k = (ptrdiff_t)v * p->stride + u;
        sum += c4 * p->co[k] + s4 * p->si[k];
    }
    return sum / (float)(way * RIM_PLANE_UNIT);
}

typedef struct {
    const rim_ring *ring;
    double inverse[2][2];  // picture to table
    double m[2][2];        // table to picture, entries an inch
} frame_view;

static bool frame_view_of(const rim_search *s, const rim_ring *r, const rim_aim *a, frame_view *v) {
    double k = 1.0 / s->plane.cell_px;
    double m[2][2] = {{(double)a->fu * k, (double)a->lu * k}, {(double)a->fv * k, (double)a->lv * k}}, det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    if (!(fabs(det) > 1e-6)) return false;
    *v = (frame_view){r, {{m[1][1] / det, -m[0][1] / det}, {-m[1][0] / det, m[0][0] / det}}, {{m[0][0], m[0][1]}, {m[1][0], m[1][1]}}};
    return hypot(r->half_x, r->half_y) * sqrt(fabs(det)) * 1.5 < s->plane.margin - 2;
}

// Agreement at the entry with the forward axis at `angle` in the picture; its heading on the table.
static float frame_turned(const rim_plane *p, const frame_view *v, float x, float y, double angle, int way, float *heading) {
    double c = cos(angle), si = sin(angle);
    double a = atan2(v->inverse[1][0] * c + v->inverse[1][1] * si, v->inverse[0][0] * c + v->inverse[0][1] * si), fx = cos(a), fy = sin(a);
    float f[2] = {(float)(v->m[0][0] * fx + v->m[0][1] * fy), (float)(v->m[1][0] * fx + v->m[1][1] * fy)};
    float l[2] = {(float)(-v->m[0][0] * fy + v->m[0][1] * fx), (float)(-v->m[1][0] * fy + v->m[1][1] * fx)};
    *heading = (float)a;
    return frame_at(p, v->ring, x, y, f, l, (float)cos(4 * angle), (float)sin(4 * angle), way);
}

// Frames in turns of a full quarter (half), as entries from the middle: made where one is asked for.
enum { TURNS = 48, SCAN_WAY = 32 };

typedef struct {
    bool made[2 * TURNS];
    int offset[2 * TURNS][SCAN_WAY];
    int co[TURNS], si[TURNS];
} turn_table;

static double turn_angle(int turn) { return turn * (PI / 2) / TURNS; }

static void make_turn(const rim_plane *p, const frame_view *v, int turn, turn_table *t) {
    double angle = turn_angle(turn), c = cos(angle), si = sin(angle);
    double a = atan2(v->inverse[1][0] * c + v->inverse[1][1] * si, v->inverse[0][0] * c + v->inverse[0][1] * si), fx = cos(a), fy = sin(a);
    double fu = v->m[0][0] * fx + v->m[0][1] * fy, fv = v->m[1][0] * fx + v->m[1][1] * fy;
    double lu = -v->m[0][0] * fy + v->m[0][1] * fx, lv = -v->m[1][0] * fy + v->m[1][1] * fx;
    for (int i = 0; i < SCAN_WAY; i++) {
        const rim_step *s = &v->ring->step[(2 * i + 1) * v->ring->steps / (2 * SCAN_WAY)];
        int x = (int)lrint((double)s->x * fu + (double)s->y * lu), y = (int)lrint((double)s->x * fv + (double)s->y * lv);
        t->offset[turn][i] = y * p->stride + x;
    }
    t->co[turn % TURNS] = (int)lrint(64 * cos(4 * angle)), t->si[turn % TURNS] = (int)lrint(64 * sin(4 * angle));
    t->made[turn] = true;
}

static int agreement_turned(const rim_plane *p, const frame_view *v, int x, int y, int turn, turn_table *t) {
    int sum = 0;
    if (!t->made[turn]) make_turn(p, v, turn, t);
    const int *offset = t->offset[turn];
    const int16_t *co = p->co + (ptrdiff_t)y * p->stride + x, *si = p->si + (ptrdiff_t)y * p->stride + x;
    int c = t->co[turn % TURNS], s = t->si[turn % TURNS];
    for (int i = 0; i < SCAN_WAY; i++) sum += c * co[offset[i]] + s * si[offset[i]];
    return sum;
}

// The best of the turns near what the edges about the entry say.
static float best_turn(const rim_plane *p, const frame_view *v, int x, int y, double around, turn_table *t, float *angle) {
    static const int near[3] = {-1, 0, 1};
    int middle = (int)lrint(around / (PI / 2) * TURNS), best = 0;
    for (int q = 0; q < (v->ring->turns == 4 ? 1 : 2); q++) {
        for (int i = 0; i < 3; i++) {
            int turn = ((middle + near[i]) % TURNS + TURNS) % TURNS + q * TURNS, got = agreement_turned(p, v, x, y, turn, t);
            if (got > best) best = got, *angle = (float)turn_angle(turn);
        }
    }
    return (float)best / (64 * SCAN_WAY * RIM_PLANE_UNIT);
}

// The best place and turn near an entry that is better than its neighbours.
static void climb(rim_search *s, int look, const frame_view *v, float x, float y, double angle, double step) {
    const rim_plane *p = &s->plane;
    rim_candidate best = {0, x, y, 0, look};
    best.score = frame_turned(p, v, x, y, angle, FRAME_WAY, &best.heading_rad);
    for (int round = 0; round < 2; round++) {
        rim_candidate from = best;
        double around = angle;
        for (int i = 0; i < 13; i++) {
            static const float du[13] = {0, 0, 0, 0, 0.5f, -0.5f, 0, 0, 0.5f, 0.5f, -0.5f, -0.5f, 0},
                               dv[13] = {0, 0, 0, 0, 0, 0, 0.5f, -0.5f, 0.5f, -0.5f, 0.5f, -0.5f, 0};
            static const double turn[13] = {-2, -1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0};
            float h, got, k = round ? 0.6f : 1;
            double a = around + turn[i] * step * (round ? 0.5 : 1);
            got = frame_turned(p, v, from.u + k * du[i], from.v + k * dv[i], a, FRAME_WAY, &h);
            if (got > best.score) best = (rim_candidate){got, from.u + k * du[i], from.v + k * dv[i], h, look}, angle = a;
        }
    }
    if (best.score < RIM_CLIMBED_LEAST_SCORE) return;
    best.u = (float)p->u0 + (best.u + 0.5f) * (float)p->cell_px - 0.5f;
    best.v = (float)p->v0 + (best.v + 0.5f) * (float)p->cell_px - 0.5f;
    rim_candidate_add(s, best);
}

enum { WIDE = TILE + 2 * 2 };  // two entries more on each side

typedef struct {
    float got[WIDE][WIDE];
    float angle[WIDE][WIDE];
} frame_tile;

static bool best_near(const frame_tile *t, int x, int y) {
    float k = t->got[y][x];
    for (int b = -1; b <= 1; b++)
        for (int a = -1; a <= 1; a++)
            if (t->got[y + b][x + a] > k || (t->got[y + b][x + a] == k && (b < 0 || (b == 0 && a < 0)))) return false;
    return true;
}

// Fills in the agreement of each entry's best turn; false where nothing is worth a closer look.
static bool fill_frames(const rim_plane *p, const frame_view *v, double scale, int x0, int y0, frame_tile *t) {
    turn_table turns;
    int half = (int)(fmin(v->ring->half_x, v->ring->half_y) * scale + 0.5);
    double least = RIM_BOX_LEAST * RIM_PLANE_UNIT * (2 * half + 1);  // as many entries, squared, at random: the root of their number
    bool any = false;
    memset(turns.made, 0, sizeof turns.made);
    memset(t->got, 0, sizeof t->got);
    for (int y = 0; y < WIDE; y++) {
        for (int x = 0; x < WIDE; x++) {
            int cx = x0 + x - 2, cy = y0 + y - 2;
            if (cx < 0 || cy < 0 || cx >= p->columns || cy >= p->rows) continue;
            double co = box(p, p->sum_co, cx, cy, half), si = box(p, p->sum_si, cx, cy, half);
            if (co * co + si * si < least * least) continue;
            t->got[y][x] = best_turn(p, v, cx, cy, atan2(si, co) / 4, &turns, &t->angle[y][x]);
            any |= t->got[y][x] >= RIM_FRAME_LEAST_SCORE;
        }
    }
    return any;
}

static void search_frame_tile(rim_search *s, int look, span in, int x0, int y0) {
    const rim_ring *r = &s->looks[look].ring;
    rim_place at;
    rim_aim a;
    frame_view v;
    frame_tile t;
    if (!aim_from(s, r, x0 + TILE / 2.0, y0 + TILE / 2.0, &at, &a) || !frame_view_of(s, r, &a, &v)) return;
    double scale = (double)a.px_per_in / s->plane.cell_px, step = 0.35 / (fmax(r->half_x, r->half_y) * scale);
    if (!fill_frames(&s->plane, &v, scale, x0, y0, &t)) return;
    for (int y = 2; y < TILE + 2 && y0 + y - 2 < in.y1; y++)
        for (int x = 2; x < TILE + 2 && x0 + x - 2 < in.x1; x++)
            if (t.got[y][x] >= RIM_FRAME_LEAST_SCORE && best_near(&t, x, y))
                climb(s, look, &v, (float)(x0 + x - 2), (float)(y0 + y - 2), (double)t.angle[y][x], step);
}

static void search_frames(rim_search *s, int look, span in) {
    for (int y = in.y0; y < in.y1; y += TILE)
        for (int x = in.x0; x < in.x1; x += TILE) search_frame_tile(s, look, in, x, y);
}

void rim_plane_search(rim_search *s, int look, px_rect where) {
    span in = span_of(&s->plane, where);
    if (s->looks[look].ring.round)
        search_rings(s, look, in);
    else
        search_frames(s, look, in);
}
