#include "formation/shape/wrap.h"

#include "formation/shape/shape_limits.h"

#include <float.h>

// Figures that look about one way, as another way would have them placed.
typedef struct {
    int count;
    double left, turned;  // means; turned: from the way that they were looked for
    double least, most;   // ahead
} party;

static party find_party(const ranked_base *at, int n, double way_rad, double ahead_rad) {
    party p = {.least = DBL_MAX, .most = -DBL_MAX};
    vec2 ahead = heading_forward(ahead_rad);
    for (int i = 0; i < n; i++) {
        if (!at[i].has_heading || fabs(angle_difference(at[i].heading_rad, way_rad)) > SHAPE_CROWD_RAD) continue;
        p.count++;
        p.left += vec2_cross(ahead, at[i].at);
        p.turned += angle_difference(at[i].heading_rad, way_rad);
        p.least = fmin(p.least, vec2_dot(ahead, at[i].at));
        p.most = fmax(p.most, vec2_dot(ahead, at[i].at));
    }
    if (p.count == 0) return p;
    p.left /= p.count;
    p.turned /= p.count;
    return p;
}

// Whether others stand ahead of those that look this way, to both sides, and look inward, and none looks back.
static bool has_wings(const ranked_base *at, int n, double way_rad, double *facing_rad) {
    party middle = find_party(at, n, way_rad, way_rad), left = find_party(at, n, way_rad - PI / 2, way_rad),
          right = find_party(at, n, way_rad + PI / 2, way_rad), back = find_party(at, n, way_rad + PI, way_rad);
    *facing_rad = angle_wrap(way_rad + middle.turned);
    return back.count == 0 && left.count > 0 && right.count > 0 && left.left > right.left && fmin(left.least, right.least) > middle.most;
}

bool wrap_facing(const ranked_base *at, int n, double *facing_rad) {
    for (int i = 0; i < n; i++)
        if (at[i].has_heading && has_wings(at, n, at[i].heading_rad, facing_rad)) return true;
    return false;
}
