#include <float.h>
#include <stdlib.h>

#include "formation/assign.h"
#include "formation/work.h"

#define TURN_MAX_RAD (50 * RAD_PER_DEG)  // between a heading expected and one seen: the same base
#define PAIRS 8                          // pairs of figures from which a unit's motion is guessed
#define PAIR_TOL_IN 0.15                 // by which the distance of a pair may have changed in the carrying
#define MOST 0.7                         // of a unit must fit for its place to be sure
#define SOME 0.3                         // and so much where it is known about where it is
#define HALF_A_BASE 0.6
#define FEW 0.2
#define UNIT_WORK 4e6       // comparisons spent on one unit at most, some 20 ms: ten times what a unit of 40 among 100 bases of its kind takes
#define ALL_WORK 2e7        // and on all of them in one picture
#define NEARBY 1.2          // of a base's greater side: whoever is found so near to where he was expected is he
#define HARDLY_GONE_IN 4.0  // who was here a look ago is as far from a base elsewhere as one that went so much farther
#define IN_DOUBT_IN 1.5     // two ways to name bases whose distances differ by less are both likely
#define START_REACH_IN 3.0  // a figure stands at most so far from the start that the game file states

typedef struct {
    double distance;
    int figure, base;
} near_pair;

// A unit whose figures were not all found where they were expected, and the bases that may be theirs.
typedef struct {
    const game_unit *u;
    int *bases, base_count;
    int *taken;  // per base of the list: stamp of the last hypothesis that used it
    int stamp;
    double tol_in;
    double work_left, all_work_left;  // comparisons of a figure with a base that may still be made
} carried_unit;

static int by_distance(const void *pa, const void *pb) {
    const near_pair *a = pa, *b = pb;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    return a->figure != b->figure ? a->figure - b->figure : a->base - b->base;
}

static bool headings_agree(pose a, pose b, double turn) {
    return !pose_has_heading(a) || !pose_has_heading(b) || fabs(angle_difference(b.heading_rad, a.heading_rad + turn)) <= TURN_MAX_RAD;
}

static double gate_of(const work *w, int f) {
    base b = w->g->figures[f].base;
    return fmin(fmax(0.35 * fmin(b.width_in, b.depth_in), 0.12), 0.4);
}

// True where the figure was seen in its place after the base was seen in its own.
static bool was_elsewhere(const work *w, int f, int i) {
    return w->past->here_s && w->past->since_s && w->by[f] == EXPECT_KNOWN && w->past->here_s[f] > w->past->since_s[i];
}

static bool may_be(const work *w, int f, int i) {
    return work_is_loose(w, i) && work_fits(w, f, i) && !was_elsewhere(w, f, i);
}

static bool is_busy(const work *w, int f) { return w->past->busy && w->past->busy[w->g->figures[f].unit]; }

// From where the figure is expected, or, where no hand is carrying it on, from where it was seen last.
static double away(const work *w, int f, int i) {
    double d = vec2_distance(w->expect[f].at, w->bases[i].pose.at);
    return w->past->stood && w->by[f] == EXPECT_KNOWN && !is_busy(w, f) ? fmin(d, vec2_distance(w->past->stood[f].at, w->bases[i].pose.at)) : d;
}

static status keep_pair(near_pair **pairs, int *count, int *room, near_pair p) {
    if (*count == *room) {
        int more = *room ? 2 * *room : 256;
        near_pair *grown = realloc(*pairs, (size_t)more * sizeof *grown);
        if (!grown) return STATUS_MEMORY;
        *pairs = grown;
        *room = more;
    }
    (*pairs)[(*count)++] = p;
    return STATUS_OK;
}

static bool is_lost(const work *w, int f) { return w->past->lost && w->by[f] == EXPECT_KNOWN && w->past->lost[w->g->figures[f].unit]; }

