#include "referee/guide.h"
#include "referee/referee_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formation/assign.h"

guide_tolerance guide_default_tolerance(void) { return (guide_tolerance){.place_in = GUIDE_PLACE_IN, .turn_rad = GUIDE_TURN_DEG * RAD_PER_DEG}; }

// Which figure takes which place
// ---------------------------------------------------------------------------------------------------------------------

static bool is_special(const game *g, int figure) {
    const game_unit *u = &g->units[g->figures[figure].unit];
    return u->leader == figure || u->reference_figure == figure;
}

static bool are_equal(const game *g, int a, int b) {
    const game_figure *x = &g->figures[a], *y = &g->figures[b];
    if (a == b) return true;
    if (x->unit != y->unit || is_special(g, a) || is_special(g, b)) return false;
    return base_is_like(x->base, y->base);
}

static double cost_of(const game *g, const int *figures, const pose *goals, const pose *now, int i, int k) {
    if (!are_equal(g, figures[i], figures[k])) return INFINITY;
    double way = vec2_distance(now[i].at, goals[k].at);
    return way * way + (i == k ? 0 : GUIDE_OWN_IN * GUIDE_OWN_IN);
}

static double turn_between(pose now, pose goal) {
    return pose_has_heading(now) && pose_has_heading(goal) ? angle_difference(goal.heading_rad, now.heading_rad) : 0;
}

static guide_step step_of(int figure, pose now, pose goal, bool seen, guide_tolerance t) {
    vec2 way = vec2_sub(goal.at, now.at);
    guide_step s = {.figure = figure,
                    .now = now,
                    .goal = goal,
                    .seen = seen,
                    .push_in = vec2_length(way),
                    .toward_rad = atan2(way.y, way.x),
                    .turn_rad = turn_between(now, goal)};
    s.done = seen && s.push_in <= t.place_in && fabs(s.turn_rad) <= t.turn_rad;
    return s;
}

status guide_find(const game *g, const int *figures, const pose *goals, const pose *now, const bool *seen, int count, guide_tolerance t,
                  guide_step *out) {
    size_t n = (size_t)count;
    double *cost = calloc(n * n + 1, sizeof *cost);
    int *place = malloc((n + 1) * sizeof *place);
    bool ok = cost && place;
    for (int i = 0; ok && i < count; i++)
        for (int k = 0; k < count; k++) cost[(size_t)i * n + (size_t)k] = cost_of(g, figures, goals, now, i, k);
    ok = ok && assign_least(cost, count, count, place);
    for (int i = 0; ok && i < count; i++) out[i] = step_of(figures[i], now[i], goals[place[i] < 0 ? i : place[i]], seen[i], t);
    free(cost);
    free(place);
    return ok ? STATUS_OK : STATUS_MEMORY;
}

bool guide_done(const guide_step *steps, int count) {
    for (int i = 0; i < count; i++)
        if (!steps[i].done) return false;
    return count > 0;
}

// All as one ---------------------------------------------------------------------------------------------------------------------------------

// A turn of figures in place, beyond the turn of the body, is corrected figure by figure.
static bool turns_along(const guide_step *s, rigid2 m, guide_tolerance t) {
    return s->turn_rad == 0 || fabs(angle_difference(s->turn_rad, m.rotation_rad)) <= 2 * t.turn_rad;
}

bool guide_as_one(const guide_step *steps, int count, guide_tolerance t, guide_step *out) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES], a = {0, 0}, b = {0, 0};
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (!steps[i].seen) continue;
        a = vec2_add(a, from[n] = steps[i].now.at);
        b = vec2_add(b, to[n++] = steps[i].goal.at);
    }
    if (n < 2) return false;
    rigid2 m = rigid2_fit(from, to, n);
    if (m.residual_max > GUIDE_BODY_IN) return false;
    for (int i = 0; i < count; i++)
        if (steps[i].seen && !turns_along(&steps[i], m, t)) return false;
    pose now = {.at = vec2_scale(a, 1.0 / n)}, goal = {.at = vec2_scale(b, 1.0 / n), .heading_rad = m.rotation_rad};
    *out = step_of(-1, now, goal, true, t);
    return !out->done;
}

// In words -----------------------------------------------------------------------------------------------------------------------------------

static const char *direction_words(double rad) {
    static const char *const words[8] = {"the east edge", "the north-east corner", "the north edge", "the north-west corner",
                                         "the west edge", "the south-west corner", "the south edge", "the south-east corner"};
    return words[((int)lround(rad / (PI / 4)) + 8) % 8];
}

// The hour of the direction as seen from the side's home edge: 12 is straight away from it. 0: the side states no home edge.
static int hour_of(const game *g, int unit, double rad) {
    static const double away[EDGE_COUNT] = {[EDGE_NORTH] = -PI / 2, [EDGE_EAST] = PI, [EDGE_SOUTH] = PI / 2, [EDGE_WEST] = 0};
    table_edge home = g->sides[g->units[unit].side].home_edge;
    if (home == EDGE_NONE) return 0;
    int hour = ((int)lround(angle_difference(away[home], rad) / (PI / 6)) + 12) % 12;
    return hour == 0 ? 12 : hour;
}

static void describe_push(const game *g, const guide_step *s, int unit, char *out, size_t capacity) {
    char hour[32] = "";
    int h = hour_of(g, unit, s->toward_rad);
    if (h > 0) snprintf(hour, sizeof hour, " (%d o'clock)", h);
    if (s->push_in < GUIDE_INCHES_FROM_IN)
        snprintf(out, capacity, "%.0f mm toward %s%s", s->push_in / IN_PER_MM, direction_words(s->toward_rad), hour);
    else
        snprintf(out, capacity, "%.1f\" toward %s%s", s->push_in, direction_words(s->toward_rad), hour);
}

static void describe_turn(const guide_step *s, char *out, size_t capacity) {
    snprintf(out, capacity, "turn %.0f degrees %s", fabs(s->turn_rad) * DEG_PER_RAD, s->turn_rad > 0 ? "left" : "right");
}

void guide_describe(const game *g, const guide_step *s, int unit, char *out, size_t capacity) {
    guide_tolerance t = guide_default_tolerance();
    char push[96] = "", turn[48] = "";
    const char *subject = s->figure >= 0 ? g->figures[s->figure].id : g->units[unit].id;
    if (s->push_in > t.place_in) describe_push(g, s, unit, push, sizeof push);
    if (fabs(s->turn_rad) > t.turn_rad) describe_turn(s, turn, sizeof turn);
    const char *hidden = s->seen ? "" : " from where it was seen last; it can't be seen now";
    if (!push[0] && !turn[0])
        snprintf(out, capacity, s->seen ? "%s stands where it stood" : "%s can't be seen now", subject);
    else
        snprintf(out, capacity, "%s%s: %s%s%s%s", subject, s->figure >= 0 ? "" : ", all together", push, push[0] && turn[0] ? ", " : "", turn,
                 hidden);
}
