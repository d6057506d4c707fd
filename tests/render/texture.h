// Procedural noise: the same everywhere and always, from whole numbers only.
#ifndef VEDETTE_TESTS_RENDER_TEXTURE_H
#define VEDETTE_TESTS_RENDER_TEXTURE_H

#include <stdint.h>

// A well mixed 32-bit word of three.
uint32_t texture_hash(uint32_t a, uint32_t b, uint32_t c);
// The same as a number in [0, 1).
double texture_random(uint32_t a, uint32_t b, uint32_t c);
// Smooth value noise in [0, 1], features about 1 apart.
double texture_noise(double x, double y, uint32_t seed);

#endif
