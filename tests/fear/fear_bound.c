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

double fear_least(const fear_book *book, const fear_move *m) {
    const fear_block *b = &m->from;
    if (book->ranked || book->faces_unpriced || m->files_changed || m->formation_changed || m->shuffled || (b->rear > 0 && b->count % b->files))
        return 0;
    int ranks = fear_ranks(b);
    bool line = ranks == 1 || b->files == 1;
    if (line && m->to.quarter != b->quarter) return 0;  // it may have filed off: a change of frontage explains that too
    second_block k = second_block_of(b->files, ranks, b->files * ranks - b->count, b->base.width_in, b->gap_in, m->rate_in);
    second_cost c = second_cheapest(&k, stand_of(b, &k), stand_of(&m->to, &k), (second_latitude){OBLIQUE_DEG * RAD_PER_DEG, DRESSING_IN});
    return c.low_in * kindest_share(&k);
}
