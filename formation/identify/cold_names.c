// Which base is which figure of a unit: bases in ranks by the roster's order, others by how far ahead they stand.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "formation/fronts.h"
#include "formation/identify/cold.h"
#include "formation/identify/identify_limits.h"
#include "formation/shape/shape_limits.h"
#include "formation/stats.h"

typedef struct {
    ranked_base at;
    int base;  // index into w->bases
    int slot;  // in the roster's order, as the grid has it
} member;

// Front rank first, from the left end; bases in no rank last. Without ranks: the foremost first.
static int by_rank(const void *pa, const void *pb) {
    const member *a = pa, *b = pb;
    unsigned ra = (unsigned)a->at.rank, rb = (unsigned)b->at.rank;  // -1 becomes the largest
    if (ra != rb) return ra < rb ? -1 : 1;
    return (a->at.left < b->at.left) - (a->at.left > b->at.left);
}

static int by_ahead(const void *pa, const void *pb) {
    const member *a = pa, *b = pb;
    return (a->at.ahead < b->at.ahead) - (a->at.ahead > b->at.ahead);
}

static double heading_from_home(const game *g, const game_unit *u) {
    switch (g->sides[u->side].home_edge) {
        case EDGE_NORTH:
            return -PI / 2;
        case EDGE_EAST:
            return PI;
        case EDGE_WEST:
            return 0;
        default:
            return PI / 2;
    }
}

// Where bases are missing, a base's place in the grid tells which. Slots are left at the order of counting unless every base has one of its own.
static void find_slots(member *m, int n, int capacity) {
    double step[GAME_MAX_FIGURES], left = -DBL_MAX;
    int steps = 0, files = 0, slot[GAME_MAX_FIGURES];
    bool used[GAME_MAX_FIGURES] = {false};
    for (int i = 0; i < n; i++) {
        if (m[i].at.rank < 0) return;
        left = fmax(left, m[i].at.left);
        if (i > 0 && m[i].at.rank == m[i - 1].at.rank) step[steps++] = m[i - 1].at.left - m[i].at.left;
    }
    double pitch = steps ? stats_median(step, steps) : 0;
    if (pitch <= 0) return;
    for (int i = 0; i < n; i++) files = (int)fmax(files, 1 + round((left - m[i].at.left) / pitch));
    for (int i = 0; i < n; i++) {
        double s = m[i].at.rank * (double)files + round((left - m[i].at.left) / pitch);
        if (s >= capacity || used[(int)s]) return;
        used[(int)s] = true;
        slot[i] = (int)s;
    }
    for (int i = 0; i < n; i++) m[i].slot = slot[i];
}

static void order_members(const work *w, int unit, member *m, int n, int open) {
    const game_unit *u = &w->g->units[unit];
    ranked_base at[GAME_MAX_FIGURES];
    double facing;
    for (int i = 0; i < n; i++) at[i] = m[i].at;
    if (!ranks_heading(at, n, &facing)) facing = heading_from_home(w->g, u);
    ranks_find(at, n, facing, SHAPE_RANK_TOL, false);
    for (int i = 0; i < n; i++) m[i].at = at[i];
    bool ranked = fronts_stand_in_ranks(u);
    qsort(m, (size_t)n, sizeof *m, ranked ? by_rank : by_ahead);
    for (int i = 0; i < n; i++) m[i].slot = i;
    if (ranked && n < open) find_slots(m, n, open);
}

// The figure of the unit that takes the slot: the slot's own where it is open and of that kind, else the first such.
static int figure_for(const work *w, const int *figures, int open, const member *m) {
    for (int i = 0; i < open; i++) {
        int f = figures[(m->slot + i) % open];
        if (w->figures[f].base_of < 0 && work_fits(w, f, m->base)) return f;
    }
    return -1;
}

// Of more bases than the unit has figures, those farthest from all others are left out.
static int leave_out(const work *w, member *m, int n, int open) {
    while (n > open) {
        int worst = 0;
        double most = -1;
        for (int i = 0; i < n; i++) {
            double least = DBL_MAX;
            for (int j = 0; j < n; j++)
                if (j != i) least = fmin(least, vec2_distance(w->bases[m[i].base].pose.at, w->bases[m[j].base].pose.at));
            if (least <= most) continue;
            most = least;
            worst = i;
        }
        m[worst] = m[--n];
    }
    return n;
}

