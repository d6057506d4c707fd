// What observations, placings and removals do to the moves.
#include "formation/moves/state.h"

static seg_unit *unit_of(segmenter *s, int figure) { return &s->units[s->g->figures[figure].unit]; }

static bool at_rest(const segmenter *s, int figure) { return s->t_s - s->units[s->g->figures[figure].unit].t_change_s >= MOVES_AT_REST_S; }

// A figure that has come to rest while others of its unit go on is reported to have moved from where it rests only: what a slow end of its way left
// short of the error of measurement would be taken for a motion long after it, when it is measured better.
static bool moved(const segmenter *s, int figure, pose p) {
    const seg_figure *fig = &s->figures[figure];
    return steady_moved(&fig->now, p, at_rest(s, figure) || s->t_s - fig->t_moved_s >= MOVES_AT_REST_S, s->terms);
}

// Samples the unit's present poses into its path.
static void sample(segmenter *s, int unit, double t_s, bool at_rest) {
    seg_unit *su = &s->units[unit];
    int i = path_append(&su->path, t_s);
    for (int k = 0; k < su->path.figures; k++) {
        const seg_figure *fig = &s->figures[seg_first(s, unit) + k];
        path_poses(&su->path, i)[k] = at_rest ? fig->rest.mean : seg_unknocked(fig);
        path_seen(&su->path, i)[k] = fig->on_table && !fig->hidden && !(at_rest && fig->stale);
    }
}

static void begin(segmenter *s, int unit, double t_s) {
    seg_unit *su = &s->units[unit];
    su->moving = true;
    su->went_far = su->went_as_body = false;
    su->t_begin_s = t_s;
    su->path.count = 0;
    su->gap_s = 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) s->figures[f].in_move = s->figures[f].on_table && !s->figures[f].stale;
    sample(s, unit, s->t_last_s > -INFINITY ? fmin(s->t_last_s, t_s) : t_s, true);
}

// When a figure came to lie where the pose has it.
static double came_s(const segmenter *s, const event_pose *e) { return s->t_s - e->still_for_s; }

// A figure that a hand took up was last seen when the hand came over it: its move began then, not when it was put down, nor when it was found.
static double began_s(const segmenter *s, const event_pose *e) {
    const seg_figure *fig = &s->figures[e->figure];
    return fmin(came_s(s, e), fig->hidden && s->t_s - fig->t_hidden_s <= MOVES_TAKEN_UP_S ? fig->t_hidden_s : s->t_s);
}

static void clear_touched(segmenter *s) {
    for (int u = 0; u < s->g->unit_count; u++) s->event_units[u].touched = 0;
}

// What this event does to the units, before any of it is applied.
static void foresee(segmenter *s, const event_observe *e) {
    clear_touched(s);
    for (int i = 0; i < e->pose_count; i++) {
        int f = e->poses[i].figure, unit = s->g->figures[f].unit;
        const seg_figure *fig = &s->figures[f];
        if (!fig->on_table || fig->stale || s->event_figures[f].nudged) continue;
        if (moved(s, f, e->poses[i].pose)) s->event_units[unit].touched |= SEG_CHANGED;
        if (fig->hidden && !fig->trusted) s->event_units[unit].touched |= SEG_SEEN;
        if (!s->event_units[unit].touched || !segment_is_move(s, fig->rest.mean, e->poses[i].pose)) continue;
        seg_unit *su = &s->units[unit];
        double began = began_s(s, &e->poses[i]);
        if (!su->moving) su->t_begin_s = s->event_units[unit].touched & SEG_FAR ? fmin(su->t_begin_s, began) : began;
        s->event_units[unit].touched |= SEG_FAR;
    }
}

// True where a block has been moved in part: some of it stands where it stood, and the rest has left it.
static bool is_torn(const segmenter *s, int unit) {
    formation_kind k = s->units[unit].form.now.formation;
    if (k == FORMATION_UNKNOWN || k == FORMATION_SKIRMISH || k == FORMATION_MOB || k == FORMATION_IRREGULAR) return false;
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    const int n = segment_places(s, unit, from, to), went = segment_shift(s, unit).displaced;
    return went > 0 && went < n && rigid2_fit(from, to, n).residual_max > MOVES_TORN_IN;
}

// True where unit v, which is in motion, ends what unit u has paused in.
static bool ends_pause(const segmenter *s, int u, int v, bool torn) {
    double settled_s = segment_settles_s(s, u);
    bool others_hands = s->units[v].t_begin_s < settled_s;
    return s->t_s >= settled_s + (others_hands || torn ? (SEGMENT_PATIENCE - 1) * s->o.settle_s : 0);
}

// Ends the moves of units that stand still while another begins to move or goes on.
static status end_the_settled(segmenter *s) {
    int movers = 0;
    status result = STATUS_OK;
    for (int u = 0; u < s->g->unit_count; u++) movers += (s->event_units[u].touched & SEG_FAR) != 0;
    if (movers == 0) return STATUS_OK;
    for (int u = 0; u < s->g->unit_count; u++) {
        if (s->event_units[u].touched || !s->units[u].moving || !segment_still(s, u)) continue;
        bool torn = is_torn(s, u), ends = false;
        for (int v = 0; v < s->g->unit_count; v++) ends |= (s->event_units[v].touched & SEG_FAR) && ends_pause(s, u, v, torn);
        if (ends) seg_keep(&result, segment_close(s, u, false));
    }
    return result;
}

