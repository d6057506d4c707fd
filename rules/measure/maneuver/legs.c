#include "rules/measure/maneuver/legs.h"

// Directions that differ by less are the same: the sums of a wheel and its reverse do not cancel to the last bit.
#define SAME 1e-9

static vec2 edge_of(double cone_rad) {
    double cone = fmax(0, fmin(cone_rad, PI));
    return (vec2){cos(cone), sin(cone)};
}

leg_rules leg_rules_make(double cone_rad, double slack_in) { return (leg_rules){edge_of(cone_rad), edge_of(cone_rad), slack_in}; }

leg_rules leg_rules_with_tolerance(double cone_rad, double tolerance_rad, double slack_in) {
    return (leg_rules){edge_of(cone_rad), edge_of(cone_rad + tolerance_rad), slack_in};
}

// (x, y) of `edge` turned left or right from straight ahead.
static vec2 left_edge(vec2 ahead, vec2 edge) { return (vec2){edge.x * ahead.x - edge.y * ahead.y, edge.y * ahead.x + edge.x * ahead.y}; }
static vec2 right_edge(vec2 ahead, vec2 edge) { return (vec2){edge.x * ahead.x + edge.y * ahead.y, edge.x * ahead.y - edge.y * ahead.x}; }

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

// Legs at heading number `once` keep to the wider edge.
static legs find_with(vec2 way, double length, const vec2 *ahead, int headings, const leg_rules *r, int once) {
    neighbours n = {.up_stage = -1, .down_stage = -1};
    double straightest = -INFINITY;
    int stage = -1;
    for (int i = 0; i < headings; i++) {
        const vec2 edge = i == once ? r->once : r->edge;
        vec2 right = right_edge(ahead[i], edge), left = left_edge(ahead[i], edge);
        double forward = vec2_dot(way, ahead[i]);
        if (forward >= straightest - SAME * length && within(way, length, right, left, ahead[i], edge.x < 0)) straightest = forward, stage = i;
        if (stage < 0) note_edges(&n, way, right, left, i);
    }
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
