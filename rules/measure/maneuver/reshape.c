// Moves that change the unit's shape: ranks opened or closed, frontage, gaps closed, an advance that the enemy stopped here and there.
#include <stdlib.h>

#include "core/sort.h"
#include "rules/measure/maneuver/explain.h"
#include "rules/measure/maneuver/maneuver_limits.h"

static base base_of(const explain_task *t) { return t->g->figures[t->unit->first_figure + t->local[0]].base; }

// The body's front line in its own frame: how far forward, and where it ends.
typedef struct {
    double ahead, left, right;
} front;

static front front_of(const vec2 *a, int n, double depth, double heading) {
    vec2 f = heading_forward(heading), l = heading_left(heading);
    front line = {-INFINITY, -INFINITY, INFINITY};
    for (int i = 0; i < n; i++) line.ahead = fmax(line.ahead, vec2_dot(a[i], f));
    for (int i = 0; i < n; i++) {
        if (vec2_dot(a[i], f) < line.ahead - depth / 2) continue;
        line.left = fmax(line.left, vec2_dot(a[i], l));
        line.right = fmin(line.right, vec2_dot(a[i], l));
    }
    return line;
}

// How much wider the spacing became; 1 where the unit has no two files (or ranks) to tell by.
static double pitch_ratio(double base_in, double gap_before, double gap_after) {
    if (!isfinite(gap_before) || !isfinite(gap_after)) return 1;
    double before = base_in + fmax(gap_before, 0), after = base_in + fmax(gap_after, 0);
    return before > 0 ? after / before : 1;
}

// docs/geometry.md section 7.5: the same ranks and files, spread about a file of the front rank.
static void spread(const vec2 *a, int n, double heading, front line, double wider, double deeper, vec2 *out) {
    vec2 f = heading_forward(heading), l = heading_left(heading);
    double centre = (line.left + line.right) / 2;
    for (int i = 0; i < n; i++) {
        double ahead = line.ahead + (vec2_dot(a[i], f) - line.ahead) * deeper, left = centre + (vec2_dot(a[i], l) - centre) * wider;
        out[i] = vec2_add(vec2_scale(f, ahead), vec2_scale(l, left));
    }
}

static void finish(explanation *e, motion_shape shape, const priced *p, double fixed) {
    e->shape = shape;
    take_price(e, p);
    e->fixed = fixed;
    e->straight = vec2_length(p->motion.shift);
}

// Sideways shift that the choice of the anchor file gives for nothing, nearest to `wanted`.
static double clamp(double wanted, double most) { return fmax(-most, fmin(most, wanted)); }

typedef struct {
    const vec2 *layout;  // spread
    const vec2 *before;
    double heading, freedom;
    rigid2 fit;  // spread layout -> after
    body_face turn;
} formation_fit;

// The change may come first or last; the anchor file may be any of the front rank.
static priced price_formation(const explain_task *t, const formation_fit *k, double fixed) {
    vec2 l = heading_left(k->heading), turned = vec2_rotate(l, k->fit.rotation_rad);
    double sideways[4] = {-k->freedom, 0, k->freedom, clamp(vec2_dot(k->fit.shift, l), k->freedom)};
    body_motion first[4], last[4];
    double rotation = fabs(k->fit.rotation_rad) < SMALL_TURN ? 0 : k->fit.rotation_rad;
    for (int i = 0; i < 4; i++) {
        first[i] = (body_motion){rotation, vec2_sub(k->fit.shift, vec2_scale(l, sideways[i])), k->turn};
        last[i] = (body_motion){rotation, vec2_sub(k->fit.shift, vec2_scale(turned, sideways[i])), k->turn};
    }
    priced a = price_motion(t, k->layout, t->count, k->heading, first, 4, fixed);
    priced b = price_motion(t, k->before, t->count, k->heading, last, 4, fixed);
    double kindest = fmin(a.kindest, b.kindest);
    priced best = b.cost < a.cost ? b : a;
    best.kindest = fmin(best.cost, kindest);
    return best;
}

