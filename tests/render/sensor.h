// The sensor: light, vignette and noise make grey levels of the drawn picture.
#ifndef VEDETTE_TESTS_RENDER_SENSOR_H
#define VEDETTE_TESTS_RENDER_SENSOR_H

#include "tests/render/canvas.h"

typedef struct {
    uint16_t *vignette;  // share of light for each pixel, 4096: all of it
    int16_t *gauss;      // normal deviates, 256: one sigma
    int level;           // of the noise that `noise` holds, in LEVELs
    int *noise;          // the deviates of that level, and those of a row more
    uint16_t *gain;      // of a row
} sensor;

status sensor_init(sensor *n, const render_scene *s, fault *why);
void sensor_finish(sensor *n);
// 8-bit B, G, R of what *c holds.
void sensor_expose(sensor *n, const render_scene *s, const canvas *c, uint8_t *bgr, size_t stride);

#endif
