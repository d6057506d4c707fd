#include "formation/identify/choose.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "formation/identify/cut.h"
#include "formation/identify/redivide.h"

#define EXACT_UNITS 8
#define CUT_UNITS 6      // so many units at most are cut out of one group
#define CUT_WORK 4000    // costs asked for in cutting one group
#define APART_IN 0.15    // a group may hold several units in contact where the next base is farther by this
#define WIDEST_IN 1.5    // and where within it no gap is wider: such ones part units without being cut
#define LEAST_SEEN 0.55  // of the bases that its units can have
#define MOST_SEEN 0.9    // and of those of many units: too many cuts to try where more are missing
#define MANY 4

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
    return cut_among(c, c->tree->order + node->first, node->size, set, most, CUT_WORK, unit_of);
}

static bool may_be_cut(const table *t, int k, unsigned set) {
    const cluster_node *node = &t->c->tree->nodes[k];
    int units = cut_count_units(set), room = cut_room(t->c, set);
    if (*t->c->work <= 0 || t->c->tree->nodes[t->c->tree->count - 1].size > GAME_MAX_FIGURES) return false;
    return units >= 2 && units <= CUT_UNITS && node->size <= CUT_BASES && node->size <= room &&
           node->size >= (units < MANY ? LEAST_SEEN : MOST_SEEN) * room && node->height_in <= WIDEST_IN && t->next_in[k] > node->height_in + APART_IN;
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
        int kept = *t->c->work;  // it was paid for when it was found
        cut_node(t->c, node, (unsigned)set, nextafter(t->least[(long)k * t->sets + set], INFINITY), of);
        *t->c->work = kept;
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

// With cuts or without; over the tree alone it is quick, and what that costs bounds what cuts are worth.
static double choose_exactly(const choice *c, bool cuts, const double *next_in, int *unit_of) {
    table t = {.c = c, .sets = 1 << c->units, .cuts = cuts, .most = c->loose * c->tree->nodes[c->tree->count - 1].size, .next_in = next_in};
    double least = NAN;
    for (int u = 0; u < c->units; u++) t.most += c->absent[u];
    t.most = fmin(t.most, c->most);
    size_t mark = c->room->used;
    t.least = scratch_take(c->room, (size_t)c->tree->count * (size_t)t.sets, sizeof *t.least);
    t.went_left = scratch_take(c->room, (size_t)c->tree->count * (size_t)t.sets, sizeof *t.went_left);
    if (t.least && t.went_left) {
        int best = 0;
        least = INFINITY;
        for (int k = 0; k < c->tree->count; k++) fill_node(&t, k);
        for (int set = 0; set < t.sets; set++) {
            double sum = t.least[(long)(c->tree->count - 1) * t.sets + set];
            for (int u = 0; u < c->units; u++)
                if (!(set >> u & 1)) sum += c->absent[u];
            if (sum >= least) continue;
            least = sum;
            best = set;
        }
        for (int i = 0; i < c->tree->nodes[c->tree->count - 1].size; i++) unit_of[i] = -1;
        if (least < INFINITY) unwind(&t, c->tree->count - 1, best, unit_of);
    }
    scratch_give_back(c->room, mark);
    return least;
}

static bool overlap(const cluster_node *a, const cluster_node *b) { return a->first < b->first + b->size && b->first < a->first + a->size; }

// The unit and group that save most, then the next. saved: units x nodes.
static double choose_greedily(const choice *c, double *saved, bool *blocked, bool *has, int *unit_of) {
    const cluster_tree *t = c->tree;
    double cost = c->loose * t->nodes[t->count - 1].size;
    for (int u = 0; u < c->units; u++) cost += c->absent[u];
    for (int u = 0; u < c->units; u++)
        for (int k = 0; k < t->count; k++) {
            const cluster_node *node = &t->nodes[k];
            double taken = c->cost(c->context, t->order + node->first, node->size, u, INFINITY);
            saved[(long)u * t->count + k] = c->absent[u] + c->loose * node->size - taken;
        }
    for (int best_unit = 0; best_unit >= 0;) {
        int best_node = -1;
        double most = 0;
        best_unit = -1;
        for (int u = 0; u < c->units; u++)
            for (int k = 0; !has[u] && k < t->count; k++) {
                double saves = saved[(long)u * t->count + k];
                if (blocked[k] || saves <= most) continue;
                most = saves;
                best_unit = u;
                best_node = k;
            }
        if (best_unit < 0) break;
        const cluster_node *taken = &t->nodes[best_node];
        cost -= most;
        has[best_unit] = true;
        for (int i = 0; i < taken->size; i++) unit_of[t->order[taken->first + i]] = best_unit;
        for (int k = 0; k < t->count; k++) blocked[k] |= overlap(&t->nodes[k], taken);
    }
    return cost;
}

static double choose_with_cuts(const choice *c, const double *next_in, int *unit_of) {
    choice bounded = *c;
    if (c->most < INFINITY) return choose_exactly(c, true, next_in, unit_of);
    double whole = choose_exactly(c, false, next_in, unit_of);
    bounded.most = nextafter(whole, INFINITY);
    return isnan(whole) ? NAN : choose_exactly(&bounded, true, next_in, unit_of);
}

double choose_units(const choice *c, int *unit_of) {
    int nodes = c->tree->count;
    size_t mark = c->room->used;
    double cost = NAN, *next_in = scratch_take(c->room, (size_t)nodes, sizeof *next_in);
    bool *blocked = scratch_take_zeroed(c->room, (size_t)nodes, sizeof *blocked);
    bool *has = scratch_take_zeroed(c->room, (size_t)c->units + 1, sizeof *has);
    for (int i = 0; i < c->tree->nodes[nodes - 1].size; i++) unit_of[i] = -1;
    for (int k = 0; next_in && k < nodes; k++) {
        const cluster_node *node = &c->tree->nodes[k];
        next_in[k] = INFINITY;
        if (node->left >= 0) next_in[node->left] = next_in[node->right] = node->height_in;
    }
    bool exact = c->units <= EXACT_UNITS;
    double *saved = exact ? NULL : scratch_take(c->room, (size_t)c->units * (size_t)nodes, sizeof *saved);
    if (exact && next_in) cost = choose_with_cuts(c, next_in, unit_of);
    if (!exact && saved && blocked && has) cost = choose_greedily(c, saved, blocked, has, unit_of);
    if (exact && cost < INFINITY) cost = redivide(c, false, unit_of);
    scratch_give_back(c->room, mark);
    return cost;
}

size_t choose_room(int bases, int units) {
    size_t nodes = 2 * (size_t)bases, sets = (size_t)1 << (units < EXACT_UNITS ? units : EXACT_UNITS);
    size_t greedy = units > EXACT_UNITS ? scratch_share(nodes * (size_t)units, sizeof(double)) : 0;
    return greedy + scratch_share(nodes * sets, sizeof(double)) + scratch_share(nodes * sets, sizeof(uint16_t)) +
           scratch_share(nodes, sizeof(double)) + scratch_share(nodes, sizeof(bool)) + scratch_share((size_t)units + 1, sizeof(bool)) +
           redivide_room(bases, units);
}
