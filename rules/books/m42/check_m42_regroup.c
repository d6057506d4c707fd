// M42: models out of command, on their way back to the leader.
#include "rules/books/m42/m42.h"
#include "rules/books/m42/m42_areas.h"
#include "rules/case/words.h"
#include "rules/measure/maneuver/outline.h"
#include "rules/measure/terrain/ground.h"

static vec2 leader_at(const rule_case *c) { return m42_end(c, m42_facts_of(c)->leader - c->unit->first_figure).at; }

static vec2 gone(const rule_case *c, int k) { return vec2_sub(m42_end(c, k).at, m42_start(c, k).at); }

static bool judged_regroup(const rule_case *c, int k) { return m42_moves_now(c, k) && m42_regroups(c, k); }

// M42-MV-27: towards the leader, where he stands now.
void check_m42_regroup_away(const rule_case *c, rule_measure *m) {
    double worst = -INFINITY;
    int subject = -1;
    for (int k = 0; m42_known(c) && m42_facts_of(c)->leader >= 0 && k < c->m->figure_count; k++) {
        if (!judged_regroup(c, k)) continue;
        double farther = vec2_distance(m42_end(c, k).at, leader_at(c)) - vec2_distance(m42_start(c, k).at, leader_at(c));
        if (farther > worst) worst = farther, subject = k;
    }
    if (subject < 0) return;
    m->applies = true;
    m->measured = m->kindest = vec2_distance(m42_end(c, subject).at, leader_at(c));
    m->limit = m->measured - worst;
    m->tolerance = c->n->player_tolerance;
    m->sigma = m42_sigma(c);
    m->unit = "in";
    measure_names(m, m42_figure(c, subject));
    measure_says(m, "%s of %s began out of command, %s from its leader, and went away from him to %s", m42_id(c, subject),
                 words_unit(c->g, c->unit_index).text, words_inches(m->limit).text, words_inches(m->measured).text);
}

// M42-MV-28.
void check_m42_regroup_distance(const rule_case *c, rule_measure *m) {
    int subject = m42_known(c) && m42_facts_of(c)->leader >= 0 ? m42_farthest(c, m42_regroups) : -1;
    if (subject < 0) return;
    m42_measure_way(c, m, subject, m42_tuning_of(c->n)->regroup_factor * m42_facts_of(c)->mv);
    measure_says(m, "%s of %s regroups and may go %s, whatever its leader does; it went %s", m42_id(c, subject), words_unit(c->g, c->unit_index).text,
                 words_inches(m->limit).text, words_inches(m->measured).text);
}

// An enemy, or ground that no unit may enter, lies within reach of the straight way to the leader.
static bool is_blocked(const rule_case *c, int k) {
    vec2 a = m42_start(c, k).at, z = leader_at(c);
    for (int i = 0; i < c->s->figure_count; i++)
        if (c->g->units[c->g->figures[i].unit].side != c->unit->side && figure_stands(&c->s->figures[i]) &&
            segment_distance(c->s->figures[i].at.at, a, z) <= m42_tuning_of(c->n)->exclusion + 1)
            return true;
    for (int t = 0; t < c->g->terrain_count; t++) {
        const game_terrain *g = &c->g->terrain[t];
        if (!ground_is_impassable(g)) continue;
        for (int i = 0; i < g->polygon_count; i++) {
            vec2 p = g->polygon[i], q = g->polygon[(i + 1) % g->polygon_count];
            if (segments_cross(a, z, p, q) || segment_distance(p, a, z) <= m42_tuning_of(c->n)->exclusion) return true;
        }
    }
    return false;
}

// How far off the bearing to the leader a model went; within an inch beside the line it is no matter.
static double off_course(const rule_case *c, int k) {
    vec2 d = gone(c, k), to = vec2_sub(leader_at(c), m42_start(c, k).at);
    double beside = fabs(vec2_cross(to, d)) / fmax(vec2_length(to), 1e-9);
    return beside <= 1 && vec2_dot(to, d) > 0 ? 0 : fabs(angle_difference(atan2(d.y, d.x), atan2(to.y, to.x)));
}

static int farthest_off(const rule_case *c, bool blocked) {
    int subject = -1;
    for (int k = 0; m42_known(c) && m42_facts_of(c)->leader >= 0 && k < c->m->figure_count; k++)
        if (judged_regroup(c, k) && is_blocked(c, k) == blocked && (subject < 0 || off_course(c, k) > off_course(c, subject))) subject = k;
    return subject;
}

