// What it costs that a unit has a group of bases: figures that are missing or too many, bases of the wrong kind, a stand that is not the unit's, a
// place where it is not looked for.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "formation/fronts.h"
#include "formation/identify/cold.h"
#include "formation/identify/identify_limits.h"

typedef struct {
    double widest, usual_low, usual_high;
} spacing;

// Gaps to be expected within a unit, with holes where a base was not found.
static spacing expected_spacing(const game_unit *u) {
    switch (u->type) {
        case UNIT_REGULAR:
        case UNIT_RANKED:
            if (u->formation == FORMATION_OPEN) return (spacing)COLD_GAPS_OPEN;
            return u->formation == FORMATION_UNKNOWN ? (spacing)COLD_GAPS_RANKED : (spacing)COLD_GAPS_CLOSED;
        case UNIT_SKIRMISH:
            return (spacing)COLD_GAPS_SKIRMISH;
        case UNIT_MOB:
            return (spacing)COLD_GAPS_MOB;
        default:
            return (spacing)COLD_GAPS_ANY;
    }
}

static double beyond(double x, double low, double high) { return fmax(0, fmax(low - x, x - high)); }

// Least distance of a base from the unit's figures that are known; DBL_MAX where none is.
static double from_own_figures(const work *w, const game_unit *u, vec2 at) {
    double least = DBL_MAX;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (w->figures[f].base_of < 0 && w->figures[f].by < EXPECT_KNOWN) continue;
        least = fmin(least, vec2_distance(at, w->figures[f].base_of >= 0 ? w->bases[w->figures[f].base_of].pose.at : w->figures[f].expect.at));
    }
    return least;
}

static double from_marker(const work *w, int unit, vec2 at) {
    double least = DBL_MAX;
    for (int m = 0; m < w->count; m++)
        if (w->bases[m].by == SEEN_BY_UNIT_MARKER && w->bases[m].unit == unit) least = fmin(least, vec2_distance(w->bases[m].pose.at, at));
    return least;
}

static double apart_cost(const work *w, int unit, vec2 at) {
    double own = from_own_figures(w, &w->g->units[unit], at);
    if (own < DBL_MAX) return COLD_FROM_OWN * own;
    double mark = from_marker(w, unit, at);
    return mark < DBL_MAX ? COLD_FROM_MARKER * mark : -1;
}

// What it costs that the group stands where the unit did not start.
static double from_start(const cold_kind *k, const int *list, int n, const game_unit *u) {
    vec2 start = {0, 0}, group = {0, 0};
    int starts = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (k->w->figures[f].by != EXPECT_START) continue;
        start = vec2_add(start, k->w->figures[f].expect.at);
        starts++;
    }
    for (int i = 0; i < n; i++) group = vec2_add(group, vec2_scale(k->costs.seen[list[i]]->pose.at, 1.0 / n));
    double off = starts ? vec2_distance(vec2_scale(start, 1.0 / starts), group) : 0;
    return COLD_AT_START * fmin(off, COLD_NEAR_START_IN) + COLD_FROM_START * fmax(0, off - COLD_NEAR_START_IN);
}

static double place_cost(const cold_kind *k, const int *list, int n, int index) {
    double least = DBL_MAX;
    for (int i = 0; i < n; i++) least = fmin(least, k->costs.apart[(long)index * k->base_count + list[i]]);
    return fmin(COLD_FROM_MOST, least >= 0 ? least : from_start(k, list, n, &k->w->g->units[k->units[index]]));
}

double cold_missing_cost(double missing) { return COLD_MISSING * missing + COLD_UNEVEN * missing * missing; }

