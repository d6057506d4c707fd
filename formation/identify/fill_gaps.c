// Bases without a readable code among the read bases of a unit are the unit's missing figures. Each stands beside the figures that the roster names
// before and after it.
#include <stdlib.h>

#include "formation/identify/identify_limits.h"
#include "formation/identify/work.h"

static bool is_missing(const work *w, int f) { return work_is_sought(w, f) && work_was_searched(w, f) && w->figures[f].by == EXPECT_NOTHING; }

static bool is_read(const work *w, const game_unit *u, int f) {
    return f >= u->first_figure && f < u->first_figure + u->figure_count && w->figures[f].base_of >= 0;
}

// True where base i stands beside one of the unit's that was read.
static bool stands_beside(const work *w, const game_unit *u, int i) {
    double near = IDENTIFY_BESIDE * fmax(w->bases[i].base.width_in, w->bases[i].base.depth_in);
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (is_read(w, u, f) && vec2_distance(w->bases[w->figures[f].base_of].pose.at, w->bases[i].pose.at) < near) return true;
    return false;
}

// How far base i stands from where figure f would be if it stood in one rank with a figure named shortly before or after it, as rosters go: from left
// to right.
static double out_of_order(const work *w, const game_unit *u, int f, int i) {
    double best = INFINITY, side = w->bases[i].base.width_in;
    for (int k = f - IDENTIFY_ROSTER_REACH; k <= f + IDENTIFY_ROSTER_REACH; k++) {
        if (k == f || !is_read(w, u, k)) continue;
        pose at = w->bases[w->figures[k].base_of].pose;
        if (!pose_has_heading(at)) continue;
        vec2 there = vec2_sub(at.at, vec2_scale(heading_left(at.heading_rad), (f - k) * side));
        best = fmin(best, vec2_distance(there, w->bases[i].pose.at) + IDENTIFY_ROSTER_FARTHER * side * (abs(f - k) - 1));
    }
    return fmin(best, IDENTIFY_STRAY_IN);
}

// Names the base and the figure that go together best; false where none do.
static bool fill_one(work *w, const game_unit *u) {
    double best = INFINITY;
    int figure = -1, chosen = -1;
    for (int i = 0; i < w->count; i++) {
        if (!work_is_loose(w, i) || !work_fits(w, u->first_figure, i) || !stands_beside(w, u, i)) continue;
        for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
            if (!is_missing(w, f) || !work_fits(w, f, i)) continue;
            double cost = out_of_order(w, u, f, i);
            if (cost < best) best = cost, figure = f, chosen = i;
        }
    }
    if (figure >= 0) work_name(w, figure, chosen);
    return figure >= 0;
}

void work_fill(work *w) {
    for (int k = 0; k < w->g->unit_count; k++) {
        const game_unit *u = &w->g->units[k];
        int read = 0, missing = 0;
        for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
            read += is_read(w, u, f);
            missing += is_missing(w, f);
        }
        while (read >= IDENTIFY_READ_LEAST && missing > 0 && fill_one(w, u)) missing--;
    }
}
