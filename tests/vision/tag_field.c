#include "tests/vision/tag_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/vision/plane.h"

enum { FINE = 8, MOST_EDGE = 20000, DEVIATES = 1 << 16, CODES = 1 << 12 };

static const double paper = 0.85, ink = 0.03;

typedef struct {
    const tag_field_options *o;
    const tag_family *family;
    tag_field *out;
    float *light, *spare;
    uint64_t state;
} maker;

tag_field_options tag_field_default(void) {
    return (tag_field_options){.width = 4056,
                               .height = 3040,
                               .family = "tag36h11",
                               .count = 100,
                               .low_px = 16,
                               .high_px = 40,
                               .tilt = 0.03,
                               .blur_px = 0.7,
                               .noise = 2,
                               .tone = 2.2,
                               .texture = 1,
                               .clutter = 300,
                               .seed = 1};
}

static uint32_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static double uniform(uint64_t *state, double low, double high) { return low + (high - low) * next(state) / 4294967296.0; }

// The sum of twelve even numbers: near enough to a normal deviate.
static double deviate(uint64_t *state) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += uniform(state, 0, 1);
    return sum;
}

// Adds smooth noise with features of `size` pixels, of that amplitude: random values on a grid, bilinear between them.
static bool octave(maker *m, int size, float amplitude) {
    int w = m->o->width, h = m->o->height, columns = w / size + 2, rows = h / size + 2;
    float *grid = malloc((size_t)columns * (size_t)rows * sizeof *grid), *line = malloc((size_t)columns * sizeof *line);
    for (size_t i = 0; grid && i < (size_t)columns * (size_t)rows; i++) grid[i] = (float)uniform(&m->state, -amplitude, amplitude);
    for (int y = 0; grid && line && y < h; y++) {
        float q = (float)(y % size) / (float)size;
        const float *a = grid + (size_t)(y / size) * (size_t)columns, *b = a + columns;
        for (int i = 0; i < columns; i++) line[i] = a[i] + q * (b[i] - a[i]);
        float *to = m->light + (size_t)y * (size_t)w;
        for (int x = 0; x < w; x += size) {
            float value = line[x / size], step = (line[x / size + 1] - value) / (float)size;
            for (int i = x; i < x + size && i < w; i++) to[i] += value + step * (float)(i - x);
        }
    }
    bool good = grid && line;
    free(grid);
    free(line);
    return good;
}

// Ground of light about 0.2: the logarithm is what is noisy, as in grass and gravel.
static bool draw_ground(maker *m) {
    size_t n = (size_t)m->o->width * (size_t)m->o->height;
    bool good = true;
    memset(m->light, 0, n * sizeof *m->light);
    static const float amplitude[] = {0.7F, 0.6F, 0.5F, 0.4F, 0.3F, 0.25F, 0.2F, 0.2F};
    for (int i = 0; m->o->texture > 0 && i < 8; i++) good = good && octave(m, 1 << i, amplitude[i] * (float)m->o->texture);
    for (size_t i = 0; i < n; i++) {  // exp, near enough
        float x = 1 + m->light[i] / 8;
        x = x < 0 ? 0 : x * x;
        x = x * x;
        x = 0.2F * x * x;
        m->light[i] = x > 0.9F ? 0.9F : x;
    }
    return good;
}

static float *pixel(const maker *m, int x, int y) {
    bool inside = x >= 0 && y >= 0 && x < m->o->width && y < m->o->height;
    return inside ? m->light + (size_t)y * (size_t)m->o->width + x : NULL;
}

