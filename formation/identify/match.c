#include "formation/identify/match.h"

#include "formation/assign.h"
#include "formation/formation_limits.h"
#include "formation/fronts.h"
#include "formation/identify/identify_limits.h"
#include "formation/way.h"

static bool stands_in_ranks(const work *w, int f) { return fronts_stand_in_ranks(&w->g->units[w->g->figures[f].unit]); }

// The side of its front says nothing of a base in ranks, nor one that is open: looks at blurred marks are sure of a wrong side, or list the wrong
// two, and by the shape all sides look the same.
static double turn_to(const work *w, int f, pose from, const base_sighting *b) {
    pose to = b->pose;
    if (pose_front_is_doubtful(to) || stands_in_ranks(w, f)) to.fronts = base_sides(b->base.shape);
    return pose_turn(from, to);
}

static bool turns_freely(const work *w, int f) { return w->g->figures[f].base.shape == BASE_ROUND && stands_in_ranks(w, f); }

bool match_headings_agree(const work *w, int f, pose from, const base_sighting *b) {
    if (!pose_has_heading(from) || !pose_has_heading(b->pose) || turns_freely(w, f)) return true;
    return fabs(turn_to(w, f, from, b)) <= IDENTIFY_TURN_MAX_RAD;
}

static double gate_of(const work *w, int f) {
    base b = w->g->figures[f].base;
    return fmin(fmax(IDENTIFY_GATE * fmin(b.width_in, b.depth_in), IDENTIFY_GATE_LEAST_IN), IDENTIFY_GATE_MOST_IN);
}

// A look that slips places a base beside where it stood.
static bool may_have_slipped(const work *w, int f, int i) {
    const base b = w->g->figures[f].base;
    return vec2_distance(w->figures[f].past->stood.at, w->bases[i].pose.at) < SLIP_MOST * fmin(b.width_in, b.depth_in);
}

bool match_was_elsewhere(const work *w, int f, int i) {
    const identify_past *past = w->past;
    const identify_figure *was = w->figures[f].past;
    if (w->figures[f].by != EXPECT_KNOWN || (was->stands && may_have_slipped(w, f, i))) return false;
    if (was->stands && past->still_s && was->left_s == past->still_s[i]) return true;  // one picture showed both
    return (past->since_s && was->here_s > past->since_s[i]) || (past->still_s && was->left_s > past->still_s[i]);
}

bool match_was_here_just_now(const work *w, int f) { return w->figures[f].by == EXPECT_KNOWN && w->figures[f].past->found_lately; }

bool match_may_be(const work *w, int f, int i) { return work_is_loose(w, i) && work_fits(w, f, i) && !match_was_elsewhere(w, f, i); }

bool match_is_busy(const work *w, int f) { return work_hand_at(w, w->g->figures[f].unit) == IDENTIFY_HAND_HERE; }

bool match_is_lost(const work *w, int f) { return w->figures[f].by == EXPECT_KNOWN && work_is_lost(w, w->g->figures[f].unit); }

// Skirmishers are moved one by one: what the others did says little of a figure, and where it stood no other is put down. In ranks and in a mob
// another steps into its place.
bool match_moves_alone(const game_unit *u) { return !fronts_stand_in_ranks(u) && u->type != UNIT_MOB; }

// The lesser of what leads from where the figure is expected and from where it was seen last, if it may stand there, too.
static double from_either(const work *w, int f, double from_expected, double from_stood) {
    bool may_stand = w->figures[f].by == EXPECT_KNOWN && (!match_is_busy(w, f) || match_moves_alone(&w->g->units[w->g->figures[f].unit]));
    return may_stand ? fmin(from_expected, from_stood) : from_expected;
}

double match_away(const work *w, int f, int i) {
    const vec2 at = w->bases[i].pose.at;
    return from_either(w, f, vec2_distance(w->figures[f].expect.at, at), vec2_distance(w->figures[f].past->stood.at, at));
}

double match_way(const work *w, int f, int i) {
    const pose seen = sighting_pose(&w->bases[i]);
    return from_either(w, f, way_between(w->figures[f].expect, seen), way_between(w->figures[f].past->stood, seen));
}

// A row and a base near its place.
typedef struct {
    int base;
    double cost;
} rival;

typedef struct {
    work *w;
    const match_row *rows;
    int row_count;
    rival *rivals;  // IDENTIFY_RIVALS a row, cheapest first
    int *rival_count;
    int *parent;  // of rows, then of bases: a forest of those that hang together
    int *size;    // rows under a root
} nearness;