// M42-MV-29.
void check_m42_regroup_direction(const rule_case *c, rule_measure *m) {
    int subject = farthest_off(c, false);
    if (subject < 0) return;
    m->applies = true;
    m->measured = m->kindest = off_course(c, subject) * DEG_PER_RAD;
    m->limit = m42_tuning_of(c->n)->regroup_dir_tol * DEG_PER_RAD;
    m->sigma = m42_sigma(c) / fmax(vec2_length(gone(c, subject)), 0.1) * DEG_PER_RAD;
    m->unit = "deg";
    measure_names(m, m42_figure(c, subject));
    measure_says(m, "%s of %s went %.0f\u00b0 off the way to its leader; regrouping leads straight to him", m42_id(c, subject),
                 words_unit(c->g, c->unit_index).text, m->measured);
}

// What a regrouping model goes round: ground that no unit may enter, and enemies at the distance that it must keep.
static int find_obstacles(const rule_case *c, outline *out) {
    int n = 0;
    for (int t = 0; t < c->g->terrain_count; t++) {
        const game_terrain *g = &c->g->terrain[t];
        if (!ground_is_impassable(g)) continue;
        for (int i = 0; i < g->polygon_count && n < WAY_ROUND_MAX; i++)
            out[n++] = outline_of_edge(g->polygon[i], g->polygon[(i + 1) % g->polygon_count]);
    }
    for (int i = 0; i < c->s->figure_count && n < WAY_ROUND_MAX; i++) {
        if (c->g->units[c->g->figures[i].unit].side == c->unit->side || !figure_stands(&c->s->figures[i])) continue;
        out[n] = outline_of_base(c->g->figures[i].base, c->s->figures[i].at);
        out[n++].round_in += m42_tuning_of(c->n)->exclusion;
    }
    return n;
}

// How much longer its way to the leader became than the shortest way round.
static double way_wasted(const rule_case *c, int k, const outline *others, int count) {
    base b = c->g->figures[m42_figure(c, k)].base;
    double half = fmin(b.width_in, b.depth_in) / 2;
    vec2 a = m42_start(c, k).at, z = m42_end(c, k).at;
    return m42_way(c, k) + way_round(others, count, half, z, leader_at(c)) - way_round(others, count, half, a, leader_at(c));
}

// M42-MV-30: where the straight way is barred, the least way round.
void check_m42_regroup_detour(const rule_case *c, rule_measure *m) {
    outline others[WAY_ROUND_MAX];
    int count = find_obstacles(c, others), subject = -1;
    double worst = 0;
    for (int k = 0; m42_known(c) && m42_facts_of(c)->leader >= 0 && k < c->m->figure_count; k++) {
        if (!judged_regroup(c, k) || !is_blocked(c, k)) continue;
        double wasted = way_wasted(c, k, others, count);
        if (subject < 0 || wasted > worst) worst = wasted, subject = k;
    }
    if (subject < 0) return;
    m->applies = true;
    m->measured = m->kindest = worst;
    m->limit = 1;  // "up to 1\" lateral is accepted" (M42-MV-29)
    m->tolerance = c->n->player_tolerance;
    m->sigma = m42_sigma(c);
    m->unit = "in";
    measure_names(m, m42_figure(c, subject));
    measure_says(m, "%s of %s made its way to its leader %s longer than the least way round what bars it", m42_id(c, subject),
                 words_unit(c->g, c->unit_index).text, words_inches(worst).text);
}

// M42-MV-31: an enemy near when the phase began.
void check_m42_regroup_near_enemy(const rule_case *c, rule_measure *m) {
    nearest worst = {INFINITY, 0, -1, -1, {0, 0}};
    for (int k = 0; m42_known(c) && m42_facts_of(c)->leader >= 0 && k < c->m->figure_count; k++) {
        if (!judged_regroup(c, k)) continue;
        nearest n = nearest_enemy(c->r, c->s, m42_figure(c, k), m42_start(c, k), m42_tuning_of(c->n)->regroup_bar);
        if (n.gap < worst.gap) worst = n;
    }
    if (worst.enemy < 0) return;
    m->applies = true;
    m->sense = SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = worst.gap;
    m->limit = m42_tuning_of(c->n)->regroup_bar;
    m->tolerance = c->n->player_tolerance;
    m->sigma = worst.sigma;
    m->unit = "in";
    measure_names(m, worst.figure);
    measure_names(m, worst.enemy);
    measure_says(m, "%s of %s regrouped with %s only %s away when the phase began; within %s none may", c->g->figures[worst.figure].id,
                 words_unit(c->g, c->unit_index).text, words_enemy(c, worst.enemy).text, words_inches(worst.gap).text, words_inches(m->limit).text);
}
