#include "formation/shape/sides.h"

#include <float.h>
#include <string.h>

#include "core/game.h"
#include "formation/shape/lattice.h"
#include "formation/shape/shape_limits.h"

// The direction that rows or files have, but for quarter turns: the mean over the ways from each base to its nearest neighbour.
static double grid_direction(const ranked_base *at, int n) {
    vec2 sum = {0, 0};
    for (int i = 0; i < n; i++) {
        vec2 way = {0, 0};
        double nearest = DBL_MAX;
        for (int j = 0; j < n; j++) {
            vec2 d = vec2_sub(at[j].at, at[i].at);
            if (j == i || vec2_dot(d, d) >= nearest) continue;
            nearest = vec2_dot(d, d);
            way = d;
        }
        double four = 4 * atan2(way.y, way.x);
        sum = vec2_add(sum, (vec2){cos(four), sin(four)});
    }
    return atan2(sum.y, sum.x) / 4;
}

// ln of the chance that the base looks that way: between two quarters by how near each is.
static double look_says(const side_look *l, double way_rad) {
    double quarters = angle_difference(way_rad, l->heading_rad) / (PI / 2), below = floor(quarters), share = quarters - below;
    int q = ((int)below + 4) % 4;
    return (1 - share) * log(fmax(l->chance[q], SHAPE_LEAST_LOOK)) + share * log(fmax(l->chance[(q + 1) % 4], SHAPE_LEAST_LOOK));
}

// ln of how credible the bases' looks make that way. Figures of a unit are misread alike: many say hardly more than a few.
static double looks_say(const open_sides *o, double way_rad) {
    double sum = 0;
    for (int i = 0; i < o->look_count; i++) sum += look_says(&o->looks[i], way_rad);
    return SHAPE_LOOKS_WORTH * sum / (1 + SHAPE_LOOKS_COMMON * (o->look_count - 1));
}

// Places of the block that nobody holds, and bases that stand in no rank.
static int disordered(ranked_base *at, int n, const rank_grid *g) {
    int astray = 0;
    lattice l = lattice_find(at, n, ranks_gap(g, at[0].depth_in));
    for (int i = 0; i < n; i++) astray += at[i].rank < 0;
    return lattice_holes(at, n, &l) + astray;
}

// ln of how credible the block makes that way. *facing_rad: out, straight across its rows.
static double block_says(const open_sides *o, double way_rad, double *facing_rad) {
    ranked_base at[GAME_MAX_FIGURES];
    memcpy(at, o->at, (size_t)o->n * sizeof *at);
    rank_grid g = ranks_find(at, o->n, way_rad, o->rank_tol, false);
    double wide = g.files / SHAPE_USUAL_FILES, deep = g.ranks / SHAPE_USUAL_RANKS;
    double log_chance = -log(1 + pow(wide, 4)) - log(1 + pow(deep, 4)) - SHAPE_UNFILLED_COST * disordered(at, o->n, &g);
    *facing_rad = angle_wrap(way_rad + g.skew_rad);
    if (g.files < g.ranks) log_chance -= log(SHAPE_LINE_TIMES);
    if (g.ranks == o->roster_ranks && g.files == o->roster_files) log_chance += log(SHAPE_ROSTER_TIMES);
    return log_chance;
}

// The direction that the bases' sides have, but for quarter turns. False where all are round.
static bool looks_direction(const open_sides *o, double *way_rad) {
    vec2 sum = {0, 0};
    bool any = false;
    for (int i = 0; i < o->look_count; i++) {
        if (!o->looks[i].edged) continue;
        sum = vec2_add(sum, (vec2){cos(4 * o->looks[i].heading_rad), sin(4 * o->looks[i].heading_rad)});
        any = true;
    }
    *way_rad = atan2(sum.y, sum.x) / 4;
    return any;
}

bool sides_facing(const open_sides *o, double *facing_rad) {
    double first, most = -DBL_MAX;
    if (!looks_direction(o, &first)) {
        if (o->n < 2) return false;
        first = grid_direction(o->at, o->n);
    }
    for (int k = 0; k < 4; k++) {
        const double way = angle_wrap(first + k * PI / 2);
        double facing = way, log_chance = o->ranked ? block_says(o, way, &facing) : 0;
        if (o->look_count > 0) log_chance += looks_say(o, way);
        log_chance += o->ahead_worth * cos(angle_difference(way, o->ahead_rad));
        if (log_chance <= most) continue;
        most = log_chance;
        *facing_rad = facing;
    }
    return true;
}
