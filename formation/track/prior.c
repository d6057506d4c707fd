// What identification is given of the past, and the bases of a view with their names.
#include <string.h>

#include "formation/track/state.h"
#include "formation/track/track_limits.h"

// Its place was seen empty since it was found there last.
static bool is_gone(const track *t) { return t->away.now.open && track_was_vacated(t->away.now); }

// When a figure of the unit moved last. Units in ranks go as one body.
static double moved_last_s(const formation *f, int i) {
    const game_unit *u = &f->g->units[f->g->figures[i].unit];
    double last_s = f->figures[i].t_moved_s;
    for (int k = u->first_figure; fronts_stand_in_ranks(u) && k < u->first_figure + u->figure_count; k++)
        if (f->figures[k].seen) last_s = fmax(last_s, f->figures[k].t_moved_s);
    return last_s;
}

// It has been at all, and since then.
static bool is_since(double t_s, double since_s) { return t_s > -INFINITY && t_s >= since_s; }

// Since then it moved, or most of its unit did: one that a look misplaced takes no others along.
static bool has_moved(const formation *f, int i, double since_s) {
    const game_unit *u = &f->g->units[f->g->figures[i].unit];
    int seen = 0, moved = 0;
    for (int k = u->first_figure; fronts_stand_in_ranks(u) && k < u->first_figure + u->figure_count; k++) {
        seen += f->figures[k].seen;
        moved += f->figures[k].seen && is_since(f->figures[k].t_moved_s, since_s);
    }
    return is_since(f->figures[i].t_moved_s, since_s) || (moved > 0 && 2 * moved >= seen);
}

// Where no hand has been near, and nothing went, a figure is knocked aside at most. What is gone was carried off, though no hand was made out.
static double reach_of(const formation *f, const formation_view *v, int i) {
    const track *t = &f->figures[i];
    const double since_s = t->t_here_s - TRACK_LATELY_S;
    bool by_hand = !v->hand_in || is_gone(t) || is_since(t->hand.t_about_s, since_s) || has_moved(f, i, since_s);
    return TRACK_FIRST_REACH_IN + (by_hand ? f->o.hand_speed_in_s * (v->t_s - t->t_here_s) : 0);
}

// When all figures of the unit were still in their places: each was seen there then or later.
static double all_here_s(const formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    double first_s = INFINITY;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (f->figures[i].known && !f->figures[i].absent) first_s = fmin(first_s, f->figures[i].t_here_s);
    return first_s;
}

// True where the unit stands in ranks and no figure of it has moved since all were seen in them.
static bool ranks_stand(const formation *f, const formation_view *v, int unit) {
    const game_unit *u = &f->g->units[unit];
    return v->place_still_for_s && fronts_stand_in_ranks(u) && moved_last_s(f, u->first_figure) <= all_here_s(f, unit);
}

bool track_stands_in_ranks(const formation *f, const formation_view *v, int i) {
    const int unit = f->g->figures[i].unit;
    return ranks_stand(f, v, unit) && !track_has_stirred(v, i, all_here_s(f, unit));
}

// Where something has moved since a figure was in its place, it may have left. Where nothing has, another was taken for it, or, in ranks that stand,
// it has not left: its place in them is no accident. Without a code a figure may be any other of its unit.
static void tell_left(formation *f, const formation_view *v, int unit) {
    const game_unit *u = &f->g->units[unit];
    const double all_s = all_here_s(f, unit);
    const bool stand = ranks_stand(f, v, unit);
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        double here_s = f->figures[i].look.coded ? f->figures[i].t_here_s : all_s;
        bool stirred = track_has_stirred(v, i, here_s);
        f->prior[i].stands = stand && !stirred;
        f->prior[i].left_s = stirred || stand ? here_s : -INFINITY;
    }
}

static identify_figure prior_of(const formation *f, const formation_view *v, int i) {
    const track *t = &f->figures[i];
    return (identify_figure){.known = t->known && t->seen,
                             .absent = t->absent,
                             .searched = t->hidden || track_was_searched(v, i),  // a hidden figure may turn up anywhere
                             .unmoved = !t->hidden && track_is_untouched(v, i),
                             .found_lately = !t->hidden,
                             .gone = is_gone(t),
                             .still = !t->hidden && track_is_still(v, i, t->t_here_s),
                             .layout_known = f->prior[i].layout_known,
                             .at = t->now.mean,
                             .stood = t->now.mean,
                             .layout = f->prior[i].layout,
                             .reach_in = reach_of(f, v, i),
                             .here_s = track_is_plain(f, i) ? f->units[f->g->figures[i].unit].t_whole_s : t->t_here_s,
                             .found_s = t->t_here_s};
}

