#include "vision/tags/square.h"

double square_map(const px2 corner[4], double a[9]) {
    double x0 = corner[3].u, y0 = corner[3].v, x1 = corner[2].u, y1 = corner[2].v, x2 = corner[1].u, y2 = corner[1].v, x3 = corner[0].u,
           y3 = corner[0].v;
    double sx = x0 - x1 + x2 - x3, sy = y0 - y1 + y2 - y3, dx1 = x1 - x2, dx2 = x3 - x2, dy1 = y1 - y2, dy2 = y3 - y2;
    double det = dx1 * dy2 - dx2 * dy1, g = (sx * dy2 - dx2 * sy) / det, h = (dx1 * sy - sx * dy1) / det;
    a[0] = x1 - x0 + g * x1, a[1] = x3 - x0 + h * x3, a[2] = x0;
    a[3] = y1 - y0 + g * y1, a[4] = y3 - y0 + h * y3, a[5] = y0;
    a[6] = g, a[7] = h, a[8] = 1;
    return det;
}
