#include "rules/legs.h"

// Angles that differ by less are the same: the sums of a wheel and its reverse do not cancel to the last bit.
#define SAME_ANGLE 1e-9

static double turn_from(double a, double b) {  // from b counter-clockwise to a, [0, 2 pi)
    double d = fmod(a - b, 2 * PI);
    return d < 0 ? d + 2 * PI : d;
}

static legs one_leg(vec2 way, double length, int stage) { return (legs){length, 1, {way, {0, 0}}, {stage, 0}}; }

legs legs_find(vec2 way, const double *heading_rad, int headings, double cone_rad, double slack_in) {
    double length = vec2_length(way);
    if (length < 1e-9) return (legs){0};
    if (length <= slack_in) return one_leg(way, length, 0);
    double a = atan2(way.y, way.x), up = 4 * PI, down = 4 * PI, least = cone_rad + SAME_ANGLE;
    int up_stage = 0, down_stage = 0, straightest = -1;
    for (int i = 0; i < headings; i++) {
        double off = fabs(angle_difference(a, heading_rad[i]));
        if (off <= least) least = off, straightest = i;
        double u = turn_from(heading_rad[i] - cone_rad, a), d = turn_from(a, heading_rad[i] + cone_rad);
        if (u < up) up = u, up_stage = i;
        if (d < down) down = d, down_stage = i;
    }
    if (straightest >= 0) return one_leg(way, length, straightest);
    if (up + down >= PI - SAME_ANGLE) return (legs){.length = INFINITY};
    double k = length / sin(up + down);
    double toward_up = k * sin(down), toward_down = k * sin(up);
    legs two = {toward_up + toward_down,
                2,
                {vec2_scale(heading_forward(a + up), toward_up), vec2_scale(heading_forward(a - down), toward_down)},
                {up_stage, down_stage}};
    if (two.stage[0] > two.stage[1]) {
        vec2 first = two.leg[1];
        int stage = two.stage[1];
        two.leg[1] = two.leg[0], two.stage[1] = two.stage[0];
        two.leg[0] = first, two.stage[0] = stage;
    }
    return two;
}
