// The outline of a region: follows the edges of its cells, then keeps the few points that give its shape.
#include "vision/occluders/occluders_limits.h"
#include "vision/occluders/state.h"

static bool is_in(const occluder_search *s, int id, int x, int y) {
    return x >= 0 && y >= 0 && x < s->grid.columns && y < s->grid.rows && s->region[y * s->grid.columns + x] == id;
}

// Finds the cell corners where the outline turns, with the region on the right. A very long outline keeps every second, fourth, ... corner.
static int follow_edge(const occluder_search *s, int id, int first) {
    static const int8_t dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1}, left_x[] = {0, 0, -1, -1}, left_y[] = {-1, 0, 0, -1};
    int x0 = first % s->grid.columns, y0 = first / s->grid.columns, x = x0, y = y0, d = 0, count = 0, every = 1, turns = 0;
    do {
        x += dx[d], y += dy[d];
        int right = (d + 1) % 4;  // ahead on the right is ahead on the left of the direction turned right
        int turn = is_in(s, id, x + left_x[d], y + left_y[d]) ? 3 : is_in(s, id, x + left_x[right], y + left_y[right]) ? 0 : 1;
        if (turn == 0) continue;
        d = (d + turn) % 4;
        if (turns++ % every) continue;
        if (count == OCCLUDER_CORNERS) {
            for (int i = 0; i < count / 2; i++) s->corner[i] = s->corner[2 * i];
            count /= 2, every *= 2;
        }
        s->corner[count++] = (px2){x * s->grid.cell_px - 0.5, y * s->grid.cell_px - 0.5};
    } while (x != x0 || y != y0 || d != 0);
    return count;
}

typedef struct {
    int from, to;    // corners that are kept
    int farthest;    // corner between them
    double off_px2;  // its distance from their line, squared
} chord;

static chord chord_between(const px2 *at, int count, int from, int to) {
    chord c = {.from = from, .to = to, .off_px2 = -1};
    px2 a = at[from], b = at[to % count];
    double x = b.u - a.u, y = b.v - a.v, long2 = x * x + y * y;
    for (int i = from + 1; i < to; i++) {
        double u = at[i % count].u - a.u, v = at[i % count].v - a.v, along = long2 > 0 ? fmin(fmax((u * x + v * y) / long2, 0), 1) : 0;
        double du = u - along * x, dv = v - along * y, off = du * du + dv * dv;
        if (off > c.off_px2) c.off_px2 = off, c.farthest = i;
    }
    return c;
}

// Splits the chord that is farthest from its part of the outline until all are near or the points are used up.
int occluder_trace(const occluder_search *s, int id, int first, px2 out[OCCLUDER_MAX_POINTS]) {
    chord chords[OCCLUDER_MAX_POINTS];
    int n = follow_edge(s, id, first), count = 0;
    double near = OCCLUDER_OUTLINE_CELLS * s->grid.cell_px;
    chords[count++] = chord_between(s->corner, n, 0, n / 2);
    chords[count++] = chord_between(s->corner, n, n / 2, n);
    while (count < OCCLUDER_MAX_POINTS) {
        int worst = 0;
        for (int i = 1; i < count; i++)
            if (chords[i].off_px2 > chords[worst].off_px2) worst = i;
        chord c = chords[worst];
        if (c.off_px2 <= near * near) break;
        for (int i = count; i > worst + 1; i--) chords[i] = chords[i - 1];
        chords[worst] = chord_between(s->corner, n, c.from, c.farthest);
        chords[worst + 1] = chord_between(s->corner, n, c.farthest, c.to);
        count++;
    }
    for (int i = 0; i < count; i++) out[i] = s->corner[chords[i].from % n];
    return count;
}
