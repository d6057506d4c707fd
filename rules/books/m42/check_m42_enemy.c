// M42: how near to the enemy a model may come, and assaults.
#include "rules/books/m42/m42.h"
#include "rules/books/m42/m42_areas.h"
#include "rules/case/words.h"
#include "rules/measure/maneuver/outline.h"
#include "rules/measure/maneuver/path.h"

// How near a model came to the enemy beyond what it may.
typedef struct {
    double gap, limit, sigma;
    int model;
    nearest enemy;
} approach;

static bool is_exempt(const rule_case *c, int enemy) {
    return m42_facts_of(c)->assaulted >= 0 && (m42_tuning_of(c->n)->exempt_all || c->g->figures[enemy].unit == m42_facts_of(c)->assaulted);
}

// One model in one place: keeps the worst approach, of enemies under assault or of all others.
static void look(const rule_case *c, int k, pose p, double limit, approach *worst) {
    nearest n = nearest_enemy(c->r, c->s, m42_figure(c, k), p, limit);
    if (n.enemy < 0 || is_exempt(c, n.enemy) || n.gap - limit >= worst->gap - worst->limit) return;
    *worst = (approach){n.gap, limit, n.sigma, k, n};
}

// The leader on his way to an assault has to cross the zone; whether he gets there is known at the end.
static bool leader_is_free(const rule_case *c, int k) { return m42_is_leader(c, k) && (m42_facts_of(c)->assaulted >= 0 || !c->m->finished); }

static approach worst_approach(const rule_case *c) {
    approach worst = {0, 0, 0, -1, {INFINITY, 0, -1, -1, {0, 0}}};
    for (int k = 0; k < c->m->figure_count; k++) {
        if (!m42_moves_now(c, k) || !m42_moved(c, k) || leader_is_free(c, k)) continue;
        // One that began inside may come no nearer (enemy_exclusion_start_inside).
        nearest start = nearest_enemy(c->r, c->s, m42_figure(c, k), c->m->from[k], m42_tuning_of(c->n)->exclusion);
        double limit = fmin(m42_tuning_of(c->n)->exclusion, start.enemy >= 0 ? start.gap : INFINITY);
        for (int s = 1; s < c->m->sample_count; s++)
            if (path_seen(c->m, s, k)) look(c, k, path_pose(c->m, s, k), limit, &worst);
        look(c, k, c->m->to[k], limit, &worst);
    }
    return worst;
}

static bool way_was_seen(const rule_case *c, int k) {
    for (int s = 1; s + 1 < c->m->sample_count; s++)
        if (path_seen(c->m, s, k)) return true;
    return false;
}

// The enemies as discs of the distance that must be kept, their circles cut to eight corners from within: in favour of the player.
static int find_zones(const rule_case *c, outline *out) {
    int n = 0;
    for (int i = 0; i < c->s->figure_count && n < WAY_ROUND_MAX; i++) {
        if (c->g->units[c->g->figures[i].unit].side == c->unit->side || !figure_stands(&c->s->figures[i]) || is_exempt(c, i)) continue;
        out[n] = outline_of_base(c->g->figures[i].base, c->s->figures[i].at);
        out[n++].round_in += m42_tuning_of(c->n)->exclusion - c->n->player_tolerance;
    }
    return n;
}

// A model that moved unseen and cannot have kept its distance: the shortest way that does is longer than it may go (docs/geometry.md section
// 11).
static void measure_unavoidable(const rule_case *c, rule_measure *m) {
    outline zones[WAY_ROUND_MAX];
    int count = find_zones(c, zones);
    for (int k = 0; k < c->m->figure_count && !m->applies; k++) {
        if (!m42_moves_now(c, k) || !m42_moved(c, k) || leader_is_free(c, k) || way_was_seen(c, k)) continue;
        base b = c->g->figures[m42_figure(c, k)].base;
        double way = way_round(zones, count, fmin(b.width_in, b.depth_in) / 2, c->m->from[k].at, c->m->to[k].at);
        double most = m42_facts_of(c)->reported ? c->allowance : m42_tuning_of(c->n)->double_factor * m42_facts_of(c)->mv;
        if (way <= vec2_distance(c->m->from[k].at, c->m->to[k].at) + 1e-6) continue;
        m42_measure_way(c, m, k, most);
        m->measured = m->kindest = way;
        measure_says(m, "%s of %s cannot have kept %s away from the enemy: the shortest such way there is %s and it may go %s", m42_id(c, k),
                     words_unit(c->g, c->unit_index).text, words_inches(m42_tuning_of(c->n)->exclusion).text, words_inches(way).text,
                     words_inches(most).text);
    }
}

// M42-MV-24.
void check_m42_exclusion(const rule_case *c, rule_measure *m) {
    approach a = c->excused ? (approach){.model = -1} : worst_approach(c);
    if (a.model < 0) {
        if (!c->excused && c->m->finished && m42_known(c)) measure_unavoidable(c, m);
        return;
    }
    m->applies = true;
    m->sense = SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = a.gap;
    m->limit = a.limit;
    m->tolerance = c->n->player_tolerance;
    m->sigma = a.sigma;
    m->unit = "in";
    m->advise = m42_facts_of(c)->assaulted >= 0;  // while the unit assaults, other enemies are worth a word only
    m->has_at = true;
    m->at = a.enemy.at;
    measure_names(m, m42_figure(c, a.model));
    measure_names(m, a.enemy.enemy);
    measure_says(m, "%s of %s came within %s of %s; models must keep %s away", m42_id(c, a.model), words_unit(c->g, c->unit_index).text,
                 words_inches(a.gap).text, words_enemy(c, a.enemy.enemy).text, words_inches(a.limit).text);
}

// M42-MV-32: no base may touch the enemy unless the leader's does.
void check_m42_assault(const rule_case *c, rule_measure *m) {
    nearest worst = {INFINITY, 0, -1, -1, {0, 0}};
    for (int k = 0; k < c->m->figure_count; k++) {
        if (!m42_moves_now(c, k) || m42_is_leader(c, k) || !m42_moved(c, k)) continue;
        nearest before = nearest_enemy(c->r, c->s, m42_figure(c, k), c->m->from[k], c->n->contact_doubt);
        nearest n = nearest_enemy(c->r, c->s, m42_figure(c, k), c->m->to[k], m42_tuning_of(c->n)->exclusion);
        if (before.enemy < 0 && n.enemy >= 0 && n.gap < worst.gap) worst = n;
    }
    if (worst.enemy < 0 || c->excused || m42_facts_of(c)->assaulted >= 0 || m42_tuning_of(c->n)->any_may_assault) return;
    m->applies = true;
    measure_contact(m, c->n, worst);
    measure_says(m, "%s of %s moved into contact with %s without its leader; he must touch first", c->g->figures[worst.figure].id,
                 words_unit(c->g, c->unit_index).text, words_enemy(c, worst.enemy).text);
}
