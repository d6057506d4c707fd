#include "vision/plain/marks.h"

#include <math.h>

enum { LIKE = 100, RIM_LIKE = 90, AROUND = 16 };

static double mean_like(const colour_plane *p, double u, double v, double half) {
    int sum = 0, n = 0, reach = (int)fmax(1, half);
    double step = half / reach;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++, n++) sum += plane_near(p, u + x * step, v + y * step);
    return (double)sum / n;
}

// Centroid of the mark's likeness in a window of the mark's size and a little more.
static void centre(const colour_plane *p, double size, double *u, double *v) {
    int reach = (int)ceil(0.8 * size), x0 = (int)lround(*u), y0 = (int)lround(*v);
    double sum = 0, su = 0, sv = 0;
    for (int y = y0 - reach; y <= y0 + reach; y++)
        for (int x = x0 - reach; x <= x0 + reach; x++) {
            int like = plane_near(p, x, y);
            if (like < LIKE / 2) continue;
            sum += like, su += like * (double)x, sv += like * (double)y;
        }
    if (sum > 0) *u = su / sum, *v = sv / sum;
}

// A spot: most of the ring around it is not the mark's colour, and some of it is the rim's.
static bool stands_alone(const colour_plane *mark, const colour_plane *rim, double u, double v, double size) {
    static const double cosine[AROUND] = {1,  0.92388,  0.70711,  0.38268,  0, -0.38268, -0.70711, -0.92388,
                                          -1, -0.92388, -0.70711, -0.38268, 0, 0.38268,  0.70711,  0.92388};
    int other = 0, rims = 0;
    for (int i = 0; i < AROUND; i++) {
        double c = size * cosine[i], s = size * cosine[(i + 3 * AROUND / 4) % AROUND];
        other += plane_near(mark, u + 1.3 * c, v + 1.3 * s) < LIKE;
        rims += plane_near(rim, u + 1.1 * c, v + 1.1 * s) > RIM_LIKE || plane_near(rim, u + 1.5 * c, v + 1.5 * s) > RIM_LIKE;
    }
    return other >= AROUND / 2 && rims >= 3;
}

static bool known(const mark_list *l, double u, double v, double near) {
    for (int i = l->count - 1; i >= 0; i--)
        if (fabs(l->at[i].u - u) < near && fabs(l->at[i].v - v) < near) return true;
    return false;
}

void marks_find(const colour_plane *mark, const colour_plane *rim, px_rect r, double size_px, mark_list *out) {
    int step = (int)fmax(1, size_px / 3);
    for (int y = r.y; y < r.y + r.height; y += step)
        for (int x = r.x; x < r.x + r.width; x += step) {
            if (mark->at[y * mark->width + x] < LIKE) continue;
            double u = x, v = y;
            if (!stands_alone(mark, rim, u, v, size_px)) continue;
            centre(mark, size_px, &u, &v);
            centre(mark, size_px, &u, &v);
            if (hypot(u - x, v - y) > size_px || known(out, u, v, 0.5 * size_px) || !stands_alone(mark, rim, u, v, size_px)) continue;
            double like = mean_like(mark, u, v, size_px / 3) / 255;
            if (like < 0.3 || out->count == out->capacity) continue;
            out->at[out->count++] = (mark_spot){u, v, (float)like};
        }
}
