#include "vision/bases/around.h"

#include <math.h>
#include <stddef.h>

#include "core/geom.h"

int around_turns(bool round, double length_in, double across_in, int out[AROUND_SIDES - 1]) {
    if (!round && fabs(length_in - across_in) > IN_PER_MM) {
        out[0] = 2;
        return 1;
    }
    for (int k = 0; k < AROUND_SIDES - 1; k++) out[k] = k + 1;
    return AROUND_SIDES - 1;
}

static float mean_of(const close_look *looks, int count, size_t offset) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += *(const float *)((const char *)&looks[i] + offset);
    return sum / (float)count;
}

// The mean of log chances, as chances that sum to 1.
static void agree_on_front(const close_look *looks, const int *turns, int count, float out[4]) {
    float sum = 0;
    for (int q = 0; q < 4; q++) {
        float log_chance = 0;
        for (int i = 0; i < count; i++) log_chance += logf(fmaxf(looks[i].front[(q - turns[i] + 4) % 4], 1e-6f));
        sum += out[q] = expf(log_chance / (float)count);
    }
    for (int q = 0; q < 4; q++) out[q] /= sum;
}

// Errors along and across: from the side, the one is the other. The looks share most of their errors, so the mean's is theirs, and how much they
// contradict each other comes on top.
static void weigh_errors(const close_look *looks, const int *turns, int count, close_look *out) {
    double variance[2] = {0, 0}, scatter = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) variance[k] += pow((double)looks[i].sigma_in[(k + turns[i]) % 2], 2) / count;
        double off = vec2_distance(looks[i].at, out->at);
        scatter += off * off / (2 * count);
    }
    for (int k = 0; k < 2; k++) out->sigma_in[k] = (float)sqrt(variance[k] + scatter);
}

close_look around_together(const close_look *looks, const int *turns, int count) {
    close_look out = looks[0];
    for (int i = 0; i < count; i++)
        if (!isfinite(looks[i].odds)) return out;
    if (count < 2) return out;
    double turn = 0;
    out.at = (vec2){0, 0};
    for (int i = 0; i < count; i++) {
        out.at = vec2_add(out.at, vec2_scale(looks[i].at, 1.0 / count));
        turn += angle_difference((double)looks[i].heading_rad - turns[i] * PI / 2, (double)looks[0].heading_rad) / count;
    }
    out.heading_rad = looks[0].heading_rad + (float)turn;
    weigh_errors(looks, turns, count, &out);
    agree_on_front(looks, turns, count, out.front);
    out.odds = mean_of(looks, count, offsetof(close_look, odds));
    out.sigma_rad = mean_of(looks, count, offsetof(close_look, sigma_rad));
    out.round = mean_of(looks, count, offsetof(close_look, round));
    out.rim_sigma = mean_of(looks, count, offsetof(close_look, rim_sigma));
    out.visible = mean_of(looks, count, offsetof(close_look, visible));
    for (size_t k = 0; k < 3; k++) out.rim[k] = mean_of(looks, count, offsetof(close_look, rim) + k * sizeof *out.rim);
    for (size_t k = 0; k < CARRIES_COUNT; k++) out.carries[k] = mean_of(looks, count, offsetof(close_look, carries) + k * sizeof *out.carries);
    return out;
}
