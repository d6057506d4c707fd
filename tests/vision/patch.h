// Small pictures of one printed tag, quickly drawn and exactly known: on textured ground, blurred, noisy, and covered in the middle by something.
#ifndef VEDETTE_TESTS_VISION_PATCH_H
#define VEDETTE_TESTS_VISION_PATCH_H

#include "core/frame.h"
#include "core/geom.h"
#include "vision/tags/family.h"

enum { PATCH_MOST = 160 };

typedef enum { COVER_DISC, COVER_SQUARE, COVER_FIGURE } patch_cover;  // a figure: a disc that leans out over one side

typedef struct {
    const tag_family *family;
    int id;                  // -1: bare ground
    double edge_px;          // of the square whose corners are known
    double turn_rad, taper;  // taper: how much shorter its far side is
    double cover;            // width of what covers the middle, of the edge
    patch_cover shape;
    double cover_light[2];  // its two colours, in patches
    double blur_px, noise;  // sigma of light; of grey levels
    double ink, paper;      // light
    uint32_t seed;
} patch_scene;

typedef struct {
    uint8_t gray[PATCH_MOST * PATCH_MOST];
    int size;
    frame frame;
    px2 corner[4];  // contract's order
} patch;

// A number in [0, 1) from the state, which moves on.
double patch_random(uint32_t *state);
// A normal deviate.
double patch_deviate(uint32_t *state);
// A usual scene by chance: any place and heading, blur and noise as given, any occluder.
patch_scene patch_by_chance(const tag_family *f, double edge_px, double cover, double blur_px, double noise, uint32_t seed);
void patch_draw(const patch_scene *s, patch *out);

#endif
