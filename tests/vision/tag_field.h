// Large pictures of many tags lying about on textured ground, with their corners known exactly; quick enough for 12 megapixels in a test.
//
// Made as light: ground of several octaves of noise, clutter (blobs, slabs, black squares without a code), tags by 8 x 8 samples a pixel, figures
// standing on them; blurred as light by a Gaussian, coded by the sensor's tone curve, made noisy.
#ifndef VEDETTE_TESTS_VISION_TAG_FIELD_H
#define VEDETTE_TESTS_VISION_TAG_FIELD_H

#include <stdint.h>

#include "core/geom.h"
#include "vision/tags/family.h"

typedef struct {
    int width, height;
    const char *family;
    int count;                    // of tags; fewer where they don't find room
    double low_px, high_px;       // edges of the squares (black, or light in families of that kind), evenly spread between
    double tilt;                  // 0..0.3: how much a tag's sides may differ by perspective
    double squash;                // 0..0.7: a tag is shorter by up to so much in a direction by chance, as when seen obliquely
    double margin;                // white cells beyond the family's own pattern
    double blur_px, noise;        // sigma, px; sigma, grey levels
    double tone;                  // the sensor's code is light to the power of 1 / tone; 1: a straight curve
    double ink_code, paper_code;  // of the sensor in low contrast or haze, grey levels; 0, 0: as the tone curve has them
    double texture;               // of the ground: 0 none, 1 like grass or gravel
    int clutter;                  // things that lie about
    double cover;                 // diameter of the figure on each tag's middle, of the square's edge; 0 none
    double bend_px;               // the picture's corners are moved outward by so much through a lens of k1 alone: edges bend
    uint64_t seed;
} tag_field_options;

typedef struct {
    int id;
    px2 corner[4];   // contract's order
    double edge_px;  // mean
} tag_truth;

typedef struct {
    int width, height, count;
    unsigned char *gray;  // width bytes a row
    tag_truth *tags;
} tag_field;

// 4056 x 3040, 100 tag36h11 of 16 to 40 px, tilt 0.03, margin 0, blur 0.7, noise 2, tone 2.2, texture 1, clutter 300, nothing covered, no bend,
// seed 1.
tag_field_options tag_field_default(void);
// Makes *out; false: out of memory, unknown family, or nonsense. tag_field_finish frees it.
bool tag_field_make(const tag_field_options *o, tag_field *out);
void tag_field_finish(tag_field *t);

#endif
