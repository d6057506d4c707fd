#include "tests/render/sensor.h"

#include <math.h>
#include <stdlib.h>

#include "core/wide.h"
#include "tests/render/texture.h"

#define DEVIATES 65536
#define UNIT_GAIN 4096  // all of the light

// How much of the light each sample gets: the lens's vignette and the light's slope over the picture. Made again where the light is another.
static void set_gain(sensor *n, const render_scene *s) {
    if (n->light == s->light && n->vignette == s->vignette && n->gradient.x == s->gradient.x && n->gradient.y == s->gradient.y) return;
    n->light = s->light, n->vignette = s->vignette, n->gradient = s->gradient;
    int w = s->camera.width, h = s->camera.height;
    double cu = (w - 1) / 2.0, cv = (h - 1) / 2.0, far = cu * cu + cv * cv;
    for (int v = 0; v < h; v++) {
        double down = s->light * (1 + s->gradient.y * (v / (double)h - 0.5));
        uint16_t *row = &n->gain[(size_t)v * (size_t)w * 3];
        for (int u = 0; u < w; u++) {
            double r2 = ((u - cu) * (u - cu) + (v - cv) * (v - cv)) / far, across = 1 + s->gradient.x * (u / (double)w - 0.5);
            double gain = down * across * (double)lround(UNIT_GAIN * (1 - s->vignette * r2));
            row[3 * u] = row[3 * u + 1] = row[3 * u + 2] = (uint16_t)fmin(fmax(gain, 0), 65535);
        }
    }
}

status sensor_init(sensor *n, const render_scene *s, fault *fault) {
    n->gauss = malloc(DEVIATES * sizeof *n->gauss);
    n->noise = calloc((size_t)(DEVIATES + 3 * s->camera.width), sizeof *n->noise);
    n->gain = calloc((size_t)s->camera.width * (size_t)s->camera.height, 3 * sizeof *n->gain);
    if (!n->gauss || !n->noise || !n->gain) return fault_set(fault, STATUS_MEMORY, "renderer: out of memory");
    for (uint32_t i = 0; i < DEVIATES; i += 2) {  // Box and Muller's transform
        double r = sqrt(-2 * log(1 - texture_random(i, s->seed, 201))), a = 2 * PI * texture_random(i, s->seed, 202);
        n->gauss[i] = (int16_t)lround(256 * r * cos(a));
        n->gauss[i + 1] = (int16_t)lround(256 * r * sin(a));
    }
    return STATUS_OK;
}

void sensor_finish(sensor *n) {
    free(n->gauss);
    free(n->noise);
    free(n->gain);
}

// The noise of a level, so far beyond its end that a row may start anywhere. Made again where the level is another.
static void set_level(sensor *n, int noise, int row) {
    if (n->level == noise) return;
    n->level = noise;
    for (int i = 0; i < DEVIATES + row; i++) n->noise[i] = n->gauss[i & (DEVIATES - 1)] * noise / 256;
}

WIDENED static void expose_row(const sensor *n, const render_scene *s, const canvas *c, int v, uint8_t *restrict to) {
    const uint16_t *restrict from = &c->v[(size_t)v * (size_t)c->width * 3];
    const uint16_t *restrict gain = &n->gain[(size_t)v * (size_t)c->width * 3];
    const int *restrict noise = &n->noise[texture_hash((uint32_t)v, s->sequence, s->seed) & (DEVIATES - 1)];
    for (int i = 0; i < 3 * c->width; i++) {
        int value = (int)((uint32_t)from[i] * gain[i] / UNIT_GAIN) + noise[i];
        value = (value + LEVEL / 2) / LEVEL;
        to[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

void sensor_expose(sensor *n, const render_scene *s, const canvas *c, uint8_t *bgr, size_t stride) {
    set_gain(n, s);
    set_level(n, (int)lround(s->noise * LEVEL), 3 * c->width);
    for (int v = 0; v < c->height; v++) expose_row(n, s, c, v, bgr + (size_t)v * stride);
}
