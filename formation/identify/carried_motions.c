// The motions that bring enough of a unit's figures to bases, guessed from pairs of them.
#include <string.h>

#include "formation/carry_cost.h"
#include "formation/identify/carried.h"
#include "formation/identify/identify_limits.h"

pose carried_pose(rigid2 m, pose p) {
    p.at = rigid2_apply(m, p.at);
    p.heading_rad = angle_wrap(p.heading_rad + m.rotation_rad);
    return p;
}

static int nearest_base(const carried_search *s, int f, pose at, double gate) {
    const work *w = s->w;
    int best = -1;
    double least = gate;
    for (int k = 0; k < s->base_count; k++) {
        const base_sighting *b = &w->bases[s->bases[k]];
        if (s->taken[k] == s->stamp || (b->figure >= 0 && b->figure != f && b->by != SEEN_BY_PLAIN)) continue;
        double d = vec2_distance(b->pose.at, at.at);
        if (d > least || !match_headings_agree(w, f, at, b) || !work_fits(w, f, s->bases[k]) || match_was_elsewhere(w, f, s->bases[k])) continue;
        least = d;
        best = k;
    }
    return best;
}

bool carried_is_expected(const work *w, int f) { return w->figures[f].by != EXPECT_NOTHING && !w->figures[f].past->absent; }

static bool is_unmoved(const work *w, int f) { return w->figures[f].by == EXPECT_KNOWN && w->figures[f].past->unmoved; }

// Another unit's figure stands there, as far as is known: the two bases would overlap.
static bool is_taken(const carried_search *s, int figure, pose at) {
    const work *w = s->w;
    const base *own = &w->g->figures[figure].base;
    const footprint here = base_footprint(*own, at);
    for (int f = 0; f < w->g->figure_count; f++) {
        const work_figure *o = &w->figures[f];
        const base *other = &w->g->figures[f].base;
        if (w->g->figures[f].unit == s->b->unit || (o->base_of < 0 && !is_unmoved(w, f))) continue;
        const double deep_in = IDENTIFY_TAKEN_DEEP * fmin(fmin(own->width_in, own->depth_in), fmin(other->width_in, other->depth_in));
        const footprint there = base_footprint(*other, o->base_of >= 0 ? sighting_pose(&w->bases[o->base_of]) : o->expect);
        if (footprint_may_be_nearer(&here, &there, -deep_in) && footprint_gap(&here, &there) < -deep_in) return true;
    }
    return false;
}

static bool is_in_sight(const carried_search *s, int f, pose at) {
    const identify_sight *sight = &s->w->past->sight;
    return sight->shows && sight->shows(sight->context, f, at);
}

// What it costs that no base of figure f was found there: it would have been seen, or can't stand there.
static double gap_cost(const carried_search *s, int f, pose at) {
    return is_taken(s, f, at) ? IDENTIFY_TAKEN : is_in_sight(s, f, at) ? IDENTIFY_GAP : 0;
}

// Of the figures for which the motion found no base.
static double gaps_cost(const carried_search *s, rigid2 m) {
    double cost = 0;
    for (int i = 0; i < s->u->figure_count; i++) {
        const int f = s->u->first_figure + i;
        if (s->hits[i] < 0 && carried_is_expected(s->w, f)) cost += gap_cost(s, f, carried_pose(m, s->w->figures[f].expect));
    }
    return cost;
}

static bool within_reach(const work *w, int f, rigid2 m) {
    return w->figures[f].by == EXPECT_START ||
           vec2_distance(rigid2_apply(m, w->figures[f].expect.at), w->figures[f].expect.at) <= w->figures[f].past->reach_in;
}

// No hand carries a body so far, or turns it so, since the last look: figures that this look found would lie beyond their reach. One of them may have
// been taken out of it.
static bool is_too_far(const carried_search *s, rigid2 m) {
    int beyond = 0;
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++)
        beyond += carried_is_expected(s->w, f) && match_was_here_just_now(s->w, f) && !is_unmoved(s->w, f) && !within_reach(s->w, f, m);
    return beyond > 1;
}

