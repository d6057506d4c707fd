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
static double row_skew(const ranked_base *at, int n, double facing_rad, double *error_rad) {
    double skew[GAME_MAX_FIGURES];
    vec2 facing = heading_forward(facing_rad);
    double slope = tan(2 * SHAPE_SKEW_MAX_RAD);
    int count = 0;
    *error_rad = INFINITY;
    for (int i = 0; i < n; i++) count += neighbour_skew(at, n, i, facing, slope, &skew[count]);
    if (count < 3) return 0;
    double s = stats_median(skew, count);
    if (fabs(s) > SHAPE_SKEW_MAX_RAD) return 0;
    for (int i = 0; i < count; i++) skew[i] = fabs(skew[i] - s);
    // 1.48: from the median deviation to sigma; 1.25: the median's error to the mean's. Neighbours count each other, so half of them are independent.
    *error_rad = fmax(1.48 * 1.25 * stats_median(skew, count) / sqrt(count / 2.0), SHAPE_SKEW_ERROR_RAD);
    return s;
}

heading_sums ranks_headings(const ranked_base *at, int n, double facing_rad) {
    heading_sums k = {0};
    for (int i = 0; i < n; i++) {
        double d = at[i].has_heading ? angle_difference(at[i].heading_rad, facing_rad) : INFINITY;
        if (!(fabs(d) <= SHAPE_ELSEWHERE_RAD)) continue;
        k.sum += d, k.squares += d * d;
        k.count++;
    }
    return k;
}

// How far the facing that the headings have may be off, by how unlike they are; INFINITY where none is known.
static double headings_error(const ranked_base *at, int n, double facing_rad) {
    heading_sums k = ranks_headings(at, n, facing_rad);
    if (k.count == 0) return INFINITY;
    return sqrt((k.squares + SHAPE_PRIOR * SHAPE_HEADING_HANDS_RAD * SHAPE_HEADING_HANDS_RAD) / (k.count + SHAPE_PRIOR) / k.count);
}

// Neighbours that were set down a little out of line show rows where there are none: they are heeded as far as the headings leave it open, or
// wholly where they are too sure of it to agree with the headings.
static double heeded_skew(double skew_rad, double error_rad, double headings_rad) {
    if (isinf(headings_rad) || isinf(error_rad)) return skew_rad;
    double h = headings_rad * headings_rad, e = error_rad * error_rad;
    return fabs(skew_rad) > SHAPE_DOUBT_SIGMAS * sqrt(h + e) ? skew_rad : skew_rad * h / (h + e);
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

// How many bases stand within tol of the lattice of lines through `front` at the given pitch.
static int lattice_count(const rank_line *lines, int count, double front, double pitch, double tol) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        double k = (front - lines[i].line) / pitch;
        if (fabs(k - round(k)) < tol) sum += lines[i].count;
    }
    return sum;
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

static double rank_pitch(const rank_line *lines, int count, double depth, bool holes, double *scratch) {
    if (count < 2) return depth;
    for (int i = 0; i + 1 < count; i++) scratch[i] = lines[i].line - lines[i + 1].line;
    return holes ? pitch_with_holes(scratch, count - 1, depth) : stats_median(scratch, count - 1);
}

// The front rank's line: of the lattice that holds the most bases, the foremost line on it. A base that sticks out ahead is no rank.
static double front_line(const rank_line *lines, int count, double pitch, double tol) {
    double phase = lines[0].line;
    int most = 0;
    for (int i = 0; i < count; i++) {
        int on = lattice_count(lines, count, lines[i].line, pitch, tol);
        if (on > most) {
            most = on;
            phase = lines[i].line;
        }
    }
    for (int i = 0; i < count; i++) {
        double k = (phase - lines[i].line) / pitch;
        if (fabs(k - round(k)) < tol) return lines[i].line;
    }
    return phase;
}

static void count_ranks(ranked_base *at, int n, const double *row, double front, double pitch, double tol, rank_grid *g) {
    int in_rank[64] = {0};
    for (int i = 0; i < n; i++) {
        double k = (front - row[i]) / pitch;
        int rank = (int)fmin(fmax(round(k), -1), 1e6);
        at[i].rank = fabs(k - round(k)) < tol && rank >= 0 ? rank : -1;
        if (at[i].rank < 0) continue;
        if (at[i].rank >= g->ranks) g->ranks = at[i].rank + 1;
        if (at[i].rank < 64 && ++in_rank[at[i].rank] > g->files) g->files = in_rank[at[i].rank];
        g->frontage += at[i].rank == 0;
    }
    if (g->files < g->frontage) g->files = g->frontage;
}

rank_grid ranks_find(ranked_base *at, int n, double facing_rad, double tol, bool holes) {
    assert(n <= GAME_MAX_FIGURES);
    rank_grid g = {.facing_rad = facing_rad};
    g.skew_rad = row_skew(at, n, facing_rad, &g.skew_error_rad);
    g.skew_rad = heeded_skew(g.skew_rad, g.skew_error_rad, headings_error(at, n, facing_rad));
    double ahead[GAME_MAX_FIGURES], row[GAME_MAX_FIGURES], depth = 0;
    rank_line lines[GAME_MAX_FIGURES];
    vec2 facing = heading_forward(facing_rad), rows = heading_forward(facing_rad + g.skew_rad);
    for (int i = 0; i < n; i++) {
        double half = reach(&at[i], facing_rad);
        at[i].ahead = vec2_dot(at[i].at, facing) + half;
        at[i].left = vec2_cross(facing, at[i].at);
        row[i] = ahead[i] = vec2_dot(at[i].at, rows) + half;
        depth += 2 * half / n;
    }
    if (n == 0) return g;
    int count = cluster_lines(ahead, n, depth / 2, lines);
    g.pitch_in = rank_pitch(lines, count, depth, holes, ahead);
    count_ranks(at, n, row, front_line(lines, count, g.pitch_in, tol), g.pitch_in, tol, &g);
    return g;
}