// Names bases that lie where figures were expected, the nearest first.
static status match_in_place(work *w) {
    near_pair *pairs = NULL;
    int count = 0, room = 0;
    status s = STATUS_OK;
    for (int f = 0; f < w->g->figure_count && s == STATUS_OK; f++) {
        if (w->by[f] == EXPECT_NOTHING || !work_is_sought(w, f) || is_lost(w, f)) continue;
        double gate = gate_of(w, f);
        for (int i = 0; i < w->count && s == STATUS_OK; i++) {
            double d = away(w, f, i);
            if (d > gate || !may_be(w, f, i) || !headings_agree(w->expect[f], w->bases[i].pose, 0)) continue;
            s = keep_pair(&pairs, &count, &room, (near_pair){d, f, i});
        }
    }
    if (count > 0) qsort(pairs, (size_t)count, sizeof *pairs, by_distance);
    for (int k = 0; k < count; k++)
        if (w->base_of[pairs[k].figure] < 0 && work_is_loose(w, pairs[k].base)) work_name(w, pairs[k].figure, pairs[k].base);
    free(pairs);
    return s;
}

static pose carry(rigid2 m, pose p) {
    p.at = rigid2_apply(m, p.at);
    p.heading_rad = angle_wrap(p.heading_rad + m.rotation_rad);
    return p;
}

static int nearest_base(const work *w, carried_unit *c, int f, pose at, double gate) {
    int best = -1;
    double least = gate;
    for (int k = 0; k < c->base_count; k++) {
        const base_sighting *b = &w->bases[c->bases[k]];
        if (c->taken[k] == c->stamp || (b->figure >= 0 && b->figure != f && b->by != SEEN_BY_PLAIN)) continue;
        double d = vec2_distance(b->pose.at, at.at);
        if (d > least || !headings_agree(at, b->pose, 0) || !work_fits(w, f, c->bases[k])) continue;
        least = d;
        best = k;
    }
    return best;
}

static bool is_expected(const work *w, int f) { return w->by[f] != EXPECT_NOTHING && !(w->past->absent && w->past->absent[f]); }

// How well a motion explains the unit: figures that find a base, less a little for how far they would have gone.
static double score_motion(const work *w, carried_unit *c, rigid2 m) {
    double found = 0, gone = 0;
    int n = 0;
    c->stamp++;
    c->work_left -= (double)c->u->figure_count * c->base_count;
    for (int f = c->u->first_figure; f < c->u->first_figure + c->u->figure_count; f++) {
        if (!is_expected(w, f)) continue;
        pose at = carry(m, w->expect[f]);
        int k = nearest_base(w, c, f, at, c->tol_in);
        gone += vec2_distance(at.at, w->expect[f].at);
        n++;
        if (k < 0) continue;
        c->taken[k] = c->stamp;
        found += 1;
    }
    return n > 0 ? found - 0.001 * gone / n - 0.01 * fabs(m.rotation_rad) : 0;
}

// Fits the motion anew to all the figures that it brings to a base.
static rigid2 refine(const work *w, carried_unit *c, rigid2 m) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0;
    c->stamp++;
    for (int f = c->u->first_figure; f < c->u->first_figure + c->u->figure_count; f++) {
        if (!is_expected(w, f)) continue;
        int k = nearest_base(w, c, f, carry(m, w->expect[f]), c->tol_in);
        if (k < 0) continue;
        c->taken[k] = c->stamp;
        from[n] = w->expect[f].at;
        to[n++] = w->bases[c->bases[k]].pose.at;
    }
    return n >= 2 ? rigid2_fit(from, to, n) : m;
}

static bool within_reach(const work *w, int f, rigid2 m) {
    return !w->past->reach_in || w->by[f] == EXPECT_START || vec2_distance(rigid2_apply(m, w->expect[f].at), w->expect[f].at) <= w->past->reach_in[f];
}

