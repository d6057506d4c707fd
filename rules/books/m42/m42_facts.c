// Leader, kind of move and command of a unit of M42 (docs/geometry.md section 11).
#include "rules/books/m42/m42.h"
#include "rules/books/m42/m42_areas.h"
#include "rules/measure/maneuver/path.h"

int m42_figure(const rule_case *c, int k) { return c->unit->first_figure + k; }
const char *m42_id(const rule_case *c, int k) { return c->g->figures[m42_figure(c, k)].id; }
bool m42_known(const rule_case *c) { return m42_facts_of(c)->mv > 0 && !c->excused && !m42_facts_of(c)->killed; }
bool m42_is_leader(const rule_case *c, int k) { return m42_figure(c, k) == m42_facts_of(c)->leader; }
double m42_sigma(const rule_case *c) { return sqrt(2) * c->sigma_in; }

bool m42_moves_now(const rule_case *c, int k) { return c->m->moved_with[k]; }

bool m42_stands(const rule_case *c, int k) { return m42_moves_now(c, k) || figure_stands(&c->s->figures[m42_figure(c, k)]); }

static bool has_phase_start(const rule_case *c, int k) { return c->s->phase_entered && c->s->figures[m42_figure(c, k)].stood_at_start; }

pose m42_start(const rule_case *c, int k) {
    if (has_phase_start(c, k)) return c->s->figures[m42_figure(c, k)].phase_start;
    return m42_moves_now(c, k) ? c->m->from[k] : c->s->figures[m42_figure(c, k)].at;
}

pose m42_end(const rule_case *c, int k) { return m42_moves_now(c, k) ? c->m->to[k] : c->s->figures[m42_figure(c, k)].at; }

// A single figure's distance is the smaller of its centre's and its front's (docs/stream.md), or its path's where that was seen.
static double way_now(const rule_case *c, int k) {
    base b = c->g->figures[m42_figure(c, k)].base;
    pose a = c->m->from[k], z = c->m->to[k];
    return fmax(fmin(vec2_distance(a.at, z.at), vec2_distance(base_front(b, a), base_front(b, z))), path_length(c->m, k, c->sigma_in));
}

double m42_way(const rule_case *c, int k) {
    double before = c->s->phase_entered ? m42_gone_of(&c->s->figures[m42_figure(c, k)])->in : 0;
    return before + (m42_moves_now(c, k) ? way_now(c, k) : 0);
}

bool m42_moved(const rule_case *c, int k) { return m42_stands(c, k) && m42_way(c, k) > c->n->nudge; }

double m42_distance(const rules *r, int figure_a, pose a, int figure_b, pose b) {
    if (m42_tuning_of(&r->n)->from_centre) return vec2_distance(a.at, b.at);
    return base_gap(r->game->figures[figure_a].base, a, r->game->figures[figure_b].base, b);
}

double m42_start_gap(const rule_case *c, int k) {
    if (m42_facts_of(c)->leader < 0) return INFINITY;
    int leader = m42_facts_of(c)->leader;
    return m42_distance(c->r, m42_figure(c, k), m42_start(c, k), leader, m42_start(c, leader - c->unit->first_figure));
}

bool m42_began_in_command(const rule_case *c, int k) {
    return m42_start_gap(c, k) <= m42_facts_of(c)->radius + c->n->player_tolerance + c->n->k_illegal * m42_sigma(c);
}

bool m42_regroups(const rule_case *c, int k) { return m42_facts_of(c)->leader >= 0 && m42_moved(c, k) && !m42_began_in_command(c, k); }

static bool replaces_leaders(const game_unit *u) {
    return u->type == UNIT_SWARM || game_unit_has_trait(u, "swarm") || game_unit_has_trait(u, "combat-tactics");
}

bool m42_is_swarm(const game_unit *u) { return u->type == UNIT_SWARM || game_unit_has_trait(u, "swarm"); }

int m42_leader(const rules *r, const rules_state *s, int unit) {
    const game_unit *u = &r->game->units[unit];
    int leader = state_leader(r, s, unit);
    if (leader < 0 && u->figure_count == 1 && s->figures[u->first_figure].on_table) leader = u->first_figure;  // a unit of one leads itself
    const m42_done *d = m42_done_of(&s->units[unit]);
    if (leader < 0 && m42_is_swarm(u) && d->moved_phase == s->phase_count && d->first_mover >= 0) leader = d->first_mover;
    return leader;
}

