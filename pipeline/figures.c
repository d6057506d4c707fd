#include "pipeline/figures.h"

#include "pipeline/pipeline_limits.h"

void figures_read(figure_state *figures, int count, const formation *f) {
    for (int i = 0; i < count; i++) {
        figures[i].at = *formation_pose(f, i, &figures[i].known, &figures[i].hidden);
        figures[i].sought = formation_sought(f, i);
        figures[i].has_rested = formation_has_rested(f, i);
        if (!figures[i].hidden) figures[i].empty_looks = 0;
    }
}

bool figure_is_sought_in_place(const figure_state *f) { return vec2_distance(f->follow.on ? f->place.at : f->sought.at, f->at.at) < NEAR_IN; }

bool figure_has_left(const figure_state *f) { return f->hidden && f->empty_looks >= EMPTY_LOOKS && figure_is_sought_in_place(f); }

bool figure_may_be_back(const figure_state *f) { return f->known && f->hidden && !f->absent && f->covered <= UNCOVERED_SHARE; }

bool figure_may_have_gone_on(const figure_state *f) { return f->follow.on && figure_stands(f) && !f->has_rested; }

unsigned figures_missing_searches(const figure_state *figures, int count) {
    unsigned searches = 0;
    for (int i = 0; i < count; i++)
        if (!figure_stands(&figures[i]) && !figures[i].absent) searches |= figures[i].searches;
    return searches;
}
