// Equal bases that an observation names anew: each of them is where another one of its unit was. None of them has moved; the tracker tells them apart
// better now. (A hand that exchanges two of them is seen on its way.)
#include "formation/moves/state.h"

#define NONE (-1)

static bool look_alike(const game *g, int a, int b) {
    const game_figure *x = &g->figures[a], *y = &g->figures[b];
    return !x->marker.family[0] && !y->marker.family[0] && base_is_like(x->base, y->base);
}

static bool is_in_sight(const seg_figure *f) { return f->on_table && !f->stale && !f->hidden; }

static bool has_moved(const segmenter *s, const event_pose *p) {
    return !s->event_figures[p->figure].nudged && steady_differ(s->figures[p->figure].now.mean, p->pose, s->terms);
}

// Another figure of the unit that this event moves too, that stood at p's place, and that no other figure has replaced yet. NONE: there is none.
static int left_by(const segmenter *s, const event_observe *e, int unit, const event_pose *p) {
    for (int k = 0; k < e->pose_count; k++) {
        int other = e->poses[k].figure;
        if (s->g->figures[other].unit != unit || other == p->figure || s->event_figures[other].taken || !has_moved(s, &e->poses[k])) continue;
        if (!look_alike(s->g, other, p->figure) || !is_in_sight(&s->figures[other])) continue;
        if (!steady_differ(s->figures[other].now.mean, p->pose, s->terms)) return other;
    }
    return NONE;
}

// All of the unit that this event moves are given one another's places.
static bool is_exchange(segmenter *s, const event_observe *e, int unit) {
    int moved = 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) s->event_figures[f].taken = false;
    for (int i = 0; i < e->pose_count; i++) {
        const event_pose *p = &e->poses[i];
        if (s->g->figures[p->figure].unit != unit || !is_in_sight(&s->figures[p->figure]) || !has_moved(s, p)) continue;
        int left = left_by(s, e, unit, p);
        if (left == NONE) return false;
        s->event_figures[left].taken = true;
        moved++;
    }
    return moved > 0;
}

void segment_take_exchanges(segmenter *s, const event_observe *e) {
    for (int u = 0; u < s->g->unit_count; u++) s->event_units[u].compared = s->event_units[u].exchanged = false;
    for (int i = 0; i < e->pose_count; i++) {
        int f = e->poses[i].figure, unit = s->g->figures[f].unit;
        if (s->event_units[unit].compared || !is_in_sight(&s->figures[f]) || !has_moved(s, &e->poses[i])) continue;
        s->event_units[unit].compared = true;
        s->event_units[unit].exchanged = is_exchange(s, e, unit);
    }
    for (int i = 0; i < e->pose_count; i++) {
        seg_figure *fig = &s->figures[e->poses[i].figure];
        seg_unit *su = &s->units[s->g->figures[e->poses[i].figure].unit];
        if (!s->event_units[s->g->figures[e->poses[i].figure].unit].exchanged || !is_in_sight(fig) || !has_moved(s, &e->poses[i])) continue;
        fig->now = steady_start(e->poses[i].pose, s->terms);
        if (su->moving || su->returning) continue;
        fig->rest = fig->lately = fig->now;
        su->form.stale = true;
    }
}
