#include "core/sighting.h"

const char *seen_by_name(seen_by by) {
    static const char *const names[] = {"tag", "rim", "plain", "unit-marker"};
    return names[by];
}

int sighting_fronts(const base_sighting *b, double out[POSE_FRONTS_MAX]) {
    int sides = base_sides(b->base.shape);
    if (!pose_has_heading(b->pose)) return 0;
    out[0] = b->pose.heading_rad;
    if (!b->front_doubtful) return 1;
    for (int k = 1; k < b->front_count; k++) out[k] = b->fronts_rad[k];
    if (b->front_count > 0) return b->front_count;
    for (int k = 1; k < sides; k++) out[k] = angle_wrap(b->pose.heading_rad + k * 2 * PI / sides);
    return sides;
}

void sighting_face(base_sighting *b, double heading_rad) {
    double fronts[POSE_FRONTS_MAX];
    int n = b->front_doubtful ? sighting_fronts(b, fronts) : 0, best = 0;
    if (n == 0) return;
    for (int k = 1; k < n; k++)
        if (fabs(angle_difference(fronts[k], heading_rad)) < fabs(angle_difference(fronts[best], heading_rad))) best = k;
    b->pose.heading_rad = fronts[best];
    if (b->front_count > 0) b->fronts_rad[best] = b->fronts_rad[0], b->fronts_rad[0] = (float)fronts[best];
}

pose sighting_pose(const base_sighting *b) {
    pose p = b->pose;
    int sides = base_sides(b->base.shape);
    p.fronts = b->front_doubtful && pose_has_heading(p) && sides > 1 ? sides : 0;
    // Two sides of a square that lie opposite each other leave two headings; any others are not even, and are taken for all four.
    if (p.fronts == 4 && b->front_count == 2 && cos(b->fronts_rad[1] - p.heading_rad) < -0.9) p.fronts = 2;
    return p;
}
