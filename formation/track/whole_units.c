// Units that were carried out of sight: finds those that may have been exchanged. Figures that moved together keep their array, so whole units are
// compared with one another, never their figures one by one.
//
// The cost of a path is the negative logarithm of its likelihood. Units are rarely carried far, or turned much, or set up anew in the hand. A hand
// that holds two puts down first the one that it took first. The assignment of least cost is reported. If an exchange of places (in a ring of two or
// more units) costs little more, their identities are ambiguous.
#include <stdlib.h>

#include "formation/carry_cost.h"
#include "formation/track/state.h"
#include "formation/track/track_limits.h"

static bool is_of_body(const track *t) { return t->known && t->seen && !t->absent; }

static bool hand_was_about(const formation *f, const game_unit *u, double since_s) {
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (f->figures[i].hand.t_about_s >= since_s) return true;
    return false;
}

// Where the unit stood when the last of its figures that were needed to follow it was lost.
static void begin_absence(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    track_absence a = {.open = true};
    vec2 way = {0, 0};
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        track *t = &f->figures[i];
        if (!is_of_body(t)) continue;
        t->away.stood = t->away.now.open ? t->away.now.from : t->now.mean;
        if (t->away.now.open) a.t0_s = fmax(a.t0_s, t->away.now.t0_s);
        a.from = vec2_add(a.from, t->away.stood.at);
        a.figures++;
        if (!pose_has_heading(t->away.stood)) continue;
        way = vec2_add(way, heading_forward(t->away.stood.heading_rad));
        a.has_heading = true;
    }
    a.from = vec2_scale(a.from, 1.0 / a.figures);
    a.heading_rad = atan2(way.y, way.x);
    f->units[unit].away = a;
}

// Where the figures that were found again say that the unit is.
static void end_absence(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    track_absence *a = &f->units[unit].away;
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!is_of_body(t) || t->away.now.open) continue;
        from[n] = t->away.stood.at;
        to[n++] = t->now.mean.at;
    }
    rigid2 m = rigid2_fit(from, to, n);
    a->open = false;
    a->ended = true;
    a->t1_s = f->t_s;
    a->found = n;
    a->to = rigid2_apply(m, a->from);
    a->turn_rad = m.rotation_rad;
    a->as_body = m.residual_max <= TRACK_BODY_OFF_IN;
}

static bool was_vacated(const formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    int empty = 0, n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!is_of_body(&f->figures[i])) continue;
        empty += track_was_vacated(track_gap_of(f, &f->figures[i]));
        n++;
    }
    return 2 * empty >= n;
}

// It was taken up as a whole: a unit that is found in its place was only under an arm. Skirmishers that do not keep their array were moved one by
// one.
static bool was_carried(const formation *f, int unit) {
    const track_absence *a = &f->units[unit].away;
    if (a->open) return was_vacated(f, unit);
    if (!a->as_body && !fronts_stand_in_ranks(&f->g->units[unit])) return false;
    return vec2_distance(a->from, a->to) > TRACK_IN_PLACE_IN || fabs(a->turn_rad) > TRACK_UNIT_IN_PLACE_RAD;
}

// Its own marker or its figures' codes tell it apart.
static bool is_reported(const formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    if (f->t_s - f->units[unit].t_marker_s <= TRACK_MARKED_S) return true;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (is_of_body(&f->figures[i]) && f->figures[i].look.found && f->figures[i].look.coded) return true;
    return false;
}

// Equal bases, and as many of them as far as is seen.
static bool may_be_one_another(const formation *f, int a, int b) {
    const track_absence *x = &f->units[a].away, *y = &f->units[b].away;
    if (!track_look_alike(f, f->g->units[a].first_figure, f->g->units[b].first_figure)) return false;
    int unseen = (x->open ? x->figures : x->figures - x->found) + (y->open ? y->figures : y->figures - y->found);
    return abs(x->figures - y->figures) <= unseen;
}