// True where the base may be another unit's that lacks one.
static bool has_double(const work *w, int unit, int i) {
    for (int u = 0; u < w->g->unit_count; u++) {
        const game_unit *other = &w->g->units[u];
        for (int f = other->first_figure; u != unit && f < other->first_figure + other->figure_count; f++)
            if (w->figures[f].base_of < 0 && work_fits(w, f, i)) return true;
    }
    return false;
}

// All bases that the unit may have, as many as it has figures, and no other unit may have any: they are its own however they stand.
static bool has_all_of_kind(const cold_kind *k, int index, int chosen) {
    return k->unit_count == 1 && chosen == k->base_count && chosen == k->w->g->units[k->units[index]].figure_count;
}

// False where the best choice for a unit in ranks is no body in ranks, or one less tidy than hands put it down.
bool cold_stands_in_line(const cold_kind *k, int index) {
    const game_unit *u = &k->w->g->units[k->units[index]];
    int list[GAME_MAX_FIGURES], chosen = 0;
    for (int i = 0; i < k->base_count && chosen < GAME_MAX_FIGURES; i++)
        if (k->choices.chosen[i] == index) list[chosen++] = i;
    const int n = cold_join_own(&k->costs.own[index], list, chosen);
    if (n < 2 || chosen == 0 || !fronts_stand_in_ranks(u) || has_all_of_kind(k, index, chosen)) return true;
    block_fit f = block_measure(k->costs.seen, list, n);
    f.turned = 0;
    if (f.out_of_line > COLD_IN_LINE * n) return false;
    if (!has_double(k->w, k->units[index], k->bases[list[0]])) return true;
    bool in_block = true;
    if (k->open[index] == u->figure_count && n <= u->figure_count) block_log_chance(k->costs.seen, list, n, u, &in_block);
    return in_block && cold_misfit_cost(u, &f, n, k->open[index] - chosen) <= COLD_TIDY * n + COLD_TIDY_ANY;
}

void cold_name(work *w, int unit, const int *bases, int count) {
    member m[GAME_MAX_FIGURES];
    int figures[GAME_MAX_FIGURES], open = 0, n = 0;
    const game_unit *u = &w->g->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (cold_is_open(w, f)) figures[open++] = f;
    for (int i = 0; i < count; i++)
        if (cold_fits_unit(w, unit, bases[i])) m[n++] = (member){.at = block_base(&w->bases[bases[i]]), .base = bases[i]};
    n = leave_out(w, m, n, open);
    order_members(w, unit, m, n, open);
    for (int i = 0; i < n; i++) {
        int f = figure_for(w, figures, open, &m[i]);
        if (f >= 0) work_name(w, f, m[i].base);
    }
}

void cold_name_group(work *w, const cold_kind *k, int index) {
    int bases[GAME_MAX_FIGURES], n = 0;
    for (int i = 0; i < k->base_count && n < GAME_MAX_FIGURES; i++)
        if (k->choices.chosen[i] == index) bases[n++] = k->bases[i];
    cold_name(w, k->units[index], bases, n);
}

// A unit in ranks of which nothing is known but where the game file has it.
static bool is_started(const work *w, const cold_kind *k, int index) {
    const game_unit *u = &w->g->units[k->units[index]];
    if (!fronts_stand_in_ranks(u) || k->open[index] < u->figure_count) return false;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (w->figures[f].by != EXPECT_START) return false;
    return true;
}

// Bases of units that look alike are assigned to a unit first, and to its figures at their expected places afterwards. Near a neighbouring unit they
// may belong to the neighbour. If the assignment isn't sure, the start adds no further evidence.
void cold_label_group(work *w, const cold_kind *k, int index, bool sure) {
    const game_unit *u = &w->g->units[k->units[index]];
    if (!is_started(w, k, index)) return;
    w->settled[k->units[index]] = sure;
    for (int i = 0; sure && i < k->base_count; i++)
        if (k->choices.chosen[i] == index) w->bases[k->bases[i]].unit = k->units[index];
    for (int f = u->first_figure; !sure && f < u->first_figure + u->figure_count; f++) w->figures[f].by = EXPECT_NOTHING;
}
