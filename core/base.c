#include "core/base.h"

void base_corners(base b, pose p, vec2 out[4]) {
    vec2 f = vec2_scale(heading_forward(p.heading_rad), b.depth_in / 2);
    vec2 l = vec2_scale(heading_left(p.heading_rad), b.width_in / 2);
    out[0] = vec2_add(p.at, vec2_add(f, l));
    out[1] = vec2_add(p.at, vec2_sub(l, f));
    out[2] = vec2_sub(p.at, vec2_add(f, l));
    out[3] = vec2_add(p.at, vec2_sub(f, l));
}

vec2 base_front(base b, pose p) {
    if (!pose_has_heading(p)) return p.at;
    return vec2_add(p.at, vec2_scale(heading_forward(p.heading_rad), b.depth_in / 2));
}

footprint base_footprint(base b, pose p) {
    vec2 ahead = b.shape == BASE_ROUND ? (vec2){1, 0} : heading_forward(p.heading_rad);
    return (footprint){p.at, ahead, b.depth_in / 2, b.width_in / 2, base_radius(b), b.shape == BASE_ROUND};
}

// How far p lies beyond the sides of the rectangle, ahead or behind (x) and left or right (y); negative: within.
static vec2 beyond_sides(const footprint *r, vec2 p) {
    vec2 d = vec2_sub(p, r->at);
    return (vec2){fabs(vec2_dot(d, r->ahead)) - r->half_depth, fabs(vec2_cross(r->ahead, d)) - r->half_width};
}

static double outside(vec2 beyond) {
    if (beyond.x <= 0) return beyond.y;
    return beyond.y <= 0 ? beyond.x : vec2_length(beyond);
}

// The rectangle b as a sees it: its middle, and its half sides.
typedef struct {
    vec2 at, f, l;
} seen_from;

static seen_from see_from(const footprint *a, const footprint *b) {
    vec2 d = vec2_sub(b->at, a->at);
    double c = vec2_dot(a->ahead, b->ahead), s = vec2_cross(a->ahead, b->ahead);
    return (seen_from){
        {vec2_dot(d, a->ahead), vec2_cross(a->ahead, d)}, {c * b->half_depth, s * b->half_depth}, {-s * b->half_width, c * b->half_width}};
}

// The widest separation of what is seen across a's sides; negative: the least overlap.
static double separation(const footprint *a, const seen_from *b) {
    double x = fabs(b->at.x) - fabs(b->f.x) - fabs(b->l.x) - a->half_depth, y = fabs(b->at.y) - fabs(b->f.y) - fabs(b->l.y) - a->half_width;
    return x > y ? x : y;
}

// Least distance of b's corners from a, and the widest separation of b from a across a's sides.
static void corners_from(const footprint *a, const footprint *b, double *least, double *apart) {
    seen_from k = see_from(a, b);
    double across = separation(a, &k);
    if (across > *apart) *apart = across;
    for (int i = 0; i < 4; i++) {
        vec2 p = vec2_add(k.at, vec2_add(vec2_scale(k.f, i & 1 ? 1 : -1), vec2_scale(k.l, i & 2 ? 1 : -1)));
        double far = outside((vec2){fabs(p.x) - a->half_depth, fabs(p.y) - a->half_width});
        if (far < *least) *least = far;
    }
}

// Apart: the least distance of a corner of one from the other. Overlapping: the least depth over the separating axes.
static double rectangles_gap(const footprint *a, const footprint *b) {
    double least = INFINITY, apart = -INFINITY;
    corners_from(a, b, &least, &apart);
    corners_from(b, a, &least, &apart);
    return apart <= 0 ? apart : least;
}

static double disc_gap(const footprint *r, vec2 centre, double radius) {
    vec2 beyond = beyond_sides(r, centre);
    if (beyond.x <= 0 && beyond.y <= 0) return (beyond.x > beyond.y ? beyond.x : beyond.y) - radius;
    return outside(beyond) - radius;
}

double footprint_gap(const footprint *a, const footprint *b) {
    if (a->round && b->round) return vec2_distance(a->at, b->at) - a->half_width - b->half_width;
    if (a->round) return disc_gap(b, a->at, a->half_width);
    if (b->round) return disc_gap(a, b->at, b->half_width);
    return rectangles_gap(a, b);
}

bool footprint_is_farther(const footprint *a, const footprint *b, double gap) {
    const double hair = 1e-9;  // far above rounding
    if (a->round || b->round) return false;
    seen_from k = see_from(a, b);
    if (separation(a, &k) > gap + hair) return true;
    k = see_from(b, a);
    return separation(b, &k) > gap + hair;
}

double base_gap(base a, pose pa, base b, pose pb) {
    footprint fa = base_footprint(a, pa), fb = base_footprint(b, pb);
    return footprint_gap(&fa, &fb);
}

const char *base_shape_name(base_shape s) { return s == BASE_ROUND ? "round" : s == BASE_SQUARE ? "square" : "rect"; }
