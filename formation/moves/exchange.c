// Equal bases that an observation names anew: each of them is where another one of its unit was. None of them has moved; the tracker tells them apart
// better now. (A hand that exchanges two of them is seen on its way.) What the path told of each since they were mixed up was the other's.
//
// A block of which a hand hides a file may be named one file aside, and anew when the hand is gone. Then most take one another's places, and those at
// one end the places that were hidden: where those were before, nobody saw.
#include <string.h>

#include "formation/moves/follow_back.h"
#include "formation/moves/state.h"

#define NONE (-1)

// Bases that may be taken for one another: those with codes only where there was no time to exchange them.
static bool look_alike(const segmenter *s, const event_observe *e, int a, int b) {
    const game_figure *x = &s->g->figures[a], *y = &s->g->figures[b];
    const bool coded = x->marker.family[0] || y->marker.family[0];
    if (coded && (e->gap_s > 0 || s->t_s - s->t_last_s > MOVES_EXCHANGE_S)) return false;
    return base_is_like(x->base, y->base);
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
        if (!look_alike(s, e, other, p->figure) || !is_in_sight(&s->figures[other])) continue;
        if (!steady_differ(s->figures[other].now.mean, p->pose, s->terms)) return other;
    }
    return NONE;
}

static bool all_in_sight(const segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++)
        if (s->figures[f].on_table && !is_in_sight(&s->figures[f])) return false;
    return true;
}

// All of the unit that this event moves are given one another's places; of a unit under way, a part of it hidden, most of them. `was` of the others
// is then NONE.
static bool is_exchange(segmenter *s, const event_observe *e, int unit) {
    const bool may_be_aside = s->units[unit].moving && !all_in_sight(s, unit);
    int moved = 0, anew = 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) s->event_figures[f].taken = false, s->event_figures[f].was = f;
    for (int i = 0; i < e->pose_count; i++) {
        const event_pose *p = &e->poses[i];
        const bool in_sight = is_in_sight(&s->figures[p->figure]);
        if (s->g->figures[p->figure].unit != unit || (in_sight ? !has_moved(s, p) : !may_be_aside)) continue;
        int left = left_by(s, e, unit, p);
        if (left == NONE && !in_sight) continue;  // it is found again
        if (left == NONE && !may_be_aside) return false;
        if (left != NONE) s->event_figures[left].taken = true;
        s->event_figures[p->figure].was = left;
        anew += left == NONE;
        moved++;
    }
    return anew == 0 ? moved > 0 : moved - anew >= fmax(MOVES_SHIFTED_LEAST, MOVES_SHIFTED_SHARE * moved);
}

// In an exchange: which of the unit's figures its figure k was said to be; NONE: none of them.
static int was_said(const segmenter *s, int unit, int k) {
    int was = s->event_figures[seg_first(s, unit) + k].was;
    return was == NONE ? NONE : was - seg_first(s, unit);
}

// How long the ways are on which the exchanged figures were seen, from where they stood at rest to where they are told to stand now, were they mixed
// up from that sample on.
static double length_if_from(const segmenter *s, int unit, int sample) {
    const path *p = &s->units[unit].path;
    double sum = 0;
    for (int k = 0; k < p->figures; k++) {
        int was = was_said(s, unit, k);
        if (was == k || was == NONE || p->count == 0) continue;
        vec2 last = path_poses(p, 0)[k].at;
        for (int i = 1; i < p->count; i++) {
            int as = i < sample ? k : was;
            if (!path_seen(p, i)[as]) continue;
            sum += vec2_distance(last, path_poses(p, i)[as].at);
            last = path_poses(p, i)[as].at;
        }
        sum += vec2_distance(last, s->figures[seg_first(s, unit) + was].now.mean.at);
    }
    return sum;
}

// The figures were mixed up since the sample from which on exchanging them leaves the shortest ways.
static void exchange_path(segmenter *s, int unit) {
    path *p = &s->units[unit].path;
    int from = p->count;
    double least = length_if_from(s, unit, from);
    for (int i = p->count - 1; i > 0; i--) {
        double length = length_if_from(s, unit, i);
        if (length < least) least = length, from = i;
    }
    for (int i = from; i < p->count; i++) {
        pose at[GAME_MAX_FIGURES];
        bool seen[GAME_MAX_FIGURES];
        for (int k = 0; k < p->figures; k++) at[k] = path_poses(p, i)[k], seen[k] = path_seen(p, i)[k];
        for (int k = 0; k < p->figures; k++) {
            int was = was_said(s, unit, k);
            path_poses(p, i)[k] = at[was == NONE ? k : was];
            path_seen(p, i)[k] = was != NONE && seen[was];
        }
    }
}

// Where the event has the unit's figures, or where they were last.
static void list_ends(const segmenter *s, const event_observe *e, int unit, vec2 *now, bool *seen) {
    const int first = seg_first(s, unit);
    for (int f = first; f < seg_after(s, unit); f++) {
        now[f - first] = s->figures[f].now.mean.at;
        seen[f - first] = is_in_sight(&s->figures[f]);
    }
    for (int i = 0; i < e->pose_count; i++) {
        int f = e->poses[i].figure;
        if (s->g->figures[f].unit != unit) continue;
        now[f - first] = e->poses[i].pose.at;
        seen[f - first] = true;
    }
}

// A body's path is named by following it back, from the sample on from which that leaves the shortest ways. False: they went as no body.
static bool name_path_back(segmenter *s, const event_observe *e, int unit) {
    seg_unit *su = &s->units[unit];
    vec2 now[GAME_MAX_FIGURES];
    bool seen[GAME_MAX_FIGURES];
    list_ends(s, e, unit, now, seen);
    const body_end end = {now, seen};
    if (su->spare_lent || !follow_back(&su->path, &end, &su->spare)) return false;
    int from = su->path.count;
    double least = follow_back_length(&su->path, &su->spare, from, &end);
    for (int i = su->path.count - 1; i > 0; i--) {
        double length = follow_back_length(&su->path, &su->spare, i, &end);
        if (length < least) least = length, from = i;
    }
    size_t figures = (size_t)su->path.figures, samples = (size_t)(su->path.count - from);
    memcpy(path_poses(&su->path, from), path_poses(&su->spare, from), samples * figures * sizeof(pose));
    memcpy(path_seen(&su->path, from), path_seen(&su->spare, from), samples * figures * sizeof(bool));
    su->spare.count = 0;
    return true;
}

void segment_take_exchanges(segmenter *s, const event_observe *e) {
    for (int u = 0; u < s->g->unit_count; u++) s->event_units[u].compared = s->event_units[u].exchanged = false;
    for (int i = 0; i < e->pose_count; i++) {
        int f = e->poses[i].figure, unit = s->g->figures[f].unit;
        if (s->event_units[unit].compared || !is_in_sight(&s->figures[f]) || !has_moved(s, &e->poses[i])) continue;
        s->event_units[unit].compared = true;
        s->event_units[unit].exchanged = is_exchange(s, e, unit);
        if (s->event_units[unit].exchanged && s->units[unit].moving && !name_path_back(s, e, unit)) exchange_path(s, unit);
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