bool m42_is_out_of_command(const rules *r, const rules_state *s, int figure, int leader) {
    const figure_state *f = &s->figures[figure], *l = &s->figures[leader];
    double radius = m42_tuning_of(&r->n)->radius_factor * r->game->units[r->game->figures[figure].unit].leadership;
    if (radius <= 0 || !f->on_table || figure == leader) return false;
    bool frozen = s->phase_entered && f->stood_at_start && l->stood_at_start;
    return m42_distance(r, figure, frozen ? f->phase_start : f->at, leader, frozen ? l->phase_start : l->at) > radius;
}

// First of the unit's models to go in this move; -1.
static int first_to_go(const rule_case *c) {
    for (int s = 1; s < c->m->sample_count; s++)
        for (int k = 0; k < c->m->figure_count; k++)
            if (m42_moves_now(c, k) && path_seen(c->m, s, k) && vec2_distance(path_pose(c->m, s, k).at, c->m->from[k].at) > c->n->nudge)
                return m42_figure(c, k);
    for (int k = 0; k < c->m->figure_count; k++)
        if (m42_moves_now(c, k) && vec2_distance(c->m->to[k].at, c->m->from[k].at) > c->n->nudge) return m42_figure(c, k);
    return -1;
}

static void find_leader(rule_case *c) {
    m42_facts *k = m42_facts_edit(c);
    k->leader = m42_leader(c->r, c->s, c->unit_index);
    if (k->leader < 0 && m42_is_swarm(c->unit)) k->leader = first_to_go(c), k->assumed = k->leader >= 0;
    int roster = c->unit->leader;
    bool dead = (roster >= 0 && !c->s->figures[roster].on_table) || (c->mine->leader_reported && c->mine->leader < 0);
    k->killed = k->leader < 0 && dead && !replaces_leaders(c->unit);
    k->asked = !k->killed && c->unit->figure_count > 1 && (k->leader < 0 || c->unit->leadership <= 0);
    k->mv = c->rate;
    k->radius = m42_tuning_of(c->n)->radius_factor * c->unit->leadership;
    k->coherency = m42_tuning_of(c->n)->coherency_factor * c->unit->leadership;
    k->leader_way = k->leader >= 0 ? m42_way(c, k->leader - c->unit->first_figure) : 0;
}

static double farthest_in_command(const rule_case *c) {
    double far = 0;
    for (int k = 0; k < c->unit->figure_count; k++)
        if (m42_moved(c, k) && !m42_regroups(c, k)) far = fmax(far, m42_way(c, k));
    return far;
}

// What was announced, else the least kind that the way of the leader and of those in command fits (M42-MV-13).
static void find_kind(rule_case *c) {
    m42_facts *k = m42_facts_edit(c);
    const m42_entered *e = m42_entered_of(c->mine);
    bool now = e->declared_phase == c->s->phase_count || !c->s->phase_entered;
    if (now && e->reported != M42_NO_KIND) {
        k->kind = e->reported;
        k->reported = true;
        return;
    }
    double advance = m42_tuning_of(c->n)->advance_factor * k->mv + c->n->player_tolerance + c->n->k_advisory * m42_sigma(c);
    if (k->leader_way <= c->n->nudge)
        k->kind = M42_HALT;
    else
        k->kind = fmax(k->leader_way, farthest_in_command(c)) <= advance ? M42_ADVANCE : M42_DOUBLE;
}

// The unit that the leader reached by its own move (M42-MV-32); contact that helps the player is granted where it is possible.
static void find_assault(rule_case *c) {
    m42_facts *k = m42_facts_edit(c);
    const m42_done *d = m42_done_of(c->mine);
    k->assaulted = d->assaulted_plus > 0 && d->assault_turn == c->s->turn ? d->assaulted_plus - 1 : -1;
    if (k->leader < 0 || k->assaulted >= 0) return;
    int local = k->leader - c->unit->first_figure;
    if (!m42_moves_now(c, local) || k->leader_way <= c->n->nudge) return;
    nearest n = nearest_enemy(c->r, c->s, k->leader, m42_end(c, local), c->n->contact_doubt + c->n->k_illegal * m42_sigma(c));
    if (n.enemy >= 0) k->assaulted = c->g->figures[n.enemy].unit;
}

void m42_find(facts *f) {
    rule_case *c = &f->c;
    *m42_facts_edit(c) = (m42_facts){.leader = -1, .assaulted = -1};
    find_leader(c);
    find_kind(c);
    find_assault(c);
    double factor = m42_facts_of(c)->kind == M42_DOUBLE   ? m42_tuning_of(c->n)->double_factor
                    : m42_facts_of(c)->kind == M42_DIG_IN ? 0
                                                          : m42_tuning_of(c->n)->advance_factor;
    c->allowance = factor * m42_facts_of(c)->mv;
    c->may_raise = c->raised = false;
}
