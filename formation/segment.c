#include "formation/segment.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "formation/segment_state.h"

#define GATE_IN 0.08  // a base is not put back on the same spot to 2 mm
#define GATE_RAD (3 * RAD_PER_DEG)
#define LATELY_S 0.5   // rest poses are averages at least so old
#define AT_REST_S 0.3  // after it last moved a figure's place is averaged

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
    s->ended = calloc(units + 1, sizeof *s->ended);
    s->scratch_poses = calloc(2 * largest, sizeof *s->scratch_poses);
    s->scratch_flags = calloc(3 * largest, sizeof *s->scratch_flags);
    s->scratch_ranks = calloc(largest, sizeof *s->scratch_ranks);
    return s->figures && s->units && s->ranks && s->touched && s->ended && s->scratch_poses && s->scratch_flags && s->scratch_ranks;
}

status segmenter_create(const game *g, const segment_options *o, segmenter **out, fault *why) {
    segmenter *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s) return fault_set(why, STATUS_MEMORY, "out of memory for the moves of %d figures", g->figure_count);
    *s = (segmenter){
        .g = g, .o = *o, .terms = {o->default_sigma_in, o->default_sigma_rad, GATE_IN, GATE_RAD}, .t_s = -INFINITY, .t_last_s = -INFINITY};
    if (!make_room(s)) {
        segmenter_destroy(s);
        return fault_set(why, STATUS_MEMORY, "out of memory for the moves of %d figures", g->figure_count);
    }
    for (int f = 0; f < g->figure_count; f++) {
        if (!g->figures[f].has_start) continue;
        s->figures[f].on_table = true;
        s->figures[f].rest = s->figures[f].lately = s->figures[f].now = steady_start(g->figures[f].start, s->terms);
    }
    for (int u = 0; u < g->unit_count; u++) {
        s->units[u].rank = s->ranks + g->units[u].first_figure;
        s->units[u].path = path_empty(g->units[u].figure_count);
        s->units[u].t_change_s = s->units[u].t_lately_s = s->units[u].t_observed_s = -INFINITY;
        segment_measure(s, u);
    }
    *out = s;
    return STATUS_OK;
}

void segmenter_destroy(segmenter *s) {
    if (!s) return;
    if (s->ended) segment_free_ended(s);
    for (int u = 0; s->units && u < s->g->unit_count; u++) path_free(&s->units[u].path);
    free(s->figures);
    free(s->units);
    free(s->ranks);
    free(s->touched);
    free(s->ended);
    free(s->scratch_poses);
    free(s->scratch_flags);
    free(s->scratch_ranks);
    free(s);
}

static void keep(status *all, status one) {
    if (one != STATUS_OK) *all = one;
}

static seg_unit *unit_of(segmenter *s, int figure) { return &s->units[s->g->figures[figure].unit]; }

static bool at_rest(const segmenter *s, int figure) { return s->t_s - s->units[s->g->figures[figure].unit].t_change_s >= AT_REST_S; }

static bool moved(const segmenter *s, int figure, pose p) { return steady_moved(&s->figures[figure].now, p, at_rest(s, figure), s->terms); }

static bool still(const segmenter *s, const seg_unit *su) { return s->t_s - su->t_change_s >= s->o.settle_s; }

// Samples the unit's present poses into its path.
static status sample(segmenter *s, int unit, double t_s, bool at_rest) {
    seg_unit *su = &s->units[unit];
    int i = path_append(&su->path, t_s);
    if (i < 0) return STATUS_MEMORY;
    for (int k = 0; k < su->path.figures; k++) {
        const seg_figure *fig = &s->figures[s->g->units[unit].first_figure + k];
        path_poses(&su->path, i)[k] = at_rest ? fig->rest.mean : fig->now.mean;
        path_seen(&su->path, i)[k] = fig->on_table && !fig->hidden && !(at_rest && fig->stale);
    }
    return STATUS_OK;
}

static status begin(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    const game_unit *u = &s->g->units[unit];
    su->moving = true;
    su->t_begin_s = s->t_s;
    su->path.count = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) s->figures[f].in_move = s->figures[f].on_table && !s->figures[f].stale;
    return sample(s, unit, s->t_last_s > -INFINITY ? s->t_last_s : s->t_s, true);
}

// A unit that has come to rest where it stood anyway (an outlier, a way back after a take-back) is at rest again: what follows is new.
static void calm(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    if (!su->moving || !still(s, su)) return;
    seg_shift m = segment_shift(s, unit);
    if (m.there > 0 && (su->returning ? segment_is_back(s, unit) : !m.beyond_noise)) segment_rest(s, unit);
}

// What this event does to the units, before any of it is applied.
static void foresee(segmenter *s, const event *e) {
    memset(s->touched, 0, (size_t)s->g->unit_count);
    for (int i = 0; i < e->pose_count; i++) {
        const seg_figure *fig = &s->figures[e->poses[i].figure];
        int unit = s->g->figures[e->poses[i].figure].unit;
        if (!fig->on_table || fig->stale) continue;
        if ((!fig->hidden || fig->trusted) && !moved(s, e->poses[i].figure, e->poses[i].pose)) continue;
        s->touched[unit] |= SEG_CHANGED;
        if (segment_is_move(s, fig->rest.mean, e->poses[i].pose)) s->touched[unit] |= SEG_FAR;
    }
}

