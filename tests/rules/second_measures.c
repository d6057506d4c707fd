#include "second_measures.h"

#include <string.h>

// Point k of n along the outline of the base.
static vec2 outline(base b, pose p, int k, int n) {
    double t = (double)k / n;
    vec2 off;
    if (b.shape == BASE_ROUND) {
        off = vec2_scale(heading_forward(2 * PI * t), b.width_in / 2);
    } else {
        int side = (int)(4 * t);
        double along = 4 * t - side - 0.5, w = b.width_in, d = b.depth_in;
        vec2 at[4] = {{d / 2, w * along}, {-d * along, w / 2}, {-d / 2, -w * along}, {d * along, -w / 2}};
        off = at[side];
    }
    return vec2_add(p.at, vec2_rotate(off, p.heading_rad));
}

static bool covers(base b, pose p, vec2 q) {
    vec2 d = vec2_rotate(vec2_sub(q, p.at), -p.heading_rad);
    if (b.shape == BASE_ROUND) return vec2_length(d) < b.width_in / 2;
    return fabs(d.x) < b.depth_in / 2 && fabs(d.y) < b.width_in / 2;
}

double second_gap(base a, pose pa, base b, pose pb, int points) {
    double least = INFINITY;
    for (int i = 0; i < points; i++) {
        vec2 p = outline(a, pa, i, points), q = outline(b, pb, i, points);
        if (covers(b, pb, p) || covers(a, pa, q)) return 0;
        for (int j = 0; j < points; j++) least = fmin(least, vec2_distance(p, outline(b, pb, j, points)));
    }
    return least;
}

second_form second_form_of(const vec2 *at, int n, base b, double heading_rad, double pitch_in) {
    second_form f = {0, 0, -INFINITY};
    for (int i = 0; i < n; i++) f.front_in = fmax(f.front_in, vec2_dot(at[i], heading_forward(heading_rad)) + b.depth_in / 2);
    for (int i = 0; i < n; i++) {
        double behind = f.front_in - b.depth_in / 2 - vec2_dot(at[i], heading_forward(heading_rad));
        int rank = (int)lround(behind / pitch_in);
        if (rank == 0) f.frontage++;
        if (rank + 1 > f.ranks) f.ranks = rank + 1;
    }
    return f;
}

static vec2 middle(const vec2 *p, int n) {
    vec2 sum = {0, 0};
    for (int i = 0; i < n; i++) sum = vec2_add(sum, p[i]);
    return vec2_scale(sum, 1.0 / n);
}

double second_turn(const vec2 *from, const vec2 *to, int n, double step_rad, double *rms_in) {
    vec2 a = middle(from, n), b = middle(to, n);
    double best = 0, least = INFINITY;
    for (double turn = -PI; turn < PI; turn += step_rad) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            vec2 d = vec2_sub(vec2_rotate(vec2_sub(from[i], a), turn), vec2_sub(to[i], b));
            sum += vec2_dot(d, d);
        }
        if (sum < least) least = sum, best = turn;
    }
    *rms_in = sqrt(least / n);
    return best;
}

static bool blocked(const vec2 *discs, int n, double reach, int x, int y) {
    double cell = (double)SECOND_ROOM_IN / SECOND_CELLS;
    vec2 p = {(x + 0.5) * cell, (y + 0.5) * cell};
    for (int i = 0; i < n; i++)
        if (vec2_distance(p, discs[i]) < reach) return true;
    return false;
}

bool second_escape(const vec2 *discs, int n, double radius_in, double wide_in) {
    static int queue[SECOND_CELLS * SECOND_CELLS];
    static bool seen[SECOND_CELLS][SECOND_CELLS];
    memset(seen, 0, sizeof seen);
    int head = 0, tail = 0;
    queue[tail++] = SECOND_CELLS / 2 * SECOND_CELLS + SECOND_CELLS / 2;
    seen[SECOND_CELLS / 2][SECOND_CELLS / 2] = true;
    while (head < tail) {
        int x = queue[head] % SECOND_CELLS, y = queue[head] / SECOND_CELLS;
        head++;
        if (x == 0 || y == 0 || x == SECOND_CELLS - 1 || y == SECOND_CELLS - 1) return true;
        const int next[4][2] = {{x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}};
        for (int k = 0; k < 4; k++) {
            int u = next[k][0], v = next[k][1];
            if (seen[v][u] || blocked(discs, n, radius_in + wide_in / 2, u, v)) continue;
            seen[v][u] = true;
            queue[tail++] = v * SECOND_CELLS + u;
        }
    }
    return false;
}
