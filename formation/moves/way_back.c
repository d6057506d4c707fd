// Ways back: moves that are taken back, in words or by hands that put the figures where they stood.
#include "formation/fronts.h"
#include "formation/moves/state.h"

// As near as was measured: a base that only a blurred look has seen again may stand just where it stood.
static bool is_near(const segmenter *s, pose a, pose b, double nudges, double turns) {
    const double near_in = fmax(nudges * s->o.nudge_in, MOVES_BACK_SIGMAS * hypot(a.sigma_in, b.sigma_in));
    const double turn_rad = fmax(turns * s->o.facing_tol_rad, MOVES_BACK_SIGMAS * hypot(a.sigma_rad, b.sigma_rad));
    return vec2_distance(a.at, b.at) <= near_in && segment_turn(a, b) <= turn_rad;
}

bool segment_is_back(const segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (seg_is_there(fig) && !is_near(s, fig->now.mean, fig->rest.mean, MOVES_BACK_NUDGES, MOVES_BACK_TURNS)) return false;
    }
    return true;
}

static bool equal_bases(base a, base b) { return a.shape == b.shape && a.width_in == b.width_in && a.depth_in == b.depth_in; }

// To the rules figures of a unit with equal bases are alike: hands put them back where they stood, though perhaps not each where it stood, and under
// hands one is taken for another.
static bool are_alike(const segmenter *s, int a, int b) { return a == b || equal_bases(s->g->figures[a].base, s->g->figures[b].base); }

// Where the figure stood: before the last move that ended, or when last at rest. NULL: it was in no such move.
static const pose *stood_at(const seg_figure *fig, bool before) {
    if (!fig->on_table || (before ? !fig->has_before : !fig->in_move)) return NULL;
    return before ? &fig->before : &fig->rest.mean;
}

// Where the figure, or one like it, stood then that stands there now; NULL: none did.
static const pose *home_of(const segmenter *s, int figure, bool before, double nudges, double turns) {
    const int unit = s->g->figures[figure].unit;
    const pose now = seg_unknocked(&s->figures[figure]), *own = stood_at(&s->figures[figure], before);
    if (is_near(s, now, *own, nudges, turns)) return own;
    for (int o = seg_first(s, unit); o < seg_after(s, unit); o++) {
        const pose *stood = are_alike(s, figure, o) ? stood_at(&s->figures[o], before) : NULL;
        if (stood && is_near(s, now, *stood, nudges, turns)) return stood;
    }
    return NULL;
}

// True where the figures of the unit that are in sight stand where it stood then, each or one like it. One misread heading turns no unit: each may be
// off by twice as much as all together. And of many a few may be off that far in their places: what a look misplaced, or the hand knocked.
static bool stands_as(const segmenter *s, int unit, bool before, double nudges, double turns) {
    double turned_rad = 0;
    int n = 0, astray = 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        if (!stood_at(&s->figures[f], before) || !seg_is_there(&s->figures[f])) continue;
        const pose *home = home_of(s, f, before, nudges, 2 * turns), now = seg_unknocked(&s->figures[f]);
        n++;
        if (!home && !home_of(s, f, before, 2 * nudges, INFINITY)) return false;
        astray += !home;
        if (home && pose_has_heading(*home) && pose_has_heading(now)) turned_rad += pose_turn(*home, now);
    }
    return n > 0 && astray * MOVES_BACK_ASTRAY <= n && fabs(turned_rad) <= n * turns * s->o.facing_tol_rad;
}

static bool stands_as_before(const segmenter *s, int unit, double nudges, double turns) {
    return s->units[unit].has_before && stands_as(s, unit, true, nudges, turns);
}

bool segment_went_and_came(const segmenter *s, int unit) {
    const seg_unit *su = &s->units[unit];
    const bool went = fronts_stand_in_ranks(&s->g->units[unit]) ? su->went_as_body : su->went_far;
    return went && !su->arriving && su->t_change_s - su->t_begin_s >= MOVES_AWAY_S && stands_as(s, unit, false, 1, 1);
}

// True where the players put the unit back and then entered it.
static bool was_put_back(const segmenter *s, int unit) { return stands_as_before(s, unit, MOVES_BACK_NUDGES, INFINITY); }

bool segment_is_home(const segmenter *s, int unit) {
    const seg_unit *su = &s->units[unit];
    return su->moving && su->may_return && !su->arriving && segment_shift(s, unit).beyond_nudge && stands_as_before(s, unit, 1, 1);
}

status segment_report_returned(segmenter *s, int unit, double t_s) {
    seg_unit *su = &s->units[unit];
    if (su->returned) return STATUS_OK;
    seg_ended *e = segment_add_end(s, SEGMENT_RETURNED, unit, t_s);
    if (!e) return STATUS_MEMORY;
    su->returned = segment_is_home(s, unit);
    e->end.number = su->returned ? su->number : 0;
    return STATUS_OK;
}

status segment_withdraw(segmenter *s, int unit, double t_s) {
    seg_unit *su = &s->units[unit];
    seg_ended *e = segment_add_end(s, SEGMENT_WITHDRAWN, unit, t_s);
    if (e) e->end.number = su->number;
    su->has_before = su->may_return = false;
    su->form.anew = su->form.anew_before;
    segment_rest(s, unit);
    return e ? STATUS_OK : STATUS_MEMORY;
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
    su->moving = su->returned = false;
    su->returning = true;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) seg_forget_knock(&s->figures[f]);
    if (what == SEGMENT_TAKES_ONGOING) return;
    bool put_back = was_put_back(s, unit);
    su->has_before = su->may_return = false;
    su->form.anew = su->form.anew_before;
    if (put_back) {
        segment_rest(s, unit);
        return;
    }
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        if (fig->has_before && fig->on_table) fig->rest = fig->lately = steady_start(fig->before, s->terms);
    }
    segment_measure(s, unit);
}
