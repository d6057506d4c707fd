#include "formation/shape/ranks.h"

#include <assert.h>
#include <float.h>

#include "core/game.h"
#include "core/sort.h"
#include "formation/shape/shape_limits.h"
#include "formation/stats.h"

// Ranks are clusters of the bases' front lines; a cluster's mean line stands for it.
typedef struct {
    double line;
    int count;
} rank_line;

bool ranks_heading(const ranked_base *at, int n, double *heading_rad) {
    vec2 way[GAME_MAX_FIGURES];
    double headed[GAME_MAX_FIGURES], crowd = cos(SHAPE_CROWD_RAD), sum = 0;
    int best = -1, most = 0, count = 0;
    for (int i = 0; i < n; i++) {
        if (!at[i].has_heading) continue;
        headed[count] = at[i].heading_rad;
        way[count++] = heading_forward(at[i].heading_rad);
    }
    for (int i = 0; i < count && most < count; i++) {  // no crowd is larger than all
        int near = 0;
        for (int j = 0; j < count; j++) near += vec2_dot(way[j], way[i]) >= crowd;
        if (near <= most) continue;
        most = near;
        best = i;
    }
    if (best < 0) return false;
    for (int j = 0; j < count; j++)
        if (vec2_dot(way[j], way[best]) >= crowd) sum += angle_difference(headed[j], headed[best]);
    *heading_rad = angle_wrap(headed[best] + sum / most);
    return true;
}

// How far a base reaches along the facing: its depth, or its width where it stands across.
static double reach(const ranked_base *b, double facing_rad) {
    bool across = b->has_heading && fabs(cos(angle_difference(b->heading_rad, facing_rad))) < 0.7071;
    return (across ? b->width_in : b->depth_in) / 2;
}

double ranks_most_skew(const ranked_base *at, int n) {
    for (int i = 0; i < n; i++)
        if (!at[i].round) return SHAPE_SKEW_MAX_RAD;
    return SHAPE_SKEW_MAX_ROUND_RAD;
}

// Angle of base i's row against the facing (a unit vector), from its nearest neighbour beside it: at most `slope` off. False where it has none.
static bool neighbour_skew(const ranked_base *at, int n, int i, vec2 facing, double slope, double *skew_rad) {
    double farthest = 9 * at[i].width_in * at[i].width_in, nearest = farthest;  // squared
    for (int j = 0; j < n; j++) {
        vec2 d = vec2_sub(at[j].at, at[i].at);
        double square = vec2_dot(d, d);
        if (square >= nearest) continue;
        double ahead = vec2_dot(d, facing), left = vec2_cross(facing, d);
        if (left == 0 || fabs(ahead) > slope * fabs(left)) continue;  // not beside it, or itself
        nearest = square;
        *skew_rad = -ahead / left;
    }
    if (nearest < farthest) *skew_rad = atan(*skew_rad);
    return nearest < farthest;
}

// Headings of small round bases are worth little: a wide row turned by 5 degrees would run into the next. So the rows' own direction counts.
static double row_skew(const ranked_base *at, int n, double facing_rad, double most_rad, double *error_rad) {
    double skew[GAME_MAX_FIGURES];
    vec2 facing = heading_forward(facing_rad);
    double slope = tan(2 * most_rad);
    int count = 0;
    *error_rad = INFINITY;
    for (int i = 0; i < n; i++) count += neighbour_skew(at, n, i, facing, slope, &skew[count]);
    if (count < 3) return 0;
    double s = stats_median(skew, count);
    if (fabs(s) > most_rad) return 0;
    for (int i = 0; i < count; i++) skew[i] = fabs(skew[i] - s);
    // 1.48: from the median deviation to sigma; 1.25: the median's error to the mean's. Neighbours count each other, so half of them are independent.
    *error_rad = fmax(1.48 * 1.25 * stats_median(skew, count) / sqrt(count / 2.0), SHAPE_SKEW_ERROR_RAD);
    return s;
}

// Variance with which hands usually turn such a base.
static double usual_turn(const ranked_base *b) { return squared(b->round ? SHAPE_HEADING_HANDS_ROUND_RAD : SHAPE_HEADING_HANDS_RAD); }

