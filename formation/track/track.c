#include "formation/track/track.h"

#include <assert.h>
#include <stdlib.h>

#include "formation/track/state.h"
#include "formation/track/track_limits.h"

formation_options formation_default_options(void) {
    return (formation_options){.report_s = TRACK_REPORT_S,
                               .floor_in = TRACK_FLOOR_IN,
                               .floor_rad = TRACK_FLOOR_RAD,
                               .still_s = TRACK_STILL_S,
                               .hand_speed_in_s = TRACK_HAND_SPEED_IN_S,
                               .misses_hidden = TRACK_MISSES_HIDDEN};
}

// The view's arrays and what identification takes; `seen` bases of the picture.
static void take_view_memory(track_view *view, const game *g, int seen) {
    size_t capacity = (size_t)(seen + g->figure_count + TRACK_LOOSE_MOST);
    view->bases = arena_take(&view->memory, capacity, sizeof *view->bases);
    view->since_s = arena_take(&view->memory, capacity, sizeof *view->since_s);
    view->still_s = arena_take(&view->memory, capacity, sizeof *view->still_s);
    view->lies_s = arena_take(&view->memory, capacity, sizeof *view->lies_s);
    view->capacity = (int)capacity;
}

bool track_make_view(formation *f, int seen) {
    track_view *view = &f->view;
    if (seen + f->g->figure_count + TRACK_LOOSE_MOST <= view->capacity) return true;
    arena_close(&view->memory);
    track_view needed = {.memory = arena_measure()};
    take_view_memory(&needed, f->g, seen);
    *view = (track_view){0};
    if (!arena_open(&view->memory, needed.memory.most + formation_identify_size(f->g, seen + TRACK_LOOSE_MOST))) return false;
    take_view_memory(view, f->g, seen);
    return true;
}

static void take_memory(formation *f, arena *a) {
    size_t n = (size_t)f->g->figure_count, units = (size_t)f->g->unit_count;
    f->figures = arena_take_zeroed(a, n, sizeof *f->figures);
    f->units = arena_take_zeroed(a, units, sizeof *f->units);
    f->prior = arena_take_zeroed(a, n, sizeof *f->prior);
    f->unit_prior = arena_take_zeroed(a, units, sizeof *f->unit_prior);
    f->news = (track_news){.poses = arena_take(a, n, sizeof *f->news.poses),
                           .hidden = arena_take(a, n, sizeof *f->news.hidden),
                           .nudged = arena_take(a, n, sizeof *f->news.nudged),
                           .ambiguous = arena_take(a, n, sizeof *f->news.ambiguous),
                           .groups = arena_take(a, n, sizeof *f->news.groups)};
}

static bool make_memory(formation *f) {
    arena needed = arena_measure();
    take_memory(f, &needed);
    if (!arena_open(&f->memory, needed.most)) return false;
    take_memory(f, &f->memory);
    return track_make_view(f, f->g->figure_count + TRACK_OTHERS_SEEN);
}

static void put_at_start(formation *f) {
    for (int i = 0; i < f->g->figure_count; i++) {
        f->figures[i].hand = (track_hand){-INFINITY, -INFINITY, -INFINITY};
        if (!f->g->figures[i].has_start) continue;
        f->figures[i].known = true;
        f->figures[i].now = steady_start(f->g->figures[i].start, f->terms);
    }
    for (int u = 0; u < f->g->unit_count; u++) {
        unit_track *ut = &f->units[u];
        ut->t_reported_s = ut->t_carried_s = ut->t_hand_s = ut->t_marker_s = ut->t_whole_s = -INFINITY;
    }
}

status formation_create(const game *g, const formation_options *o, formation **out, fault *fault) {
    formation *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f) return fault_set(fault, STATUS_MEMORY, "out of memory for tracking %d figures", g->figure_count);
    *f = (formation){
        .g = g, .o = *o, .terms = {TRACK_SIGMA_IN, TRACK_SIGMA_RAD, TRACK_GATE_IN, TRACK_GATE_RAD, TRACK_COMMON, TRACK_ALIKE}, .t_s = -INFINITY};
    if (!make_memory(f)) {
        formation_destroy(f);
        return fault_set(fault, STATUS_MEMORY, "out of memory for tracking %d figures", g->figure_count);
    }
    put_at_start(f);
    *out = f;
    return STATUS_OK;
}

void formation_destroy(formation *f) {
    if (!f) return;
    arena_close(&f->view.memory);
    arena_close(&f->memory);
    free(f);
}

// Pictures were lost, or it was dark: a hand may have been about.
static void suspect_hands(formation *f, double t_s) {
    if (!isfinite(f->t_s) || t_s - f->t_s < TRACK_UNWATCHED_S) return;
    for (int i = 0; i < f->g->figure_count; i++) f->figures[i].hand.t_about_s = t_s;
}

status formation_see(formation *f, const formation_view *v, event *out, fault *fault) {
    assert(v->t_s >= f->t_s);
    event_observe news = {.poses = f->news.poses,
                          .hidden = f->news.hidden,
                          .nudged = f->news.nudged,
                          .ambiguous = f->news.ambiguous,
                          .ambiguous_group = f->news.groups};
    *out = (event){.kind = EVENT_OBSERVE, .t_s = v->t_s, .observe = news};
    suspect_hands(f, v->t_s);
    f->t_s = v->t_s;
    f->hand = v->hand;
    int count = track_name_bases(f, v, fault);
    if (count < 0) return fault_set(fault, STATUS_MEMORY, "out of memory for %d bases seen", v->base_count);
    track_take_view(f, v, count);
    track_report_news(f, out);
    return STATUS_OK;
}

static void put_figure(formation *f, const event_pose *e, double t_s) {
    track *t = &f->figures[e->figure];
    track_resolve(f, e->figure);
    *t = (track){.known = true, .seen = true, .reported = {.placed = true, .pose = e->pose}, .t_here_s = t_s, .t_moved_s = t_s, .hand = t->hand};
    t->now = steady_start(e->pose, f->terms);
}

void formation_place(formation *f, const event *e) {
    event_pose_list poses = event_poses(e);
    const event_remove *gone = event_as_remove(e);
    const event_observe *seen = event_as_observe(e);
    for (int i = 0; i < poses.count; i++) put_figure(f, &poses.at[i], e->t_s);
    for (int i = 0; gone && i < gone->figure_count; i++) {
        track_resolve(f, gone->figures[i]);
        f->figures[gone->figures[i]] = (track){.absent = true};
    }
    for (int i = 0; seen && i < seen->hidden_count; i++) f->figures[seen->hidden[i]].hidden = f->figures[seen->hidden[i]].reported.hidden = true;
}

const pose *formation_pose(const formation *f, int figure, bool *known, bool *hidden) {
    const track *t = &f->figures[figure];
    if (known) *known = t->known;
    if (hidden) *hidden = t->hidden;
    return &t->now.mean;
}

bool formation_has_rested(const formation *f, int figure) {
    const track *t = &f->figures[figure];
    if (!t->body.known) return !(t->t_moved_s > t->t_first_s);
    return vec2_distance(t->body.stood.at, t->now.mean.at) <= TRACK_IN_PLACE_IN;
}

pose formation_sought(const formation *f, int figure) {
    const track *t = &f->figures[figure];
    return t->hidden ? track_in_body_pose(f, figure) : t->now.mean;
}
