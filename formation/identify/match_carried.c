// Units that left their places as bodies. Several may have, and equal ones may be taken for one another: for each unit the motions that bring enough
// of its figures to bases are found, and of all units' motions those are taken together that cost least.
//
// Costs are negative logarithms of likelihoods: IDENTIFY_MISSING for each figure that finds no base, the square of how far the others are off their
// places, and what the way costs (ways.h).
#include <string.h>

#include "formation/carry_cost.h"
#include "formation/identify/identify_limits.h"
#include "formation/identify/match.h"

// A motion and the bases to which it brings the unit's figures.
typedef struct {
    rigid2 motion;
    double cost;
    int found;
    int *base_of;  // per figure of the unit: index of its base, -1
} way;

// A unit whose figures were not all found where they were expected, and where it may be.
typedef struct {
    int unit, expected, in_place;  // figures expected, and those that are where they were: found there, or nothing changed about them
    double tol_in;
    way ways[IDENTIFY_MOTIONS];  // cheapest first
    int way_count, chosen;       // -1: it stays
} body;

typedef struct {
    work *w;
    const game_unit *u;
    body *b;
    int *bases, base_count;  // that may be the unit's
    int *taken;              // per base of the list: stamp of the last hypothesis that used it
    int stamp;
    int *hits;                        // per figure: base that the last hypothesis gave it, -1
    double work_left, all_work_left;  // comparisons of a figure with a base that may still be made
} search;

static pose carry(rigid2 m, pose p) {
    p.at = rigid2_apply(m, p.at);
    p.heading_rad = angle_wrap(p.heading_rad + m.rotation_rad);
    return p;
}

static int nearest_base(const search *s, int f, pose at, double gate) {
    const work *w = s->w;
    int best = -1;
    double least = gate;
    for (int k = 0; k < s->base_count; k++) {
        const base_sighting *b = &w->bases[s->bases[k]];
        if (s->taken[k] == s->stamp || (b->figure >= 0 && b->figure != f && b->by != SEEN_BY_PLAIN)) continue;
        double d = vec2_distance(b->pose.at, at.at);
        if (d > least || !match_headings_agree(at, b->pose, 0) || !work_fits(w, f, s->bases[k])) continue;
        least = d;
        best = k;
    }
    return best;
}

static bool is_expected(const work *w, int f) { return w->figures[f].by != EXPECT_NOTHING && !w->figures[f].past->absent; }

// How well a motion explains the unit; `fitted`: so exactly that it tells how far figures are off their places. What it gives to whom is left in
// s->hits.
static way weigh_motion(search *s, rigid2 m, bool fitted) {
    way found = {.motion = m};
    double gone = 0;
    int n = 0;
    s->stamp++;
    s->work_left -= (double)s->u->figure_count * s->base_count;
    for (int i = 0; i < s->u->figure_count; i++) {
        int f = s->u->first_figure + i;
        s->hits[i] = -1;
        if (!is_expected(s->w, f)) continue;
        pose at = carry(m, s->w->figures[f].expect);
        int k = nearest_base(s, f, at, s->b->tol_in);
        gone += vec2_distance(at.at, s->w->figures[f].expect.at);
        n++;
        if (k < 0) continue;
        double off = vec2_distance(s->w->bases[s->bases[k]].pose.at, at.at) / s->b->tol_in;
        found.cost += fitted ? IDENTIFY_OFF_AT_TOL * off * off : 0;
        found.found++;
        s->taken[k] = s->stamp;
        s->hits[i] = s->bases[k];
    }
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
static void keep_way(search *s, way v) {
    body *b = s->b;
    int n = s->u->figure_count, at = b->way_count;
    if (v.found == 0 || (b->way_count == IDENTIFY_MOTIONS && v.cost >= b->ways[IDENTIFY_MOTIONS - 1].cost)) return;
    for (int k = 0; k < b->way_count; k++) {
        if (shared_bases(s->hits, b->ways[k].base_of, n) <= IDENTIFY_SHARED * fmin(v.found, b->ways[k].found)) continue;
        if (b->ways[k].cost <= v.cost) return;
        at = k < at ? k : at;
    }
    if (at == IDENTIFY_MOTIONS) at = IDENTIFY_MOTIONS - 1;
    if (at == b->way_count) b->way_count++;
    v.base_of = b->ways[at].base_of;
    memcpy(v.base_of, s->hits, (size_t)n * sizeof *v.base_of);
    b->ways[at] = v;
    for (; at > 0 && b->ways[at - 1].cost > b->ways[at].cost; at--) {
        way dearer = b->ways[at - 1];
        b->ways[at - 1] = b->ways[at];
        b->ways[at] = dearer;
    }
}

// Fits the motion anew to all the figures that it brings to a base.
static rigid2 refine(search *s, const way *v) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0;
    for (int i = 0; i < s->u->figure_count; i++) {
        if (v->base_of[i] < 0) continue;
        from[n] = s->w->figures[s->u->first_figure + i].expect.at;
        to[n++] = s->w->bases[v->base_of[i]].pose.at;
    }
    return n >= 2 ? rigid2_fit(from, to, n) : v->motion;
}

