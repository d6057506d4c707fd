#include "second_replay.h"

#define SAME_IN 0.12  // legs and wheels of less than 0.05" are not listed, and there may be two of them before
#define LEG_IN 0.3    // shorter legs have no direction worth testing

static void replay_leg(second_replay *r, const maneuver *e) {
    vec2 way = vec2_sub(e->to, e->from);
    double heading = second_heading(r->end), off = fabs(angle_difference(atan2(way.y, way.x), heading));
    if (vec2_length(way) > LEG_IN) r->deviation_rad = fmax(r->deviation_rad, off);
    r->cost_in += vec2_length(way);
    r->end.centre = vec2_add(r->end.centre, way);
}

static bool as_step(const maneuver *e, second_step *out) {
    *out = (second_step){SECOND_WHEEL_LEFT, fabs(e->angle_rad)};
    switch (e->kind) {
        case MANEUVER_WHEEL:
            out->kind = e->angle_rad > 0 ? SECOND_WHEEL_LEFT : SECOND_WHEEL_RIGHT;
            return true;
        case MANEUVER_RIGHT_FACE:
            out->kind = SECOND_FACE_RIGHT;
            return true;
        case MANEUVER_LEFT_FACE:
            out->kind = SECOND_FACE_LEFT;
            return true;
        case MANEUVER_ABOUT_FACE:
            out->kind = SECOND_FACE_ABOUT;
            return true;
        default:
            return false;
    }
}

static void replay_step(const second_block *b, second_replay *r, const maneuver *e) {
    second_step step;
    if (!as_step(e, &step)) {
        r->others++;
        return;
    }
    bool wheel = step.kind <= SECOND_WHEEL_RIGHT;
    if (wheel && vec2_distance(e->pivot, second_corner(b, r->end, step.kind == SECOND_WHEEL_LEFT)) > SAME_IN) r->pivots_at_corners = false;
    r->wheels += wheel;
    r->faces += !wheel;
    r->cost_in += second_step_cost(b, r->end, step);
    r->end = second_take(b, r->end, step);
}

second_replay second_replay_of(const second_block *b, second_stand from, const verdict *v) {
    second_replay r = {.continuous = true, .pivots_at_corners = true, .end = from};
    for (int i = 0; i < v->maneuver_count; i++) {
        const maneuver *e = &v->maneuvers[i];
        bool leg = e->kind == MANEUVER_ADVANCE || e->kind == MANEUVER_OBLIQUE, wheel = e->kind == MANEUVER_WHEEL;
        if ((leg || wheel) && vec2_distance(e->from, second_front_middle(b, r.end)) > SAME_IN) r.continuous = false;
        if (leg)
            replay_leg(&r, e);
        else
            replay_step(b, &r, e);
    }
    return r;
}
