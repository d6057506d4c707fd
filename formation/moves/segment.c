#include "formation/moves/segment.h"

#include <stdlib.h>
#include <string.h>

#include "formation/moves/state.h"

#define CARRIED 2  // times settle_s: by then a hand has put a figure down; what is hidden for longer lies under something else

_Static_assert(SEGMENT_MAX_SAMPLES == PATH_MAX_SAMPLES, "the header promises what the path keeps");

segment_options segment_default_options(void) {
    return (segment_options){.settle_s = 1.5,
                             .nudge_in = 0.25,
                             .facing_tol_rad = 10 * RAD_PER_DEG,
                             .default_sigma_in = 0.01,
                             .default_sigma_rad = 0.5 * RAD_PER_DEG,
                             .limits = shape_default_limits()};
}

static bool make_room(segmenter *s) {
    size_t figures = (size_t)s->g->figure_count, units = (size_t)s->g->unit_count, largest = 1;
    for (size_t u = 0; u < units; u++) largest = (size_t)fmax((double)largest, s->g->units[u].figure_count);
    s->figures = calloc(figures + 1, sizeof *s->figures);
    s->units = calloc(units + 1, sizeof *s->units);
    s->ranks = calloc(figures + 1, sizeof *s->ranks);
    s->touched = calloc(units + 1, 1);
    s->nudged = calloc(figures + 1, sizeof *s->nudged);
    s->taken = calloc(figures + 1, sizeof *s->taken);
    s->exchanged = calloc(units + 1, sizeof *s->exchanged);
    s->scratch_poses = calloc(2 * largest, sizeof *s->scratch_poses);
    s->scratch_flags = calloc(3 * largest, sizeof *s->scratch_flags);
    s->scratch_ranks = calloc(largest, sizeof *s->scratch_ranks);
    return s->figures && s->units && s->ranks && s->touched && s->nudged && s->taken && s->exchanged && s->scratch_poses && s->scratch_flags &&
           s->scratch_ranks;
}

static void put_at_start(segmenter *s) {
    for (int f = 0; f < s->g->figure_count; f++) {
        if (!s->g->figures[f].has_start) continue;
        s->figures[f].on_table = true;
        s->figures[f].rest = s->figures[f].lately = s->figures[f].now = steady_start(s->g->figures[f].start, s->terms);
    }
    for (int u = 0; u < s->g->unit_count; u++) {
        s->units[u].rank = s->ranks + seg_first(s, u);
        s->units[u].path = path_empty(s->g->units[u].figure_count);
        s->units[u].t_change_s = s->units[u].t_told_s = s->units[u].t_seen_s = s->units[u].t_lately_s = s->units[u].t_observed_s = -INFINITY;
        segment_measure(s, u);
    }
}

status segmenter_create(const game *g, const segment_options *o, segmenter **out, fault *why) {
    segmenter *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s) return fault_set(why, STATUS_MEMORY, "out of memory for the moves of %d figures", g->figure_count);
    *s = (segmenter){.g = g, .o = *o, .t_s = -INFINITY, .t_last_s = -INFINITY};
    s->terms = (steady_terms){o->default_sigma_in, o->default_sigma_rad, SEG_GATE_IN, SEG_GATE_RAD};
    if (!make_room(s)) {
        segmenter_destroy(s);
        return fault_set(why, STATUS_MEMORY, "out of memory for the moves of %d figures", g->figure_count);
    }
    put_at_start(s);
    *out = s;
    return STATUS_OK;
}

void segmenter_destroy(segmenter *s) {
    if (!s) return;
    segment_free_ended(s);
    for (int u = 0; s->units && u < s->g->unit_count; u++) path_free(&s->units[u].path);
    free(s->figures);
    free(s->units);
    free(s->ranks);
    free(s->touched);
    free(s->nudged);
    free(s->taken);
    free(s->exchanged);
    free(s->ended);
    free(s->scratch_poses);
    free(s->scratch_flags);
    free(s->scratch_ranks);
    free(s);
}

// Small parts --------------------------------------------------------------------------------------------------------------------------------

double segment_turn(pose a, pose b) { return pose_has_heading(a) && pose_has_heading(b) ? fabs(angle_difference(b.heading_rad, a.heading_rad)) : 0; }

bool segment_is_move(const segmenter *s, pose a, pose b) {
    if (!steady_differ(a, b, s->terms)) return false;
    return vec2_distance(a.at, b.at) >= s->o.nudge_in || segment_turn(a, b) > s->o.facing_tol_rad;
}

seg_shift segment_shift(const segmenter *s, int unit) {
    bool arriving = s->units[unit].moving && s->units[unit].arriving;
    seg_shift m = {.beyond_nudge = arriving, .beyond_noise = arriving};
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (!seg_is_there(fig)) continue;
        m.there++;
        if (!fig->in_move) continue;
        pose now = seg_unknocked(fig);
        m.farthest_in = fmax(m.farthest_in, vec2_distance(now.at, fig->rest.mean.at));
        m.beyond_nudge |= segment_is_move(s, fig->rest.mean, now);
        m.displaced += steady_differ(fig->rest.mean, now, s->terms);
    }
    m.beyond_noise |= m.displaced > 0;
    return m;
}

