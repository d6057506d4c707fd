// vision/bases/crop -- the square part of a picture about a place on the table, its top towards a heading: what the close looks see. Pure.
#ifndef VEDETTE_VISION_BASES_CROP_H
#define VEDETTE_VISION_BASES_CROP_H

#include <stddef.h>

#include "vision/bases/paint.h"
#include "vision/fit/local_view.h"

// Where a place shows: its middle in the picture, and px a mm along the heading and to its left. False where it can't be seen.
bool crop_aim(const vision_view *view, const frame *f, vec2 at, double z_in, double heading_rad, local_axes *out);
// Has the colours made within so many mm about it; before several threads read them.
void crop_want(const frame *f, const local_axes *a, double mm);

// px a mm, mean of both ways.
double crop_px_per_mm(const local_axes *a);
// Places along a step of so many px that are sampled for its mean: 1.3 px apart at most, but no more than CROP_MOST_FINE.
enum { CROP_MOST_FINE = 6 };
int crop_fine(double step_px);

// A crop `side` pixels wide of the places within half_mm. Each pixel is the mean of fine x fine places of the picture.
typedef struct {
    local_axes axes;
    double half_mm, step_mm, px_per_mm;
    int fine;
    bool sharp;  // by cubic convolution
} crop_grid;

crop_grid crop_grid_of(const local_axes *a, double half_mm, int side);
// Blue, green, red of `count` pixels of row i, as shares of white paper, into out[0..3), out[step..step + 3) and so on.
void crop_row(const crop_grid *g, const frame *f, const print_tones *t, int i, int count, float *out, ptrdiff_t step);

#endif
