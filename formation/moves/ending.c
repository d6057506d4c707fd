// The ends of moves.
#include <stdlib.h>
#include <string.h>

#include "formation/moves/state.h"

#define BODY_IN 0.3  // figures of a unit that went as a body keep their places in it so well (geometry.md section 5)

static int first_of(const segmenter *s, int unit) { return s->g->units[unit].first_figure; }
static int count_of(const segmenter *s, int unit) { return s->g->units[unit].figure_count; }

seg_ended *segment_add_end(segmenter *s, segment_end_kind kind, int unit, double t_s) {
    if (s->ended_count == s->ended_room) {
        int room = s->ended_room ? 2 * s->ended_room : 8;
        seg_ended *more = realloc(s->ended, (size_t)room * sizeof *more);
        if (!more) return NULL;
        s->ended = more;
        s->ended_room = room;
    }
    seg_ended *e = &s->ended[s->ended_count];
    *e = (seg_ended){.t_begin_s = s->units[unit].moving ? s->units[unit].t_begin_s : t_s, .closed = s->closing, .order = s->ended_count++};
    e->end = (segment_end){.kind = kind, .unit = unit, .t_s = t_s};
    return e;
}

static bool took_part(const seg_figure *fig) { return fig->in_move && seg_is_there(fig); }

status segment_path_to_now(segmenter *s, int unit) {
    path *p = &s->units[unit].path;
    if (p->count < 2) {
        if (path_append(p, s->units[unit].t_change_s) < 0) return STATUS_MEMORY;
    }
    for (int i = 0; i < p->figures; i++) {
        const seg_figure *fig = &s->figures[first_of(s, unit) + i];
        path_poses(p, p->count - 1)[i] = seg_unknocked(fig);
        path_seen(p, p->count - 1)[i] = fig->on_table && !fig->hidden;
    }
    return STATUS_OK;
}

// Arrays of an ended move in one block: from, to, moved_with, ranks before and after.
static bool make_arrays(seg_ended *e, int n, pose **from, pose **to, bool **with, int16_t **before, int16_t **after) {
    size_t count = (size_t)n, each = 2 * sizeof(pose) + 2 * sizeof(int16_t) + sizeof(bool);
    char *block = malloc(count * each);
    e->arrays = block;
    if (!block) return false;
    *from = (pose *)(void *)block;
    *to = *from + n;
    *before = (int16_t *)(void *)(*to + n);
    *after = *before + n;
    *with = (bool *)(*after + n);
    return true;
}

// Where a move would have carried the figures that were hidden when it ended: they go on in their formation, unseen.
static void carry_hidden(segmenter *s, int unit) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0, first = first_of(s, unit);
    for (int f = first; f < first + count_of(s, unit); f++) {
        if (!took_part(&s->figures[f])) continue;
        from[n] = s->figures[f].rest.mean.at;
        to[n++] = seg_unknocked(&s->figures[f]).at;
    }
    s->units[unit].anew_before = s->units[unit].anew;
    if (n == 0) return;
    rigid2 m = rigid2_fit(from, to, n);
    s->units[unit].anew |= formation_is_anew(from, to, n);
    for (int f = first; f < first + count_of(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        if (!fig->on_table || seg_is_there(fig)) continue;
        fig->stale = true;
        fig->carried = m.residual_max <= BODY_IN;
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

// What the move was, but for its path and the form after it; the arrays hold count_of(unit) each.
static void fill_move(segmenter *s, int unit, move *m, pose *from, pose *to, bool *with, int16_t *before) {
    const seg_unit *su = &s->units[unit];
    int n = count_of(s, unit);
    *m = (move){.unit = unit,
                .t_begin_s = su->t_begin_s,
                .t_end_s = s->t_s,
                .gap_s = su->gap_s,
                .finished = true,
                .figure_count = n,
                .moved_with = with,
                .from = from,
                .to = to,
                .before = su->form,
                .rank_before = before};
    for (int i = 0; i < n; i++) {
        const seg_figure *fig = &s->figures[first_of(s, unit) + i];
        with[i] = took_part(fig);
        from[i] = fig->rest.mean;
        to[i] = seg_unknocked(fig);
        before[i] = su->rank[i];
    }
}

static status close_move(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    int n = count_of(s, unit);
    pose *from, *to;
    bool *with;
    int16_t *before, *after;
    segment_settle_knocks(s, unit);
    seg_ended *e = segment_add_end(s, SEGMENT_MOVED, unit, s->t_s);
    if (e && (segment_path_to_now(s, unit) != STATUS_OK || !make_arrays(e, n, &from, &to, &with, &before, &after))) {
        s->ended_count--;
        e = NULL;
    }
    if (!e) {
        segment_rest(s, unit);
        return STATUS_MEMORY;
    }
    fill_move(s, unit, &e->end.move, from, to, with, before);
    segment_forget_nudges(s, unit);
    remember_before(s, unit);
    carry_hidden(s, unit);
    segment_rest(s, unit);
    e->end.move.after = su->form;
    e->end.move.rank_after = after;
    memcpy(after, su->rank, (size_t)n * sizeof *after);
    e->path = su->path;
    su->path = path_empty(n);
    return STATUS_OK;
}

status segment_close(segmenter *s, int unit, bool said) {
    seg_unit *su = &s->units[unit];
    seg_shift m = segment_shift(s, unit);
    status result = STATUS_OK;
    if (!su->moving) return said && m.there > 0 ? segment_close_nudge(s, unit, s->t_s, true) : STATUS_OK;
    if (m.there == 0) return STATUS_OK;  // all under a hand: nobody knows where it stands
    if (su->returning && segment_is_back(s, unit)) {
        segment_rest(s, unit);
        return STATUS_OK;
    }
    if (segment_put_back(s, unit, s->t_s, &result)) return result;
    if (!said && segment_is_home(s, unit)) {
        result = segment_say_returned(s, unit, s->t_s);
        seg_keep(&result, segment_withdraw(s, unit, s->t_s));
        return result;
    }
    bool returned = !said && segment_went_and_came(s, unit);
    if (m.beyond_nudge && !returned) return close_move(s, unit);
    if (returned)
        result = segment_say_returned(s, unit, s->t_s);
    else if (said || m.beyond_noise)
        result = segment_close_nudge(s, unit, s->t_s, said);
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

void segment_free_ended(segmenter *s) {
    for (int i = 0; i < s->ended_count; i++) {
        free(s->ended[i].arrays);
        path_free(&s->ended[i].path);
    }
    s->ended_count = s->ended_next = 0;
}

bool segmenter_next_finished(segmenter *s, segment_end *out) {
    if (s->ended_next >= s->ended_count) return false;
    if (s->ended_next == 0) qsort(s->ended, (size_t)s->ended_count, sizeof *s->ended, by_end);
    seg_ended *e = &s->ended[s->ended_next++];
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