// A hand that covers a figure of a unit in motion may still push it: until that has been hidden for so long, too, the unit has not settled.
double segment_settles_s(const segmenter *s, int unit) {
    double since = s->units[unit].t_change_s;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++)
        if (s->figures[f].hidden && !s->figures[f].trusted) since = fmax(since, s->figures[f].t_hidden_s);
    return since + s->o.settle_s;
}

bool segment_still(const segmenter *s, int unit) { return s->t_s >= segment_settles_s(s, unit) - SEGMENT_HAIR_S; }

// The unit's form, with ranks and files as they were when last they were sure.
static unit_form known_form(const seg_unit *su) {
    unit_form f = su->form;
    f.ranks = su->whole_ranks;
    f.files = su->whole_files;
    return f;
}

void segment_measure(segmenter *s, int unit) {
    const game_unit *u = &s->g->units[unit];
    seg_unit *su = &s->units[unit];
    pose poses[GAME_MAX_FIGURES];
    bool present[GAME_MAX_FIGURES], hidden[GAME_MAX_FIGURES];
    int lost = 0;
    for (int i = 0; i < u->figure_count; i++) {
        const seg_figure *fig = &s->figures[u->first_figure + i];
        poses[i] = fig->rest.mean;
        present[i] = seg_has_place(fig);
        hidden[i] = fig->on_table && !seg_is_there(fig);
        lost += hidden[i] && !present[i];
    }
    unit_form last = known_form(su);
    su->form = formation_shape_partly(s->g, unit, &(shape_sight){.poses = poses, .present = present, .hidden = hidden, .anew = su->anew},
                                      last.figures > 0 ? &last : NULL, &s->o.limits, su->rank);
    su->form_stale = false;
    if (lost > 0) return;
    su->whole_ranks = su->form.ranks;
    su->whole_files = su->form.files;
    su->anew = false;
}

void segment_rest(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        fig->in_move = false;
        fig->knock = (vec2){0, 0};
        fig->knock_rad = 0;
        if (seg_is_there(fig)) fig->rest = fig->lately = fig->now;
    }
    su->reinforces &= !su->arriving;
    su->moving = su->went_far = su->returning = su->returned = su->arriving = false;
    segment_measure(s, unit);
}

// Time ---------------------------------------------------------------------------------------------------------------------------------------

// No figure of the unit's move lies under a hand: that one may stand elsewhere when it is seen again.
static bool in_sight(const segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++)
        if (s->figures[f].in_move && !seg_is_there(&s->figures[f])) return false;
    return true;
}

// What a unit that has come to rest by then turns out to have made: nothing (an outlier), a way there and back, a nudge, or a nudge put right.
static status settle(segmenter *s, int unit, double t_s) {
    seg_unit *su = &s->units[unit];
    seg_shift m = segment_shift(s, unit);
    status result = STATUS_OK;
    if (m.there == 0 || !in_sight(s, unit)) return STATUS_OK;
    if (su->returning) {
        if (segment_is_back(s, unit)) segment_rest(s, unit);
        return STATUS_OK;
    }
    if (segment_put_back(s, unit, t_s, &result) || result != STATUS_OK) return result;
    if (segment_is_home(s, unit)) return segment_say_returned(s, unit, t_s);
    if (segment_went_and_came(s, unit)) {
        result = segment_say_returned(s, unit, t_s);
        segment_rest(s, unit);
    } else if (m.beyond_nudge) {
        return STATUS_OK;
    } else if (!m.beyond_noise) {
        segment_rest(s, unit);
    } else if (2 * m.displaced < m.there) {  // who takes a unit up displaces most of it
        result = segment_close_nudge(s, unit, t_s, false);
        segment_rest(s, unit);
    }
    return result;
}

// Tells all that settles until t_s, each with its own time.
static status tell_settled(segmenter *s, double t_s) {
    status result = STATUS_OK;
    segment_free_ended(s);
    s->closing = false;
    for (int u = 0; u < s->g->unit_count; u++) {
        const seg_unit *su = &s->units[u];
        double settled_s = su->moving ? fmax(segment_settles_s(s, u), fmax(su->t_seen_s, su->t_told_s)) : INFINITY;
        if (isfinite(settled_s) && t_s >= settled_s) seg_keep(&result, settle(s, u, settled_s));
        seg_keep(&result, segment_say_nudges(s, u, t_s, false));
    }
    return result;
}

status segmenter_advance(segmenter *s, double t_s) {
    s->t_s = fmax(s->t_s, t_s);
    return tell_settled(s, s->t_s);
}

static status close_all(segmenter *s) {
    status result = STATUS_OK;
    for (int u = 0; u < s->g->unit_count; u++) {
        seg_keep(&result, segment_say_nudges(s, u, s->t_s, true));
        if (s->units[u].moving) seg_keep(&result, segment_close(s, u, false));
    }
    return result;
}

static status begin_phase(segmenter *s) {
    status result = close_all(s);
    for (int u = 0; u < s->g->unit_count; u++) s->units[u].may_return = false;
    s->phased = true;
    return result;
}