// A thing of clutter: ellipse or slab, of even light or with a rim, edges one pixel soft.
static void draw_thing(maker *m) {
    double u = uniform(&m->state, 0, m->o->width), v = uniform(&m->state, 0, m->o->height), a = uniform(&m->state, 4, 40);
    double b = a * uniform(&m->state, 0.3, 1), turn = uniform(&m->state, 0, 2 * PI), light = uniform(&m->state, 0, 1),
           inner = uniform(&m->state, 0, 1);
    bool round = next(&m->state) & 1, rimmed = next(&m->state) >> 8 & 1;
    if (next(&m->state) >> 30 == 0) b = a, round = false, rimmed = true, light = paper, inner = ink;  // a black square on paper, without a code
    light *= light * 0.9, inner *= inner * 0.9;
    int reach = (int)(1.5 * a) + 3;
    for (int y = (int)v - reach; y <= (int)v + reach; y++)
        for (int x = (int)u - reach; x <= (int)u + reach; x++) {
            float *to = pixel(m, x, y);
            vec2 d = vec2_rotate((vec2){x - u, y - v}, turn);
            double ex = fabs(d.x) / a, ey = fabs(d.y) / b, out = round ? sqrt(ex * ex + ey * ey) : fmax(ex, ey);
            double k = fmin(1, fmax(0, (1 - out) * b + 0.5)), in = rimmed ? fmin(1, fmax(0, (0.75 - out) * b + 0.5)) : 0;
            if (to && k > 0) *to = (float)(*to * (1 - k) + k * (light * (1 - in) + inner * in));
        }
}

// The lens: where a point of the undistorted picture is seen. The picture's corners move outward by bend_px.
static px2 bend(const tag_field_options *o, px2 p) {
    double cx = o->width / 2.0, cy = o->height / 2.0, r2 = cx * cx + cy * cy, x = p.u - cx, y = p.v - cy;
    double k = 1 + o->bend_px / sqrt(r2) * (x * x + y * y) / r2;
    return (px2){cx + k * x, cy + k * y};
}

static px2 unbend(const tag_field_options *o, px2 p) {
    px2 q = p;
    for (int i = 0; i < 4 && o->bend_px != 0; i++) {
        px2 seen = bend(o, q);
        q = (px2){q.u + p.u - seen.u, q.v + p.v - seen.v};
    }
    return q;
}

typedef struct {
    plane map;
    int id;
    signed char white[16][16];  // of the cells, from one outside of the family's own
    int out;
    double cover, cover_light, cover_grain, lobe[3], phase[3];
    vec2 cover_at;
} laid_tag;

// The figure on the tag: a blob that is not quite round.
static bool covered(const laid_tag *t, vec2 at) {
    double x = at.x - t->cover_at.x, y = at.y - t->cover_at.y, r = sqrt(x * x + y * y), edge = t->cover / 2;
    if (r < 0.7 * edge || r > 1.4 * edge) return r < edge;
    double angle = atan2(y, x);
    for (int i = 0; i < 3; i++) edge *= 1 + t->lobe[i] * cos((i + 2) * angle + t->phase[i]);
    return r < edge;
}

// Light of the print at a point of the tag's plane; negative where the print ends.
static double print_light(const maker *m, const laid_tag *t, vec2 at) {
    const tag_family *f = m->family;
    double out = ((f->cells - f->border) / 2.0 + m->o->margin) / f->border;
    if (t->cover > 0 && covered(t, at)) {
        double grain = sin(40 * at.x + t->phase[0]) * cos(37 * at.y + t->phase[1]);
        return fmax(0.01, t->cover_light * (1 + t->cover_grain * grain));
    }
    if (at.x < -out || at.y < -out || at.x >= 1 + out || at.y >= 1 + out) return -1;
    int column = (int)(at.x * f->border + t->out), row = (int)((1 - at.y) * f->border + t->out);  // not negative within the pattern
    bool inside = column >= 0 && row >= 0 && column < 16 && row < 16;
    return inside && t->white[row][column] == 0 ? ink : paper;
}

static void draw_tag(maker *m, const laid_tag *t, double middle_u, double middle_v, int reach) {
    for (int y = (int)middle_v - reach; y <= (int)middle_v + reach; y++)
        for (int x = (int)middle_u - reach; x <= (int)middle_u + reach; x++) {
            float *to = pixel(m, x, y);
            double sum = 0;
            int inside = 0;
            for (int k = 0; to && k < FINE * FINE; k++) {
                px2 p = unbend(m->o, (px2){x - 0.5 + (k % FINE + 0.5) / FINE, y - 0.5 + (k / FINE + 0.5) / FINE});
                double light = print_light(m, t, plane_from_px(&t->map, p.u, p.v));
                if (light >= 0) sum += light, inside++;
            }
            if (inside > 0) *to = (float)((*to * (double)(FINE * FINE - inside) + sum) / (FINE * FINE));
        }
}

