// Bases at empty places of a unit's ranks that were taken for another kind's: they look nearly alike, but a figure stands where just one is missing.
#include <math.h>
#include <string.h>

#include "formation/fronts.h"
#include "formation/identify/cold.h"
#include "formation/identify/identify_limits.h"

// A unit's bases as they stand: its own, and those that close its ranks.
typedef struct {
    const game_unit *u;
    int unit;
    base_sighting *as_own;  // with the form of the unit's figures
    const base_sighting **seen;
    int *base, *list;
    int own, count;  // own of count are named already
    int missing;     // figures for which a base may be found
    double misfit;
} body;

// What closing ranks takes: the unit's body and another one's, which may have the base as well.
typedef struct {
    body one, other;
} closing;

static body take_body(const work *w) {
    const size_t n = (size_t)w->count + 1;
    body b = {0};
    b.as_own = arena_take(w->arena, n, sizeof *b.as_own);
    b.seen = arena_take(w->arena, n, sizeof *b.seen);
    b.base = arena_take(w->arena, n, sizeof *b.base);
    b.list = arena_take(w->arena, n, sizeof *b.list);
    return b;
}

static closing take_closing(const work *w) {
    body one = take_body(w);
    return (closing){one, take_body(w)};
}

void work_measure_close(const work *w) {
    size_t mark = w->arena->used;
    take_closing(w);
    arena_reset(w->arena, mark);
}

static void join(const work *w, body *b, int i) {
    b->as_own[b->count] = w->bases[i];
    b->as_own[b->count].base = w->g->figures[b->u->first_figure].base;
    b->seen[b->count] = &b->as_own[b->count];
    b->base[b->count] = i;
    b->list[b->count] = b->count;
    b->count++;
}

static double misfit_of(const body *b) {
    block_fit f = block_measure(b->seen, b->list, b->count);
    return cold_misfit_cost(b->u, &f, b->count, b->missing - (b->count - b->own));
}

static bool is_alike(base a, base b) {
    if ((a.shape == BASE_ROUND) != (b.shape == BASE_ROUND)) return false;
    return fabs(a.width_in - b.width_in) <= CLOSE_SIZE * b.width_in && fabs(a.depth_in - b.depth_in) <= CLOSE_SIZE * b.depth_in;
}

// False where there are no ranks that could be closed.
static bool gather(const work *w, int unit, body *b) {
    b->u = &w->g->units[unit], b->unit = unit;
    b->count = b->missing = 0;
    if (!fronts_stand_in_ranks(b->u) || w->settled[unit]) return false;
    for (int f = b->u->first_figure; f < b->u->first_figure + b->u->figure_count; f++) {
        if (!is_alike(w->g->figures[f].base, w->g->figures[b->u->first_figure].base)) return false;
        if (w->figures[f].base_of >= 0)
            join(w, b, w->figures[f].base_of);
        else
            b->missing += cold_is_open(w, f);
    }
    b->own = b->count;
    if (b->missing == 0 || b->own < CLOSE_LEAST || b->own < CLOSE_SHARE * b->u->figure_count) return false;
    b->misfit = misfit_of(b);
    return true;
}

// How much worse the body stands with the base in it.
static double worse_with(const work *w, body *b, int i) {
    join(w, b, i);
    double misfit = misfit_of(b);
    b->count--;
    return misfit - b->misfit;
}

static bool is_in(const body *b, int i) {
    for (int k = 0; k < b->count; k++)
        if (b->base[k] == i) return true;
    return false;
}

static bool is_loose_alike(const work *w, const body *b, int i) {
    return work_is_loose(w, i) && !is_in(b, i) && is_alike(w->bases[i].base, w->g->figures[b->u->first_figure].base);
}

// Bases of the unit's own kind were divided before.
static bool may_close(const work *w, const body *b, int i) { return is_loose_alike(w, b, i) && !cold_fits_unit(w, b->unit, i); }

