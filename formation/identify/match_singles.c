// Single figures and the bases that are left.
#include "formation/assign.h"
#include "formation/formation_limits.h"
#include "formation/fronts.h"
#include "formation/identify/identify_limits.h"
#include "formation/identify/match.h"

// The figure was not looked for: it stands where it did, or a hand covers it.
static bool is_left_alone(const work *w, int f) { return w->figures[f].by == EXPECT_KNOWN && !work_was_searched(w, f); }

static double reach_of(const work *w, int f) {
    base b = w->g->figures[f].base;
    if (is_left_alone(w, f)) return IDENTIFY_ROOM_FOR_ONE * fmin(b.width_in, b.depth_in);
    switch (w->figures[f].by) {
        case EXPECT_START:
            return IDENTIFY_START_REACH_IN;
        case EXPECT_CARRIED:
            return IDENTIFY_CARRIED_REACH * fmax(b.width_in, b.depth_in);
        case EXPECT_TRAY:
            return IDENTIFY_TRAY_REACH * fmax(b.width_in, b.depth_in);
        default:
            return w->figures[f].past->reach_in;
    }
}

// Figures of a block in ranks that is half under hands are not matched one by one, unless few are missing, or each has a base, or the base has lain
// for some time. After the hands have gone, each figure that is still missing is one of the bases that are left.
static bool may_go_singly(const work *w, int unit) {
    const game_unit *u = &w->g->units[unit];
    int expected = 0, missing = 0, loose = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (w->figures[f].by != EXPECT_KNOWN) continue;
        expected++;
        missing += work_is_sought(w, f) && work_was_searched(w, f);
    }
    if (!fronts_stand_in_ranks(u) || expected < 4 || work_hand_at(w, unit) == IDENTIFY_HAND_AWAY) return true;
    if (work_is_lost(w, unit)) return false;
    for (int i = 0; i < w->count; i++) loose += match_may_be(w, u->first_figure, i);
    return missing <= fmax(1, IDENTIFY_FEW * expected) || loose >= missing;
}

static double nearby(const work *w, int f) { return IDENTIFY_NEARBY * fmax(w->g->figures[f].base.width_in, w->g->figures[f].base.depth_in); }

// By how much farther from a base elsewhere the figure counts: it may not have left its place, and it has hardly left it if it was found there too
// short a time before the base was seen for a hand to take it up and put it down. What stands in ranks goes together, and keeps its order.
static double hardly_gone(const work *w, int f, int i) {
    const identify_figure *was = w->figures[f].past;
    if (w->figures[f].by != EXPECT_KNOWN || was->gone) return 0;
    if (!match_moves_alone(&w->g->units[w->g->figures[f].unit])) return was->found_lately ? IDENTIFY_HARDLY_GONE_IN : 0;
    double came_s = w->past->since_s ? w->past->since_s[i] : w->past->t_s;
    return IDENTIFY_MAY_BE_THERE_IN + (was->found_lately || came_s - was->found_s < CARRY_LEAST_S ? IDENTIFY_HARDLY_GONE_IN : 0);
}

// The figure was found a look ago, and the base lay there already: this look has missed the figure.
static bool is_missed_beside(const work *w, int f, int i) {
    return match_was_here_just_now(w, f) && w->past->since_s && w->figures[f].past->found_s >= w->past->since_s[i];
}

// Single figures and the bases that are left, and what it costs to take one for the other: the square of the distance, so that what went together
// keeps its order.
typedef struct {
    int *figures, *bases, rows, columns;
    bool *waits;  // per row: not to be named alone yet, but no other figure takes its base
    double *cost;
    int *column_of;
} singles;

static double cost_of(const singles *s, int row, int column) { return s->cost[(long)row * s->columns + column]; }

// True where `rival`, which has no base, may as well be the figure of the base that `row` was given: its own may lie under the hand. Where each has a
// base, waiting makes nothing clearer. Within a unit in ranks it is all one.
static bool may_be_rival(const work *w, const singles *s, int row, int rival) {
    int column = s->column_of[row], f = s->figures[row], r = s->figures[rival];
    if (rival == row || s->column_of[rival] >= 0 || cost_of(s, rival, column) == INFINITY) return false;
    if (w->g->figures[f].unit == w->g->figures[r].unit && fronts_stand_in_ranks(&w->g->units[w->g->figures[f].unit])) return false;
    return sqrt(cost_of(s, rival, column)) < sqrt(cost_of(s, row, column)) + IDENTIFY_IN_DOUBT_IN;
}

