#include "vision/fit/sample.h"

#include <string.h>

#include "core/wide.h"

float sample_light_about(const gray_part *g, const light_table *l, float u, float v, int wide) {
    float sum = 0, from = (float)(1 - wide) / 2;
    for (int j = 0; j < wide; j++)
        for (int i = 0; i < wide; i++) sum += sample_light(g, l, (double)(u + from + (float)i), (double)(v + from + (float)j));
    return sum / (float)(wide * wide);
}

// The places as fractions of a pixel and the four codes about them. In loops of their own, so that the first is one of vectors.
typedef struct {
    int32_t x[SAMPLE_AT_ONCE], y[SAMPLE_AT_ONCE];
    float a[SAMPLE_AT_ONCE], b[SAMPLE_AT_ONCE];
    uint32_t four[SAMPLE_AT_ONCE];
} taps;

static inline __attribute__((always_inline)) void take_taps(const gray_part *g, px2 from, const float *u, const float *v, int count, taps *t) {
    float u0 = (float)from.u, v0 = (float)from.v;
    for (int i = 0; i < count; i++) {
        float at_u = u0 + u[i], at_v = v0 + v[i];
        t->x[i] = (int32_t)at_u, t->y[i] = (int32_t)at_v;
        t->a[i] = at_u - (float)t->x[i], t->b[i] = at_v - (float)t->y[i];
    }
    for (int i = 0; i < count; i++) {
        const uint8_t *p = g->at + (size_t)t->y[i] * g->stride + t->x[i], *q = p + g->stride;
        t->four[i] = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)q[0] << 16 | (uint32_t)q[1] << 24;
    }
}

static inline int32_t code_of(uint32_t four, int k) { return (int32_t)(four >> 8 * k & 255); }

WIDENED void sample_gray_along(const gray_part *g, px2 from, const float *u, const float *v, int count, float *out) {
    taps t;
    take_taps(g, from, u, v, count, &t);
    for (int i = 0; i < count; i++) {
        float p0 = (float)code_of(t.four[i], 0), p1 = (float)code_of(t.four[i], 1);
        float q0 = (float)code_of(t.four[i], 2), q1 = (float)code_of(t.four[i], 3);
        out[i] = sample_mix(p0, p1, q0, q1, t.a[i], t.b[i]);
    }
}

WIDENED void sample_light_along(const gray_part *g, px2 from, const float *u, const float *v, int count, float *out) {
    taps t;
    take_taps(g, from, u, v, count, &t);
    for (int i = 0; i < count; i++) {
        float p0 = light_of_code(code_of(t.four[i], 0)), p1 = light_of_code(code_of(t.four[i], 1));
        float q0 = light_of_code(code_of(t.four[i], 2)), q1 = light_of_code(code_of(t.four[i], 3));
        out[i] = sample_mix(p0, p1, q0, q1, t.a[i], t.b[i]);
    }
}

// Places as colours need them: where there are none in the picture, the weights are 0.
typedef struct {
    int32_t x[SAMPLE_AT_ONCE], y[SAMPLE_AT_ONCE];
    float w[4][SAMPLE_AT_ONCE];
    uint32_t first[2][SAMPLE_AT_ONCE], second[2][SAMPLE_AT_ONCE];  // of the row above and of that below: b g r b, and r b g r from the third on
} colour_taps;

static inline __attribute__((always_inline)) void weigh_colours(const frame *f, const float *u, const float *v, int count, colour_taps *t) {
    const float right = (float)(f->width - 1), bottom = (float)(f->height - 1);
    for (int i = 0; i < count; i++) {
        const int in = (u[i] >= 0) & (v[i] >= 0) & (u[i] < right) & (v[i] < bottom);
        const float at_u = in ? u[i] : 0, at_v = in ? v[i] : 0, seen = in ? 1 : 0;
        t->x[i] = (int32_t)at_u, t->y[i] = (int32_t)at_v;
        const float a = at_u - (float)t->x[i], b = at_v - (float)t->y[i];
        t->w[0][i] = seen * ((1 - a) * (1 - b)), t->w[1][i] = seen * (a * (1 - b));
        t->w[2][i] = seen * ((1 - a) * b), t->w[3][i] = seen * (a * b);
    }
}

