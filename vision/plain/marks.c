#include "vision/plain/marks.h"
#include "vision/plain/plain_limits.h"

#include <math.h>

enum { AROUND = 16 };

// The tables in use, and rings of whole pixels around a spot.
typedef struct {
    const frame *f;
    const colour_table *mark, *rim;
    double size;
    int margin;  // of the rings
    ptrdiff_t out[AROUND], near[AROUND], far[AROUND];
} looker;

static ptrdiff_t offset_of(const frame *f, double u, double v) { return (ptrdiff_t)lround(v) * (ptrdiff_t)f->bgr_stride + 3 * (ptrdiff_t)lround(u); }

static looker look_for(const frame *f, const colour_table *mark, const colour_table *rim, double size) {
    looker l = {.f = f, .mark = mark, .rim = rim, .size = size, .margin = (int)ceil(1.5 * size) + 2};
    for (int i = 0; i < AROUND; i++) {
        double c = size * cos(2 * PI * i / AROUND), s = size * sin(2 * PI * i / AROUND);
        l.out[i] = offset_of(f, 1.3 * c, 1.3 * s);
        l.near[i] = offset_of(f, 1.1 * c, 1.1 * s);
        l.far[i] = offset_of(f, 1.5 * c, 1.5 * s);
    }
    return l;
}

static double mean_like(const looker *l, double u, double v) {
    double half = l->size / 3;
    int sum = 0, n = 0, reach = (int)fmax(1, half);
    double step = half / reach;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++, n++) sum += colour_near(l->f, l->mark, u + x * step, v + y * step);
    return (double)sum / n;
}

// Moves (u, v) to the centroid of the mark's likeness in a window slightly larger than the mark.
static void centre(const looker *l, double *u, double *v) {
    px_rect r = {(int)lround(*u) - (int)ceil(0.8 * l->size), (int)lround(*v) - (int)ceil(0.8 * l->size), 0, 0};
    r.width = r.height = 2 * (int)ceil(0.8 * l->size) + 1;
    if (r.x < 0 || r.y < 0 || r.x + r.width > l->f->width || r.y + r.height > l->f->height) return;
    int sum = 0, su = 0, sv = 0;
    frame_want_colours(l->f, r.x, r.y, r.width, r.height);
    for (int y = 0; y < r.height; y++) {
        const uint8_t *p = l->f->bgr + (size_t)(r.y + y) * l->f->bgr_stride + 3 * (size_t)r.x;
        for (int x = 0; x < r.width; x++, p += 3) {
            int like = l->mark->like[colour_bin(p)];
            like = like < PLAIN_MARKS_LIKE / 2 ? 0 : like;
            sum += like, su += like * x, sv += like * y;
        }
    }
    if (sum > 0) *u = r.x + (double)su / sum, *v = r.y + (double)sv / sum;
}

// True for a spot: most of the ring around it is not the mark's colour, and a part of it is the rim's.
static bool stands_alone(const looker *l, double u, double v) {
    int x = (int)lround(u), y = (int)lround(v), marks = 0, rims = 0;
    if (x < l->margin || y < l->margin || x >= l->f->width - l->margin || y >= l->f->height - l->margin) return false;
    frame_want_colours(l->f, x - l->margin, y - l->margin, 2 * l->margin + 1, 2 * l->margin + 1);
    const uint8_t *p = l->f->bgr + (size_t)y * l->f->bgr_stride + 3 * (size_t)x;
    for (int i = 0; i < AROUND; i++) {
        marks += l->mark->like[colour_bin(p + l->out[i])] >= PLAIN_MARKS_LIKE;
        if (marks > AROUND - PLAIN_MARKS_LEAST_OTHER) return false;
    }
    for (int i = 0; i < AROUND && rims < PLAIN_MARKS_LEAST_RIM; i++)
        rims += l->rim->like[colour_bin(p + l->near[i])] > PLAIN_MARKS_RIM_LIKE || l->rim->like[colour_bin(p + l->far[i])] > PLAIN_MARKS_RIM_LIKE;
    return rims >= PLAIN_MARKS_LEAST_RIM;
}

// How much two opposite sides of a lone spot look like the rim.
static double between(const looker *l, double u, double v) {
    const uint8_t *p = l->f->bgr + (size_t)lround(v) * l->f->bgr_stride + 3 * (size_t)lround(u);
    int like[AROUND], best = 0;
    for (int i = 0; i < AROUND; i++) {
        int near = l->rim->like[colour_bin(p + l->near[i])], far = l->rim->like[colour_bin(p + l->far[i])];
        like[i] = near > far ? near : far;
    }
    for (int i = 0; i < AROUND / 2; i++) {
        int less = like[i] < like[i + AROUND / 2] ? like[i] : like[i + AROUND / 2];
        best = less > best ? less : best;
    }
    return best / 255.0;
}

// Spots are found row by row, so the search stops at spots much farther up.
static bool known(const mark_list *l, double u, double v, double near, double row) {
    for (int i = l->count - 1; i >= 0 && l->at[i].v > v - row; i--)
        if (fabs(l->at[i].u - u) < near && fabs(l->at[i].v - v) < near) return true;
    return false;
}

static void try_spot(const looker *l, double x, double y, mark_list *out) {
    double u = x, v = y;
    if (known(out, u, v, 0.4 * l->size, 3 * l->size) || !stands_alone(l, u, v)) return;
    centre(l, &u, &v);
    centre(l, &u, &v);
    if (hypot(u - x, v - y) > l->size || known(out, u, v, 0.5 * l->size, 3 * l->size) || !stands_alone(l, u, v)) return;
    double like = mean_like(l, u, v) / 255;
    if (like < 0.3 || out->count == out->capacity) return;
    out->at[out->count++] = (mark_spot){u, v, (float)like, (float)between(l, u, v)};
}

void marks_find(const frame *f, const colour_table *mark, const colour_table *rim, px_rect r, double size_px, double finely, mark_list *out) {
    looker l = look_for(f, mark, rim, size_px);
    int step = (int)fmax(1, size_px * finely);
    for (int y = r.y; y < r.y + r.height; y += step)
        for (int x = r.x; x < r.x + r.width; x += step)
            if (mark->like[colour_bin(frame_colour_at(f, x, y))] >= PLAIN_MARKS_LIKE) try_spot(&l, x, y, out);
}