static bool within_reach(const work *w, int f, rigid2 m) {
    return w->figures[f].by == EXPECT_START ||
           vec2_distance(rigid2_apply(m, w->figures[f].expect.at), w->figures[f].expect.at) <= w->figures[f].past->reach_in;
}

// Tries every pair of bases that lie as far apart as figures a and b do.
static void try_pair(search *s, int a, int b) {
    const work *w = s->w;
    vec2 from[2] = {w->figures[a].expect.at, w->figures[b].expect.at};
    double apart = vec2_distance(from[0], from[1]);
    for (int i = 0; i < s->base_count && s->work_left > 0; i++) {
        const base_sighting *p = &w->bases[s->bases[i]];
        s->work_left -= s->base_count;
        if (!work_fits(w, a, s->bases[i])) continue;
        for (int j = 0; j < s->base_count && s->work_left > 0; j++) {
            const base_sighting *q = &w->bases[s->bases[j]];
            if (j == i || fabs(vec2_distance(p->pose.at, q->pose.at) - apart) > IDENTIFY_PAIR_TOL_IN || !work_fits(w, b, s->bases[j])) continue;
            rigid2 m = rigid2_fit(from, (vec2[2]){p->pose.at, q->pose.at}, 2);
            if (!match_headings_agree(w->figures[a].expect, p->pose, m.rotation_rad) ||
                !match_headings_agree(w->figures[b].expect, q->pose, m.rotation_rad))
                continue;
            if (within_reach(w, a, m) && within_reach(w, b, m)) keep_way(s, weigh_motion(s, m, false));
        }
    }
}

// Pairs far apart fix the turn best; several of them, since a hand may hide any one figure.
static void search_motions(search *s) {
    const work *w = s->w;
    int figures[GAME_MAX_FIGURES], n = 0;
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++)
        if (is_expected(w, f)) figures[n++] = f;
    for (int k = 0;
         k < IDENTIFY_PAIRS && (k < IDENTIFY_PAIRS_LEAST || s->b->way_count == 0 || s->b->ways[0].found < IDENTIFY_FIT_WHOLE * s->b->expected); k++) {
        int a = figures[(long)k * n / IDENTIFY_PAIRS], b = a;
        for (int i = 0; i < n; i++)
            if (vec2_distance(w->figures[figures[i]].expect.at, w->figures[a].expect.at) >
                vec2_distance(w->figures[b].expect.at, w->figures[a].expect.at))
                b = figures[i];
        if (b != a) try_pair(s, a, b);
    }
}

static void list_bases(search *s) {
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

// How far the motion takes the unit's middle.
static double went(const search *s, rigid2 m) {
    vec2 middle = {0, 0};
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++)
        if (is_expected(s->w, f)) middle = vec2_add(middle, vec2_scale(s->w->figures[f].expect.at, 1.0 / s->b->expected));
    return vec2_distance(rigid2_apply(m, middle), middle);
}

// Fits each motion to all the figures that it brings to a base.
static void fit_ways(search *s) {
    for (int k = 0; k < s->b->way_count; k++) {
        way *v = &s->b->ways[k], fitted = weigh_motion(s, refine(s, v), true);
        fitted.base_of = v->base_of;
        memcpy(fitted.base_of, s->hits, (size_t)s->u->figure_count * sizeof *fitted.base_of);
        *v = fitted;
    }
}

static bool is_unmoved(const work *w, int f) { return w->figures[f].by == EXPECT_KNOWN && w->figures[f].past->unmoved; }

// Figures that are explained if the unit stays: bases lie in their places, or nobody looked there, since nothing changed.
static int staying(search *s) {
    int stays = weigh_motion(s, (rigid2){0}, false).found;
    for (int i = 0; i < s->u->figure_count; i++)
        stays += s->hits[i] < 0 && is_expected(s->w, s->u->first_figure + i) && is_unmoved(s->w, s->u->first_figure + i);
    return stays;
}

