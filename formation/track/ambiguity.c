// Equal bases that may have changed places unseen. They are reported, never guessed: they stay one group until each of them is identified again.
//
// Whole units that could not be followed are compared as wholes (whole_units.c). Two figures can have been exchanged only while both were out of
// sight and a hand was about. A figure that comes back to sight exactly where it stood was not touched, since no hand puts a base down to 2 mm; but
// not where its place was seen empty meanwhile. The doubts that arose while it was out of sight end then. A figure that was carried on with its unit
// is where the unit has it. For all others the two ways to name them are weighed by how far each would have gone and been turned.
#include "formation/formation_limits.h"
#include "formation/track/state.h"
#include "formation/track/track_limits.h"
#include "formation/way.h"

static bool is_ranked_mate(const formation *f, int i, int j) {
    const game_unit *u = &f->g->units[f->g->figures[i].unit];
    if (f->g->figures[j].unit != f->g->figures[i].unit || i == u->leader || j == u->leader) return false;
    if (i == u->reference_figure || j == u->reference_figure) return false;
    return fronts_stand_in_ranks(u) || u->type == UNIT_MOB;
}

bool track_look_alike(const formation *f, int i, int j) {
    const game_figure *a = &f->g->figures[i], *b = &f->g->figures[j];
    return base_is_like(a->base, b->base) && f->g->units[a->unit].rim_rgb == f->g->units[b->unit].rim_rgb;
}

// Absences --------------------------------------------------------------------------------------------------------------------------------

static bool is_surely_there(const formation_view *v, const track *t, int i) { return t->look.found || (!t->hidden && track_is_untouched(v, i)); }

// What this look says for it that the place is empty. Under the edge of a hand one of a few looks would have found a base.
static int emptiness_seen(const formation_view *v, const track *t, int i) {
    if (!t->hidden || !track_was_searched(v, i) || !v->covered || !v->hand_in || track_is_covered(v, i)) return 0;
    return v->covered[i] <= TRACK_FULL_VIEW_SHARE && v->hand_in[i] > 0 ? 2 : 1;
}

// True where the figure came back in this view.
static bool note_gap(formation *f, const formation_view *v, int i) {
    track *t = &f->figures[i];
    track_gap *now = &t->away.now;
    bool back = now->open && is_surely_there(v, t, i);
    if (!now->open && !is_surely_there(v, t, i)) *now = (track_gap){.open = true, .from = t->now.mean, .t0_s = t->t_here_s};
    if (now->open) now->empty_looks += emptiness_seen(v, t, i);
    if (!back) return false;
    now->open = false;
    now->t1_s = t->look.found ? fmax(t->look.since_s, now->t0_s) : f->t_s;
    if (now->t1_s - now->t0_s < TRACK_GAP_S || t->hand.t_about_s < now->t0_s) return false;
    t->away.last = *now;
    return true;
}

track_gap track_gap_of(const formation *f, const track *t) {
    bool away = t->away.now.open && f->t_s - t->away.now.t0_s >= TRACK_GAP_S && t->hand.t_about_s >= t->away.now.t0_s;
    track_gap g = away ? t->away.now : t->away.last;
    if (away) g.t1_s = f->t_s;
    return g;
}

bool track_was_vacated(track_gap g) { return g.empty_looks >= TRACK_EMPTY_LOOKS; }

static double overlap_s(track_gap a, track_gap b) { return fmin(a.t1_s, b.t1_s) - fmax(a.t0_s, b.t0_s); }

// Explanations ----------------------------------------------------------------------------------------------------------------------------

static bool is_in_place(pose from, pose now) {
    if (vec2_distance(from.at, now.at) > TRACK_IN_PLACE_IN) return false;
    return !pose_has_heading(from) || !pose_has_heading(now) || fabs(angle_difference(from.heading_rad, now.heading_rad)) <= TRACK_IN_PLACE_RAD;
}

// How far figure i would have gone, by hand, to stand at p: from where it stood or from where its unit's motion takes it.
static double way_to(const formation *f, int i, track_gap g, pose p) {
    const track *t = &f->figures[i];
    const body_motion *m = &f->units[f->g->figures[i].unit].motion;
    double way = way_between(g.from, p);
    if (track_goes_with_body(f, i)) way = fmin(way, way_between(body_predict(m, t->body.stood, m->t_s), p));
    return way;
}

