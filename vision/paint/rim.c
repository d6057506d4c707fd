#include "vision/paint/rim.h"
#include "vision/paint/paint_limits.h"

#include <stdlib.h>

// Depth of a point inside the top face and the outward normal of its nearest edge.
static double depth_at(const rim_model *m, vec2 p, vec2 *normal) {
    if (m->round) {
        double r = vec2_length(p);
        *normal = r > 1e-9 ? vec2_scale(p, 1 / r) : (vec2){1, 0};
        return m->half_x - r;
    }
    double dx = m->half_x - fabs(p.x), dy = m->half_y - fabs(p.y);
    *normal = dx < dy ? (vec2){p.x < 0 ? -1 : 1, 0} : (vec2){0, p.y < 0 ? -1 : 1};
    return dx < dy ? dx : dy;
}

// Point of the line `depth` inside the edge, at the share t of its length from the middle of the front, counter-clockwise.
static vec2 edge_point(const rim_model *m, double t, double depth) {
    double hx = m->half_x - depth, hy = m->half_y - depth;
    if (m->round) return (vec2){hx * cos(2 * PI * t), hx * sin(2 * PI * t)};
    double s = t * 4 * (hx + hy);
    if (s < hy) return (vec2){hx, s};
    if ((s -= hy) < 2 * hx) return (vec2){hx - s, hy};
    if ((s -= 2 * hx) < 2 * hy) return (vec2){-hx, hy - s};
    if ((s -= 2 * hy) < 2 * hx) return (vec2){-hx + s, -hy};
    return (vec2){hx, -hy + (s - 2 * hx)};
}

vec2 rim_edge(const rim_model *m, double t, vec2 *normal) {
    vec2 p = edge_point(m, t, 0);
    depth_at(m, p, normal);
    return p;
}

// The point's position around the base as a share of a full turn, for its sector.
static double way_round(const rim_model *m, vec2 p) {
    double a = atan2(p.y / m->half_y, p.x / m->half_x) / (2 * PI);
    return a < 0 ? a + 1 : a;
}

static void make_scan(rim_model *m) {
    for (int i = 0; i < RIM_SCAN_BAND; i++) m->scan_band[i] = edge_point(m, (i + 0.5) / RIM_SCAN_BAND, RIM_WIDTH_IN / 2);
    double inside = fmin(RIM_WIDTH_IN + 1.2 * IN_PER_MM, 0.8 * fmin(m->half_x, m->half_y));
    for (int i = 0; i < RIM_SCAN_INNER; i++) m->scan_inner[i] = edge_point(m, (i + 0.5) / RIM_SCAN_INNER, inside);
}

static void add_band(rim_model *m, vec2 p, vec2 n, double depth) {
    rim_samples *s = &m->samples;
    if (s->count == s->capacity) return;
    int i = s->count++;
    s->x[i] = (float)p.x, s->y[i] = (float)p.y;
    s->nx[i] = (float)n.x, s->ny[i] = (float)n.y;
    s->turn[i] = (float)(n.y * p.x - n.x * p.y);
    s->depth[i] = (uint8_t)rim_depth_entry(depth);
    s->sector[i] = (uint8_t)((int)(way_round(m, p) * RIM_SECTORS) % RIM_SECTORS);
}

static void add_sample(rim_model *m, vec2 p, double near_mark) {
    vec2 n;
    double depth = depth_at(m, p, &n), aside = fabs(p.y);
    if (depth < -PAINT_RIM_OUTSIDE_IN || depth > RIM_WIDTH_IN + PAINT_RIM_INSIDE_IN) return;
    bool front = p.x > 0 && (m->round || n.x > 0.5), band = !(front && aside < near_mark);
    if (band) add_band(m, p, n, depth);
    bool on = front && aside < MARK_WIDTH_IN / 2 + 1.8 * IN_PER_MM && depth > 0.2 * RIM_WIDTH_IN && depth < 0.8 * RIM_WIDTH_IN;
    bool behind = !band && depth > 1.3 * RIM_WIDTH_IN && aside < MARK_WIDTH_IN / 3;
    if ((on || behind) && m->mark_count < RIM_MAX_MARKS) m->marks[m->mark_count++] = (mark_sample){(float)p.x, (float)p.y, on, on && band, behind};
}

static void swap_floats(float *a, int i, int k) {
    float t = a[i];
    a[i] = a[k], a[k] = t;
}

