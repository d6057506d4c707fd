#include "formation/shape.h"

#include <float.h>

#include "formation/ranks.h"
#include "formation/stats.h"

#define CLOSED_SHARE 0.8  // of a closed unit's figures have a close neighbour (geometry.md section 4)

shape_limits shape_default_limits(void) {
    return (shape_limits){.closed_gap_max_in = 0.15,
                          .open_low_in = 0.25,
                          .open_high_in = 0.80,
                          .skirmish_gap_min_in = 1.0,
                          .neighbour_gap_in = 0.20,
                          .formed_gap_max_in = 0.5,
                          .rank_tol_fraction = 0.35,
                          .stands_low_in = 0.75,
                          .stands_high_in = 1.25};
}

// The unit's present figures, in the roster's order.
typedef struct {
    int n;
    int index[GAME_MAX_FIGURES];  // in the unit
    ranked_base at[GAME_MAX_FIGURES];
    double nearest[GAME_MAX_FIGURES];  // gap to the nearest figure of the unit
} stand;

typedef struct {
    double lateral, depth;   // medians; NAN where there are none
    double neighbour_share;  // of the figures that have a close neighbour
    double least;            // of all gaps
    double sigma;            // of one gap
} gap_summary;

static void collect(const game *g, const game_unit *u, const pose *poses, const bool *present, stand *s) {
    s->n = 0;
    for (int i = 0; i < u->figure_count; i++) {
        if (!present[i]) continue;
        const base *b = &g->figures[u->first_figure + i].base;
        s->index[s->n] = i;
        s->at[s->n++] = (ranked_base){.at = poses[i].at,
                                      .heading_rad = poses[i].heading_rad,
                                      .has_heading = pose_has_heading(poses[i]),
                                      .width_in = b->width_in,
                                      .depth_in = b->depth_in,
                                      .rank = -1};
    }
}

// Circular mean heading of the figures of one rank (-1: of all) and its error; in a rank, of those that face about as most of the unit does, so that
// a figure turned aside doesn't turn the unit. False where none has a heading.
static bool mean_facing(const stand *s, const pose *poses, int rank, unit_form *f) {
    double heading[GAME_MAX_FIGURES], variance = 0;
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (!s->at[i].has_heading || (rank >= 0 && s->at[i].rank != rank)) continue;
        if (rank >= 0 && fabs(angle_difference(s->at[i].heading_rad, f->facing_rad)) > PI / 4) continue;
        variance += poses[s->index[i]].sigma_rad * poses[s->index[i]].sigma_rad;
        heading[n++] = s->at[i].heading_rad;
    }
    if (n == 0) return false;
    f->facing_rad = angle_mean(heading, n);
    f->sigma_facing_rad = sqrt(variance) / n;
    return true;
}

static void keep_least(double *least, double gap) {
    if (gap < *least) *least = gap;
}

// The gap of figures i and j, wherever it may be the least of one of them to any figure or to one of the next rank.
static void note_gap(stand *s, const footprint *foot, int i, int j, double *depth) {
    bool ranked = s->at[i].rank >= 0 && s->at[j].rank >= 0;
    int front = ranked && s->at[j].rank == s->at[i].rank + 1 ? i : ranked && s->at[i].rank == s->at[j].rank + 1 ? j : -1;
    double most = s->nearest[i] > s->nearest[j] ? s->nearest[i] : s->nearest[j];
    if (front >= 0 && depth[front] > most) most = depth[front];
    if (!footprint_may_be_nearer(&foot[i], &foot[j], most)) return;
    double gap = footprint_gap(&foot[i], &foot[j]);
    keep_least(&s->nearest[i], gap);
    keep_least(&s->nearest[j], gap);
    if (front >= 0) keep_least(&depth[front], gap);
}

// Figure i's neighbour on the left in its rank, so that each gap of a rank counts once; -1: none.
static int beside(const stand *s, int i) {
    int best = -1;
    for (int j = 0; j < s->n && s->at[i].rank >= 0; j++)
        if (s->at[j].rank == s->at[i].rank && s->at[j].left > s->at[i].left && (best < 0 || s->at[j].left < s->at[best].left)) best = j;
    return best;
}

