#include "rules/measure/terrain/area.h"

static bool is_polygon(const game_terrain *t) { return t->polygon_count >= 3; }

int area_edge_count(const game_terrain *t) { return is_polygon(t) ? t->polygon_count : t->line_count - 1; }

void area_edge(const game_terrain *t, int of, vec2 *from, vec2 *to) {
    const vec2 *at = is_polygon(t) ? t->polygon : t->line;
    *from = at[of];
    *to = is_polygon(t) ? at[(of + 1) % t->polygon_count] : at[of + 1];
}

static double edge_distance(const game_terrain *t, vec2 p) {
    double least = INFINITY;
    for (int i = 0; i < area_edge_count(t); i++) {
        vec2 a, b;
        area_edge(t, i, &a, &b);
        least = fmin(least, segment_distance(p, a, b));
    }
    return least;
}

double area_depth(const game_terrain *t, vec2 p) {
    double d = edge_distance(t, p);
    if (!is_polygon(t)) return t->width_in / 2 - d;
    return polygon_contains(t->polygon, t->polygon_count, p) ? d : -d;
}

static int keep(double k, double *out, int count, int max) {
    if (k > 0 && k < 1 && count < max) out[count++] = k;
    return count;
}

// Share of a-b at which it passes from one side of c-d to the other; false where it does not. A point on the line counts as to its right, so that
// two ways that meet on it cross it once.
static bool passes(vec2 a, vec2 b, vec2 c, vec2 d, double *at) {
    vec2 along = vec2_sub(d, c);
    double from = vec2_cross(along, vec2_sub(a, c)), to = vec2_cross(along, vec2_sub(b, c)), length2 = vec2_dot(along, along);
    if ((from > 0) == (to > 0) || length2 <= 0) return false;
    *at = from / (from - to);
    double share = vec2_dot(vec2_sub(vec2_lerp(a, b, *at), c), along) / length2;
    return share >= 0 && share <= 1;
}

static bool is_at(vec2 a, vec2 b, double k, vec2 p) { return vec2_distance(vec2_lerp(a, b, k), p) < 1e-9; }

// Where a-b meets the circle of radius r about c.
static int circle_cuts(vec2 a, vec2 b, vec2 c, double r, double *out, int count, int max) {
    vec2 d = vec2_sub(b, a), f = vec2_sub(a, c);
    double qa = vec2_dot(d, d), qb = 2 * vec2_dot(f, d), qc = vec2_dot(f, f) - r * r, disc = qb * qb - 4 * qa * qc;
    if (qa <= 0 || disc <= 0) return count;
    count = keep((-qb - sqrt(disc)) / (2 * qa), out, count, max);
    return keep((-qb + sqrt(disc)) / (2 * qa), out, count, max);
}

int area_cuts(const game_terrain *t, vec2 a, vec2 b, double *out, int max) {
    int count = 0;
    double k;
    for (int i = 0; i < area_edge_count(t); i++) {
        vec2 c, d;
        area_edge(t, i, &c, &d);
        double length = vec2_distance(c, d), half = is_polygon(t) ? 0 : t->width_in / 2;
        if (is_polygon(t)) {
            if (passes(a, b, c, d, &k)) count = keep(k, out, count, max);
            continue;
        }
        if (half <= 0) continue;
        vec2 aside = length > 0 ? vec2_scale((vec2){c.y - d.y, d.x - c.x}, half / length) : (vec2){0, 0};
        if (passes(a, b, vec2_add(c, aside), vec2_add(d, aside), &k)) count = keep(k, out, count, max);
        if (passes(a, b, vec2_sub(c, aside), vec2_sub(d, aside), &k)) count = keep(k, out, count, max);
        count = circle_cuts(a, b, c, half, out, count, max);
        count = circle_cuts(a, b, d, half, out, count, max);
    }
    return count;
}

vec2 area_middle(const game_terrain *t) {
    const vec2 *at = is_polygon(t) ? t->polygon : t->line;
    int n = is_polygon(t) ? t->polygon_count : t->line_count;
    vec2 sum = {0, 0};
    for (int i = 0; i < n; i++) sum = vec2_add(sum, at[i]);
    return vec2_scale(sum, 1.0 / n);
}

static void spread_along(const game_terrain *t, vec2 middle, vec2 way, double *low, double *high) {
    const vec2 *at = is_polygon(t) ? t->polygon : t->line;
    int n = is_polygon(t) ? t->polygon_count : t->line_count;
    *low = INFINITY, *high = -INFINITY;
    for (int i = 0; i < n; i++) {
        double k = vec2_dot(vec2_sub(at[i], middle), way);
        *low = fmin(*low, k), *high = fmax(*high, k);
    }
}

double area_extent(const game_terrain *t, double heading_rad) {
    double low, high;
    spread_along(t, area_middle(t), heading_forward(heading_rad), &low, &high);
    return high - low;
}

// Long axis of a polygon: of the principal axes of its corners the longer.
static void long_axis(const game_terrain *t, vec2 *from, vec2 *to) {
    vec2 m = area_middle(t);
    double xx = 0, xy = 0, yy = 0, low, high;
    for (int i = 0; i < t->polygon_count; i++) {
        vec2 d = vec2_sub(t->polygon[i], m);
        xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
    }
    vec2 way = heading_forward(0.5 * atan2(2 * xy, xx - yy));
    spread_along(t, m, way, &low, &high);
    *from = vec2_add(m, vec2_scale(way, low));
    *to = vec2_add(m, vec2_scale(way, high));
}

int area_crossings(const game_terrain *t, vec2 a, vec2 b, double *out, int max) {
    vec2 c, d;
    double k;
    int count = 0;
    if (is_polygon(t)) {
        long_axis(t, &c, &d);
        if (passes(a, b, c, d, &k) && max > 0) out[count++] = k;
        return count;
    }
    for (int i = 0; i < area_edge_count(t); i++) {
        area_edge(t, i, &c, &d);
        bool at_joint = i + 1 < area_edge_count(t);  // the next piece of the line begins there, and counts
        if (passes(a, b, c, d, &k) && !(at_joint && is_at(a, b, k, d)) && count < max) out[count++] = k;
    }
    return count;
}

double area_line_distance(const game_terrain *t, vec2 p) {
    if (!is_polygon(t)) return edge_distance(t, p);
    vec2 c, d;
    long_axis(t, &c, &d);
    return segment_distance(p, c, d);
}

bool area_near(const game_terrain *t, vec2 low, vec2 high, double margin) {
    const vec2 *at = is_polygon(t) ? t->polygon : t->line;
    int n = is_polygon(t) ? t->polygon_count : t->line_count;
    double more = margin + (is_polygon(t) ? 0 : t->width_in / 2);
    vec2 least = {INFINITY, INFINITY}, most = {-INFINITY, -INFINITY};
    for (int i = 0; i < n; i++) {
        least = (vec2){fmin(least.x, at[i].x), fmin(least.y, at[i].y)};
        most = (vec2){fmax(most.x, at[i].x), fmax(most.y, at[i].y)};
    }
    return least.x <= high.x + more && most.x >= low.x - more && least.y <= high.y + more && most.y >= low.y - more;
}
