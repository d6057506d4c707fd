#include "vision/fit/sample.h"

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
