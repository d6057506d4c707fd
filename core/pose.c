#include "core/pose.h"

vec2 poses_middle(const pose *p, int n) {
    vec2 m = {0, 0};
    for (int i = 0; i < n; i++) m = vec2_add(m, p[i].at);
    return vec2_scale(m, n > 0 ? 1.0 / n : 0);
}

pose pose_face(pose p, double heading_rad) {
    double step = pose_front_step(p);
    if (step > 0) p.heading_rad = angle_wrap(p.heading_rad - step * round(angle_difference(p.heading_rad, heading_rad) / step));
    return p;
}

double pose_turn(pose from, pose to) {
    double off = angle_difference(to.heading_rad, from.heading_rad), a = pose_front_step(from), b = pose_front_step(to);
    double step = a > 0 && b > 0 ? fmin(a, b) : fmax(a, b);
    return step > 0 ? off - step * round(off / step) : off;
}
