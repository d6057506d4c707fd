#include "formation/identify/identify.h"

#include "formation/identify/identify_limits.h"
#include "formation/identify/work.h"

static bool sizes_agree(double a, double b) { return fabs(a - b) <= fmax(IDENTIFY_SIZE_TOL_IN, IDENTIFY_SIZE_TOL * b); }

bool work_form_fits(const game *g, int figure, const base_sighting *b) {
    const game_figure *f = &g->figures[figure];
    if ((b->base.shape == BASE_ROUND) != (f->base.shape == BASE_ROUND)) return false;
    if (!sizes_agree(b->base.width_in, f->base.width_in) || !sizes_agree(b->base.depth_in, f->base.depth_in)) return false;
    if (b->unit >= 0 && b->unit != f->unit) return false;
    return b->figure >= 0 || !b->unread || f->marker.family[0];
}

bool formation_base_fits(const game *g, int figure, const base_sighting *b) {
    uint32_t rim = g->units[g->figures[figure].unit].rim_rgb;
    return (b->rim_rgb == NO_COLOUR || b->rim_rgb == rim) && work_form_fits(g, figure, b);  // a rim is seen by its colour: it is no unpainted unit's
}

static bool is_coded(const base_sighting *b) { return b->figure >= 0 && b->by != SEEN_BY_UNIT_MARKER; }

// Two sightings of one code in one place are one base seen twice: the better scored keeps it. In two places it is a duplicate marker: either may be
// the figure, and a marker that lies about, on a screen or as a print, must not carry a figure away.
static void settle_codes(work *w, int a, int b) {
    base_sighting *first = &w->bases[a], *second = &w->bases[b];
    if (vec2_distance(first->pose.at, second->pose.at) > IDENTIFY_SAME_BASE * fmin(first->base.width_in, first->base.depth_in)) {
        w->figures[first->figure].duplicate = w->barred[a] = w->barred[b] = true;
        w->figures[first->figure].base_of = -1;
        first->figure = second->figure = -1;
        return;
    }
    base_sighting *worse = first->score >= second->score ? second : first;
    if (worse == first) work_name(w, first->figure, b);
    worse->figure = -1;
}

static bool lies_on_marker(const work *w, vec2 at) {
    for (int u = 0; w->past && w->past->units && u < w->g->unit_count; u++) {
        const identify_unit *m = &w->past->units[u];
        if (m->marker_lies && pose_square_holds(m->marker, w->g->units[u].marker.size_in, at)) return true;
    }
    return false;
}

// The marker of a unit at rest may lie half outside of what a look searches: it is not read then, and its tile looks like a base.
static void bar_markers(work *w) {
    for (int i = 0; i < w->count; i++)
        if (w->bases[i].figure < 0 && w->bases[i].by == SEEN_BY_PLAIN) w->barred[i] = lies_on_marker(w, w->bases[i].pose.at);
}

// Bases that came with a figure, by tag or rim code.
static void take_coded(work *w) {
    for (int i = 0; i < w->count; i++) {
        base_sighting *b = &w->bases[i];
        if (!is_coded(b)) continue;
        if (!isfinite(b->pose.at.x) || !isfinite(b->pose.at.y) || !isfinite(b->pose.heading_rad)) {
            b->figure = -1;
        } else if (w->figures[b->figure].duplicate) {
            b->figure = -1;
            w->barred[i] = true;
        } else if (w->figures[b->figure].base_of >= 0) {
            settle_codes(w, w->figures[b->figure].base_of, i);
        } else {
            work_name(w, b->figure, i);
        }
    }
}

static void expect_known(work *w) {
    for (int f = 0; f < w->g->figure_count; f++) {
        const game_figure *fig = &w->g->figures[f];
        bool known = w->figures[f].past->known;
        w->figures[f].by = known ? EXPECT_KNOWN : fig->has_start ? EXPECT_START : EXPECT_NOTHING;
        w->figures[f].expect = known ? w->figures[f].past->at : fig->start;
    }
}

