#include "rules/measure/maneuver/legs.h"

// Directions that differ by less are the same: the sums of a wheel and its reverse do not cancel to the last bit.
#define SAME 1e-9

#define FINE_IN 0.005  // a bound on legs is found this near to the best, or as near as what it may miss by

static vec2 edge_of(double cone_rad) {
    double cone = fmax(0, fmin(cone_rad, PI));
    return (vec2){cos(cone), sin(cone)};
}

leg_rules leg_rules_make(double cone_rad, double slack_in) { return (leg_rules){edge_of(cone_rad), edge_of(cone_rad), slack_in}; }

leg_rules leg_rules_with_tolerance(double cone_rad, double tolerance_rad, double slack_in) {
    return (leg_rules){edge_of(cone_rad), edge_of(cone_rad + tolerance_rad), slack_in};
}

// (x, y) of `edge` turned left or right from straight ahead.
static vec2 left_edge(vec2 ahead, vec2 edge) { return vec2_turn(ahead, edge); }
static vec2 right_edge(vec2 ahead, vec2 edge) { return vec2_turn_back(ahead, edge); }

// The ends of arcs that lie nearest on either side of the way, less than half a turn off; stage -1: none.
typedef struct {
    vec2 up, down;
    int up_stage, down_stage;
} neighbours;

// The arc between the two edges holds the way; an arc of more than half a turn is what lies to either side of one of them.
static bool within(vec2 way, double length, vec2 right, vec2 left, vec2 ahead, bool wide) {
    bool past_right = vec2_cross(right, way) >= -SAME * length, past_left = vec2_cross(way, left) >= -SAME * length;
    return wide ? past_right || past_left : past_right && past_left && vec2_dot(way, ahead) > 0;
}

static void note_edges(neighbours *n, vec2 way, vec2 right, vec2 left, int stage) {
    if (vec2_cross(way, right) > 0 && (n->up_stage < 0 || vec2_cross(right, n->up) > 0)) n->up = right, n->up_stage = stage;
    if (vec2_cross(left, way) > 0 && (n->down_stage < 0 || vec2_cross(n->down, left) > 0)) n->down = left, n->down_stage = stage;
}

static legs one_leg(vec2 way, double length, int stage) { return (legs){length, 1, {way, {0, 0}}, {stage, 0}}; }

static legs two_legs(vec2 way, const neighbours *n) {
    double between = n->up_stage >= 0 && n->down_stage >= 0 ? vec2_cross(n->down, n->up) : 0;
    if (between <= SAME) return (legs){.length = INFINITY};
    double toward_up = vec2_cross(n->down, way) / between, toward_down = vec2_cross(way, n->up) / between;
    vec2 up = vec2_scale(n->up, toward_up), down = vec2_scale(n->down, toward_down);
    if (n->up_stage <= n->down_stage) return (legs){toward_up + toward_down, 2, {up, down}, {n->up_stage, n->down_stage}};
    return (legs){toward_up + toward_down, 2, {down, up}, {n->down_stage, n->up_stage}};
}

// The stage at whose heading the way leads straightest ahead, of those within whose arc it lies; -1: none, and *n holds the arcs next to it.
static int find_stage(vec2 way, double length, const vec2 *ahead, const vec2 *edges, int headings, neighbours *n) {
    double straightest = -INFINITY;
    int stage = -1;
    *n = (neighbours){.up_stage = -1, .down_stage = -1};
    for (int i = 0; i < headings; i++) {
        const vec2 edge = edges[i];
        vec2 right = right_edge(ahead[i], edge), left = left_edge(ahead[i], edge);
        double forward = vec2_dot(way, ahead[i]);
        if (forward >= straightest - SAME * length && within(way, length, right, left, ahead[i], edge.x < 0)) straightest = forward, stage = i;
        if (stage < 0) note_edges(n, way, right, left, i);
    }
    return stage;
}

// Legs at heading number `once` keep to the wider edge.
static void fill_edges(vec2 *edges, int headings, const leg_rules *r, int once) {
    for (int i = 0; i < headings; i++) edges[i] = i == once ? r->once : r->edge;
}