static void swap_bytes(uint8_t *a, int i, int k) {
    uint8_t t = a[i];
    a[i] = a[k], a[k] = t;
}

// A number below n from a fixed series: a linear congruential generator (Knuth's MMIX constants).
static int random_below(uint64_t *r, int n) {
    *r = *r * 6364136223846793005u + 1442695040888963407u;
    return (int)((*r >> 33) % (uint64_t)n);
}

static void shuffle(rim_model *m) {
    uint64_t r = 1;
    rim_samples *s = &m->samples;
    for (int i = s->count - 1; i > 0; i--) {
        int k = random_below(&r, i + 1);
        float *const list[] = {s->x, s->y, s->nx, s->ny, s->turn};
        for (size_t a = 0; a < sizeof list / sizeof *list; a++) swap_floats(list[a], i, k);
        swap_bytes(s->depth, i, k);
        swap_bytes(s->sector, i, k);
    }
    for (int i = m->mark_count - 1; i > 0; i--) {
        int k = random_below(&r, i + 1);
        mark_sample t = m->marks[i];
        m->marks[i] = m->marks[k], m->marks[k] = t;
    }
}

static double step_up(double z) { return 1 / (1 + exp(-1.7 * z)); }

static void make_tables(rim_model *m) {
    for (int i = 0; i < RIM_DEPTHS; i++) {
        double a = step_up((RIM_DEPTH_FROM + (i + 0.5) * RIM_DEPTH_STEP) / m->blur);
        m->edge[i] = (float)a;
        m->edge_slope[i] = (float)(1.7 / m->blur * a * (1 - a));
    }
    for (int i = 0; i < RIM_EDGE_STEPS; i++) m->step[i] = (float)step_up((i - RIM_EDGE_STEPS / 2) * RIM_DEPTH_STEP / m->blur);
}

// One block for all arrays of samples.
static status reserve(rim_model *m, int capacity) {
    rim_samples *s = &m->samples;
    size_t n = (size_t)capacity;
    s->capacity = capacity;
    s->x = malloc(n * (5 * sizeof(float) + 2));
    m->marks = malloc(RIM_MAX_MARKS * sizeof *m->marks);
    if (!s->x || !m->marks) {
        rim_model_free(m);
        return STATUS_MEMORY;
    }
    s->y = s->x + n, s->nx = s->y + n, s->ny = s->nx + n, s->turn = s->ny + n;
    s->depth = (uint8_t *)(s->turn + n);
    s->sector = s->depth + n;
    return STATUS_OK;
}

status rim_model_make(rim_model *m, const base_kind *kind, double px_per_in) {
    base b = kind->base;
    *m = (rim_model){.kind = *kind, .round = b.shape == BASE_ROUND};
    m->half_x = fmax(b.depth_in / 2 - b.top_inset_in, 0.1), m->half_y = fmax(b.width_in / 2 - b.top_inset_in, 0.1);
    m->mark_x = m->half_x - RIM_WIDTH_IN / 2;
    m->reach = hypot(m->half_x, m->half_y) + PAINT_RIM_OUTSIDE_IN;
    m->blur = fmax(0.65 / px_per_in, 0.15 * IN_PER_MM);
    // About one sample a pixel, and at most some thousands on a large base.
    double step = fmax(fmax(0.9 / px_per_in, 0.4 * IN_PER_MM), 0.012 * (m->half_x + m->half_y));
    int nx = (int)ceil((m->half_x + PAINT_RIM_OUTSIDE_IN) / step), ny = (int)ceil((m->half_y + PAINT_RIM_OUTSIDE_IN) / step);
    int most = (2 * nx + 1) * (2 * ny + 1);
    if (reserve(m, most < RIM_MAX_SAMPLES ? most : RIM_MAX_SAMPLES) != STATUS_OK) return STATUS_MEMORY;
    double near_mark = MARK_WIDTH_IN / 2 + fmax(0.8 / px_per_in, 0.5 * IN_PER_MM);
    for (int i = -nx; i <= nx; i++)
        for (int j = -ny; j <= ny; j++) add_sample(m, (vec2){i * step, j * step}, near_mark);
    shuffle(m);
    make_scan(m);
    make_tables(m);
    return STATUS_OK;
}

void rim_model_free(rim_model *m) {
    free(m->samples.x);
    free(m->marks);
    m->samples = (rim_samples){0};
    m->marks = NULL;
}
