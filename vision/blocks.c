// What the blocks tell about bases whose mark is hidden: beside a base that was found, the picture is asked whether another one stands
// edge to edge with it. The picture decides; nothing is put where the band does not show.
#include "vision/search.h"

static const double gap_in = 0.4 * IN_PER_MM;  // usual between bases pushed together
static const double least_shown = 0.6, turned_rad = 8 * RAD_PER_DEG;

enum { ROUNDS = 4 };

static int found_of_look(const base_search *s, int look) {
    int n = 0;
    for (int i = 0; i < s->fit_count; i++) n += s->look_of[s->fits[i].kind] == look;
    return n;
}

// The place beside fit i: in front, behind, left or right of it.
static found_base neighbour(const base_search *s, int i, int side) {
    found_base b = s->fits[i];
    base shape = s->models[b.kind].kind.base;
    vec2 f = heading_forward(b.fit.heading_rad), l = heading_left(b.fit.heading_rad);
    double along = (side == 0) - (side == 1), across = (side == 2) - (side == 3);
    b.fit.at = vec2_add(b.fit.at, vec2_add(vec2_scale(f, along * (shape.depth_in + gap_in)), vec2_scale(l, across * (shape.width_in + gap_in))));
    b.fit.z_in = search_top_in(s, b.kind, b.fit.at);
    b.ambiguous = s->models[b.kind].round;
    b.expected = false;
    return b;
}

static bool try_beside(base_search *s, int i, int side) {
    found_base b = neighbour(s, i, side);
    int look = s->look_of[b.kind];
    double heading = b.fit.heading_rad;
    if (s->fit_count == MAX_FITS || found_of_look(s, look) >= search_count(s, look) || search_blocked(s, &b, -1)) return false;
    if (!search_refine(s, &b, RIM_QUICK) || search_shown(&b) < least_shown || search_blocked(s, &b, -1)) return false;
    if (fabs(angle_difference(b.fit.heading_rad, heading)) > turned_rad) return false;
    s->fits[s->fit_count++] = b;
    return true;
}

void complete_blocks(base_search *s) {
    int from = 0;
    for (int round = 0; round < ROUNDS && from < s->fit_count; round++) {
        int count = s->fit_count;
        for (int i = from; i < count; i++)
            for (int side = 0; side < 4; side++) try_beside(s, i, side);
        from = count;  // the next round asks beside those that were added
    }
}
