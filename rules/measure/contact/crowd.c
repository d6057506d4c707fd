#include "rules/measure/contact/crowd.h"

#include <stdlib.h>

#include "rules/state/state_limits.h"

static void add_to_box(crowd_group *k, const crowd_figure *f) {
    if (f->at.x - f->radius_in < k->low.x) k->low.x = f->at.x - f->radius_in;
    if (f->at.y - f->radius_in < k->low.y) k->low.y = f->at.y - f->radius_in;
    if (f->at.x + f->radius_in > k->high.x) k->high.x = f->at.x + f->radius_in;
    if (f->at.y + f->radius_in > k->high.y) k->high.y = f->at.y + f->radius_in;
}

status crowd_init(crowd *c, const rules *r, const rules_state *s, const int *figures, int count) {
    *c = (crowd){0};
    if (count == 0) return STATUS_OK;
    c->figures = malloc((size_t)count * sizeof *c->figures);
    c->groups = malloc((size_t)count * sizeof *c->groups);
    if (!c->figures || !c->groups) {
        crowd_finish(c);
        return STATUS_MEMORY;
    }
    for (int i = 0, last = -1; i < count; i++) {
        int unit = r->game->figures[figures[i]].unit;
        c->figures[i] = (crowd_figure){s->figures[figures[i]].at.at, base_radius(r->game->figures[figures[i]].base), figures[i]};
        if (unit != last) c->groups[c->group_count++] = (crowd_group){i, i, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
        last = unit;
        add_to_box(&c->groups[c->group_count - 1], &c->figures[i]);
        c->groups[c->group_count - 1].after = i + 1;
    }
    return STATUS_OK;
}

void crowd_finish(crowd *c) {
    free(c->figures);
    free(c->groups);
    *c = (crowd){0};
}

nearest crowd_nearest(const crowd *c, const rules *r, const rules_state *s, int figure, pose p, double reach) {
    nearest best = {reach, 0, -1, -1, {0, 0}};
    double own = base_radius(r->game->figures[figure].base) + EXTENT_SLACK_IN;
    for (int k = 0; k < c->group_count; k++) {
        const crowd_group *group = &c->groups[k];
        double far = best.gap + own;
        if (p.at.x < group->low.x - far || p.at.x > group->high.x + far || p.at.y < group->low.y - far || p.at.y > group->high.y + far) continue;
        for (int i = group->first; i < group->after; i++) {
            const crowd_figure *f = &c->figures[i];
            double dx = p.at.x - f->at.x, dy = p.at.y - f->at.y, most = best.gap + own + f->radius_in;
            if (dx * dx + dy * dy <= most * most) nearest_look_at(r, s, figure, p, f->figure, &best);
        }
    }
    if (best.enemy < 0) best.gap = INFINITY;
    return best;
}