static void measure_stale(segmenter *s) {
    for (int u = 0; u < s->g->unit_count; u++)
        if (s->units[u].form_stale && !s->units[u].moving) segment_measure(s, u);
}

static status take_event(segmenter *s, const event *e) {
    switch (e->kind) {
        case EVENT_OBSERVE:
            return segment_take_observe(s, e);
        case EVENT_PLACE:
            return segment_take_place(s, e);
        case EVENT_DECLARE:
            if (e->unit >= 0 && strcmp(e->action, "reinforce") == 0) s->units[e->unit].reinforces = true;
            return STATUS_OK;
        case EVENT_REMOVE:
            segment_take_remove(s, e);
            return STATUS_OK;
        case EVENT_PHASE:
            return begin_phase(s);
        case EVENT_END_MOVE:
            return e->unit >= 0 ? segment_close(s, e->unit, true) : STATUS_OK;
        case EVENT_TAKE_BACK:
            if (e->unit >= 0) segment_take_back(s, e->unit);
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

status segmenter_finish(segmenter *s, double t_s) {
    s->t_s = fmax(s->t_s, t_s);
    status result = tell_settled(s, INFINITY);
    s->closing = true;
    seg_keep(&result, close_all(s));
    return result;
}

// What goes on -------------------------------------------------------------------------------------------------------------------------------

// What is seen of the unit did not go as one body.
static bool went_anew(const pose *from, const pose *to, const bool *with, int figures) {
    vec2 a[GAME_MAX_FIGURES], b[GAME_MAX_FIGURES];
    int n = 0;
    for (int i = 0; i < figures; i++)
        if (with[i]) a[n] = from[i].at, b[n++] = to[i].at;
    return formation_is_anew(a, b, n);
}

// The form that the unit has on its way is measured only where it is asked for.
static void fill_ongoing(segmenter *s, int unit, bool with_form, move *out) {
    const game_unit *u = &s->g->units[unit];
    const seg_unit *su = &s->units[unit];
    pose *from = s->scratch_poses, *to = from + u->figure_count;
    bool *with = s->scratch_flags, *present = with + u->figure_count, *hidden = present + u->figure_count;
    for (int i = 0; i < u->figure_count; i++) {
        const seg_figure *fig = &s->figures[u->first_figure + i];
        from[i] = fig->rest.mean;
        to[i] = seg_unknocked(fig);
        present[i] = seg_is_there(fig);
        hidden[i] = fig->on_table && !present[i];
        with[i] = fig->in_move && present[i];
    }
    *out = (move){.number = s->moves + 1,
                  .unit = unit,
                  .t_begin_s = su->t_begin_s,
                  .t_end_s = s->t_s,
                  .gap_s = su->gap_s,
                  .figure_count = u->figure_count,
                  .moved_with = with,
                  .from = from,
                  .to = to,
                  .before = su->form,
                  .rank_before = su->rank,
                  .rank_after = s->scratch_ranks,
                  .sample_count = su->path.count,
                  .sample_t_s = su->path.t_s,
                  .samples = su->path.at,
                  .sample_seen = su->path.seen};
    out->after = su->form;
    if (!with_form) {
        out->rank_after = su->rank;
        return;
    }
    unit_form last = known_form(su);
    out->after = formation_shape_partly(
        s->g, unit, &(shape_sight){.poses = to, .present = present, .hidden = hidden, .anew = su->anew || went_anew(from, to, with, u->figure_count)},
        last.figures > 0 ? &last : NULL, &s->o.limits, s->scratch_ranks);
}

static bool take_ongoing(segmenter *s, int unit, bool with_form, move *out) {
    seg_unit *su = &s->units[unit];
    if (!su->moving || su->returning || su->returned || !segment_shift(s, unit).beyond_nudge) return false;
    if (segment_path_to_now(s, unit) != STATUS_OK) return false;
    fill_ongoing(s, unit, with_form, out);
    return true;
}

bool segmenter_ongoing(segmenter *s, int unit, move *out) { return take_ongoing(s, unit, true, out); }

bool segmenter_under_way(segmenter *s, int unit, move *out) { return take_ongoing(s, unit, false, out); }

bool segmenter_out_of_sight(const segmenter *s, int unit, double *begun_s) {
    const seg_unit *su = &s->units[unit];
    *begun_s = su->t_begin_s;
    return su->moving && su->went_far && !su->returning && !su->returned && !in_sight(s, unit);
}

bool segmenter_is_free(const segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (fig->in_move && !seg_is_there(fig) && s->t_s - fig->t_hidden_s < CARRIED * s->o.settle_s) return false;
    }
    return true;
}

double segmenter_told_s(const segmenter *s, int unit) { return s->units[unit].t_told_s; }

bool segmenter_settled(const segmenter *s, int unit) { return segment_shift(s, unit).there > 0 && segment_still(s, unit); }

const unit_form *segmenter_form(const segmenter *s, int unit) { return &s->units[unit].form; }

const pose *segmenter_rest(const segmenter *s, int figure) { return s->figures[figure].on_table ? &s->figures[figure].rest.mean : NULL; }
