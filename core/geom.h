// core/geom -- points, angles, polygons and rigid motions of the plane. Pure functions; no errors but asserts.
//
// px2 (pixels) and vec2 (table inches) are different types so that a pixel can't be passed as a place. Angles are radians,
// counter-clockwise from +x.
#ifndef VEDETTE_CORE_GEOM_H
#define VEDETTE_CORE_GEOM_H

#include <math.h>
#include <stdbool.h>

#define PI 3.14159265358979323846
#define IN_PER_MM (1.0 / 25.4)
#define RAD_PER_DEG (PI / 180.0)
#define DEG_PER_RAD (180.0 / PI)

typedef struct {
    double u, v;  // pixels: u right, v down, the centre of the top-left pixel at (0, 0)
} px2;

typedef struct {
    double x, y;  // table inches: x right (east), y away (north)
} vec2;

typedef struct {
    double x, y, z;  // table inches, z up from the table's surface
} vec3;

static inline double squared(double x) { return x * x; }
static inline vec2 vec2_add(vec2 a, vec2 b) { return (vec2){a.x + b.x, a.y + b.y}; }
static inline vec2 vec2_sub(vec2 a, vec2 b) { return (vec2){a.x - b.x, a.y - b.y}; }
static inline vec2 vec2_scale(vec2 a, double k) { return (vec2){a.x * k, a.y * k}; }
static inline double vec2_dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
static inline double vec2_cross(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }
// The square root is rounded correctly everywhere, which hypot is not; tables are far too small to overflow a square.
static inline double vec2_length(vec2 a) { return sqrt(a.x * a.x + a.y * a.y); }
static inline double vec2_distance(vec2 a, vec2 b) { return vec2_length(vec2_sub(a, b)); }
static inline vec2 vec2_lerp(vec2 a, vec2 b, double k) { return (vec2){a.x + (b.x - a.x) * k, a.y + (b.y - a.y) * k}; }
static inline vec2 vec2_rotate(vec2 a, double rad) {
    double c = cos(rad), s = sin(rad);
    return (vec2){c * a.x - s * a.y, s * a.x + c * a.y};
}
// Turned by the angle of the unit vector `by`; vec2_turn_back: the other way.
static inline vec2 vec2_turn(vec2 a, vec2 by) { return (vec2){by.x * a.x - by.y * a.y, by.y * a.x + by.x * a.y}; }
static inline vec2 vec2_turn_back(vec2 a, vec2 by) { return (vec2){by.x * a.x + by.y * a.y, by.x * a.y - by.y * a.x}; }
// The unit vector of half an angle from 0 to half a turn.
static inline vec2 vec2_half_angle(vec2 by) {
    double c = sqrt(fmax(0, (1 + by.x) / 2));
    return (vec2){c, c > 0.5 ? by.y / (2 * c) : sqrt(fmax(0, (1 - by.x) / 2))};
}
// Unit vectors of a heading: forward f and left l (docs/geometry.md section 1).
static inline vec2 heading_forward(double rad) { return (vec2){cos(rad), sin(rad)}; }
static inline vec2 heading_left(double rad) { return (vec2){-sin(rad), cos(rad)}; }

// The angle brought into (-pi, pi].
double angle_wrap(double rad);
// a - b brought into (-pi, pi].
double angle_difference(double a, double b);
// Circular mean of n > 0 angles; 0 where they cancel.
double angle_mean(const double *rad, int n);

// A rigid motion of the plane: p -> R(rotation) p + shift.
typedef struct {
    double rotation_rad;
    vec2 shift;
    double residual_max, residual_rms;  // inches, of the fit; 0 for a motion that was not fitted
} rigid2;

// Least-squares motion that carries from[i] to to[i], n >= 1 (n = 1: no rotation). Source: docs/geometry.md section 5.
rigid2 rigid2_fit(const vec2 *from, const vec2 *to, int n);
vec2 rigid2_apply(rigid2 m, vec2 p);
// The fixed point of the motion; false where the rotation is below 1e-9 rad and there is none.
bool rigid2_centre(rigid2 m, vec2 *centre);

// Distance of p from the segment a-b.
double segment_distance(vec2 p, vec2 a, vec2 b);
// True where segments a-b and c-d share a point.
bool segments_cross(vec2 a, vec2 b, vec2 c, vec2 d);
// True where p lies in the simple polygon at[0..count) (even-odd rule).
bool polygon_contains(const vec2 *at, int count, vec2 p);
// Signed area, positive counter-clockwise.
double polygon_area(const vec2 *at, int count);
// Convex hull of n points, counter-clockwise, into out (room for n + 1); returns its count. Reorders `at`.
int convex_hull(vec2 *at, int n, vec2 *out);

#endif
