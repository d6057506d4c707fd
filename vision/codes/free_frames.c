// Where frames of a size may lie, whatever their turn: all edges of a frame, along its sides and between its cells, have one direction or stand
// across it. So the edges of a square about a frame's middle agree in four times their direction, which tells the frame's turn; then those along
// its band are looked at.
#include <string.h>

#include "vision/codes/free_parts.h"

enum { TURNS = 90, WAY = 32, ROW = 1024 };  // turns of a half

static const double box_least = 0.7, box_share = 0.02;  // agreement of all edges in the square over the root of its area, and over its area

static const float worth = 0.75f;  // share of the agreement looked for at one turn from which those beside it are tried

// The places of a band about its middle, by turns of 2 degrees: made where one is asked for.
typedef struct {
    bool made[TURNS];
    int offset[TURNS][WAY];
    float co[TURNS], si[TURNS];  // of four times the turn, over what a band of clear edges sums to
} way_table;

typedef struct {
    const rim_search *s;
    const rim_ring *ring;
    double entries_per_in;
    int half;  // of the square, entries
    bool oblong;
    float least;
    way_table *ways;
} frame_scan;

static int32_t box(const rim_plane *p, const int32_t *sum, int x, int y, int half) {
    ptrdiff_t low = (ptrdiff_t)(y + p->margin + half) * p->stride + x + p->margin,
              high = (ptrdiff_t)(y + p->margin - half - 1) * p->stride + x + p->margin;
    return sum[low + half] - sum[low - half - 1] - sum[high + half] + sum[high - half - 1];
}

// Forward points `angle` clockwise from the picture's right.
static const int *way_of(const frame_scan *f, int turn) {
    way_table *t = f->ways;
    int *to = t->offset[turn];
    if (t->made[turn]) return to;
    double c = cos(turn * PI / TURNS) * f->entries_per_in, s = sin(turn * PI / TURNS) * f->entries_per_in;
    for (int i = 0; i < WAY; i++) {
        const rim_step *q = &f->ring->step[(2 * i + 1) * f->ring->steps / (2 * WAY)];
        double x = (double)q->x, y = (double)q->y;  // left is counter-clockwise: upwards where forward is to the right
        to[i] = (int)lrint(x * s - y * c) * f->s->plane.stride + (int)lrint(x * c + y * s);
    }
    t->co[turn] = (float)cos(4 * turn * PI / TURNS) / (WAY * RIM_PLANE_UNIT),
    t->si[turn] = (float)sin(4 * turn * PI / TURNS) / (WAY * RIM_PLANE_UNIT);
    t->made[turn] = true;
    return to;
}

static float band_at(const frame_scan *f, ptrdiff_t at, int turn) {
    const rim_plane *p = &f->s->plane;
    const int *way = way_of(f, turn);
    int32_t co = 0, si = 0;
    for (int i = 0; i < WAY; i++) co += p->co[at + way[i]], si += p->si[at + way[i]];
    return f->ways->co[turn] * (float)co + f->ways->si[turn] * (float)si;
}

// The best turn for the entry; 0 where there is none.
static float agreement(const frame_scan *f, int x, int y, float *heading) {
    const rim_plane *p = &f->s->plane;
    double co = box(p, p->sum_co, x, y, f->half), si = box(p, p->sum_si, x, y, f->half), across = 2 * f->half + 1;
    double least = RIM_PLANE_UNIT * fmax(box_least * across, box_share * across * across);
    if (co * co + si * si < least * least) return 0;
    int middle = (int)lrint(atan2(si, co) / 4 * TURNS / PI) + TURNS;
    float best = 0;
    for (int k = 0; k < (f->oblong ? 6 : 3); k++) {
        static const int order[3] = {0, -1, 1};
        if (k % 3 == 1 && best < worth * f->least) continue;
        int turn = (middle + order[k % 3] + (k < 3 ? 0 : TURNS / 2)) % TURNS;
        float got = band_at(f, (ptrdiff_t)y * p->stride + x, turn);
        if (got > best) best = got, *heading = (float)(-turn * PI / TURNS);
    }
    return best;
}

static float peak(float a, float b, float c) {
    float curve = a - 2 * b + c, k = curve < 0 && a > 0 && c > 0 ? 0.5f * (a - c) / curve : 0;
    return k < -0.5f ? -0.5f : k > 0.5f ? 0.5f : k;
}

static void pick_row(rim_search *s, int look, const float *row[3], const float *heading, int x0, int count, int y, float least) {
    const rim_plane *p = &s->plane;
    for (int x = 1; x + 1 < count; x++) {
        float v = row[1][x];
        if (v < least || v < row[1][x - 1] || v <= row[1][x + 1] || s->candidate_count == RIM_MAX_CANDIDATES) continue;
        bool most = true;
        for (int k = -1; k <= 1 && most; k++) most = v >= row[0][x + k] && v > row[2][x + k];
        if (!most) continue;
        float dx = peak(row[1][x - 1], v, row[1][x + 1]), dy = peak(row[0][x], v, row[2][x]), cell = (float)p->cell_px;
        float u = (float)p->u0 + ((float)(x0 + x) + 0.5f + dx) * cell - 0.5f, w = (float)p->v0 + ((float)y + 0.5f + dy) * cell - 0.5f;
        s->candidates[s->candidate_count++] = (rim_candidate){v, u, w, heading[x], look};
    }
}

void free_frames_search(rim_search *s, int look, double px_per_in, float least) {
    static const int shortest = 3;
    const rim_plane *p = &s->plane;
    const rim_ring *r = &s->looks[look].ring;
    way_table ways;
    float score[3][ROW], heading[3][ROW];
    double scale = px_per_in / p->cell_px, reach = hypot(r->half_x, r->half_y) * scale;
    frame_scan f = {s, r, scale, (int)((r->half_x + r->half_y) / 2 * scale + 0.5), fabs(r->half_x - r->half_y) > 1e-6, least, &ways};
    if (f.half < shortest || reach > p->margin - 2 || f.half > p->margin - 2) return;
    memset(ways.made, 0, sizeof ways.made);
    for (int x0 = 0; x0 < p->columns - 2; x0 += ROW - 2) {
        int count = p->columns - x0 < ROW ? p->columns - x0 : ROW;
        memset(score, 0, sizeof score);
        for (int y = 0; y <= p->rows; y++) {
            float *to = score[y % 3], *turned = heading[y % 3];
            for (int x = 0; x < count; x++) to[x] = y < p->rows ? agreement(&f, x0 + x, y, &turned[x]) : 0;
            if (y < 1) continue;
            const float *row[3] = {score[(y + 1) % 3], score[(y + 2) % 3], score[y % 3]};
            pick_row(s, look, row, heading[(y + 2) % 3], x0, count, y - 1, least);
        }
    }
}