static bool is_place_of(const formation *f, int i, vec2 p) {
    const track *t = &f->figures[i];
    return t->known && t->seen && !t->absent && vec2_distance(t->now.mean.at, p) < TRACK_SAME_PLACE * track_lesser_side(f, i);
}

static bool is_place_of_some(const formation *f, vec2 p) {
    for (int i = 0; i < f->g->figure_count; i++)
        if (is_place_of(f, i, p)) return true;
    return false;
}

// A figure that may look like the base is known there.
static bool is_place_of_like(const formation *f, const base_sighting *b) {
    for (int i = 0; i < f->g->figure_count; i++)
        if (is_place_of(f, i, b->pose.at) && formation_base_fits(f->g, i, b)) return true;
    return false;
}

// The hand that took the unit away may still be at it, wherever it is now: a base that may be one of its figures lies by a hand, where none was
// known.
static bool hand_holds(const formation *f, const formation_view *v, int unit) {
    if (!v->base_hand_in || !track_any_hidden(f, unit)) return false;
    for (int i = 0; i < v->base_count; i++) {
        const base_sighting *b = &v->bases[i];
        bool may_be = b->by != SEEN_BY_UNIT_MARKER && b->figure < 0 && formation_base_fits(f->g, f->g->units[unit].first_figure, b);
        if (may_be && v->base_hand_in[i] <= TRACK_HAND_NEAR_IN && !is_place_of_some(f, b->pose.at)) return true;
    }
    return false;
}

static identify_hand hand_at(const formation *f, const formation_view *v, int unit) {
    bool here = v->t_s - f->units[unit].t_hand_s < TRACK_BUSY_S || hand_holds(f, v, unit);
    return here ? IDENTIFY_HAND_HERE : IDENTIFY_HAND_AWAY;
}

static identify_past past_of(formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        if (!t->hidden && track_is_untouched(v, i)) t->t_here_s = v->t_s;
        f->prior[i] = prior_of(f, v, i);
    }
    for (int u = 0; u < f->g->unit_count; u++) {
        track_expect_carried(f, v, u);
        tell_left(f, v, u);
        const unit_track *ut = &f->units[u];
        f->unit_prior[u] = (identify_unit){
            .hand = hand_at(f, v, u), .lost = track_is_lost(f, u), .marker_lies = isfinite(ut->t_marker_s) && !ut->unsettled, .marker = ut->marker};
    }
    return (identify_past){
        .figures = f->prior, .units = f->unit_prior, .since_s = f->view.since_s, .still_s = f->view.lies_s, .t_s = f->t_s, .sight = v->sight};
}

// Since when the thing seen has lain there, for the picture is the same and no figure that it may be was known there; what is taken for a base may be
// a bush, or another unit's figure.
static double lies_since(const formation *f, const formation_view *v, int i, const loose_base *known) {
    if (is_place_of_like(f, &f->view.bases[i])) return INFINITY;
    if (i < v->base_count) return track_lies_since(f, v, i);
    return known ? known->t_lies_s : INFINITY;
}

// What is known of the times of the view's base i: of one that is only remembered, as it was seen last.
static void tell_times(formation *f, const formation_view *v, int i) {
    track_view *seen = &f->view;
    const loose_base *known = track_loose_of(f, &seen->bases[i]);
    seen->since_s[i] = known ? known->t_first_s : f->t_s;
    if (i < v->base_count)
        seen->still_s[i] = v->still_for_s ? f->t_s - v->still_for_s[i] : INFINITY;
    else
        seen->still_s[i] = known ? known->t_still_s : INFINITY;
    seen->lies_s[i] = lies_since(f, v, i, known);
}

int track_name_bases(formation *f, const formation_view *v, fault *fault) {
    int n = v->base_count;
    if (!track_make_view(f, n)) return -1;
    track_view *seen = &f->view;
    if (n > 0) memcpy(seen->bases, v->bases, (size_t)n * sizeof *seen->bases);
    identify_past past = past_of(f, v);
    n += track_recall_loose(f, v, seen->bases + n, TRACK_LOOSE_MOST);
    for (int i = 0; i < n; i++) tell_times(f, v, i);
    if (n == 0) return 0;
    if (formation_identify_in(&seen->memory, f->g, seen->bases, n, &past, fault) != STATUS_OK) return -1;
    int laid = formation_lay_trays(f->g, seen->bases, n, &past, seen->bases + n, seen->capacity - n);
    for (int i = n; i < n + laid; i++) seen->since_s[i] = f->t_s, seen->still_s[i] = INFINITY;
    return n + laid;
}
