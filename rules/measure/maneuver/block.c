#include "rules/measure/maneuver/block.h"

#include <assert.h>

front_line block_front(const vec2 *at, int n, base b, vec2 f, vec2 l) {
    double foremost = vec2_dot(at[0], f);
    for (int i = 1; i < n; i++) foremost = fmax(foremost, vec2_dot(at[i], f));
    front_line line = {.left = -INFINITY, .right = INFINITY};
    for (int i = 0; i < n; i++) {
        double a = vec2_dot(at[i], f), t = vec2_dot(at[i], l);
        if (a < foremost - b.depth_in / 2) continue;
        line.ahead += a;
        if (t > line.left) line.left = t, line.leftmost = i;
        if (t < line.right) line.right = t, line.rightmost = i;
        line.files++;
    }
    line.ahead = line.ahead / line.files + b.depth_in / 2;
    return line;
}

static vec2 place(vec2 f, vec2 l, double ahead, double left) { return vec2_add(vec2_scale(f, ahead), vec2_scale(l, left)); }

// Sets *farthest to the figure that is measured.
static double reach_of(const vec2 *at, int n, base b, vec2 f, vec2 l, vec2 pivot, double rank_limit, wheel_reading how, int *farthest) {
    double far = 0;
    vec2 to_front = vec2_sub(vec2_scale(f, b.depth_in / 2), pivot), aside = vec2_scale(l, how.measure_corner ? b.width_in / 2 : 0);
    for (int i = 0; i < n; i++) {
        if (how.front_rank_only && vec2_dot(at[i], f) < rank_limit) continue;
        vec2 front = vec2_add(at[i], to_front), left = vec2_add(front, aside), right = vec2_sub(front, aside);
        double square = fmax(vec2_dot(left, left), vec2_dot(right, right));
        if (square > far) far = square, *farthest = i;
    }
    return sqrt(far);
}

block block_make(const vec2 *at, int n, base b, double heading_rad, wheel_reading how) {
    assert(n >= 1);
    block k = {.heading_rad = heading_rad};
    double half = how.pivot_at_front_centre ? 0 : b.width_in / 2;
    for (int face = 0; face < FACE_COUNT; face++) {
        vec2 f = heading_forward(heading_rad + face * PI / 2), l = {-f.y, f.x};
        front_line line = block_front(at, n, b, f, l);
        k.pivot[face][0] = place(f, l, line.ahead, line.left + half);
        k.pivot[face][1] = place(f, l, line.ahead, line.right - half);
        k.front[face] = place(f, l, line.ahead, (line.left + line.right) / 2);
        k.pivoting[face][0] = line.leftmost;
        k.pivoting[face][1] = line.rightmost;
        for (int end = 0; end < 2; end++)
            k.radius[face][end] = reach_of(at, n, b, f, l, k.pivot[face][end], line.ahead - b.depth_in, how, &k.measured[face][end]);
    }
    return k;
}
