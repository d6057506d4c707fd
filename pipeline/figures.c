#include "pipeline/figures.h"

#include "pipeline/pipeline_limits.h"

void figures_read(figure_state *figures, int count, const formation *f) {
    for (int i = 0; i < count; i++) figures[i].at = *formation_pose(f, i, &figures[i].known, &figures[i].hidden);
}

bool figure_may_be_back(const figure_state *f) { return f->known && f->hidden && !f->absent && f->covered <= UNCOVERED_SHARE; }

unsigned figures_missing_searches(const figure_state *figures, int count) {
    unsigned searches = 0;
    for (int i = 0; i < count; i++)
        if (!figure_stands(&figures[i]) && !figures[i].absent) searches |= figures[i].searches;
    return searches;
}