// Tries every pair of bases that lie as far apart as figures a and b do.
static void try_pair(const work *w, carried_unit *c, int a, int b, rigid2 *best, double *best_score) {
    vec2 from[2] = {w->expect[a].at, w->expect[b].at};
    double apart = vec2_distance(from[0], from[1]);
    for (int i = 0; i < c->base_count && c->work_left > 0; i++) {
        const base_sighting *p = &w->bases[c->bases[i]];
        c->work_left -= c->base_count;
        if (!work_fits(w, a, c->bases[i])) continue;
        for (int j = 0; j < c->base_count && c->work_left > 0; j++) {
            const base_sighting *q = &w->bases[c->bases[j]];
            if (j == i || fabs(vec2_distance(p->pose.at, q->pose.at) - apart) > PAIR_TOL_IN || !work_fits(w, b, c->bases[j])) continue;
            rigid2 m = rigid2_fit(from, (vec2[2]){p->pose.at, q->pose.at}, 2);
            if (!headings_agree(w->expect[a], p->pose, m.rotation_rad) || !headings_agree(w->expect[b], q->pose, m.rotation_rad)) continue;
            if (!within_reach(w, a, m) || !within_reach(w, b, m)) continue;
            double score = score_motion(w, c, m);
            if (score <= *best_score) continue;
            *best_score = score;
            *best = m;
        }
    }
}

// Pairs far apart fix the turn best; several of them, since a hand may hide any one figure.
static void search_motion(const work *w, carried_unit *c, int expected, rigid2 *best, double *best_score) {
    int figures[GAME_MAX_FIGURES], n = 0;
    for (int f = c->u->first_figure; f < c->u->first_figure + c->u->figure_count; f++)
        if (is_expected(w, f)) figures[n++] = f;
    for (int k = 0; k < PAIRS && *best_score < 0.95 * expected; k++) {
        int a = figures[(long)k * n / PAIRS], b = a;
        for (int i = 0; i < n; i++)
            if (vec2_distance(w->expect[figures[i]].at, w->expect[a].at) > vec2_distance(w->expect[b].at, w->expect[a].at)) b = figures[i];
        if (b != a) try_pair(w, c, a, b, best, best_score);
    }
}

// Names the bases to which the motion brings the unit's figures, and expects the others where it would bring them.
static void apply_motion(work *w, carried_unit *c, rigid2 m) {
    for (int f = c->u->first_figure; f < c->u->first_figure + c->u->figure_count; f++) {
        if (!is_expected(w, f)) continue;
        if (w->base_of[f] >= 0 && w->bases[w->base_of[f]].by == SEEN_BY_PLAIN) {
            w->bases[w->base_of[f]].figure = -1;
            w->base_of[f] = -1;
        }
        w->expect[f] = carry(m, w->expect[f]);
        if (w->by[f] != EXPECT_TRAY) w->by[f] = EXPECT_CARRIED;
    }
    c->stamp++;
    for (int f = c->u->first_figure; f < c->u->first_figure + c->u->figure_count; f++) {
        if (!is_expected(w, f) || w->base_of[f] >= 0) continue;
        int k = nearest_base(w, c, f, w->expect[f], c->tol_in);
        if (k < 0 || !work_is_loose(w, c->bases[k])) continue;
        c->taken[k] = c->stamp;
        work_name(w, f, c->bases[k]);
    }
}

static void list_bases(const work *w, carried_unit *c, const base *like) {
    c->base_count = 0;
    c->tol_in = fmin(fmax(0.3 * fmin(like->width_in, like->depth_in), 0.12), 0.35);
    for (int i = 0; i < w->count; i++) {
        int f = w->bases[i].figure;
        bool own = f >= c->u->first_figure && f < c->u->first_figure + c->u->figure_count;
        if (own || work_is_loose(w, i)) {
            c->taken[c->base_count] = 0;
            c->bases[c->base_count++] = i;
        }
    }
}

// How far the motion takes the unit's middle.
static double went(const work *w, const carried_unit *c, rigid2 m) {
    vec2 middle = {0, 0};
    int n = 0;
    for (int f = c->u->first_figure; f < c->u->first_figure + c->u->figure_count; f++) {
        if (!is_expected(w, f)) continue;
        middle = vec2_add(middle, w->expect[f].at);
        n++;
    }
    middle = vec2_scale(middle, 1.0 / n);
    return vec2_distance(rigid2_apply(m, middle), middle);
}