static bool nothing_was_moved(const formation *f, double since_s) {
    for (int u = 0; u < f->g->unit_count; u++)
        if (f->units[u].t_carried_s >= since_s) return false;
    return true;
}

// Both came back exactly where they stood.
static bool may_have_changed_in_place(const formation *f, track_gap a, track_gap b, double enough_s) {
    if (track_was_vacated(a) || track_was_vacated(b)) return true;
    bool near = vec2_distance(a.from.at, b.from.at) <= TRACK_NEIGHBOURS_IN;
    return near && overlap_s(a, b) >= enough_s && nothing_was_moved(f, fmax(a.t0_s, b.t0_s));
}

// Figure i came back just now; j was away at the same time and may be still.
typedef struct {
    track_gap a, b;
    bool a_rests, b_rests;  // it came back exactly where it stood
} two_away;

static two_away absences_of(const formation *f, int i, int j) {
    two_away t = {.a = track_gap_of(f, &f->figures[i]), .b = track_gap_of(f, &f->figures[j])};
    t.a_rests = is_in_place(t.a.from, f->figures[i].now.mean);
    t.b_rests = !t.b.open && is_in_place(t.b.from, f->figures[j].now.mean);
    return t;
}

static bool may_be_exchanged(const formation *f, int i, int j, const two_away *away) {
    const track_gap a = away->a, b = away->b;
    const bool a_rests = away->a_rests, b_rests = away->b_rests;
    pose at = f->figures[i].now.mean, there = f->figures[j].now.mean;
    if (overlap_s(a, b) < TRACK_OVERLAP_S) return false;
    if (a_rests && b_rests)
        return may_have_changed_in_place(f, a, b,
                                         f->figures[i].ambiguity.group || f->figures[j].ambiguity.group ? TRACK_EXCHANGE_AGAIN_S : TRACK_EXCHANGE_S);
    if ((a_rests && !track_was_vacated(a)) || (b_rests && !track_was_vacated(b))) return false;
    if (!a_rests && a.t1_s - b.t0_s < CARRY_LEAST_S) return false;
    if (!b.open && !b_rests && b.t1_s - a.t0_s < CARRY_LEAST_S) return false;
    if (track_was_away_whole(f, i, a) && track_was_away_whole(f, j, b)) return false;
    double as_is = way_to(f, i, a, at), exchanged = way_to(f, j, b, at);
    if (!b.open) as_is += way_to(f, j, b, there), exchanged += way_to(f, i, a, there);
    return exchanged < as_is + TRACK_IN_DOUBT_IN;
}

// Groups ----------------------------------------------------------------------------------------------------------------------------------

static void report_group(formation *f, int group) {
    for (int k = 0; k < f->g->figure_count; k++)
        if (f->figures[k].ambiguity.group == group) f->figures[k].ambiguity.due = true;
}

void track_join_groups(formation *f, int i, int j) {
    int to = f->figures[i].ambiguity.group, from = f->figures[j].ambiguity.group;
    if (!to) to = from ? from : ++f->groups;
    if (!f->figures[i].ambiguity.group) f->figures[i].ambiguity.since_s = f->t_s;
    if (!f->figures[j].ambiguity.group) f->figures[j].ambiguity.since_s = f->t_s;
    f->figures[i].ambiguity.group = f->figures[j].ambiguity.group = to;
    f->figures[i].ambiguity.apart_due = f->figures[j].ambiguity.apart_due = false;
    for (int k = 0; from && k < f->g->figure_count; k++)
        if (f->figures[k].ambiguity.group == from) f->figures[k].ambiguity.group = to;
    report_group(f, to);
}

static void set_apart(formation *f, int i) {
    int group = f->figures[i].ambiguity.group;
    f->figures[i].ambiguity = (track_ambiguity){.apart_due = true};
    report_group(f, group);
}