static bool overlap(const formation *f, const track_absence *a, const track_absence *b) {
    double a1 = a->open ? f->t_s : a->t1_s, b1 = b->open ? f->t_s : b->t1_s;
    return fmin(a1, b1) - fmax(a->t0_s, b->t0_s) >= TRACK_OVERLAP_S;
}

// Units away together with one that came back just now.
typedef struct {
    const formation *f;
    int unit[TRACK_TOGETHER_MOST], count;
    double cost[TRACK_TOGETHER_MOST][TRACK_TOGETHER_MOST];  // of row's unit in the place of column's
} company;

static void gather(company *c, const formation *f, int unit) {
    *c = (company){.f = f, .unit = {unit}, .count = 1};
    for (int u = 0; u < f->g->unit_count && c->count < TRACK_TOGETHER_MOST; u++) {
        const track_absence *a = &f->units[u].away;
        if (u == unit || !(a->open || a->ended) || !overlap(f, a, &f->units[unit].away)) continue;
        if (may_be_one_another(f, u, unit) && was_carried(f, u) && !is_reported(f, u)) c->unit[c->count++] = u;
    }
}

// Sum of squares by which unit a's array, laid in the place of b's with the middles and headings one over the other, misses b's.
static double off_array(const formation *f, int a, int b) {
    const track_absence *x = &f->units[a].away, *y = &f->units[b].away;
    const game_unit *u = &f->g->units[a], *w = &f->g->units[b];
    double turn = y->heading_rad - x->heading_rad, sum = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!is_of_body(&f->figures[i])) continue;
        vec2 at = vec2_add(y->from, vec2_rotate(vec2_sub(f->figures[i].away.stood.at, x->from), turn));
        double least = INFINITY;
        for (int j = w->first_figure; j < w->first_figure + w->figure_count; j++)
            if (is_of_body(&f->figures[j])) least = fmin(least, vec2_distance(at, f->figures[j].away.stood.at));
        sum += least * least;
    }
    return sum;
}

// Unit a having gone to where unit b was found; to where nothing was found yet, nothing.
static double cost_of(const formation *f, int a, int b) {
    const track_absence *x = &f->units[a].away, *y = &f->units[b].away;
    if (y->open) return 0;
    bool turns = x->has_heading && y->has_heading;
    double cost = carry_cost(vec2_distance(x->from, y->to), turns ? angle_difference(y->heading_rad + y->turn_rad, x->heading_rad) : 0);
    if (a == b || !turns) return cost;
    base like = f->g->figures[f->g->units[a].first_figure].base;
    double sigma = TRACK_PLACE_SIGMA * fmin(like.width_in, like.depth_in);
    return cost + fmin(off_array(f, a, b) / (2 * sigma * sigma), TRACK_OTHER_ARRAY_MOST);
}

// What it adds to an exchange of two that they came back in the order in which they went; below 0: in the other.
static double order_cost(const formation *f, int a, int b) {
    const track_absence *x = &f->units[a].away, *y = &f->units[b].away;
    double went = y->t0_s - x->t0_s, came = (y->open ? f->t_s : y->t1_s) - (x->open ? f->t_s : x->t1_s);
    if (y->open != x->open) came = y->open ? INFINITY : -INFINITY;
    if (fabs(went) < TRACK_SAME_TIME_S || fabs(came) < TRACK_SAME_TIME_S) return 0;
    return (went > 0) == (came > 0) ? TRACK_IN_ORDER : -TRACK_IN_ORDER;
}

static void weigh(company *c) {
    for (int a = 0; a < c->count; a++)
        for (int b = 0; b < c->count; b++) c->cost[a][b] = cost_of(c->f, c->unit[a], c->unit[b]);
}

// What `from` in the place of `to` adds, its half of the order included.
static double step_cost(const company *c, int from, int to) {
    return c->cost[from][to] - c->cost[from][from] + order_cost(c->f, c->unit[from], c->unit[to]) / 2;
}

// Units, each in the place of the next, and what that adds so far; it begins with unit 0.
typedef struct {
    double cost;
    unsigned units;
    int count;
} ring;