static gap_summary measure_gaps(stand *s, const footprint *foot, const pose *poses, const shape_limits *limits) {
    double lateral[GAME_MAX_FIGURES], depth[GAME_MAX_FIGURES];
    int laterals = 0, depths = 0, near = 0;
    gap_summary m = {.least = DBL_MAX};
    for (int i = 0; i < s->n; i++) s->nearest[i] = depth[i] = DBL_MAX;
    for (int step = 1; step < s->n; step++)  // neighbours of the roster first: they mostly stand side by side, and rule out the rest
        for (int i = 0; i + step < s->n; i++) note_gap(s, foot, i, i + step, depth);
    for (int i = 0; i < s->n; i++) {
        int left = beside(s, i);
        if (left >= 0) lateral[laterals++] = footprint_gap(&foot[i], &foot[left]);
        if (depth[i] < DBL_MAX) depth[depths++] = depth[i];
        near += s->nearest[i] <= limits->neighbour_gap_in;
        keep_least(&m.least, s->nearest[i]);
        m.sigma += sqrt(2) * poses[s->index[i]].sigma_in / s->n;
    }
    m.lateral = stats_median(lateral, laterals);
    m.depth = stats_median(depth, depths);
    m.neighbour_share = s->n > 1 ? (double)near / s->n : 1;
    return m;
}

static bool within(double gap, double low, double high) { return isnan(gap) || (gap >= low && gap <= high); }

static bool ranked_type(unit_type t) { return t == UNIT_REGULAR || t == UNIT_RANKED; }

// Class of a single figure, which has no gaps: what it was, what the roster says, closed.
static formation_kind lone_class(const game_unit *u, const unit_form *previous) {
    if (previous && previous->formation != FORMATION_UNKNOWN) return previous->formation;
    return u->formation == FORMATION_OPEN ? FORMATION_OPEN : FORMATION_CLOSED;
}

static bool is_closed_or_open(formation_kind k) { return k == FORMATION_CLOSED || k == FORMATION_OPEN; }

// Closed or open by the medians; between the bands the last class, at first the roster's, else the likelier one (geometry.md section 4).
static formation_kind gap_class(const game_unit *u, const gap_summary *m, const unit_form *previous, const shape_limits *limits, bool *doubtful) {
    double low = limits->use_stands ? limits->stands_low_in : limits->open_low_in,
           high = limits->use_stands ? limits->stands_high_in : limits->open_high_in;
    if (isnan(m->lateral) && isnan(m->depth)) return lone_class(u, previous);
    if (within(m->lateral, -DBL_MAX, limits->closed_gap_max_in) && within(m->depth, -DBL_MAX, limits->closed_gap_max_in) &&
        m->neighbour_share >= CLOSED_SHARE)
        return FORMATION_CLOSED;
    if (within(m->lateral, low, high) && within(m->depth, low, high)) return FORMATION_OPEN;
    *doubtful = true;
    if (previous && is_closed_or_open(previous->formation)) return previous->formation;
    if (is_closed_or_open(u->formation)) return u->formation;
    double mean = isnan(m->lateral) ? m->depth : isnan(m->depth) ? m->lateral : (m->lateral + m->depth) / 2;
    return mean < (limits->closed_gap_max_in + low) / 2 ? FORMATION_CLOSED : FORMATION_OPEN;
}

// A square: the outer figures of most sides look outward, to all four sides of the unit (geometry.md section 7.5).
static bool is_square(const stand *s, double facing_rad) {
    vec2 at[GAME_MAX_FIGURES], hull[GAME_MAX_FIGURES + 1], middle = {0, 0};
    int quadrant[4] = {0}, outer = 0, outward = 0;
    for (int i = 0; i < s->n; i++) {
        at[i] = s->at[i].at;
        middle = vec2_add(middle, vec2_scale(at[i], 1.0 / s->n));
    }
    if (s->n < 8) return false;
    int corners = convex_hull(at, s->n, hull);
    for (int i = 0; i < s->n; i++) {
        if (!s->at[i].has_heading) continue;
        quadrant[(int)floor((angle_difference(s->at[i].heading_rad, facing_rad) + PI + PI / 4) / (PI / 2)) % 4]++;
        bool inner = true;  // farther than half a base from the hull's edge
        for (int k = 0; k < corners; k++) inner &= segment_distance(s->at[i].at, hull[k], hull[(k + 1) % corners]) > s->at[i].depth_in / 2;
        if (inner) continue;
        vec2 out = vec2_sub(s->at[i].at, middle);
        outer++;
        outward += fabs(angle_difference(s->at[i].heading_rad, atan2(out.y, out.x))) <= 50 * RAD_PER_DEG;
    }
    return quadrant[0] && quadrant[1] && quadrant[2] && quadrant[3] && outward >= CLOSED_SHARE * outer;
}

