// Random tables with plain bases, as a camera of 1080 lines or a piece of a 12 MP picture sees them, and the count of what was found on them.
#ifndef VEDETTE_TESTS_VISION_FIELD_H
#define VEDETTE_TESTS_VISION_FIELD_H

#include "tests/vision/scene.h"

typedef enum { FIELD_1080, FIELD_12MP } field_camera;

typedef struct {
    field_camera camera;
    uint32_t seed;
    bool bare;    // the bases are unpainted
    bool tall;    // figures up to 60 mm
    bool empty;   // what lies about, and no base
    int painted;  // 0: any; otherwise the number of a rim's colour, from 1 on
    int other;    // the same for the other side
    int ground;   // 0: any; otherwise render_ground + 1
} field_options;

// A table of that seed: units of one or two sides, what lies about, ground, light, noise.
typedef struct {
    test_table table;
    uint32_t base_rgb[16];
    render_scatter scatter[24];
    double *visible;  // of each figure: share of its base's top that can be seen
    char colours[64];
    double contrast[16];  // of each unit's rims (field_contrast); INFINITY: unpainted
} field;

// The contrast of a rim: the least CIE 1976 colour difference (L*a*b*, D65) between its paint as it is drawn and either the ground or what its
// bases are covered with, both in their mean colour. 2.3 is just noticeable (Mahy et al., Color Research & Application 19 (1994)).
#define FIELD_DRAB 15.0  // below it, as brown on a brown mat, a rim is no sane livery: counted, and counted apart

void field_make(field *f, field_options o);
void field_free(field *f);

// Sums over tables.
typedef struct {
    int bases, found;                // with half of the top to be seen, and how many of them were found
    int drab, drab_found;            // those of them whose rim has less contrast than FIELD_DRAB
    int hidden, hidden_found;        // the others
    int is_unregistered, pictures;   // sightings of no base
    int headings, turned, held;      // stated; off by more than 10 degrees though stated as sure; held back or doubtful
    int inside, inside_rad, sigmas;  // errors within the stated 95 % ellipse, and heading's within 1.96 sigma; sightings
    double mm2, deg2, worst_mm;
} field_tally;

// Adds what is in `found` (everything that was seen on f's table) to the tally.
void field_count(const field *f, const base_list *found, field_tally *t);

#endif
