#include "formation/identify/cut.h"

#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "formation/identify/block.h"
#include "formation/identify/identify_limits.h"

int cut_count_units(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

typedef struct {
    double along;
    int base;
} placed;

static int by_along(const void *pa, const void *pb) {
    const placed *a = pa, *b = pb;
    if (a->along != b->along) return a->along < b->along ? -1 : 1;
    return a->base - b->base;
}

typedef struct {
    const choice *c;
    int budget_left;
} cutter;

int cut_capacity(const choice *c, unsigned set) {
    int n = 0;
    for (int u = 0; u < c->units; u++)
        if (set >> u & 1) n += c->open[u];
    return n;
}

static double cut_group(cutter *k, const int *list, int n, unsigned set, double most, signed char *unit_of);

// Takes list[0 .. n) for unit u and divides rest[0 .. m) among the set's others, if that beats *best.
static void try_cut(cutter *k, const int *list, int n, const int *rest, int m, int u, unsigned set, double *best, signed char *unit_of) {
    signed char others[CUT_BASES];
    k->budget_left--;
    double lack = k->c->missing * (cut_capacity(k->c, set & ~(1u << u)) - m);  // of the others, at least
    double cost = k->c->cost(k->c->context, list, n, u, *best - lack);
    if (cost + lack >= *best) return;
    cost += cut_group(k, rest, m, set & ~(1u << u), *best - cost, others);
    if (cost >= *best) return;
    *best = cost;
    for (int i = 0; i < n; i++) unit_of[list[i]] = (signed char)u;
    for (int i = 0; i < m; i++) unit_of[rest[i]] = others[i];
}

// Cuts across the direction `way`: one unit stands first, or last.
static void cut_along(cutter *k, const int *list, int n, unsigned set, double way_rad, double *best, signed char *of_base) {
    placed at[CUT_BASES];
    int order[CUT_BASES];
    vec2 way = heading_forward(way_rad);
    double side = fmin(k->c->bases[list[0]]->base.width_in, k->c->bases[list[0]]->base.depth_in);
    for (int i = 0; i < n; i++) at[i] = (placed){vec2_dot(k->c->bases[list[i]]->pose.at, way), list[i]};
    qsort(at, (size_t)n, sizeof *at, by_along);
    for (int i = 0; i < n; i++) order[i] = at[i].base;
    for (int i = 1; i < n; i++) {
        if (at[i].along - at[i - 1].along < COLD_CUT_STEP * side) continue;
        for (int u = 0; u < k->c->units && k->budget_left > 0; u++) {
            if (!(set >> u & 1)) continue;
            int capacity = k->c->open[u], others = cut_capacity(k->c, set & ~(1u << u));
            if (i <= capacity && n - i <= others) try_cut(k, order, i, order + i, n - i, u, set, best, of_base);
            if (n - i <= capacity && i <= others) try_cut(k, order + i, n - i, order, i, u, set, best, of_base);
        }
    }
}

// Divides list[0 .. n) among the units of a set; unit_of[i]: the unit of list[i]. INFINITY where that costs `most` or more.
static double cut_group(cutter *k, const int *list, int n, unsigned set, double most, signed char *unit_of) {
    ranked_base at[CUT_BASES];
    signed char of_base[GAME_MAX_FIGURES];
    double facing, best = most;
    if (cut_count_units(set) == 1) {
        int u = 0;
        while (!(set >> u & 1)) u++;
        memset(unit_of, u, (size_t)n);
        k->budget_left--;
        return k->c->cost(k->c->context, list, n, u, most);
    }
    if (n <= 0) return INFINITY;
    for (int i = 0; i < n; i++) at[i] = block_base(k->c->bases[list[i]]);
    if (!ranks_heading(at, n, &facing)) return INFINITY;
    cut_along(k, list, n, set, facing + PI / 2, &best, of_base);
    cut_along(k, list, n, set, facing, &best, of_base);
    if (best >= most) return INFINITY;
    for (int i = 0; i < n; i++) unit_of[i] = of_base[list[i]];
    return best;
}

double cut_among(const choice *c, const int *list, int n, unsigned set, double most, int budget, signed char *unit_of) {
    cutter k = {c, budget};
    double cost = cut_group(&k, list, n, set, most, unit_of);
    *c->budget -= budget - k.budget_left;
    return cost;
}
