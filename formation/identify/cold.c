// A cold start: bases of which nothing is known but what they look like and how they stand. Those that fit the same units are one kind; its bases are
// divided among its units at the least cost (cold_cost.c), and units that are sure of theirs (cold_sure.c) name them (cold_names.c).
#include <math.h>
#include <string.h>

#include "formation/identify/cold_parts.h"

#define LOOSE 0.9                  // a base given to no unit
#define CUT_WORK 100000            // costs asked for in cutting groups, most of them quickly told; what isn't settled by then is left open
#define OTHER_WORK (3 * CUT_WORK)  // and in looking for other choices

bool cold_is_open(const work *w, int f) { return work_is_sought(w, f) && w->by[f] <= EXPECT_START && work_was_searched(w, f); }

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

static status name_kind(work *w, cold_kind *k) {
    size_t bases = (size_t)k->base_count, units = (size_t)k->unit_count;
    size_t mark = w->room->used;
    double *absent = scratch_take(w->room, units, sizeof *absent);
    bool *sure = scratch_take_zeroed(w->room, units, sizeof *sure);
    cluster_tree trees[COLD_TREES] = {{0}};
    k->seen = scratch_take(w->room, bases, sizeof *k->seen);
    k->fits = scratch_take(w->room, units * bases, sizeof *k->fits);
    k->apart = scratch_take(w->room, units * bases, sizeof *k->apart);
    k->fits_known = scratch_take_zeroed(w->room, COLD_FITS, sizeof *k->fits_known);
    k->chosen = scratch_take(w->room, bases, sizeof *k->chosen);
    k->other = scratch_take(w->room, bases, sizeof *k->other);
    k->third = scratch_take(w->room, bases, sizeof *k->third);
    k->beaten = scratch_take(w->room, COLD_BEATEN * bases, sizeof *k->beaten);
    bool room = absent && sure && k->seen && k->fits && k->apart && k->fits_known && k->chosen && k->other && k->third && k->beaten;
    if (room) cold_measure(w, k);
    status s = room ? STATUS_OK : STATUS_MEMORY;
    for (int i = 0; s == STATUS_OK && i < COLD_TREES; i++)
        s = cluster_make(w->room, k->seen, k->base_count, i == BY_LINE, &trees[i]) ? STATUS_OK : STATUS_MEMORY;
    if (s == STATUS_OK) {
        for (int u = 0; u < k->unit_count; u++) absent[u] = cold_missing_cost(k->open[u]);
        int cut_work = CUT_WORK;
        choice c = {&trees[0], k->seen, k->unit_count, k->open, cold_group_cost, k, LOOSE, absent, COLD_MISSING, INFINITY, w->room, &cut_work};
        k->avoid = -1;
        double least = cold_choose(&c, trees, k->chosen, k->third, k->base_count);
        c.most = least + COLD_SURE;
        bool best = cut_work > 0;
        cut_work = OTHER_WORK;
        if (isnan(least))
            s = STATUS_MEMORY;
        else if (best)
            s = cold_find_sure(k, &c, trees, sure);
    }
    for (int u = 0; s == STATUS_OK && u < k->unit_count; u++) sure[u] = sure[u] && cold_stands_in_line(k, u);
    for (int u = 0; s == STATUS_OK && u < k->unit_count; u++) {
        if (k->by_start)
            cold_label_group(w, k, u, sure[u]);
        else if (sure[u])
            cold_name_group(w, k, u);
    }
    scratch_give_back(w->room, mark);
    return s;
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
        if (cold_is_open(w, f) && w->by[f] <= most && w->by[f] >= least) return true;
    return false;
}

static status tell_kinds(work *w, bool by_start) {
    size_t bases = (size_t)w->count + 1, units = (size_t)w->g->unit_count + 1;
    size_t mark = w->room->used;
    cold_kind k = {.w = w,
                   .by_start = by_start,
                   .units = scratch_take(w->room, units, sizeof *k.units),
                   .open = scratch_take(w->room, units, sizeof *k.open),
                   .bases = scratch_take(w->room, bases, sizeof *k.bases)};
    bool *base_done = scratch_take_zeroed(w->room, bases, sizeof *base_done), *unit_done = scratch_take_zeroed(w->room, units, sizeof *unit_done);
    status s = k.units && k.open && k.bases && base_done && unit_done ? STATUS_OK : STATUS_MEMORY;
    for (int i = 0; s == STATUS_OK && i < w->count; i++) {
        if (base_done[i] || !work_is_loose(w, i)) continue;
        gather_kind(w, &k, base_done, unit_done, i);
        if (k.unit_count > (by_start ? 1 : 0)) s = name_kind(w, &k);
    }
    scratch_give_back(w->room, mark);
    return s;
}

size_t work_cold_room(const game *g, int count) {
    size_t bases = (size_t)count + 1, units = (size_t)g->unit_count + 1;
    size_t kinds = 2 * scratch_share(units, sizeof(int)) + scratch_share(bases, sizeof(int)) + scratch_share(bases, sizeof(bool)) +
                   scratch_share(units, sizeof(bool));
    size_t one = scratch_share(units, sizeof(double)) + scratch_share(units, sizeof(bool)) + scratch_share(bases, sizeof(base_sighting *)) +
                 scratch_share(units * bases, sizeof(bool)) + scratch_share(units * bases, sizeof(double)) +
                 scratch_share(COLD_FITS, sizeof(cold_fit)) + 3 * scratch_share(bases, sizeof(int)) + scratch_share(COLD_BEATEN * bases, sizeof(int));
    return kinds + one + COLD_TREES * cluster_room(count) + choose_room(count, g->unit_count);
}

status work_cold(work *w) { return any_open(w, EXPECT_START, EXPECT_NOTHING) ? tell_kinds(w, false) : STATUS_OK; }

status work_tell_started(work *w) { return any_open(w, EXPECT_START, EXPECT_START) ? tell_kinds(w, true) : STATUS_OK; }
