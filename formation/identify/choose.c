#include "formation/identify/choose.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "formation/identify/cut.h"
#include "formation/identify/identify_limits.h"
#include "formation/identify/redivide.h"

// Least cost of the bases under each node when the units of a set are given to groups under it; how it was reached: the set that went left, or
// TAKEN where the node itself went to the set's one unit, or CUT where it was divided among them.
#define TAKEN 0xffff
#define CUT 0xfffe

typedef struct {
    const choice *c;
    double *least;
    uint16_t *went_left;
    int sets;
    bool cuts;
    double most;            // nothing that costs more is of use
    const double *next_in;  // per node: gap to what it is joined with next
} table;

static double cut_node(const choice *c, const cluster_node *node, unsigned set, double most, signed char *unit_of) {
    return cut_among(c, c->tree->order + node->first, node->size, set, most, COLD_GROUP_BUDGET, unit_of);
}

static bool may_be_cut(const table *t, int k, unsigned set) {
    const cluster_node *node = &t->c->tree->nodes[k];
    int units = cut_count_units(set), capacity = cut_capacity(t->c, set);
    if (*t->c->budget <= 0 || t->c->tree->nodes[t->c->tree->count - 1].size > GAME_MAX_FIGURES) return false;
    return units >= 2 && units <= COLD_CUT_UNITS && node->size <= CUT_BASES && node->size <= capacity &&
           node->size >= (units < COLD_MANY ? COLD_LEAST_SEEN : COLD_MOST_SEEN) * capacity && node->height_in <= COLD_WIDEST_IN &&
           t->next_in[k] > node->height_in + COLD_APART_IN;
}

static void join_sides(table *t, int k, int set) {
    const cluster_node *node = &t->c->tree->nodes[k];
    const double *l = t->least + (long)node->left * t->sets, *r = t->least + (long)node->right * t->sets;
    double *least = t->least + (long)k * t->sets + set;
    for (int sub = set;; sub = (sub - 1) & set) {
        if (l[sub] < DBL_MAX && r[set ^ sub] < DBL_MAX && l[sub] + r[set ^ sub] < *least && l[sub] + r[set ^ sub] <= t->most) {
            *least = l[sub] + r[set ^ sub];
            t->went_left[(long)k * t->sets + set] = (uint16_t)sub;
        }
        if (sub == 0) break;
    }
}

static void improve(table *t, int k, int set, double cost, uint16_t how) {
    double *least = t->least + (long)k * t->sets + set;
    if (cost >= *least || cost > t->most) return;
    *least = cost;
    t->went_left[(long)k * t->sets + set] = how;
}

// What the group may cost at most if it is cut among the set: as much as with one of them absent, and no more than is wanted.
static double cut_bound(const table *t, int k, int set) {
    const double *least = t->least + (long)k * t->sets;
    double bound = fmin(least[set], t->most);
    for (int u = 0; u < t->c->units; u++)
        if (set >> u & 1) bound = fmin(bound, least[set & ~(1 << u)] + t->c->absent[u]);
    return bound;
}

static void fill_node(table *t, int k) {
    const cluster_node *node = &t->c->tree->nodes[k];
    signed char unit_of[CUT_BASES];
    for (int set = 0; set < t->sets; set++) {
        t->least[(long)k * t->sets + set] = node->left < 0 && set == 0 ? t->c->loose : DBL_MAX;
        t->went_left[(long)k * t->sets + set] = 0;
        if (node->left >= 0) join_sides(t, k, set);
        int u = 0;
        while (set >> u > 1) u++;
        if (set == 1 << u) improve(t, k, set, t->c->cost(t->c->context, t->c->tree->order + node->first, node->size, u, t->most), TAKEN);
        if (t->cuts && may_be_cut(t, k, (unsigned)set)) improve(t, k, set, cut_node(t->c, node, (unsigned)set, cut_bound(t, k, set), unit_of), CUT);
    }
}

static void give(const table *t, int k, int set, int *unit_of) {
    const cluster_node *node = &t->c->tree->nodes[k];
    signed char of[CUT_BASES] = {0};
    if (cut_count_units((unsigned)set) > 1) {
        int kept = *t->c->budget;  // it was paid for when it was found
        cut_node(t->c, node, (unsigned)set, nextafter(t->least[(long)k * t->sets + set], INFINITY), of);
        *t->c->budget = kept;
        for (int i = 0; i < node->size; i++) unit_of[t->c->tree->order[node->first + i]] = of[i];
        return;
    }
    for (int u = 0; set >> u; u++)
        for (int i = 0; set >> u & 1 && i < node->size; i++) unit_of[t->c->tree->order[node->first + i]] = u;
}

static void unwind(const table *t, int k, int set, int *unit_of) {
    while (set) {
        int went = t->went_left[(long)k * t->sets + set];
        if (went == TAKEN || went == CUT) {
            give(t, k, set, unit_of);
            return;
        }
        unwind(t, t->c->tree->nodes[k].left, went, unit_of);  // as deep as the tree; bases of one kind are few
        k = t->c->tree->nodes[k].right;
        set ^= went;
    }
}

static void take_table(arena *a, table *t, int nodes) {
    t->least = arena_take(a, (size_t)nodes * (size_t)t->sets, sizeof *t->least);
    t->went_left = arena_take(a, (size_t)nodes * (size_t)t->sets, sizeof *t->went_left);
}

// The set of units that are given a group; the others are absent.
static int best_set(const table *t, double *least) {
    int best = 0;
    *least = INFINITY;
    for (int set = 0; set < t->sets; set++) {
        double sum = t->least[(long)(t->c->tree->count - 1) * t->sets + set];
        for (int u = 0; u < t->c->units; u++)
            if (!(set >> u & 1)) sum += t->c->absent[u];
        if (sum >= *least) continue;
        *least = sum;
        best = set;
    }
    return best;
}

