// The black and the white of prints: table markers, tags, cards. Their black squares look like dark rims, and their white ones like marks.
#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

bool search_is_paper(const base_search *s, const uint8_t *p) {
    if (p[0] < PAINT_PRINTED_OF_WHITE * s->white.b || p[1] < PAINT_PRINTED_OF_WHITE * s->white.g || p[2] < PAINT_PRINTED_OF_WHITE * s->white.r)
        return false;
    double white = s->white.b + s->white.g + s->white.r, ground = s->ground.b + s->ground.g + s->ground.r;
    return p[0] + p[1] + p[2] > ground + PAINT_PRINTED_ABOVE_GROUND * (white - ground);
}

bool search_is_ink(const base_search *s, const uint8_t *p) { return p[0] + p[1] + p[2] < 0.22 * (s->white.b + s->white.g + s->white.r); }