// The figure of which nothing but its start is known and that may be this base, where it stands at that start; -1: none.
static int started_at(const work *w, const base_sighting *b) {
    double nearest = IDENTIFY_AT_START_IN;
    int best = -1;
    for (int f = 0; f < w->g->figure_count; f++) {
        const game_figure *fig = &w->g->figures[f];
        double off = fig->has_start && !w->figures[f].past->known ? vec2_distance(fig->start.at, b->pose.at) : INFINITY;
        if (off > nearest || !formation_base_fits(w->g, f, b)) continue;
        nearest = off;
        best = f;
    }
    return best;
}

// Where the picture leaves the front open, a base at a start most likely faces as the game file has it: the first one of its fronts then, no sure
// one.
static void face_starts(work *w) {
    for (int i = 0; i < w->count; i++) {
        base_sighting *b = &w->bases[i];
        int f = b->front_doubtful && work_is_loose(w, i) ? started_at(w, b) : -1;
        if (f >= 0) sighting_face(b, w->g->figures[f].start.heading_rad);
    }
}

static void take_state(work *w) {
    w->figures = arena_take(w->arena, (size_t)w->g->figure_count, sizeof *w->figures);
    w->barred = arena_take_zeroed(w->arena, (size_t)w->count, sizeof *w->barred);
    w->settled = arena_take_zeroed(w->arena, (size_t)w->g->unit_count, sizeof *w->settled);
}

size_t formation_identify_size(const game *g, int count) {
    arena a = arena_measure();
    work w = {.g = g, .count = count, .arena = &a};
    take_state(&w);
    work_measure_trays(&w);
    work_measure_match(&w);
    work_measure_cold(&w);
    work_measure_close(&w);
    return a.most;
}

identify_figure identify_unknown(void) {
    return (identify_figure){.searched = true, .reach_in = INFINITY, .here_s = -INFINITY, .left_s = -INFINITY, .found_s = -INFINITY};
}

static status name_by_all(work *w) {
    bar_markers(w);
    take_coded(w);
    expect_known(w);
    face_starts(w);
    status s = work_expect_trays(w);
    if (s == STATUS_OK) s = work_note_started(w);
    if (s == STATUS_OK) s = work_match(w);
    if (s == STATUS_OK) work_fill(w);
    if (s == STATUS_OK) s = work_cold(w);
    if (s == STATUS_OK) s = work_close_ranks(w);
    return s == STATUS_OK ? work_turn_fronts(w) : s;
}

// Bases with codes of their own that no past explains and that were named unread.
static void note_assumed(work *w) {
    for (int i = 0; i < w->count; i++) {
        base_sighting *b = &w->bases[i];
        b->assumed = b->assumed && b->figure >= 0 && w->g->figures[b->figure].marker.family[0] && !w->figures[b->figure].past->known;
    }
}

static status name_all(work *w) {
    const identify_figure unknown = identify_unknown();
    for (int f = 0; f < w->g->figure_count; f++)
        w->figures[f] = (work_figure){.past = w->past->figures ? &w->past->figures[f] : &unknown, .base_of = -1};
    for (int i = 0; i < w->count; i++) {
        w->bases[i].assumed = w->bases[i].figure < 0;
        w->bases[i].pose = sighting_pose(&w->bases[i]);
    }
    status s = name_by_all(w);
    if (s == STATUS_OK) note_assumed(w);
    return s;
}

status formation_identify_in(arena *a, const game *g, base_sighting *bases, int count, const identify_past *past, fault *fault) {
    static const identify_past nothing = {0};
    size_t mark = a->used;
    work w = {.g = g, .bases = bases, .count = count, .past = past ? past : &nothing, .arena = a};
    take_state(&w);
    status s = a->exhausted ? STATUS_MEMORY : name_all(&w);
    arena_reset(a, mark);
    return s == STATUS_OK ? s : fault_set(fault, s, "out of memory for telling %d bases apart", count);
}

status formation_identify(const game *g, base_sighting *bases, int count, const identify_past *past, fault *fault) {
    arena a;
    if (!arena_open(&a, formation_identify_size(g, count))) return fault_set(fault, STATUS_MEMORY, "out of memory for telling %d bases apart", count);
    status s = formation_identify_in(&a, g, bases, count, past, fault);
    arena_close(&a);
    return s;
}
