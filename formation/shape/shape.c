#include "formation/shape/shape.h"

#include <float.h>

#include "formation/body_motion.h"
#include "formation/shape/reading.h"
#include "formation/shape/spacing.h"
#include "formation/shape/wrap.h"

#define OUTWARD_SHARE 0.8   // of a square's outer figures look outward (geometry.md section 7.5)
#define AHEAD 0.4           // of a base: a figure so far ahead of the front rank stands in none
#define DISORDER_IN 0.3     // off its rank's line by more: not in order (geometry.md section 4)
#define UNEVEN 0.25         // of a file's width: a figure so far off its file, as its neighbour has it, stands in none
#define OVERLAP 0.7         // of a base's width: two figures of one rank nearer than this stand in no files
#define DISORDER_SHARE 0.2  // of a unit's figures out of order: irregular, where that may be
#define STAYS 25.0          // ranks and files as they were are so much likelier than others that hide as much
#define WRAP_GAP_IN 0.25    // closer files than open ones: figures of their ends may have gone about an enemy's flanks
#define STRAYS 1.0          // figures that leave their place in a body are knocked; more of them make another body,
#define STRAY_SHARE 0.2     // and more than such a share of a few
#define NEAR_ODDS 20.0      // readings less likely by more are not worth a word

bool formation_is_anew(const vec2 *from, const vec2 *to, int n) { return n >= 3 && body_strays(from, to, n) > fmin(STRAYS, STRAY_SHARE * n); }

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