// A base far from where its figure was expected, that may be another's: while a hand is there it is better to wait.
static bool had_better_wait(const work *w, const singles *s, int row) {
    int f = s->figures[row];
    if (!match_is_busy(w, f) || cost_of(s, row, s->column_of[row]) <= nearby(w, f) * nearby(w, f)) return false;
    for (int rival = 0; rival < s->rows; rival++)
        if (may_be_rival(w, s, row, rival)) return true;
    return false;
}

// A base lies where the figure should be, though it was not looked for: it is followed a little off the way that was foreseen. It must not become a
// mate's that is missing.
static bool is_come_upon(const work *w, int f) {
    for (int i = 0; is_left_alone(w, f) && i < w->count; i++)
        if (work_is_loose(w, i) && match_away(w, f, i) <= reach_of(w, f) && match_may_be(w, f, i)) return true;
    return false;
}

static bool has_rested(const work *w, int i) { return w->past->since_s && w->past->t_s - w->past->since_s[i] >= IDENTIFY_RESTED_S; }

static void list_singles(const work *w, singles *s) {
    for (int u = 0; u < w->g->unit_count; u++) {
        bool singly = may_go_singly(w, u);
        for (int f = w->g->units[u].first_figure; f < w->g->units[u].first_figure + w->g->units[u].figure_count; f++) {
            if (w->figures[f].by == EXPECT_NOTHING || !work_is_sought(w, f)) continue;
            if (!work_was_searched(w, f) && w->figures[f].by != EXPECT_CARRIED && !is_come_upon(w, f)) continue;
            s->waits[s->rows] = w->figures[f].by == EXPECT_KNOWN && !singly;
            s->figures[s->rows++] = f;
        }
    }
    for (int i = 0; i < w->count; i++)
        if (work_is_loose(w, i)) s->bases[s->columns++] = i;
}

static void take_costs(arena *a, singles *s, int rows, int columns) {
    s->cost = arena_take(a, (size_t)rows * (size_t)columns, sizeof *s->cost);
    s->column_of = arena_take(a, (size_t)rows, sizeof *s->column_of);
}

static status assign_singles(const work *w, singles *s) {
    take_costs(w->arena, s, s->rows, s->columns);
    if (w->arena->exhausted) return STATUS_MEMORY;
    for (int r = 0; r < s->rows; r++)
        for (int c = 0; c < s->columns; c++) {
            int f = s->figures[r], i = s->bases[c];
            double d = match_away(w, f, i), cost = match_way(w, f, i);
            if (d > nearby(w, f)) cost += hardly_gone(w, f, i);
            bool may = d <= reach_of(w, f) && match_may_be(w, f, i) && !is_missed_beside(w, f, i);
            s->cost[(long)r * s->columns + c] = may ? cost * cost : INFINITY;
        }
    return assign_in(w->arena, s->cost, s->rows, s->columns, s->column_of) ? STATUS_OK : STATUS_MEMORY;
}

static singles take_singles(const work *w) {
    size_t figures = (size_t)w->g->figure_count;
    return (singles){.figures = arena_take(w->arena, figures, sizeof(int)),
                     .bases = arena_take(w->arena, (size_t)w->count, sizeof(int)),
                     .waits = arena_take(w->arena, figures, sizeof(bool))};
}

status match_singly(work *w) {
    size_t mark = w->arena->used;
    singles s = take_singles(w);
    if (w->arena->exhausted) return STATUS_MEMORY;
    list_singles(w, &s);
    if (s.rows > 0 && s.columns > 0) {
        if (assign_singles(w, &s) != STATUS_OK) return STATUS_MEMORY;
        for (int r = 0; r < s.rows; r++)
            if (s.column_of[r] >= 0 && (!s.waits[r] || has_rested(w, s.bases[s.column_of[r]])) && !had_better_wait(w, &s, r))
                work_name(w, s.figures[r], s.bases[s.column_of[r]]);
    }
    arena_reset(w->arena, mark);
    return STATUS_OK;
}

void match_measure_singly(const work *w) {
    size_t mark = w->arena->used;
    singles s = take_singles(w);
    take_costs(w->arena, &s, w->g->figure_count, w->count);
    assign_measure(w->arena, w->g->figure_count, w->count);
    arena_reset(w->arena, mark);
}
