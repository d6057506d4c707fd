#include "vision/plain/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORE = OUTLINE_CORE, TURNS = OUTLINE_TURNS, EDGE = 2, SIDE = CORE + 2 * EDGE };  // votes are kept a little beyond the core

status outline_init(outline_map *o) {
    *o = (outline_map){.points = malloc(OUTLINE_POINTS * sizeof *o->points), .votes = malloc(2 * TURNS * SIDE * SIDE * sizeof *o->votes)};
    return o->points && o->votes ? STATUS_OK : STATUS_MEMORY;
}

void outline_finish(outline_map *o) {
    free(o->image);
    free(o->points);
    free(o->row);
    free(o->votes);
}

status outline_open(outline_map *o, px_rect box, int reduce) {
    o->box = box;
    o->reduce = reduce;
    o->width = box.width / reduce, o->height = box.height / reduce;
    o->count = 0;
    size_t need = (size_t)o->width * (size_t)o->height + 1, rows = (size_t)o->height + 2;
    if (o->capacity < need) {
        free(o->image);
        o->image = malloc(need);
        o->capacity = o->image ? need : 0;
    }
    if (o->rows < rows) {
        free(o->row);
        o->row = malloc(rows * sizeof *o->row);
        o->rows = o->row ? rows : 0;
    }
    return o->image && o->row ? STATUS_OK : STATUS_MEMORY;
}

// Sobel's gradient, a grey level a pixel being 8.
static void gradient(const uint8_t *p, int stride, int *gu, int *gv) {
    const uint8_t *a = p - stride, *b = p + stride;
    *gu = a[1] - a[-1] + 2 * (p[1] - p[-1]) + b[1] - b[-1];
    *gv = b[-1] + 2 * b[0] + b[1] - a[-1] - 2 * a[0] - a[1];
}

static int steepness(const uint8_t *p, int stride) {
    int gu, gv;
    gradient(p, stride, &gu, &gv);
    return abs(gu) > abs(gv) ? abs(gu) + abs(gv) / 2 : abs(gv) + abs(gu) / 2;
}

// True where no neighbour across the edge is steeper.
static bool crest(const uint8_t *p, int stride, int gu, int gv, int here) {
    ptrdiff_t step = abs(gu) > 2 * abs(gv) ? 1 : abs(gv) > 2 * abs(gu) ? stride : (gu > 0) == (gv > 0) ? stride + 1 : stride - 1;
    return steepness(p + step, stride) <= here && steepness(p - step, stride) < here;
}

static void add_point(outline_map *o, const uint8_t *p, int x, int y, int least) {
    int gu, gv;
    gradient(p, o->width, &gu, &gv);
    int here = abs(gu) > abs(gv) ? abs(gu) + abs(gv) / 2 : abs(gv) + abs(gu) / 2;
    if (here < least || o->count == OUTLINE_POINTS || !crest(p, o->width, gu, gv, here)) return;
    float k = 127 / sqrtf((float)(gu * gu + gv * gv));
    int turn = (int)lroundf(atan2f((float)gv, (float)gu) * (float)(2 * TURNS / PI));
    o->points[o->count++] =
        (edge_point){(int16_t)x, (int16_t)y, (int8_t)((float)gu * k), (int8_t)((float)gv * k), (uint8_t)((turn + 4 * TURNS) % (2 * TURNS))};
}

void outline_edges(outline_map *o, int least) {
    o->count = 0;
    for (int y = 0; y < o->height; y++) {
        o->row[y] = o->count;
        if (y < 2 || y >= o->height - 2) continue;
        const uint8_t *p = o->image + (size_t)y * (size_t)o->width;
        for (int x = 2; x < o->width - 2; x++) add_point(o, p + x, x, y, 8 * least);
    }
    o->row[o->height] = o->count;
}

// The window of the vote: its upper left pixel, the part of its core inside the picture, and each turn's mean votes.
typedef struct {
    uint16_t *votes;
    int x, y, columns, rows;
    double mean[2 * TURNS];
} window;

static void vote(const window *w, int turn, float u, float v) {
    int x = (int)floorf(u + 0.5f) - w->x, y = (int)floorf(v + 0.5f) - w->y;
    if (x >= 0 && y >= 0 && x < w->columns + 2 * EDGE && y < w->rows + 2 * EDGE) w->votes[(turn * SIDE + y) * SIDE + x]++;
}

// Adds the votes of a straight edge: along a parallel line at distance `far`, `half` to both sides of the point.
static void vote_line(const window *w, int turn, const edge_point *e, float far, float half) {
    float nu = (float)e->nu / 127, nv = (float)e->nv / 127, u = (float)e->u + far * nu, v = (float)e->v + far * nv;
    for (float t = -half; t <= half; t += 1) vote(w, turn, u - t * nv, v + t * nu);
}

static void vote_point(const window *w, const outline_shape *s, const edge_point *e) {
    float hx = (float)s->half_x, hy = (float)s->half_y, band = (float)s->band;
    for (int inner = 0; inner <= (band != 0); inner++) {  // the first edge is bright on the middle's side, the second dark
        float x = inner ? band - hx : hx, y = inner ? band - hy : hy;
        if (s->round) {
            vote(w, 0, (float)e->u + x * (float)e->nu / 127, (float)e->v + x * (float)e->nv / 127);
        } else if (hx == hy) {
            vote_line(w, e->turn % TURNS, e, x, fabsf(x));
        } else {
            vote_line(w, e->turn, e, x, fabsf(y));
            vote_line(w, (e->turn + TURNS) % (2 * TURNS), e, y, fabsf(x));
        }
    }
}

