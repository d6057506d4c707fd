#include "rules/measure/maneuver/path.h"
#include "rules/measure/maneuver/maneuver_limits.h"

// The sample between first and last that lies farthest from the straight line between them.
static int farthest_sample(const move *m, int i, int first, int last, double *distance) {
    int best = -1;
    *distance = 0;
    for (int s = first + 1; s < last; s++) {
        if (!path_seen(m, s, i)) continue;
        double d = segment_distance(path_pose(m, s, i).at, path_pose(m, first, i).at, path_pose(m, last, i).at);
        if (d > *distance) *distance = d, best = s;
    }
    return best;
}

static void insert(int *corner, int *count, int at, int sample) {
    for (int k = *count; k > at; k--) corner[k] = corner[k - 1];
    corner[at] = sample;
    (*count)++;
}

// Straight legs through the seen samples: split where they stray, until they do not (D. Douglas, T. Peucker, Cartographica 10, 1973).
static int fit_legs(const move *m, int i, double tol, int corner[PATH_CORNERS]) {
    int count = 2;
    corner[0] = 0;
    corner[1] = m->sample_count - 1;
    for (int k = 0; k + 1 < count && count < PATH_CORNERS;) {
        double d;
        int s = farthest_sample(m, i, corner[k], corner[k + 1], &d);
        if (s >= 0 && d > tol)
            insert(corner, &count, k + 1, s);
        else
            k++;
    }
    return count;
}

static bool is_correction(vec2 before, vec2 after) { return vec2_length(after) < CORRECTION_IN && vec2_dot(before, after) < 0; }

int path_corners(const move *m, int i, double sigma_in, int corner[PATH_CORNERS]) {
    return fit_legs(m, i, fmax(FIGURE_WOBBLE_IN, 4 * sigma_in), corner);
}
bool path_is_body(const move *m, int sample, double slack_in) {
    vec2 from[BODY_FIGURES], now[BODY_FIGURES];
    double sigma_in = 0;
    int n = 0;
    for (int i = 0; i < m->figure_count && n < BODY_FIGURES; i++) {
        if (!m->moved_with[i] || !path_seen(m, sample, i)) continue;
        pose p = path_pose(m, sample, i);
        from[n] = m->from[i].at, now[n++] = p.at;
        sigma_in = fmax(sigma_in, p.sigma_in);
    }
    return n > 0 && rigid2_fit(from, now, n).residual_max <= slack_in + FAR_SIGMAS * sigma_in;
}

double path_length(const move *m, int i, double sigma_in) {
    if (m->sample_count < 3) return 0;
    int corner[PATH_CORNERS], count = path_corners(m, i, sigma_in, corner);
    double sum = 0;
    vec2 leg = {0, 0};
    for (int k = 0; k + 1 < count; k++) {
        vec2 next = vec2_sub(path_pose(m, corner[k + 1], i).at, path_pose(m, corner[k], i).at);
        sum += k > 0 && is_correction(leg, next) ? -vec2_length(next) : vec2_length(next);
        leg = next;
    }
    return sum;
}
