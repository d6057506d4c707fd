// Where frames of a size may lie, whatever their turn: all edges of a frame, along its sides and between its cells, have one direction or stand
// across it. So the edges of a square about a frame's middle agree in four times their direction, which tells the frame's turn; then those along
// its band are looked at.
#include <string.h>

#include "vision/codes/codes_limits.h"
#include "vision/codes/free_parts.h"

enum { TURNS = 90, WAY = 32, ROW = 1024 };  // turns of a half

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
    float least, box_least2;  // of the agreement along the band; of all edges in the square, squared
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

// The agreement along the band; 0 where half of its places tell that it is far below what is asked for.
static float band_at(const frame_scan *f, ptrdiff_t at, int turn, float asked) {
    const rim_plane *p = &f->s->plane;
    const int *way = way_of(f, turn);
    float c = f->ways->co[turn], s = f->ways->si[turn];
    int32_t co = 0, si = 0;
    for (int i = 0; i < WAY; i += 2) co += p->co[at + way[i]], si += p->si[at + way[i]];
    if (c * (float)co + s * (float)si < asked / 4) return 0;
    for (int i = 1; i < WAY; i += 2) co += p->co[at + way[i]], si += p->si[at + way[i]];
    return c * (float)co + s * (float)si;
}

// atan2f to 0.3 degrees, of which a quarter tells the turn.
static float angle_of(float y, float x) {
    float a = fabsf(x), b = fabsf(y), less = a < b ? a : b, more = a < b ? b : a, k = more > 0 ? less / more : 0;
    float angle = k * (0.97239f - 0.19195f * k * k);
    angle = b > a ? (float)(PI / 2) - angle : angle;
    angle = x < 0 ? (float)PI - angle : angle;
    return y < 0 ? -angle : angle;
}

// The best turn for the entry, near what the edges about it say; 0 where there is none.
static float agreement(const frame_scan *f, int x, int y, float asked, float *heading) {
    const rim_plane *p = &f->s->plane;
    float co = (float)box(p, p->sum_co, x, y, f->half), si = (float)box(p, p->sum_si, x, y, f->half);
    if (co * co + si * si < f->box_least2) return 0;
    int middle = (int)lrintf(angle_of(si, co) * (float)(TURNS / (4 * PI))) + TURNS;
    float best = 0;
    for (int k = 0; k < (f->oblong ? 6 : 3); k++) {
        static const int order[3] = {0, -1, 1};
        if (k % 3 == 1 && best < FREE_TURN_WORTH * asked) continue;
        int turn = (middle + order[k % 3] + (k < 3 ? 0 : TURNS / 2)) % TURNS;
        float got = band_at(f, (ptrdiff_t)y * p->stride + x, turn, asked);
        if (got > best) best = got, *heading = (float)(-turn * PI / TURNS);
    }
    return best;
}

static float peak(float a, float b, float c) {
    float curve = a - 2 * b + c, k = curve < 0 && a > 0 && c > 0 ? 0.5f * (a - c) / curve : 0;
    return k < -0.5f ? -0.5f : k > 0.5f ? 0.5f : k;
}

// Every other entry of every other row first: a band shows in those beside its middle too, by seven tenths or more.
enum { APART = 2 };

static float beside_at(const frame_scan *f, int x, int y) {
    const rim_plane *p = &f->s->plane;
    float heading;
    return x >= 0 && y >= 0 && x < p->columns && y < p->rows ? agreement(f, x, y, 0, &heading) : 0;
}

// The best of the entries about a coarse one.
static void add_best_near(const frame_scan *f, rim_search *s, int look, int x, int y) {
    const rim_plane *p = &f->s->plane;
    float turned = 0, best = 0, cell = (float)p->cell_px;
    int bx = x, by = y;
    for (int k = 0; k < 9; k++) {
        int cx = x + k % 3 - 1, cy = y + k / 3 - 1;
        float heading, got = cx >= 0 && cy >= 0 && cx < p->columns && cy < p->rows ? agreement(f, cx, cy, f->least, &heading) : 0;
        if (got > best) best = got, turned = heading, bx = cx, by = cy;
    }
    if (best < f->least) return;
    float dx = peak(beside_at(f, bx - 1, by), best, beside_at(f, bx + 1, by)), dy = peak(beside_at(f, bx, by - 1), best, beside_at(f, bx, by + 1));
    float u = (float)p->u0 + ((float)bx + 0.5f + dx) * cell - 0.5f, v = (float)p->v0 + ((float)by + 0.5f + dy) * cell - 0.5f;
    rim_candidate_add(s, (rim_candidate){best, u, v, turned, look});
}

static bool most_about(const float *row[3], int x) {
    float v = row[1][x];
    if (v < row[1][x - 1] || v <= row[1][x + 1]) return false;
    for (int k = -1; k <= 1; k++)
        if (v < row[0][x + k] || v <= row[2][x + k]) return false;
    return true;
}

void free_frames_search(rim_search *s, int look, double px_per_in, float least) {
    static const int shortest = 3;
    const rim_plane *p = &s->plane;
    const rim_ring *r = &s->looks[look].ring;
    way_table ways;
    float score[3][ROW];
    double scale = px_per_in / p->cell_px, reach = hypot(r->half_x, r->half_y) * scale;
    frame_scan f = {s, r, scale, (int)((r->half_x + r->half_y) / 2 * scale + 0.5), fabs(r->half_x - r->half_y) > 1e-6, least, 0, &ways};
    if (f.half < shortest || reach > p->margin - 4 || f.half > p->margin - 4) return;
    double across = 2 * f.half + 1, edges = RIM_PLANE_UNIT * fmax(FREE_BOX_LEAST * across, FREE_BOX_SHARE * across * across);
    f.box_least2 = (float)(edges * edges);
    memset(ways.made, 0, sizeof ways.made);
    int columns = (p->columns + APART - 1) / APART, rows = (p->rows + APART - 1) / APART;
    for (int x0 = 0; x0 < columns; x0 += ROW - 2) {  // the first and the last of a stretch are only looked at
        int count = columns + 2 - x0 < ROW ? columns + 2 - x0 : ROW;
        memset(score, 0, sizeof score);
        for (int y = 0; y <= rows; y++) {
            float heading, *to = score[y % 3];
            for (int i = 0; i < count; i++) {
                int x = x0 + i - 1;
                to[i] = y < rows && x >= 0 && x < columns ? agreement(&f, APART * x, APART * y, FREE_PLACE_WORTH * least, &heading) : 0;
            }
            if (y < 1) continue;
            const float *row[3] = {score[(y + 1) % 3], score[(y + 2) % 3], score[y % 3]};
            for (int i = 1; i + 1 < count; i++)
                if (row[1][i] >= FREE_PLACE_WORTH * least && most_about(row, i)) add_best_near(&f, s, look, APART * (x0 + i - 1), APART * (y - 1));
        }
    }
}
