#include "pipeline/look.h"

status look_take(eye *e, const frame *f, const look_plan *p, eye_sight *out, fault *fault) {
    *out = (eye_sight){0};
    if (!look_is_needed(p)) return STATUS_OK;
    eye_request r = {.searches = p->searches,
                     .where = p->kind == PLAN_EVERYWHERE ? NULL : p->where.at,
                     .where_count = p->searches ? p->where.count : 0,
                     .wishes = p->wishes,
                     .reach_in = p->kind == PLAN_VERIFY ? REACH_AT_REST_IN : REACH_IN,
                     .quick = p->kind != PLAN_EVERYWHERE && p->kind != PLAN_SETTLE};
    return eye_look(e, f, &r, out, fault);
}

// Which search a way of following is timed with.
static search_sort sort_of(follow_cost k) {
    static const search_sort sorts[FOLLOW_COST_COUNT] = {[FOLLOW_TAG] = SEARCH_TAGS,
                                                         [FOLLOW_HIDDEN_TAG] = SEARCH_HIDDEN_TAGS,
                                                         [FOLLOW_PAINT] = SEARCH_PLAIN,
                                                         [FOLLOW_RIM] = SEARCH_RIMS,
                                                         [FOLLOW_LOST_RIM] = SEARCH_RIMS};
    return sorts[k];
}

void look_learn(cost_model *m, const look_plan *p, const figure_state *figures, int figure_count, const eye_sight *seen) {
    cost_sample samples[SEARCH_COUNT] = {0};
    if (!look_is_needed(p) || p->kind == PLAN_EVERYWHERE) return;
    for (int i = 0; i < figure_count; i++) {
        follow_cost k = plan_cost_of(&figures[i]);
        if (p->wishes[i].is_expected) samples[sort_of(k)].followed[k]++;
    }
    for (int s = 0; s < SEARCH_COUNT; s++) {
        samples[s].us = seen->spent_us[s];
        if (p->searches & (1u << s)) samples[s].searched_px[s] = rects_area(&p->where);
        if (samples[s].us > 0) costs_learn(m, &samples[s]);
    }
}
