// vision/bases/paint -- the paint of a base's rim, measured where it is supposed: the median over a band inside the outline of its top, so that what
// stands over a part of it counts little. Pure.
#ifndef VEDETTE_VISION_BASES_PAINT_H
#define VEDETTE_VISION_BASES_PAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "vision/vision.h"

// Codes of white paper and of ink, as the table's markers show them.
typedef struct {
    float paper[3], ink[3];
    float per_code[3];  // by which a code more makes the share larger
} print_tones;

print_tones paint_tones(const vision_view *view);
// Codes, blue, green, red, as shares of white paper: -1 (ink) .. 1 (paper).
void paint_share(const print_tones *t, const float code[3], float out[3]);

// A paint as a game file states it (0xrrggbb): blue, green, red, 0 (ink) .. 1 (paper).
void paint_stated(uint32_t rgb, float out[3]);
// What is expected of a rim, blue, green, red: a paint, or a mixture of two, whose share scatters by one sigma of `span`.
typedef struct {
    float mean[3], span[3];
} rim_paint;

// How a paint seen scatters about one that is expected: sigmas of the light on it, times the paint; of what shines over it, alike in all colours; of
// each colour; and times what it scatters over the rim.
typedef struct {
    double light, shine, each, rim;
} paint_scatter;

// ln density, but for a constant, of a paint seen, which scatters by rim_sigma over its rim: Student's t with 3 degrees of freedom, as a few rims are
// seen through something else.
double paint_log_chance(const paint_scatter *scatter, const float seen[3], double rim_sigma, const rim_paint *expected);
// The paint seen as it would be with the expected share of the mixture.
void paint_without_mixture(const float seen[3], const rim_paint *expected, float out[3]);

// Sum of squares by which two paints differ.
double paint_distance2(const float a[3], const float b[3]);

// Shares of white paper seen on the band: how many of each level, blue, green, red.
enum { PAINT_LEVELS = 128 };
typedef struct {
    int level[3][PAINT_LEVELS];
    int count;
} paint_band;

void paint_begin(paint_band *b);
// True where a place so far inside the outline (mm) lies in the band.
bool paint_in_band(double inside_mm);
// Adds a place: shares of white paper, each -1 (ink) .. 1 (paper); more is counted as the nearest.
void paint_add(paint_band *b, const float bgr[3]);
// The paint, each 0 (ink) .. 1 (paper), and how much it scatters over the band (sigma of one place, by the median of deviations). False: too few.
bool paint_read(const paint_band *b, float bgr[3], float *sigma);

#endif
