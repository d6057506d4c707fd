#include "tests/render/texture.h"

#include <math.h>

// Multiply and fold, the usual avalanche of integer hashes; only good looks depend on it.
uint32_t texture_hash(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t h = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca77u ^ (c + 0x165667b1u) * 0xc2b2ae3du;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    return h ^ h >> 15;
}

double texture_random(uint32_t a, uint32_t b, uint32_t c) { return texture_hash(a, b, c) * (1.0 / 4294967296.0); }

double texture_noise(double x, double y, uint32_t seed) {
    double fx = floor(x), fy = floor(y), a = x - fx, b = y - fy;
    uint32_t ix = (uint32_t)(int32_t)fx, iy = (uint32_t)(int32_t)fy;
    a = a * a * (3 - 2 * a);
    b = b * b * (3 - 2 * b);
    double n00 = texture_random(ix, iy, seed), n10 = texture_random(ix + 1, iy, seed);
    double n01 = texture_random(ix, iy + 1, seed), n11 = texture_random(ix + 1, iy + 1, seed);
    return (n00 + (n10 - n00) * a) * (1 - b) + (n01 + (n11 - n01) * a) * b;
}
