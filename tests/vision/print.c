#include "tests/vision/print.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/vision/plane.h"

enum { FINE = 6 };  // light samples along a pixel's edge

// Light at a point of the picture: what the tag there prints, its white margin of two cells, or the table.
static double light_at(const printed_tag *tags, const plane *maps, int n, double u, double v) {
    for (int i = 0; i < n; i++) {
        vec2 at = plane_from_px(&maps[i], u, v);
        double cell = 1.0 / tags[i].border, edge = (tags[i].cells - tags[i].border) / 2.0 * cell;
        int column = (int)floor((at.x + edge) / cell), row = (int)floor((1 + edge - at.y) / cell);
        if (column >= 0 && row >= 0 && column < tags[i].cells && row < tags[i].cells) return tags[i].white[row * 16 + column] ? 0.85 : 0.03;
        if (column >= -2 && row >= -2 && column < tags[i].cells + 2 && row < tags[i].cells + 2) return 0.85;
    }
    return 0.2;
}

static void blur_lines(double *light, int count, int length, int between, int step, double sigma) {
    double *line = malloc((size_t)length * sizeof *line);
    assert(line);
    int reach = (int)ceil(4 * sigma);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < length; k++) {
            double sum = 0, weight = 0;
            for (int d = -reach; d <= reach; d++) {
                int at = k + d < 0 ? 0 : k + d >= length ? length - 1 : k + d;
                double w = exp(-d * d / (2 * sigma * sigma));
                sum += w * light[i * between + at * step];
                weight += w;
            }
            line[k] = sum / weight;
        }
        for (int k = 0; k < length; k++) light[i * between + k * step] = line[k];
    }
    free(line);
}

// Sum of twelve even numbers: near enough to a normal deviate.
static double deviate(uint64_t *state) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*state >> 11) / 9007199254740992.0;
    }
    return sum;
}

void print_tags(unsigned char *gray, int width, int height, const printed_tag *tags, const tag_place *places, int n, double blur_px, double noise) {
    plane maps[16];
    double *light = malloc((size_t)width * (size_t)height * sizeof *light);
    uint64_t state = 7;
    assert(light && n <= 16);
    for (int i = 0; i < n; i++) maps[i] = plane_of(places[i].corner);
    for (int i = 0; i < width * height; i++) {
        double sum = 0;
        for (int k = 0; k < FINE * FINE; k++)
            sum += light_at(tags, maps, n, i % width - 0.5 + (k % FINE + 0.5) / FINE, i / width - 0.5 + (k / FINE + 0.5) / FINE);
        light[i] = sum / (FINE * FINE);
    }
    blur_lines(light, height, width, width, 1, blur_px);
    blur_lines(light, width, height, 1, width, blur_px);
    for (int i = 0; i < width * height; i++) {
        double code = 255 * pow(light[i], 1 / 2.2) + noise * deviate(&state);
        gray[i] = (unsigned char)(code < 0 ? 0 : code > 255 ? 255 : lround(code));
    }
    free(light);
}