// Hands wheel a block in a few seconds, and don't turn it about.
static bool is_too_hasty(const carried_search *s, rigid2 m) {
    return fabs(m.rotation_rad) > IDENTIFY_HASTY_TURN_RAD && s->w->past->t_s - s->b->seen_s < IDENTIFY_HASTY_S;
}

static bool shows_another_front(pose at, const base_sighting *b) {
    return pose_has_heading(at) && pose_has_heading(b->pose) && fabs(pose_turn(at, b->pose)) > IDENTIFY_TURN_MAX_RAD;
}

// It would be elsewhere now, though the picture where it was seen has not stirred since.
static bool leaves_still_place(const work *w, int f, pose to) {
    const base *b = &w->g->figures[f].base;
    const identify_figure *past = w->figures[f].past;
    return past->still && vec2_distance(past->stood.at, to.at) > fmin(b->width_in, b->depth_in) / 2;
}

carried_motion carried_weigh(carried_search *s, rigid2 m, bool fitted) {
    carried_motion found = {.motion = m};
    double gone = 0;
    int n = 0, still = 0;
    if (is_too_far(s, m) || is_too_hasty(s, m)) {
        for (int i = 0; i < s->u->figure_count; i++) s->hits[i] = -1;
        found.cost = INFINITY;
        return found;
    }
    s->stamp++;
    s->budget -= (double)s->u->figure_count * s->base_count;
    for (int i = 0; i < s->u->figure_count; i++) {
        int f = s->u->first_figure + i;
        s->hits[i] = -1;
        if (!carried_is_expected(s->w, f)) continue;
        pose at = carried_pose(m, s->w->figures[f].expect);
        int k = nearest_base(s, f, at, s->b->tol_in);
        gone += vec2_distance(at.at, s->w->figures[f].expect.at);
        n++;
        if (k < 0) continue;
        double off = vec2_distance(s->w->bases[s->bases[k]].pose.at, at.at) / s->b->tol_in;
        found.cost += fitted ? IDENTIFY_OFF_AT_TOL * off * off : 0;
        found.cost += shows_another_front(at, &s->w->bases[s->bases[k]]) ? IDENTIFY_FRONT : 0;
        found.found++;
        s->taken[k] = s->stamp;
        s->hits[i] = s->bases[k];
        still += leaves_still_place(s->w, f, at);
    }
    if (2 * still > found.found) found.cost += IDENTIFY_STILL;
    if (found.found >= IDENTIFY_FIT_SOME * n) found.cost += gaps_cost(s, m);  // of those that may be believed
    found.cost += IDENTIFY_MISSING * (n - found.found) + carry_cost(n > 0 ? gone / n : 0, m.rotation_rad);
    return found;
}

static int shared_bases(const int *a, const int *b, int n) {
    int shared = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n && a[i] >= 0; k++) shared += a[i] == b[k];
    return shared;
}

// Keeps the motion just weighed if it leads to a place of its own, or to a known one at less cost; the cheapest are kept.
static void keep_motion(carried_search *s, carried_motion v) {
    carried_body *b = s->b;
    int n = s->u->figure_count, at = b->motion_count;
    if (v.found == 0 || (b->motion_count == IDENTIFY_MOTIONS && v.cost >= b->motions[IDENTIFY_MOTIONS - 1].cost)) return;
    for (int k = 0; k < b->motion_count; k++) {
        if (shared_bases(s->hits, b->motions[k].base_of, n) <= IDENTIFY_SHARED * fmin(v.found, b->motions[k].found)) continue;
        if (b->motions[k].cost <= v.cost) return;
        at = k < at ? k : at;
    }
    if (at == IDENTIFY_MOTIONS) at = IDENTIFY_MOTIONS - 1;
    if (at == b->motion_count) b->motion_count++;
    v.base_of = b->motions[at].base_of;
    memcpy(v.base_of, s->hits, (size_t)n * sizeof *v.base_of);
    b->motions[at] = v;
    for (; at > 0 && b->motions[at - 1].cost > b->motions[at].cost; at--) {
        carried_motion dearer = b->motions[at - 1];
        b->motions[at - 1] = b->motions[at];
        b->motions[at] = dearer;
    }
}

