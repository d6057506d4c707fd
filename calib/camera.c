#include "calib/camera.h"

#include <assert.h>

calibration calib_plain_lens(int width, int height) {
    assert(width > 0 && height > 0);
    double f = 0.8 * width;  // a phone's or webcam's usual angle of view, about 64 degrees
    return (calibration){.width = width, .height = height, .fx = f, .fy = f, .cx = (width - 1) / 2.0, .cy = (height - 1) / 2.0};
}

void calib_set_pose(calibration *c, vec3 r, vec3 translation_in) {
    double angle = sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
    double x = 0, y = 0, z = 1;
    if (angle > 1e-15) x = r.x / angle, y = r.y / angle, z = r.z / angle;
    double s = sin(angle), k = 1 - cos(angle);
    double m[3][3] = {{1 - k * (y * y + z * z), k * x * y - s * z, k * x * z + s * y},
                      {k * x * y + s * z, 1 - k * (x * x + z * z), k * y * z - s * x},
                      {k * x * z - s * y, k * y * z + s * x, 1 - k * (x * x + y * y)}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c->rotation[i][j] = m[i][j];
    c->translation_in = translation_in;
    c->has_table = true;
}

// Through the unit quaternion, which stays exact near half a turn, where an overhead camera always is (the table's z points at it).
vec3 calib_rotation_vector(const calibration *c) {
    const double(*r)[3] = c->rotation;
    double q[4] = {1 + r[0][0] + r[1][1] + r[2][2], 1 + r[0][0] - r[1][1] - r[2][2], 1 - r[0][0] + r[1][1] - r[2][2],
                   1 - r[0][0] - r[1][1] + r[2][2]};  // four times the squares of w, x, y, z
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (q[i] > q[best]) best = i;
    double s = sqrt(fmax(q[best], 0)), w, x, y, z;
    switch (best) {
        case 0:
            w = s, x = (r[2][1] - r[1][2]) / s, y = (r[0][2] - r[2][0]) / s, z = (r[1][0] - r[0][1]) / s;
            break;
        case 1:
            w = (r[2][1] - r[1][2]) / s, x = s, y = (r[0][1] + r[1][0]) / s, z = (r[0][2] + r[2][0]) / s;
            break;
        case 2:
            w = (r[0][2] - r[2][0]) / s, x = (r[0][1] + r[1][0]) / s, y = s, z = (r[1][2] + r[2][1]) / s;
            break;
        default:
            w = (r[1][0] - r[0][1]) / s, x = (r[0][2] + r[2][0]) / s, y = (r[1][2] + r[2][1]) / s, z = s;
            break;
    }
    if (w < 0) w = -w, x = -x, y = -y, z = -z;
    double v = sqrt(x * x + y * y + z * z);
    if (v < 1e-15) return (vec3){0, 0, 0};
    double k = 2 * atan2(v, w) / v;
    return (vec3){k * x, k * y, k * z};
}

static vec3 to_camera(const calibration *c, vec3 p) {
    const double(*r)[3] = c->rotation;
    return (vec3){r[0][0] * p.x + r[0][1] * p.y + r[0][2] * p.z + c->translation_in.x,
                  r[1][0] * p.x + r[1][1] * p.y + r[1][2] * p.z + c->translation_in.y,
                  r[2][0] * p.x + r[2][1] * p.y + r[2][2] * p.z + c->translation_in.z};
}

static vec3 rotate_back(const calibration *c, vec3 p) {
    const double(*r)[3] = c->rotation;
    return (vec3){r[0][0] * p.x + r[1][0] * p.y + r[2][0] * p.z, r[0][1] * p.x + r[1][1] * p.y + r[2][1] * p.z,
                  r[0][2] * p.x + r[1][2] * p.y + r[2][2] * p.z};
}

// Factor of the radial part and its derivative to r2.
static double radial(const calibration *c, double r2, double *slope) {
    *slope = c->k1 + r2 * (2 * c->k2 + r2 * 3 * c->k3);
    return 1 + r2 * (c->k1 + r2 * (c->k2 + r2 * c->k3));
}

// The plumb_bob model (D. Brown, Photogrammetric Engineering 32, 1966; OpenCV's calib3d). j: its Jacobian, row-major.
static vec2 distort(const calibration *c, vec2 n, double j[4]) {
    double r2 = n.x * n.x + n.y * n.y, slope, k = radial(c, r2, &slope);
    vec2 d = {n.x * k + 2 * c->p1 * n.x * n.y + c->p2 * (r2 + 2 * n.x * n.x), n.y * k + c->p1 * (r2 + 2 * n.y * n.y) + 2 * c->p2 * n.x * n.y};
    j[0] = k + 2 * slope * n.x * n.x + 2 * c->p1 * n.y + 6 * c->p2 * n.x;
    j[1] = 2 * slope * n.x * n.y + 2 * c->p1 * n.x + 2 * c->p2 * n.y;
    j[2] = j[1];
    j[3] = k + 2 * slope * n.y * n.y + 6 * c->p1 * n.y + 2 * c->p2 * n.x;
    return d;
}

px2 calib_to_px(const calibration *c, vec3 at_in) {
    vec3 p = to_camera(c, at_in);
    double j[4];
    if (!(p.z > 1e-9)) return (px2){NAN, NAN};
    vec2 d = distort(c, (vec2){p.x / p.z, p.y / p.z}, j);
    if (!(j[0] > 0 && j[3] > 0 && j[0] * j[3] - j[1] * j[2] > 0)) return (px2){NAN, NAN};  // beyond the model's fold
    return (px2){c->fx * d.x + c->cx, c->fy * d.y + c->cy};
}

vec2 calib_undistort(const calibration *c, px2 at) {
    vec2 want = {(at.u - c->cx) / c->fx, (at.v - c->cy) / c->fy}, n = want;
    for (int i = 0; i < 12; i++) {  // Newton's method: quadratic, 3 or 4 rounds for real lenses
        double j[4];
        vec2 e = vec2_sub(distort(c, n, j), want);
        double det = j[0] * j[3] - j[1] * j[2];
        if (!(det > 1e-6)) break;
        vec2 step = {(j[3] * e.x - j[1] * e.y) / det, (j[0] * e.y - j[2] * e.x) / det};
        n = vec2_sub(n, step);
        if (fabs(step.x) + fabs(step.y) < 1e-13) break;
    }
    return n;
}

vec3 calib_camera_place(const calibration *c) {
    vec3 t = c->translation_in;
    return rotate_back(c, (vec3){-t.x, -t.y, -t.z});
}

bool calib_to_table(const calibration *c, px2 at, double z_in, vec2 *out) {
    vec2 n = calib_undistort(c, at);
    vec3 from = calib_camera_place(c), ray = rotate_back(c, (vec3){n.x, n.y, 1});
    double k = (z_in - from.z) / ray.z;
    if (!(k > 0) || !isfinite(k)) return false;
    *out = (vec2){from.x + k * ray.x, from.y + k * ray.y};
    return true;
}

double calib_sigma_in(const calibration *c, px2 at, double z_in, double sigma_px) {
    vec2 o, u, v;
    const double h = 0.5;
    if (!calib_to_table(c, at, z_in, &o) || !calib_to_table(c, (px2){at.u + h, at.v}, z_in, &u) ||
        !calib_to_table(c, (px2){at.u, at.v + h}, z_in, &v))
        return INFINITY;
    double a = (u.x - o.x) / h, b = (v.x - o.x) / h, d = (u.y - o.y) / h, e = (v.y - o.y) / h;
    double s = a * a + b * b + d * d + e * e, det = a * e - b * d;  // larger singular value of the Jacobian
    return sigma_px * sqrt((s + sqrt(fmax(s * s - 4 * det * det, 0))) / 2);
}
