#include "formation/shape/spacing.h"

#include <float.h>
#include <string.h>

#include "formation/shape/shape_limits.h"
#include "formation/stats.h"

static void keep_least(double *least, double gap) {
    if (gap < *least) *least = gap;
}

// The least gap of each figure to one of the next rank, and whether one stands there behind it.
typedef struct {
    double gap[GAME_MAX_FIGURES];
    bool behind[GAME_MAX_FIGURES];
} rear_gaps;

// The gap of figures i and j, wherever it may be the least of one of them to any figure or to one of the next rank.
static void note_gap(stand *s, const footprint *foot, int i, int j, double aside, rear_gaps *rear) {
    double *depth = rear->gap;
    bool ranked = s->at[i].rank >= 0 && s->at[j].rank >= 0;
    int front = ranked && s->at[j].rank == s->at[i].rank + 1 ? i : ranked && s->at[i].rank == s->at[j].rank + 1 ? j : -1;
    if (front >= 0 && fabs(s->at[i].left - s->at[j].left) <= aside) rear->behind[front] = true;
    double most = s->nearest[i] > s->nearest[j] ? s->nearest[i] : s->nearest[j];
    if (front >= 0 && depth[front] > most) most = depth[front];
    if (!footprint_may_be_nearer(&foot[i], &foot[j], most) || footprint_is_farther(&foot[i], &foot[j], most)) return;
    double gap = footprint_gap(&foot[i], &foot[j]);
    keep_least(&s->nearest[i], gap);
    keep_least(&s->nearest[j], gap);
    if (front >= 0) keep_least(&depth[front], gap);
}

// Figure i's neighbour on the left in its rank, so that each gap of a rank counts once; -1: none, or (`partly`) not the next file's.
static int beside(const stand *s, int i, bool partly) {
    int best = -1;
    for (int j = 0; j < s->n && s->at[i].rank >= 0; j++)
        if (s->at[j].rank == s->at[i].rank && s->at[j].left > s->at[i].left && (best < 0 || s->at[j].left < s->at[best].left)) best = j;
    return best >= 0 && partly && s->at[i].file - s->at[best].file != 1 ? -1 : best;
}

// 1.25: the error of a median against that of a mean.
static double median_sigma(double sigma, int n) { return n ? 1.25 * sigma / sqrt(n) : 0; }

// Many of its figures stand in no rank, or its ranks in one another, as in a block whose figures were each turned half aside: gaps along ranks and
// between them say nothing then.
static bool is_out_of_ranks(const stand *s, double depth_gap) {
    int in = 0;
    for (int i = 0; i < s->ranked; i++) in += s->at[i].rank >= 0;
    return in > 0 && (in < SHAPE_IN_RANKS * s->ranked || depth_gap < (SHAPE_RANK_STEP - 1) * s->at[0].depth_in);
}

gap_summary spacing_measure(stand *s, const footprint *foot, const pose *poses, double pitch_in, bool partly, const shape_limits *limits) {
    rear_gaps rear;
    double lateral[GAME_MAX_FIGURES], depth[GAME_MAX_FIGURES], aside = pitch_in > 0 ? SHAPE_BEHIND * pitch_in : INFINITY;
    int laterals = 0, depths = 0, near = 0;
    gap_summary m = {.least = DBL_MAX};
    for (int i = 0; i < s->n; i++) s->nearest[i] = rear.gap[i] = DBL_MAX, rear.behind[i] = false;
    for (int step = 1; step < s->n; step++)  // neighbours of the roster first: they mostly stand side by side, and rule out the rest
        for (int i = 0; i + step < s->n; i++) note_gap(s, foot, i, i + step, aside, &rear);
    for (int i = 0; i < s->n; i++) {
        int left = beside(s, i, partly);
        if (left >= 0) lateral[laterals++] = footprint_gap(&foot[i], &foot[left]);
        if (rear.behind[i]) depth[depths++] = rear.gap[i];
        near += s->nearest[i] <= limits->neighbour_gap_in;
        keep_least(&m.least, s->nearest[i]);
        m.sigma += sqrt(2) * poses[s->index[i]].sigma_in / s->n;
    }
    m.lateral = stats_median(lateral, laterals);
    m.depth = stats_median(depth, depths);
    if (is_out_of_ranks(s, m.depth)) {
        memcpy(lateral, s->nearest, (size_t)s->ranked * sizeof *lateral);
        laterals = depths = s->ranked;
        m.lateral = m.depth = stats_median(lateral, laterals);
    }
    m.lateral_sigma = median_sigma(m.sigma, laterals);
    m.depth_sigma = median_sigma(m.sigma, depths);
    m.neighbour_share = s->n > 1 ? (double)near / s->n : 1;
    return m;
}