static legs find_with(vec2 way, double length, const vec2 *ahead, int headings, const leg_rules *r, int once) {
    vec2 edges[LEGS_MAX_HEADINGS];
    neighbours n;
    fill_edges(edges, headings, r, once);
    int stage = find_stage(way, length, ahead, edges, headings, &n);
    return stage >= 0 ? one_leg(way, length, stage) : two_legs(way, &n);
}

legs legs_find(vec2 way, const vec2 *ahead, int headings, const leg_rules *r) {
    double length = vec2_length(way);
    if (length < SAME) return (legs){0};
    if (length <= r->slack_in) return one_leg(way, length, 0);
    legs best = find_with(way, length, ahead, headings, r, -1);
    for (int i = 0; r->once.x < r->edge.x && i < headings && best.count != 1; i++) {
        legs l = find_with(way, length, ahead, headings, r, i);
        if (l.length < best.length) best = l;
    }
    return best;
}

// Where way - x * along lies on the ray of `edge`: the least sum of lengths has its bends there.
static bool crossing(vec2 way, vec2 along, vec2 edge, double *x) {
    double across = vec2_cross(along, edge);
    if (fabs(across) < SAME) return false;
    *x = vec2_cross(way, edge) / across;
    return vec2_dot(vec2_sub(way, vec2_scale(along, *x)), edge) >= 0;
}

typedef struct {
    vec2 way;
    const leg_slide *slide;
    const vec2 *ahead;
    int headings;
    const leg_rules *rules;
    legs best;
    double x;
} sliding;

static void try_slide(sliding *k, double x) {
    if (!(x >= k->slide->low && x <= k->slide->high)) return;
    legs l = legs_find(vec2_sub(k->way, vec2_scale(k->slide->along, x)), k->ahead, k->headings, k->rules);
    if (l.length < k->best.length) k->best = l, k->x = x;
}

// The sum is convex in x: it is least at an end, where the way is shortest within an arc, or where it crosses the edge of one.
legs legs_find_sliding(vec2 way, const leg_slide *slide, const vec2 *ahead, int headings, const leg_rules *r, double *x) {
    sliding k = {way, slide, ahead, headings, r, {.length = INFINITY}, slide->low};
    double at;
    try_slide(&k, slide->low);
    try_slide(&k, slide->high);
    try_slide(&k, vec2_dot(way, slide->along));
    for (int i = 0; i < headings; i++) {
        const vec2 edges[4] = {right_edge(ahead[i], r->edge), left_edge(ahead[i], r->edge), right_edge(ahead[i], r->once),
                               left_edge(ahead[i], r->once)};
        for (int e = 0; e < 4; e++)
            if (crossing(way, slide->along, edges[e], &at)) try_slide(&k, at);
    }
    *x = k.x;
    return k.best;
}

// Wider by an angle less than half a turn; at most all round.
static vec2 widened(vec2 edge, vec2 by) {
    vec2 e = vec2_turn(edge, by);
    return e.y < 0 ? (vec2){-1, 0} : e;
}

// The most of u . way - |u| missed over u = edge + x * aside (a unit vector square to it), 0 <= x <= most: each such u, whose product with any leg is
// at most its length, says what legs cost at least.
static double most_along(vec2 way, vec2 edge, vec2 aside, double most, double missed) {
    double gain = vec2_dot(way, aside), x = gain <= 0 ? 0 : gain >= missed ? most : fmin(most, gain / sqrt(missed * missed - gain * gain));
    return vec2_dot(way, edge) + x * gain - missed * sqrt(1 + x * x);
}

