// The ends of moves.
#include <stdlib.h>
#include <string.h>

#include "formation/moves/state.h"

static int first_of(const segmenter *s, int unit) { return s->g->units[unit].first_figure; }
static int count_of(const segmenter *s, int unit) { return s->g->units[unit].figure_count; }

seg_ended *segment_add_end(segmenter *s, segment_end_kind kind, int unit, double t_s) {
    if (s->ends.count == s->ends.capacity) return NULL;
    seg_ended *e = &s->ends.list[s->ends.count];
    *e = (seg_ended){.t_begin_s = s->units[unit].moving ? s->units[unit].t_begin_s : t_s, .closed = s->closing, .order = s->ends.count++};
    e->end = (segment_end){.kind = kind, .unit = unit, .t_s = t_s};
    return e;
}

static bool took_part(const seg_figure *fig) { return fig->in_move && seg_is_there(fig); }

void segment_path_to_now(segmenter *s, int unit) {
    path *p = &s->units[unit].path;
    if (p->count < 2) path_append(p, s->units[unit].t_change_s);
    for (int i = 0; i < p->figures; i++) {
        const seg_figure *fig = &s->figures[first_of(s, unit) + i];
        path_poses(p, p->count - 1)[i] = seg_unknocked(fig);
        path_seen(p, p->count - 1)[i] = fig->on_table && !fig->hidden;
    }
}

// Arrays of a move that ended, one element a figure of the unit.
typedef struct {
    pose *from, *to;
    bool *with;
    move_sight *sight;
    int16_t *before, *after;  // ranks
} move_arrays;

static move_arrays take_move_arrays(arena *a, int figures) {
    size_t n = (size_t)figures;
    return (move_arrays){.from = arena_take(a, n, sizeof(pose)),
                         .to = arena_take(a, n, sizeof(pose)),
                         .with = arena_take(a, n, sizeof(bool)),
                         .sight = arena_take(a, n, sizeof(move_sight)),
                         .before = arena_take(a, n, sizeof(int16_t)),
                         .after = arena_take(a, n, sizeof(int16_t))};
}

void segment_measure_ends(const game *g, arena *a) {
    for (int u = 0; u < g->unit_count; u++) {
        for (int k = 0; k + 1 < SEG_ENDS_MOST; k++) segment_take_list(a, g->units[u].figure_count);
        take_move_arrays(a, g->units[u].figure_count);  // one move of a unit ends by one event
    }
}

// Where a move would have carried the figures that were hidden when it ended: they go on in their formation, unseen.
static void carry_hidden(segmenter *s, int unit) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    const int n = segment_places(s, unit, from, to), first = first_of(s, unit);
    s->units[unit].form.anew_before = s->units[unit].form.anew;
    if (n == 0) return;
    rigid2 m = rigid2_fit(from, to, n);
    s->units[unit].form.anew |= formation_is_anew(from, to, n);
    for (int f = first; f < first + count_of(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        if (!fig->on_table || seg_is_there(fig)) continue;
        fig->stale = true;
        fig->carried = m.residual_max <= MOVES_BODY_IN;
        fig->rest.mean.at = rigid2_apply(m, fig->rest.mean.at);
        fig->rest.mean.heading_rad = angle_wrap(fig->rest.mean.heading_rad + m.rotation_rad);
        fig->lately = fig->rest;
    }
}