// True where it makes a difference which figure of the group is which.
static bool matters(const formation *f, int group) {
    int first = -1;
    for (int i = 0; i < f->g->figure_count; i++) {
        if (f->figures[i].ambiguity.group != group) continue;
        if (first >= 0 && !is_ranked_mate(f, first, i)) return true;
        if (first < 0) first = i;
    }
    return false;
}

static void end_idle_groups(formation *f) {
    for (int i = 0; i < f->g->figure_count; i++)
        if (f->figures[i].ambiguity.group && !matters(f, f->figures[i].ambiguity.group)) set_apart(f, i);
}

// The unit of that group is itself as a whole: its figures kept together.
static void set_unit_apart(formation *f, int unit, int group) {
    const game_unit *u = &f->g->units[unit];
    f->units[unit].doubted = false;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (f->figures[i].ambiguity.group == group) set_apart(f, i);
}

// A doubted unit of the group other than -1; `count` of them.
static int doubted_in(const formation *f, int group, int *count) {
    int unit = -1;
    *count = 0;
    for (int u = 0; u < f->g->unit_count; u++) {
        bool is_in = false;
        for (int i = f->g->units[u].first_figure; i < f->g->units[u].first_figure + f->g->units[u].figure_count; i++)
            is_in |= f->figures[i].ambiguity.group == group;
        if (!is_in || !f->units[u].doubted) continue;
        unit = u;
        ++*count;
    }
    return unit;
}

void track_resolve(formation *f, int i) {
    int group = f->figures[i].ambiguity.group, unit = f->g->figures[i].unit, left;
    if (!group) return;
    set_apart(f, i);
    if (f->units[unit].doubted) {
        set_unit_apart(f, unit, group);
        int last = doubted_in(f, group, &left);
        if (left == 1) set_unit_apart(f, last, group);
    }
    end_idle_groups(f);
}

// It was thought to be another only while it was out of sight, and came back exactly where it had stood: nobody has touched it.
static bool was_doubted_in_vain(const formation *f, int i) {
    const track *t = &f->figures[i];
    const track_gap g = t->away.last;
    return t->ambiguity.group && t->ambiguity.since_s >= g.t0_s && !f->units[f->g->figures[i].unit].doubted && is_in_place(g.from, t->now.mean) &&
           !track_was_vacated(g);
}

static void note_hand(track_ambiguity *d, double hand_s) {
    if (!d->group || hand_s == 0) d->hand_s = hand_s;
}

// Figures i and j may have been exchanged.
static void doubt(formation *f, int i, int j, const two_away *away) {
    bool left = !away->a_rests || !away->b_rests || track_was_vacated(away->a) || track_was_vacated(away->b);
    double hand_s = left ? 0 : overlap_s(away->a, away->b);
    note_hand(&f->figures[i].ambiguity, hand_s);
    note_hand(&f->figures[j].ambiguity, hand_s);
    track_join_groups(f, i, j);
}

// Figure k was carried on: the hand that was over others meanwhile had no time to exchange them.
static void excuse_meanwhile(formation *f, int k) {
    const track_gap g = f->figures[k].away.last;
    if (is_in_place(g.from, f->figures[k].now.mean)) return;
    for (int i = 0; i < f->g->figure_count; i++) {
        const track_ambiguity *d = &f->figures[i].ambiguity;
        if (!d->group || d->hand_s <= 0 || f->units[f->g->figures[i].unit].doubted) continue;
        double busy_s = fmin(g.t1_s, d->since_s) - fmax(g.t0_s, d->since_s - d->hand_s);
        if (busy_s > 0 && d->hand_s - busy_s < TRACK_EXCHANGE_S) track_resolve(f, i);
    }
}

