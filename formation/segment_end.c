#include <stdlib.h>
#include <string.h>

#include "formation/segment_state.h"

// Figures put back by hand after a take-back stand about where they stood: within so many nudges, and turned by so many tolerances.
#define BACK_NUDGES 2.0
#define BACK_TURNS 2.0

static int first_of(const segmenter *s, int unit) { return s->g->units[unit].first_figure; }
static int count_of(const segmenter *s, int unit) { return s->g->units[unit].figure_count; }

static double turn_between(pose a, pose b) {
    return pose_has_heading(a) && pose_has_heading(b) ? fabs(angle_difference(b.heading_rad, a.heading_rad)) : 0;
}

bool segment_is_move(const segmenter *s, pose a, pose b) {
    if (!steady_differ(a, b, s->terms)) return false;
    return vec2_distance(a.at, b.at) >= s->o.nudge_in || turn_between(a, b) > s->o.facing_tol_rad;
}

seg_shift segment_shift(const segmenter *s, int unit) {
    bool arriving = s->units[unit].moving && s->units[unit].arriving;
    seg_shift m = {.beyond_nudge = arriving, .beyond_noise = arriving};
    for (int f = first_of(s, unit); f < first_of(s, unit) + count_of(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (!seg_is_there(fig)) continue;
        m.there++;
        if (!fig->in_move) continue;
        m.farthest_in = fmax(m.farthest_in, vec2_distance(fig->now.mean.at, fig->rest.mean.at));
        m.beyond_nudge |= segment_is_move(s, fig->rest.mean, fig->now.mean);
        m.beyond_noise |= steady_differ(fig->rest.mean, fig->now.mean, s->terms);
    }
    return m;
}

bool segment_is_back(const segmenter *s, int unit) {
    for (int f = first_of(s, unit); f < first_of(s, unit) + count_of(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (!seg_is_there(fig)) continue;
        if (vec2_distance(fig->now.mean.at, fig->rest.mean.at) > BACK_NUDGES * s->o.nudge_in) return false;
        if (turn_between(fig->now.mean, fig->rest.mean) > BACK_TURNS * s->o.facing_tol_rad) return false;
    }
    return true;
}

void segment_measure(segmenter *s, int unit) {
    const game_unit *u = &s->g->units[unit];
    seg_unit *su = &s->units[unit];
    pose poses[GAME_MAX_FIGURES];
    bool present[GAME_MAX_FIGURES];
    for (int i = 0; i < u->figure_count; i++) {
        const seg_figure *fig = &s->figures[u->first_figure + i];
        poses[i] = fig->rest.mean;
        present[i] = seg_is_there(fig);
    }
    unit_form last = su->form;
    su->form = formation_shape(s->g, unit, poses, present, last.figures > 0 ? &last : NULL, &s->o.limits, su->rank);
    su->form_stale = false;
}

void segment_rest(segmenter *s, int unit) {
    for (int f = first_of(s, unit); f < first_of(s, unit) + count_of(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        fig->in_move = false;
        if (seg_is_there(fig)) fig->rest = fig->lately = fig->now;
    }
    s->units[unit].reinforces &= !s->units[unit].arriving;
    s->units[unit].moving = s->units[unit].returning = s->units[unit].arriving = false;
    segment_measure(s, unit);
}

static bool took_part(const seg_figure *fig) { return fig->in_move && seg_is_there(fig); }

status segment_path_to_now(segmenter *s, int unit) {
    path *p = &s->units[unit].path;
    if (p->count < 2) {
        if (path_append(p, s->units[unit].t_change_s) < 0) return STATUS_MEMORY;
    }
    for (int i = 0; i < p->figures; i++) {
        const seg_figure *fig = &s->figures[first_of(s, unit) + i];
        path_poses(p, p->count - 1)[i] = fig->now.mean;
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
        to[n++] = s->figures[f].now.mean.at;
    }
    if (n == 0) return;
    rigid2 m = rigid2_fit(from, to, n);
    for (int f = first; f < first + count_of(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        if (!fig->on_table || seg_is_there(fig)) continue;
        fig->stale = true;
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
    s->units[unit].has_before = true;
}

static status close_move(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    int n = count_of(s, unit), first = first_of(s, unit);
    seg_ended *e = &s->ended[s->ended_count];
    *e = (seg_ended){.t_begin_s = su->t_begin_s};
    pose *from, *to;
    bool *with;
    int16_t *before, *after;
    status result = segment_path_to_now(s, unit);
    if (result == STATUS_OK && !make_arrays(e, n, &from, &to, &with, &before, &after)) result = STATUS_MEMORY;
    if (result != STATUS_OK) {
        segment_rest(s, unit);
        return result;
    }
    e->end.move = (move){.unit = unit,
                         .t_begin_s = su->t_begin_s,
                         .t_end_s = s->t_s,
                         .finished = true,
                         .figure_count = n,
                         .moved_with = with,
                         .from = from,
                         .to = to,
                         .before = su->form,
                         .rank_before = before,
                         .rank_after = after};
    for (int i = 0; i < n; i++) {
        with[i] = took_part(&s->figures[first + i]);
        from[i] = s->figures[first + i].rest.mean;
        to[i] = s->figures[first + i].now.mean;
        before[i] = su->rank[i];
    }
    remember_before(s, unit);
    carry_hidden(s, unit);
    segment_rest(s, unit);
    e->end.move.after = su->form;
    memcpy(after, su->rank, (size_t)n * sizeof *after);
    e->path = su->path;
    su->path = path_empty(n);
    s->ended_count++;
    return STATUS_OK;
}

static status close_nudge(segmenter *s, int unit, double distance_in) {
    seg_ended *e = &s->ended[s->ended_count];
    int n = 0, *figures = malloc((size_t)count_of(s, unit) * sizeof *figures);
    if (!figures) return STATUS_MEMORY;
    for (int f = first_of(s, unit); f < first_of(s, unit) + count_of(s, unit); f++)
        if (took_part(&s->figures[f]) && steady_differ(s->figures[f].rest.mean, s->figures[f].now.mean, s->terms)) figures[n++] = f;
    *e = (seg_ended){.t_begin_s = s->units[unit].moving ? s->units[unit].t_begin_s : s->t_s, .arrays = figures};
    e->end.is_nudge = true;
    e->end.nudge = (segment_nudge){.unit = unit, .t_s = s->t_s, .figures = figures, .figure_count = n, .distance_in = n ? distance_in : 0};
    s->ended_count++;
    return STATUS_OK;
}

status segment_close(segmenter *s, int unit, bool said) {
    seg_unit *su = &s->units[unit];
    seg_shift m = segment_shift(s, unit);
    if (!su->moving) return said && m.there > 0 ? close_nudge(s, unit, 0) : STATUS_OK;
    if (m.there == 0) return STATUS_OK;  // all under a hand: nobody knows where it stands
    if (su->returning && segment_is_back(s, unit)) {
        segment_rest(s, unit);
        return STATUS_OK;
    }
    if (m.beyond_nudge) return close_move(s, unit);
    status result = said || m.beyond_noise ? close_nudge(s, unit, m.farthest_in) : STATUS_OK;
    segment_rest(s, unit);
    return result;
}

// True where the unit stands where it stood before its last move: the players put it back and then said so.
static bool was_put_back(const segmenter *s, int unit) {
    bool any = false;
    for (int f = first_of(s, unit); f < first_of(s, unit) + count_of(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (!seg_is_there(fig) || !fig->has_before) continue;
        if (vec2_distance(fig->now.mean.at, fig->before.at) > BACK_NUDGES * s->o.nudge_in) return false;
        any = true;
    }
    return any && s->units[unit].has_before;
}

segment_take segmenter_takes_back(const segmenter *s, int unit) {
    const seg_unit *su = &s->units[unit];
    if (su->moving && segment_shift(s, unit).beyond_nudge && !was_put_back(s, unit)) return SEGMENT_TAKES_ONGOING;
    if (su->has_before) return SEGMENT_TAKES_ENDED;
    return su->moving ? SEGMENT_TAKES_ONGOING : SEGMENT_TAKES_NOTHING;
}

const pose *segmenter_before(const segmenter *s, int figure) {
    const seg_figure *fig = &s->figures[figure];
    const seg_unit *su = &s->units[s->g->figures[figure].unit];
    if (!fig->on_table) return NULL;
    if (su->returning) return &fig->rest.mean;
    segment_take what = segmenter_takes_back(s, s->g->figures[figure].unit);
    if (what == SEGMENT_TAKES_ENDED) return fig->has_before ? &fig->before : NULL;
    return what == SEGMENT_TAKES_ONGOING && fig->in_move ? &fig->rest.mean : NULL;
}

void segment_take_back(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    segment_take what = segmenter_takes_back(s, unit);
    if (what == SEGMENT_TAKES_NOTHING) return;
    su->moving = false;
    su->returning = true;
    if (what == SEGMENT_TAKES_ONGOING) return;
    bool put_back = was_put_back(s, unit);
    su->has_before = false;
    if (put_back) {
        segment_rest(s, unit);
        return;
    }
    for (int f = first_of(s, unit); f < first_of(s, unit) + count_of(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        if (fig->has_before && fig->on_table) fig->rest = fig->lately = steady_start(fig->before, s->terms);
    }
    segment_measure(s, unit);
}

static int by_begin(const void *pa, const void *pb) {
    const seg_ended *a = pa, *b = pb;
    if (a->t_begin_s != b->t_begin_s) return a->t_begin_s < b->t_begin_s ? -1 : 1;
    int ua = a->end.is_nudge ? a->end.nudge.unit : a->end.move.unit, ub = b->end.is_nudge ? b->end.nudge.unit : b->end.move.unit;
    return ua - ub;
}

void segment_free_ended(segmenter *s) {
    for (int i = 0; i < s->ended_count; i++) {
        free(s->ended[i].arrays);
        path_free(&s->ended[i].path);
    }
    s->ended_count = s->ended_next = 0;
}

bool segmenter_next_finished(segmenter *s, segment_end *out) {
    if (s->ended_next == 0) qsort(s->ended, (size_t)s->ended_count, sizeof *s->ended, by_begin);
    if (s->ended_next >= s->ended_count) return false;
    seg_ended *e = &s->ended[s->ended_next++];
    if (!e->end.is_nudge) {
        e->end.move.number = ++s->moves;
        e->end.move.sample_count = e->path.count;
        e->end.move.sample_t_s = e->path.t_s;
        e->end.move.samples = e->path.at;
        e->end.move.sample_seen = e->path.seen;
    }
    *out = e->end;
    return true;
}
