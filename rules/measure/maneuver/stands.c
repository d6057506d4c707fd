#include "rules/measure/maneuver/stands.h"

#include "rules/measure/maneuver/maneuver_limits.h"
#include "rules/measure/maneuver/path.h"

static bool all_seen(const move *m, int s, const int *local, int n) {
    for (int i = 0; i < n; i++)
        if (!path_seen(m, s, local[i])) return false;
    return true;
}

static double farthest(const move *m, int a, int b, const int *local, int n) {
    double far = 0;
    for (int i = 0; i < n; i++) far = fmax(far, vec2_distance(path_pose(m, a, local[i]).at, path_pose(m, b, local[i]).at));
    return far;
}

static bool is_followed(const move *m, int s, const int *local, int n) {
    if (!all_seen(m, s, local, n) || !all_seen(m, s + 1, local, n)) return false;
    return m->sample_t_s[s + 1] - m->sample_t_s[s] <= STREAM_S || farthest(m, s, s + 1, local, n) <= FOLLOWED_STEP_IN;
}

static bool stood(const move *m, int s, const int *local, int n) {
    return m->sample_t_s[s + 1] - m->sample_t_s[s] >= STILL_S && all_seen(m, s, local, n) && all_seen(m, s + 1, local, n);
}

stands stands_find(const move *m, const int *local, int n, double nudge_in) {
    stands k = {.followed = true};
    int last = m->sample_count - 1, first = 0;
    if (!m->sample_t_s || last < 2) return k;
    for (int s = 1; s < last; s++)
        if (stood(m, s, local, n) && farthest(m, 0, s, local, n) <= nudge_in) first = s;
    k.sample[k.count++] = first;
    for (int s = first + 1; s < last && k.count + 1 < STANDS_MAX; s++)
        if (stood(m, s, local, n)) k.sample[k.count++] = s;
    k.sample[k.count++] = last;
    // It stood at the first place until it moved: only what follows must have been seen.
    for (int s = first + 1; s < last; s++) k.followed = k.followed && is_followed(m, s, local, n);
    return k;
}
