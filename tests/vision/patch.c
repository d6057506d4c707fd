#include "tests/vision/patch.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { FINE = 4 };  // light samples along a pixel's edge

double patch_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    uint32_t x = *state;
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu, x ^= x >> 16;
    return x / 4294967296.0;
}

double patch_deviate(uint32_t *state) {
    double r = sqrt(-2 * log(1 - patch_random(state)));
    return r * cos(2 * PI * patch_random(state));
}

patch_scene patch_by_chance(const tag_family *f, double edge_px, double cover, double blur_px, double noise, uint32_t seed) {
    uint32_t r = seed * 2654435761u + 12345;
    patch_scene s = {.family = f, .edge_px = edge_px, .cover = cover, .blur_px = blur_px, .noise = noise, .seed = seed};
    s.id = (int)(patch_random(&r) * f->count);
    s.turn_rad = patch_random(&r) * 2 * PI;
    s.taper = patch_random(&r) * 0.03;
    s.shape = (patch_cover)(patch_random(&r) * 3);
    s.ink = 0.02 + 0.04 * patch_random(&r);
    s.paper = 0.55 + 0.35 * patch_random(&r);
    for (int k = 0; k < 2; k++) s.cover_light[k] = 0.01 + 0.7 * patch_random(&r) * patch_random(&r);
    return s;
}

// Homography of the unit square (0, 0), (1, 0), (1, 1), (0, 1) onto four points, turned round.
static void inverse_of(const px2 *p, double *b) {
    double sx = p[0].u - p[1].u + p[2].u - p[3].u, sy = p[0].v - p[1].v + p[2].v - p[3].v;
    double dx1 = p[1].u - p[2].u, dx2 = p[3].u - p[2].u, dy1 = p[1].v - p[2].v, dy2 = p[3].v - p[2].v;
    double det = dx1 * dy2 - dx2 * dy1, g = (sx * dy2 - dx2 * sy) / det, h = (dx1 * sy - sx * dy1) / det;
    double a[9] = {p[1].u - p[0].u + g * p[1].u,
                   p[3].u - p[0].u + h * p[3].u,
                   p[0].u,
                   p[1].v - p[0].v + g * p[1].v,
                   p[3].v - p[0].v + h * p[3].v,
                   p[0].v,
                   g,
                   h,
                   1};
    b[0] = a[4] * a[8] - a[5] * a[7], b[1] = a[2] * a[7] - a[1] * a[8], b[2] = a[1] * a[5] - a[2] * a[4];
    b[3] = a[5] * a[6] - a[3] * a[8], b[4] = a[0] * a[8] - a[2] * a[6], b[5] = a[2] * a[3] - a[0] * a[5];
    b[6] = a[3] * a[7] - a[4] * a[6], b[7] = a[1] * a[6] - a[0] * a[7], b[8] = a[0] * a[4] - a[1] * a[3];
}

static double lattice(int x, int y, uint32_t seed) {
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ seed * 0xc2b2ae3du;
    h ^= h >> 15, h *= 0x2c1b3c6du, h ^= h >> 12, h *= 0x297a2d39u, h ^= h >> 15;
    return h / 4294967296.0;
}

// Grass or a mat: two octaves of value noise.
static double ground(double u, double v, uint32_t seed) {
    double sum = 0;
    for (int octave = 0; octave < 2; octave++) {
        double k = octave ? 0.6 : 0.17, x = u * k, y = v * k, a = x - floor(x), b = y - floor(y);
        int i = (int)floor(x), j = (int)floor(y);
        sum += (1 - b) * ((1 - a) * lattice(i, j, seed) + a * lattice(i + 1, j, seed)) +
               b * ((1 - a) * lattice(i, j + 1, seed) + a * lattice(i + 1, j + 1, seed));
    }
    return 0.05 + 0.22 * sum;
}