heading_sums ranks_headings(const ranked_base *at, int n, double facing_rad) {
    heading_sums k = {0};
    for (int i = 0; i < n; i++) {
        double d = at[i].has_heading ? angle_difference(at[i].heading_rad, facing_rad) : INFINITY;
        if (!(fabs(d) <= SHAPE_ELSEWHERE_RAD)) continue;
        k.sum += d, k.squares += d * d, k.hands += usual_turn(&at[i]);
        k.count++;
    }
    if (k.count > 0) k.hands /= k.count;
    return k;
}

// How far the facing that the headings have may be off, by how unlike they are; INFINITY where none is known.
static double headings_error(const ranked_base *at, int n, double facing_rad) {
    heading_sums k = ranks_headings(at, n, facing_rad);
    if (k.count == 0) return INFINITY;
    return sqrt((k.squares + SHAPE_PRIOR * k.hands) / (k.count + SHAPE_PRIOR) / k.count);
}

// Which of the lines a base stands nearest to; they run from the front to the rear.
static int nearest_line(const rank_line *lines, int count, double row) {
    int k = 0;
    while (k + 1 < count && row < (lines[k].line + lines[k + 1].line) / 2) k++;
    return k;
}

// Gathers lines that follow one another closely; `lines` holds n. Returns their number, front first.
static int cluster_lines(double *ahead, int n, double join, rank_line *lines) {
    sort_numbers(ahead, n);
    int count = 0;
    for (int i = n - 1; i >= 0; i--) {
        if (i == n - 1 || ahead[i + 1] - ahead[i] > join) lines[count++] = (rank_line){0, 0};
        rank_line *l = &lines[count - 1];
        l->line += (ahead[i] - l->line) / ++l->count;
    }
    return count;
}

// The bases as rows that are turned by skew_rad against the facing would have them, and how credible that is.
typedef struct {
    double skew_rad, error_rad;
    double log_chance;  // but for what all rows of the same bases share
    double off_in;      // one sigma, by which a base stands off its line
    int count;
    rank_line line[GAME_MAX_FIGURES];
    double row[GAME_MAX_FIGURES];  // where each base stands along the rows' facing
} rank_rows;

// How far the headings may be off, and the most that rows are turned against them.
typedef struct {
    double headings_rad, most_rad;
} row_prior;

// What the headings have of the rows: straight across, within their error; or else, now and then, anyhow.
static double log_prior(double skew_rad, const row_prior *p) {
    if (isinf(p->headings_rad)) return 0;
    double z = skew_rad / p->headings_rad, across = exp(-z * z / 2) / (sqrt(2 * PI) * p->headings_rad);
    return log((1 - SHAPE_ASKEW) * across + SHAPE_ASKEW / (2 * p->most_rad));
}

// Sorts the bases into lines; a base's row is how far it stands ahead once the rows are turned straight.
static void lay_rows(rank_rows *r, const ranked_base *at, int n, double join) {
    double sorted[GAME_MAX_FIGURES], slope = tan(r->skew_rad);
    for (int i = 0; i < n; i++) sorted[i] = r->row[i] = (at[i].ahead + slope * at[i].left) * cos(r->skew_rad);
    r->count = cluster_lines(sorted, n, join, r->line);
}

// Sums of the bases about the middles of their lines, for the slope that all lines share.
typedef struct {
    double xx, xy, yy;
} line_sums;

static line_sums sum_lines(const rank_rows *r, const ranked_base *at, int n) {
    double left[GAME_MAX_FIGURES], ahead[GAME_MAX_FIGURES];
    int line[GAME_MAX_FIGURES];
    line_sums k = {0};
    for (int i = 0; i < r->count; i++) left[i] = ahead[i] = 0;
    for (int i = 0; i < n; i++) {
        line[i] = nearest_line(r->line, r->count, r->row[i]);
        left[line[i]] += at[i].left / r->line[line[i]].count;
        ahead[line[i]] += at[i].ahead / r->line[line[i]].count;
    }
    for (int i = 0; i < n; i++) {
        double x = at[i].left - left[line[i]], y = at[i].ahead - ahead[line[i]];
        k.xx += x * x, k.xy += x * y, k.yy += y * y;
    }
    return k;
}

