#include "formation/moves/segment.h"

#include <stdlib.h>
#include <string.h>

#include "formation/moves/state.h"

segment_options segment_default_options(void) {
    return (segment_options){.settle_s = MOVES_SETTLE_S,
                             .nudge_in = MOVES_NUDGE_IN,
                             .facing_tol_rad = MOVES_FACING_TOL_RAD,
                             .default_sigma_in = MOVES_SIGMA_IN,
                             .default_sigma_rad = MOVES_SIGMA_RAD,
                             .limits = shape_default_limits()};
}

// Memory -------------------------------------------------------------------------------------------------------------------------------------

static seg_ongoing take_ongoing(const game *g, arena *a) {
    size_t largest = 0;
    for (int u = 0; u < g->unit_count; u++)
        if ((size_t)g->units[u].figure_count > largest) largest = (size_t)g->units[u].figure_count;
    return (seg_ongoing){.from = arena_take(a, largest, sizeof(pose)),
                         .to = arena_take(a, largest, sizeof(pose)),
                         .with = arena_take(a, largest, sizeof(bool)),
                         .sight = arena_take(a, largest, sizeof(move_sight)),
                         .present = arena_take(a, largest, sizeof(bool)),
                         .hidden = arena_take(a, largest, sizeof(bool)),
                         .ranks = arena_take(a, largest, sizeof(int16_t))};
}

// The units' own arrays; `of` is NULL while the arena measures.
static void take_unit_memory(const game *g, arena *a, seg_unit *of) {
    for (int u = 0; u < g->unit_count; u++) {
        int n = g->units[u].figure_count;
        path first = path_take(a, n, SEGMENT_MAX_SAMPLES), second = path_take(a, n, SEGMENT_MAX_SAMPLES);
        int16_t *rank = arena_take_zeroed(a, (size_t)n, sizeof *rank);
        if (!of) continue;
        of[u].path = first;
        of[u].spare = second;
        of[u].form.rank = rank;
    }
}

static void take_memory(segmenter *s, arena *a) {
    size_t figures = (size_t)s->g->figure_count, units = (size_t)s->g->unit_count;
    s->figures = arena_take_zeroed(a, figures, sizeof *s->figures);
    s->units = arena_take_zeroed(a, units, sizeof *s->units);
    s->event_figures = arena_take_zeroed(a, figures, sizeof *s->event_figures);
    s->event_units = arena_take_zeroed(a, units, sizeof *s->event_units);
    s->ends.list = arena_take(a, units * SEG_ENDS_MOST, sizeof *s->ends.list);
    s->ends.capacity = s->g->unit_count * SEG_ENDS_MOST;
    s->ongoing = take_ongoing(s->g, a);
    take_unit_memory(s->g, a, s->units);
}

static bool make_memory(segmenter *s) {
    arena all = arena_measure(), ends = arena_measure();
    take_memory(s, &all);
    segment_measure_ends(s->g, &ends);
    if (!arena_open(&s->memory, all.most) || !arena_open(&s->ends.arrays, ends.most)) return false;
    take_memory(s, &s->memory);
    return true;
}

static void put_at_start(segmenter *s) {
    for (int f = 0; f < s->g->figure_count; f++) {
        if (!s->g->figures[f].has_start) continue;
        s->figures[f].on_table = true;
        s->figures[f].rest = s->figures[f].lately = s->figures[f].now = steady_start(s->g->figures[f].start, s->terms);
    }
    for (int u = 0; u < s->g->unit_count; u++) {
        seg_unit *su = &s->units[u];
        su->t_change_s = su->t_reported_s = su->t_seen_s = su->t_lately_s = su->t_observed_s = -INFINITY;
        segment_measure(s, u);
    }
}

status segmenter_create(const game *g, const segment_options *o, segmenter **out, fault *fault) {
    segmenter *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s) return fault_set(fault, STATUS_MEMORY, "out of memory for the moves of %d figures", g->figure_count);
    *s = (segmenter){.g = g, .o = *o, .t_s = -INFINITY, .t_last_s = -INFINITY};
    s->terms = (steady_terms){o->default_sigma_in, o->default_sigma_rad, MOVES_GATE_IN, MOVES_GATE_RAD, MOVES_COMMON, 0};
    if (!make_memory(s)) {
        segmenter_destroy(s);
        return fault_set(fault, STATUS_MEMORY, "out of memory for the moves of %d figures", g->figure_count);
    }
    put_at_start(s);
    *out = s;
    return STATUS_OK;
}

void segmenter_destroy(segmenter *s) {
    if (!s) return;
    arena_close(&s->ends.arrays);
    arena_close(&s->memory);
    free(s);
}

// Time ---------------------------------------------------------------------------------------------------------------------------------------

