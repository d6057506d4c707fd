#include "vision/fit/square.h"

double square_map(const px2 corner[4], double h[9]) {
    double x0 = corner[3].u, y0 = corner[3].v, x1 = corner[2].u, y1 = corner[2].v, x2 = corner[1].u, y2 = corner[1].v, x3 = corner[0].u,
           y3 = corner[0].v;
    double sx = x0 - x1 + x2 - x3, sy = y0 - y1 + y2 - y3, dx1 = x1 - x2, dx2 = x3 - x2, dy1 = y1 - y2, dy2 = y3 - y2;
    double det = dx1 * dy2 - dx2 * dy1, g = (sx * dy2 - dx2 * sy) / det, k = (dx1 * sy - sx * dy1) / det;
    h[0] = x1 - x0 + g * x1, h[1] = x3 - x0 + k * x3, h[2] = x0;
    h[3] = y1 - y0 + g * y1, h[4] = y3 - y0 + k * y3, h[5] = y0;
    h[6] = g, h[7] = k, h[8] = 1;
    return det;
}

double square_map_cells(const px2 corner[4], int cells, double h[9]) {
    double det = square_map(corner, h);
    for (int i = 0; i < 9; i++)
        if (i % 3 != 2) h[i] /= cells;
    return det;
}

bool square_map_centred(const px2 corner[4], px2 origin, double h[9]) {
    static const double least_area = 1e-3, most_area = 1e9;  // square pixels
    static const double most_perspective = 0.9;              // 1: a side passes through infinity
    px2 near[4];
    double a[9];
    for (int i = 0; i < 4; i++) near[i] = (px2){corner[i].u - origin.u, corner[i].v - origin.v};
    double det = square_map(near, a), g = a[6], k = a[7];
    if (!(fabs(det) > least_area) || !(fabs(det) < most_area)) return false;
    if (!(fabs(g) < most_perspective) || !(fabs(k) < most_perspective)) return false;
    double w = 1 + (g + k) / 2;  // of the middle: s = 2 x - 1
    for (int r = 0; r < 3; r++) {
        double p = a[3 * r] / 2, q = a[3 * r + 1] / 2, c = a[3 * r + 2] + p + q;
        h[3 * r] = p / w, h[3 * r + 1] = q / w, h[3 * r + 2] = c / w;
    }
    return w > 0.1;
}

void square_invert(const double h[9], double inverse[9]) {
    double *b = inverse;
    b[0] = h[4] * h[8] - h[5] * h[7], b[1] = h[2] * h[7] - h[1] * h[8], b[2] = h[1] * h[5] - h[2] * h[4];
    b[3] = h[5] * h[6] - h[3] * h[8], b[4] = h[0] * h[8] - h[2] * h[6], b[5] = h[2] * h[3] - h[0] * h[5];
    b[6] = h[3] * h[7] - h[4] * h[6], b[7] = h[1] * h[6] - h[0] * h[7], b[8] = h[0] * h[4] - h[1] * h[3];
    double scale = 1 / b[8];
    for (int i = 0; i < 9; i++) b[i] *= scale;
}

double square_mean_edge(const px2 corner[4]) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += hypot(corner[k].u - corner[(k + 1) % 4].u, corner[k].v - corner[(k + 1) % 4].v);
    return sum / 4;
}

px2 square_middle(const px2 corner[4]) {
    px2 m = {0, 0};
    for (int k = 0; k < 4; k++) m.u += corner[k].u / 4, m.v += corner[k].v / 4;
    return m;
}
