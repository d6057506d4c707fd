// The facing on which headings, ranks and files agree, each weighed by how well it is dressed (docs/geometry.md section 3).
#include <string.h>

#include "formation/shape/shape_limits.h"
#include "formation/shape/shaping.h"
#include "formation/stats.h"

// What one of the three says: how far the unit faces off form.facing_rad, and the variance of that.
typedef struct {
    double off_rad, variance;
    bool tells;
} witness;

// Of the figures that look about as the unit does. Few tell little of their scatter: what hands usually do counts as much as SHAPE_PRIOR of them.
// One that was set down aside counts for less the farther it looks off the middle one.
static witness ask_headings(const stand *s, const pose *poses, const unit_form *f) {
    double off[GAME_MAX_FIGURES], sorted[GAME_MAX_FIGURES], sum = 0, squares = 0, weight = 0, measured = 0;
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        double d = s->at[i].has_heading ? angle_difference(s->at[i].heading_rad, f->facing_rad) : INFINITY;
        if (!(fabs(d) <= SHAPE_ELSEWHERE_RAD)) continue;
        measured += squared(poses[s->index[i]].sigma_rad);
        off[n] = sorted[n] = d;
        n++;
    }
    if (n == 0) return (witness){0};
    const double middle = stats_median(sorted, n), hands = ranks_headings(s->at, s->n, f->facing_rad).hands;
    for (int i = 0; i < n; i++) sorted[i] = fabs(off[i] - middle);
    // 1.48: from the median deviation to sigma; hands that turn bases twice as badly as most are no reason to count some of them less
    double usual = SHAPE_DOUBT_SIGMAS * fmax(1.48 * stats_median(sorted, n), 2 * sqrt(hands));
    for (int i = 0; i < n; i++) {
        double w = 1 / (1 + squared(squared((off[i] - middle) / usual)));
        sum += w * off[i], squares += w * squared(off[i]), weight += w;
    }
    double scatter = (squares - sum * sum / weight + SHAPE_PRIOR * hands) / (fmax(weight - 1, 0) + SHAPE_PRIOR);
    double common = squared(SHAPE_HEADINGS_COMMON) * measured / n;
    return (witness){sum / weight, fmax(fmax(scatter, measured / n) / weight, common), true};
}

typedef struct {
    double x, y;
    int count;
} place_sum;

// x along the line that a group of figures (a rank or a file) should make, y off it to the side on which a unit that turned left would have them.
static int member(const ranked_base *b, bool files, double *x, double *y) {
    *x = files ? b->ahead : b->left;
    *y = files ? b->left : -b->ahead;
    return files ? b->file : b->rank;
}

// The common slope of `count` ranks, or of so many files from `first` on in the ranks before `ranks`, by least squares.
static witness ask_lines(const stand *s, bool files, int first, int count, int ranks) {
    place_sum group[GAME_MAX_FIGURES];
    count = count < GAME_MAX_FIGURES ? count : GAME_MAX_FIGURES;
    double x, y, xx = 0, xy = 0, yy = 0;
    int freedom = -1;
    memset(group, 0, (size_t)count * sizeof *group);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->ranked; i++) {
            const ranked_base *b = &s->at[i];
            int k = member(b, files, &x, &y) - first;
            if (b->rank < 0 || b->rank >= ranks || k < 0 || k >= count) continue;
            place_sum *g = &group[k];
            if (pass == 0) {
                freedom += g->count > 0;
                g->x += x, g->y += y, g->count++;
                continue;
            }
            x -= g->x / g->count, y -= g->y / g->count;
            xx += x * x, xy += x * y, yy += y * y;
        }
    if (freedom < 0 || xx <= 0) return (witness){0};
    double slope = xy / xx, dressing = (yy - slope * xy + SHAPE_PRIOR * squared(SHAPE_PLACE_HANDS_IN)) / (freedom + SHAPE_PRIOR);
    bool dressed = dressing <= squared(SHAPE_DRESSED_IN);
    return (witness){atan(slope), fmax(dressing / xx, squared(SHAPE_LINE_ERROR_RAD)),
                     dressed && fabs(slope) <= tan(ranks_most_skew(s->at, s->ranked))};
}

// Lines that surely lead elsewhere than the headings say nothing of the facing: the unit stands askew to it.
static void heed(witness w, const witness *headings, double *off, double *weight) {
    if (!w.tells || fabs(w.off_rad - headings->off_rad) > SHAPE_DOUBT_SIGMAS * sqrt(w.variance + headings->variance)) return;
    *off += w.off_rad / w.variance;
    *weight += 1 / w.variance;
}

bool shaping_weigh_facing(shaping *p) {
    const stand *s = &p->s;
    unit_form *f = &p->form;
    double off = 0, weight = 0;
    witness headings = ask_headings(s, p->known->poses, f);
    lattice l = shaping_files(p);
    if (!headings.tells) return false;
    heed(headings, &headings, &off, &weight);
    heed(ask_lines(s, false, 0, l.ranks, l.ranks), &headings, &off, &weight);
    heed(ask_lines(s, true, l.first, l.last - l.first + 1, l.aside ? l.ranks - 1 : l.ranks), &headings, &off, &weight);
    f->facing_rad = angle_wrap(f->facing_rad + off / weight);
    f->sigma_facing_rad = sqrt(1 / weight);
    return true;
}
