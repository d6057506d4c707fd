// Uses blocks to find bases with a hidden mark: the picture is examined for another base edge to edge with each base found. No base is added where
// its band does not show.
#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

// The place in front of, behind, left or right of fit i.
static found_base neighbour(const base_search *s, int i, int side) {
    found_base b = s->fits[i];
    base shape = s->models[b.kind].kind.base;
    vec2 f = heading_forward(b.fit.heading_rad), l = heading_left(b.fit.heading_rad);
    double along = (side == 0) - (side == 1), across = (side == 2) - (side == 3);
    b.fit.at = vec2_add(b.fit.at, vec2_add(vec2_scale(f, along * (shape.depth_in + PLAIN_BLOCKS_GAP_IN)),
                                           vec2_scale(l, across * (shape.width_in + PLAIN_BLOCKS_GAP_IN))));
    b.fit.z_in = search_top_in(s, b.kind, b.fit.at);
    b.ambiguous = s->models[b.kind].round;
    b.by = FOUND_BESIDE;
    return b;
}

// True where a fit that shows as much already stands there.
static bool taken(const base_search *s, const found_base *b, double shown) {
    double near = 0.5 * fmin(s->models[b->kind].half_x, s->models[b->kind].half_y);
    for (int i = 0; i < s->fit_count; i++) {
        const found_base *o = &s->fits[i];
        if ((o->chosen || o->by == FOUND_BESIDE) && vec2_distance(o->fit.at, b->fit.at) < near && search_shown(o) >= shown) return true;
    }
    return false;
}

static void try_beside(base_search *s, int i, int side) {
    found_base b = neighbour(s, i, side);
    double heading = b.fit.heading_rad;
    if (s->fit_count == MAX_FITS || taken(s, &b, 0.75) || scan_at(s, &b) < PLAIN_BLOCKS_WORTH || !search_refine(s, &b, RIM_QUICK)) return;
    double shown = search_shown(&b);
    if (shown < PLAIN_BLOCKS_LEAST_SHOWN || fabs(angle_difference(b.fit.heading_rad, heading)) > PLAIN_BLOCKS_TURNED_RAD || taken(s, &b, shown - 0.1))
        return;
    b.chosen = true;
    s->fits[s->fit_count++] = b;
}

void complete_blocks(base_search *s) {
    int from = 0;
    for (int round = 0; round < PLAIN_BLOCKS_ROUNDS && from < s->fit_count; round++) {
        int count = s->fit_count;
        for (int i = from; i < count; i++) {
            bool ask = s->fits[i].chosen && (round > 0 || search_likely(&s->fits[i]));
            for (int side = 0; side < 4 && ask; side++) try_beside(s, i, side);
        }
        from = count;
    }
}

// True where the likely base o touches b with an edge or a corner and faces the same way.
static bool lines_up(const base_search *s, const found_base *o, const found_base *b) {
    double reach = hypot(s->models[b->kind].kind.base.depth_in, s->models[b->kind].kind.base.width_in) + PLAIN_BLOCKS_GAP_IN;
    double apart = vec2_distance(o->fit.at, b->fit.at);
    return s->look_of[o->kind] == s->look_of[b->kind] && apart < reach && apart > 0.3 * reach &&
           fabs(angle_difference(o->fit.heading_rad, b->fit.heading_rad)) < PLAIN_BLOCKS_TURNED_RAD;
}

void find_lines(base_search *s) {
    for (int i = 0; i < s->fit_count; i++) {
        s->fits[i].in_line = false;
        for (int k = 0; k < s->fit_count && !s->fits[i].in_line; k++)
            s->fits[i].in_line = s->fits[k].chosen && search_likely(&s->fits[k]) && lines_up(s, &s->fits[k], &s->fits[i]);
    }
}
