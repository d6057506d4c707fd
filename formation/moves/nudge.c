// Nudges: displacements that no player made on purpose, what is reported of them, and figures that are put right again.
#include "formation/moves/state.h"

void segment_take_nudge(segmenter *s, int f, pose p, double gap_s) {
    seg_figure *fig = &s->figures[f];
    seg_unit *su = &s->units[s->g->figures[f].unit];
    pose stood = fig->now.mean;
    if (!fig->nudge.due) fig->nudge.was = su->moving || su->returning ? stood : fig->rest.mean;
    fig->nudge.due = su->nudge.due = true;
    su->nudge.t_s = s->t_s;
    su->nudge.gap_s = fmax(su->nudge.gap_s, gap_s);
    fig->now = steady_start(p, s->terms);
    if (!pose_has_heading(p)) fig->now.mean.heading_rad = stood.heading_rad;
    fig->nudge.is = fig->now.mean;
    fig->hidden = fig->trusted = false;
    if (su->moving) {
        fig->nudge.knock = vec2_add(fig->nudge.knock, vec2_sub(p.at, stood.at));
        if (pose_has_heading(p) && pose_has_heading(stood)) fig->nudge.knock_rad += angle_difference(p.heading_rad, stood.heading_rad);
    } else if (!su->returning) {
        fig->rest = fig->lately = fig->now;
        su->form.stale = true;
    }
}

seg_list segment_take_list(arena *a, int figures) {
    size_t n = (size_t)figures;
    return (seg_list){.figures = arena_take(a, n, sizeof(int)), .from = arena_take(a, n, sizeof(pose)), .to = arena_take(a, n, sizeof(pose))};
}

// What is reported of a unit's figures, while it is written; `end` NULL: out of memory.
typedef struct {
    seg_ended *end;
    seg_list at;
    size_t mark;  // of the arena before it
} shift_list;

static shift_list add_list(segmenter *s, segment_end_kind kind, int unit, double t_s) {
    shift_list l = {.mark = s->ends.arrays.used};
    l.at = segment_take_list(&s->ends.arrays, s->g->units[unit].figure_count);
    if (!s->ends.arrays.exhausted) l.end = segment_add_end(s, kind, unit, t_s);
    if (l.end)
        l.end->end.shift = (segment_shift_list){.figures = l.at.figures, .from = l.at.from, .to = l.at.to};
    else
        arena_reset(&s->ends.arrays, l.mark);
    return l;
}

// Takes back the list that was added last.
static void drop_list(segmenter *s, const shift_list *l) {
    s->ends.count--;
    arena_reset(&s->ends.arrays, l->mark);
}

static void list_one(shift_list *l, int f, pose was, pose is) {
    segment_shift_list *list = &l->end->end.shift;
    l->at.figures[list->figure_count] = f;
    l->at.from[list->figure_count] = was;
    l->at.to[list->figure_count++] = is;
    list->distance_in = fmax(list->distance_in, vec2_distance(was.at, is.at));
}

// From now on the figure can be put back; if it was nudged again, to where it stood first.
static void remember_home(seg_figure *fig, pose was) {
    if (!fig->nudge.can_go_back) fig->nudge.home = was;
    fig->nudge.can_go_back = true;
}

static bool is_worth_reporting(const segmenter *s, int f, pose was, pose is, double least_in) {
    double edge_in = segment_turn(was, is) * base_radius(s->g->figures[f].base);
    return fmax(vec2_distance(was.at, is.at), edge_in) >= least_in;
}

static bool is_nudged(const segmenter *s, int f) {
    const seg_figure *fig = &s->figures[f];
    return fig->nudge.due && is_worth_reporting(s, f, fig->nudge.was, fig->nudge.is, MOVES_NUDGE_LEAST_IN - MOVES_NUDGE_ERROR_IN);
}

status segment_report_nudges(segmenter *s, int unit, double t_s, bool all) {
    seg_unit *su = &s->units[unit];
    if (!su->nudge.due || (!all && t_s < su->nudge.t_s + s->o.settle_s)) return STATUS_OK;
    int any = 0;
    su->nudge.due = false;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) any += is_nudged(s, f);
    shift_list l = {0};
    if (any) l = add_list(s, SEGMENT_NUDGED, unit, fmin(t_s, su->nudge.t_s + s->o.settle_s));
    if (any && !l.end) return STATUS_MEMORY;
    if (any) l.end->end.gap_s = su->nudge.gap_s;
    su->nudge.gap_s = 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        if (is_nudged(s, f)) {
            list_one(&l, f, fig->nudge.was, fig->nudge.is);
            if (!steady_differ(fig->nudge.is, fig->now.mean, s->terms)) remember_home(fig, fig->nudge.was);
        }
        fig->nudge.due = false;
    }
    return STATUS_OK;
}

