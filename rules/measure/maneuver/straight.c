// How much of a move went in one straight line (BS1-7.14-7; docs/geometry.md section 9, "Charge").
#include "rules/measure/maneuver/straight.h"

#include "rules/measure/maneuver/maneuver_limits.h"
#include "rules/measure/maneuver/path.h"

#define STATIONS 64  // of a path; a longer one is thinned

// Where the unit's middle was, how far it had turned by then, and the errors of both.
typedef struct {
    vec2 at;
    double turned_rad, sigma_in, sigma_rad;
} station;

static bool all_seen(const move *m, int sample) {
    for (int i = 0; i < m->figure_count; i++)
        if (m->moved_with[i] && !path_seen(m, sample, i)) return false;
    return true;
}

static station station_at(const move *m, int sample) {
    station k = {{0, 0}, 0, 0, 0};
    int n = 0;
    double turned = 0;
    for (int i = 0; i < m->figure_count; i++) {
        if (!m->moved_with[i]) continue;
        pose p = path_pose(m, sample, i);
        k.at = vec2_add(k.at, p.at);
        k.sigma_in = fmax(k.sigma_in, p.sigma_in);
        if (pose_has_heading(p) && pose_has_heading(m->from[i])) {
            turned += angle_difference(p.heading_rad, m->from[i].heading_rad);
            k.sigma_rad = fmax(k.sigma_rad, p.sigma_rad);
        }
        n++;
    }
    if (n == 0) return k;
    k.at = vec2_scale(k.at, 1.0 / n);
    k.turned_rad = turned / n;
    k.sigma_in /= sqrt(fmin(n, 3));  // neighbours share errors (docs/geometry.md section 14)
    k.sigma_rad /= sqrt(fmin(n, 3));
    return k;
}

// In a stream of pictures a unit in the hand may be carried anywhere: only where it was set down is it on its way. Lines of a record stand for
// themselves.
static bool is_set_down(const move *m, int sample) {
    for (int k = sample - 1; k <= sample + 1; k += 2) {
        if (k < 0 || k >= m->sample_count || !m->sample_t_s || fabs(m->sample_t_s[k] - m->sample_t_s[sample]) > STREAM_S) continue;
        if (vec2_distance(station_at(m, k).at, station_at(m, sample).at) > RESTS_IN) return false;
    }
    return true;
}

static int find_stations(const move *m, station *out) {
    int count = 0, every = 1 + m->sample_count / STATIONS;
    for (int s = 0; s < m->sample_count; s++) {
        bool end = s == 0 || s == m->sample_count - 1;
        bool tells = s % every == 0 && count < STATIONS - 1 && all_seen(m, s) && is_set_down(m, s) && path_is_body(m, s, UNIT_WOBBLE_IN);
        if (end || tells) out[count++] = station_at(m, s);
    }
    return count;
}

// True where the path from a to b neither bends nor turns: two legs that meet at the least angle that counts part from the line between their ends by
// a quarter of its length times that angle.
static bool is_straight(const station *k, int a, int b) {
    double length = vec2_distance(k[a].at, k[b].at), slack = fmax(UNIT_WOBBLE_IN, length / 4 * STRAIGHT_RAD) + FAR_SIGMAS * sqrt(2) * k[a].sigma_in;
    for (int i = a + 1; i <= b; i++) {
        if (fabs(k[i].turned_rad - k[a].turned_rad) > STRAIGHT_RAD + FAR_SIGMAS * sqrt(2) * k[i].sigma_rad) return false;
        if (segment_distance(k[i].at, k[a].at, k[b].at) > slack) return false;
    }
    return true;
}

static double straight_of_path(const station *k, int count, bool last) {
    double longest = 0;
    for (int a = 0; a + 1 < count; a++)
        for (int b = last ? count - 1 : a + 1; b < count; b++)
            if (is_straight(k, a, b)) longest = fmax(longest, vec2_distance(k[a].at, k[b].at));
    return longest;
}

// A leg with a place: what free figures went on after contact has none.
static bool is_line(const maneuver *m) { return vec2_distance(m->from, m->to) > 1e-6; }

static bool is_leg(const maneuver *m) { return m->kind == MANEUVER_ADVANCE || m->kind == MANEUVER_OBLIQUE || m->kind == MANEUVER_FREE_MOVE; }

static double direction_of(const maneuver *m) { return atan2(m->to.y - m->from.y, m->to.x - m->from.x); }

// Legs in one direction with no wheel between them are one line.
static double straight_of_maneuvers(const maneuver *list, int count, bool last) {
    double longest = 0, run = 0, direction = 0;
    for (int i = 0; i < count; i++) {
        if (list[i].kind == MANEUVER_WHEEL) run = 0;
        if (!is_leg(&list[i]) || !is_line(&list[i])) continue;
        if (fabs(angle_difference(direction_of(&list[i]), direction)) > STRAIGHT_RAD) run = 0;
        direction = direction_of(&list[i]);
        run += list[i].distance_in;
        longest = fmax(longest, run);
    }
    return last ? run : longest;
}

double straight_part(const move *m, const maneuver *list, int count, bool last, bool *seen) {
    station k[STATIONS];
    int n = find_stations(m, k);
    *seen = false;
    for (int i = 1; i + 1 < n; i++)
        *seen = *seen || (vec2_distance(k[i].at, k[0].at) > UNIT_WOBBLE_IN && vec2_distance(k[i].at, k[n - 1].at) > UNIT_WOBBLE_IN);
    return *seen ? straight_of_path(k, n, last) : straight_of_maneuvers(list, count, last);
}

double way_of_maneuvers(const maneuver *list, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        if (is_leg(&list[i]) || list[i].kind == MANEUVER_WHEEL) sum += list[i].distance_in;
    return sum;
}