static int turns_of(const outline_shape *s) { return s->round ? 1 : s->half_x == s->half_y ? TURNS : 2 * TURNS; }

static int count_votes(outline_map *o, const outline_shape *s, const window *w) {
    int reach = (int)ceil(hypot(s->half_x, s->half_y)) + 2, points = 0;
    for (int k = 0; k < turns_of(s); k++) memset(w->votes + k * SIDE * SIDE, 0, (size_t)(w->rows + 2 * EDGE) * SIDE * sizeof *w->votes);
    for (int y = w->y - reach; y < w->y + SIDE + reach; y++) {
        if (y < 0 || y >= o->height) continue;
        for (int i = o->row[y]; i < o->row[y + 1] && o->points[i].u < w->x + SIDE + reach; i++) {
            if (o->points[i].u < w->x - reach) continue;
            vote_point(w, s, &o->points[i]);
            points++;
        }
    }
    return points;
}

// The votes around a place and turn: 3 x 3 pixels, plus half of those of the neighbouring turns.
static int tally(const window *w, int turns, int turn, int x, int y) {
    int sum = 0;
    for (int d = -1; d <= 1; d++) {
        if (d && turns == 1) continue;
        const uint16_t *p = w->votes + (((turn + d + turns) % turns) * SIDE + y) * SIDE + x;
        int here = 0;
        for (int r = -SIDE; r <= SIDE; r += SIDE) here += p[r - 1] + p[r] + p[r + 1];
        sum += d ? here / 2 : here;
    }
    return sum;
}

// The spots so far. When the list is full, the weakest spot is replaced.
typedef struct {
    outline_spot *at;
    int count, max, weakest;
} spot_list;

static void find_weakest(spot_list *l) {
    l->weakest = 0;
    for (int i = 1; i < l->count; i++)
        if (l->at[i].votes < l->at[l->weakest].votes) l->weakest = i;
}

// Adds the spot, or replaces a weaker spot of its neighbourhood.
static void add_spot(spot_list *l, outline_spot spot, double apart) {
    for (int i = l->count - 1; i >= 0; i--) {
        if (fabs((double)(l->at[i].u - spot.u)) > apart || fabs((double)(l->at[i].v - spot.v)) > apart) continue;
        if (spot.votes > l->at[i].votes) l->at[i] = spot;
        return;
    }
    if (l->count < l->max) {
        l->at[l->count++] = spot;
        if (l->count == l->max) find_weakest(l);
    } else if (spot.votes > l->at[l->weakest].votes) {
        l->at[l->weakest] = spot;
        find_weakest(l);
    }
}

static void take_means(window *w, int turns) {
    for (int k = 0; k < turns; k++) {
        const uint16_t *p = w->votes + k * SIDE * SIDE;
        uint32_t sum = 0;
        for (int y = 0; y < w->rows + 2 * EDGE; y++)
            for (int x = 0; x < w->columns + 2 * EDGE; x++) sum += p[y * SIDE + x];
        w->mean[k] = (double)sum / ((w->rows + 2 * EDGE) * (w->columns + 2 * EDGE));
    }
}

// The tally to expect by chance in this window and turn.
static double by_chance(const window *w, int turns, int turn) {
    if (turns == 1) return 9 * w->mean[0];
    return 9 * (w->mean[turn] + (w->mean[(turn + 1) % turns] + w->mean[(turn + turns - 1) % turns]) / 2);
}

static void gather(const outline_map *o, const outline_shape *s, const window *w, spot_list *l) {
    int turns = turns_of(s);
    double round = s->round ? 2 * PI * s->half_x : 3 * 4 * (s->half_x + s->half_y);  // a straight edge's votes touch three of three places
    double apart = 0.45 * fmin(s->half_x, s->half_y) * o->reduce;
    for (int k = 0; k < turns; k++) {
        double chance = by_chance(w, turns, k), least = chance + fmax(s->least * round, 4 * sqrt(chance));
        for (int y = EDGE; y < EDGE + w->rows; y++)
            for (int x = EDGE; x < EDGE + w->columns; x++) {
                if (w->votes[(k * SIDE + y) * SIDE + x] * 18 < least) continue;
                int sum = tally(w, turns, k, x, y);
                if (sum < least) continue;
                add_spot(l,
                         (outline_spot){.u = (float)(o->box.x + (w->x + x + 0.5) * o->reduce - 0.5),
                                        .v = (float)(o->box.y + (w->y + y + 0.5) * o->reduce - 0.5),
                                        .turn = (float)(k * PI / (2 * TURNS)),
                                        .votes = (float)((sum - chance) / round)},
                         apart);
            }
    }
}

int outline_find(outline_map *o, outline_shape shape, outline_spot *out, int max) {
    spot_list l = {.at = out, .max = max};
    for (int y = 0; y < o->height; y += CORE)
        for (int x = 0; x < o->width; x += CORE) {
            window w = {.votes = o->votes, .x = x - EDGE, .y = y - EDGE};
            w.columns = o->width - x < CORE ? o->width - x : CORE, w.rows = o->height - y < CORE ? o->height - y : CORE;
            if (count_votes(o, &shape, &w) == 0) continue;
            take_means(&w, turns_of(&shape));
            gather(o, &shape, &w, &l);
        }
    return l.count;
}