// Ends the moves of units that stand still while another begins to move or goes on.
static status end_the_settled(segmenter *s) {
    int movers = 0;
    status result = STATUS_OK;
    for (int u = 0; u < s->g->unit_count; u++) movers += (s->touched[u] & SEG_FAR) != 0;
    for (int u = 0; movers > 0 && u < s->g->unit_count; u++) {
        if (s->touched[u] || !s->units[u].moving || !still(s, &s->units[u])) continue;
        status closed = segment_close(s, u, false);
        if (closed != STATUS_OK) result = closed;
    }
    return result;
}

static void deploy(segmenter *s, int f, pose p) {
    seg_figure *fig = &s->figures[f];
    *fig = (seg_figure){.on_table = true, .rest = steady_start(p, s->terms)};
    fig->now = fig->lately = fig->rest;
    unit_of(s, f)->form_stale = true;
    unit_of(s, f)->landed = true;
}

// Reinforcements that came onto the table: their move begins where they were placed, and ends as every move does.
static status arrive(segmenter *s) {
    status result = STATUS_OK;
    for (int u = 0; u < s->g->unit_count; u++) {
        seg_unit *su = &s->units[u];
        bool arrives = su->landed && su->reinforces;
        su->landed = false;
        if (!arrives) continue;
        segment_measure(s, u);
        su->arriving = true;
        su->t_change_s = s->t_s;
        keep(&result, begin(s, u));
    }
    return result;
}

// Takes figure f's pose; *changed: it moved or reappeared.
static status take_pose(segmenter *s, int f, pose p, bool *changed) {
    seg_figure *fig = &s->figures[f];
    seg_unit *su = unit_of(s, f);
    status result = STATUS_OK;
    *changed = true;
    if (!fig->on_table || fig->stale) {
        deploy(s, f, p);
        return STATUS_OK;
    }
    bool has_moved = moved(s, f, p);
    if (!su->moving && has_moved) result = begin(s, s->g->figures[f].unit);
    steady_add(&fig->now, p, at_rest(s, f), s->terms);
    if (!su->moving && !su->returning) su->form_stale |= fig->hidden;
    *changed = has_moved || (fig->hidden && !fig->trusted);
    fig->hidden = fig->trusted = false;
    return result;
}

// A unit at rest: its averages of a while ago become its rest poses.
static void settle_rest(segmenter *s, int unit) {
    const game_unit *u = &s->g->units[unit];
    seg_unit *su = &s->units[unit];
    bool long_ago = s->t_s - su->t_observed_s >= LATELY_S;  // then `now` itself is as old
    if (su->t_observed_s == s->t_s) return;                 // one event holds many figures
    su->t_observed_s = s->t_s;
    if (su->moving || su->returning || s->t_s - su->t_lately_s < LATELY_S) return;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        seg_figure *fig = &s->figures[f];
        if (seg_is_there(fig) && long_ago) fig->lately = fig->now;
        fig->rest = fig->lately;
        if (seg_is_there(fig)) fig->lately = fig->now;
    }
    su->t_lately_s = s->t_s;
}

// True where that interrupts a move: its path then tells that the figure was lost from sight.
static bool hide(segmenter *s, int f) {
    seg_figure *fig = &s->figures[f];
    if (!fig->on_table || fig->hidden) return false;
    fig->hidden = true;
    fig->trusted = still(s, unit_of(s, f));
    if (!fig->trusted) unit_of(s, f)->t_change_s = s->t_s;
    return !fig->trusted && unit_of(s, f)->moving;
}

// Something of the unit moved: what is hidden of it may have moved along.
static void stir(segmenter *s, int unit) {
    const game_unit *u = &s->g->units[unit];
    s->units[unit].t_change_s = s->t_s;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) s->figures[f].trusted = false;
}

static status take_observe(segmenter *s, const event *e) {
    for (int i = 0; i < e->pose_count; i++) {
        calm(s, s->g->figures[e->poses[i].figure].unit);
        settle_rest(s, s->g->figures[e->poses[i].figure].unit);
    }
    foresee(s, e);
    status result = end_the_settled(s);
    memset(s->touched, 0, (size_t)s->g->unit_count);
    for (int i = 0; i < e->pose_count; i++) {
        bool changed;
        keep(&result, take_pose(s, e->poses[i].figure, e->poses[i].pose, &changed));
        if (changed) s->touched[s->g->figures[e->poses[i].figure].unit] = SEG_CHANGED;
    }
    for (int i = 0; i < e->figure_count; i++)
        if (hide(s, e->figures[i])) s->touched[s->g->figures[e->figures[i]].unit] = SEG_CHANGED;
    for (int u = 0; u < s->g->unit_count; u++) {
        if (!s->touched[u]) continue;
        stir(s, u);
        if (s->units[u].moving && !s->units[u].returning) keep(&result, sample(s, u, s->t_s, false));
    }
    keep(&result, arrive(s));
    return result;
}

