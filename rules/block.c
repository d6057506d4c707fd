#include "rules/block.h"

#include <assert.h>

// The front line of the body when its figures face `heading`: how far forward it stands and where it ends.
typedef struct {
    double ahead, left, right;
} front_line;

// The front rank is who stands within half a base of the foremost (geometry.md section 3).
static front_line find_front(const vec2 *at, int n, base b, double heading) {
    vec2 f = heading_forward(heading), l = heading_left(heading);
    double foremost = vec2_dot(at[0], f);
    for (int i = 1; i < n; i++) foremost = fmax(foremost, vec2_dot(at[i], f));
    front_line line = {0, -INFINITY, INFINITY};
    int rank = 0;
    for (int i = 0; i < n; i++) {
        double a = vec2_dot(at[i], f), t = vec2_dot(at[i], l);
        if (a < foremost - b.depth_in / 2) continue;
        line.ahead += a;
        line.left = fmax(line.left, t);
        line.right = fmin(line.right, t);
        rank++;
    }
    line.ahead = line.ahead / rank + b.depth_in / 2;
    return line;
}

static vec2 place(double heading, double ahead, double left) {
    return vec2_add(vec2_scale(heading_forward(heading), ahead), vec2_scale(heading_left(heading), left));
}

static double reach_of(const vec2 *at, int n, base b, double heading, vec2 pivot, double rank_limit, wheel_reading how) {
    double far = 0;
    for (int i = 0; i < n; i++) {
        if (how.front_rank_only && vec2_dot(at[i], heading_forward(heading)) < rank_limit) continue;
        double half = how.measure_corner ? b.width_in / 2 : 0;
        for (int side = -1; side <= 1; side += 2) far = fmax(far, vec2_distance(pivot, vec2_add(at[i], place(heading, b.depth_in / 2, side * half))));
    }
    return far;
}

block block_make(const vec2 *at, int n, base b, double heading_rad, wheel_reading how) {
    assert(n >= 1);
    block k = {.heading_rad = heading_rad};
    double half = how.pivot_at_front_centre ? 0 : b.width_in / 2;
    for (int face = 0; face < FACE_COUNT; face++) {
        double h = heading_rad + face * PI / 2;
        front_line line = find_front(at, n, b, h);
        k.pivot[face][0] = place(h, line.ahead, line.left + half);
        k.pivot[face][1] = place(h, line.ahead, line.right - half);
        k.front[face] = place(h, line.ahead, (line.left + line.right) / 2);
        for (int end = 0; end < 2; end++) k.radius[face][end] = reach_of(at, n, b, h, k.pivot[face][end], line.ahead - b.depth_in, how);
    }
    return k;
}
