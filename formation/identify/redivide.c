#include "formation/identify/redivide.h"

#include <assert.h>

#include "core/game.h"
#include "formation/identify/cut.h"
#include "formation/identify/identify_limits.h"

typedef struct {
    const choice *c;
    int bases, *unit_of;
    int *list, *pool;   // scratch
    signed char *went;  // scratch
    double *cost;       // per unit, of what it has
    bool *near;         // per two units
} division;

static int count_bases(const choice *c) { return c->tree->nodes[c->tree->count - 1].size; }

// Bases of the set's units.
static int gather(const division *d, unsigned set, int *list) {
    int n = 0;
    for (int i = 0; i < d->bases; i++)
        if (d->unit_of[i] >= 0 && set >> d->unit_of[i] & 1) list[n++] = i;
    return n;
}

static double cost_of(const division *d, const int *list, int n, int unit, double most) {
    (*d->c->budget)--;
    return n ? d->c->cost(d->c->context, list, n, unit, most) : d->c->absent[unit];
}

static bool are_near(const base_sighting *a, const base_sighting *b) {
    vec2 way = vec2_sub(a->pose.at, b->pose.at);
    double far = COLD_NEAR_IN + a->base.width_in + a->base.depth_in + b->base.width_in + b->base.depth_in;
    return vec2_dot(way, way) <= far * far && cluster_gap(a, b) <= COLD_NEAR_IN;
}

// And those of no unit that stand beside them.
static int add_loose(const division *d, int *list, int n) {
    int all = n;
    for (int i = 0; i < d->bases; i++) {
        if (d->unit_of[i] >= 0) continue;
        bool beside = false;
        for (int k = 0; k < n && !beside; k++) beside = are_near(d->c->bases[i], d->c->bases[list[k]]);
        if (beside) list[all++] = i;
    }
    return all;
}

static double cost_of_set(const division *d, unsigned set) {
    double sum = 0;
    for (int u = 0; u < d->c->units; u++)
        if (set >> u & 1) sum += d->cost[u];
    return sum;
}

static double absent_of(const division *d, unsigned set) {
    double sum = 0;
    for (int u = 0; u < d->c->units; u++)
        if (set >> u & 1) sum += d->c->absent[u];
    return sum;
}

static void take_over(division *d, const int *list, int n, unsigned set) {
    for (int i = 0; i < n; i++) d->unit_of[list[i]] = d->went[i];
    for (int u = 0; u < d->c->units; u++)
        if (set >> u & 1) d->cost[u] = cost_of(d, d->list, gather(d, 1u << u, d->list), u, INFINITY);
}

// Divides list[0 .. n) among the set's units, or some of them, if that costs less than `most`.
static bool divide(division *d, const int *list, int n, unsigned set, double most, int budget) {
    if (n == 0 || n > CUT_BASES || d->bases > GAME_MAX_FIGURES || *d->c->budget <= 0) return false;
    for (unsigned some = set; some; some = (some - 1) & set) {
        double absent = absent_of(d, set & ~some);
        if (absent >= most || n > cut_capacity(d->c, some)) continue;
        if (cut_among(d->c, list, n, some, most - absent - COLD_GAIN, budget, d->went) >= most - absent - COLD_GAIN) continue;
        take_over(d, list, n, set);
        return true;
    }
    return false;
}

static bool divide_anew(division *d, unsigned set, int budget) {
    int *list = d->pool, n = gather(d, set, list), all = add_loose(d, list, n);
    double most = cost_of_set(d, set);
    return (all > n && divide(d, list, all, set, most + d->c->loose * (all - n), budget)) || divide(d, list, n, set, most, budget);
}

// Two units may have been taken for each other wherever they stand.
static bool exchange(division *d, int a, int b) {
    int *list = d->pool, n = gather(d, 1u << a, list), m = gather(d, 1u << b, list + n);
    double most = d->cost[a] + d->cost[b] - COLD_GAIN, now = cost_of(d, list, n, b, most);
    if (now >= most || now + cost_of(d, list + n, m, a, most - now) >= most) return false;
    for (int i = 0; i < n + m; i++) d->went[i] = (signed char)(i < n ? b : a);
    take_over(d, list, n + m, 1u << a | 1u << b);
    return true;
}

static void find_near(division *d) {
    for (int k = 0; k < d->c->units * d->c->units; k++) d->near[k] = false;
    for (int i = 0; i < d->bases; i++)
        for (int j = 0; j < i; j++) {
            int a = d->unit_of[i], b = d->unit_of[j];
            if (a < 0 || b < 0 || a == b || d->near[a * d->c->units + b]) continue;
            if (are_near(d->c->bases[i], d->c->bases[j])) d->near[a * d->c->units + b] = d->near[b * d->c->units + a] = true;
        }
}

static bool is_absent(const division *d, int unit) {
    for (int i = 0; i < d->bases; i++)
        if (d->unit_of[i] == unit) return false;
    return true;
}

// A unit without bases may have been taken for part of any other.
static bool may_share(const division *d, int a, int b) { return d->near[a * d->c->units + b] || is_absent(d, a) || is_absent(d, b); }

