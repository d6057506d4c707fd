// pipeline/quality -- whether a single picture is sharp and well lit enough to be read: what it measures, and in words what to do about it.
// Looks at gray levels only; knows no table. Any thread.
#ifndef VEDETTE_PIPELINE_QUALITY_H
#define VEDETTE_PIPELINE_QUALITY_H

#include <stddef.h>

#include "pipeline/intake.h"

#define QUALITY_TEXT 256

typedef struct {
    double blur_px;  // standard deviation of the blur that most of its edges have, at least; NAN: it has too few edges to tell
    light_state light;
    double upper_quartile, overexposed;  // gray level that a quarter of the picture is brighter than; share of it at the sensor's limit
    double burnt_ink;  // gray of the ink beside paper that is at the sensor's limit (eye_burnt_ink); 0: it isn't, or that is not known
} picture_quality;

// True where paper sends far more light than the sensor takes, by the gray of the ink beside it (burnt_ink).
bool quality_burnt_out(double ink);
// Measures f's gray picture; burnt_ink is for the caller, which knows the table's markers.
picture_quality quality_of(const frame *f);
// The first thing that is wrong with it, and its remedy; false: nothing is. `times`: as large as is needed the finest marker or rim
// is in the picture (legible_times); 0: not known.
bool quality_describe(const picture_quality *q, double times, char out[QUALITY_TEXT]);

#endif
