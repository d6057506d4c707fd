#include "second_legs.h"

#define ROUNDING_RAD 1e-9  // a leg along the very edge of its cone lies in it, whatever the last digit says

// Angle from a to b counter-clockwise, in [0, 2 pi).
static double turn_to(double a, double b) {
    double t = fmod(b - a, 2 * PI);
    return t < 0 ? t + 2 * PI : t;
}

// How far from the direction `way` the nearest cone begins, to the left and to the right; both 0 inside a cone.
static void nearest_cones(double way, const double *headings, int n, double cone_rad, double *left, double *right) {
    *left = *right = 2 * PI;
    for (int i = 0; i < n; i++) {
        if (fabs(angle_wrap(headings[i] - way)) <= cone_rad + ROUNDING_RAD) {
            *left = *right = 0;
            return;
        }
        *left = fmin(*left, turn_to(way, headings[i] - cone_rad));
        *right = fmin(*right, turn_to(headings[i] + cone_rad, way));
    }
}

static double distance_from_ray(double length, double angle) { return angle < PI / 2 ? length * sin(angle) : length; }

double second_legs(vec2 d, const double *headings, int n, second_latitude l, double slack_in) {
    double length = vec2_length(d), left, right;
    if (length <= slack_in || length < 1e-9) return 0;
    nearest_cones(atan2(d.y, d.x), headings, n, l.cone_rad, &left, &right);
    if (left == 0 || length - slack_in <= l.free_in) return length - slack_in;
    // Nothing beats the two cone edges on either side of d: a leg within a cone or beyond an edge only makes the way longer (the ends of all ways of
    // length 1 fill the hull of the cones' arcs, and between two cones its boundary is the chord).
    if (left + right < PI) {
        double sum = length * (sin(left) + sin(right)) / sin(left + right);
        return fmax(length - slack_in, sum - slack_in / cos((left + right) / 2));  // the chord lies cos(half its angle) from the middle
    }
    double off = fmin(distance_from_ray(length, left), distance_from_ray(length, right));
    return off > slack_in ? INFINITY : length - slack_in;
}

// The length of the way that goes first along p, then along q, and ends at d; INFINITY where one of them would go backwards.
static double two_legs(vec2 d, vec2 p, vec2 q) {
    double det = vec2_cross(p, q);
    if (fabs(det) < 1e-9) return INFINITY;
    double a = vec2_cross(d, q) / det, b = vec2_cross(p, d) / det;
    return a >= -1e-9 && b >= -1e-9 ? a + b : INFINITY;
}

double second_legs_by_force(vec2 d, const double *headings, int n, double cone_rad, int steps) {
    double best = INFINITY;
    int all = n * (steps + 1);
    for (int i = 0; i < all; i++)
        for (int j = i + 1; j < all; j++) {
            double a = headings[i / (steps + 1)] + cone_rad * (2.0 * (i % (steps + 1)) / steps - 1);
            double b = headings[j / (steps + 1)] + cone_rad * (2.0 * (j % (steps + 1)) / steps - 1);
            best = fmin(best, two_legs(d, heading_forward(a), heading_forward(b)));
        }
    return best;
}