static void fetch_colours(const frame *f, int count, colour_taps *t) {
    for (int i = 0; i < count; i++) {
        const uint8_t *p = frame_bgr(f, t->x[i], t->y[i]), *q = p + f->bgr_stride;
        memcpy(&t->first[0][i], p, 4), memcpy(&t->second[0][i], p + 2, 4);
        memcpy(&t->first[1][i], q, 4), memcpy(&t->second[1][i], q + 2, 4);
    }
}

WIDENED void sample_colours_along(const frame *f, const float *u, const float *v, int count, float out[3][SAMPLE_AT_ONCE]) {
    colour_taps t;
    if (f->width < 2 || f->height < 2) {
        memset(out, 0, 3 * sizeof *out);
        return;
    }
    weigh_colours(f, u, v, count, &t);
    fetch_colours(f, count, &t);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < count; i++) {
            const float p0 = (float)code_of(t.first[0][i], k), p1 = (float)code_of(t.second[0][i], k + 1);
            const float q0 = (float)code_of(t.first[1][i], k), q1 = (float)code_of(t.second[1][i], k + 1);
            out[k][i] = t.w[0][i] * p0 + t.w[1][i] * p1 + t.w[2][i] * q0 + t.w[3][i] * q1;
        }
}

double sample_light_or_nan(const gray_part *g, const light_table *l, double u, double v) {
    return sample_within(g, u, v) ? (double)sample_light(g, l, u, v) : (double)NAN;
}

bool sample_edge(const gray_part *g, const light_table *l, px2 at, vec2 across, double reach, double sign, double *offset) {
    enum { STEPS = 24 };
    static const double least_slope2 = 1e-4;  // summed over the profile: noise
    double sum = 0, moment = 0, step = 2 * reach / STEPS;
    double last = sample_light_or_nan(g, l, at.u - reach * across.x, at.v - reach * across.y);
    for (int i = 1; i <= STEPS; i++) {
        double d = -reach + i * step, now = sample_light_or_nan(g, l, at.u + d * across.x, at.v + d * across.y);
        double slope = sign * (now - last);
        if (slope > 0) {
            sum += slope * slope;
            moment += slope * slope * (d - step / 2);
        }
        last = now;
    }
    if (!(sum > least_slope2)) return false;
    *offset = moment / sum;
    return true;
}

// Weights of four pixels for a place that lies `t` behind the second.
static void cubic_weights(float t, float w[4]) {
    const float a = -0.75f, far = 1 + t, next = 1 - t;
    w[0] = ((a * far - 5 * a) * far + 8 * a) * far - 4 * a;
    w[1] = ((a + 2) * t - (a + 3)) * t * t + 1;
    w[2] = ((a + 2) * next - (a + 3)) * next * next + 1;
    w[3] = 1 - w[0] - w[1] - w[2];
}

void sample_add_colour_cubic(const frame *f, float u, float v, float sum[3]) {
    if (!(u >= 1 && v >= 1 && u < (float)(f->width - 2) && v < (float)(f->height - 2))) {
        sample_add_colour(f, u, v, sum);
        return;
    }
    int x = (int)u, y = (int)v;
    float across[4], down[4];
    cubic_weights(u - (float)x, across);
    cubic_weights(v - (float)y, down);
    for (int j = 0; j < 4; j++) {
        const uint8_t *p = frame_bgr(f, x - 1, y - 1 + j);
        for (int k = 0; k < 3; k++)
            sum[k] += down[j] * (across[0] * (float)p[k] + across[1] * (float)p[k + 3] + across[2] * (float)p[k + 6] + across[3] * (float)p[k + 9]);
    }
}