void track_watch_ambiguity(formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        t->away.back = t->known && t->seen && !t->absent && note_gap(f, v, i) && !t->look.coded;
    }
    track_watch_whole_units(f, v);
    for (int i = 0; i < f->g->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!t->away.back) continue;
        if (was_doubted_in_vain(f, i)) track_resolve(f, i);
        for (int j = 0; j < f->g->figure_count; j++) {
            const track *o = &f->figures[j];
            if (j == i || !o->seen || o->absent || (o->look.coded && !o->away.now.open)) continue;
            if (t->ambiguity.group && t->ambiguity.group == o->ambiguity.group && f->units[f->g->figures[i].unit].doubted)
                continue;                                                                          // with its whole unit
            bool all_one = is_ranked_mate(f, i, j) && !t->ambiguity.group && !o->ambiguity.group;  // a mate that may be another unit's is none
            if (!track_look_alike(f, i, j) || all_one) continue;
            const two_away away = absences_of(f, i, j);
            if (may_be_exchanged(f, i, j, &away)) doubt(f, i, j, &away);
        }
        excuse_meanwhile(f, i);
    }
}

// Identified by how units move ------------------------------------------------------------------------------------------------------------

static vec2 taken_by(const formation *f, int unit, int i) {
    const body_motion *m = &f->units[unit].motion;
    return body_predict(m, f->figures[i].body.stood, m->t_s).at;
}

// Figure i stands where the motion of the unit takes it, and not where it stood.
static bool went_with(const formation *f, int unit, int i) {
    const track *t = &f->figures[i];
    if (t->hidden || !t->body.known) return false;
    vec2 to = taken_by(f, unit, i);
    return vec2_distance(to, t->body.stood.at) >= TRACK_WENT_FAR_IN && vec2_distance(to, t->now.mean.at) <= TRACK_BODY_OFF_IN;
}

static bool stayed_behind(const formation *f, int unit, int i) {
    const track *t = &f->figures[i];
    if (t->hidden || !t->body.known) return false;
    return vec2_distance(taken_by(f, unit, i), t->body.stood.at) >= TRACK_WENT_FAR_IN &&
           vec2_distance(t->body.stood.at, t->now.mean.at) <= TRACK_IN_PLACE_IN;
}

static void exchange(formation *f, int i, int j) {
    steady now = f->figures[i].now;
    f->figures[i].now = f->figures[j].now;
    f->figures[j].now = now;
    f->figures[i].shift = f->figures[j].shift = (track_shift){0};
}

// One of the unit stayed, and an equal base of another went along: they are each other.
static void put_right(formation *f, int unit, int i) {
    for (int j = 0; j < f->g->figure_count; j++) {
        if (f->figures[j].ambiguity.group != f->figures[i].ambiguity.group || f->g->figures[j].unit == unit || !went_with(f, unit, j)) continue;
        exchange(f, i, j);
        set_apart(f, i);
        set_apart(f, j);
        return;
    }
}

void track_settle_ambiguity(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    if (!fronts_stand_in_ranks(u) || !f->units[unit].motion.valid || f->units[unit].doubted) return;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!f->figures[i].ambiguity.group) continue;
        if (went_with(f, unit, i))
            set_apart(f, i);
        else if (stayed_behind(f, unit, i))
            put_right(f, unit, i);
    }
    end_idle_groups(f);
}

// The k-th figure of each unit, then the next ones: a reader of only the first few of a large group still learns of all units.
static int list_group(formation *f, int mix, int *figures) {
    int n = 0, most = 0;
    for (int u = 0; u < f->g->unit_count; u++) most = most < f->g->units[u].figure_count ? f->g->units[u].figure_count : most;
    for (int k = 0; k < most; k++)
        for (int u = 0; u < f->g->unit_count; u++) {
            int i = f->g->units[u].first_figure + k;
            if (k >= f->g->units[u].figure_count || f->figures[i].ambiguity.group != mix) continue;
            f->figures[i].ambiguity.due = false;
            figures[n++] = i;
        }
    return n;
}

int track_report_groups(formation *f, int *figures, int *groups) {
    int n = 0, group = 0;
    for (int i = 0; i < f->g->figure_count; i++) {
        if (!f->figures[i].ambiguity.due) continue;
        int added = list_group(f, f->figures[i].ambiguity.group, figures + n);
        for (int k = 0; k < added; k++) groups[n + k] = group;
        n += added;
        group++;
    }
    for (int i = 0; i < f->g->figure_count; i++) {
        if (!f->figures[i].ambiguity.apart_due) continue;
        f->figures[i].ambiguity.apart_due = false;
        figures[n] = i;
        groups[n++] = group++;
    }
    return n;
}