status segment_close_nudge(segmenter *s, int unit, double t_s, bool entered) {
    shift_list l = add_list(s, SEGMENT_NUDGED, unit, t_s);
    if (!l.end) return STATUS_MEMORY;
    l.end->end.gap_s = s->units[unit].moving ? s->units[unit].gap_s : 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        pose now = seg_unknocked(fig);
        if (!fig->in_move || !seg_is_there(fig) || !steady_differ(fig->rest.mean, now, s->terms)) continue;
        if (!is_worth_reporting(s, f, fig->rest.mean, now, MOVES_NUDGE_LEAST_IN)) continue;
        list_one(&l, f, fig->rest.mean, now);
        remember_home(fig, fig->rest.mean);
    }
    if (l.end->end.shift.figure_count == 0 && !entered) drop_list(s, &l);
    return STATUS_OK;
}

static bool is_knocked(const seg_figure *fig) { return fig->nudge.knock.x != 0 || fig->nudge.knock.y != 0 || fig->nudge.knock_rad != 0; }

// Where the figure stood displaced by its nudge, before it was put right.
static pose displaced_at(const seg_figure *fig) {
    pose p = is_knocked(fig) ? fig->nudge.home : fig->rest.mean;
    p.at = vec2_add(p.at, fig->nudge.knock);
    p.heading_rad = angle_wrap(p.heading_rad + fig->nudge.knock_rad);
    return p;
}

// A figure put right stands nearer to its old place than to where it was knocked to.
static bool is_put_right(const segmenter *s, const seg_figure *fig) {
    if (!fig->in_move || !fig->nudge.can_go_back || !seg_is_there(fig)) return false;
    pose displaced = displaced_at(fig);
    double off = vec2_distance(displaced.at, fig->nudge.home.at), left = vec2_distance(fig->now.mean.at, fig->nudge.home.at);
    if (!steady_differ(displaced, fig->now.mean, s->terms)) return false;
    return left <= fmin(s->o.nudge_in, fmax(MOVES_GATE_IN, off / 2)) && segment_turn(fig->now.mean, fig->nudge.home) <= s->o.facing_tol_rad;
}

static status report_put_back(segmenter *s, int unit, double t_s) {
    shift_list l = add_list(s, SEGMENT_PUT_BACK, unit, t_s);
    if (!l.end) return STATUS_MEMORY;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        if (!is_put_right(s, fig)) continue;
        list_one(&l, f, displaced_at(fig), fig->now.mean);
        fig->nudge.can_go_back = false;
        seg_forget_knock(fig);
    }
    return STATUS_OK;
}

bool segment_put_back(segmenter *s, int unit, double t_s, status *result) {
    int back = 0, knocked_back = 0, displaced = 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        bool right = is_put_right(s, fig);
        back += right;
        knocked_back += right && is_knocked(fig);
        displaced += fig->in_move && seg_is_there(fig) && steady_differ(fig->rest.mean, seg_unknocked(fig), s->terms);
    }
    bool all = back > 0 && back >= displaced;
    if (!all && knocked_back == 0) return false;
    if (all || knocked_back == back) *result = report_put_back(s, unit, t_s);
    if (all) segment_rest(s, unit);
    return all;
}

bool segmenter_can_go_back(const segmenter *s, int figure) { return s->figures[figure].nudge.can_go_back; }

void segment_forget_nudges(segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        bool went = fig->in_move && seg_is_there(fig) && segment_is_move(s, fig->rest.mean, seg_unknocked(fig));
        fig->nudge.can_go_back &= !went || is_knocked(fig);  // what was knocked after it came to rest stands by its new place
    }
}

void segment_settle_knocks(segmenter *s, int unit) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (!fig->in_move || !seg_is_there(fig) || is_knocked(fig)) continue;
        from[n] = fig->rest.mean.at;
        to[n++] = fig->now.mean.at;
    }
    if (n < 2) return;
    rigid2 m = rigid2_fit(from, to, n);
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        if (!is_knocked(fig)) continue;
        vec2 expected = rigid2_apply(m, fig->rest.mean.at);
        bool tells = m.residual_max < vec2_length(fig->nudge.knock) / 2;  // figures that go each their own way tell nothing of this one's
        if (!tells || vec2_distance(fig->now.mean.at, expected) >= vec2_distance(seg_unknocked(fig).at, expected)) continue;
        seg_forget_knock(fig);
    }
}
