// What lies inside a rim. A base carries a miniature: its inside shows covering, figure and shadow. Tokens, counters and ground framed in a rim's
// colour are flat: one colour everywhere.
#include <stdlib.h>

#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

enum { LINES = 4, POINTS = LINES * RIM_SCAN_INNER };

static int by_value(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

// The pixels of the inside, by channel. Returns the number inside the picture.
static int gather(const base_search *s, const found_base *b, uint8_t value[3][POINTS]) {
    static const double inwards[LINES] = {0.96, 0.74, 0.5, 0.22};
    const rim_model *m = &s->models[b->kind];
    local_view v;
    int count = 0;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return 0;
    v.origin = local_view_px(&v, vec2_sub(b->fit.at, v.at));
    for (int i = 0; i < POINTS; i++) {
        px2 at = local_view_px(&v, vec2_rotate(vec2_scale(m->scan_inner[i % RIM_SCAN_INNER], inwards[i / RIM_SCAN_INNER]), b->fit.heading_rad));
        if (!(at.u >= 0 && at.v >= 0 && at.u < s->frame->width - 0.5 && at.v < s->frame->height - 0.5)) continue;
        const uint8_t *p = frame_colour_at(s->frame, (int)(at.u + 0.5), (int)(at.v + 0.5));
        for (int k = 0; k < 3; k++) value[k][count] = p[k];
        count++;
    }
    return count;
}

double search_flat(const base_search *s, const found_base *b) {
    uint8_t value[3][POINTS], sorted[POINTS];
    double middle[3];
    int count = gather(s, b, value), alike = 0;
    if (count < POINTS / 2) return 0;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < count; i++) sorted[i] = value[k][i];
        qsort(sorted, (size_t)count, 1, by_value);
        middle[k] = sorted[count / 2];
    }
    for (int i = 0; i < count; i++) {
        bool same = true;
        for (int k = 0; k < 3; k++) same &= fabs(value[k][i] - middle[k]) <= PAINT_FACE_FLAT_NOISE + PAINT_FACE_FLAT_TEXTURE * middle[k];
        alike += same;
    }
    return (double)alike / count;
}

double search_light(const base_search *s, const found_base *b) {
    uint8_t value[3][POINTS];
    int count = gather(s, b, value), light = 0;
    for (int i = 0; i < count; i++)
        light += value[0][i] > PAINT_FACE_OF_WHITE * s->white.b && value[1][i] > PAINT_FACE_OF_WHITE * s->white.g &&
                 value[2][i] > PAINT_FACE_OF_WHITE * s->white.r;
    return (double)light / fmax(count, 1);
}

double search_covered(const base_search *s, const found_base *b, const colour *cover, int covers) {
    uint8_t value[3][POINTS];
    int count = gather(s, b, value), alike = 0;
    for (int i = 0; i < count; i++) {
        bool any = false;
        for (int k = 0; k < covers && !any; k++)
            any = fabs(value[0][i] - cover[k].b) <= PAINT_FACE_COVER_NOISE + PAINT_FACE_COVER_TEXTURE * cover[k].b &&
                  fabs(value[1][i] - cover[k].g) <= PAINT_FACE_COVER_NOISE + PAINT_FACE_COVER_TEXTURE * cover[k].g &&
                  fabs(value[2][i] - cover[k].r) <= PAINT_FACE_COVER_NOISE + PAINT_FACE_COVER_TEXTURE * cover[k].r;
        alike += any;
    }
    return count < POINTS / 2 ? 0 : (double)alike / count;
}