static bool better_pairs(division *d) {
    bool better = false;
    for (int a = 0; a < d->c->units; a++)
        for (int b = 0; b < a; b++) {
            better |= exchange(d, a, b);
            if (may_share(d, a, b)) better |= divide_anew(d, 1u << a | 1u << b, COLD_PAIR_BUDGET);
        }
    return better;
}

static bool better_threes(division *d) {
    for (int a = 0; a < d->c->units; a++)
        for (int b = 0; b < a; b++)
            for (int e = 0; e < b; e++)
                if (may_share(d, a, b) + may_share(d, a, e) + may_share(d, b, e) >= 2 &&
                    divide_anew(d, 1u << a | 1u << b | 1u << e, COLD_THREE_BUDGET))
                    return true;
    return false;
}

// Which units have any of the bases, as a set; `loose` counts those that none has.
static unsigned owners(const division *d, const int *list, int n, int *loose) {
    unsigned set = 0;
    *loose = 0;
    for (int i = 0; i < n; i++) {
        if (d->unit_of[list[i]] < 0)
            (*loose)++;
        else
            set |= 1u << d->unit_of[list[i]];
    }
    return set;
}

// Gives the bases to one unit (-1: to none) if that costs less than now.
static bool give_all(division *d, const int *list, int n, int unit) {
    int loose, before[CUT_BASES];
    unsigned changed = owners(d, list, n, &loose);
    if (unit < 0 ? loose == n : changed == 1u << unit && loose == 0) return false;
    changed |= unit < 0 ? 0 : 1u << unit;
    double old = cost_of_set(d, changed) + d->c->loose * loose - COLD_GAIN, now = unit < 0 ? d->c->loose * n : 0, cost[REDIVIDE_UNITS];
    for (int i = 0; i < n; i++) {
        before[i] = d->unit_of[list[i]];
        d->unit_of[list[i]] = unit;
    }
    for (int u = d->c->units - 1; u >= 0 && now < old; u--) {
        if (!(changed >> u & 1)) continue;
        cost[u] = cost_of(d, d->list, gather(d, 1u << u, d->list), u, old - now);
        now += cost[u];
    }
    for (int i = 0; now >= old && i < n; i++) d->unit_of[list[i]] = before[i];
    for (int u = 0; now < old && u < d->c->units; u++)
        if (changed >> u & 1) d->cost[u] = cost[u];
    return now < old;
}

// A group of the tree goes to another unit near it, whole.
static bool better_groups(division *d) {
    bool better = false;
    const cluster_tree *t = d->c->tree;
    for (int k = 0; k < t->count && 0 < *d->c->budget; k++) {
        const int *list = t->order + t->nodes[k].first;
        int n = t->nodes[k].size, loose;
        unsigned now = owners(d, list, n, &loose);
        if (n > CUT_BASES || t->nodes[k].height_in > COLD_NEAR_IN) continue;
        for (int u = -1; u < d->c->units; u++) {
            bool near = u < 0 || loose > 0 || now >> u & 1;
            for (int v = 0; v < d->c->units && !near; v++) near = now >> v & 1 && may_share(d, u, v);
            if (near && (u < 0 || n <= d->c->open[u])) better |= give_all(d, list, n, u);
        }
    }
    return better;
}

static division take_division(arena *a, int bases, int units) {
    size_t n = (size_t)bases, few = (size_t)units;
    return (division){.bases = bases,
                      .list = arena_take(a, n, sizeof(int)),
                      .pool = arena_take(a, n, sizeof(int)),
                      .went = arena_take(a, n, sizeof(signed char)),
                      .cost = arena_take(a, few, sizeof(double)),
                      .near = arena_take(a, few * few, sizeof(bool))};
}

static bool begin(division *d, const choice *c, int *unit_of) {
    *d = take_division(c->arena, count_bases(c), c->units);
    d->c = c;
    d->unit_of = unit_of;
    if (c->arena->exhausted) return false;
    for (int u = 0; u < c->units; u++) d->cost[u] = cost_of(d, d->list, gather(d, 1u << u, d->list), u, INFINITY);
    return true;
}

static double total(const division *d) {
    double sum = 0;
    for (int u = 0; u < d->c->units; u++) sum += d->cost[u];
    for (int i = 0; i < d->bases; i++) sum += d->unit_of[i] < 0 ? d->c->loose : 0;
    return sum;
}

double redivide(const choice *c, bool thoroughly, int *unit_of) {
    division d;
    size_t mark = c->arena->used;
    assert(c->units <= REDIVIDE_UNITS);
    if (!begin(&d, c, unit_of)) return NAN;
    bool better = true;
    for (int round = 0; better && round < COLD_ROUNDS && 0 < *c->budget; round++) {
        find_near(&d);
        better = better_pairs(&d);
        if (better && thoroughly) find_near(&d);
        if (thoroughly) better |= better_groups(&d);
        if (!better) better = better_threes(&d);  // where nothing changed, the same are near
    }
    double cost = total(&d);
    arena_reset(c->arena, mark);
    return cost;
}

void redivide_measure(arena *a, int bases, int units) {
    size_t mark = a->used;
    take_division(a, bases, units < REDIVIDE_UNITS ? units : REDIVIDE_UNITS);
    arena_reset(a, mark);
}
