// tests/vision/see_bases -- one look for plain bases: proposals in the rectangles, and what is found there or expected.
#ifndef VEDETTE_TESTS_VISION_SEE_BASES_H
#define VEDETTE_TESTS_VISION_SEE_BASES_H

#include "vision/vision.h"

static inline status see_bases(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count, const px_rect *where,
                               int where_count, const expected_base *expected, int expected_count, base_list *out) {
    out->count = 0;
    status s = vision_propose_bases(v, f, view, where, where_count);
    return s == STATUS_OK ? vision_find_bases(v, f, view, kinds, kind_count, expected, expected_count, out) : s;
}

#endif
