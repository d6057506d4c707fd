#include "core/pose.h"

vec2 poses_middle(const pose *p, int n) {
    vec2 m = {0, 0};
    for (int i = 0; i < n; i++) m = vec2_add(m, p[i].at);
    return vec2_scale(m, n > 0 ? 1.0 / n : 0);
}