static double cost_of(const work *w, const match_row *r, double away, int i) {
    const pose *a = &w->figures[r->figure].expect;
    const base_sighting *b = &w->bases[i];
    double off = away / r->gate_in, turned = 0;
    if (pose_has_heading(*a) && pose_has_heading(b->pose) && !turns_freely(w, r->figure))
        turned = turn_to(w, r->figure, *a, b) / IDENTIFY_TURN_MAX_RAD;
    return IDENTIFY_AT_GATE * off * off + IDENTIFY_AT_TURN_MAX * turned * turned;
}

static void keep_rival(nearness *n, int row, rival r) {
    rival *list = n->rivals + (long)row * IDENTIFY_RIVALS;
    int k = n->rival_count[row] < IDENTIFY_RIVALS ? n->rival_count[row]++ : IDENTIFY_RIVALS - 1;
    if (k == IDENTIFY_RIVALS - 1 && n->rival_count[row] == IDENTIFY_RIVALS && list[k].base >= 0 && list[k].cost <= r.cost) return;
    for (; k > 0 && list[k - 1].cost > r.cost; k--) list[k] = list[k - 1];
    list[k] = r;
}

static int root_of(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static bool is_within(vec2 a, vec2 b, double in) { return fabs(a.x - b.x) <= in && fabs(a.y - b.y) <= in; }

static void find_rivals(nearness *n, int row) {
    const work *w = n->w;
    const match_row *r = &n->rows[row];
    vec2 expected = w->figures[r->figure].expect.at, stood = w->figures[r->figure].past->stood.at;
    for (int k = 0; k < IDENTIFY_RIVALS; k++) n->rivals[(long)row * IDENTIFY_RIVALS + k].base = -1;
    n->rival_count[row] = 0;
    for (int i = 0; i < w->count; i++) {
        if (!is_within(w->bases[i].pose.at, expected, r->gate_in) && !is_within(w->bases[i].pose.at, stood, r->gate_in)) continue;
        double d = r->carried ? vec2_distance(w->figures[r->figure].expect.at, w->bases[i].pose.at) : match_away(w, r->figure, i);
        if (d > r->gate_in || !match_headings_agree(w, r->figure, w->figures[r->figure].expect, &w->bases[i])) continue;
        bool fits = r->carried ? work_is_loose(w, i) && work_fits(w, r->figure, i) : match_may_be(w, r->figure, i);
        if (fits) keep_rival(n, row, (rival){i, cost_of(w, r, d, i)});
    }
    for (int k = 0; k < n->rival_count[row]; k++) {
        int a = root_of(n->parent, row), b = root_of(n->parent, n->row_count + n->rivals[(long)row * IDENTIFY_RIVALS + k].base);
        n->parent[a > b ? a : b] = a > b ? b : a;  // the first row is the root
    }
}

// The bases near the listed rows, each once. Returns their number.
static int list_near(const nearness *n, const int *row, int row_count, int *near) {
    int count = 0;
    for (int r = 0; r < row_count; r++)
        for (int k = 0; k < n->rival_count[row[r]]; k++) {
            int b = n->rivals[(long)row[r] * IDENTIFY_RIVALS + k].base, i = 0;
            while (i < count && near[i] != b) i++;
            if (i == count) near[count++] = b;
        }
    return count;
}

// What each of the listed rows costs with each base of near[], and, in a column of its own behind them, without any.
static void fill_costs(const nearness *n, const int *row, int row_count, const int *near, int near_count, double *cost) {
    int columns = near_count + row_count;
    for (int r = 0; r < row_count; r++) {
        double *of = cost + (long)r * columns;
        for (int c = 0; c < columns; c++) of[c] = c == near_count + r ? IDENTIFY_MISSING : INFINITY;
        for (int k = 0; k < n->rival_count[row[r]]; k++) {
            const rival *v = &n->rivals[(long)row[r] * IDENTIFY_RIVALS + k];
            for (int c = 0; c < near_count; c++)
                if (near[c] == v->base) of[c] = v->cost;
        }
    }
}

// Rows that are matched together.
typedef struct {
    int *row, *near;  // row: its number; near: bases, IDENTIFY_RIVALS a row at most
    int *column_of;   // per row
} together;

static together take_together(arena *a, int rows) {
    return (together){.row = arena_take(a, (size_t)rows, sizeof(int)),
                      .near = arena_take(a, (size_t)rows * IDENTIFY_RIVALS, sizeof(int)),
                      .column_of = arena_take(a, (size_t)rows, sizeof(int))};
}

static double *take_costs(arena *a, int rows, int columns) { return arena_take(a, (size_t)rows * (size_t)columns, sizeof(double)); }

// The rows under one root and the bases near them, all at once.
static status name_together(nearness *n, int root) {
    work *w = n->w;
    size_t mark = w->arena->used;
    int rows = n->size[root], row_count = 0;
    together t = take_together(w->arena, rows);
    if (w->arena->exhausted) return STATUS_MEMORY;
    for (int r = root; r < n->row_count; r++)
        if (root_of(n->parent, r) == root) t.row[row_count++] = r;
    int near_count = list_near(n, t.row, row_count, t.near), columns = near_count + row_count;
    double *cost = take_costs(w->arena, rows, columns);
    if (w->arena->exhausted) return STATUS_MEMORY;
    fill_costs(n, t.row, row_count, t.near, near_count, cost);
    if (!assign_in(w->arena, cost, row_count, columns, t.column_of)) return STATUS_MEMORY;
    for (int r = 0; r < row_count; r++)
        if (t.column_of[r] >= 0 && t.column_of[r] < near_count) work_name(w, n->rows[t.row[r]].figure, t.near[t.column_of[r]]);
    arena_reset(w->arena, mark);
    return STATUS_OK;
}

static nearness take_nearness(arena *a, int rows, int bases) {
    size_t all = (size_t)rows + (size_t)bases;
    return (nearness){.row_count = rows,
                      .rivals = arena_take(a, (size_t)rows * IDENTIFY_RIVALS, sizeof(rival)),
                      .rival_count = arena_take(a, (size_t)rows, sizeof(int)),
                      .parent = arena_take(a, all, sizeof(int)),
                      .size = arena_take_zeroed(a, all, sizeof(int))};
}

status match_near(work *w, const match_row *rows, int row_count) {
    size_t mark = w->arena->used;
    nearness n = take_nearness(w->arena, row_count, w->count);
    n.w = w;
    n.rows = rows;
    status s = w->arena->exhausted ? STATUS_MEMORY : STATUS_OK;
    for (int i = 0; s == STATUS_OK && i < row_count + w->count; i++) n.parent[i] = i;
    for (int r = 0; s == STATUS_OK && r < row_count; r++) find_rivals(&n, r);
    for (int r = 0; s == STATUS_OK && r < row_count; r++) n.size[root_of(n.parent, r)]++;
    for (int r = 0; s == STATUS_OK && r < row_count; r++) {
        if (n.size[r] == 1 && n.rival_count[r] > 0) work_name(w, rows[r].figure, n.rivals[(long)r * IDENTIFY_RIVALS].base);
        if (n.size[r] > 1) s = name_together(&n, r);
    }
    if (s == STATUS_OK) arena_reset(w->arena, mark);
    return s;
}

void match_measure_near(const work *w) {
    size_t mark = w->arena->used;
    int rows = w->g->figure_count, near = (long)rows * IDENTIFY_RIVALS < w->count ? rows * IDENTIFY_RIVALS : w->count;
    take_nearness(w->arena, rows, w->count);
    take_together(w->arena, rows);
    take_costs(w->arena, rows, near + rows);
    assign_measure(w->arena, rows, near + rows);
    arena_reset(w->arena, mark);
}

static match_row *take_rows(const work *w) { return arena_take(w->arena, (size_t)w->g->figure_count, sizeof(match_row)); }

static status match_in_place(work *w) {
    size_t mark = w->arena->used;
    match_row *rows = take_rows(w);
    int n = 0;
    if (w->arena->exhausted) return STATUS_MEMORY;
    for (int f = 0; f < w->g->figure_count; f++)
        if (w->figures[f].by != EXPECT_NOTHING && work_is_sought(w, f) && !match_is_lost(w, f)) rows[n++] = (match_row){f, gate_of(w, f), false};
    status s = match_near(w, rows, n);
    if (s == STATUS_OK) arena_reset(w->arena, mark);
    return s;
}

status work_match(work *w) {
    status s = match_in_place(w);
    if (s == STATUS_OK) s = match_carried(w);
    return s == STATUS_OK ? match_singly(w) : s;
}

void work_measure_match(const work *w) {
    size_t mark = w->arena->used;
    take_rows(w);
    match_measure_near(w);
    arena_reset(w->arena, mark);
    match_measure_carried(w);
    match_measure_singly(w);
}
