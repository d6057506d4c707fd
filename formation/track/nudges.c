// Displacements that no player made on purpose: a sleeve that passes, a die that hits, a neighbour that is pushed along.
//
// What a picture tells is how near a hand was, how far the figure went, and what else went. In doubt it is no nudge: a move is judged as usual.
#include "formation/track/state.h"
#include "formation/track/track_limits.h"

static double hand_distance(const formation_view *v, int i) {
    if (v->covered && v->covered[i] > 0) return 0;
    if (v->hand_in) return v->hand_in[i];
    return v->hand ? 0 : INFINITY;  // somewhere
}

static void note_hand(formation *f, const formation_view *v, int i) {
    track *t = &f->figures[i];
    double distance = hand_distance(v, i);
    if (distance <= TRACK_HAND_ABOUT_IN) t->hand.t_about_s = f->t_s;
    if (distance > TRACK_HAND_NEAR_IN) return;
    if (f->t_s - t->hand.t_s > TRACK_VISIT_GAP_S) t->hand.t_came_s = f->t_s;
    t->hand.t_s = f->t_s;
    f->units[f->g->figures[i].unit].t_hand_s = f->t_s;
}

static bool is_moving(const formation *f, const track *t) { return f->t_s - t->t_moved_s < TRACK_JUST_NOW_S; }

static double shifted_in(const track *t) { return vec2_distance(t->shift.from.at, t->now.mean.at); }

// True where base i stands against one of another unit that is being moved.
static bool is_pushed(const formation *f, int i, pose at) {
    const game_figure *own = &f->g->figures[i];
    footprint here = base_footprint(own->base, at);
    for (int j = 0; j < f->g->figure_count; j++) {
        const track *t = &f->figures[j];
        int unit = f->g->figures[j].unit;
        if (unit == own->unit || f->t_s - f->units[unit].t_carried_s > TRACK_JUST_NOW_S || !t->look.found || !is_moving(f, t)) continue;
        footprint there = base_footprint(f->g->figures[j].base, t->now.mean);
        if (footprint_may_be_nearer(&here, &there, TRACK_TOUCH_IN) && footprint_gap(&here, &there) < TRACK_TOUCH_IN) return true;
    }
    return false;
}

void track_begin_shift(formation *f, int i, pose from, double t_from_s) {
    track *t = &f->figures[i];
    if (t->shift.open || !t->reported.placed) return;
    t->shift = (track_shift){.open = true, .from = from, .t_from_s = t_from_s, .t_seen_s = f->t_s, .pushed = is_pushed(f, i, from)};
}

// The unit was being moved about when the figure was displaced, or by the same hand that has stayed with it since.
static bool was_carried(const formation *f, int i) {
    const track *t = &f->figures[i];
    double since = t->shift.t_from_s - TRACK_SAME_SPELL_S;
    if (t->hand.t_s >= t->shift.t_from_s) since = fmin(since, t->hand.t_came_s);
    return f->units[f->g->figures[i].unit].t_carried_s >= since;
}

// Figures of first..first + count that were displaced in the same spell as figure i.
static int displaced_with(const formation *f, int i, int first, int count, int *there) {
    int n = 0;
    *there = 0;
    for (int k = first; k < first + count; k++) {
        const track *t = &f->figures[k];
        *there += t->known && t->seen;
        n += t->shift.open ? shifted_in(t) >= TRACK_NUDGE_LEAST_IN
                           : t->shift.t_seen_s > f->figures[i].shift.t_from_s - TRACK_SAME_SPELL_S && t->shift.was;
    }
    return n;
}

static bool are_few(const formation *f, int i) {
    const game_unit *u = &f->g->units[f->g->figures[i].unit];
    int there, displaced = displaced_with(f, i, u->first_figure, u->figure_count, &there);
    double share = f->figures[i].shift.pushed ? TRACK_FEW_PUSHED : TRACK_FEW;
    return there > 1 && displaced <= fmax(1, share * there);
}

// Everything was displaced at once that was not carried.
static bool was_the_table(const formation *f, int i) {
    int there = 0, displaced = 0;
    for (int u = 0; u < f->g->unit_count; u++) {
        int known;
        if (f->units[u].t_carried_s >= f->figures[i].shift.t_from_s - TRACK_SAME_SPELL_S) continue;
        displaced += displaced_with(f, i, f->g->units[u].first_figure, f->g->units[u].figure_count, &known);
        there += known;
    }
    return displaced > fmax(TRACK_AT_ONCE, TRACK_AT_ONCE_SHARE * there);
}

static bool was_no_hand(const track *t) { return t->hand.t_about_s < t->shift.t_from_s - TRACK_SAME_SPELL_S; }

static bool was_brisk(const track *t) { return t->t_moved_s - t->shift.t_seen_s <= TRACK_NUDGE_BRISK_S; }

static bool is_nudge(const formation *f, int i) {
    const track *t = &f->figures[i];
    double far = shifted_in(t);
    if (far < TRACK_NUDGE_LEAST_IN || !steady_differ(t->shift.from, t->now.mean, f->terms) || was_carried(f, i) || was_the_table(f, i)) return false;
    if (t->shift.pushed) return far <= TRACK_NUDGE_FAR_IN && are_few(f, i);
    if (was_no_hand(t)) return far <= TRACK_NUDGE_FAR_IN && was_brisk(t);
    if (far > TRACK_NUDGE_SMALL_IN) return false;
    bool lone = f->g->units[f->g->figures[i].unit].figure_count == 1;
    if (lone) return was_brisk(t) && t->hand.t_s - t->hand.t_came_s < TRACK_PASSES_S;
    return was_brisk(t) && are_few(f, i);
}

static void end_shift(formation *f, int i, bool nudged) {
    track_shift *s = &f->figures[i].shift;
    s->open = false;
    s->was = shifted_in(&f->figures[i]) >= TRACK_NUDGE_LEAST_IN;
    s->due = nudged;
}

void track_watch_shifts(formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++) {
        const track *t = &f->figures[i];
        note_hand(f, v, i);
        if (t->look.found && t->shift.open && is_moving(f, t) && shifted_in(t) > (t->shift.pushed ? TRACK_NUDGE_FAR_IN : TRACK_NUDGE_SMALL_IN))
            f->units[f->g->figures[i].unit].t_carried_s = f->t_s;
    }
    for (int i = 0; i < f->g->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!t->shift.open || t->hidden || f->t_s - t->t_moved_s < TRACK_NUDGE_REST_S) continue;
        bool hand_here = f->t_s - f->units[f->g->figures[i].unit].t_hand_s < TRACK_HAND_GONE_S;
        if (hand_here && f->t_s - t->t_moved_s < TRACK_HAND_WAIT_S && track_is_held(f, i)) continue;
        end_shift(f, i, !hand_here && is_nudge(f, i));
    }
}

bool track_is_held(const formation *f, int i) {
    const track *t = &f->figures[i];
    if (!t->shift.open || was_carried(f, i)) return false;
    if (is_moving(f, t) && !was_brisk(t)) return false;
    if (t->shift.pushed) return shifted_in(t) <= TRACK_NUDGE_FAR_IN && are_few(f, i);
    bool lone = f->g->units[f->g->figures[i].unit].figure_count == 1;
    return shifted_in(t) <= TRACK_NUDGE_SMALL_IN && (lone ? was_no_hand(t) : are_few(f, i));
}