static void lay_tag(maker *m, double u, double v, double edge) {
    uint64_t *s = &m->state;
    tag_truth *truth = &m->out->tags[m->out->count++];
    laid_tag t = {.id = (int)(next(s) % (uint32_t)m->family->count), .cover = m->o->cover};
    double turn = uniform(s, 0, 2 * PI);
    bool oblique = m->o->squash > 0;
    double axis = oblique ? uniform(s, 0, 2 * PI) : 0, shorter = oblique ? 1 - uniform(s, 0, m->o->squash) : 1;
    static const double x[4] = {-0.5, 0.5, 0.5, -0.5}, y[4] = {-0.5, -0.5, 0.5, 0.5};
    px2 flat[4];
    for (int k = 0; k < 4; k++) {
        double long_by = 1 + m->o->tilt * uniform(s, -0.5, 0.5);
        vec2 d = vec2_rotate((vec2){x[k] * edge * long_by, y[k] * edge * long_by}, turn - axis);
        d = vec2_rotate((vec2){d.x * shorter, d.y}, axis);
        flat[k] = (px2){u + d.x, v - d.y};
    }
    t.map = plane_of(flat);
    t.cover_at = (vec2){0.5 + uniform(s, -0.04, 0.04), 0.5 + uniform(s, -0.04, 0.04)};
    t.cover_light = uniform(s, 0, 1);
    t.cover_light = 0.02 + 0.7 * t.cover_light * t.cover_light;
    t.cover_grain = uniform(s, 0, 0.6);
    for (int i = 0; i < 3; i++) t.lobe[i] = uniform(s, 0, 0.1), t.phase[i] = uniform(s, 0, 2 * PI);
    t.out = (m->family->cells - m->family->border) / 2 + 1;
    for (int row = 0; row < 16; row++)
        for (int column = 0; column < 16; column++) t.white[row][column] = (signed char)family_white(m->family, t.id, column - t.out, row - t.out);
    *truth = (tag_truth){.id = t.id};
    for (int k = 0; k < 4; k++) truth->corner[k] = bend(m->o, flat[k]);
    for (int k = 0; k < 4; k++)
        truth->edge_px += hypot(truth->corner[k].u - truth->corner[(k + 1) % 4].u, truth->corner[k].v - truth->corner[(k + 1) % 4].v) / 4;
    double cells = m->family->cells + 2 * m->o->margin;
    px2 middle = bend(m->o, (px2){u, v});
    draw_tag(m, &t, middle.u, middle.v, (int)(0.75 * edge * cells / m->family->border) + 3);
}

// Tags in the squares of a grid, one in each at a random place, so that none overlaps another.
static void lay_tags(maker *m) {
    const tag_field_options *o = m->o;
    double capacity = 1.5 * o->high_px * (m->family->cells + 2 * o->margin) / m->family->border + 6;
    int columns = (int)(o->width / capacity), rows = (int)(o->height / capacity), places = columns * rows, left = o->count;
    for (int i = 0; i < places && left > 0; i++) {
        if (uniform(&m->state, 0, places - i) >= left) continue;
        double edge = uniform(&m->state, o->low_px, o->high_px), half = 0.75 * edge * (m->family->cells + 2 * o->margin) / m->family->border + 3;
        double slack = fmax(0, capacity / 2 - half), step_u = o->width / (double)columns, step_v = o->height / (double)rows;
        lay_tag(m, (i % columns + 0.5) * step_u + uniform(&m->state, -slack, slack), (i / columns + 0.5) * step_v + uniform(&m->state, -slack, slack),
                edge);
        left--;
    }
}

static int kernel_make(double sigma, float *weight) {
    int reach = (int)ceil(4 * sigma);
    if (reach > 30) reach = 30;
    double sum = 0;
    for (int d = -reach; d <= reach; d++) sum += exp(-d * d / (2 * sigma * sigma + 1e-12));
    for (int d = -reach; d <= reach; d++) weight[d + reach] = (float)(exp(-d * d / (2 * sigma * sigma + 1e-12)) / sum);
    return reach;
}

static int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