bool reshape_formation(const explain_task *t, explanation *e) {
    vec2 *a = t->scratch, *b = t->scratch + t->count, *wide = t->scratch + 2 * t->count;
    vec2 middle = poses_middle(t->from, t->count);
    base bs = base_of(t);
    double heading = facing_before(t);
    double wider = pitch_ratio(bs.width_in, t->m->before.gap_lateral_in, t->m->after.gap_lateral_in);
    double deeper = pitch_ratio(bs.depth_in, t->m->before.gap_depth_in, t->m->after.gap_depth_in);
    front line = front_of(a, t->count, bs.depth_in, heading);
    spread(a, t->count, heading, line, wider, deeper, wide);
    formation_fit k = {.layout = wide, .before = a, .heading = heading, .freedom = fabs(wider - 1) * (line.left - line.right) / 2};
    k.fit = rigid2_fit(wide, b, t->count);
    if (k.fit.residual_max > t->n->residual + RESHAPE_SIGMAS * t->sigma_in) return false;
    double turn = angle_difference(facing_after(t) - heading, k.fit.rotation_rad);
    k.turn = (body_face)(((int)lround(turn / (PI / 2)) + FACE_COUNT) % FACE_COUNT);
    double fixed = t->free_formation_change ? 0 : rounded_fraction(t->n, t->rate * t->n->formation_fraction);
    priced p = price_formation(t, &k, fixed);
    finish(e, SHAPE_FORMATION, &p, fixed);
    e->front_ahead = vec2_dot(vec2_sub(t->m->after.anchor, t->m->before.anchor), heading_forward(heading));
    trace_fixed(e, MANEUVER_FORMATION_CHANGE, fixed, t->m->before.anchor);
    trace_program(t, e, &p, middle);
    return true;
}

// Motions that carry one end of the old front line to the same end of the new one, and those between: figures may join or leave at either flank.
static void frontage_motions(const explain_task *t, vec2 middle, double rotation, double heading, body_motion out[4]) {
    const unit_form *a = &t->m->before, *b = &t->m->after;
    vec2 l = heading_left(heading);
    vec2 left = vec2_sub(vec2_sub(b->front_left, middle), vec2_rotate(vec2_sub(a->front_left, middle), rotation));
    vec2 right = vec2_sub(vec2_sub(b->front_right, middle), vec2_rotate(vec2_sub(a->front_right, middle), rotation));
    double sl = vec2_dot(left, l), sr = vec2_dot(right, l), between = fabs(sr - sl) > 1e-9 ? fmax(0, fmin(1, -sl / (sr - sl))) : 0;
    double share[4] = {0, 1, 0.5, between};
    for (int i = 0; i < 4; i++) out[i] = (body_motion){rotation, vec2_lerp(left, right, share[i]), FACE_FRONT};
}

// Ranks stand behind the front: no figure is farther out than its ends.
static bool stands_in_block(const explain_task *t, const pose *poses, double heading) {
    vec2 *at = t->scratch + 2 * t->count;
    for (int i = 0; i < t->count; i++) at[i] = poses[i].at;
    front line = front_of(at, t->count, base_of(t).depth_in, heading);
    for (int i = 0; i < t->count; i++) {
        double aside = vec2_dot(at[i], heading_left(heading));
        if (aside > line.left + t->n->residual || aside < line.right - t->n->residual) return false;
    }
    return true;
}