// Between the ends of two arcs, or beyond the only ones.
static double least_between(vec2 way, double length, const neighbours *n, double missed) {
    double between = n->up_stage >= 0 && n->down_stage >= 0 ? vec2_cross(n->down, n->up) : 0;
    if (between <= SAME) {
        double off = INFINITY;
        if (n->up_stage >= 0) off = fmin(off, vec2_dot(way, n->up) > 0 ? vec2_cross(way, n->up) : length);
        if (n->down_stage >= 0) off = fmin(off, vec2_dot(way, n->down) > 0 ? vec2_cross(n->down, way) : length);
        return off > missed ? INFINITY : length - missed;
    }
    double most = between / (1 + vec2_dot(n->down, n->up));
    return fmax(most_along(way, n->down, (vec2){-n->down.y, n->down.x}, most, missed),
                most_along(way, n->up, (vec2){n->up.y, -n->up.x}, most, missed));
}

static double least_with(vec2 way, double length, const vec2 *ahead, const vec2 *edges, int headings, double missed) {
    neighbours n;
    return find_stage(way, length, ahead, edges, headings, &n) >= 0 ? length - missed : least_between(way, length, &n, missed);
}

// The farthest that legs of length 1 lead along the unit vector u.
static double farthest_along(vec2 u, const vec2 *ahead, const vec2 *edges, int headings) {
    double most = -1;
    for (int i = 0; i < headings; i++) {
        double forward = vec2_dot(u, ahead[i]);
        if (forward >= edges[i].x) return 1;
        most = fmax(most, fmax(vec2_dot(u, left_edge(ahead[i], edges[i])), vec2_dot(u, right_edge(ahead[i], edges[i]))));
    }
    return most;
}

// What the way must be made along u, the slide helping where it can, by the most that legs do there: legs cost at least that much. Where there is
// nothing to be made, what is left over.
static double least_along(vec2 u, vec2 way, const leg_slide *slide, const vec2 *ahead, const vec2 *edges, int headings, double missed) {
    double along = vec2_dot(u, slide->along), to_go = vec2_dot(u, way) - missed - fmax(along * slide->low, along * slide->high);
    if (to_go <= 0) return to_go;
    double most = farthest_along(u, ahead, edges, headings);
    return most > 0 ? to_go / most : INFINITY;
}

// The direction in which that is most, within a quarter turn of `u`: it rises toward it from either side. Any direction tells the truth.
static double most_along_any(vec2 u, vec2 way, const leg_slide *slide, const vec2 *ahead, const vec2 *edges, int headings, double missed) {
    double best = least_along(u, way, slide, ahead, edges, headings, missed);
    double fine = fmax(missed, FINE_IN) / 4, length = fmax(vec2_length(way), FINE_IN);
    // The less legs do along u, the more an angle changes the bound.
    for (vec2 by = {sqrt(0.5), sqrt(0.5)}; best < INFINITY && by.y * squared(fmax(best, length)) > fine * length; by = vec2_half_angle(by)) {
        vec2 from = u;
        for (int left = 0; left < 2; left++) {
            vec2 v = left ? vec2_turn(from, by) : vec2_turn_back(from, by);
            double least = least_along(v, way, slide, ahead, edges, headings, missed);
            if (least > best) best = least, u = v;
        }
    }
    return best;
}

double legs_least(vec2 way, const leg_slide *slide, const vec2 *ahead, int headings, const leg_rules *r, const leg_play *play) {
    vec2 edges[LEGS_MAX_HEADINGS],
        nearest = vec2_sub(way, vec2_scale(slide->along, fmin(fmax(vec2_dot(way, slide->along), slide->low), slide->high)));
    double length = vec2_length(nearest), least = INFINITY;
    if (length - play->missed <= fmax(r->slack_in, SAME)) return fmax(0, length - play->missed);
    for (int once = r->once.x < r->edge.x ? 0 : -1; once < headings; once++) {
        fill_edges(edges, headings, r, once);
        for (int i = play->first; i < play->end; i++) edges[i] = widened(edges[i], play->swing);
        double l = slide->high > slide->low ? most_along_any(vec2_scale(nearest, 1 / length), way, slide, ahead, edges, headings, play->missed)
                                            : least_with(nearest, length, ahead, edges, headings, play->missed);
        least = fmin(least, l);
        if (once < 0) break;
    }
    return least;
}