static void blur(maker *m) {
    float weight[61];
    int w = m->o->width, h = m->o->height, reach = kernel_make(m->o->blur_px, weight);
    for (int y = 0; y < h; y++) {
        float *to = m->spare + (size_t)y * (size_t)w;
        memset(to, 0, (size_t)w * sizeof *to);
        for (int d = -reach; d <= reach; d++) {
            const float *from = m->light + (size_t)clamped(y + d, h) * (size_t)w;
            for (int x = 0; x < w; x++) to[x] += weight[d + reach] * from[x];
        }
    }
    for (int y = 0; y < h; y++) {
        const float *from = m->spare + (size_t)y * (size_t)w;
        float *to = m->light + (size_t)y * (size_t)w;
        memset(to, 0, (size_t)w * sizeof *to);
        for (int d = -reach; d <= reach; d++) {
            int x0 = d < 0 ? -d : 0, x1 = d > 0 ? w - d : w;
            for (int x = x0; x < x1; x++) to[x] += weight[d + reach] * from[x + d];
            for (int x = 0; x < x0 && x < w; x++) to[x] += weight[d + reach] * from[0];
            for (int x = x1 > 0 ? x1 : 0; x < w; x++) to[x] += weight[d + reach] * from[w - 1];
        }
    }
}

// Low contrast: codes drawn together so that ink and paper have the codes that were asked for.
static void fade(const tag_field_options *o, float *code) {
    if (!code || !(o->paper_code > o->ink_code)) return;
    double low = code[(int)(ink * CODES)], high = code[(int)(paper * CODES)], by = (o->paper_code - o->ink_code) / (high - low);
    for (int i = 0; i < CODES + 2; i++) code[i] = (float)(o->ink_code + by * (code[i] - low));
}

// The sensor: codes of the light, noise from a table of deviates.
static bool expose(maker *m) {
    float *code = malloc((CODES + 2) * sizeof *code), *noise = malloc(DEVIATES * sizeof *noise);
    for (int i = 0; code && i < CODES + 2; i++) code[i] = (float)(255 * pow((double)i / CODES, 1 / m->o->tone));
    fade(m->o, code);
    for (int i = 0; noise && i < DEVIATES; i++) noise[i] = (float)(m->o->noise * deviate(&m->state));
    for (size_t i = 0; code && noise && i < (size_t)m->o->width * (size_t)m->o->height; i++) {
        float light = m->light[i] * CODES, whole = floorf(light);
        int k = (int)whole < 0 ? 0 : (int)whole > CODES ? CODES : (int)whole;
        float value = code[k] + (light - whole) * (code[k + 1] - code[k]) + noise[next(&m->state) >> 16 & (DEVIATES - 1)];
        m->out->gray[i] = (unsigned char)(value < 0 ? 0 : value > 254.5F ? 255 : (int)(value + 0.5F));
    }
    bool good = code && noise;
    free(code);
    free(noise);
    return good;
}

static bool draw(maker *m) {
    if (!m->light || !m->spare || !m->out->gray || !m->out->tags || !draw_ground(m)) return false;
    for (int i = 0; i < m->o->clutter; i++) draw_thing(m);
    lay_tags(m);
    blur(m);
    return expose(m);
}

bool tag_field_make(const tag_field_options *o, tag_field *out) {
    *out = (tag_field){0};
    if (o->width < 1 || o->height < 1 || o->width > MOST_EDGE || o->height > MOST_EDGE || o->count < 0 || !(o->low_px > 0)) return false;
    size_t n = (size_t)o->width * (size_t)o->height;
    tag_family *family;
    if (family_create(o->family, &family, NULL) != STATUS_OK) return false;
    *out = (tag_field){o->width, o->height, 0, malloc(n), malloc((size_t)(o->count + 1) * sizeof *out->tags)};
    maker m = {o, family, out, malloc(n * sizeof(float)), malloc(n * sizeof(float)), o->seed * 0x9e3779b97f4a7c15u + 1};
    bool good = draw(&m);
    free(m.light);
    free(m.spare);
    family_destroy(family);
    if (!good) tag_field_finish(out);
    return good;
}

void tag_field_finish(tag_field *t) {
    free(t->gray);
    free(t->tags);
    *t = (tag_field){0};
}
