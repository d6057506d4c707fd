#include "vision/bases/flat.h"

#include <math.h>
#include <string.h>

#include "vision/fit/sample.h"
#include "vision/internal.h"

// Bounded, so that a table of any stated size has a number of pixels: more than a network takes.
static int whole_mm(double inches) {
    const double most = 1e6;
    return inches > 0 ? (int)fmin(inches / IN_PER_MM, most) : 0;
}

static int up_to_step(int n) { return (n + FLAT_STEP - 1) / FLAT_STEP * FLAT_STEP; }

flat_part flat_whole(const vision_view *view) {
    return (flat_part){0, 0, up_to_step(whole_mm(view->width_in)), up_to_step(whole_mm(view->depth_in))};
}

flat_part flat_of_px(const vision_view *view, px_rect where, double around_mm) {
    enum { ALONG = 5 };  // places looked at along each edge: lenses bend it
    flat_part whole = flat_whole(view);
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int i = 0; i < ALONG * ALONG; i++) {
        double across = i % ALONG / (ALONG - 1.0), down = i / ALONG / (ALONG - 1.0);
        px2 p = {where.x + where.width * across, where.y + where.height * down};
        vec2 at = view->to_table(view->context, p, FLAT_PLANE_MM * IN_PER_MM);
        if (!isfinite(at.x) || !isfinite(at.y)) return whole;
        x0 = fmin(x0, at.x), y0 = fmin(y0, at.y), x1 = fmax(x1, at.x), y1 = fmax(y1, at.y);
    }
    double left = x0 / IN_PER_MM - around_mm, right = x1 / IN_PER_MM + around_mm;
    double top = (view->depth_in - y1) / IN_PER_MM - around_mm, bottom = (view->depth_in - y0) / IN_PER_MM + around_mm;
    if (right <= 0 || bottom <= 0 || left >= whole.columns || top >= whole.rows) return (flat_part){0};
    int c0 = (int)fmax(left, 0) / FLAT_STEP * FLAT_STEP, r0 = (int)fmax(top, 0) / FLAT_STEP * FLAT_STEP;
    int c1 = up_to_step((int)fmin(right, whole.columns)), r1 = up_to_step((int)fmin(bottom, whole.rows));
    return (flat_part){c0, r0, c1 - c0, r1 - r0};
}

// The job of the threads: strips of FLAT_STEP rows, each with the projection of its corners of squares of FLAT_STEP.
typedef struct {
    const frame *frame;
    const vision_view *view;
    flat_part part;
    int fine;  // places along a pixel
    const net_map *out;
    int parts;
} flat_job;

static px2 shown_at(const flat_job *j, double column, double row) {
    vec2 at = {column * IN_PER_MM, j->view->depth_in - row * IN_PER_MM};
    return j->view->to_px(j->view->context, (vec3){at.x, at.y, FLAT_PLANE_MM * IN_PER_MM});
}

static void lay_square(const flat_job *j, int column, int row, const px2 corner[4]) {
    const int fine = j->fine, n = FLAT_STEP * fine;
    const float scale = 1.0f / (128.0f * (float)(fine * fine));
    bool seen = true;
    for (int k = 0; k < 4; k++) seen = seen && isfinite(corner[k].u) && isfinite(corner[k].v);
    float u0 = (float)corner[0].u, v0 = (float)corner[0].v;
    float ru = (float)(corner[1].u - corner[0].u), rv = (float)(corner[1].v - corner[0].v);
    float du = (float)(corner[2].u - corner[0].u), dv = (float)(corner[2].v - corner[0].v);
    float tu = (float)(corner[3].u - corner[2].u) - ru, tv = (float)(corner[3].v - corner[2].v) - rv;
    for (int y = 0; y < FLAT_STEP; y++) {
        float *out = net_map_at(j->out, 0, row + y, column);
        for (int x = 0; x < FLAT_STEP; x++, out += j->out->pixel) {
            float sum[3] = {0, 0, 0};
            for (int k = 0; seen && k < fine * fine; k++) {
                float s = ((float)(x * fine + k % fine) + 0.5f) / (float)n, t = ((float)(y * fine + k / fine) + 0.5f) / (float)n;
                sample_add_colour(j->frame, u0 + s * ru + t * du + s * t * tu, v0 + s * rv + t * dv + s * t * tv, sum);
            }
            for (int k = 0; k < 3; k++) out[k] = sum[k] * scale - 1;
        }
    }
}

static void lay_strips(void *task, int part) {
    const flat_job *j = task;
    for (int row = part * FLAT_STEP; row < j->part.rows; row += j->parts * FLAT_STEP) {
        px2 above = shown_at(j, j->part.column, j->part.row + row), below = shown_at(j, j->part.column, j->part.row + row + FLAT_STEP);
        for (int column = 0; column < j->part.columns; column += FLAT_STEP) {
            double right = j->part.column + column + FLAT_STEP;
            px2 corner[4] = {above, shown_at(j, right, j->part.row + row), below, shown_at(j, right, j->part.row + row + FLAT_STEP)};
            lay_square(j, column, row, corner);
            above = corner[1], below = corner[3];
        }
    }
}

// The colours of this part of the picture, before the threads read them.
static void want_colours(const flat_job *j) {
    double u0 = INFINITY, v0 = INFINITY, u1 = -INFINITY, v1 = -INFINITY;
    for (int i = 0; i < 64; i++) {
        double t = i % 16 / 15.0, x[4] = {t, 1, t, 0}, y[4] = {0, t, 1, t};
        px2 p = shown_at(j, j->part.column + x[i / 16] * j->part.columns, j->part.row + y[i / 16] * j->part.rows);
        if (!isfinite(p.u) || !isfinite(p.v)) continue;
        u0 = fmin(u0, p.u), v0 = fmin(v0, p.v), u1 = fmax(u1, p.u), v1 = fmax(v1, p.v);
    }
    const int beyond = 8;  // the lens bends the edges between the places
    if (!(u1 > u0 && v1 > v0)) return;
    u0 = fmax(u0 - beyond, 0), v0 = fmax(v0 - beyond, 0), u1 = fmin(u1 + beyond, j->frame->width), v1 = fmin(v1 + beyond, j->frame->height);
    if (u1 > u0 && v1 > v0) frame_want_colours(j->frame, (int)u0 & ~1, (int)v0 & ~1, (int)(u1 - u0) + 2, (int)(v1 - v0) + 2);
}

void flat_lay(const frame *f, const vision_view *view, flat_part part, thread_pool *pool, const net_map *out) {
    flat_job j = {.frame = f, .view = view, .part = part, .out = out, .parts = thread_pool_count(pool)};
    px2 a = shown_at(&j, view->width_in / IN_PER_MM / 2 - 50, view->depth_in / IN_PER_MM / 2);
    px2 b = shown_at(&j, view->width_in / IN_PER_MM / 2 + 50, view->depth_in / IN_PER_MM / 2);
    double scale = hypot(b.u - a.u, b.v - a.v) / 100;
    j.fine = scale < 1.3 ? 1 : scale < 2.6 ? 2 : 3;
    want_colours(&j);
    thread_pool_run(pool, lay_strips, &j);
}
