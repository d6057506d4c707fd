#include "pipeline/costs.h"

#include <math.h>

#include "pipeline/pipeline_limits.h"

cost_model costs_nominal(void) {
    return (cost_model){.free_us = INFINITY,
                        .frame_us = COST_FRAME_US,
                        .follow_us = {[FOLLOW_TAG] = COST_TAG_US,
                                      [FOLLOW_HIDDEN_TAG] = COST_HIDDEN_TAG_US,
                                      [FOLLOW_PAINT] = COST_PAINT_US,
                                      [FOLLOW_RIM] = COST_RIM_US,
                                      [FOLLOW_LOST_RIM] = COST_LOST_RIM_US},
                        .search_px_per_us = {[SEARCH_TAGS] = COST_TAGS_PX_PER_US,
                                             [SEARCH_PLAIN] = COST_PLAIN_PX_PER_US,
                                             [SEARCH_RIMS] = COST_RIMS_PX_PER_US,
                                             [SEARCH_HIDDEN_TAGS] = COST_HIDDEN_TAGS_PX_PER_US}};
}

double costs_predict_us(const cost_model *m, const cost_sample *s) {
    double us = 0;
    for (int k = 0; k < FOLLOW_COST_COUNT; k++) us += s->followed[k] * m->follow_us[k];
    for (int k = 0; k < SEARCH_COUNT; k++) us += s->searched_px[k] / m->search_px_per_us[k];
    return us;
}

static double within(double value, double nominal) { return fmin(fmax(value, nominal / COST_RANGE), nominal * COST_RANGE); }

void costs_learn(cost_model *m, const cost_sample *s) {
    const cost_model nominal = costs_nominal();
    const double predicted = costs_predict_us(m, s);
    if (!(predicted > 0) || !(s->us >= 0)) return;
    const double error = COST_LEARN_SHARE * (fmin(s->us / predicted, COST_OUTLIER) - 1);
    cost_model next = *m;
    for (int k = 0; k < FOLLOW_COST_COUNT; k++) {
        double share = s->followed[k] * m->follow_us[k] / predicted;
        next.follow_us[k] = within(m->follow_us[k] * (1 + error * share), nominal.follow_us[k]);
    }
    for (int k = 0; k < SEARCH_COUNT; k++) {
        double share = s->searched_px[k] / m->search_px_per_us[k] / predicted;
        next.search_px_per_us[k] = within(m->search_px_per_us[k] / (1 + error * share), nominal.search_px_per_us[k]);
    }
    *m = next;
}

void costs_learn_frame(cost_model *m, double interval_us, double other_us) {
    if (!(other_us >= 0)) return;
    if (m->other_us > 0)
        m->other_us += COST_LEARN_SHARE * (fmin(other_us, COST_OUTLIER * m->other_us) - m->other_us);
    else
        m->other_us = fmin(other_us, COST_FRAME_US);  // the first frames also find the table
    m->free_us = interval_us > 0 ? fmax(COST_FRAME_SHARE * interval_us - m->other_us, COST_FRAME_LEAST_US) : INFINITY;
}

void costs_time_frames(cost_model *m, double interval_us) {
    m->frame_us = fmin(fmax(COST_FOLLOW_SHARE * interval_us, COST_FRAME_US), COST_FRAME_MOST_US);
}

// What a look of that cost is charged.
static double charged(const cost_model *m, double cost, double nominal) { return fmax(fmin(cost, nominal), cost * m->frame_us / m->free_us); }

double costs_follow_us(const cost_model *m, follow_cost kind) {
    const cost_model nominal = costs_nominal();
    return charged(m, m->follow_us[kind], nominal.follow_us[kind]);
}

// Pixels a microsecond, as they are charged.
static double charged_rate(const cost_model *m, const cost_model *nominal, int sort) {
    double rate = m->search_px_per_us[sort];
    return fmin(fmax(rate, nominal->search_px_per_us[sort]), rate * m->free_us / m->frame_us);
}

double costs_part_px(const cost_model *m, search_sort sort) {
    const cost_model nominal = costs_nominal();
    return COST_SEARCH_US * charged_rate(m, &nominal, sort);
}

double costs_speed(const cost_model *m) {
    const cost_model nominal = costs_nominal();
    double now = 0, then = 0;
    for (int k = 0; k < SEARCH_COUNT; k++) now += 1 / charged_rate(m, &nominal, k), then += 1 / nominal.search_px_per_us[k];
    return then / now;
}
