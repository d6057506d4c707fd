// Corrects uneven light: under a lamp or beside a window, paint is judged relative to the local light. Light changes slowly over the table, and the
// visible ground shows its amount. The light is fitted as a smooth surface; where it is uneven, the needed pieces of the picture are copied with the
// light evened. Source: retrospective shading correction by a polynomial surface (Likar et al., "Retrospective shading correction based on entropy
// minimization", J. Microscopy 197 (2000)), here by least squares with Tukey's weights on the logarithm of the codes.
#include <stdlib.h>
#include <string.h>

#include "vision/fit/robust.h"
#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

enum { COLUMNS = 60, ROWS = 40, DEGREE = 4, TERMS = (DEGREE + 1) * (DEGREE + 2) / 2, ROUNDS = 8 };

typedef struct {
    double x[COLUMNS * ROWS], y[COLUMNS * ROWS], log_code[COLUMNS * ROWS];  // x, y: -1..1 over the table
    int count;
} light_samples;

static void terms_at(double x, double y, double out[TERMS]) {
    int n = 0;
    double px = 1;
    for (int i = 0; i <= DEGREE; i++, px *= x) {
        double py = 1;
        for (int k = 0; i + k <= DEGREE; k++, py *= y) out[n++] = px * py;
    }
}

static double light_at(const double *surface, double x, double y) {
    double t[TERMS], sum = 0;
    terms_at(fmin(fmax(x, -1), 1), fmin(fmax(y, -1), 1), t);
    for (int i = 0; i < TERMS; i++) sum += surface[i] * t[i];
    return sum;
}

// The mean colour of a few pixels. False where no pixel is usable: outside, black or saturated.
static bool mean_near(const frame *f, px2 at, double mean[3]) {
    enum { REACH = 2 };
    if (!(at.u >= REACH && at.v >= REACH && at.u < f->width - REACH - 1 && at.v < f->height - REACH - 1)) return false;
    int sum[3] = {0}, n = (2 * REACH + 1) * (2 * REACH + 1);
    frame_glance_at_colours(f, (int)at.u - REACH, (int)at.v - REACH, 2 * REACH + 1, 2 * REACH + 1);
    for (int v = -REACH; v <= REACH; v++) {
        const uint8_t *p = f->bgr + (size_t)((int)at.v + v) * f->bgr_stride + 3 * (size_t)((int)at.u - REACH);
        for (int u = 0; u <= 2 * REACH; u++, p += 3)
            for (int k = 0; k < 3; k++) sum[k] += p[k];
    }
    for (int k = 0; k < 3; k++) mean[k] = (double)sum[k] / n;
    return mean[0] > 6 && mean[1] > 6 && mean[2] > 6 && mean[0] < 250 && mean[1] < 250 && mean[2] < 250;
}

static bool ground_hue(const double c[3], colour ground) {
    double sum = c[0] + c[1] + c[2], all = ground.b + ground.g + ground.r, of[3] = {ground.b, ground.g, ground.r};
    for (int k = 0; k < 3; k++)
        if (fabs(c[k] / sum - of[k] / all) > PAINT_EVEN_SAME_HUE * of[k] / all + 0.006) return false;
    return true;
}

static void sample_ground(const base_search *s, light_samples *l) {
    l->count = 0;
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        double x = (i % COLUMNS + 0.5) / COLUMNS, y = (i / COLUMNS + 0.5) / ROWS, c[3];
        px2 at = s->view->to_px(s->view->context, (vec3){x * s->view->width_in, y * s->view->depth_in, 0});
        if (!mean_near(s->frame, at, c) || !ground_hue(c, s->ground)) continue;
        l->x[l->count] = 2 * x - 1, l->y[l->count] = 2 * y - 1, l->log_code[l->count] = log((c[0] + 2 * c[1] + c[2]) / 4);
        l->count++;
    }
}

// One step of the fit: the surface through the samples within `gate` of the last surface.
static bool fit_step(const light_samples *l, double gate, double *surface) {
    normal_equations n;
    double t[TERMS];
    solve_begin(&n, TERMS);
    for (int i = 0; i < l->count; i++) {
        double light = 0;
        terms_at(l->x[i], l->y[i], t);
        for (int k = 0; k < TERMS; k++) light += surface[k] * t[k];
        double w = fit_tukey(1, l->log_code[i] - light, gate);
        if (w > 0) solve_add(&n, t, l->log_code[i], w);
    }
    for (int k = 1; k < TERMS; k++) solve_hold(&n, k, 0, 0.02);  // without samples, the light is even
    if (!solve_factor(&n)) return false;
    solve_for(&n, n.b, surface);
    return true;
}

static int by_value(const void *a, const void *b) { return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b); }

// The surface of the light. False where it can't be determined or is even enough. *middle: its median.
static bool fit_light(const light_samples *l, double *surface, double *middle) {
    double at[COLUMNS * ROWS];
    if (l->count < PAINT_EVEN_LEAST_SAMPLES) return false;
    memcpy(at, l->log_code, (size_t)l->count * sizeof *at);
    qsort(at, (size_t)l->count, sizeof *at, by_value);
    memset(surface, 0, TERMS * sizeof *surface);
    surface[0] = at[l->count / 2];
    for (int i = 0; i < ROUNDS; i++)
        if (!fit_step(l, fmax(PAINT_EVEN_GATE_TO, PAINT_EVEN_GATE_FROM * pow(0.75, i)), surface)) return false;
    for (int i = 0; i < l->count; i++) at[i] = light_at(surface, l->x[i], l->y[i]);
    qsort(at, (size_t)l->count, sizeof *at, by_value);
    *middle = at[l->count / 2];
    return at[l->count * 9 / 10] - at[l->count / 10] > PAINT_EVEN_UNEVEN;
}