static void collect(const game *g, const game_unit *u, const pose *poses, const bool *present, stand *s) {
    s->n = 0;
    for (int i = 0; i < u->figure_count; i++) {
        if (present && !present[i]) continue;
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

static bool ranked_type(unit_type t) { return t == UNIT_REGULAR || t == UNIT_RANKED; }

// A square: the outer figures of most sides look outward, to all four sides of the unit (geometry.md section 7.5). Where some are hidden (`partly`),
// one side may be gone, and inner figures stand where the outer ones did: most of those that stand outermost must still look outward.
static bool is_square(const stand *s, double facing_rad, bool partly) {
    vec2 at[GAME_MAX_FIGURES], hull[GAME_MAX_FIGURES + 1], middle = {0, 0};
    int quadrant[4] = {0}, outer = 0, outward = 0, sides = 0;
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
    for (int k = 0; k < 4; k++) sides += quadrant[k] > 0;
    return partly ? sides >= 3 && 2 * outward > outer : sides == 4 && outward >= OUTWARD_SHARE * outer;
}

static array_kind proportions(int ranks, int frontage) {
    return frontage >= 2 * ranks ? ARRAY_LINE : ranks >= 2 * frontage ? ARRAY_COLUMN : ARRAY_BLOCK;
}

static array_kind array_of(const stand *s, const unit_form *f, bool partly) {
    if (f->ranks == 0) return ARRAY_NONE;
    return is_square(s, f->facing_rad, partly) ? ARRAY_SQUARE : proportions(f->ranks, f->frontage);
}

static bool is_formed(const game_unit *u) {
    return u->formation == FORMATION_COLUMN || u->formation == FORMATION_LINE || u->formation == FORMATION_SQUARE;
}

// Where the roster's words are Chainmail's (column, line, square), a body that holds together is named by its proportions; else as its gaps have it.
static formation_kind formed_class(const game_unit *u, const unit_form *f, array_kind array, const unit_form *previous, const shape_limits *limits) {
    if (!is_formed(u) || f->gap_lateral_in > limits->formed_gap_max_in) return f->formation;
    switch (array) {
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

// The front edge: through the front rank's figures (rank 0), or across the foremost point of all (rank -1: no ranks). The front rank's ends may lie
// farther left and right by figures that are hidden.
static void front_edge(const stand *s, int rank, double more_left, double more_right, unit_form *f) {
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
    left += more_left;
    right -= more_right;
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

static void swap_figures(stand *s, int i, int j) {
    int index = s->index[i];
    ranked_base at = s->at[i];
    s->index[i] = s->index[j], s->at[i] = s->at[j];
    s->index[j] = index, s->at[j] = at;
}

// True for the leader and for figures that look elsewhere than the unit does.
static bool is_apart(const stand *s, int i, int leader, double facing_rad) {
    return s->index[i] == leader || (s->at[i].has_heading && fabs(angle_difference(s->at[i].heading_rad, facing_rad)) > PI / 4);
}

// A leader ahead of the front rank stands in no rank, nor do figures at its ends that went forward about an enemy's flanks and look inward
// (BS1-7.12). They are moved behind the others in s, whose ahead and left are known. Figures ahead elsewhere that look aside are a rank that turned.
//
// Whose headings are not seen stand so if others do, or if they and the `lost` are too few for a rank as wide as the widest.
static void set_apart(stand *s, int leader, int widest, int lost, double facing_rad) {
    double front = -DBL_MAX, left = -DBL_MAX, right = DBL_MAX;  // of those that look as the unit does
    for (int i = 0; i < s->n; i++) {
        const ranked_base *b = &s->at[i];
        if (!b->has_heading || is_apart(s, i, leader, facing_rad)) continue;
        front = fmax(front, b->ahead);
        left = fmax(left, b->left - b->width_in);
        right = fmin(right, b->left + b->width_in);
    }
    bool wrapped = false;
    int nameless = 0;
    for (int i = 0; i < s->n; i++) {
        const ranked_base *b = &s->at[i];
        nameless += !b->has_heading && s->index[i] != leader && b->ahead >= front + AHEAD * b->depth_in && (b->left > left || b->left < right);
        bool turned = s->index[i] != leader && is_apart(s, i, leader, facing_rad), at_end = b->left > left || b->left < right;
        if (!turned || b->ahead < front + AHEAD * b->depth_in) continue;
        if (!at_end) return;
        wrapped = true;
    }
    wrapped |= nameless > 0 && nameless + lost < widest;
    for (int i = s->n - 1; i >= 0; i--) {
        const ranked_base *b = &s->at[i];
        if (b->ahead < front + AHEAD * b->depth_in || !(is_apart(s, i, leader, facing_rad) || (wrapped && !b->has_heading))) continue;
        s->at[i].rank = -1;
        swap_figures(s, i, --s->ranked);
    }
    if (s->ranked == 0) s->ranked = s->n;  // all look elsewhere: nobody stands apart
}

// Ranks and facing: at first that of most figures, then that of the front rank.
static rank_grid find_ranks(stand *s, const pose *poses, int leader, int lost, const shape_limits *limits, unit_form *f) {
    double tol = limits->rank_tol_fraction;
    bool partly = lost > 0;
    rank_grid grid = ranks_find(s->at, s->n, f->facing_rad, tol, partly);
    set_apart(s, leader, grid.files, lost, f->facing_rad);
    if (s->ranked < s->n) grid = ranks_find(s->at, s->ranked, f->facing_rad, tol, partly);
    if (mean_facing(s, poses, 0, f)) {
        grid = ranks_find(s->at, s->ranked, f->facing_rad, tol, partly);
        weigh_rows(s, &grid, f);
        grid = ranks_find(s->at, s->ranked, f->facing_rad, tol, partly);
    }
    f->ranks = grid.ranks;
    f->files = grid.files;
    f->frontage = grid.frontage;
    return grid;
}

// How far figures of one rank stand off whole files from each other, so far apart.
static double off_files(double apart_in, double file_in) { return fabs(apart_in / file_in - round(apart_in / file_in)); }

// The share of the figures that stand in no rank, off its line, or in no file of it.
static double disorder(stand *s, const rank_grid *grid) {
    vec2 rows = heading_forward(grid->facing_rad + grid->skew_rad);
    double file_in = lattice_find(s->at, s->ranked, grid->ranks > 1 ? grid->pitch_in - s->at[0].depth_in : NAN).pitch_in;
    int off = 0;
    for (int i = 0; i < s->ranked; i++) {
        int beside = -1;
        for (int j = 0; j < s->ranked; j++)
            if (j != i && s->at[j].rank == s->at[i].rank &&
                (beside < 0 || fabs(s->at[j].left - s->at[i].left) < fabs(s->at[beside].left - s->at[i].left)))
                beside = j;
        if (s->at[i].rank < 0) off++;
        if (s->at[i].rank < 0 || beside < 0) continue;
        vec2 d = vec2_sub(s->at[beside].at, s->at[i].at);
        double apart = fabs(s->at[beside].left - s->at[i].left);
        off += fabs(vec2_dot(d, rows)) > DISORDER_IN || apart < OVERLAP * s->at[i].width_in || off_files(apart, file_in) > UNEVEN;
    }
    return s->ranked ? (double)off / s->ranked : 0;
}

// Those who stand apart from the ranks, as they stand to the foremost rank that is seen and its file 0.
static void list_apart(const stand *s, int leader, double facing_rad, reading_sight *out) {
    vec2 facing = heading_forward(facing_rad);
    double line = 0;
    int front = 0;
    for (int i = 0; i < s->ranked; i++) {
        if (s->at[i].rank != 0) continue;
        line += vec2_dot(s->at[i].at, facing);
        front++;
    }
    for (int i = s->ranked; i < s->n && front > 0; i++) {
        reading_place at = {vec2_dot(s->at[i].at, facing) - line / front, s->at[i].left - out->seen->left_in};
        if (s->index[i] == leader)
            out->leader = at, out->leaders = 1;
        else if (out->wrapped < READING_APART)
            out->wrap[out->wrapped++] = at;
    }
}

// Ranks and files as they were, with fewer ranks where so many figures don't fill them any more.
static reading_prior known_block(const game_unit *u, const unit_form *previous, bool anew, int figures) {
    reading_prior before = {u->array_ranks, u->array_files, READING_ROSTER};
    if (anew) return (reading_prior){0, 0, 1};
    if (previous && previous->ranks > 0) before = (reading_prior){previous->ranks, previous->files, STAYS};
    if (before.files > 0) before.ranks = (int)fmin(before.ranks, (figures + before.files - 1) / before.files);
    return before;
}

// What hidden figures add: the ranks and files of the block that holds all of the unit. Returns how many readings there are.
static int complete(const game_unit *u, const stand *s, const lattice *l, const rank_grid *grid, int hidden, bool leader_hidden,
                    const reading_prior *before, block_reading reading[2], unit_form *f) {
    double gap = l->pitch_in - s->at[0].width_in;
    reading_sight sight = {.at = s->at,
                           .n = s->ranked,
                           .seen = l,
                           .rank_in = grid->ranks > 1 ? grid->pitch_in : s->at[0].depth_in + fmax(0, gap),
                           .hidden = hidden,
                           .leader_hidden = leader_hidden,
                           .may_wrap = !is_formed(u) && gap < WRAP_GAP_IN};
    list_apart(s, u->leader - u->first_figure, f->facing_rad, &sight);
    int count = reading_find(&sight, before, reading);
    if (count == 0) return 0;
    f->ranks = reading[0].ranks;
    f->files = f->frontage = reading[0].files;
    return count;
}

static void no_ranks(stand *s, const pose *poses, unit_form *f) {
    mean_facing(s, poses, -1, f);
    ranks_find(s->at, s->n, f->facing_rad, 0.5, false);  // for the places ahead and to the left
    for (int i = 0; i < s->n; i++) s->at[i].rank = -1;
}

static void no_order(stand *s, unit_form *f) {
    for (int i = 0; i < s->n; i++) s->at[i].rank = -1;
    f->formation = FORMATION_IRREGULAR;
    f->ranks = f->files = f->frontage = 0;
    f->array = ARRAY_NONE;
    f->doubtful = false;
}

static void keep_second(unit_form *f, form_reading r, double odds) {
    if (odds <= 0 || odds > NEAR_ODDS || (f->odds > 0 && f->odds <= odds)) return;
    f->second = r;
    f->odds = odds;
}

static form_reading reading_of(const unit_form *f) { return (form_reading){f->formation, f->ranks, f->files, f->frontage}; }

// Formation of a unit in ranks, and the next likely reading: another spacing, other ranks and files, or none.
static void classify_ranked(const game_unit *u, stand *s, const gap_summary *m, const rank_grid *grid, const block_reading *reading, int readings,
                            bool partly, const unit_form *previous, const shape_limits *limits, unit_form *f) {
    double odds, off = disorder(s, grid);
    f->formation = spacing_class(u, m, partly, previous, limits, &f->doubtful, &odds);
    formation_kind other = f->formation == FORMATION_OPEN ? FORMATION_CLOSED : FORMATION_OPEN;
    f->array = array_of(s, f, partly);
    f->formation = formed_class(u, f, f->array, previous, limits);
    form_reading second = reading_of(f);
    second.formation = other;
    if (f->formation == FORMATION_CLOSED || f->formation == FORMATION_OPEN) keep_second(f, second, odds);
    if (readings > 1) {
        second = (form_reading){f->formation, reading[1].ranks, reading[1].files, reading[1].files};
        if (f->array != ARRAY_SQUARE) second.formation = formed_class(u, f, proportions(second.ranks, second.frontage), previous, limits);
        keep_second(f, second, reading[0].weight / reading[1].weight);
    }
    if (partly && readings == 0) off = fmax(off, DISORDER_SHARE);  // those that are seen stand as in no block
    if (off < DISORDER_SHARE || s->n < 4) return;
    if (u->formation == FORMATION_IRREGULAR || (previous && previous->formation == FORMATION_IRREGULAR))
        no_order(s, f);
    else
        keep_second(f, (form_reading){FORMATION_IRREGULAR, 0, 0, 0}, 1 / off);
}

static void classify(const game_unit *u, const gap_summary *m, const shape_limits *limits, unit_form *f) {
    if (u->type == UNIT_SKIRMISH) {
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
    return formation_shape_partly(g, unit, &(shape_sight){.poses = poses, .present = present}, previous, limits, rank);
}

// The facing by which ranks are looked for first: the crowd's, unless those are its wings, else the last one, else a guess.
static double first_facing(const stand *s, bool partly, const unit_form *previous) {
    double facing;
    if (partly && wrap_facing(s->at, s->n, &facing)) return facing;
    if (ranks_heading(s->at, s->n, &facing)) return facing;
    return previous && previous->figures > 0 ? previous->facing_rad : across_longest(s);
}

static void put_feet(const game *g, const game_unit *u, const stand *s, const pose *poses, double facing_rad, footprint *foot) {
    for (int i = 0; i < s->n; i++) {
        pose p = poses[s->index[i]];
        if (!s->at[i].has_heading) p.heading_rad = facing_rad;
        foot[i] = base_footprint(g->figures[u->first_figure + s->index[i]].base, p);
    }
}

static int count_seen(const game_unit *u, const shape_sight *known) {
    int n = 0;
    for (int i = 0; i < u->figure_count; i++) n += (!known->present || known->present[i]) && !(known->hidden && known->hidden[i]);
    return n;
}

// On the table, and nobody knows where.
static bool is_lost(const shape_sight *known, int i) { return known->present && known->hidden && known->hidden[i] && !known->present[i]; }

static int count_lost(const game_unit *u, const shape_sight *known) {
    int n = 0;
    for (int i = 0; i < u->figure_count; i++) n += is_lost(known, i);
    return n;
}

// Between ranks; NAN where that can't be told. Those about an enemy's flanks are of a closed unit, however few are seen of the rank between.
static double depth_gap(const stand *s, const rank_grid *grid, int leader) {
    bool wrapped = false;
    for (int i = s->ranked; i < s->n; i++) wrapped |= s->index[i] != leader;
    return grid->ranks > 1 ? grid->pitch_in - s->at[0].depth_in : wrapped ? 0 : NAN;
}

static void shape_ranked(const game *g, const game_unit *u, stand *s, const shape_sight *known, const unit_form *previous, const shape_limits *limits,
                         unit_form *f) {
    const pose *poses = known->poses;
    int hidden = count_lost(u, known);
    footprint foot[GAME_MAX_FIGURES];
    lattice l = {0};
    block_reading reading[2];
    int readings = 0;
    rank_grid grid = find_ranks(s, poses, u->leader - u->first_figure, hidden, limits, f);
    if (hidden > 0) {
        l = lattice_find(s->at, s->n, depth_gap(s, &grid, u->leader - u->first_figure));
        bool leader_hidden = u->leader >= 0 && is_lost(known, u->leader - u->first_figure);
        reading_prior before = known_block(u, previous, known->anew, s->ranked + hidden - leader_hidden);
        readings = complete(u, s, &l, &grid, hidden, leader_hidden, &before, reading, f);
    }
    put_feet(g, u, s, poses, f->facing_rad, foot);
    gap_summary m = spacing_measure(s, foot, poses, l.pitch_in, limits);
    f->gap_lateral_in = m.lateral;
    f->gap_depth_in = m.depth;
    classify_ranked(u, s, &m, &grid, reading, readings, hidden > 0, previous, limits, f);
    front_edge(s, f->ranks > 0 ? 0 : -1, (l.front_first - l.first) * l.pitch_in, (l.last - l.front_last) * l.pitch_in, f);
}

static void shape_loose(const game *g, const game_unit *u, stand *s, const pose *poses, const shape_limits *limits, unit_form *f) {
    footprint foot[GAME_MAX_FIGURES];
    no_ranks(s, poses, f);
    put_feet(g, u, s, poses, f->facing_rad, foot);
    gap_summary m = spacing_measure(s, foot, poses, 0, limits);
    f->gap_lateral_in = m.lateral;
    f->gap_depth_in = m.depth;
    classify(u, &m, limits, f);
    front_edge(s, -1, 0, 0, f);
}

unit_form formation_shape_partly(const game *g, int unit, const shape_sight *known, const unit_form *previous, const shape_limits *limits,
                                 int16_t *rank) {
    const game_unit *u = &g->units[unit];
    stand s;
    unit_form f = {.gap_lateral_in = NAN, .gap_depth_in = NAN, .sigma_facing_rad = HEADING_UNKNOWN};
    collect(g, u, known->poses, known->present, &s);
    for (int i = 0; rank && i < u->figure_count; i++) rank[i] = -1;
    s.ranked = s.n;
    f.figures = count_seen(u, known);
    if (s.n == 0) return f;
    f.facing_rad = first_facing(&s, count_lost(u, known) > 0, previous);
    if (ranked_type(u->type))
        shape_ranked(g, u, &s, known, previous, limits, &f);
    else
        shape_loose(g, u, &s, known->poses, limits, &f);
    for (int i = 0; rank && i < s.n; i++) rank[s.index[i]] = (int16_t)s.at[i].rank;
    return f;
}
