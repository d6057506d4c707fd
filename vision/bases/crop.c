#include "vision/bases/crop.h"

#include <math.h>
#include <string.h>

#include "vision/fit/sample.h"

bool crop_aim(const vision_view *view, const frame *f, vec2 at, double z_in, double heading_rad, local_axes *out) {
    local_view v;
    if (!local_view_at(view, at, z_in, &v)) return false;
    *out = local_view_axes(&v, (vec2){0, 0}, heading_rad);
    out->fu *= IN_PER_MM, out->fv *= IN_PER_MM, out->lu *= IN_PER_MM, out->lv *= IN_PER_MM;
    double scale2 = fabs(out->fu * out->lv - out->fv * out->lu);
    return isfinite(out->origin.u) && isfinite(out->origin.v) && out->origin.u > -500 && out->origin.v > -500 && out->origin.u < f->width + 500 &&
           out->origin.v < f->height + 500 && scale2 > 1e-4 && scale2 < 1e4;
}

void crop_want(const frame *f, const local_axes *a, double mm) {
    double u = mm * (fabs(a->fu) + fabs(a->lu)) + 2, v = mm * (fabs(a->fv) + fabs(a->lv)) + 2;
    double u0 = fmax(a->origin.u - u, 0), v0 = fmax(a->origin.v - v, 0), u1 = fmin(a->origin.u + u, f->width), v1 = fmin(a->origin.v + v, f->height);
    if (u1 > u0 && v1 > v0) frame_want_colours(f, (int)u0 & ~1, (int)v0 & ~1, (int)(u1 - u0) + 3, (int)(v1 - v0) + 3);
}

double crop_px_per_mm(const local_axes *a) { return sqrt(fabs(a->fu * a->lv - a->fv * a->lu)); }

int crop_fine(double step_px) { return (int)fmin(fmax(ceil(step_px / 1.3), 1), CROP_MOST_FINE); }

crop_grid crop_grid_of(const local_axes *a, double half_mm, int side) {
    crop_grid g = {.axes = *a, .half_mm = half_mm, .step_mm = 2 * half_mm / side, .px_per_mm = crop_px_per_mm(a)};
    g.fine = crop_fine(g.step_mm * g.px_per_mm);
    return g;
}

// Adds the places of one row of them, those of `count` pixels from column j on, to the pixels' sums.
static void add_places(const crop_grid *g, const frame *f, int row, int j, int count, float (*sum)[3]) {
    float u[SAMPLE_AT_ONCE], v[SAMPLE_AT_ONCE], seen[3][SAMPLE_AT_ONCE];
    const int fine = g->fine, n = count * fine;
    const float e = (float)g->half_mm, sub = (float)(g->step_mm / fine), forward = e - ((float)row + 0.5f) * sub;
    const float u0 = (float)g->axes.origin.u, v0 = (float)g->axes.origin.v;
    const float fu = (float)g->axes.fu, fv = (float)g->axes.fv, lu = (float)g->axes.lu, lv = (float)g->axes.lv;
    for (int x = 0; x < n; x++) {
        const float left = e - ((float)(j * fine + x) + 0.5f) * sub;
        u[x] = u0 + forward * fu + left * lu, v[x] = v0 + forward * fv + left * lv;
    }
    if (g->sharp) {
        for (int x = 0; x < n; x++) sample_add_colour_cubic(f, u[x], v[x], sum[x / fine]);
        return;
    }
    sample_colours_along(f, u, v, n, seen);
    for (int x = 0; x < n; x++)
        for (int k = 0; k < 3; k++) sum[x / fine][k] += seen[k][x];
}

void crop_row(const crop_grid *g, const frame *f, const print_tones *t, int i, int count, float *out, ptrdiff_t step) {
    const int fine = g->fine, at_once = SAMPLE_AT_ONCE / fine;
    const float share = 1.0f / (float)(fine * fine);
    for (int j = 0; j < count; j += at_once) {
        const int n = count - j < at_once ? count - j : at_once;
        float sum[SAMPLE_AT_ONCE][3];
        memset(sum, 0, (size_t)n * sizeof *sum);
        for (int y = 0; y < fine; y++) add_places(g, f, i * fine + y, j, n, sum);
        for (int x = 0; x < n; x++) {
            for (int k = 0; k < 3; k++) sum[x][k] *= share;
            paint_share(t, sum[x], out + (j + x) * step);
        }
    }
}
