// The sensor: light, vignette and noise make grey levels of the drawn picture.
#ifndef VEDETTE_TESTS_RENDER_SENSOR_H
#define VEDETTE_TESTS_RENDER_SENSOR_H

#include "tests/render/canvas.h"

typedef struct {
    int16_t *gauss;  // normal deviates, 256: one sigma
    int level;       // of the noise that `noise` holds, in LEVELs
    int *noise;      // the deviates of that level, and those of a row more
    double light;    // that `gain` was made for, the lens's share and its slope
    double vignette;
    vec2 gradient;
    uint16_t *gain;  // share of the light for each sample, 4096: all of it
} sensor;

status sensor_init(sensor *n, const render_scene *s, fault *fault);
void sensor_finish(sensor *n);
// 8-bit B, G, R of what *c holds.
void sensor_expose(sensor *n, const render_scene *s, const canvas *c, uint8_t *bgr, size_t stride);

#endif
