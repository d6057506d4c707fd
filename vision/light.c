#include "vision/light.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATIO_ONE = 1024, RATIO_BINS = 4 * RATIO_ONE };
enum { TONES = 16, TONE = 256 };               // classes of brightness for the curve
enum { DEVIATION_BINS = 256, DEVIATION = 8 };  // of a tone from the gain: half gray levels, -64 to 64
enum { SCATTER_BINS = 1024 };                  // 16ths of gray levels
enum { LEAST_SAMPLES = 100 };                  // of a class, to speak for itself
static const double curve_needs_gain = 0.03;   // off 1: less is no step of the exposure
static const double curve_reach = 0.5;         // of what the gain changes: so far may a tone deviate
static const int deviation_told = CELL_SCALE;  // a gray level

typedef struct {
    const int16_t *before, *now;
    size_t count;
} sample;

// Numbers here and there in the pictures, copied once: each of them is a cache miss, and they are gone through more than once.
static sample sample_of(light_capacity *r, const cell_grid *g, const int16_t *before, const int16_t *now) {
    size_t count = cells_capacity(g), step = count / LIGHT_SAMPLES | 1, n = 0;
    for (size_t i = 0; i < count; i += step, n++) r->before[n] = before[i], r->now[n] = now[i];
    return (sample){r->before, r->now, n};
}

static int median_bin(const unsigned *bins, int count, unsigned total) {
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
        if ((sum += bins[i]) * 2 >= total) return i;
    return count - 1;
}

// Median of now / before; dark cells are left out.
static double gain_of(light_capacity *r, sample s) {
    const int dark = 8 * CELL_SCALE;
    unsigned total = 0;
    memset(r->bins, 0, RATIO_BINS * sizeof *r->bins);
    for (size_t i = 0; i < s.count; i++) {
        if (s.before[i] < dark || s.now[i] < dark) continue;
        int bin = s.now[i] * RATIO_ONE / s.before[i];
        r->bins[bin < RATIO_BINS ? bin : RATIO_BINS - 1]++;
        total++;
    }
    if (total == 0) return 1;
    // within the bin by the counts: unchanged pictures have the gain 1, not half a bin more
    int bin = median_bin(r->bins, RATIO_BINS, total);
    unsigned below = 0;
    for (int i = 0; i < bin; i++) below += r->bins[i];
    double within = ((double)total / 2 - below) / fmax(r->bins[bin], 1);
    if (bin == RATIO_ONE || bin == RATIO_ONE - 1) return 1;
    return (bin + fmin(fmax(within, 0), 1)) / RATIO_ONE;
}

// Median deviation of each tone from the gain, 16ths of gray levels; false where too few cells are so bright.
static bool tone_deviation(light_capacity *r, sample s, double gain, int tone, double *deviation) {
    unsigned total = 0;
    memset(r->bins, 0, DEVIATION_BINS * sizeof *r->bins);
    for (size_t i = 0; i < s.count; i++) {
        if (s.before[i] / TONE != tone) continue;
        int bin = (int)lround(s.now[i] - gain * s.before[i]) / DEVIATION + DEVIATION_BINS / 2;
        r->bins[bin < 0 ? 0 : bin >= DEVIATION_BINS ? DEVIATION_BINS - 1 : bin]++;
        total++;
    }
    if (total < LEAST_SAMPLES) return false;
    double most = curve_reach * fabs(gain - 1) * (tone + 0.5) * TONE;
    double over = fmax(gain * (tone + 0.5) * TONE - CELL_MAX, 0);  // saturated: as far as it takes
    *deviation = fmax(fmin((median_bin(r->bins, DEVIATION_BINS, total) - DEVIATION_BINS / 2) * DEVIATION, most), -most - over);
    return true;
}

// Straight lines between the tones' middles, level beyond the outermost.
static void draw_curve(light_capacity *r, double gain, const double *deviation, const bool *reported) {
    int left = -1, right = 0;
    while (right < TONES && !reported[right]) right++;
    for (int b = 0; b <= CELL_MAX; b++) {
        double at = (double)b / TONE - 0.5;
        while (right < TONES && at > right) {
            left = right++;
            while (right < TONES && !reported[right]) right++;
        }
        double off = left < 0         ? deviation[right]
                     : right >= TONES ? deviation[left]
                                      : deviation[left] + (deviation[right] - deviation[left]) * (at - left) / (right - left);
        r->curve[b] = (int16_t)fmin(fmax(gain * b + off, 0), CELL_MAX);
    }
}

static cell_light light_of(light_capacity *r, sample s) {
    double gain = gain_of(r, s), deviation[TONES] = {0};
    cell_light light = {.gain = (int16_t)fmin(round(gain * 8192), INT16_MAX)};
    if (fabs(gain - 1) < curve_needs_gain) return light;
    bool reported[TONES], any = false, bent = false;
    for (int t = 0; t < TONES; t++) {
        reported[t] = tone_deviation(r, s, gain, t, &deviation[t]);
        any |= reported[t];
        bent |= reported[t] && fabs(deviation[t]) > deviation_told;
    }
    if (!any || !bent) return light;
    draw_curve(r, gain, deviation, reported);
    light.curve = r->curve;
    return light;
}

static int expected(cell_light l, int before) { return l.curve ? l.curve[before] : before * 8 * l.gain >> 16; }

static void scatter_of(light_capacity *r, sample s, light_change *c) {
    unsigned total[LIGHT_CLASSES] = {0};
    unsigned(*bins)[SCATTER_BINS] = (unsigned(*)[SCATTER_BINS])r->bins;
    memset(r->bins, 0, sizeof r->bins);
    for (size_t i = 0; i < s.count; i++) {
        int class = s.before[i] * LIGHT_CLASSES / (CELL_MAX + 1), off = abs(s.now[i] - expected(c->light, s.before[i]));
        bins[class][off < SCATTER_BINS ? off : SCATTER_BINS - 1]++;
        total[class]++;
    }
    int fullest = 0;
    for (int k = 1; k < LIGHT_CLASSES; k++)
        if (total[k] > total[fullest]) fullest = k;
    float usual = (float)median_bin(bins[fullest], SCATTER_BINS, total[fullest]) + 0.5f;
    for (int k = 0; k < LIGHT_CLASSES; k++) {
        float own = (float)median_bin(bins[k], SCATTER_BINS, total[k]) + 0.5f;
        c->scatter[k] = total[k] < LEAST_SAMPLES ? usual : fminf(own, 2 * usual);  // more than that is no noise: something bright moved
    }
}

light_change light_between(light_capacity *r, const cell_grid *g, const int16_t *before, const int16_t *now) {
    sample s = sample_of(r, g, before, now);
    light_change c = {.light = light_of(r, s)};
    scatter_of(r, s, &c);
    return c;
}
