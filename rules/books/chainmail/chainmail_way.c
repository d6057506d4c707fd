#include "rules/books/chainmail/chainmail_way.h"

#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/measure/maneuver/path.h"

typedef struct {
    vec2 middle;
    double facing;
} place;

static bool place_at(const rule_case *c, int sample, double facing, place *out) {
    double sum = 0;
    *out = (place){{0, 0}, facing};
    for (int i = 0; i < c->count; i++) {
        pose p = path_pose(c->m, sample, c->local[i]);
        if (!pose_has_heading(p) || !pose_has_heading(c->from[i])) return false;
        out->middle = vec2_add(out->middle, vec2_scale(p.at, 1.0 / c->count));
        sum += angle_difference(p.heading_rad, c->from[i].heading_rad);
    }
    out->facing = angle_wrap(facing + sum / c->count);
    return true;
}

static bool was_drawn_back(const place *p, double slack) {
    double there = vec2_distance(p[0].middle, p[1].middle), past = vec2_distance(p[0].middle, p[2].middle);
    return past + vec2_distance(p[2].middle, p[1].middle) <= there + slack && fabs(angle_difference(p[1].facing, p[0].facing)) < PI / 4;
}

static int leave_out_drawn_back(place *p, int count, double slack) {
    for (int i = 1; i + 1 < count;) {
        if (!was_drawn_back(&p[i - 1], slack)) {
            i++;
            continue;
        }
        for (int k = i; k + 1 < count; k++) p[k] = p[k + 1];
        count--;
        if (i > 1) i--;  // its neighbours are new to each other
    }
    return count;
}

static vec2 shift_of(const rule_case *c) {
    vec2 sum = {0, 0};
    for (int i = 0; i < c->count; i++) sum = vec2_add(sum, vec2_scale(vec2_sub(c->to[i].at, c->from[i].at), 1.0 / c->count));
    return sum;
}

int chainmail_way(const rule_case *c, double facing, double turn, way_piece *out) {
    stands k = stands_find(c->m, c->local, c->count, c->n->nudge);
    place at[STANDS_MAX];
    bool known = k.followed && k.count > 2 && !chainmail_facts_of(c)->laid_anew;
    for (int i = 0; i < k.count && known; i++) known = place_at(c, k.sample[i], facing, &at[i]);
    int count = known ? leave_out_drawn_back(at, k.count, c->n->nudge) - 1 : 1;
    for (int i = 0; i < count && known; i++) out[i] = (way_piece){vec2_sub(at[i + 1].middle, at[i].middle), at[i].facing, at[i + 1].facing};
    if (!known || count == 1) out[0] = (way_piece){shift_of(c), facing, facing + turn};
    return known ? count : 1;
}
