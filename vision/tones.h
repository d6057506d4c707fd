// vision/tones -- how white paper and black ink show in a picture: the table's printed markers are a white reference under its own lamps.
//
// Codes, 0..255, as the camera gives them. Source: white balance by a known neutral patch (von Kries: each channel by its own factor).
#ifndef VEDETTE_VISION_TONES_H
#define VEDETTE_VISION_TONES_H

#include "vision/vision.h"

// The code that shows no light: where fog, a glare or a flat tone curve lifts ink above what it usually is beside paper; else 0.
double tones_black(const vision_tones *t);
// Factors of B, G, R (of codes less tones_black) that make paper gray; all 1 where the tones are not known.
void tones_balance(const vision_tones *t, double factor[3]);

// Gray that paper shows at the pixel at most, between the markers and beyond them; INFINITY where too few of them tell.
double tones_paper_at(const vision_tones *t, px2 at);

#endif
