// Where a turn has its centre in the body, and how surely that is at the corner about which a unit wheels (docs/geometry.md section 6, "Pivot
// point").
#include "core/chance.h"
#include "rules/measure/maneuver/explain.h"
#include "rules/measure/maneuver/maneuver_limits.h"

// Where `at` lies in the body, were it turned to the left (hand 1) or to the right (-1).
static pivot_place place_of_pivot(const explain_task *t, const vec2 *layout, int count, double heading, double hand, const vec2 *at) {
    base b = t->g->figures[t->unit->first_figure + t->local[0]].base;
    vec2 f = heading_forward(heading), l = heading_left(heading);
    double slack = PIVOT_SLACK + t->n->k_illegal * t->sigma_in * sqrt(2), foremost = -INFINITY, end = -INFINITY;
    for (int i = 0; i < count; i++) foremost = fmax(foremost, vec2_dot(layout[i], f));
    for (int i = 0; i < count; i++)
        if (vec2_dot(layout[i], f) > foremost - b.depth_in / 2) end = fmax(end, hand * vec2_dot(layout[i], l));
    for (int i = 0; i < count; i++) {
        if (vec2_dot(layout[i], f) < foremost - b.depth_in / 2) continue;
        vec2 d = vec2_sub(*at, layout[i]);
        double ahead = vec2_dot(d, f), aside = fabs(vec2_dot(d, l));
        if (aside > b.width_in / 2 + slack || ahead > b.depth_in / 2 + slack) continue;
        bool corner = hand * vec2_dot(layout[i], l) > end - b.width_in / 2;
        if (corner && ahead > -b.depth_in / 2 - slack) return PIVOT_AT_CORNER;
        // Another figure's pivot is its front edge, its front centre or its centre: the front half of its base.
        if (!corner && ahead > -PIVOT_SLACK) return PIVOT_AT_FRONT_FIGURE;
    }
    return PIVOT_ELSEWHERE;
}

// A turn too small to be a wheel, by noise too, has no centre that says anything.
static double least_wheel(const explain_task *t, double sigma_rotation) { return fmax(SMALL_TURN, t->n->k_illegal * sigma_rotation); }

// Half a turn may have been made either way round.
pivot_place find_pivot(const explain_task *t, const vec2 *layout, int count, double heading, body_motion m, double sigma_rotation, vec2 *at) {
    double turn = angle_wrap(m.rotation_rad), least = least_wheel(t, sigma_rotation), hand = turn > 0 ? 1 : -1;
    rigid2 rigid = {.rotation_rad = turn, .shift = m.shift};
    if (fabs(turn) < least || !rigid2_centre(rigid, at)) return PIVOT_NONE;
    pivot_place place = place_of_pivot(t, layout, count, heading, hand, at);
    if (place == PIVOT_AT_CORNER || PI - fabs(turn) > least) return place;
    return place_of_pivot(t, layout, count, heading, -hand, at) == PIVOT_AT_CORNER ? PIVOT_AT_CORNER : place;
}

// How far beyond the bases of the figures at that end of the front rank, by whichever is nearest; negative within one. *reach: how far that figure is
// from the middle.
static double beyond_corner(const explain_task *t, const vec2 *layout, int count, double heading, double hand, vec2 at, double *reach) {
    base b = t->g->figures[t->unit->first_figure + t->local[0]].base;
    vec2 f = heading_forward(heading), l = heading_left(heading);
    front_line line = block_front(layout, count, b, f, l);
    double end = hand > 0 ? line.left : -line.right, least = INFINITY;
    for (int i = 0; i < count; i++) {
        if (vec2_dot(layout[i], f) + b.depth_in / 2 < line.ahead - b.depth_in / 2 || hand * vec2_dot(layout[i], l) <= end - b.width_in / 2) continue;
        vec2 d = vec2_sub(at, layout[i]);
        double off = fmax(fabs(vec2_dot(d, l)) - b.width_in / 2, fabs(vec2_dot(d, f)) - b.depth_in / 2);
        if (off < least) least = off, *reach = vec2_length(layout[i]);
    }
    return least;
}

corner_turn find_corner_turn(const explain_task *t, const vec2 *layout, int count, double heading, body_motion m, double sigma_rotation) {
    double turn = angle_wrap(m.rotation_rad), least = least_wheel(t, sigma_rotation), hand = turn > 0 ? 1 : -1;
    rigid2 rigid = {.rotation_rad = turn, .shift = m.shift};
    vec2 at;
    if (m.turn != FACE_FRONT || fabs(turn) < least || !rigid2_centre(rigid, &at)) return (corner_turn){turn, 0};
    double reach = 0, angle = turn, off = beyond_corner(t, layout, count, heading, hand, at, &reach);
    if (PI - fabs(turn) <= least) {
        double other_reach = 0, other = beyond_corner(t, layout, count, heading, -hand, at, &other_reach);
        if (other < off) off = other, reach = other_reach, angle = turn - hand * 2 * PI;
    }
    // The centre c of a turn by R that shifts by d is where (1 - R) c = d. Were it at the corner, d and R would be off by this.
    double sigma = hypot(shift_sigma(t), reach * sigma_rotation) / (2 * sin(fabs(turn) / 2));
    return (corner_turn){angle, chance_below(off - PIVOT_SLACK, sigma)};
}
