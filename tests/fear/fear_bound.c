#include "fear_bound.h"

#include "../rules/second_opinion.h"

#define DRESSING_IN 0.30  // formation_residual_in: a leg no longer than that has no direction
#define OBLIQUE_DEG 50    // with the tolerance

static second_stand stand_of(const fear_block *b, const second_block *k) {
    double pitch = k->base_in + k->gap_in;
    vec2 back = vec2_scale(heading_forward(b->lay_rad), -(k->ranks - 1) * pitch / 2),
         right = vec2_scale(heading_left(b->lay_rad), -(k->files - 1) * pitch / 2);
    return (second_stand){vec2_add(b->corner, vec2_add(back, right)), b->lay_rad, b->quarter};
}

// How much shorter the arcs are about the front centre of the corner figure than about its corner (docs/geometry.md section 6, the table of radii).
static double kindest_share(const second_block *k) {
    double least = 1;
    for (int quarter = 0; quarter < 4; quarter++) {
        second_stand s = {{0, 0}, 0, quarter};
        for (int left = 0; left < 2; left++) {
            double corner = second_radius(k, s, left);
            least = fmin(least, (corner - k->base_in / 2) / corner);
        }
    }
    return least;
}

// The whole move is one turn about a point of the front rank: another reading lets a unit wheel about any of its figures (BS1-7.9-4, 7.9-7).
static bool turns_about_its_front(const fear_move *m) {
    double turn = m->to.lay_rad - m->from.lay_rad, h = m->from.lay_rad, side = m->from.base.width_in;
    vec2 centre, ahead = heading_forward(h), left = heading_left(h);
    if (m->to.quarter != m->from.quarter) return false;
    rigid2 k = {.rotation_rad = turn, .shift = vec2_sub(m->to.corner, vec2_rotate(m->from.corner, turn))};
    if (!rigid2_centre(k, &centre)) return false;
    vec2 d = vec2_sub(centre, m->from.corner);
    double on = vec2_dot(d, ahead), off = -vec2_dot(d, left);
    return fabs(on) <= side / 2 + DRESSING_IN && off >= -side / 2 - DRESSING_IN && off <= fear_width(&m->from) - side / 2 + DRESSING_IN;
}

double fear_least(const fear_book *book, const fear_move *m) {
    const fear_block *b = &m->from;
    if (book->ranked || book->faces_unpriced || m->files_changed || m->formation_changed || m->shuffled || (b->rear > 0 && b->count % b->files))
        return 0;
    if (turns_about_its_front(m)) return 0;
    int ranks = fear_ranks(b);
    bool line = ranks == 1 || b->files == 1;
    if (line && m->to.quarter != b->quarter) return 0;  // it may have filed off: a change of frontage explains that too
    second_block k = second_block_of(b->files, ranks, b->files * ranks - b->count, b->base.width_in, b->gap_in, m->rate_in);
    second_cost c = second_cheapest(&k, stand_of(b, &k), stand_of(&m->to, &k), (second_latitude){OBLIQUE_DEG * RAD_PER_DEG, DRESSING_IN});
    return c.low_in * kindest_share(&k);
}