// Variance of a base's place off its line. Few bases tell little of it: what hands usually do counts as much as SHAPE_PRIOR of them.
static double off_line(const rank_rows *r, int n, double squares) {
    return (squares + SHAPE_PRIOR * SHAPE_PLACE_HANDS_IN * SHAPE_PLACE_HANDS_IN) / (fmax(n - r->count, 0) + SHAPE_PRIOR);
}

// Turns the rows to where the bases of each line and the headings have them, and weighs the result.
static void weigh_rows(rank_rows *r, const ranked_base *at, int n, double join, const row_prior *p) {
    for (int pass = 0; pass < SHAPE_ROWS_PASSES; pass++) {
        lay_rows(r, at, n, join);
        line_sums k = sum_lines(r, at, n);
        double slope = tan(r->skew_rad), variance = off_line(r, n, fmax(k.yy + 2 * slope * k.xy + slope * slope * k.xx, 0));
        r->log_chance = log_prior(r->skew_rad, p) - n * (log(variance) / 2 + log(r->count)) - r->count * log(n) / 2;
        r->off_in = sqrt(variance);
        r->error_rad = k.xx > 0 ? fmax(sqrt(variance / k.xx), SHAPE_SKEW_ERROR_RAD) : INFINITY;
        if (!(k.xx > 0) || pass + 1 == SHAPE_ROWS_PASSES) return;
        double best = atan(-k.xy / k.xx), h = squared(p->headings_rad), e = r->error_rad * r->error_rad;
        if (n - r->count == 1) e = off_line(r, n, 0) / k.xx;  // two bases lie on any line: how the headings have it says nothing of their scatter
        if (fabs(best) <= SHAPE_DOUBT_SIGMAS * sqrt(h + e)) best = isinf(h) ? best : best * h / (h + e);
        if (fabs(best) > p->most_rad || fabs(best - r->skew_rad) < SHAPE_SKEW_SAME_RAD) return;
        r->skew_rad = best;
    }
}

// The most credible rows so far, and room for others: these are large, and change places rather than being copied.
typedef struct {
    rank_rows room[2];
    int best;
} row_search;

// Keeps the rows that the bases make from skew_rad on, where they are more credible than those known so far.
static void try_rows(row_search *k, const ranked_base *at, int n, double join, const row_prior *p, double skew_rad) {
    rank_rows *r = &k->room[!k->best];
    r->skew_rad = skew_rad;
    weigh_rows(r, at, n, join, p);
    if (r->log_chance > k->room[k->best].log_chance) k->best = !k->best;
}

// The rows as the headings have them, or as neighbours have them, or a little off these, whichever are the most credible. Neighbours that were set
// down a little out of line show rows where there are none, and headings of round bases may lead a wide row into the next one.
static const rank_rows *find_rows(row_search *k, const ranked_base *at, int n, double facing_rad, double join) {
    const row_prior p = {headings_error(at, n, facing_rad), ranks_most_skew(at, n)};
    double error, skew = row_skew(at, n, facing_rad, p.most_rad, &error);
    k->best = 0;
    k->room[0].skew_rad = 0;
    weigh_rows(&k->room[0], at, n, join, &p);
    if (isinf(error)) return &k->room[0];
    if (fabs(skew) >= SHAPE_SKEW_SAME_RAD) try_rows(k, at, n, join, &p, skew);
    bool dressed = k->room[k->best].off_in <= SHAPE_DRESSED_IN;  // saves time: no other rows are far better
    for (int i = -SHAPE_ROWS_STARTS; i <= SHAPE_ROWS_STARTS && !dressed; i++)
        if (i != 0) try_rows(k, at, n, join, &p, fmin(fmax(skew + i * error, -p.most_rad), p.most_rad));
    return &k->room[k->best];
}

// Where ranks may be missing, the least step that a rank can take is one of one rank; the longer ones are of several.
static double pitch_with_holes(const double *step, int count, double depth) {
    double least = DBL_MAX, sum = 0, ranks = 0;
    for (int i = 0; i < count; i++)
        if (step[i] >= SHAPE_RANK_STEP * depth) least = fmin(least, step[i]);
    if (least == DBL_MAX) return depth;
    for (int i = 0; i < count; i++) {
        if (step[i] < SHAPE_RANK_STEP * depth) continue;
        sum += step[i];
        ranks += round(step[i] / least);
    }
    return sum / ranks;
}

