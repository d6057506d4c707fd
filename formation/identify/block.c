#include "formation/identify/block.h"

#include <float.h>

#include "core/game.h"
#include "formation/identify/cluster.h"
#include "formation/identify/identify_limits.h"
#include "formation/shape/lattice.h"
#include "formation/shape/reading.h"
#include "formation/shape/shape_limits.h"

ranked_base block_base(const base_sighting *b) {
    return (ranked_base){.at = b->pose.at,
                         .heading_rad = b->pose.heading_rad,
                         .has_heading = pose_has_heading(b->pose),
                         .round = b->base.shape == BASE_ROUND,
                         .width_in = b->base.width_in,
                         .depth_in = b->base.depth_in};
}

// The least tree's widest and mean gap (Prim, Bell System Technical Journal 36, 1957).
static void measure_tree(const base_sighting *const *bases, const int *list, int n, block_fit *f) {
    double gap[GAME_MAX_FIGURES], sum = 0;
    for (int i = 0; i < n; i++) gap[i] = i ? cluster_gap(bases[list[0]], bases[list[i]]) : -1;  // -1: in the tree
    for (int k = 1; k < n; k++) {
        int next = -1;
        for (int i = 0; i < n; i++)
            if (gap[i] >= 0 && (next < 0 || gap[i] < gap[next])) next = i;
        f->widest_in = fmax(f->widest_in, gap[next]);
        f->close += gap[next] < IDENTIFY_CLOSE_IN;
        f->half_open += gap[next] > IDENTIFY_HALF_OPEN_LOW_IN && gap[next] < IDENTIFY_HALF_OPEN_HIGH_IN;
        sum += gap[next];
        gap[next] = -1;
        for (int i = 0; i < n; i++)
            if (gap[i] >= 0) gap[i] = fmin(gap[i], cluster_gap(bases[list[next]], bases[list[i]]));
    }
    f->mean_in = n > 1 ? sum / (n - 1) : 0;
}

static double out_by(double off, double half) { return fmin(IDENTIFY_HALF_OUT, IDENTIFY_HALF_OUT * off * off / (half * half)); }

// Off the line of its rank's others (the line that the rows have, not the headings), and turned off the facing.
static void find_misfits(const ranked_base *at, int n, const rank_grid *grid, block_fit *f) {
    vec2 rows = heading_forward(grid->facing_rad + grid->skew_rad);
    double line[64] = {0};
    int count[64] = {0};
    for (int i = 0; i < n; i++)
        if (at[i].rank >= 0 && at[i].rank < 64) line[at[i].rank] += vec2_dot(at[i].at, rows), count[at[i].rank]++;
    for (int i = 0; i < n; i++) {
        int r = at[i].rank;
        f->out_of_line += r < 0 || r >= 64 ? 1 : out_by(vec2_dot(at[i].at, rows) - line[r] / count[r], IDENTIFY_LINE_IN);
        if (!at[i].has_heading) continue;
        f->turned += out_by(angle_difference(at[i].heading_rad, grid->facing_rad), at[i].round ? IDENTIFY_TURNED_ROUND_RAD : IDENTIFY_TURNED_RAD);
    }
}

// Empty places of the ranks before the last one.
static int count_holes(const ranked_base *at, int n, const lattice *l) {
    int filled = 0;
    for (int i = 0; i < n; i++) filled += at[i].rank >= 0 && at[i].rank < l->ranks - 1;
    int holes = (l->ranks - 1) * (l->last - l->first + 1) - filled;
    return holes > 0 ? holes : 0;
}

// As the headings have them, where bases whose front is doubtful face as nearly this way as they may.
static void face(const base_sighting *const *bases, const int *list, int n, double facing_rad, ranked_base *at) {
    for (int i = 0; i < n; i++) {
        const base_sighting *b = bases[list[i]];
        at[i] = block_base(b);
        if (b->front_doubtful && at[i].has_heading)
            at[i].heading_rad = facing_rad + remainder(at[i].heading_rad - facing_rad, 2 * PI / base_sides(b->base.shape));
    }
}

// The lattice of bases that face so, and what is amiss with it.
static lattice measure_facing(const base_sighting *const *bases, const int *list, int n, double facing_rad, ranked_base *at, rank_grid *grid,
                              block_fit *f) {
    face(bases, list, n, facing_rad, at);
    *grid = ranks_find(at, n, facing_rad, SHAPE_RANK_TOL, true);
    f->out_of_line = f->turned = 0;
    find_misfits(at, n, grid, f);
    lattice l = lattice_find(at, n, ranks_gap(grid, at[0].depth_in));
    f->holes = count_holes(at, n, &l);
    f->ranks = l.ranks;
    f->files = l.last - l.first + 1;
    return l;
}

// Fewest sides that any of them may have for its front; 1: most fronts are told.
static int open_sides(const base_sighting *const *bases, const int *list, int n) {
    int told = 0, sides = 4;
    for (int i = 0; i < n; i++) {
        told += sighting_is_told(bases[list[i]]);
        if (bases[list[i]]->base.shape == BASE_RECT) sides = 2;
    }
    return 2 * told >= n ? 1 : sides;
}

// Where most fronts are doubtful, the block may face any of their ways: the one with the least amiss, whose last rank alone is not full. False where
// no base has a heading.
static bool find_block(const base_sighting *const *bases, const int *list, int n, ranked_base *at, rank_grid *grid, lattice *l, block_fit *f) {
    double facing_rad, least = INFINITY, best = 0;
    for (int i = 0; i < n; i++) at[i] = block_base(bases[list[i]]);
    if (!ranks_heading(at, n, &facing_rad)) return false;
    const int sides = open_sides(bases, list, n);
    for (int k = 0; k < sides; k++) {
        const double way = angle_wrap(facing_rad + 2 * PI * k / sides);
        measure_facing(bases, list, n, way, at, grid, f);
        const double amiss = f->out_of_line + f->holes;
        if (amiss < least - IDENTIFY_AMISS_ALIKE) least = amiss, best = way;
    }
    *l = measure_facing(bases, list, n, best, at, grid, f);
    return true;
}

block_fit block_measure(const base_sighting *const *bases, const int *list, int n) {
    block_fit f = {.side_in = fmin(bases[list[0]]->base.width_in, bases[list[0]]->base.depth_in)};
    ranked_base at[GAME_MAX_FIGURES];
    rank_grid grid;
    lattice l;
    measure_tree(bases, list, n, &f);
    if (n > 1) find_block(bases, list, n, at, &grid, &l, &f);
    return f;
}

double block_log_chance(const base_sighting *const *bases, const int *list, int n, const game_unit *u, bool *in_block) {
    ranked_base at[GAME_MAX_FIGURES];
    rank_grid grid;
    lattice l;
    block_fit f = {0};
    *in_block = true;
    if (!find_block(bases, list, n, at, &grid, &l, &f)) return 0;
    reading_sight sight = {.at = at,
                           .n = n,
                           .seen = &l,
                           .rank_in = grid.ranks > 1 ? grid.pitch_in : at[0].depth_in + fmax(0, l.pitch_in - at[0].width_in),
                           .hidden = u->figure_count - n};
    return reading_log_chance(&sight, &(reading_prior){u->array_ranks, u->array_files, SHAPE_ROSTER_TIMES}, in_block);
}
