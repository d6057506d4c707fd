#include "fear_bound.h"

#include "../rules/second_opinion.h"

#define DRESSING_IN 0.30  // formation_residual_in: a leg no longer than that has no direction
#define OBLIQUE_DEG 52    // with the tolerance, and what a leg of a few inches may be measured wrong by

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
// Figures are alike: a whole block that faced about may have turned by half a turn more, a square one by quarters.
static bool turns_about_its_front(const fear_move *m, vec2 from, vec2 to) {
    int quarters = ((m->to.quarter - m->from.quarter) % 4 + 4) % 4, ranks = fear_ranks(&m->from), files = m->from.files;
    double turn = m->to.lay_rad - m->from.lay_rad + quarters * PI / 2, h = m->from.lay_rad, side = m->from.base.width_in;
    vec2 centre, ahead = heading_forward(h), left = heading_left(h);
    if (quarters && (m->from.count < files * ranks || (quarters != 2 && files != ranks))) return false;
    rigid2 k = {.rotation_rad = turn, .shift = vec2_sub(to, vec2_rotate(from, turn))};
    if (!rigid2_centre(k, &centre)) return false;
    vec2 d = vec2_sub(centre, m->from.corner);
    double on = vec2_dot(d, ahead), off = -vec2_dot(d, left);
    return fabs(on) <= side / 2 + DRESSING_IN && off >= -side / 2 - DRESSING_IN && off <= fear_width(&m->from) - side / 2 + DRESSING_IN;
}

double fear_least(const fear_book *book, const fear_move *m) {
    const fear_block *b = &m->from;
    if (book->ranked || book->faces_unpriced || m->files_changed || m->formation_changed || m->shuffled || (b->rear > 0 && b->count % b->files))
        return 0;
    int ranks = fear_ranks(b);
    bool line = ranks == 1 || b->files == 1;
    if (line && m->to.quarter != b->quarter) return 0;  // it may have filed off: a change of frontage explains that too
    second_block k = second_block_of(b->files, ranks, b->files * ranks - b->count, b->base.width_in, b->gap_in, m->rate_in);
    second_stand from = stand_of(b, &k), to = stand_of(&m->to, &k);
    if (turns_about_its_front(m, from.centre, to.centre)) return 0;
    second_cost c = second_cheapest(&k, from, to, (second_latitude){OBLIQUE_DEG * RAD_PER_DEG, DRESSING_IN});
    // Where the whole move comes to one turn about a corner figure, perhaps of figures in another order, the corner's price holds too.
    return fmin(c.low_in, second_measured_wheel(&k, from, to, DRESSING_IN)) * kindest_share(&k);
}