// A unit that left its place as a body. Enough of it must be found again for chance to be ruled out.
static void match_carried(work *w, carried_unit *c, int unit) {
    int expected = 0, found = 0, missed = 0, started = 0;
    c->u = &w->g->units[unit];
    for (int f = c->u->first_figure; f < c->u->first_figure + c->u->figure_count; f++) {
        if (!is_expected(w, f)) continue;
        expected++;
        started += w->by[f] == EXPECT_START;
        found += w->base_of[f] >= 0;
        missed += w->base_of[f] < 0 && work_was_searched(w, f);
    }
    if (expected < 2 || missed == 0) return;
    c->stamp = 0;
    double budget = fmin(UNIT_WORK, c->all_work_left);
    c->work_left = budget;
    const base *like = &w->g->figures[c->u->first_figure].base;
    list_bases(w, c, like);
    if (c->base_count < 2) return;
    rigid2 stay = {0}, best = {0};
    double stays = score_motion(w, c, stay), score = stays;
    search_motion(w, c, expected, &best, &score);
    c->all_work_left -= budget - c->work_left;
    bool lost = is_lost(w, c->u->first_figure);
    double enough = fmax(expected < 4 ? expected : 3, (started > 0 || lost ? MOST : SOME) * expected);
    if (score + 0.5 < enough || score + 0.5 < found || (!lost && score < stays + 0.5)) return;
    // ranks and files repeat: a part of a block fits in many places, and only the nearest to where it was expected can be believed
    if (score + 0.5 < MOST * expected && went(w, c, best) > HALF_A_BASE * fmin(like->width_in, like->depth_in)) return;
    apply_motion(w, c, refine(w, c, best));
}

static double reach_of(const work *w, int f) {
    base b = w->g->figures[f].base;
    switch (w->by[f]) {
        case EXPECT_START:
            return START_REACH_IN;
        case EXPECT_CARRIED:
            return 1.5 * fmax(b.width_in, b.depth_in);
        case EXPECT_TRAY:
            return 0.6 * fmax(b.width_in, b.depth_in);
        default:
            return w->past->reach_in ? w->past->reach_in[f] : INFINITY;
    }
}

static bool stands_in_ranks(const game_unit *u) { return u->type == UNIT_REGULAR || u->type == UNIT_RANKED; }

// Figures of a block in ranks that is half under hands are not guessed at one by one: few may be missing, or there must be a base for each. When the
// hands have gone, whoever of the unit is still missing is one of those that are left.
static bool may_go_singly(const work *w, int unit) {
    const game_unit *u = &w->g->units[unit];
    int expected = 0, missing = 0, loose = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (w->by[f] != EXPECT_KNOWN) continue;
        expected++;
        missing += work_is_sought(w, f) && work_was_searched(w, f);
    }
    if (!stands_in_ranks(u) || expected < 4 || (w->past->busy && !w->past->busy[unit])) return true;
    if (w->past->lost && w->past->lost[unit]) return false;
    for (int i = 0; i < w->count; i++) loose += may_be(w, u->first_figure, i);
    return missing <= fmax(1, FEW * expected) || loose >= missing;
}

static double nearby(const work *w, int f) { return NEARBY * fmax(w->g->figures[f].base.width_in, w->g->figures[f].base.depth_in); }

static bool was_here_just_now(const work *w, int f) { return w->past->hidden && w->by[f] == EXPECT_KNOWN && !w->past->hidden[f]; }

// Single figures and the bases that are left, and what it costs to take one for the other: the square of the distance, so that what went together
// keeps its order.
typedef struct {
    int *figures, *bases, rows, columns;
    bool *waits;  // per row: not to be named alone yet, but what is his is nobody else's
    double *cost;
    int *column_of;
} singles;

static double cost_of(const singles *s, int row, int column) { return s->cost[(long)row * s->columns + column]; }

// True where `rival` may as well be the base that `row` was given. Within a unit in ranks it is all one.
static bool may_be_rival(const work *w, const singles *s, int row, int rival) {
    int column = s->column_of[row], other = s->column_of[rival], f = s->figures[row], r = s->figures[rival];
    if (rival == row || cost_of(s, rival, column) == INFINITY) return false;
    if (w->g->figures[f].unit == w->g->figures[r].unit && stands_in_ranks(&w->g->units[w->g->figures[f].unit])) return false;
    double as_is = sqrt(cost_of(s, row, column)) + (other >= 0 ? sqrt(cost_of(s, rival, other)) : 0);
    double exchanged = sqrt(cost_of(s, rival, column)) + (other >= 0 ? sqrt(cost_of(s, row, other)) : 0);
    return exchanged < as_is + IN_DOUBT_IN;
}