rigid2 carried_refine(carried_search *s, const carried_motion *v) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0;
    for (int i = 0; i < s->u->figure_count; i++) {
        if (v->base_of[i] < 0) continue;
        from[n] = s->w->figures[s->u->first_figure + i].expect.at;
        to[n++] = s->w->bases[v->base_of[i]].pose.at;
    }
    return n >= 2 ? rigid2_fit(from, to, n) : v->motion;
}

// Tries every pair of bases that lie as far apart as figures a and b do.
static void try_pair(carried_search *s, int a, int b) {
    const work *w = s->w;
    vec2 from[2] = {w->figures[a].expect.at, w->figures[b].expect.at};
    double apart = vec2_distance(from[0], from[1]);
    for (int i = 0; i < s->base_count && s->budget > 0; i++) {
        const base_sighting *p = &w->bases[s->bases[i]];
        s->budget -= s->base_count;
        if (!work_fits(w, a, s->bases[i])) continue;
        for (int j = 0; j < s->base_count && s->budget > 0; j++) {
            const base_sighting *q = &w->bases[s->bases[j]];
            if (j == i || fabs(vec2_distance(p->pose.at, q->pose.at) - apart) > IDENTIFY_PAIR_TOL_IN || !work_fits(w, b, s->bases[j])) continue;
            rigid2 m = rigid2_fit(from, (vec2[2]){p->pose.at, q->pose.at}, 2);
            if (!match_headings_agree(w, a, carried_pose(m, w->figures[a].expect), p) ||
                !match_headings_agree(w, b, carried_pose(m, w->figures[b].expect), q))
                continue;
            if (within_reach(w, a, m) && within_reach(w, b, m)) keep_motion(s, carried_weigh(s, m, false));
        }
    }
}

// The listed figure that stands farthest from figure a, but no farther than that; a itself where none is so near.
static int farthest_from(const work *w, const int *figures, int n, int a, double most_in) {
    int b = a;
    for (int i = 0; i < n; i++) {
        double d = vec2_distance(w->figures[figures[i]].expect.at, w->figures[a].expect.at);
        if (d <= most_in && d > vec2_distance(w->figures[b].expect.at, w->figures[a].expect.at)) b = figures[i];
    }
    return b;
}

static bool explains(const carried_search *s, double share) { return s->b->motion_count > 0 && s->b->motions[0].found >= share * s->b->expected; }

// Pairs far apart fix the turn best; several of them, since a hand may hide any one figure. Of a half that is in sight no pair is far apart.
static void search_motions(carried_search *s) {
    const work *w = s->w;
    int figures[GAME_MAX_FIGURES], n = 0;
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++)
        if (carried_is_expected(w, f)) figures[n++] = f;
    for (int k = 0; k < IDENTIFY_PAIRS && (k < IDENTIFY_PAIRS_LEAST || !explains(s, IDENTIFY_FIT_WHOLE)); k++) {
        int a = figures[(long)k * n / IDENTIFY_PAIRS], b = farthest_from(w, figures, n, a, INFINITY);
        if (b != a) try_pair(s, a, b);
    }
    for (int k = 0; k < IDENTIFY_PAIRS && !explains(s, IDENTIFY_FIT_MOST); k++) {
        int a = figures[(long)k * n / IDENTIFY_PAIRS], far = farthest_from(w, figures, n, a, INFINITY);
        int b = farthest_from(w, figures, n, a, vec2_distance(w->figures[far].expect.at, w->figures[a].expect.at) / 2);
        if (b != a) try_pair(s, a, b);
    }
}

static void list_bases(carried_search *s) {
    s->base_count = 0;
    for (int i = 0; i < s->w->count; i++) {
        int f = s->w->bases[i].figure;
        bool own = f >= s->u->first_figure && f < s->u->first_figure + s->u->figure_count;
        if (!own && !work_is_loose(s->w, i)) continue;
        s->taken[s->base_count] = 0;
        s->bases[s->base_count++] = i;
    }
    s->stamp = 0;
}