// Leaves the motions that find enough of the unit for chance to be ruled out.
static void sift_ways(search *s, int started) {
    body *b = s->b;
    const base *like = &s->w->g->figures[s->u->first_figure].base;
    bool lost = match_is_lost(s->w, s->u->first_figure);
    int stays = staying(s), kept = 0;
    double enough = fmax(b->expected < 4 ? b->expected : 3, (started > 0 || lost ? IDENTIFY_FIT_MOST : IDENTIFY_FIT_SOME) * b->expected);
    for (int k = 0; k < b->way_count; k++) {
        way v = b->ways[k];
        if (v.found + IDENTIFY_ROUNDING < enough || v.found < b->in_place || (!lost && v.found <= stays)) continue;
        // ranks and files repeat: a part of a block fits in many places, and only the nearest to where it was expected can be believed
        if (v.found + IDENTIFY_ROUNDING < IDENTIFY_FIT_MOST * b->expected &&
            went(s, v.motion) > IDENTIFY_REPEAT_NEAR * fmin(like->width_in, like->depth_in))
            continue;
        b->ways[k] = b->ways[kept];  // rooms for bases change hands
        b->ways[kept++] = v;
    }
    b->way_count = kept;
}

// The places to which the unit may have been carried; none where it was not, or where nobody can tell.
static void find_ways(search *s, body *b) {
    int started = 0, missed = 0;
    s->u = &s->w->g->units[b->unit];
    s->b = b;
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++) {
        if (!is_expected(s->w, f)) continue;
        b->expected++;
        started += s->w->figures[f].by == EXPECT_START;
        b->in_place += s->w->figures[f].base_of >= 0 || is_unmoved(s->w, f);
        missed += s->w->figures[f].base_of < 0 && work_was_searched(s->w, f);
    }
    if (b->expected < 2 || missed == 0) return;
    const base *like = &s->w->g->figures[s->u->first_figure].base;
    b->tol_in = fmin(fmax(IDENTIFY_BODY_TOL * fmin(like->width_in, like->depth_in), IDENTIFY_BODY_TOL_LEAST_IN), IDENTIFY_BODY_TOL_MOST_IN);
    list_bases(s);
    if (s->base_count < 2) return;
    double budget = fmin(IDENTIFY_UNIT_BUDGET, s->all_work_left);
    s->work_left = budget;
    search_motions(s);
    s->all_work_left -= budget - s->work_left;
    fit_ways(s);
    sift_ways(s, started);
}

// All bodies' choices together ---------------------------------------------------------------------------------------------------------------

typedef struct {
    const work *w;
    body *bodies;
    int count, *stack;  // stack: the choice of each body on the way
    int *holder;        // per base: the body that has it on the way, -1
    double least;
    int choices_left;
} together;

static double cost_to_stay(const body *b) { return IDENTIFY_MISSING * (b->expected - b->in_place); }

// Nothing that body k and those after it may choose costs less.
static double at_least(const together *t, int k) {
    double sum = 0;
    for (; k < t->count; k++) {
        double least = cost_to_stay(&t->bodies[k]);
        for (int v = 0; v < t->bodies[k].way_count; v++) least = fmin(least, t->bodies[k].ways[v].cost);
        sum += least;
    }
    return sum;
}

static bool is_free(const together *t, const body *b, const way *v) {
    for (int i = 0; i < t->w->g->units[b->unit].figure_count; i++)
        if (v->base_of[i] >= 0 && t->holder[v->base_of[i]] >= 0) return false;
    return true;
}

static void hold(const together *t, const body *b, const way *v, int holder) {
    for (int i = 0; i < t->w->g->units[b->unit].figure_count; i++)
        if (v->base_of[i] >= 0) t->holder[v->base_of[i]] = holder;
}

static void choose_from(together *t, int k, double cost) {
    if (t->choices_left-- <= 0 || cost + at_least(t, k) >= t->least) return;
    if (k == t->count) {
        t->least = cost;
        for (int i = 0; i < k; i++) t->bodies[i].chosen = t->stack[i];
        return;
    }
    body *b = &t->bodies[k];
    for (int v = 0; v < b->way_count; v++) {
        if (!is_free(t, b, &b->ways[v])) continue;
        hold(t, b, &b->ways[v], k);
        t->stack[k] = v;
        choose_from(t, k + 1, cost + b->ways[v].cost);
        hold(t, b, &b->ways[v], -1);
    }
    t->stack[k] = -1;
    choose_from(t, k + 1, cost + cost_to_stay(b));
}

