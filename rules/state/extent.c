#include "rules/state/extent.h"

#include "rules/state/state_limits.h"

void extent_renew(const rules *r, rules_state *s, int unit) {
    const game_unit *u = &r->game->units[unit];
    unit_extent box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0};
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const figure_state *f = &s->figures[i];
        if (f->known && f->on_table && pose_front_is_doubtful(f->at) && f->at.fronts > box.sides) box.sides = f->at.fronts;
        if (!figure_stands(f)) continue;
        extent_take(f->at.at, base_radius(r->game->figures[i].base), &box.low, &box.high);
    }
    s->extents[unit] = box;
}

void extent_renew_all(const rules *r, rules_state *s) {
    for (int u = 0; u < s->unit_count; u++) extent_renew(r, s, u);
}

// How far p lies beyond the nearer end of low..high; not above 0: within.
static double beyond(double p, double low, double high) { return p < low ? low - p : p - high; }

double extent_from(const rules_state *s, int unit, vec2 p) {
    const unit_extent *e = &s->extents[unit];
    double x = beyond(p.x, e->low.x, e->high.x), y = beyond(p.y, e->low.y, e->high.y);
    if (x <= 0) return y > 0 ? y : 0;
    return y <= 0 ? x : sqrt(x * x + y * y);
}

bool extent_meets(const rules_state *s, int unit, vec2 low, vec2 high, double reach) {
    const unit_extent *e = &s->extents[unit];
    reach += EXTENT_SLACK_IN;
    return e->low.x <= high.x + reach && low.x <= e->high.x + reach && e->low.y <= high.y + reach && low.y <= e->high.y + reach;
}

bool rules_may_stand_near(const rules_state *s, int unit, vec2 at, double reach) { return extent_meets(s, unit, at, at, reach); }

bool rules_may_be_near(const rules_state *s, int unit, int other, double reach) {
    return extent_meets(s, other, s->extents[unit].low, s->extents[unit].high, reach);
}

int rules_doubtful_sides(const rules_state *s, int unit) { return s->extents[unit].sides; }

bool extent_meets_line(const rules_state *s, int unit, vec2 a, vec2 b, double reach) {
    vec2 low = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}, high = {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y};
    if (!extent_meets(s, unit, low, high, reach)) return false;
    const unit_extent *e = &s->extents[unit];
    vec2 d = vec2_sub(b, a), half = vec2_scale(vec2_sub(e->high, e->low), 0.5), middle = vec2_lerp(e->low, e->high, 0.5);
    double across = fabs(vec2_cross(d, vec2_sub(middle, a))), width = fabs(d.x) * half.y + fabs(d.y) * half.x;
    return across <= width + (reach + EXTENT_SLACK_IN) * vec2_length(d);
}