// With cuts or without; over the tree alone it is quick, and what that costs bounds what cuts are worth.
static double choose_exactly(const choice *c, bool cuts, const double *next_in, int *unit_of) {
    table t = {.c = c, .sets = 1 << c->units, .cuts = cuts, .most = c->loose * c->tree->nodes[c->tree->count - 1].size, .next_in = next_in};
    double least;
    for (int u = 0; u < c->units; u++) t.most += c->absent[u];
    t.most = fmin(t.most, c->most);
    size_t mark = c->arena->used;
    take_table(c->arena, &t, c->tree->count);
    if (c->arena->exhausted) return NAN;
    for (int k = 0; k < c->tree->count; k++) fill_node(&t, k);
    int best = best_set(&t, &least);
    for (int i = 0; i < c->tree->nodes[c->tree->count - 1].size; i++) unit_of[i] = -1;
    if (least < INFINITY) unwind(&t, c->tree->count - 1, best, unit_of);
    arena_reset(c->arena, mark);
    return least;
}

static bool overlap(const cluster_node *a, const cluster_node *b) { return a->first < b->first + b->size && b->first < a->first + a->size; }

// What choosing one unit after the other takes.
typedef struct {
    double *saved;  // units x nodes
    bool *blocked;  // per node
    bool *has;      // per unit: a group
} greed;

static greed take_greed(arena *a, int nodes, int units) {
    return (greed){.saved = arena_take(a, (size_t)units * (size_t)nodes, sizeof(double)),
                   .blocked = arena_take_zeroed(a, (size_t)nodes, sizeof(bool)),
                   .has = arena_take_zeroed(a, (size_t)units, sizeof(bool))};
}

static void fill_saved(const choice *c, const greed *g) {
    const cluster_tree *t = c->tree;
    for (int u = 0; u < c->units; u++)
        for (int k = 0; k < t->count; k++) {
            const cluster_node *node = &t->nodes[k];
            double taken = c->cost(c->context, t->order + node->first, node->size, u, INFINITY);
            g->saved[(long)u * t->count + k] = c->absent[u] + c->loose * node->size - taken;
        }
}

// The unit and group that save most of those that are left; 0: none saves anything.
static double best_saving(const greed *g, int units, int nodes, int *unit, int *node) {
    double most = 0;
    for (int u = 0; u < units; u++)
        for (int k = 0; !g->has[u] && k < nodes; k++) {
            double saves = g->saved[(long)u * nodes + k];
            if (g->blocked[k] || saves <= most) continue;
            most = saves;
            *unit = u;
            *node = k;
        }
    return most;
}

// The unit and group that save most, then the next.
static double choose_greedily(const choice *c, int *unit_of) {
    const cluster_tree *t = c->tree;
    size_t mark = c->arena->used;
    greed g = take_greed(c->arena, t->count, c->units);
    if (c->arena->exhausted) return NAN;
    double cost = c->loose * t->nodes[t->count - 1].size, saves;
    for (int u = 0; u < c->units; u++) cost += c->absent[u];
    fill_saved(c, &g);
    for (int unit = 0, node = 0; (saves = best_saving(&g, c->units, t->count, &unit, &node)) > 0;) {
        const cluster_node *taken = &t->nodes[node];
        cost -= saves;
        g.has[unit] = true;
        for (int i = 0; i < taken->size; i++) unit_of[t->order[taken->first + i]] = unit;
        for (int k = 0; k < t->count; k++) g.blocked[k] |= overlap(&t->nodes[k], taken);
    }
    arena_reset(c->arena, mark);
    return cost;
}

static double choose_with_cuts(const choice *c, const double *next_in, int *unit_of) {
    choice bounded = *c;
    if (c->most < INFINITY) return choose_exactly(c, true, next_in, unit_of);
    double whole = choose_exactly(c, false, next_in, unit_of);
    bounded.most = nextafter(whole, INFINITY);
    return isnan(whole) ? NAN : choose_exactly(&bounded, true, next_in, unit_of);
}

// From each node to what it is joined with next.
static double *take_next_gaps(arena *a, int nodes) { return arena_take(a, (size_t)nodes, sizeof(double)); }

static double choose_over_tree(const choice *c, int *unit_of) {
    const cluster_tree *t = c->tree;
    size_t mark = c->arena->used;
    double *next_in = take_next_gaps(c->arena, t->count);
    if (c->arena->exhausted) return NAN;
    for (int k = 0; k < t->count; k++) {
        const cluster_node *node = &t->nodes[k];
        next_in[k] = INFINITY;
        if (node->left >= 0) next_in[node->left] = next_in[node->right] = node->height_in;
    }
    double cost = choose_with_cuts(c, next_in, unit_of);
    if (cost < INFINITY) cost = redivide(c, false, unit_of);
    if (!isnan(cost)) arena_reset(c->arena, mark);
    return cost;
}

double choose_units(const choice *c, int *unit_of) {
    for (int i = 0; i < c->tree->nodes[c->tree->count - 1].size; i++) unit_of[i] = -1;
    return c->units <= COLD_EXACT_UNITS ? choose_over_tree(c, unit_of) : choose_greedily(c, unit_of);
}

void choose_measure(arena *a, int bases, int units) {
    size_t mark = a->used;
    int nodes = 2 * bases;
    take_greed(a, nodes, units);
    arena_reset(a, mark);
    take_next_gaps(a, nodes);
    size_t inner = a->used;
    table t = {.sets = 1 << (units < COLD_EXACT_UNITS ? units : COLD_EXACT_UNITS)};
    take_table(a, &t, nodes);
    arena_reset(a, inner);
    redivide_measure(a, bases, units);
    arena_reset(a, mark);
}