// What a unit that has come to rest by then turns out to have made: nothing (an outlier), a way there and back, a nudge, or a nudge put right.
static status settle(segmenter *s, int unit, double t_s) {
    seg_unit *su = &s->units[unit];
    seg_shift m = segment_shift(s, unit);
    status result = STATUS_OK;
    if (m.there == 0 || !segment_in_sight(s, unit)) return STATUS_OK;
    if (su->returning) {
        if (segment_is_back(s, unit)) segment_rest(s, unit);
        return STATUS_OK;
    }
    if (segment_put_back(s, unit, t_s, &result) || result != STATUS_OK) return result;
    if (segment_is_home(s, unit)) return segment_report_returned(s, unit, t_s);
    if (segment_went_and_came(s, unit)) {
        result = segment_report_returned(s, unit, t_s);
        segment_rest(s, unit);
    } else if (m.beyond_nudge) {
        return STATUS_OK;
    } else if (!m.beyond_noise) {
        segment_rest(s, unit);
    } else if (2 * m.displaced < m.there) {  // taking a unit up displaces most of it
        result = segment_close_nudge(s, unit, t_s, false);
        segment_rest(s, unit);
    }
    return result;
}

// Tells all that settles until t_s, each with its own time.
static status report_settled(segmenter *s, double t_s) {
    status result = STATUS_OK;
    segment_clear_ended(s);
    s->closing = false;
    for (int u = 0; u < s->g->unit_count; u++) {
        const seg_unit *su = &s->units[u];
        double settled_s = su->moving ? fmax(segment_settles_s(s, u), fmax(su->t_seen_s, su->t_reported_s)) : INFINITY;
        if (isfinite(settled_s) && t_s >= settled_s) seg_keep(&result, settle(s, u, settled_s));
        seg_keep(&result, segment_report_nudges(s, u, t_s, false));
    }
    return result;
}

status segmenter_advance(segmenter *s, double t_s) {
    s->t_s = fmax(s->t_s, t_s);
    return report_settled(s, s->t_s);
}

static status close_all(segmenter *s) {
    status result = STATUS_OK;
    for (int u = 0; u < s->g->unit_count; u++) {
        seg_keep(&result, segment_report_nudges(s, u, s->t_s, true));
        if (s->units[u].moving) seg_keep(&result, segment_close(s, u, false));
    }
    return result;
}

static status begin_phase(segmenter *s) {
    status result = close_all(s);
    for (int u = 0; u < s->g->unit_count; u++) s->units[u].may_return = false;
    return result;
}

static void measure_stale(segmenter *s) {
    for (int u = 0; u < s->g->unit_count; u++)
        if (s->units[u].form.stale && !s->units[u].moving) segment_measure(s, u);
}

static status take_event(segmenter *s, const event *e) {
    switch (e->kind) {
        case EVENT_OBSERVE:
            return segment_take_observe(s, &e->observe);
        case EVENT_PLACE:
            return segment_take_place(s, &e->place);
        case EVENT_DECLARE:
            if (e->declare.unit >= 0 && strcmp(e->declare.action, "reinforce") == 0) s->units[e->declare.unit].reinforces = true;
            return STATUS_OK;
        case EVENT_REMOVE:
            segment_take_remove(s, &e->remove);
            return STATUS_OK;
        case EVENT_PHASE:
            return begin_phase(s);
        case EVENT_END_MOVE:
            return e->end_move.unit >= 0 ? segment_close(s, e->end_move.unit, true) : STATUS_OK;
        case EVENT_TAKE_BACK:
            if (e->take_back.unit >= 0) segment_take_back(s, e->take_back.unit);
            return STATUS_OK;
        default:
            return STATUS_OK;
    }
}

status segmenter_feed(segmenter *s, const event *e) {
    status result = segmenter_advance(s, e->t_s);
    s->closing = true;
    seg_keep(&result, take_event(s, e));
    measure_stale(s);
    s->t_last_s = s->t_s;
    return result;
}

status segmenter_end_placed(segmenter *s, const event_place *e, double t_s) {
    status result = segmenter_advance(s, t_s);
    s->closing = true;
    seg_keep(&result, segment_end_placed(s, e));
    return result;
}

status segmenter_finish(segmenter *s, double t_s) {
    s->t_s = fmax(s->t_s, t_s);
    status result = report_settled(s, INFINITY);
    s->closing = true;
    seg_keep(&result, close_all(s));
    return result;
}

// Questions ----------------------------------------------------------------------------------------------------------------------------------

double segmenter_reported_s(const segmenter *s, int unit) { return s->units[unit].t_reported_s; }

bool segmenter_settled(const segmenter *s, int unit) { return segment_shift(s, unit).there > 0 && segment_still(s, unit); }

const unit_form *segmenter_form(const segmenter *s, int unit) { return &s->units[unit].form.now; }

const pose *segmenter_rest(const segmenter *s, int figure) { return s->figures[figure].on_table ? &s->figures[figure].rest.mean : NULL; }