// The base that closes the ranks best; -1: none does.
static int best_of(const work *w, body *b) {
    double least = CLOSE_WORSE;
    int best = -1;
    for (int i = 0; i < w->count; i++) {
        if (!may_close(w, b, i)) continue;
        double worse = worse_with(w, b, i);
        if (worse < least) least = worse, best = i;
    }
    return best;
}

static double nearest_in(const work *w, const game_unit *u, vec2 at) {
    double least = INFINITY;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (w->figures[f].base_of >= 0) least = fmin(least, vec2_distance(w->bases[w->figures[f].base_of].pose.at, at));
    return least;
}

// A figure of the base's kind was known before and is not found now: it may have been moved here.
static bool may_have_moved(const work *w, int i) {
    for (int f = 0; f < w->g->figure_count; f++)
        if (w->figures[f].past->known && work_is_sought(w, f) && formation_base_fits(w->g, f, &w->bases[i])) return true;
    return false;
}

// The base may as well be another unit's that lacks one: it would stand in its ranks too, or is nearer to it where it has none.
static bool is_anothers(const work *w, const body *b, body *other, int i) {
    if (may_have_moved(w, i)) return true;
    for (int unit = 0; unit < w->g->unit_count; unit++) {
        const game_unit *u = &w->g->units[unit];
        if (unit == b->unit || !is_alike(w->bases[i].base, w->g->figures[u->first_figure].base)) continue;
        if (gather(w, unit, other)) {
            if (worse_with(w, other, i) < CLOSE_WORSE) return true;
        } else if (cold_fits_unit(w, unit, i) && nearest_in(w, u, w->bases[i].pose.at) < nearest_in(w, b->u, w->bases[i].pose.at)) {
            return true;
        }
    }
    return false;
}

// Beside a base that closes the ranks stands another one that nobody knows and that doesn't: both are of a body of their own.
static bool has_others_beside(const work *w, const body *b) {
    for (int k = b->own; k < b->count; k++)
        for (int i = 0; i < w->count; i++)
            if (is_loose_alike(w, b, i) &&
                vec2_distance(w->bases[i].pose.at, b->seen[k]->pose.at) < CLOSE_BESIDE * fmax(b->seen[k]->base.width_in, b->seen[k]->base.depth_in))
                return true;
    return false;
}

// Names the unit anew, with what closes its ranks. Figures that were read keep their bases.
static void name_closed(work *w, const body *b) {
    int *bases = b->list, n = 0;
    for (int k = 0; k < b->count; k++) {
        base_sighting *s = &w->bases[b->base[k]];
        if (k < b->own && !(s->assumed && !w->figures[s->figure].past->known)) continue;
        if (k < b->own) w->figures[s->figure].base_of = -1;
        s->figure = -1;
        s->unit = b->unit;
        s->base = b->as_own[k].base;
        s->rim_rgb = b->u->rim_rgb;
        s->unread = w->g->figures[b->u->first_figure].marker.family[0];
        bases[n++] = b->base[k];
    }
    cold_name(w, b->unit, bases, n);
}

// The bases that close the unit's ranks, one after the other.
static void close_ranks(work *w, int unit, closing *c) {
    body *b = &c->one;
    if (!gather(w, unit, b)) return;
    for (int best; b->count - b->own < b->missing && (best = best_of(w, b)) >= 0 && !is_anothers(w, b, &c->other, best);) {
        join(w, b, best);
        b->misfit = misfit_of(b);
    }
    if (b->count > b->own && !has_others_beside(w, b)) name_closed(w, b);
}

status work_close_ranks(work *w) {
    size_t mark = w->arena->used;
    closing c = take_closing(w);
    if (w->arena->exhausted) return STATUS_MEMORY;
    for (int unit = 0; unit < w->g->unit_count; unit++) close_ranks(w, unit, &c);
    arena_reset(w->arena, mark);
    return STATUS_OK;
}
