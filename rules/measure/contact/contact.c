#include "rules/measure/contact/contact.h"
#include "core/chance.h"
#include "rules/measure/contact/contact_limits.h"

#include "rules/state/extent.h"
#include "rules/state/state_limits.h"

double pose_sigma_in(const tuning *n, pose p) { return p.sigma_in > 0 ? p.sigma_in : n->sigma_pos; }
double pose_sigma_rad(const tuning *n, pose p) { return p.sigma_rad > 0 ? p.sigma_rad : n->sigma_heading; }

double contact_chance(const tuning *n, double gap, double sigma) { return chance_below(gap - n->contact_gap, sigma); }

surely contact_surely(const tuning *n, nearest t) {
    return (surely){t.enemy >= 0 && t.gap > -CARRIED_IN && contact_chance(n, t.gap, fmax(t.sigma, 1e-9)) >= n->confidence};
}

possibly contact_possibly(const tuning *n, nearest t) {
    return (possibly){t.enemy >= 0 && (t.gap <= n->contact_doubt || contact_chance(n, t.gap, fmax(t.sigma, 1e-9)) > 1 - n->confidence)};
}

double contact_reach(const tuning *n, double sigma) { return fmax(n->contact_doubt, n->contact_gap + n->k_illegal * sigma); }

void nearest_take(const rules *r, const rules_state *s, int figure, pose p, int other, const footprint *here, const footprint *there, nearest *best) {
    if (footprint_is_farther(here, there, best->gap)) return;
    double gap = footprint_gap(here, there);
    if (gap >= best->gap) return;
    pose at = s->figures[other].at;
    *best = (nearest){gap, hypot(pose_sigma_in(&r->n, p), pose_sigma_in(&r->n, at)), figure, other, vec2_lerp(p.at, at.at, 0.5)};
}

void nearest_look_at(const rules *r, const rules_state *s, int figure, pose p, int other, nearest *best) {
    const figure_state *f = &s->figures[other];
    const base *own = &r->game->figures[figure].base, *b = &r->game->figures[other].base;
    // No base reaches farther than half its width and half its depth.
    double dx = p.at.x - f->at.at.x, dy = p.at.y - f->at.at.y, reach = best->gap + (own->width_in + own->depth_in + b->width_in + b->depth_in) / 2;
    if (dx > reach || dx < -reach || dy > reach || dy < -reach) return;
    reach = best->gap + base_radius(*own) + base_radius(*b);
    if (dx * dx + dy * dy > reach * reach) return;
    footprint here = base_footprint(*own, p), there = base_footprint(*b, f->at);
    nearest_take(r, s, figure, p, other, &here, &there, best);
}

// False: nearest_look_at would pass over each figure of the unit.
static bool may_be_nearer(const rules *r, const rules_state *s, int figure, pose p, int unit, const nearest *best) {
    double apart = extent_from(s, unit, p.at) - EXTENT_SLACK_IN;
    return apart <= 0 || apart <= best->gap + base_radius(r->game->figures[figure].base);
}

static void nearest_in_unit(const rules *r, const rules_state *s, int figure, pose p, const game_unit *u, nearest *best) {
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (figure_stands(&s->figures[i])) nearest_look_at(r, s, figure, p, i, best);
}

int enemies_near(const rules *r, const rules_state *s, int unit, vec2 low, vec2 high, double margin, int *out) {
    const game *g = r->game;
    int count = 0;
    for (int e = 0; e < g->unit_count; e++) {
        if (g->units[e].side == g->units[unit].side || !extent_meets(s, e, low, high, margin)) continue;
        for (int i = g->units[e].first_figure; i < g->units[e].first_figure + g->units[e].figure_count; i++) {
            vec2 p = s->figures[i].at.at;
            double m = margin + base_radius(g->figures[i].base);
            if (figure_stands(&s->figures[i]) && p.x > low.x - m && p.x < high.x + m && p.y > low.y - m && p.y < high.y + m) out[count++] = i;
        }
    }
    return count;
}

nearest nearest_of(const rules *r, const rules_state *s, int figure, pose p, const int *others, int count, double reach) {
    nearest best = {reach, 0, -1, -1, {0, 0}};
    for (int i = 0; i < count; i++) nearest_look_at(r, s, figure, p, others[i], &best);
    if (best.enemy < 0) best.gap = INFINITY;
    return best;
}

nearest nearest_enemy(const rules *r, const rules_state *s, int figure, pose p, double reach) {
    const game *g = r->game;
    nearest best = {reach, 0, -1, -1, {0, 0}};
    int side = g->units[g->figures[figure].unit].side;
    for (int e = 0; e < g->unit_count; e++)
        if (g->units[e].side != side && may_be_nearer(r, s, figure, p, e, &best)) nearest_in_unit(r, s, figure, p, &g->units[e], &best);
    if (best.enemy < 0) best.gap = INFINITY;
    return best;
}

bool enemies_may_be_near(const rules *r, const rules_state *s, int unit, double reach) {
    const unit_extent *own = &s->extents[unit];
    for (int e = 0; e < s->unit_count; e++)
        if (r->game->units[e].side != r->game->units[unit].side && extent_meets(s, e, own->low, own->high, reach)) return true;
    return false;
}

nearest units_nearest(const rules *r, const rules_state *s, int a, int b, double reach) {
    const game_unit *ua = &r->game->units[a], *ub = &r->game->units[b];
    nearest best = {INFINITY, 0, -1, -1, {0, 0}};
    if (!extent_meets(s, b, s->extents[a].low, s->extents[a].high, reach)) return best;
    best.gap = reach + 1e-9;
    for (int i = ua->first_figure; i < ua->first_figure + ua->figure_count; i++)
        if (figure_stands(&s->figures[i]) && may_be_nearer(r, s, i, s->figures[i].at, b, &best))
            nearest_in_unit(r, s, i, s->figures[i].at, ub, &best);
    if (best.enemy < 0) best.gap = INFINITY;
    return best;
}

double units_gap(const rules *r, const rules_state *s, int a, int b, double reach) { return units_nearest(r, s, a, b, reach).gap; }

int rules_contacts(const rules *r, const rules_state *s, int unit, int *units, int max) {
    int count = 0;
    for (int e = 0; e < r->game->unit_count && count < max; e++)
        if (r->game->units[e].side != r->game->units[unit].side && units_gap(r, s, unit, e, r->n.contact_gap) <= r->n.contact_gap) units[count++] = e;
    return count;
}
