// Which pixels are bright, dark and without colour in this picture's light.
#include "vision/tones.h"

#include "vision/tagged/tagged.h"
#include "vision/tagged/tagged_limits.h"

void tagged_take_tones(tagged_search *s) {
    tones_balance(&s->view->tones, s->balance);
    s->black = tones_black(&s->view->tones);
    s->white = 0;
}

// The gray that the brightest three-hundredth of the pixels reach: paper, if there is any. The table's markers lie in its corners, where a wide lens
// leaves less light than on most of the table.
void tagged_need_white(tagged_search *s, int nth) {
    const frame *f = s->frame;
    int histogram[256] = {0}, n = 0, seen = 0, g = 255;
    if (s->white > 0) return;
    for (int v = 0; v < f->height; v += nth)
        for (int u = 0; u < f->width; u += nth) histogram[f->gray[(size_t)v * f->gray_stride + (size_t)u]]++, n++;
    for (; g > 0; g--)
        if ((seen += histogram[g]) > n / 300) break;
    s->white = fmax(g - s->black, TAGGED_TONES_LEAST_WHITE);
}

double tagged_white_at(const tagged_search *s, px2 at) {
    return fmin(s->white, fmax(tones_paper_at(&s->view->tones, at) - s->black, TAGGED_TONES_LEAST_WHITE));
}

double tagged_chroma(const tagged_search *s, int u, int v) {
    const frame *f = s->frame;
    double high = 0, low = 1e9;
    if (!f->bgr) return 0;
    const uint8_t *c = frame_colour_at(f, u, v);
    for (int k = 0; k < 3; k++) {
        double code = fmax(c[k] - s->black, 0) * s->balance[k];
        high = fmax(high, code), low = fmin(low, code);
    }
    return high - low;
}
