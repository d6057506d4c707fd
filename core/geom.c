#include "core/geom.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>

double angle_wrap(double rad) {
    if (rad > -PI && rad <= PI) return rad;
    double a = remainder(rad, 2 * PI);
    return a <= -PI ? a + 2 * PI : a;
}

double angle_difference(double a, double b) { return angle_wrap(a - b); }

double angle_mean(const double *rad, int n) {
    double s = 0, c = 0;
    for (int i = 0; i < n; i++) {
        s += sin(rad[i]);
        c += cos(rad[i]);
    }
    return hypot(s, c) < 1e-12 * n ? 0 : atan2(s, c);
}

static vec2 mean_of(const vec2 *at, int n) {
    vec2 m = {0, 0};
    for (int i = 0; i < n; i++) m = vec2_add(m, at[i]);
    return vec2_scale(m, 1.0 / n);
}

rigid2 rigid2_fit(const vec2 *from, const vec2 *to, int n) {
    assert(n >= 1);
    vec2 ma = mean_of(from, n), mb = mean_of(to, n);
    double cross = 0, dot = 0;
    for (int i = 0; i < n; i++) {
        vec2 a = vec2_sub(from[i], ma), b = vec2_sub(to[i], mb);
        cross += vec2_cross(a, b);
        dot += vec2_dot(a, b);
    }
    rigid2 m = {.rotation_rad = hypot(cross, dot) > 1e-12 ? atan2(cross, dot) : 0};
    m.shift = vec2_sub(mb, vec2_rotate(ma, m.rotation_rad));
    vec2 unit = heading_forward(m.rotation_rad);
    double sum = 0, most = 0;
    for (int i = 0; i < n; i++) {
        vec2 at = {unit.x * from[i].x - unit.y * from[i].y, unit.y * from[i].x + unit.x * from[i].y}, off = vec2_sub(to[i], vec2_add(at, m.shift));
        double square = vec2_dot(off, off);
        sum += square;
        if (square > most) most = square;
    }
    m.residual_max = sqrt(most);
    m.residual_rms = sqrt(sum / n);
    return m;
}

vec2 rigid2_apply(rigid2 m, vec2 p) { return vec2_add(vec2_rotate(p, m.rotation_rad), m.shift); }

bool rigid2_centre(rigid2 m, vec2 *centre) {
    if (fabs(m.rotation_rad) < 1e-9) return false;
    double k = 1 / tan(m.rotation_rad / 2);  // docs/geometry.md section 5
    *centre = (vec2){0.5 * (m.shift.x - k * m.shift.y), 0.5 * (k * m.shift.x + m.shift.y)};
    return true;
}

double segment_distance(vec2 p, vec2 a, vec2 b) {
    vec2 d = vec2_sub(b, a);
    double len2 = vec2_dot(d, d);
    double k = len2 > 0 ? vec2_dot(vec2_sub(p, a), d) / len2 : 0;
    return vec2_distance(p, vec2_lerp(a, b, k < 0 ? 0 : k > 1 ? 1 : k));
}

static int side_of(vec2 a, vec2 b, vec2 p) {
    double c = vec2_cross(vec2_sub(b, a), vec2_sub(p, a));
    return c > 0 ? 1 : c < 0 ? -1 : 0;
}

bool segments_cross(vec2 a, vec2 b, vec2 c, vec2 d) {
    int s1 = side_of(a, b, c), s2 = side_of(a, b, d), s3 = side_of(c, d, a), s4 = side_of(c, d, b);
    if (s1 * s2 < 0 && s3 * s4 < 0) return true;
    return segment_distance(c, a, b) == 0 || segment_distance(d, a, b) == 0 || segment_distance(a, c, d) == 0 || segment_distance(b, c, d) == 0;
}

bool polygon_contains(const vec2 *at, int count, vec2 p) {
    bool in = false;
    for (int i = 0, j = count - 1; i < count; j = i++)
        if ((at[i].y > p.y) != (at[j].y > p.y) && p.x < (at[j].x - at[i].x) * (p.y - at[i].y) / (at[j].y - at[i].y) + at[i].x) in = !in;
    return in;
}

double polygon_area(const vec2 *at, int count) {
    double a = 0;
    for (int i = 0, j = count - 1; i < count; j = i++) a += vec2_cross(at[j], at[i]);
    return a / 2;
}

static int by_x_then_y(const void *pa, const void *pb) {
    const vec2 *a = pa, *b = pb;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

// Andrew's monotone chain (A. M. Andrew, Information Processing Letters 9, 1979).
int convex_hull(vec2 *at, int n, vec2 *out) {
    if (n < 3) {
        for (int i = 0; i < n; i++) out[i] = at[i];
        return n;
    }
    qsort(at, (size_t)n, sizeof *at, by_x_then_y);
    int k = 0;
    for (int i = 0; i < n; i++) {  // lower chain
        while (k >= 2 && vec2_cross(vec2_sub(out[k - 1], out[k - 2]), vec2_sub(at[i], out[k - 2])) <= 0) k--;
        out[k++] = at[i];
    }
    for (int i = n - 2, lower = k + 1; i >= 0; i--) {  // upper chain
        while (k >= lower && vec2_cross(vec2_sub(out[k - 1], out[k - 2]), vec2_sub(at[i], out[k - 2])) <= 0) k--;
        if (i == 0) break;
        out[k++] = at[i];
    }
    return k;
}