static void remember_before(segmenter *s, int unit) {
    for (int f = first_of(s, unit); f < first_of(s, unit) + count_of(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        fig->has_before = took_part(fig);
        fig->before = fig->rest.mean;
    }
    s->units[unit].has_before = s->units[unit].may_return = true;
}

// What the move was, but for its path and the form after it.
static void fill_move(segmenter *s, int unit, move *m, const move_arrays *of) {
    const seg_unit *su = &s->units[unit];
    int n = count_of(s, unit);
    *m = (move){.unit = unit,
                .t_begin_s = su->t_begin_s,
                .t_end_s = s->t_s,
                .gap_s = su->gap_s,
                .finished = true,
                .figure_count = n,
                .moved_with = of->with,
                .sight = of->sight,
                .from = of->from,
                .to = of->to,
                .before = su->form.now,
                .rank_before = of->before};
    for (int i = 0; i < n; i++) {
        const seg_figure *fig = &s->figures[first_of(s, unit) + i];
        of->with[i] = took_part(fig);
        of->sight[i] = segment_sight(s, first_of(s, unit) + i);
        of->from[i] = fig->rest.mean;
        of->to[i] = seg_unknocked(fig);
        of->before[i] = su->form.rank[i];
    }
}

// The move keeps its path until the next event; the unit goes on with the spare one.
static path lend_path(seg_unit *su) {
    path lent = su->path;
    su->path = su->spare;
    su->path.count = 0;
    su->spare = lent;
    su->spare_lent = true;
    return lent;
}

static status close_move(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    segment_settle_knocks(s, unit);
    size_t mark = s->ends.arrays.used;
    move_arrays of = take_move_arrays(&s->ends.arrays, count_of(s, unit));
    seg_ended *e = s->ends.arrays.exhausted || su->spare_lent ? NULL : segment_add_end(s, SEGMENT_MOVED, unit, s->t_s);
    if (!e) {
        arena_reset(&s->ends.arrays, mark);
        segment_rest(s, unit);
        return STATUS_MEMORY;
    }
    segment_path_to_now(s, unit);
    fill_move(s, unit, &e->end.move, &of);
    segment_forget_nudges(s, unit);
    remember_before(s, unit);
    carry_hidden(s, unit);
    segment_rest(s, unit);
    e->end.move.after = su->form.now;
    e->end.move.rank_after = of.after;
    memcpy(of.after, su->form.rank, (size_t)count_of(s, unit) * sizeof *of.after);
    e->path = lend_path(su);
    return STATUS_OK;
}

status segment_close(segmenter *s, int unit, bool entered) {
    seg_unit *su = &s->units[unit];
    seg_shift m = segment_shift(s, unit);
    status result = STATUS_OK;
    if (!su->moving) return entered && m.there > 0 ? segment_close_nudge(s, unit, s->t_s, true) : STATUS_OK;
    if (m.there == 0) return STATUS_OK;  // all under a hand: its place is not known
    if (su->returning && segment_is_back(s, unit)) {
        segment_rest(s, unit);
        return STATUS_OK;
    }
    if (segment_put_back(s, unit, s->t_s, &result)) return result;
    if (!entered && segment_is_home(s, unit)) {
        result = segment_report_returned(s, unit, s->t_s);
        seg_keep(&result, segment_withdraw(s, unit, s->t_s));
        return result;
    }
    bool returned = !entered && segment_went_and_came(s, unit);
    if (m.beyond_nudge && !returned) return close_move(s, unit);
    if (returned)
        result = segment_report_returned(s, unit, s->t_s);
    else if (entered || m.beyond_noise)
        result = segment_close_nudge(s, unit, s->t_s, entered);
    segment_rest(s, unit);
    return result;
}

static int by_end(const void *pa, const void *pb) {
    const seg_ended *a = pa, *b = pb;
    if (a->closed != b->closed) return a->closed ? 1 : -1;
    if (a->end.t_s != b->end.t_s) return a->end.t_s < b->end.t_s ? -1 : 1;
    if (a->t_begin_s != b->t_begin_s) return a->t_begin_s < b->t_begin_s ? -1 : 1;
    return a->end.unit != b->end.unit ? a->end.unit - b->end.unit : a->order - b->order;
}

void segment_clear_ended(segmenter *s) {
    for (int u = 0; u < s->g->unit_count; u++) s->units[u].spare_lent = false;
    arena_reset(&s->ends.arrays, 0);
    s->ends.count = s->ends.next = 0;
}

bool segmenter_next_finished(segmenter *s, segment_end *out) {
    if (s->ends.next >= s->ends.count) return false;
    if (s->ends.next == 0) qsort(s->ends.list, (size_t)s->ends.count, sizeof *s->ends.list, by_end);
    seg_ended *e = &s->ends.list[s->ends.next++];
    if (e->end.kind == SEGMENT_MOVED) {
        e->end.move.number = e->end.number = s->units[e->end.unit].number = ++s->moves;
        e->end.move.sample_count = e->path.count;
        e->end.move.sample_t_s = e->path.t_s;
        e->end.move.samples = e->path.at;
        e->end.move.sample_seen = e->path.seen;
    }
    *out = e->end;
    return true;
}
