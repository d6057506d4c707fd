#include "pipeline/table_cut.h"

#include <math.h>
#include <string.h>

#define CELL_PX 16          // the camera's distortion bends less within a cell than a pixel
#define STEP_BITS 16        // of a pixel, in a span
#define COLUMNS_MOST 130    // cells of a row: 2,080 pixels
#define NO_PICTURE_GRAY 96  // where the camera sees nothing

typedef struct {
    const calibration *c;
    const frame *f;
    vec2 low, high;
    int width, height;
} cut;

// The camera's pixel that shows the corner of a cell.
static px2 corner(const cut *k, int column, int row) {
    double x = k->low.x + (column * CELL_PX + 0.5) / k->width * (k->high.x - k->low.x),
           y = k->high.y - (row * CELL_PX + 0.5) / k->height * (k->high.y - k->low.y);
    return calib_to_px(k->c, (vec3){x, y, 0});
}

static bool is_inside(const frame *f, double u, double v) { return u >= 0 && v >= 0 && u < f->width && v < f->height; }

static void copy_pixel(const frame *f, double u, double v, uint8_t *out) {
    if (!is_inside(f, u, v))
        memset(out, NO_PICTURE_GRAY, 3);
    else if (f->bgr)
        memcpy(out, frame_bgr(f, (int)u, (int)v), 3);
    else
        memset(out, f->gray[(size_t)(int)v * f->gray_stride + (size_t)(int)u], 3);
}

static px2 between(px2 a, px2 b, double share) { return (px2){a.u + (b.u - a.u) * share, a.v + (b.v - a.v) * share}; }

// All of the span lies in a picture with colours: no pixel is looked at twice.
static void take_inner_span(const frame *f, double u, double v, double du, double dv, int n, uint8_t *out) {
    const double unit = 1 << STEP_BITS;
    int64_t x = (int64_t)(u * unit), y = (int64_t)(v * unit), dx = (int64_t)(du * unit), dy = (int64_t)(dv * unit);
    for (int i = 0; i < n; i++, x += dx, y += dy, out += 3) {
        const uint8_t *pixel = f->bgr + (size_t)(y >> STEP_BITS) * f->bgr_stride + 3 * (size_t)(x >> STEP_BITS);
        out[0] = pixel[0], out[1] = pixel[1], out[2] = pixel[2];
    }
}

// The part of a row that lies in one cell: the camera's pixels lie on a straight line.
static void take_span(const frame *f, px2 from, px2 to, int n, uint8_t *out) {
    double u = from.u + 0.5, v = from.v + 0.5, du = (to.u - from.u) / CELL_PX, dv = (to.v - from.v) / CELL_PX;
    if (f->bgr && is_inside(f, u, v) && is_inside(f, u + du * (n - 1), v + dv * (n - 1))) {
        take_inner_span(f, u, v, du, dv, n, out);
        return;
    }
    for (int i = 0; i < n; i++, u += du, v += dv) copy_pixel(f, u, v, out + 3 * i);
}

// The frame makes the colours of what is looked at.
static void want(const cut *k, const px2 *above, const px2 *below, int columns) {
    double least_u = INFINITY, most_u = -INFINITY, least_v = INFINITY, most_v = -INFINITY;
    for (int i = 0; i <= columns; i++) {
        least_u = fmin(least_u, fmin(above[i].u, below[i].u)), most_u = fmax(most_u, fmax(above[i].u, below[i].u));
        least_v = fmin(least_v, fmin(above[i].v, below[i].v)), most_v = fmax(most_v, fmax(above[i].v, below[i].v));
    }
    least_u = fmax(least_u, 0), least_v = fmax(least_v, 0);
    most_u = fmin(most_u, k->f->width - 1), most_v = fmin(most_v, k->f->height - 1);
    if (!(least_u <= most_u && least_v <= most_v)) return;
    int x = (int)least_u & ~1;
    frame_want_colours(k->f, x, (int)least_v, (int)most_u + 1 - x, (int)(most_v + 1) - (int)least_v);
}

static void take_band(const cut *k, int row, const px2 *above, const px2 *below, int columns, uint8_t *out) {
    want(k, above, below, columns);
    for (int y = row * CELL_PX; y < (row + 1) * CELL_PX && y < k->height; y++) {
        double share = (double)(y % CELL_PX) / CELL_PX;
        uint8_t *line = out + 3 * (size_t)y * (size_t)k->width;
        for (int i = 0; i < columns; i++) {
            int n = k->width - i * CELL_PX < CELL_PX ? k->width - i * CELL_PX : CELL_PX;
            take_span(k->f, between(above[i], below[i], share), between(above[i + 1], below[i + 1], share), n, line + 3 * (size_t)i * CELL_PX);
        }
    }
}

void table_cut_take(const calibration *c, const frame *f, vec2 low, vec2 high, int width, int height, uint8_t *out) {
    const cut k = {c, f, low, high, width, height};
    px2 nodes[2][COLUMNS_MOST + 1];
    int columns = (width + CELL_PX - 1) / CELL_PX, rows = (height + CELL_PX - 1) / CELL_PX;
    if (columns > COLUMNS_MOST) return;
    for (int i = 0; i <= columns; i++) nodes[0][i] = corner(&k, i, 0);
    for (int row = 0; row < rows; row++) {
        px2 *above = nodes[row % 2], *below = nodes[(row + 1) % 2];
        for (int i = 0; i <= columns; i++) below[i] = corner(&k, i, row + 1);
        take_band(&k, row, above, below, columns, out);
    }
}
