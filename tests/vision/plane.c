#include "tests/vision/plane.h"

plane plane_of(const px2 *p) {
    double sx = p[0].u - p[1].u + p[2].u - p[3].u, sy = p[0].v - p[1].v + p[2].v - p[3].v;
    double dx1 = p[1].u - p[2].u, dx2 = p[3].u - p[2].u, dy1 = p[1].v - p[2].v, dy2 = p[3].v - p[2].v;
    double det = dx1 * dy2 - dx2 * dy1, g = (sx * dy2 - dx2 * sy) / det, h = (dx1 * sy - sx * dy1) / det;
    plane m = {{p[1].u - p[0].u + g * p[1].u, p[3].u - p[0].u + h * p[3].u, p[0].u, p[1].v - p[0].v + g * p[1].v, p[3].v - p[0].v + h * p[3].v,
                p[0].v, g, h, 1},
               {0}};
    const double *a = m.a;
    double *b = m.inverse;  // the adjugate: a homography's scale means nothing
    b[0] = a[4] * a[8] - a[5] * a[7], b[1] = a[2] * a[7] - a[1] * a[8], b[2] = a[1] * a[5] - a[2] * a[4];
    b[3] = a[5] * a[6] - a[3] * a[8], b[4] = a[0] * a[8] - a[2] * a[6], b[5] = a[2] * a[3] - a[0] * a[5];
    b[6] = a[3] * a[7] - a[4] * a[6], b[7] = a[1] * a[6] - a[0] * a[7], b[8] = a[0] * a[4] - a[1] * a[3];
    return m;
}

px2 plane_to_px(const plane *m, double x, double y) {
    const double *a = m->a;
    double w = a[6] * x + a[7] * y + a[8];
    return (px2){(a[0] * x + a[1] * y + a[2]) / w, (a[3] * x + a[4] * y + a[5]) / w};
}

vec2 plane_from_px(const plane *m, double u, double v) {
    const double *b = m->inverse;
    double w = b[6] * u + b[7] * v + b[8];
    return (vec2){(b[0] * u + b[1] * v + b[2]) / w, (b[3] * u + b[4] * v + b[5]) / w};
}
