#include "rules/measure/contact/crowd.h"

#include <stdlib.h>

#include "rules/state/extent.h"
#include "rules/state/state_limits.h"

static bool is_beyond(vec2 p, vec2 low, vec2 high, double far) {
    return p.x < low.x - far || p.x > high.x + far || p.y < low.y - far || p.y > high.y + far;
}

status crowd_init(crowd *c, const rules *r, const rules_state *s, const int *figures, int count) {
    *c = (crowd){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    if (count == 0) return STATUS_OK;
    c->figures = malloc((size_t)count * sizeof *c->figures);
    c->groups = malloc((size_t)count * sizeof *c->groups);
    if (!c->figures || !c->groups) {
        crowd_finish(c);
        return STATUS_MEMORY;
    }
    for (int i = 0, last = -1; i < count; i++) {
        int unit = r->game->figures[figures[i]].unit;
        c->figures[i] =
            (crowd_figure){.at = s->figures[figures[i]].at.at, .radius_in = base_radius(r->game->figures[figures[i]].base), .figure = figures[i]};
        if (unit != last) c->groups[c->group_count++] = (crowd_group){i, i, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
        last = unit;
        crowd_group *group = &c->groups[c->group_count - 1];
        group->after = i + 1;
        extent_take(c->figures[i].at, c->figures[i].radius_in, &group->low, &group->high);
        extent_take(c->figures[i].at, c->figures[i].radius_in, &c->low, &c->high);
    }
    return STATUS_OK;
}

void crowd_finish(crowd *c) {
    free(c->figures);
    free(c->groups);
    *c = (crowd){0};
}

static const footprint *foot_of(crowd_figure *f, const rules *r, const rules_state *s) {
    if (!f->has_foot) f->foot = base_footprint(r->game->figures[f->figure].base, s->figures[f->figure].at);
    f->has_foot = true;
    return &f->foot;
}

// The figure that asks.
typedef struct {
    int figure;
    pose at;
    double radius_in;
    bool has_foot;
    footprint foot;
} asker;

static void look_at(asker *k, crowd_figure *f, const rules *r, const rules_state *s, nearest *best) {
    double dx = k->at.at.x - f->at.x, dy = k->at.at.y - f->at.y, most = best->gap + k->radius_in + f->radius_in + EXTENT_SLACK_IN;
    if (dx * dx + dy * dy > most * most) return;
    if (!k->has_foot) k->foot = base_footprint(r->game->figures[k->figure].base, k->at);
    k->has_foot = true;
    nearest_take(r, s, k->figure, k->at, f->figure, &k->foot, foot_of(f, r, s), best);
}

static nearest look_at_groups(const crowd *c, const rules *r, const rules_state *s, asker *k, double reach) {
    nearest best = {reach, 0, -1, -1, {0, 0}};
    for (int i = 0; i < c->group_count; i++) {
        const crowd_group *group = &c->groups[i];
        if (is_beyond(k->at.at, group->low, group->high, best.gap + k->radius_in + EXTENT_SLACK_IN)) continue;
        for (int j = group->first; j < group->after; j++) look_at(k, &c->figures[j], r, s, &best);
    }
    if (best.enemy < 0) best.gap = INFINITY;
    return best;
}

nearest crowd_nearest(const crowd *c, const rules *r, const rules_state *s, int figure, pose p, double reach) {
    const base *own = &r->game->figures[figure].base;
    // Asked most often of all, and mostly far from all: no base reaches farther than half its width and half its depth.
    if (is_beyond(p.at, c->low, c->high, reach + (own->width_in + own->depth_in) / 2)) return (nearest){INFINITY, 0, -1, -1, {0, 0}};
    asker k;  // its footprint is large: left as it is
    k.figure = figure;
    k.at = p;
    k.radius_in = base_radius(*own);
    k.has_foot = false;
    return look_at_groups(c, r, s, &k, reach);
}
