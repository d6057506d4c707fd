#include "rules/measure/terrain/way.h"

#include "rules/measure/maneuver/path.h"
#include "rules/measure/terrain/terrain_limits.h"

void way_add(way *w, way_leg leg) {
    if (w->count < WAY_MAX_LEGS) w->leg[w->count++] = leg;
}

double way_length(const way *w) {
    double sum = 0;
    for (int i = 0; i < w->count; i++) sum += vec2_distance(w->leg[i].from, w->leg[i].to);
    return sum;
}

static vec2 front_at(base b, vec2 centre, double heading_rad) { return vec2_add(centre, vec2_scale(heading_forward(heading_rad), b.depth_in / 2)); }

static base base_of(const rule_case *c, int i) { return c->g->figures[figure_of(c, i)].base; }

static double heading_of(pose p, double otherwise) { return pose_has_heading(p) ? p.heading_rad : otherwise; }

static double start_heading(const rule_case *c, int i) { return heading_of(c->from[i], c->m->before.facing_rad); }

// A figure that the explanation's maneuvers carry along.
typedef struct {
    vec2 centre;
    double heading_rad;
} carried;

static void go(way *w, base b, carried *at, vec2 by, int part) {
    vec2 from = front_at(b, at->centre, at->heading_rad);
    at->centre = vec2_add(at->centre, by);
    if (vec2_length(by) > 0) way_add(w, (way_leg){from, vec2_add(from, by), part, false, false});
}

static void turn(way *w, base b, carried *at, const maneuver *m, int k) {
    int parts = (int)ceil(fabs(m->angle_rad) / CHORD_RAD);
    for (int p = 0; p < parts; p++) {
        vec2 from = front_at(b, at->centre, at->heading_rad);
        at->centre = vec2_add(m->pivot, vec2_rotate(vec2_sub(at->centre, m->pivot), m->angle_rad / parts));
        at->heading_rad += m->angle_rad / parts;
        way_add(w, (way_leg){from, front_at(b, at->centre, at->heading_rad), k, false, true});
    }
}

static bool is_face(maneuver_kind k) { return k == MANEUVER_LEFT_FACE || k == MANEUVER_RIGHT_FACE || k == MANEUVER_ABOUT_FACE; }

static bool goes(const maneuver *m) {
    return m->kind == MANEUVER_ADVANCE || m->kind == MANEUVER_OBLIQUE || m->kind == MANEUVER_WITHDRAWAL || m->kind == MANEUVER_FREE_MOVE;
}

void way_explained(const rule_case *c, int i, way *out) {
    const explanation *e = &c->how;
    base b = base_of(c, i);
    carried at = {c->from[i].at, start_heading(c, i)};
    bool alone = e->shape == SHAPE_FREE || c->count == 1;
    out->count = 0;
    out->seen = false;
    for (int k = 0; k < e->count && !alone; k++) {
        const maneuver *m = &e->list[k];
        if (m->kind == MANEUVER_WHEEL)
            turn(out, b, &at, m, k);
        else if (is_face(m->kind))
            at.heading_rad += m->angle_rad;
        else if (goes(m))
            go(out, b, &at, vec2_sub(m->to, m->from), k);
    }
    // Figures on their own, and the last steps of those that the enemy has not stopped yet.
    vec2 left = vec2_sub(c->to[i].at, at.centre);
    if (alone || out->count == 0 || (e->shape == SHAPE_CONTACT && vec2_length(left) > STOOD_IN))
        go(out, b, &at, left, e->count > 0 ? e->count - 1 : -1);
}

// True where the figure was seen all along between two samples.
static bool is_dense(const move *m, int i, int first, int last) {
    vec2 before = path_pose(m, first, i).at;
    for (int s = first + 1; s <= last; s++) {
        if (!path_seen(m, s, i)) continue;
        vec2 now = path_pose(m, s, i).at;
        if (vec2_distance(before, now) > JUMP_IN) return false;
        before = now;
    }
    return true;
}

static bool seen_between(const move *m, int i) {
    for (int s = 1; s + 1 < m->sample_count; s++)
        if (path_seen(m, s, i)) return true;
    return false;
}

static void add_seen_leg(const rule_case *c, int i, int first, int last, way *out) {
    const move *m = c->m;
    int k = c->local[i];
    pose a = path_pose(m, first, k), b = path_pose(m, last, k);
    if (vec2_distance(a.at, b.at) < STOOD_IN) return;
    double otherwise = start_heading(c, i), heading = heading_of(a, otherwise), after = heading_of(b, otherwise);
    // A front that swung round while the base stood is no way: the leg is that of the base.
    if (fabs(angle_difference(after, heading)) > PI / 4) heading = after;
    base bs = base_of(c, i);
    way_add(out, (way_leg){front_at(bs, a.at, heading), front_at(bs, b.at, after), -1, is_dense(m, k, first, last), false});
}

// Steps aside and up that a change of shape grants to figures free of charge are not charged as a way.
static bool changes_shape(const rule_case *c) {
    return c->how.shape == SHAPE_FRONTAGE || c->how.shape == SHAPE_FORMATION || c->how.shape == SHAPE_GAPS;
}

void way_of(const rule_case *c, int i, way *out) {
    if (changes_shape(c) || !seen_between(c->m, c->local[i])) {
        way_explained(c, i, out);
        return;
    }
    int corner[PATH_CORNERS], count = path_corners(c->m, c->local[i], c->sigma_in, corner);
    out->count = 0;
    out->seen = true;
    for (int k = 0; k + 1 < count; k++) add_seen_leg(c, i, corner[k], corner[k + 1], out);
    if (out->count == 0) way_explained(c, i, out);
}
