// Ways back: moves that are taken back, in words or by hands that put the figures where they stood.
#include "formation/segment_state.h"

// Figures put back by hand after a take-back was said stand about where they stood: within so many nudges, and turned by so many tolerances.
#define BACK_NUDGES 2.0
#define BACK_TURNS 2.0
// Hands that carry something away and bring it back take longer; what is away for less was a false find.
#define AWAY_S 1.0

static bool is_near(const segmenter *s, pose a, pose b, double nudges, double turns) {
    return vec2_distance(a.at, b.at) <= nudges * s->o.nudge_in && segment_turn(a, b) <= turns * s->o.facing_tol_rad;
}

bool segment_is_back(const segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (seg_is_there(fig) && !is_near(s, fig->now.mean, fig->rest.mean, BACK_NUDGES, BACK_TURNS)) return false;
    }
    return true;
}

bool segment_went_away(const segmenter *s, int unit) {
    const seg_unit *su = &s->units[unit];
    return su->went_far && !su->arriving && su->t_change_s - su->t_begin_s >= AWAY_S;
}

// True where those figures of the unit that are in sight and took part in its last move stand where they stood before it.
static bool stands_as_before(const segmenter *s, int unit, double nudges, double turns) {
    bool any = false;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (!fig->has_before || !fig->on_table) continue;
        if (!seg_is_there(fig)) continue;
        if (!is_near(s, seg_unknocked(fig), fig->before, nudges, turns)) return false;
        any = true;
    }
    return any && s->units[unit].has_before;
}

// True where the players put the unit back and then said so.
static bool was_put_back(const segmenter *s, int unit) { return stands_as_before(s, unit, BACK_NUDGES, INFINITY); }

bool segment_is_home(const segmenter *s, int unit) {
    const seg_unit *su = &s->units[unit];
    return su->moving && su->may_return && !su->arriving && segment_shift(s, unit).beyond_nudge && stands_as_before(s, unit, 1, 1);
}

status segment_say_returned(segmenter *s, int unit, double t_s) {
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
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) s->figures[f].knock = (vec2){0, 0}, s->figures[f].knock_rad = 0;
    if (what == SEGMENT_TAKES_ONGOING) return;
    bool put_back = was_put_back(s, unit);
    su->has_before = su->may_return = false;
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