static bool within(double gap, double low, double high) { return isnan(gap) || (gap >= low && gap <= high); }

// Class of a single figure, which has no gaps: what it was, what the roster says, closed.
static formation_kind lone_class(const game_unit *u, const unit_form *previous) {
    if (previous && previous->formation != FORMATION_UNKNOWN) return previous->formation;
    return u->formation == FORMATION_OPEN ? FORMATION_OPEN : FORMATION_CLOSED;
}

static bool is_closed_or_open(formation_kind k) { return k == FORMATION_CLOSED || k == FORMATION_OPEN; }

// How much this gap speaks for open: from 0 at the most that closed figures have to 1 at the least that open ones have, within its error.
static double open_share(double gap, double sigma, double closed_max, double open_low) {
    double sum = 0;
    for (int k = -1; k <= 1; k++) sum += fmin(fmax((gap + k * sigma - closed_max) / (open_low - closed_max), 0), 1);
    return sum / 3;
}

static double open_chance(const gap_summary *m, double closed_max, double open_low) {
    double lateral = open_share(m->lateral, m->lateral_sigma, closed_max, open_low),
           depth = open_share(m->depth, m->depth_sigma, closed_max, open_low);
    return isnan(m->lateral) ? depth : isnan(m->depth) ? lateral : (lateral + depth) / 2;
}

// The class that a unit has while its gaps decide nothing; FORMATION_UNKNOWN: none.
static formation_kind kept_class(const game_unit *u, const unit_form *previous) {
    if (previous && is_closed_or_open(previous->formation)) return previous->formation;
    return is_closed_or_open(u->formation) ? u->formation : FORMATION_UNKNOWN;
}

static double odds_of(formation_kind kind, formation_kind kept, double open) {
    double chance = kind == FORMATION_OPEN ? open : 1 - open, times = kept == kind ? SHAPE_CLASS_STAYS : 1;
    return chance >= 1 ? 0 : fmax(1, times * chance / (1 - chance));
}

formation_kind spacing_class(const game_unit *u, const gap_summary *m, bool partly, const unit_form *previous, const shape_limits *limits,
                             bool *doubtful, double *odds) {
    double low = limits->use_stands ? limits->stands_low_in : limits->open_low_in,
           high = limits->use_stands ? limits->stands_high_in : limits->open_high_in;
    formation_kind kept = kept_class(u, previous);
    *odds = 0;
    if (isnan(m->lateral) && isnan(m->depth)) return lone_class(u, previous);
    double open = open_chance(m, limits->closed_gap_max_in, low);
    bool closed = within(m->lateral, -DBL_MAX, limits->closed_gap_max_in) && within(m->depth, -DBL_MAX, limits->closed_gap_max_in);
    *doubtful =
        !(closed && (partly || m->neighbour_share >= SHAPE_NEIGHBOUR_SHARE)) && !(within(m->lateral, low, high) && within(m->depth, low, high));
    formation_kind kind = closed ? FORMATION_CLOSED : FORMATION_OPEN;
    if (*doubtful && open < 1)  // gaps wider than open ones are doubtful, but surely not closed
        kind = kept ? kept : open < 0.5 ? FORMATION_CLOSED : FORMATION_OPEN;
    *odds = odds_of(kind, kept, open);
    return kind;
}