// The unit's figures are expected where the motion brings them, and those that were found elsewhere by their looks alone lose their bases.
static void apply_motion(search *s, body *b) {
    work *w = s->w;
    s->u = &w->g->units[b->unit];
    rigid2 m = refine(s, &b->ways[b->chosen]);
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++) {
        if (!is_expected(w, f)) continue;
        if (w->figures[f].base_of >= 0 && w->bases[w->figures[f].base_of].by == SEEN_BY_PLAIN) {
            w->bases[w->figures[f].base_of].figure = -1;
            w->figures[f].base_of = -1;
        }
        w->figures[f].expect = carry(m, w->figures[f].expect);
        if (w->figures[f].by != EXPECT_TRAY) w->figures[f].by = EXPECT_CARRIED;
    }
}

static status name_carried(work *w, const body *bodies, int count, match_row *rows) {
    int n = 0;
    for (int k = 0; k < count; k++) {
        const game_unit *u = &w->g->units[bodies[k].unit];
        for (int f = u->first_figure; bodies[k].chosen >= 0 && f < u->first_figure + u->figure_count; f++)
            if (is_expected(w, f) && w->figures[f].base_of < 0) rows[n++] = (match_row){f, bodies[k].tol_in, true};
    }
    return n > 0 ? match_near(w, rows, n) : STATUS_OK;
}

// What matching carried units takes.
typedef struct {
    body *bodies;   // per unit
    int *bases_of;  // IDENTIFY_MOTIONS x figures: the bases of each unit's ways
    int *stack;     // per unit
    int *holder;    // per base
    match_row *rows;
} carrying;

static carrying take_carrying(const work *w, search *s) {
    size_t units = (size_t)w->g->unit_count, figures = (size_t)w->g->figure_count, bases = (size_t)w->count;
    s->bases = arena_take(w->arena, bases, sizeof *s->bases);
    s->taken = arena_take(w->arena, bases, sizeof *s->taken);
    s->hits = arena_take(w->arena, figures, sizeof *s->hits);
    return (carrying){.bodies = arena_take_zeroed(w->arena, units, sizeof(body)),
                      .bases_of = arena_take(w->arena, IDENTIFY_MOTIONS * figures, sizeof(int)),
                      .stack = arena_take(w->arena, units, sizeof(int)),
                      .holder = arena_take(w->arena, bases, sizeof(int)),
                      .rows = arena_take(w->arena, figures, sizeof(match_row))};
}

// Finds the units that may have been carried, and their ways. Returns their number.
static int find_bodies(search *s, const carrying *c) {
    const work *w = s->w;
    int count = 0;
    for (int u = 0; u < w->g->unit_count; u++) {
        body *b = &c->bodies[count];
        *b = (body){.unit = u, .chosen = -1};
        for (int k = 0; k < IDENTIFY_MOTIONS; k++)
            b->ways[k].base_of = c->bases_of + IDENTIFY_MOTIONS * w->g->units[u].first_figure + k * w->g->units[u].figure_count;
        find_ways(s, b);
        count += b->way_count > 0;
    }
    return count;
}

status match_carried(work *w) {
    size_t mark = w->arena->used;
    search s = {.w = w, .all_work_left = IDENTIFY_ALL_BUDGET};
    carrying c = take_carrying(w, &s);
    if (w->arena->exhausted) return STATUS_MEMORY;
    int count = find_bodies(&s, &c);
    for (int i = 0; i < w->count; i++) c.holder[i] = -1;
    together t = {
        .w = w, .bodies = c.bodies, .count = count, .stack = c.stack, .holder = c.holder, .least = INFINITY, .choices_left = IDENTIFY_CHOICES};
    if (count > 0) choose_from(&t, 0, 0);
    for (int k = 0; k < count; k++)
        if (c.bodies[k].chosen >= 0) apply_motion(&s, &c.bodies[k]);
    if (name_carried(w, c.bodies, count, c.rows) != STATUS_OK) return STATUS_MEMORY;
    arena_reset(w->arena, mark);
    return STATUS_OK;
}

void match_measure_carried(const work *w) {
    size_t mark = w->arena->used;
    search s;
    take_carrying(w, &s);
    match_measure_near(w);
    arena_reset(w->arena, mark);
}
