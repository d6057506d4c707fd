// A cold start: bases of which nothing is known but what they look like and how they stand. Those that fit the same units are one kind; its bases are
// divided among its units at the least cost (cold_cost.c), and units that are sure of theirs (cold_certainty.c) name them (cold_names.c).
#include <math.h>
#include <string.h>

#include "formation/identify/cold.h"

#include "formation/identify/identify_limits.h"

bool cold_is_open(const work *w, int f) { return work_is_sought(w, f) && w->figures[f].by <= EXPECT_START && work_was_searched(w, f); }

static int open_figures(const work *w, int unit) {
    const game_unit *u = &w->g->units[unit];
    int n = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) n += cold_is_open(w, f);
    return n;
}

bool cold_fits_unit(const work *w, int unit, int i) {
    const game_unit *u = &w->g->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (cold_is_open(w, f) && work_fits(w, f, i)) return true;
    return false;
}

// What comparing the kind's choices takes.
static void take_comparison(arena *a, cold_kind *k) {
    size_t bases = (size_t)k->base_count, units = (size_t)k->unit_count;
    k->costs = (cold_costs){.seen = arena_take(a, bases + (size_t)k->w->count, sizeof *k->costs.seen),
                            .own = arena_take(a, units, sizeof *k->costs.own),
                            .fits = arena_take(a, units * bases, sizeof *k->costs.fits),
                            .apart = arena_take(a, units * bases, sizeof *k->costs.apart),
                            .absent = arena_take(a, units, sizeof *k->costs.absent),
                            .known = arena_take_zeroed(a, COLD_FITS, sizeof *k->costs.known)};
    k->choices = (cold_choices){.chosen = arena_take(a, bases, sizeof *k->choices.chosen),
                                .other = arena_take(a, bases, sizeof *k->choices.other),
                                .third = arena_take(a, bases, sizeof *k->choices.third),
                                .avoid = -1,
                                .beaten = arena_take(a, COLD_BEATEN * bases, sizeof *k->choices.beaten),
                                .sure = arena_take_zeroed(a, units, sizeof *k->choices.sure)};
}

// Divides the kind's bases among its units and tells which are sure of theirs.
static status divide_kind(const work *w, cold_kind *k) {
    cluster_tree trees[COLD_TREES] = {{0}};
    for (int i = 0; i < COLD_TREES; i++)
        if (!cluster_make(w->arena, k->costs.seen, k->base_count, i == BY_LINE, &trees[i])) return STATUS_MEMORY;
    int budget = COLD_CUT_BUDGET;
    choice c = {.tree = &trees[0],
                .bases = k->costs.seen,
                .units = k->unit_count,
                .open = k->open,
                .cost = cold_group_cost,
                .context = k,
                .loose = COLD_LOOSE,
                .absent = k->costs.absent,
                .missing = COLD_MISSING,
                .most = INFINITY,
                .arena = w->arena,
                .budget = &budget};
    double least = cold_choose(&c, trees, k->choices.chosen, k->choices.third, k->base_count);
    if (isnan(least)) return STATUS_MEMORY;
    if (budget <= 0) return STATUS_OK;  // perhaps not the best choice: none is sure
    c.most = least + COLD_SURE;
    budget = COLD_OTHER_BUDGET;
    return cold_find_sure(k, &c, trees);
}

static status name_kind(work *w, cold_kind *k) {
    size_t mark = w->arena->used;
    take_comparison(w->arena, k);
    if (w->arena->exhausted) return STATUS_MEMORY;
    cold_measure(w, k);
    status s = divide_kind(w, k);
    if (s != STATUS_OK) return s;
    for (int u = 0; u < k->unit_count; u++) k->choices.sure[u] = k->choices.sure[u] && cold_stands_in_line(k, u);
    for (int u = 0; u < k->unit_count; u++) {
        if (k->by_start)
            cold_label_group(w, k, u, k->choices.sure[u]);
        else if (k->choices.sure[u])
            cold_name_group(w, k, u);
    }
    arena_reset(w->arena, mark);
    return STATUS_OK;
}

// Gathers into k the bases and units that hang together with base `first` by what fits what.
static void gather_kind(const work *w, cold_kind *k, bool *base_done, bool *unit_done, int first) {
    k->unit_count = k->base_count = 0;
    k->bases[k->base_count++] = first;
    base_done[first] = true;
    for (int b = 0; b < k->base_count; b++)
        for (int u = 0; u < w->g->unit_count; u++) {
            if (unit_done[u] || !cold_fits_unit(w, u, k->bases[b])) continue;
            unit_done[u] = true;
            k->open[k->unit_count] = open_figures(w, u);
            k->units[k->unit_count++] = u;
            for (int i = 0; i < w->count; i++) {
                if (base_done[i] || !work_is_loose(w, i) || !cold_fits_unit(w, u, i)) continue;
                base_done[i] = true;
                k->bases[k->base_count++] = i;
            }
        }
}

static bool any_open(const work *w, expectation most, expectation least) {
    for (int f = 0; f < w->g->figure_count; f++)
        if (cold_is_open(w, f) && w->figures[f].by <= most && w->figures[f].by >= least) return true;
    return false;
}

// What gathering kinds takes.
typedef struct {
    bool *base_done, *unit_done;  // they belong to a kind already
} gathering;

static gathering take_gathering(const work *w, cold_kind *k) {
    size_t bases = (size_t)w->count, units = (size_t)w->g->unit_count;
    k->units = arena_take(w->arena, units, sizeof *k->units);
    k->open = arena_take(w->arena, units, sizeof *k->open);
    k->bases = arena_take(w->arena, bases, sizeof *k->bases);
    return (gathering){arena_take_zeroed(w->arena, bases, sizeof(bool)), arena_take_zeroed(w->arena, units, sizeof(bool))};
}

static status tell_kinds(work *w, bool by_start) {
    size_t mark = w->arena->used;
    cold_kind k = {.w = w, .by_start = by_start};
    gathering g = take_gathering(w, &k);
    if (w->arena->exhausted) return STATUS_MEMORY;
    status s = STATUS_OK;
    for (int i = 0; s == STATUS_OK && i < w->count; i++) {
        if (g.base_done[i] || !work_is_loose(w, i)) continue;
        gather_kind(w, &k, g.base_done, g.unit_done, i);
        if (k.unit_count > (by_start ? 1 : 0)) s = name_kind(w, &k);
    }
    if (s == STATUS_OK) arena_reset(w->arena, mark);
    return s;
}

void work_measure_cold(const work *w) {
    size_t mark = w->arena->used;
    cold_kind k = {.w = w, .base_count = w->count, .unit_count = w->g->unit_count};
    take_gathering(w, &k);
    take_comparison(w->arena, &k);
    for (int i = 0; i < COLD_TREES; i++) cluster_measure(w->arena, w->count);
    choose_measure(w->arena, w->count, w->g->unit_count);
    arena_reset(w->arena, mark);
}

status work_cold(work *w) { return any_open(w, EXPECT_START, EXPECT_NOTHING) ? tell_kinds(w, false) : STATUS_OK; }

status work_note_started(work *w) { return any_open(w, EXPECT_START, EXPECT_START) ? tell_kinds(w, true) : STATUS_OK; }