// Placed or removed figures are in no move; where none is left that is, there is no move.
static void leave_move(segmenter *s, int unit) {
    const game_unit *u = &s->g->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (s->figures[f].in_move) return;
    s->units[unit].moving = s->units[unit].arriving = false;
}

static status take_place(segmenter *s, const event *e) {
    for (int i = 0; i < e->pose_count; i++) {
        deploy(s, e->poses[i].figure, e->poses[i].pose);
        leave_move(s, s->g->figures[e->poses[i].figure].unit);
    }
    return arrive(s);
}

static void take_remove(segmenter *s, const event *e) {
    for (int i = 0; i < e->figure_count; i++) {
        s->figures[e->figures[i]] = (seg_figure){0};
        unit_of(s, e->figures[i])->form_stale = true;
        leave_move(s, s->g->figures[e->figures[i]].unit);
    }
}

static status close_all(segmenter *s) {
    status result = STATUS_OK;
    for (int u = 0; u < s->g->unit_count; u++)
        if (s->units[u].moving) keep(&result, segment_close(s, u, false));
    return result;
}

static void measure_stale(segmenter *s) {
    for (int u = 0; u < s->g->unit_count; u++)
        if (s->units[u].form_stale && !s->units[u].moving) segment_measure(s, u);
}

status segmenter_feed(segmenter *s, const event *e) {
    status result = STATUS_OK;
    segment_free_ended(s);
    s->t_s = fmax(s->t_s, e->t_s);
    switch (e->kind) {
        case EVENT_OBSERVE:
            result = take_observe(s, e);
            break;
        case EVENT_PLACE:
            result = take_place(s, e);
            break;
        case EVENT_DECLARE:
            if (e->unit >= 0 && strcmp(e->action, "reinforce") == 0) s->units[e->unit].reinforces = true;
            break;
        case EVENT_REMOVE:
            take_remove(s, e);
            break;
        case EVENT_PHASE:
            result = close_all(s);
            break;
        case EVENT_END_MOVE:
            if (e->unit >= 0) result = segment_close(s, e->unit, true);
            break;
        case EVENT_TAKE_BACK:
            if (e->unit >= 0) segment_take_back(s, e->unit);
            break;
        default:
            break;
    }
    measure_stale(s);
    s->t_last_s = s->t_s;
    return result;
}

status segmenter_finish(segmenter *s, double t_s) {
    segment_free_ended(s);
    s->t_s = fmax(s->t_s, t_s);
    return close_all(s);
}

void segmenter_tick(segmenter *s, double t_s) { s->t_s = fmax(s->t_s, t_s); }

// The form that the unit has on its way is measured only where it is asked for.
static void fill_ongoing(segmenter *s, int unit, bool with_form, move *out) {
    const game_unit *u = &s->g->units[unit];
    const seg_unit *su = &s->units[unit];
    pose *from = s->scratch_poses, *to = from + u->figure_count;
    bool *with = s->scratch_flags, *present = with + u->figure_count, *hidden = present + u->figure_count;
    for (int i = 0; i < u->figure_count; i++) {
        const seg_figure *fig = &s->figures[u->first_figure + i];
        from[i] = fig->rest.mean;
        to[i] = fig->now.mean;
        present[i] = seg_is_there(fig);
        hidden[i] = fig->on_table && !present[i];
        with[i] = fig->in_move && present[i];
    }
    *out = (move){.number = s->moves + 1,
                  .unit = unit,
                  .t_begin_s = su->t_begin_s,
                  .t_end_s = s->t_s,
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
    if (with_form)
        out->after = formation_shape_partly(s->g, unit, &(shape_sight){.poses = to, .present = present, .hidden = hidden},
                                            su->form.figures > 0 ? &su->form : NULL, &s->o.limits, s->scratch_ranks);
    else
        out->rank_after = su->rank;
}

static bool take_ongoing(segmenter *s, int unit, bool with_form, move *out) {
    seg_unit *su = &s->units[unit];
    if (!su->moving || su->returning || !segment_shift(s, unit).beyond_nudge) return false;
    if (segment_path_to_now(s, unit) != STATUS_OK) return false;
    fill_ongoing(s, unit, with_form, out);
    return true;
}

bool segmenter_ongoing(segmenter *s, int unit, move *out) { return take_ongoing(s, unit, true, out); }

bool segmenter_under_way(segmenter *s, int unit, move *out) { return take_ongoing(s, unit, false, out); }

bool segmenter_settled(const segmenter *s, int unit) { return segment_shift(s, unit).there > 0 && still(s, &s->units[unit]); }

const unit_form *segmenter_form(const segmenter *s, int unit) { return &s->units[unit].form; }

const pose *segmenter_rest(const segmenter *s, int figure) { return s->figures[figure].on_table ? &s->figures[figure].rest.mean : NULL; }
