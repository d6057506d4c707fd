// The camera: Rodrigues' rotation, the plumb_bob lens both ways, cameras from nothing and from a calibration file.
#include <math.h>
#include <string.h>

#include "tests/render/camera.h"

void camera_rotation(const render_camera *c, double m[9]) {
    const double *r = c->rotation;
    double a = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    double x = a > 0 ? r[0] / a : 1, y = a > 0 ? r[1] / a : 0, z = a > 0 ? r[2] / a : 0;
    double co = cos(a), si = sin(a), v = 1 - co;
    double out[9] = {co + x * x * v,     x * y * v - z * si, x * z * v + y * si, y * x * v + z * si, co + y * y * v,
                     y * z * v - x * si, z * x * v - y * si, z * y * v + x * si, co + z * z * v};
    memcpy(m, out, sizeof out);
}

// Ideal picture coordinates -> those behind the lens.
static void distort(const double k[5], double x, double y, double *dx, double *dy) {
    double r2 = x * x + y * y;
    double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
    *dx = x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x);
    *dy = y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y;
}

px2 render_project(const render_camera *c, vec3 p) {
    double m[9], x, y;
    camera_rotation(c, m);
    double cx = m[0] * p.x + m[1] * p.y + m[2] * p.z + c->translation_in[0];
    double cy = m[3] * p.x + m[4] * p.y + m[5] * p.z + c->translation_in[1];
    double cz = m[6] * p.x + m[7] * p.y + m[8] * p.z + c->translation_in[2];
    distort(c->k, cx / cz, cy / cz, &x, &y);
    return (px2){c->fx * x + c->cx, c->fy * y + c->cy};
}

vec3 render_eye(const render_camera *c) {
    double m[9];
    const double *t = c->translation_in;
    camera_rotation(c, m);
    return (vec3){-(m[0] * t[0] + m[3] * t[1] + m[6] * t[2]), -(m[1] * t[0] + m[4] * t[1] + m[7] * t[2]), -(m[2] * t[0] + m[5] * t[1] + m[8] * t[2])};
}

// Newton on the lens with differences for its derivative; the lens is so nearly the identity that three steps do.
static void undistort(const double k[5], double u, double v, double *x, double *y) {
    const double h = 1e-6;
    *x = u, *y = v;
    for (int i = 0; i < 12; i++) {
        double fx, fy, ax, ay, bx, by;
        distort(k, *x, *y, &fx, &fy);
        double ex = u - fx, ey = v - fy;
        if (fabs(ex) + fabs(ey) < 1e-13) return;
        distort(k, *x + h, *y, &ax, &ay);
        distort(k, *x, *y + h, &bx, &by);
        double j0 = (ax - fx) / h, j1 = (bx - fx) / h, j2 = (ay - fy) / h, j3 = (by - fy) / h, det = j0 * j3 - j1 * j2;
        *x += (j3 * ex - j1 * ey) / det;
        *y += (j0 * ey - j2 * ex) / det;
    }
}

vec2 camera_slope(const render_camera *c, const double m[9], px2 p) {
    double x, y;
    undistort(c->k, (p.u - c->cx) / c->fx, (p.v - c->cy) / c->fy, &x, &y);
    double dx = m[0] * x + m[3] * y + m[6], dy = m[1] * x + m[4] * y + m[7], dz = m[2] * x + m[5] * y + m[8];
    if (dz > -1e-3) dz = -1e-3;  // a ray that never comes down: far away is good enough for a picture
    return (vec2){dx / -dz, dy / -dz};
}

vec2 render_unproject(const render_camera *c, px2 p, double z_in) {
    double m[9];
    camera_rotation(c, m);
    vec2 s = camera_slope(c, m, p);
    vec3 eye = render_eye(c);
    return (vec2){eye.x + s.x * (eye.z - z_in), eye.y + s.y * (eye.z - z_in)};
}

// Rotation vector of a matrix by way of the quaternion with its largest part first: steady near half a turn, where overhead cameras are.
static void rotation_vector(const double m[9], double r[3]) {
    double q[4] = {1 + m[0] + m[4] + m[8], 1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8]};
    int best = 0;
    for (int i = 1; i < 4; i++) best = q[i] > q[best] ? i : best;
    double w[4][4] = {{q[0], m[7] - m[5], m[2] - m[6], m[3] - m[1]},
                      {m[7] - m[5], q[1], m[3] + m[1], m[2] + m[6]},
                      {m[2] - m[6], m[3] + m[1], q[2], m[7] + m[5]},
                      {m[3] - m[1], m[2] + m[6], m[7] + m[5], q[3]}};
    const double *v = w[best];
    double length = sqrt(v[1] * v[1] + v[2] * v[2] + v[3] * v[3]), angle = 2 * atan2(length, v[0]);
    if (angle > PI) angle -= 2 * PI;
    for (int i = 0; i < 3; i++) r[i] = length > 0 ? v[i + 1] / length * angle : 0;
}

render_camera render_camera_above(int width, int height, double focal_px, vec2 foot, double height_in, double tilt_x_rad, double tilt_y_rad) {
    render_camera c = {.width = width, .height = height, .fx = focal_px, .fy = focal_px, .cx = (width - 1) / 2.0, .cy = (height - 1) / 2.0};
    double a = cos(tilt_x_rad), b = sin(tilt_x_rad), p = cos(tilt_y_rad), q = sin(tilt_y_rad);
    // Ry(tilt_y) Rx(tilt_x) diag(1, -1, -1): looking straight down, north up.
    double m[9] = {p, -q * b, -q * a, 0, -a, b, -q, -p * b, -p * a};
    rotation_vector(m, c.rotation);
    for (int i = 0; i < 3; i++) c.translation_in[i] = -(m[3 * i] * foot.x + m[3 * i + 1] * foot.y + m[3 * i + 2] * height_in);
    return c;
}