// A base far from where its figure was expected, that may be another's: while a hand is there it is better to wait.
static bool had_better_wait(const work *w, const singles *s, int row) {
    int f = s->figures[row];
    if (!is_busy(w, f) || cost_of(s, row, s->column_of[row]) <= nearby(w, f) * nearby(w, f)) return false;
    for (int rival = 0; rival < s->rows; rival++)
        if (may_be_rival(w, s, row, rival)) return true;
    return false;
}

static void list_singles(const work *w, singles *s) {
    for (int u = 0; u < w->g->unit_count; u++) {
        bool singly = may_go_singly(w, u);
        for (int f = w->g->units[u].first_figure; f < w->g->units[u].first_figure + w->g->units[u].figure_count; f++) {
            if (w->by[f] == EXPECT_NOTHING || !work_is_sought(w, f)) continue;
            if (!work_was_searched(w, f) && w->by[f] != EXPECT_CARRIED) continue;
            s->waits[s->rows] = w->by[f] == EXPECT_KNOWN && !singly;
            s->figures[s->rows++] = f;
        }
    }
    for (int i = 0; i < w->count; i++)
        if (work_is_loose(w, i)) s->bases[s->columns++] = i;
}

static status assign_singles(const work *w, singles *s) {
    s->cost = malloc((size_t)s->rows * (size_t)s->columns * sizeof *s->cost);
    s->column_of = malloc((size_t)s->rows * sizeof *s->column_of);
    if (!s->cost || !s->column_of) return STATUS_MEMORY;
    for (int r = 0; r < s->rows; r++)
        for (int c = 0; c < s->columns; c++) {
            int f = s->figures[r], i = s->bases[c];
            double d = away(w, f, i), cost = d + (was_here_just_now(w, f) && d > nearby(w, f) ? HARDLY_GONE_IN : 0);
            s->cost[(long)r * s->columns + c] = d <= reach_of(w, f) && may_be(w, f, i) ? cost * cost : INFINITY;
        }
    return assign_least(s->cost, s->rows, s->columns, s->column_of) ? STATUS_OK : STATUS_MEMORY;
}

// Single figures go to the bases that are left, all at once.
static status match_singly(work *w) {
    size_t n = (size_t)w->g->figure_count + 1;
    singles s = {.figures = malloc(n * sizeof *s.figures), .bases = malloc((size_t)(w->count + 1) * sizeof *s.bases)};
    s.waits = malloc(n * sizeof *s.waits);
    status result = s.figures && s.bases && s.waits ? STATUS_OK : STATUS_MEMORY;
    if (result == STATUS_OK) list_singles(w, &s);
    if (result == STATUS_OK && s.rows > 0 && s.columns > 0) {
        result = assign_singles(w, &s);
        for (int r = 0; result == STATUS_OK && r < s.rows; r++)
            if (s.column_of[r] >= 0 && !s.waits[r] && !had_better_wait(w, &s, r)) work_name(w, s.figures[r], s.bases[s.column_of[r]]);
    }
    free(s.figures);
    free(s.bases);
    free(s.waits);
    free(s.cost);
    free(s.column_of);
    return result;
}

status work_match(work *w) {
    status s = match_in_place(w);
    carried_unit c = {
        .bases = malloc((size_t)(w->count + 1) * sizeof *c.bases), .taken = calloc((size_t)w->count + 1, sizeof *c.taken), .all_work_left = ALL_WORK};
    if (s == STATUS_OK && (!c.bases || !c.taken)) s = STATUS_MEMORY;
    for (int u = 0; s == STATUS_OK && u < w->g->unit_count; u++) match_carried(w, &c, u);
    free(c.bases);
    free(c.taken);
    return s == STATUS_OK ? match_singly(w) : s;
}