static array_kind array_of(const stand *s, const unit_form *f) {
    if (f->ranks == 0) return ARRAY_NONE;
    if (is_square(s, f->facing_rad)) return ARRAY_SQUARE;
    return f->frontage >= 2 * f->ranks ? ARRAY_LINE : f->ranks >= 2 * f->frontage ? ARRAY_COLUMN : ARRAY_BLOCK;
}

// Where the roster's words are Chainmail's (column, line, square), a body that holds together is named by its proportions.
static formation_kind formed_class(const game_unit *u, const unit_form *f, const unit_form *previous, const shape_limits *limits) {
    bool formed = u->formation == FORMATION_COLUMN || u->formation == FORMATION_LINE || u->formation == FORMATION_SQUARE;
    if (!formed || !within(f->gap_lateral_in, -DBL_MAX, limits->formed_gap_max_in)) return f->formation;
    switch (f->array) {
        case ARRAY_LINE:
            return FORMATION_LINE;
        case ARRAY_COLUMN:
            return FORMATION_COLUMN;
        case ARRAY_SQUARE:
            return FORMATION_SQUARE;
        default:
            return previous && previous->formation != FORMATION_UNKNOWN ? previous->formation : u->formation;
    }
}

// The front edge: through the front rank's figures (rank 0), or across the foremost point of all (rank -1: no ranks).
static void front_edge(const stand *s, int rank, unit_form *f) {
    double left = -DBL_MAX, right = DBL_MAX, line = 0, most = -DBL_MAX, mean_left = 0, cross = 0, square = 0;
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        const ranked_base *b = &s->at[i];
        if (b->rank != rank && rank >= 0) continue;
        left = fmax(left, b->left + b->width_in / 2);
        right = fmin(right, b->left - b->width_in / 2);
        most = fmax(most, b->ahead);
        line += b->ahead;
        mean_left += b->left;
        n++;
    }
    line = rank < 0 ? most : line / n;
    mean_left /= n;
    for (int i = 0; rank >= 0 && i < s->n; i++) {
        if (s->at[i].rank != rank) continue;
        cross += (s->at[i].left - mean_left) * (s->at[i].ahead - line);
        square += (s->at[i].left - mean_left) * (s->at[i].left - mean_left);
    }
    double slope = square > 0 ? cross / square : 0;  // the line as it stands, not as the headings have it
    double middle = (left + right) / 2;
    f->front_left = vec2_rotate((vec2){line + slope * (left - mean_left), left}, f->facing_rad);
    f->front_right = vec2_rotate((vec2){line + slope * (right - mean_left), right}, f->facing_rad);
    f->anchor = vec2_rotate((vec2){line + slope * (middle - mean_left), middle}, f->facing_rad);
}

// How far the mean heading of the front rank may lie off the unit's facing, by how unlike the unit's headings are; 0 where they are all alike.
static double scatter_error(const stand *s, const unit_form *f, int frontage) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (!s->at[i].has_heading) continue;
        double d = angle_difference(s->at[i].heading_rad, f->facing_rad);
        if (fabs(d) > PI / 4) continue;
        sum += d * d;
        n++;
    }
    return n > 1 && frontage > 0 ? sqrt(sum / (n - 1) / frontage) : 0;
}

// Figures on round bases are set down turned any way within some ten degrees, and then the rows tell the facing better than the headings' mean.
// The two are weighed by their errors; headings that agree have none, and their mean is the facing.
static void weigh_rows(const stand *s, const rank_grid *grid, unit_form *f) {
    double headings = scatter_error(s, f, grid->frontage), rows = grid->skew_error_rad;
    if (headings == 0 || headings > PI / 4 || isinf(rows)) return;
    f->facing_rad = angle_wrap(f->facing_rad + grid->skew_rad * headings * headings / (headings * headings + rows * rows));
}