// Fits each motion to all the figures that it brings to a base, and those that leave figures without one to where in the block these are likeliest.
static void fit_motions(carried_search *s) {
    for (int k = 0; k < s->b->motion_count; k++) {
        carried_motion *v = &s->b->motions[k], fitted = carried_weigh(s, carried_refine(s, v), true);
        if (fitted.found < IDENTIFY_FIT_WHOLE * s->b->expected) fitted = carried_likeliest_repeat(s, &fitted);
        fitted.base_of = v->base_of;
        memcpy(fitted.base_of, s->hits, (size_t)s->u->figure_count * sizeof *fitted.base_of);
        *v = fitted;
    }
}

// Figures that are explained if the unit stays: bases lie in their places, or they were not looked at, since nothing changed.
static int staying(carried_search *s) {
    int stays = carried_weigh(s, (rigid2){0}, false).found;
    for (int i = 0; i < s->u->figure_count; i++)
        stays += s->hits[i] < 0 && carried_is_expected(s->w, s->u->first_figure + i) && is_unmoved(s->w, s->u->first_figure + i);
    return stays;
}

// Leaves the motions that find enough figures of the unit for chance to be ruled out.
static void sift_motions(carried_search *s, double enough) {
    carried_body *b = s->b;
    bool lost = match_is_lost(s->w, s->u->first_figure);
    int stays = staying(s), kept = 0;
    for (int k = 0; k < b->motion_count; k++) {
        carried_motion v = b->motions[k];
        if (v.found + IDENTIFY_ROUNDING < enough || v.found < b->in_place || (!lost && v.found <= stays)) continue;
        if (v.found + IDENTIFY_ROUNDING < IDENTIFY_FIT_MOST * b->expected && !carried_has_one_place(s, &v)) continue;
        b->motions[k] = b->motions[kept];  // their arrays of bases change places
        b->motions[kept++] = v;
    }
    b->motion_count = kept;
}

void carried_find_motions(carried_search *s, carried_body *b) {
    int started = 0, missed = 0;
    b->seen_s = -INFINITY;
    s->u = &s->w->g->units[b->unit];
    s->b = b;
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++) {
        if (!carried_is_expected(s->w, f)) continue;
        b->expected++;
        b->seen_s = fmax(b->seen_s, s->w->figures[f].past->found_s);
        started += s->w->figures[f].by == EXPECT_START;
        b->in_place += s->w->figures[f].base_of >= 0 || is_unmoved(s->w, f);
        missed += s->w->figures[f].base_of < 0 && work_was_searched(s->w, f);
    }
    if (b->expected < 2 || missed == 0) return;
    const base *like = &s->w->g->figures[s->u->first_figure].base;
    b->tol_in = fmin(fmax(IDENTIFY_BODY_TOL * fmin(like->width_in, like->depth_in), IDENTIFY_BODY_TOL_LEAST_IN), IDENTIFY_BODY_TOL_MOST_IN);
    bool all_at_once = started > 0 || match_is_lost(s->w, s->u->first_figure);
    double enough = fmax(b->expected < 4 ? b->expected : 3, (all_at_once ? IDENTIFY_FIT_MOST : IDENTIFY_FIT_SOME) * b->expected);
    list_bases(s);
    if (s->base_count + IDENTIFY_ROUNDING < enough) return;
    double budget = fmin(IDENTIFY_UNIT_BUDGET, s->all_budget);
    s->budget = budget;
    search_motions(s);
    s->all_budget -= budget - s->budget;
    fit_motions(s);
    sift_motions(s, enough);
    for (int f = s->u->first_figure; b->motion_count > 0 && f < s->u->first_figure + s->u->figure_count; f++)
        if (carried_is_expected(s->w, f) && s->w->figures[f].base_of < 0 && !is_unmoved(s->w, f))
            b->gaps_cost += gap_cost(s, f, s->w->figures[f].expect);
}

void carried_take_search(const work *w, carried_search *s) {
    size_t figures = (size_t)w->g->figure_count, bases = (size_t)w->count;
    s->bases = arena_take(w->arena, bases, sizeof *s->bases);
    s->taken = arena_take(w->arena, bases, sizeof *s->taken);
    s->hits = arena_take(w->arena, figures, sizeof *s->hits);
}
