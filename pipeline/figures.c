#include "pipeline/figures.h"

#include "pipeline/pipeline_limits.h"

void figures_read(figure_state *figures, int count, const formation *f) {
    for (int i = 0; i < count; i++) {
        figures[i].at = *formation_pose(f, i, &figures[i].known, &figures[i].hidden);
        if (!figures[i].hidden) figures[i].empty_looks = 0;
    }
}

bool figure_is_sought_in_place(const figure_state *f) { return !f->follow.on || vec2_distance(f->place.at, f->at.at) < NEAR_IN; }

bool figure_has_left(const figure_state *f) { return f->hidden && f->empty_looks >= EMPTY_LOOKS; }

bool figure_may_be_back(const figure_state *f) { return f->known && f->hidden && !f->absent && f->covered <= UNCOVERED_SHARE; }

unsigned figures_missing_searches(const figure_state *figures, int count) {
    unsigned searches = 0;
    for (int i = 0; i < count; i++)
        if (!figure_stands(&figures[i]) && !figures[i].absent) searches |= figures[i].searches;
    return searches;
}
