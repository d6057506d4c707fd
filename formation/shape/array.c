// The array of a unit in ranks: line, column, block or square, and the formation that Chainmail's words make of it.
#include "formation/shape/shape_limits.h"
#include "formation/shape/shaping.h"

// How the figures that stand outermost look, and how many sides of the unit any look to.
typedef struct {
    int outer, outward, sides;
} outlook;

// Nearer than half a base to the edge of the unit's hull.
static bool is_outer(const ranked_base *b, const vec2 *hull, int corners) {
    bool inner = true;
    for (int k = 0; k < corners; k++) inner &= segment_distance(b->at, hull[k], hull[(k + 1) % corners]) > b->depth_in / 2;
    return !inner;
}

static outlook find_outlook(const stand *s, double facing_rad) {
    vec2 at[GAME_MAX_FIGURES], hull[GAME_MAX_FIGURES + 1], middle = {0, 0};
    int quadrant[4] = {0};
    outlook l = {0};
    for (int i = 0; i < s->n; i++) {
        at[i] = s->at[i].at;
        middle = vec2_add(middle, vec2_scale(at[i], 1.0 / s->n));
    }
    int corners = convex_hull(at, s->n, hull);
    for (int i = 0; i < s->n; i++) {
        if (!s->at[i].has_heading) continue;
        quadrant[(int)floor((angle_difference(s->at[i].heading_rad, facing_rad) + PI + PI / 4) / (PI / 2)) % 4]++;
        if (!is_outer(&s->at[i], hull, corners)) continue;
        vec2 out = vec2_sub(s->at[i].at, middle);
        l.outer++;
        l.outward += fabs(angle_difference(s->at[i].heading_rad, atan2(out.y, out.x))) <= SHAPE_OUTWARD_RAD;
    }
    for (int k = 0; k < 4; k++) l.sides += quadrant[k] > 0;
    return l;
}

// A square: the outer figures of most sides look outward, to all four sides of the unit (docs/geometry.md, section 7.5). Where some are hidden
// (`partly`), one side may be gone, and inner figures stand where the outer ones did: most of those that stand outermost must still look outward.
static bool is_square(const stand *s, double facing_rad, bool partly) {
    if (s->n < SHAPE_SQUARE_LEAST) return false;
    outlook l = find_outlook(s, facing_rad);
    return partly ? l.sides >= 3 && 2 * l.outward > l.outer : l.sides == 4 && l.outward >= SHAPE_OUTWARD_SHARE * l.outer;
}

array_kind shaping_proportions(int ranks, int frontage) {
    return frontage >= 2 * ranks ? ARRAY_LINE : ranks >= 2 * frontage ? ARRAY_COLUMN : ARRAY_BLOCK;
}

array_kind shaping_array(const shaping *p) {
    if (p->form.ranks == 0) return ARRAY_NONE;
    return is_square(&p->s, p->form.facing_rad, p->lost > 0) ? ARRAY_SQUARE : shaping_proportions(p->form.ranks, p->form.frontage);
}

bool shaping_is_formed(const game_unit *u) {
    return u->formation == FORMATION_COLUMN || u->formation == FORMATION_LINE || u->formation == FORMATION_SQUARE;
}

formation_kind shaping_formed_class(const shaping *p, array_kind array) {
    if (!shaping_is_formed(p->u) || p->form.gap_lateral_in > p->limits->formed_gap_max_in) return p->form.formation;
    switch (array) {
        case ARRAY_LINE:
            return FORMATION_LINE;
        case ARRAY_COLUMN:
            return FORMATION_COLUMN;
        case ARRAY_SQUARE:
            return FORMATION_SQUARE;
        default:
            return p->previous && p->previous->formation != FORMATION_UNKNOWN ? p->previous->formation : p->u->formation;
    }
}