bool reshape_frontage(const explain_task *t, explanation *e) {
    const unit_form *f0 = &t->m->before, *f1 = &t->m->after;
    int changed = abs(f1->files - f0->files);
    if (f0->files <= 0 || f1->files <= 0 || changed == 0 || f0->figures != f1->figures) return false;
    vec2 *a = t->scratch, *back = t->scratch + 3 * t->count, middle = poses_middle(t->from, t->count);
    double heading = facing_before(t), rotation = angle_difference(facing_after(t), heading);
    if (!stands_in_block(t, t->from, heading) || !stands_in_block(t, t->to, facing_after(t))) return false;
    if (fabs(rotation) < SMALL_TURN) rotation = 0;
    body_motion motions[4];
    frontage_motions(t, middle, rotation, heading, motions);
    for (int i = 0; i < t->count; i++) back[i] = vec2_rotate(vec2_sub(vec2_sub(t->to[i].at, middle), motions[3].shift), -rotation);
    double fixed = t->n->frontage_cost * (t->n->frontage_per_figure ? changed : 1);
    priced p = price_motion(t, a, t->count, heading, motions, 4, fixed), q = price_motion(t, back, t->count, heading, motions, 4, fixed);
    double kindest = fmin(p.kindest, q.kindest);
    if (q.cost < p.cost) p = q;
    p.kindest = fmin(p.cost, kindest);
    finish(e, SHAPE_FRONTAGE, &p, fixed);
    e->frontage_surplus = t->n->frontage_per_figure ? 0 : (changed - 1) * t->n->frontage_cost;
    e->front_ahead = vec2_dot(vec2_sub(f1->anchor, f0->anchor), heading_forward(heading));
    e->moved_up = changed;
    trace_fixed(e, MANEUVER_FRONTAGE_CHANGE, fixed, f0->anchor);
    trace_program(t, e, &p, middle);
    return true;
}

// The motion of most figures: those that fit it worst are left out one by one. Returns how many were; -1 where no half of them agrees.
static int majority_motion(const explain_task *t, rigid2 *fit, int *worst_figure, double *worst) {
    vec2 *a = t->scratch, *b = t->scratch + t->count, *ka = t->scratch + 2 * t->count, *kb = t->scratch + 3 * t->count;
    int *kept = t->order, n = t->count;
    if (n > LARGEST_UNIT) return -1;
    for (int i = 0; i < n; i++) kept[i] = i;
    for (;;) {
        for (int i = 0; i < n; i++) ka[i] = a[kept[i]], kb[i] = b[kept[i]];
        *fit = rigid2_fit(ka, kb, n);
        if (fit->residual_max <= t->n->residual + FIT_SIGMAS * t->sigma_in) break;
        int out = 0;
        for (int i = 1; i < n; i++)
            if (vec2_distance(rigid2_apply(*fit, ka[i]), kb[i]) > vec2_distance(rigid2_apply(*fit, ka[out]), kb[out])) out = i;
        kept[out] = kept[--n];
        if (n < 2 || n * 2 < t->count) return -1;
    }
    *worst = 0;
    for (int i = 0; i < t->count; i++) {
        double d = vec2_distance(rigid2_apply(*fit, a[i]), b[i]);
        if (d > *worst) *worst = d, *worst_figure = i;
    }
    return t->count - n;
}

static priced price_fit(const explain_task *t, rigid2 fit, double fixed) {
    double heading = facing_before(t);
    double turn = angle_difference(facing_after(t) - heading, fit.rotation_rad);
    body_motion m = {fabs(fit.rotation_rad) < SMALL_TURN ? 0 : fit.rotation_rad, fit.shift,
                     (body_face)(((int)lround(turn / (PI / 2)) + FACE_COUNT) % FACE_COUNT)};
    if (t->unit->type == UNIT_MOB) m.turn = FACE_FRONT;
    return price_motion(t, t->scratch, t->count, heading, &m, 1, fixed);
}

// Figures that left their places while others kept theirs: the unit itself did not move. 0: all moved, or none.
static int stepped_up(const explain_task *t) {
    int moved = 0;
    for (int i = 0; i < t->count; i++) moved += vec2_distance(t->from[i].at, t->to[i].at) > t->n->residual + FIT_SIGMAS * t->sigma_in;
    return moved < t->count ? moved : 0;
}

