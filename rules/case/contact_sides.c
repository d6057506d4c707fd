// On which sides the enemy touched a unit when its phase began.
#include "rules/case/contact_sides.h"
#include "rules/case/case_limits.h"

// Which edge of the figure's base the other one lies along (docs/geometry.md section 2, "Contact side"); false: it touches at a corner.
static bool note_side(const rule_case *c, int i, int enemy, sides_touched *k) {
    base own = c->g->figures[figure_of(c, i)].base, other = c->g->figures[enemy].base;
    pose p = c->s->figures[figure_of(c, i)].phase_start, q = c->s->figures[enemy].phase_start;
    vec2 d = vec2_sub(q.at, p.at), f = heading_forward(p.heading_rad), l = heading_left(p.heading_rad), corner[4];
    base_corners(other, q, corner);
    double ahead = vec2_dot(d, f), aside = vec2_dot(d, l), deep = 0, wide = 0;
    for (int n = 0; n < 4; n++) {
        deep = fmax(deep, fabs(vec2_dot(vec2_sub(corner[n], q.at), f)));
        wide = fmax(wide, fabs(vec2_dot(vec2_sub(corner[n], q.at), l)));
    }
    double along = fabs(ahead) - own.depth_in / 2 - deep, across = fabs(aside) - own.width_in / 2 - wide;
    if (fabs(along - across) < 2 * c->n->contact_gap) return false;
    if (along < across)
        k->flank++;
    else if (ahead > 0)
        k->front++;
    else
        k->rear++;
    return true;
}

static bool touched(const rule_case *c, int i, int enemy) {
    const figure_state *own = &c->s->figures[figure_of(c, i)], *o = &c->s->figures[enemy];
    if (c->g->units[c->g->figures[enemy].unit].side == c->unit->side || !o->stood_at_start) return false;
    if (vec2_distance(o->phase_start.at, own->phase_start.at) > NO_BASE_IN) return false;
    return base_gap(c->g->figures[figure_of(c, i)].base, own->phase_start, c->g->figures[enemy].base, o->phase_start) <= c->n->contact_doubt;
}

// Adds the sides on which the figure was touched.
static void add_sides(const rule_case *c, int i, sides_touched *k) {
    const figure_state *own = &c->s->figures[figure_of(c, i)];
    bool sure = false, corner = false;
    if (!(own->start_gap_in <= c->n->contact_doubt) || !pose_has_heading(own->phase_start)) return;
    for (int e = 0; e < c->g->figure_count; e++) {
        if (!touched(c, i, e)) continue;
        bool clear = note_side(c, i, e, k);
        sure |= clear, corner |= !clear;
    }
    k->doubtful += corner && !sure;
}

sides_touched find_sides(const rule_case *c) {
    sides_touched k = {0};
    for (int i = 0; i < c->count; i++) add_sides(c, i, &k);
    return k;
}

bool touched_at_corner(const rule_case *c, int i) {
    sides_touched k = {0};
    add_sides(c, i, &k);
    return k.doubtful > 0;
}
