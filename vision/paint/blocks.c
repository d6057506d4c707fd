// Which fits continue a block: a likely base beside them faces as they do.
#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

// True where the likely base o touches b with an edge or a corner and faces the same way.
static bool lines_up(const base_search *s, const found_base *o, const found_base *b) {
    double reach = hypot(s->models[b->kind].kind.base.depth_in, s->models[b->kind].kind.base.width_in) + PAINT_BLOCKS_GAP_IN;
    double apart = vec2_distance(o->fit.at, b->fit.at);
    return s->look_of[o->kind] == s->look_of[b->kind] && apart < reach && apart > 0.3 * reach &&
           fabs(angle_difference(o->fit.heading_rad, b->fit.heading_rad)) < PAINT_BLOCKS_TURNED_RAD;
}

void find_lines(base_search *s) {
    for (int i = 0; i < s->fit_count; i++) {
        s->fits[i].in_line = false;
        for (int k = 0; k < s->fit_count && !s->fits[i].in_line; k++)
            s->fits[i].in_line = s->fits[k].chosen && search_likely(&s->fits[k]) && lines_up(s, &s->fits[k], &s->fits[i]);
    }
}
