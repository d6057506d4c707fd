// Small pictures of bases with rim codes, made fast enough for a million of them: bands by area sampling, occluders cut out of the renderer's
// figures, blur, noise. Seen straight from above, so that the truth is plain; tests/render draws tables.
#ifndef VEDETTE_TESTS_VISION_RIM_FIELD_H
#define VEDETTE_TESTS_VISION_RIM_FIELD_H

#include "vision/rim_codes.h"

// What hides a base: a patch of `size` x `size` pixels at OCCLUDER_PX_PER_IN about the base's middle.
#define OCCLUDER_PX_PER_IN 56.0
enum { OCCLUDER_SIZE = 128, OCCLUDERS_MAX = 128, FIELD_BASES_MAX = 64 };

typedef struct {
    uint8_t bgr[OCCLUDER_SIZE * OCCLUDER_SIZE * 3];
    uint8_t hides[OCCLUDER_SIZE * OCCLUDER_SIZE];  // 255: hidden; else the light left there, 0..254 of 254
} occluder;

typedef struct {
    occluder *at;  // OCCLUDERS_MAX
    int count;
} occluder_book;

// Cuts occluders out of rendered tables: figures near the camera's foot and far out, where they lean. Asserts.
void occluder_book_make(occluder_book *book);
void occluder_book_free(occluder_book *book);

typedef struct {
    base base;
    int cells, id;
    uint64_t word;  // what it shows where that is no id's; 0
    uint32_t dark_rgb, light_rgb;
    pose pose;
    const occluder *hider;  // NULL: nothing
    double hider_scale, hider_turn_rad;
    vec2 hider_shift_in;
    double hidden;  // set by drawing: share of the band that is hidden
} field_base;

typedef struct {
    int width, height;
    double px_per_in;
    double blur_px, noise, light;
    uint32_t ground_rgb;
    double ground_contrast;
    uint64_t dice;
    uint8_t *bgr, *gray;
    float *sharp, *work;  // 3 channels
    frame frame;
    vision_view view;
} rim_field;

void rim_field_make(rim_field *f, int width, int height, double px_per_in);
void rim_field_free(rim_field *f);
// Draws ground, at most FIELD_BASES_MAX bases and their occluders, in this order, and blurs. Sets `hidden` of the bases, other bases' occluders
// included.
void rim_field_draw(rim_field *f, field_base *bases, int count);
// Another exposure of what was drawn: other noise.
void rim_field_expose(rim_field *f);

// Uniform in [0, 1) and normal; from the field's dice.
double field_random(rim_field *f);

#endif