static void make_levels(even_light *e) {
    for (int i = 0; i < EVEN_LEVELS; i++) {
        double gain = exp((i - EVEN_LEVELS / 2) * PAINT_EVEN_LEVEL_STEP);
        for (int c = 0; c < 256; c++) e->code[i][c] = (uint8_t)fmin(255, c * gain + 0.5);
    }
}

// The correction at the pixel, as a logarithm of codes.
static double gain_at(const base_search *s, const double *surface, double middle, double u, double v) {
    vec2 p = s->view->to_table(s->view->context, (px2){u, v}, 0);
    if (!isfinite(p.x) || !isfinite(p.y)) return 0;
    double gain = middle - light_at(surface, 2 * p.x / s->view->width_in - 1, 2 * p.y / s->view->depth_in - 1);
    return fmin(fmax(gain, -PAINT_EVEN_MOST_LOG), PAINT_EVEN_MOST_LOG);
}

// The levels of all squares, interpolated between the nodes of a coarse grid.
static void make_net(const base_search *s, even_light *e, int step, const double *surface, double middle) {
    enum { NET_X = 48, NET_Y = 32 };
    double net[NET_Y + 1][NET_X + 1];
    const frame *f = s->frame;
    for (int y = 0; y <= NET_Y; y++)
        for (int x = 0; x <= NET_X; x++) net[y][x] = gain_at(s, surface, middle, (double)x * f->width / NET_X, (double)y * f->height / NET_Y);
    for (int y = 0; y < e->rows; y++)
        for (int x = 0; x < e->columns; x++) {
            double u = fmin((x + 0.5) * step / f->width, 0.9999) * NET_X, v = fmin((y + 0.5) * step / f->height, 0.9999) * NET_Y;
            int i = (int)u, k = (int)v;
            double p = u - i, q = v - k;
            double gain = (1 - q) * ((1 - p) * net[k][i] + p * net[k][i + 1]) + q * ((1 - p) * net[k + 1][i] + p * net[k + 1][i + 1]);
            e->level[y * e->columns + x] = (uint8_t)(EVEN_LEVELS / 2 + (int)lround(gain / PAINT_EVEN_LEVEL_STEP));
        }
}

static void copy_square(even_light *e, const frame *f, int column, int row) {
    const uint8_t *code = e->code[e->level[row * e->columns + column]];
    int x0 = column * e->step, x1 = x0 + e->step < f->width ? x0 + e->step : f->width;
    int y0 = row * e->step, y1 = y0 + e->step < f->height ? y0 + e->step : f->height;
    frame_want_colours(f, x0, y0, x1 - x0, y1 - y0);
    for (int y = y0; y < y1; y++) {
        const uint8_t *from = f->bgr + (size_t)y * f->bgr_stride;
        uint8_t *to = e->bgr + (size_t)y * 3 * (size_t)f->width;
        for (int i = 3 * x0; i < 3 * x1; i++) to[i] = code[from[i]];
    }
}

void even_need(base_search *s, px_rect r, int by) {
    even_light *e = &s->even;
    if (e->step <= 0) return;
    px_rect g = {r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by};
    r = rect_clip(&g, s->original->width, s->original->height);
    if (r.width <= 0 || r.height <= 0) return;
    for (int row = r.y / e->step; row <= (r.y + r.height - 1) / e->step; row++)
        for (int column = r.x / e->step; column <= (r.x + r.width - 1) / e->step; column++) {
            uint8_t *done = &e->done[row * e->columns + column];
            if (!*done) copy_square(e, s->original, column, row);
            *done = 1;
        }
}

static status reserve(even_light *e, size_t pixels, size_t levels) {
    if (e->capacity < pixels) {
        free(e->bgr);
        e->bgr = malloc(3 * pixels);
        e->capacity = e->bgr ? pixels : 0;
    }
    if (e->levels < levels) {
        free(e->level);
        e->level = malloc(2 * levels);
        e->levels = e->level ? levels : 0;
    }
    return e->bgr && e->level ? STATUS_OK : STATUS_MEMORY;
}

status even_learn(base_search *s) {
    even_light *e = &s->even;
    const frame *f = s->frame;
    light_samples l;
    double surface[TERMS], middle = 0;
    e->step = e->learned = 0;
    sample_ground(s, &l);
    if (!fit_light(&l, surface, &middle)) return STATUS_OK;
    int step = f->width / 250 > 4 ? f->width / 250 : 4;
    e->columns = (f->width + step - 1) / step, e->rows = (f->height + step - 1) / step;
    if (reserve(e, (size_t)f->width * (size_t)f->height, (size_t)e->columns * (size_t)e->rows) != STATUS_OK) return STATUS_MEMORY;
    e->learned = step;
    make_levels(e);
    make_net(s, e, step, surface, middle);
    return STATUS_OK;
}

void even_open(base_search *s) {
    even_light *e = &s->even;
    const frame *f = s->frame;
    e->step = e->learned;
    if (e->step == 0) return;
    e->done = e->level + e->levels;
    memset(e->done, 0, e->levels);
    e->frame = *f;
    e->frame.bgr = e->bgr, e->frame.bgr_stride = 3 * (size_t)f->width, e->frame.colours = NULL;
    s->frame = &e->frame;
}

void even_finish(even_light *e) {
    free(e->bgr);
    free(e->level);
}