// Ranks and facing: at first that of most figures, then that of the front rank.
static void find_ranks(stand *s, const pose *poses, const shape_limits *limits, unit_form *f) {
    rank_grid grid = ranks_find(s->at, s->n, f->facing_rad, limits->rank_tol_fraction);
    if (mean_facing(s, poses, 0, f)) {
        grid = ranks_find(s->at, s->n, f->facing_rad, limits->rank_tol_fraction);
        weigh_rows(s, &grid, f);
        grid = ranks_find(s->at, s->n, f->facing_rad, limits->rank_tol_fraction);
    }
    f->ranks = grid.ranks;
    f->files = grid.files;
    f->frontage = grid.frontage;
}

static void no_ranks(stand *s, const pose *poses, unit_form *f) {
    mean_facing(s, poses, -1, f);
    ranks_find(s->at, s->n, f->facing_rad, 0.5);  // for the places ahead and to the left
    for (int i = 0; i < s->n; i++) s->at[i].rank = -1;
}

static void classify(const game_unit *u, const stand *s, const gap_summary *m, const unit_form *previous, const shape_limits *limits, unit_form *f) {
    if (ranked_type(u->type)) {
        f->formation = gap_class(u, m, previous, limits, &f->doubtful);
        f->array = array_of(s, f);
        f->formation = formed_class(u, f, previous, limits);
    } else if (u->type == UNIT_SKIRMISH) {
        f->formation = FORMATION_SKIRMISH;
        f->doubtful = m->least < limits->skirmish_gap_min_in - 3.5 * m->sigma;
    } else if (u->type == UNIT_MOB) {
        f->formation = FORMATION_MOB;
    }
}

// Where nobody's heading was ever seen: across the way in which the unit is longest, since units stand in line more often than in column. Either side
// may be the front.
static double across_longest(const stand *s) {
    vec2 middle = {0, 0};
    double xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < s->n; i++) middle = vec2_add(middle, vec2_scale(s->at[i].at, 1.0 / s->n));
    for (int i = 0; i < s->n; i++) {
        vec2 d = vec2_sub(s->at[i].at, middle);
        xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
    }
    return angle_wrap(atan2(2 * xy, xx - yy) / 2 + PI / 2);
}

unit_form formation_shape(const game *g, int unit, const pose *poses, const bool *present, const unit_form *previous, const shape_limits *limits,
                          int16_t *rank) {
    const game_unit *u = &g->units[unit];
    stand s;
    footprint foot[GAME_MAX_FIGURES];
    unit_form f = {.gap_lateral_in = NAN, .gap_depth_in = NAN, .sigma_facing_rad = HEADING_UNKNOWN};
    collect(g, u, poses, present, &s);
    for (int i = 0; rank && i < u->figure_count; i++) rank[i] = -1;
    f.figures = s.n;
    if (s.n == 0) return f;
    double facing;
    if (ranks_heading(s.at, s.n, &facing))
        f.facing_rad = facing;
    else if (previous && previous->figures > 0)
        f.facing_rad = previous->facing_rad;
    else
        f.facing_rad = across_longest(&s);
    if (ranked_type(u->type))
        find_ranks(&s, poses, limits, &f);
    else
        no_ranks(&s, poses, &f);
    for (int i = 0; i < s.n; i++) {
        pose p = poses[s.index[i]];
        if (!s.at[i].has_heading) p.heading_rad = f.facing_rad;
        foot[i] = base_footprint(g->figures[u->first_figure + s.index[i]].base, p);
    }
    gap_summary m = measure_gaps(&s, foot, poses, limits);
    f.gap_lateral_in = m.lateral;
    f.gap_depth_in = m.depth;
    classify(u, &s, &m, previous, limits, &f);
    front_edge(&s, f.ranks > 0 ? 0 : -1, &f);
    for (int i = 0; rank && i < s.n; i++) rank[s.index[i]] = (int16_t)s.at[i].rank;
    return f;
}