static bool covered(const patch_scene *s, double x, double y) {
    double dx = x - 0.5, dy = y - 0.5, r = s->cover / 2;
    if (r <= 0) return false;
    if (s->shape == COVER_SQUARE) return fabs(dx) < r && fabs(dy) < r;
    if (s->shape == COVER_FIGURE && dx > 0 && dx < 0.9) return fabs(dy) < r * 0.8;  // leans out over the right side
    return dx * dx + dy * dy < r * r;
}

static double light_at(const patch_scene *s, const double *b, double u, double v) {
    double w = b[6] * u + b[7] * v + b[8], x = (b[0] * u + b[1] * v + b[2]) / w, y = (b[3] * u + b[4] * v + b[5]) / w;
    if (s->cover > 0 && covered(s, x, y)) return s->cover_light[lattice((int)floor(u / 4), (int)floor(v / 4), s->seed) > 0.5];
    if (s->id < 0) return ground(u, v, s->seed);
    const tag_family *f = s->family;
    int column = (int)floor(x * f->border), row = (int)floor((1 - y) * f->border), last = f->border - 1, outside = (f->cells - f->border) / 2;
    if (column < -outside - 1 || row < -outside - 1 || column > last + outside + 1 || row > last + outside + 1) return ground(u, v, s->seed);
    int white = family_white(f, s->id, column, row);
    return white == 0 ? s->ink : s->paper;
}

static void blur_lines(double *light, int size, int between, int step, double sigma) {
    double line[PATCH_MOST], weight[24];
    int reach = (int)ceil(3.5 * sigma);
    assert(reach < 24);
    for (int d = 0; d <= reach; d++) weight[d] = exp(-d * d / (2 * sigma * sigma));
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < size; k++) {
            double sum = 0, total = 0;
            for (int d = -reach; d <= reach; d++) {
                int at = k + d < 0 ? 0 : k + d >= size ? size - 1 : k + d;
                sum += weight[d < 0 ? -d : d] * light[i * between + at * step], total += weight[d < 0 ? -d : d];
            }
            line[k] = sum / total;
        }
        for (int k = 0; k < size; k++) light[i * between + k * step] = line[k];
    }
}

static void place_corners(const patch_scene *s, patch *p, uint32_t *r) {
    static const double x[4] = {-0.5, 0.5, 0.5, -0.5}, y[4] = {-0.5, -0.5, 0.5, 0.5};
    double u = p->size / 2.0 + patch_random(r), v = p->size / 2.0 + patch_random(r);
    for (int k = 0; k < 4; k++) {
        vec2 d = vec2_rotate((vec2){x[k] * s->edge_px * (k < 2 ? 1 : 1 - s->taper), y[k] * s->edge_px}, s->turn_rad);
        p->corner[k] = (px2){u + d.x, v - d.y};  // the picture's v points down
    }
}

void patch_draw(const patch_scene *s, patch *p) {
    static double light[PATCH_MOST * PATCH_MOST];
    uint32_t r = s->seed * 747796405u + 77;
    double b[9], scale = s->family->cells / (double)s->family->border;
    p->size = (int)(s->edge_px * scale * 1.5 + 24);
    if (p->size > PATCH_MOST) p->size = PATCH_MOST;
    place_corners(s, p, &r);
    inverse_of(p->corner, b);
    for (int i = 0; i < p->size * p->size; i++) {
        double sum = 0;
        for (int k = 0; k < FINE * FINE; k++)
            sum += light_at(s, b, i % p->size - 0.5 + (k % FINE + 0.5) / FINE, i / p->size - 0.5 + (k / FINE + 0.5) / FINE);
        light[i] = sum / (FINE * FINE);
    }
    if (s->blur_px > 0) {
        blur_lines(light, p->size, p->size, 1, s->blur_px);
        blur_lines(light, p->size, 1, p->size, s->blur_px);
    }
    for (int i = 0; i < p->size * p->size; i++) {
        double code = 255 * pow(light[i], 1 / 2.2) + s->noise * patch_deviate(&r);
        p->gray[i] = (uint8_t)(code < 0 ? 0 : code > 255 ? 255 : lround(code));
    }
    p->frame = (frame){.width = p->size, .height = p->size, .gray = p->gray, .gray_stride = (size_t)p->size};
}
