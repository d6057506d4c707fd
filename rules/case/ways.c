#include "rules/case/ways.h"

double farthest_way(const rule_case *c, int *figure) {
    double far = 0;
    *figure = -1;
    for (int i = 0; i < c->count; i++) {
        double way = vec2_distance(c->from[i].at, c->to[i].at);
        if (way > far) far = way, *figure = figure_of(c, i);
    }
    return far;
}

double widest_turn(const rule_case *c, int *figure) {
    double widest = 0;
    *figure = -1;
    for (int i = 0; i < c->count; i++) {
        if (!pose_has_heading(c->from[i]) || !pose_has_heading(c->to[i])) continue;
        double turn = fabs(angle_difference(c->to[i].heading_rad, c->from[i].heading_rad));
        if (turn > widest) widest = turn, *figure = figure_of(c, i);
    }
    return widest;
}