// The units of all rings that go on from `at`, the last one in so_far, and are likely enough.
static unsigned likely_rings(const company *c, int at, ring so_far) {
    unsigned units = so_far.cost + step_cost(c, at, 0) < TRACK_IN_DOUBT ? so_far.units : 0;
    for (int next = 1; next < c->count && so_far.count < TRACK_RING_MOST; next++) {
        if (so_far.units >> next & 1) continue;
        units |= likely_rings(c, next, (ring){so_far.cost + step_cost(c, at, next), so_far.units | 1u << next, so_far.count + 1});
    }
    return units;
}

static void group_units(formation *f, int a, int b) {
    const game_unit *u = &f->g->units[a], *w = &f->g->units[b];
    int with = -1;
    f->units[a].doubted = f->units[b].doubted = true;
    for (int j = w->first_figure; j < w->first_figure + w->figure_count; j++)
        if (is_of_body(&f->figures[j])) with = j;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count && with >= 0; i++)
        if (is_of_body(&f->figures[i])) track_join_groups(f, with, i);
    for (int j = w->first_figure; j < w->first_figure + w->figure_count && with >= 0; j++)
        if (is_of_body(&f->figures[j])) track_join_groups(f, with, j);
}

static void compare(formation *f, int unit) {
    company c;
    if (!was_carried(f, unit) || is_reported(f, unit)) return;
    gather(&c, f, unit);
    weigh(&c);
    unsigned units = 0;
    for (int k = 1; k < c.count; k++) units |= likely_rings(&c, k, (ring){step_cost(&c, 0, k), 1u << k, 2});
    for (int k = 1; k < c.count; k++)
        if (units >> k & 1) group_units(f, unit, c.unit[k]);
}

static void watch_unit(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    track_absence *a = &f->units[unit].away;
    int known = 0, there = 0;
    double since_s = INFINITY;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!is_of_body(t)) continue;
        known++;
        there += !t->away.now.open;
        if (t->away.now.open) since_s = fmin(since_s, t->away.now.t0_s);
    }
    double needed = fmax(2, ceil(TRACK_BODY_SHARE * known));
    if (!a->open && known >= 2 && there < needed && hand_was_about(f, u, since_s)) begin_absence(f, unit);
    if (!a->open || there < fmax(needed, TRACK_FOUND_SHARE * known)) return;
    end_absence(f, unit);
    if (a->t1_s - a->t0_s >= TRACK_GAP_S) compare(f, unit);
}

// The one marker of the unit that was seen, which lies with it; NULL: none, or two.
static const base_sighting *marker_of(const formation *f, const formation_view *v, int unit) {
    const base_sighting *m = NULL;
    int n = 0;
    for (int i = 0; i < v->base_count; i++)
        if (v->bases[i].by == SEEN_BY_UNIT_MARKER && v->bases[i].unit == unit) m = &v->bases[i], n++;
    return n == 1 && f->g->units[unit].marker_has_offset ? m : NULL;
}

static void take_marker(formation *f, int unit, const base_sighting *m) {
    const game_unit *u = &f->g->units[unit];
    f->units[unit].t_marker_s = f->t_s;
    f->units[unit].marker = m->pose;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count && f->units[unit].doubted; i++) track_resolve(f, i);
}

void track_watch_whole_units(formation *f, const formation_view *v) {
    for (int u = 0; u < f->g->unit_count; u++) {
        const base_sighting *m = marker_of(f, v, u);
        if (m) take_marker(f, u, m);
    }
    for (int u = 0; u < f->g->unit_count; u++)
        if (f->g->units[u].figure_count >= 2) watch_unit(f, u);
}

bool track_was_away_whole(const formation *f, int i, track_gap g) {
    const track_absence *a = &f->units[f->g->figures[i].unit].away;
    if ((!a->open && !a->ended) || (a->ended && !a->as_body) || !was_carried(f, f->g->figures[i].unit)) return false;
    return fmin(a->open ? f->t_s : a->t1_s, g.t1_s) > fmax(a->t0_s, g.t0_s);
}