// Units that go on after they have come back: the way there and back is over.
static status end_the_returned(segmenter *s) {
    status result = STATUS_OK;
    for (int u = 0; u < s->g->unit_count; u++)
        if (s->units[u].returned && (s->event_units[u].touched & SEG_CHANGED)) seg_keep(&result, segment_withdraw(s, u, s->t_s));
    return result;
}

static void deploy(segmenter *s, int f, pose p) {
    seg_figure *fig = &s->figures[f];
    *fig = (seg_figure){.on_table = true, .reported = true, .rest = steady_start(p, s->terms)};
    fig->now = fig->lately = fig->rest;
    unit_of(s, f)->form.stale = true;
    unit_of(s, f)->landed = true;
}

// Reinforcements that came onto the table: their move begins where they were placed, and ends as every move does.
static void arrive(segmenter *s) {
    for (int u = 0; u < s->g->unit_count; u++) {
        seg_unit *su = &s->units[u];
        bool arrives = su->landed && su->reinforces;
        su->landed = false;
        if (!arrives) continue;
        segment_measure(s, u);
        su->arriving = true;
        su->t_change_s = s->t_s;
        begin(s, u, s->t_s);
    }
}

// The figure moved, and came to lie where it is reported before it was found there.
static void stir(segmenter *s, const event_pose *e) {
    seg_unit *su = unit_of(s, e->figure);
    s->figures[e->figure].t_moved_s = came_s(s, e);
    su->t_change_s = fmax(su->t_change_s, came_s(s, e));
    su->t_reported_s = s->t_s;
}

// Takes a figure's pose; returns what that changed: SEG_CHANGED, SEG_SEEN or 0.
static unsigned char take_pose(segmenter *s, const event_pose *e) {
    int f = e->figure;
    pose p = e->pose;
    seg_figure *fig = &s->figures[f];
    seg_unit *su = unit_of(s, f);
    if (!fig->on_table || fig->stale) {
        deploy(s, f, p);
        stir(s, e);
        return SEG_CHANGED;
    }
    bool has_moved = moved(s, f, p), shown = fig->hidden && !fig->trusted;
    fig->reported = true;
    if (!su->moving && has_moved) begin(s, s->g->figures[f].unit, began_s(s, e));
    steady_add(&fig->now, p, at_rest(s, f), s->terms);
    if (!su->moving && !su->returning) su->form.stale |= fig->hidden;
    if (has_moved) stir(s, e);
    fig->hidden = fig->trusted = false;
    return has_moved ? SEG_CHANGED : shown ? SEG_SEEN : 0;
}

// A unit at rest: its averages of a while ago become its rest poses.
static void settle_rest(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    bool long_ago = s->t_s - su->t_observed_s >= MOVES_LATELY_S;  // then `now` itself is as old
    if (su->t_observed_s == s->t_s) return;                       // one event holds many figures
    su->t_observed_s = s->t_s;
    if (su->moving || su->returning || s->t_s - su->t_lately_s < MOVES_LATELY_S) return;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
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
    fig->trusted = segment_still(s, s->g->figures[f].unit);
    fig->hidden = true;
    fig->t_hidden_s = s->t_s;
    return !fig->trusted && unit_of(s, f)->moving;
}

// Something of the unit moved: what is hidden of it may have moved along.
static void distrust(segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) s->figures[f].trusted = false;
}

static void take_poses(segmenter *s, const event_observe *e) {
    for (int i = 0; i < e->pose_count; i++) {
        int f = e->poses[i].figure;
        if (s->event_figures[f].nudged && s->figures[f].on_table && !s->figures[f].stale)
            segment_take_nudge(s, f, e->poses[i].pose, e->gap_s);
        else
            s->event_units[s->g->figures[f].unit].touched |= take_pose(s, &e->poses[i]);
    }
    for (int i = 0; i < e->hidden_count; i++)
        if (hide(s, e->hidden[i])) s->event_units[s->g->figures[e->hidden[i]].unit].touched |= SEG_SEEN;
}

// Where a unit paused that goes on now. The slow end of a motion moves no figure beyond the error of measurement, so that the path may lack it; yet
// what the unit touched and where it turned is to be read there.
static void sample_pauses(segmenter *s) {
    for (int u = 0; u < s->g->unit_count; u++) {
        const seg_unit *su = &s->units[u];
        if (!(s->event_units[u].touched & SEG_CHANGED) || !su->moving || su->returning) continue;
        if (s->t_last_s - su->t_change_s >= MOVES_AT_REST_S && s->t_last_s > su->path.t_s[su->path.count - 1]) sample(s, u, s->t_last_s, false);
    }
}

static void turn_if_doubtful(pose *p, double by_rad) {
    if (p->fronts < 2) return;
    p->heading_rad = angle_wrap(p->heading_rad + by_rad);
    p->fronts = 0;
}

