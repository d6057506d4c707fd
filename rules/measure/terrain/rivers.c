// Rivers that are crossed from bank to bank, by the whole move of a turn (CM-TER-12).
//
// Where a turn's move is made in parts, each part in which a unit is crossing owes its share of it. A unit that goes in and comes out in one part has
// crossed at once: that costs the whole.
#include "rules/measure/terrain/terrain.h"

static double gap_of(const rule_case *c, const pose *poses) {
    return terrain_gap(c->g, &c->g->terrain[c->terrain.river], c->unit->first_figure, c->local, poses, c->count);
}

// Least gap to the river as the phase began.
static double began_gap(const rule_case *c) {
    double least = INFINITY;
    for (int i = 0; i < c->count; i++) {
        int f = figure_of(c, i);
        least = fmin(least, terrain_gap(c->g, &c->g->terrain[c->terrain.river], f, NULL, &c->s->figures[f].phase_start, 1));
    }
    return least;
}

// The river in which the unit still stood as this move began, in the midst of crossing; -1.
static int goes_on_crossing(const rule_case *c) {
    const terrain_done *done = &c->mine->done.terrain;
    if (done->crossed_river == 0 || done->crossed_turn < c->s->turn - 1) return -1;
    double gap = terrain_gap(c->g, &c->g->terrain[done->crossed_river - 1], c->unit->first_figure, c->local, c->from, c->count);
    return gap > 0 ? -1 : done->crossed_river - 1;
}

static vec2 front_of(const game *g, int figure, pose p) { return pose_has_heading(p) ? base_front(g->figures[figure].base, p) : p.at; }

// The river into which a figure of the unit has gone, and which no bridge crosses there; -1.
static int wades_in(const rule_case *c, const walker *w) {
    for (int k = 0; k < w->count; k++) {
        const walker_piece *piece = &w->piece[k];
        if (piece->ground != GROUND_RIVER || piece->at->has_cross_cost) continue;
        for (int i = 0; i < c->count; i++) {
            vec2 front = front_of(c->g, figure_of(c, i), c->to[i]);
            if (area_depth(piece->at, front) > c->n->terrain.edge_tol && !walker_road_lifts(w, piece, front)) return piece->index;
        }
    }
    return -1;
}

// The river that the move crosses: past its middle, or, where its turn's move is made in parts, into it or on in it.
static int river_of(const rule_case *c, const walker *w, int crossed, double share) {
    if (crossed >= 0 || share >= 1) return crossed;
    int on = goes_on_crossing(c);
    return on >= 0 ? on : wades_in(c, w);
}

// How far the unit's middle had come in this phase before the move.
static double way_before(const rule_case *c) {
    vec2 sum = {0, 0};
    for (int i = 0; i < c->count; i++) sum = vec2_add(sum, vec2_sub(c->from[i].at, c->s->figures[figure_of(c, i)].phase_start.at));
    return vec2_length(sum) / c->count;
}

double river_more_in(rule_case *c, const walker *w, int crossed) {
    terrain_facts *t = &c->terrain;
    const terrain_tuning *n = &c->n->terrain;
    double share = n->river_share ? n->river_share(c) : 1;
    t->river = river_of(c, w, crossed, share);
    if (t->river < 0) return 0;
    const terrain_entered *mine = &c->mine->terrain;
    t->river_to_in = gap_of(c, c->to);
    t->river_from_in = mine->bank_turn == c->s->turn && mine->bank == t->river + 1 ? mine->bank_gap_in : -1;
    t->river_out_in = share < 1 ? fmin(began_gap(c), t->river_to_in) : 0;
    if (c->rate <= 0) return 0;
    double owed = n->river_moves * c->rate * (t->river_out_in > c->n->player_tolerance ? 1 : share);
    const terrain_done *done = &c->mine->done.terrain;
    bool paid = c->s->phase_entered && done->river_phase == c->s->phase_count;
    if (!paid) return fmax(owed - c->how.cost, 0);
    // A second step of one part: its inches are in what the first one paid.
    return fmax(fmax(way_before(c) + c->how.cost, owed) - done->river_paid_in, 0) - c->how.cost;
}