// Spreads a number over all bits (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
static uint64_t spread(uint64_t number) {
    uint64_t z = (number + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// The same for the same bases in any order, joining the same ones.
static uint64_t group_key(const cold_body *own, const int *list, int n) {
    uint64_t key = own->count > 0 ? spread((uint64_t)own->first << 32) : 1;
    for (int i = 0; i < n; i++) key += spread((uint64_t)list[i]);
    return key ? key : 1;
}

int cold_join_own(const cold_body *own, int *list, int n) {
    for (int i = 0; i < own->count && n < GAME_MAX_FIGURES; i++) list[n++] = own->first + i;
    return n;
}

// How the group stands with the unit's own bases. Groups are asked for over and over: for each unit, and again for each unit that might be another.
static block_fit fit_of(cold_kind *k, const cold_body *own, const int *list, int n) {
    uint64_t key = group_key(own, list, n);
    cold_fit *known = &k->costs.known[key % COLD_FITS];
    int joined[GAME_MAX_FIGURES];
    if (known->key == key) return known->fit;
    for (int i = 0; i < n; i++) joined[i] = list[i];
    *known = (cold_fit){key, block_measure(k->costs.seen, joined, cold_join_own(own, joined, n))};
    return known->fit;
}

// True where the group is about what the avoided unit had.
static bool is_avoided(const cold_kind *k, const int *list, int n, int index) {
    if (index != k->choices.avoid) return false;
    for (int c = -1; c < k->choices.beaten_count; c++) {
        const int *unit_of = c < 0 ? k->choices.chosen : k->choices.beaten + (long)c * k->base_count;
        int had = 0, both = 0;
        for (int i = 0; i < k->base_count; i++) had += unit_of[i] == index;
        for (int i = 0; i < n; i++) both += unit_of[list[i]] == index;
        if (2 * both >= COLD_SAME_GROUP * (had + n)) return true;
    }
    return false;
}

// What it costs that a group of n bases, with so many missing, does not stand as the unit does.
double cold_misfit_cost(const game_unit *u, const block_fit *f, int n, double missing) {
    spacing s = expected_spacing(u);
    double hole = fmax(0, missing) * f->side_in;
    double cost = COLD_STRETCH * fmax(0, f->widest_in - s.widest - hole) + COLD_SPACING * n * beyond(f->mean_in, s.usual_low, s.usual_high);
    if (!fronts_stand_in_ranks(u)) return cost;
    int wrong = u->formation == FORMATION_UNKNOWN ? 0 : u->formation == FORMATION_OPEN ? f->close : f->half_open;
    cost += fmin(COLD_ARRAY_MOST, COLD_WRONG_GAP * wrong) + COLD_WRONG_GAP * fmin(f->close, f->half_open);
    return cost + COLD_OUT_OF_LINE * (f->out_of_line + f->turned) + COLD_HOLE * fmax(0, f->holes - fmax(0, missing));
}

double cold_group_cost(void *context, const int *list, int n, int index, double most) {
    cold_kind *k = context;
    const game_unit *u = &k->w->g->units[k->units[index]];
    double missing = k->open[index] - n;
    if (n > COLD_OVERFULL * k->open[index] + 2) return INFINITY;
    double cost = missing > 0 ? cold_missing_cost(missing) : -COLD_SURPLUS * missing;
    for (int i = 0; i < n; i++) cost += k->costs.fits[(long)index * k->base_count + list[i]] ? 0 : COLD_MISFIT;
    cost += place_cost(k, list, n, index) + (is_avoided(k, list, n, index) ? COLD_SURE : 0);
    const cold_body *own = &k->costs.own[index];
    if (n + own->count < 2 || cost > most) return cost;
    block_fit f = fit_of(k, own, list, n);
    if (u->array_files > 0) cost += fmin(COLD_ARRAY_MOST, COLD_OTHER_ARRAY * (abs(f.files - u->array_files) + abs(f.ranks - u->array_ranks)));
    return cost + fmax(0, cold_misfit_cost(u, &f, n + own->count, missing) - own->misfit);
}

// The unit's figures whose bases are known go behind the bases that are to be divided.
static void measure_own(cold_kind *k, int index, int *seen) {
    const work *w = k->w;
    const game_unit *u = &w->g->units[k->units[index]];
    cold_body *own = &k->costs.own[index];
    *own = (cold_body){.first = *seen};
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (w->figures[f].base_of >= 0) k->costs.seen[*seen + own->count++] = &w->bases[w->figures[f].base_of];
    *seen += own->count;
    if (own->count < 2) return;
    block_fit f = fit_of(k, own, NULL, 0);
    own->misfit = cold_misfit_cost(u, &f, own->count, k->open[index]);
}

void cold_measure(const work *w, cold_kind *k) {
    int seen = k->base_count;
    for (int u = 0; u < k->unit_count; u++) k->costs.absent[u] = cold_missing_cost(k->open[u]);
    for (int u = 0; u < k->unit_count; u++) measure_own(k, u, &seen);
    for (int i = 0; i < k->base_count; i++) {
        k->costs.seen[i] = &w->bases[k->bases[i]];
        for (int u = 0; u < k->unit_count; u++) {
            k->costs.fits[(long)u * k->base_count + i] = cold_fits_unit(w, k->units[u], k->bases[i]);
            k->costs.apart[(long)u * k->base_count + i] = apart_cost(w, k->units[u], k->costs.seen[i]->pose.at);
        }
    }
}