// The figure's front is sure now. Where it was doubtful before it was read on a wrong side, which is no turn of the figure: what is remembered of it
// is read anew.
static bool settle_front(segmenter *s, const event_pose *e) {
    seg_figure *fig = &s->figures[e->figure];
    seg_unit *su = unit_of(s, e->figure);
    pose now = fig->now.mean;
    if (!fig->on_table || !pose_front_is_doubtful(now) || !pose_has_heading(e->pose) || pose_front_is_doubtful(e->pose)) return false;
    double by_rad = angle_difference(pose_face(now, e->pose.heading_rad).heading_rad, now.heading_rad);
    pose *const past[] = {&fig->now.mean,      &fig->now.anchor, &fig->rest.mean, &fig->rest.anchor, &fig->lately.mean,
                          &fig->lately.anchor, &fig->before,     &fig->nudge.was, &fig->nudge.is,    &fig->nudge.home};
    for (size_t i = 0; i < sizeof past / sizeof *past; i++) turn_if_doubtful(past[i], by_rad);
    for (int i = 0; i < su->path.count; i++)
        turn_if_doubtful(&path_poses(&su->path, i)[e->figure - seg_first(s, s->g->figures[e->figure].unit)], by_rad);
    return by_rad != 0;
}

// A unit that was read the wrong way round stood otherwise than was thought before its move, too.
static void settle_fronts(segmenter *s, const event_observe *e) {
    clear_touched(s);
    for (int i = 0; i < e->pose_count; i++)
        if (settle_front(s, &e->poses[i])) s->event_units[s->g->figures[e->poses[i].figure].unit].touched = SEG_CHANGED;
    for (int u = 0; u < s->g->unit_count; u++)
        if (s->event_units[u].touched) segment_measure(s, u);
}

static void note_going(segmenter *s, int unit) {
    const seg_shift m = segment_shift(s, unit);
    s->units[unit].went_far |= m.beyond_nudge;
    s->units[unit].went_as_body |= m.beyond_nudge && 2 * m.displaced >= m.there;
}

status segment_take_observe(segmenter *s, const event_observe *e) {
    settle_fronts(s, e);
    for (int i = 0; i < e->pose_count; i++) settle_rest(s, s->g->figures[e->poses[i].figure].unit);
    for (int i = 0; i < e->nudged_count; i++) s->event_figures[e->nudged[i]].nudged = true;
    segment_take_exchanges(s, e);
    foresee(s, e);
    status result = end_the_settled(s);
    seg_keep(&result, end_the_returned(s));
    sample_pauses(s);
    clear_touched(s);
    take_poses(s, e);
    for (int u = 0; u < s->g->unit_count; u++) {
        if (s->event_units[u].touched & SEG_CHANGED) distrust(s, u);
        if (s->event_units[u].touched & SEG_SEEN) s->units[u].t_seen_s = s->t_s;
        if (!s->event_units[u].touched || !s->units[u].moving) continue;
        note_going(s, u);
        if (s->units[u].returning) continue;
        s->units[u].gap_s = fmax(s->units[u].gap_s, e->gap_s);  // what changed may have changed unseen
        sample(s, u, s->t_s, false);
    }
    arrive(s);
    for (int i = 0; i < e->nudged_count; i++) s->event_figures[e->nudged[i]].nudged = false;
    return result;
}

// Placed or removed figures are in no move; where none is left that is, there is no move.
static void leave_move(segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++)
        if (s->figures[f].in_move) return;
    s->units[unit].moving = s->units[unit].arriving = s->units[unit].returned = false;
}

// Reinforcements that were put down, and of which nothing went on since, may still be put down figure by figure.
static bool only_arrives(const segmenter *s, int unit) { return s->units[unit].arriving && segment_shift(s, unit).displaced == 0; }

// A camera found the figure for the first time: its unit was not put there by leave, and goes on. People's places are exact.
static bool is_found(const segmenter *s, const event_pose *e) { return !s->figures[e->figure].reported && e->pose.sigma_in > 0; }

status segment_end_placed(segmenter *s, const event_place *e) {
    status result = STATUS_OK;
    for (int i = 0; i < e->pose_count; i++) {
        int unit = s->g->figures[e->poses[i].figure].unit;
        if (s->units[unit].moving && !only_arrives(s, unit) && !is_found(s, &e->poses[i])) seg_keep(&result, segment_close(s, unit, false));
    }
    return result;
}

status segment_take_place(segmenter *s, const event_place *e) {
    status result = segment_end_placed(s, e);
    for (int i = 0; i < e->pose_count; i++) {
        deploy(s, e->poses[i].figure, e->poses[i].pose);
        leave_move(s, s->g->figures[e->poses[i].figure].unit);
    }
    arrive(s);
    return result;
}

void segment_take_remove(segmenter *s, const event_remove *e) {
    for (int i = 0; i < e->figure_count; i++) {
        s->figures[e->figures[i]] = (seg_figure){0};
        unit_of(s, e->figures[i])->form.stale = true;
        leave_move(s, s->g->figures[e->figures[i]].unit);
    }
}
