// The choice of groups that costs least, and whether each unit is sure of its own: any other choice for it has to be clearly worse.
#include <math.h>
#include <string.h>

#include "formation/fronts.h"
#include "formation/identify/cold.h"
#include "formation/identify/identify_limits.h"

// How much of what the unit was given is left to it in the other choice.
static bool keeps_group(const cold_kind *k, int index) {
    int had = 0, kept = 0, now = 0;
    for (int i = 0; i < k->base_count; i++) {
        had += k->choices.chosen[i] == index;
        now += k->choices.other[i] == index;
        kept += k->choices.chosen[i] == index && k->choices.other[i] == index;
    }
    return 2 * kept >= COLD_SAME_GROUP * (had + now);
}

// The cheaper of the choices over the trees, which differ in nothing else. Writes it to unit_of; `third` is as long.
double cold_choose(const choice *c, const cluster_tree *trees, int *unit_of, int *third, int n) {
    double least = NAN;
    for (int k = 0; k < COLD_TREES; k++) {
        choice over = *c;
        over.tree = &trees[k];
        double cost = choose_units(&over, third);
        if (isnan(cost)) return NAN;
        if (k > 0 && cost >= least) continue;
        least = cost;
        memcpy(unit_of, third, (size_t)n * sizeof *unit_of);
    }
    return least;
}

// The unit's bases in the choice; -1: more than it can have.
static int list_group(const cold_kind *k, const int *unit_of, int index, int *list) {
    int n = 0;
    for (int i = 0; i < k->base_count; i++) {
        if (unit_of[i] != index) continue;
        if (n == k->open[index]) return -1;
        list[n++] = i;
    }
    return n;
}

// By how much more likely just these bases are seen of the units as they are chosen than as in `other`, where that can be compared: as many bases of
// the same units, all of them in ranks. Its logarithm.
static double log_likelier(const cold_kind *k) {
    double sum = 0;
    int bases = 0;
    bool in_block;
    for (int u = 0; u < k->unit_count; u++) {
        const game_unit *unit = &k->w->g->units[k->units[u]];
        int had[GAME_MAX_FIGURES], has[GAME_MAX_FIGURES], n = list_group(k, k->choices.chosen, u, had), m = list_group(k, k->choices.other, u, has);
        bases += n - m;
        if (n == m && (n <= 0 || memcmp(had, has, (size_t)n * sizeof *had) == 0)) continue;
        if (n <= 0 || m <= 0 || !fronts_stand_in_ranks(unit) || k->open[u] < unit->figure_count) return 0;
        sum += block_log_chance(k->costs.seen, had, n, unit, &in_block) - block_log_chance(k->costs.seen, has, m, unit, &in_block);
    }
    return bases == 0 ? sum : 0;
}

// What the other choice, which costs so much, is worth beside the one at hand.
typedef enum { OTHER_IS_WORSE, OTHER_IS_AS_GOOD, OTHER_IS_BETTER } worth;

static worth weigh_other(const cold_kind *k, const choice *c, int index, double cost) {
    if (cost >= c->most || keeps_group(k, index)) return OTHER_IS_WORSE;
    double more = cost - (c->most - COLD_SURE) + COLD_TELLS * log_likelier(k);
    return more >= COLD_SURE ? OTHER_IS_WORSE : more < 0 ? OTHER_IS_BETTER : OTHER_IS_AS_GOOD;
}

static bool note_beaten(cold_kind *k) {
    if (k->choices.beaten_count == COLD_BEATEN) return false;
    memcpy(k->choices.beaten + (long)k->choices.beaten_count++ * k->base_count, k->choices.other, (size_t)k->base_count * sizeof *k->choices.other);
    return true;
}

// Betters the choice in `other` and weighs it. *failed: out of memory.
static worth weigh_bettered(cold_kind *k, const choice *c, int index, bool thoroughly, double *cost, bool *failed) {
    if (k->unit_count > REDIVIDE_UNITS) return OTHER_IS_WORSE;
    *cost = redivide(c, thoroughly, k->choices.other);
    *failed |= isnan(*cost);
    return weigh_other(k, c, index, *cost);
}

// The unit and that one in each other's place: what they have may be divided well then.
static worth weigh_exchanged(cold_kind *k, const choice *c, int index, int u, double *cost, bool *failed) {
    for (int i = 0; i < k->base_count; i++)
        k->choices.other[i] = k->choices.chosen[i] == index ? u : k->choices.chosen[i] == u ? index : k->choices.chosen[i];
    return weigh_bettered(k, c, index, false, cost, failed);
}

// Other choices for the unit, made from nothing or from the one at hand: leaves the first that is as good or better in `other`, and its cost.
static worth find_other(cold_kind *k, const choice *c, const cluster_tree *trees, int index, double *cost, bool *failed) {
    worth w;
    k->choices.beaten_count = 0;
    do {
        *cost = cold_choose(c, trees, k->choices.other, k->choices.third, k->base_count);
        *failed |= isnan(*cost);
        w = weigh_other(k, c, index, *cost);
    } while (w == OTHER_IS_WORSE && *cost < c->most && !keeps_group(k, index) && note_beaten(k));
    if (w != OTHER_IS_WORSE) return w;
    k->choices.beaten_count = 0;
    memcpy(k->choices.other, k->choices.chosen, (size_t)k->base_count * sizeof *k->choices.other);
    w = weigh_bettered(k, c, index, true, cost, failed);
    for (int u = 0; u < k->unit_count && w == OTHER_IS_WORSE; u++)
        if (u != index) w = weigh_exchanged(k, c, index, u, cost, failed);
    return w;
}

// A unit is sure of its bases where any other choice is clearly worse; one that is better is taken for the one at hand. k->choices.sure[u] receives
// it.
status cold_find_sure(cold_kind *k, choice *c, const cluster_tree *trees) {
    bool *sure = k->choices.sure;
    bool failed = false;
    for (int u = 0, changes = 0; u < k->unit_count && changes <= COLD_CHANGES; u++) {
        double cost;
        k->choices.avoid = u;
        worth w = find_other(k, c, trees, u, &cost, &failed);
        sure[u] = w == OTHER_IS_WORSE && *c->budget > 0;
        if (w != OTHER_IS_BETTER) continue;
        memcpy(k->choices.chosen, k->choices.other, (size_t)k->base_count * sizeof *k->choices.chosen);
        c->most = cost + COLD_SURE;
        u = -1;  // all of them anew
        if (++changes > COLD_CHANGES) memset(sure, 0, (size_t)k->unit_count * sizeof *sure);
    }
    k->choices.avoid = -1;
    return failed ? STATUS_MEMORY : STATUS_OK;
}
