#include "tests/calib/truth.h"

static void multiply(const double *a, const double *b, double *out) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

truth_camera truth_overhead(vec3 place, double tilt_x_deg, double tilt_y_deg, double turn_deg) {
    double ax = tilt_x_deg * PI / 180, ay = tilt_y_deg * PI / 180, az = turn_deg * PI / 180;
    const double down[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
    const double rx[9] = {1, 0, 0, 0, cos(ax), -sin(ax), 0, sin(ax), cos(ax)};
    const double ry[9] = {cos(ay), 0, sin(ay), 0, 1, 0, -sin(ay), 0, cos(ay)};
    const double rz[9] = {cos(az), -sin(az), 0, sin(az), cos(az), 0, 0, 0, 1};
    double m[9], n[9];
    truth_camera c = {.width = 1920, .height = 1080, .fx = 1510, .fy = 1510, .cx = 959.5, .cy = 539.5};
    multiply(rx, down, m);
    multiply(ry, m, n);
    multiply(rz, n, c.r);
    for (int i = 0; i < 3; i++) c.t[i] = -(c.r[3 * i] * place.x + c.r[3 * i + 1] * place.y + c.r[3 * i + 2] * place.z);
    return c;
}

static void bend(const double *k, double x, double y, double *u, double *v) {
    double r2 = x * x + y * y, radial = 1 + k[0] * r2 + k[1] * r2 * r2 + k[4] * r2 * r2 * r2;
    *u = x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x);
    *v = y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y;
}

px2 truth_project(const truth_camera *c, vec3 p) {
    double q[3], u, v;
    for (int i = 0; i < 3; i++) q[i] = c->r[3 * i] * p.x + c->r[3 * i + 1] * p.y + c->r[3 * i + 2] * p.z + c->t[i];
    bend(c->k, q[0] / q[2], q[1] / q[2], &u, &v);
    return (px2){c->fx * u + c->cx, c->fy * v + c->cy};
}

vec2 truth_on_plane(const truth_camera *c, px2 at) {
    double wx = (at.u - c->cx) / c->fx, wy = (at.v - c->cy) / c->fy, x = wx, y = wy;
    for (int i = 0; i < 10; i++) {
        double u, v;
        bend(c->k, x, y, &u, &v);
        x += wx - u;
        y += wy - v;
    }
    double ray[3], from[3];
    for (int i = 0; i < 3; i++) {
        ray[i] = c->r[i] * x + c->r[3 + i] * y + c->r[6 + i];
        from[i] = -(c->r[i] * c->t[0] + c->r[3 + i] * c->t[1] + c->r[6 + i] * c->t[2]);
    }
    double s = -from[2] / ray[2];
    return (vec2){from[0] + s * ray[0], from[1] + s * ray[1]};
}

// SplitMix64 (Steele, Lea and Flood 2014).
double truth_uniform(truth_noise *n, double lo, double hi) {
    uint64_t z = n->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return lo + (hi - lo) * (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

double truth_gauss(truth_noise *n, double sigma) {
    double radius = sqrt(-2 * log(truth_uniform(n, 1e-12, 1)));
    return sigma * radius * cos(2 * PI * truth_uniform(n, 0, 1));
}

static int shade(vec2 p, int columns, int rows) {
    if (p.x < -2 || p.y < -2 || p.x > columns + 1 || p.y > rows + 1) return 110;  // beyond the paper
    if (p.x < -1 || p.y < -1 || p.x > columns || p.y > rows) return 230;          // its margin
    int square = (int)floor(p.x + 1) + (int)floor(p.y + 1);
    return square % 2 ? 230 : 25;
}

void truth_draw_board(const truth_camera *c, int columns, int rows, uint8_t *out) {
    for (int v = 0; v < c->height; v++)
        for (int u = 0; u < c->width; u++) {
            int sum = 0;
            for (int s = 0; s < 9; s++) {
                px2 at = {u + (s % 3 - 1) / 3.0, v + (s / 3 - 1) / 3.0};
                sum += shade(truth_on_plane(c, at), columns, rows);
            }
            out[(size_t)v * (size_t)c->width + (size_t)u] = (uint8_t)(sum / 9);
        }
}