static double rank_pitch(const rank_rows *r, double depth, bool holes) {
    double step[GAME_MAX_FIGURES];
    if (r->count < 2) return depth;
    for (int i = 0; i + 1 < r->count; i++) step[i] = r->line[i].line - r->line[i + 1].line;
    return holes ? pitch_with_holes(step, r->count - 1, depth) : stats_median(step, r->count - 1);
}

// Numbers the lines that follow line `first` or go before it by whole ranks, each from the last such line, so that the ranks' own unevenness does not
// add up. NO_RANK: the others. Returns how many bases stand in those numbered.
enum { NO_RANK = -(1 << 20) };
static int number_lines(const rank_rows *r, int first, double pitch, double tol, int *number) {
    int bases = 0;
    for (int i = 0; i < r->count; i++) number[i] = NO_RANK;
    for (int way = -1; way <= 1; way += 2)
        for (int i = first, last = first; i >= 0 && i < r->count; i += way) {
            double k = (r->line[last].line - r->line[i].line) / pitch;
            if (i != first && (fabs(k - round(k)) >= tol || round(k) == 0)) continue;
            number[i] = i == first ? 0 : number[last] + (int)fmax(fmin(round(k), 1e6), -1e6);
            last = i;
        }
    for (int i = 0; i < r->count; i++) bases += number[i] != NO_RANK ? r->line[i].count : 0;
    return bases;
}

// Numbers the ranks from 0, the front one: of all ways the one that takes in the most bases. A base that sticks out ahead is no rank.
static void number_ranks(const rank_rows *r, double pitch, double tol, int *number) {
    int best = 0, most = -1, front = 1 << 20;
    for (int i = 0; i < r->count; i++) {
        int bases = number_lines(r, i, pitch, tol, number);
        if (bases > most) most = bases, best = i;
    }
    number_lines(r, best, pitch, tol, number);
    for (int i = 0; i < r->count; i++)
        if (number[i] != NO_RANK && number[i] < front) front = number[i];
    for (int i = 0; i < r->count; i++)
        if (number[i] != NO_RANK) number[i] -= front;
}

static void count_ranks(ranked_base *at, int n, const rank_rows *r, const int *number, double tol_in, rank_grid *g) {
    int in_rank[64] = {0};
    for (int i = 0; i < n; i++) {
        int nearest = -1;
        for (int k = 0; k < r->count; k++)
            if (number[k] != NO_RANK && (nearest < 0 || fabs(r->row[i] - r->line[k].line) < fabs(r->row[i] - r->line[nearest].line))) nearest = k;
        at[i].rank = fabs(r->row[i] - r->line[nearest].line) < tol_in ? number[nearest] : -1;
        if (at[i].rank < 0) continue;
        if (at[i].rank >= g->ranks) g->ranks = at[i].rank + 1;
        if (at[i].rank < 64 && ++in_rank[at[i].rank] > g->files) g->files = in_rank[at[i].rank];
        g->frontage += at[i].rank == 0;
    }
    if (g->files < g->frontage) g->files = g->frontage;
}

rank_grid ranks_find(ranked_base *at, int n, double facing_rad, double tol, bool holes) {
    assert(n <= GAME_MAX_FIGURES);
    rank_grid g = {.facing_rad = facing_rad, .skew_error_rad = INFINITY};
    row_search search;
    int number[GAME_MAX_FIGURES];
    double depth = 0;
    vec2 facing = heading_forward(facing_rad);
    for (int i = 0; i < n; i++) {
        double half = reach(&at[i], facing_rad);
        at[i].ahead = vec2_dot(at[i].at, facing) + half;
        at[i].left = vec2_cross(facing, at[i].at);
        depth += 2 * half / n;
    }
    if (n == 0) return g;
    const rank_rows *rows = find_rows(&search, at, n, facing_rad, depth / 2);
    g.skew_rad = rows->skew_rad;
    g.skew_error_rad = rows->error_rad;
    g.pitch_in = rank_pitch(rows, depth, holes);
    number_ranks(rows, g.pitch_in, tol, number);
    count_ranks(at, n, rows, number, tol * g.pitch_in, &g);
    return g;
}
