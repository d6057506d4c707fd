// Moves that are no motion of the whole unit: gaps closed, an advance that the enemy stopped here and there, figures that left their places.
#include <stdlib.h>

#include "core/sort.h"
#include "rules/measure/maneuver/explain.h"
#include "rules/measure/maneuver/maneuver_limits.h"

static void finish(explanation *e, motion_shape shape, const priced *p, double fixed) {
    e->shape = shape;
    take_price(e, p);
    e->fixed = fixed;
    e->straight = vec2_length(p->motion.shift);
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

// No rank behind the front has more figures than it: what fell left no gap there.
static bool front_is_whole(const explain_task *t) {
    int front = 0;
    for (int i = 0; i < t->count; i++) front += t->m->rank_before[t->local[i]] == 0;
    for (int rank = 1; rank < t->m->before.ranks; rank++) {
        int figures = 0;
        for (int i = 0; i < t->count; i++) figures += t->m->rank_before[t->local[i]] == rank;
        if (figures > front) return false;
    }
    return front > 0;
}

// Where losses left no gap in the front, another frontage may be all that was made: the cheaper of the two was.
static void refront_if_cheaper(const explain_task *t, explanation *e) {
    explanation other = explanation_none(e->sigma_rotation);
    if (t->unit->type != UNIT_MOB && front_is_whole(t) && reshape_form(t, FORM_REFRONTED, &other)) take_cheaper(e, &other);
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
    refront_if_cheaper(t, e);
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
        e->cost = e->direct = e->straight = median_way(t), e->least = exactly(e->cost);
        e->sigma = hypot(sqrt(2) * t->sigma_in, t->n->scale_error * e->cost);
    }
    trace_fixed(e, MANEUVER_OTHER, 0, t->m->after.anchor);
}
