#include "formation/identify/identify.h"

#include "formation/identify/work.h"

#define SIZE_TOL 0.10  // of a side: what a camera may misjudge
#define SIZE_TOL_IN 0.06
#define SAME_BASE 0.5  // of a side: sightings farther apart are two bases

static bool sizes_agree(double a, double b) { return fabs(a - b) <= fmax(SIZE_TOL_IN, SIZE_TOL * b); }

bool formation_base_fits(const game *g, int figure, const base_sighting *b) {
    const game_figure *f = &g->figures[figure];
    uint32_t rim = g->units[f->unit].rim_rgb;
    if ((b->base.shape == BASE_ROUND) != (f->base.shape == BASE_ROUND)) return false;
    if (!sizes_agree(b->base.width_in, f->base.width_in) || !sizes_agree(b->base.depth_in, f->base.depth_in)) return false;
    if (b->unit >= 0 && b->unit != f->unit) return false;
    return b->rim_rgb == NO_COLOUR || b->rim_rgb == rim;  // a rim is seen by its colour: it is no unpainted unit's
}

static bool is_coded(const base_sighting *b) { return b->figure >= 0 && b->by != SEEN_BY_UNIT_MARKER; }

// Two sightings of one code in one place are one base seen twice: the better scored keeps it. In two places nobody can say which is the figure, and a
// marker that lies about, on a screen or as a print, must not carry a figure away.
static void settle_codes(work *w, int a, int b) {
    base_sighting *first = &w->bases[a], *second = &w->bases[b];
    if (vec2_distance(first->pose.at, second->pose.at) > SAME_BASE * fmin(first->base.width_in, first->base.depth_in)) {
        w->contested[first->figure] = w->barred[a] = w->barred[b] = true;
        w->base_of[first->figure] = -1;
        first->figure = second->figure = -1;
        return;
    }
    base_sighting *worse = first->score >= second->score ? second : first;
    if (worse == first) work_name(w, first->figure, b);
    worse->figure = -1;
}

// Bases that came with a figure, by tag or rim code.
static void take_coded(work *w) {
    for (int i = 0; i < w->count; i++) {
        base_sighting *b = &w->bases[i];
        if (!is_coded(b)) continue;
        if (!isfinite(b->pose.at.x) || !isfinite(b->pose.at.y) || !isfinite(b->pose.heading_rad)) {
            b->figure = -1;
        } else if (w->contested[b->figure]) {
            b->figure = -1;
            w->barred[i] = true;
        } else if (w->base_of[b->figure] >= 0) {
            settle_codes(w, w->base_of[b->figure], i);
        } else {
            work_name(w, b->figure, i);
        }
    }
}

static void expect_known(work *w) {
    for (int f = 0; f < w->g->figure_count; f++) {
        const game_figure *fig = &w->g->figures[f];
        bool known = w->past->known && w->past->at && w->past->known[f];
        w->by[f] = known ? EXPECT_KNOWN : fig->has_start ? EXPECT_START : EXPECT_NOTHING;
        w->expect[f] = known ? w->past->at[f] : fig->start;
    }
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

size_t formation_identify_room(const game *g, int count) {
    size_t n = (size_t)g->figure_count + 1;
    size_t own = scratch_share(n, sizeof(pose)) + scratch_share(n, sizeof(expectation)) + scratch_share(n, sizeof(int)) +
                 scratch_share(n, sizeof(bool)) + scratch_share((size_t)count + 1, sizeof(bool)) +
                 scratch_share((size_t)g->unit_count + 1, sizeof(bool));
    return own + larger(larger(work_match_room(g, count), work_cold_room(g, count)), work_trays_room(count));
}

status formation_identify_in(scratch *r, const game *g, base_sighting *bases, int count, const identify_past *past, fault *why) {
    static const identify_past nothing = {0};
    size_t n = (size_t)g->figure_count + 1, mark = r->used;
    work w = {.g = g, .bases = bases, .count = count, .past = past ? past : &nothing, .room = r};
    w.expect = scratch_take(r, n, sizeof *w.expect);
    w.by = scratch_take(r, n, sizeof *w.by);
    w.base_of = scratch_take(r, n, sizeof *w.base_of);
    w.contested = scratch_take_zeroed(r, n, sizeof *w.contested);
    w.barred = scratch_take_zeroed(r, (size_t)count + 1, sizeof *w.barred);
    w.settled = scratch_take_zeroed(r, (size_t)g->unit_count + 1, sizeof *w.settled);
    status s = w.expect && w.by && w.base_of && w.contested && w.barred && w.settled ? STATUS_OK : STATUS_MEMORY;
    if (s == STATUS_OK) {
        for (int f = 0; f < g->figure_count; f++) w.base_of[f] = -1;
        take_coded(&w);
        expect_known(&w);
        s = work_expect_trays(&w);
    }
    if (s == STATUS_OK) s = work_tell_started(&w);
    if (s == STATUS_OK) s = work_match(&w);
    if (s == STATUS_OK) work_fill(&w);
    if (s == STATUS_OK) s = work_cold(&w);
    if (s == STATUS_OK) s = work_turn_fronts(&w);
    scratch_give_back(r, mark);
    return s == STATUS_OK ? s : fault_set(why, s, "out of memory for telling %d bases apart", count);
}

status formation_identify(const game *g, base_sighting *bases, int count, const identify_past *past, fault *why) {
    scratch r;
    if (!scratch_open(&r, formation_identify_room(g, count))) return fault_set(why, STATUS_MEMORY, "out of memory for telling %d bases apart", count);
    status s = formation_identify_in(&r, g, bases, count, past, why);
    scratch_close(&r);
    return s;
}