bool reshape_gaps(const explain_task *t, explanation *e) {
    if (!t->losses) return false;
    rigid2 fit = {0};
    double worst;
    int moved = stepped_up(t);
    if (moved == 0) moved = majority_motion(t, &fit, &e->stray, &worst);
    if (moved <= 0) return false;
    e->stray = -1;
    // Closed units and mobs close up by themselves (BS1-7.2-2, 7.5-3); open ones pay for each figure (BS1-7.3-4).
    double fixed = t->m->before.formation == FORMATION_OPEN ? moved * t->n->gap_fill : 0;
    priced p = price_fit(t, fit, fixed);
    finish(e, SHAPE_GAPS, &p, fixed);
    e->moved_up = moved;
    trace_fixed(e, MANEUVER_GAP_CLOSING, fixed, t->m->before.anchor);
    trace_program(t, e, &p, poses_middle(t->from, t->count));
    return true;
}

// The touching figure that was stopped first: the unit's common way is its own.
static int first_stopped(const explain_task *t, double heading) {
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < t->count; i++) {
        double ahead = vec2_dot(vec2_sub(t->to[i].at, t->from[i].at), heading_forward(heading));
        if (t->touching[i] && ahead < least) least = ahead, best = i;
    }
    return best;
}

bool reshape_contact(const explain_task *t, explanation *e) {
    vec2 *a = t->scratch, *b = t->scratch + t->count;
    double heading = facing_after(t), rotation = angle_difference(heading, facing_before(t));
    if (fabs(rotation) < SMALL_TURN) rotation = 0;
    int first = first_stopped(t, heading);
    if (first < 0) return false;
    rigid2 common = {.rotation_rad = rotation, .shift = vec2_sub(b[first], vec2_rotate(a[first], rotation))};
    vec2 f = heading_forward(heading);
    bool went = rotation == 0 && vec2_length(common.shift) >= IN_LINE_FROM;  // too short a way has no direction
    double along = went ? atan2(common.shift.y, common.shift.x) : heading, farther = 0;
    for (int i = 0; i < t->count; i++) {
        vec2 extra = vec2_sub(b[i], rigid2_apply(common, a[i]));
        double length = vec2_length(extra), way = atan2(extra.y, extra.x);
        if (vec2_dot(extra, f) < -t->n->residual) return false;
        bool straight = fmin(fabs(angle_difference(way, heading)), fabs(angle_difference(way, along))) <= 2 * t->n->post_contact_tol;
        if (length >= IN_LINE_FROM && !straight) return false;
        farther = fmax(farther, length);
    }
    priced p = price_fit(t, common, farther);
    finish(e, SHAPE_CONTACT, &p, farther);
    trace_program(t, e, &p, poses_middle(t->from, t->count));
    trace_fixed(e, MANEUVER_ADVANCE, farther, t->m->after.anchor);
    e->list[e->count - 1].distance_in = farther;
    return true;
}

// Half of the figures went at least so far.
static double median_way(const explain_task *t) {
    double *way = (double *)(t->scratch + 2 * t->count);
    for (int i = 0; i < t->count; i++) way[i] = vec2_distance(t->from[i].at, t->to[i].at);
    sort_numbers(way, t->count);
    return way[(t->count - 1) / 2];
}

void reshape_broken(const explain_task *t, explanation *e) {
    rigid2 fit;
    int moved = majority_motion(t, &fit, &e->stray, &e->stray_in);
    if (moved >= 0) {
        priced p = price_fit(t, fit, 0);
        finish(e, SHAPE_BROKEN, &p, 0);
        e->moved_up = moved;
        trace_program(t, e, &p, poses_middle(t->from, t->count));
    } else {
        e->shape = SHAPE_BROKEN;
        e->stray = -1;
        e->moved_up = t->count;
        e->cost = e->direct = e->kindest = e->straight = median_way(t);
        e->sigma = hypot(sqrt(2) * t->sigma_in, t->n->scale_error * e->cost);
    }
    trace_fixed(e, MANEUVER_OTHER, 0, t->m->after.anchor);
}
