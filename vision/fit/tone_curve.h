// vision/fit/tone_curve -- converts a camera's codes to light. Optics blur light, not codes: half way between black and white in code lies well
// inside the black, so every function that places an edge compares light.
//
// Codes are 0..255, light is 0..1 of what a code of 255 stands for. Pure.
// Source: cameras code light with an exponent of about 1/2.2 (ITU-R BT.709, sRGB); x^2 (0.75 + 0.25 x) is within 0.0042 of x^2.2 and calls no pow.
#ifndef VEDETTE_VISION_FIT_TONE_CURVE_H
#define VEDETTE_VISION_FIT_TONE_CURVE_H

#include <stdint.h>

static inline float light_of_code(int32_t code) {
    float x = (float)code * (1.0F / 255);
    return x * x * (0.75F + 0.25F * x);
}

// The light of each code.
typedef struct {
    float of[256];
} light_table;

static inline void light_table_fill(light_table *l) {
    for (int i = 0; i < 256; i++) l->of[i] = light_of_code(i);
}

#endif
