// M42: the kinds of move, how far each model may go, and how near to the enemy.
#include <string.h>

#include "rules/m42.h"
#include "rules/path.h"
#include "rules/words.h"

static const char *id_of(const rule_case *c, int k) { return c->g->figures[m42_figure(c, k)].id; }

static void measure_way(const rule_case *c, rule_measure *m, int k, double limit) {
    double way = m42_way(c, k);
    m->applies = true;
    m->measured = m->kindest = way;
    m->limit = limit;
    m->tolerance = c->n->player_tolerance;
    m->sigma = hypot(m42_sigma(c), c->n->scale_error * way);
    m->unit = "in";
    measure_names(m, m42_figure(c, k));
}

// The farthest of the models that went in this phase and that the rule is about; -1.
typedef bool about(const rule_case *c, int k);
static int farthest(const rule_case *c, about *is_about) {
    int who = -1;
    for (int k = 0; k < c->unit->figure_count; k++)
        if (m42_stands(c, k) && m42_moves_now(c, k) && is_about(c, k) && (who < 0 || m42_way(c, k) > m42_way(c, who))) who = k;
    return who;
}

static bool anyone(const rule_case *c, int k) { return c && k >= 0; }
static bool is_in_command(const rule_case *c, int k) { return !m42_regroups(c, k); }
static bool is_mate_in_command(const rule_case *c, int k) { return !m42_is_leader(c, k) && !m42_regroups(c, k); }

static bool known(const rule_case *c) { return c->m42.mv > 0 && !c->excused && !c->m42.killed; }

static const char *kind_word(m42_kind k) {
    return k == M42_HALT ? "halt" : k == M42_ADVANCE ? "advance" : k == M42_DOUBLE ? "move at the double" : "dig in";
}

// M42-MV-13: farther than any kind of move.
void check_m42_kind(const rule_case *c, rule_measure *m) {
    int k = c->m42.leader - c->unit->first_figure;
    if (!known(c) || c->m42.leader < 0 || !m42_moves_now(c, k)) return;
    measure_way(c, m, k, c->n->m42.double_factor * c->m42.mv);
    measure_says(m, "The leader of %s went %s; no kind of move takes him farther than %s", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text, words_inches(m->limit).text);
}

// M42-MV-14: an announced halt leaves the leader where he is.
void check_m42_halt_leader(const rule_case *c, rule_measure *m) {
    int k = c->m42.leader - c->unit->first_figure;
    if (!known(c) || !c->m42.said || c->m42.kind != M42_HALT || c->m42.leader < 0 || !m42_moves_now(c, k)) return;
    measure_way(c, m, k, c->n->nudge);
    m->tolerance = 0;
    measure_says(m, "%s announced a halt, in which its leader does not move; he went %s", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text);
}

static void say_limit(const rule_case *c, rule_measure *m, int k) {
    m->always_said = true;
    const char *unit = words_unit(c->g, c->unit_index).text;
    if (m->measured <= m->limit + m->tolerance)
        measure_says(m, "%s of %s went %s of %s", id_of(c, k), unit, words_inches(m->measured).text, words_inches(m->limit).text);
    else if (m->ask)
        measure_says(m, "%s of %s went %s, more than %s: was it a move at the double?", id_of(c, k), unit, words_inches(m->measured).text,
                     words_inches(m->limit).text);
    else
        measure_says(m, "%s of %s went %s; in a %s it may go %s: %s too far", id_of(c, k), unit, words_inches(m->measured).text,
                     c->m42.kind == M42_DOUBLE ? "move at the double" : kind_word(c->m42.kind), words_inches(m->limit).text,
                     words_inches(m->measured - m->limit).text);
}

static void measure_kind(const rule_case *c, rule_measure *m, int who, double factor) {
    if (who < 0) return;
    measure_way(c, m, who, factor * c->m42.mv);
    double most = c->n->m42.double_factor * c->m42.mv + m->tolerance + c->n->k_illegal * m->sigma;
    m->ask = !c->m42.said && m->measured <= most;
    say_limit(c, m, who);
}

// M42-MV-15: the others in a halt.
void check_m42_halt(const rule_case *c, rule_measure *m) {
    if (known(c) && c->m42.kind == M42_HALT) measure_kind(c, m, farthest(c, is_mate_in_command), c->n->m42.advance_factor);
}

// M42-MV-16: the leader, and those in command, in an advance.
void check_m42_advance(const rule_case *c, rule_measure *m) {
    if (known(c) && c->m42.kind == M42_ADVANCE) measure_kind(c, m, farthest(c, is_in_command), c->n->m42.advance_factor);
}

// M42-MV-18.
void check_m42_double(const rule_case *c, rule_measure *m) {
    if (known(c) && c->m42.kind == M42_DOUBLE) measure_kind(c, m, farthest(c, is_in_command), c->n->m42.double_factor);
}

// M42-MV-21.
void check_m42_dig_in(const rule_case *c, rule_measure *m) {
    int who = farthest(c, anyone);
    if (c->excused || c->m42.kind != M42_DIG_IN || who < 0) return;
    measure_way(c, m, who, c->n->nudge);
    m->tolerance = 0;
    measure_says(m, "%s digs in, so none of its models may move; %s went %s", words_unit(c->g, c->unit_index).text, id_of(c, who),
                 words_inches(m->measured).text);
}

// How near a model came to the enemy beyond what it may.
typedef struct {
    double gap, limit, sigma;
    int model;
    nearest enemy;
} approach;

static bool is_exempt(const rule_case *c, int enemy) {
    return c->m42.assaulted >= 0 && (c->n->m42.exempt_all || c->g->figures[enemy].unit == c->m42.assaulted);
}

// One model in one place: keeps the worst approach, of enemies under assault or of all others.
static void look(const rule_case *c, int k, pose p, double limit, approach *worst) {
    nearest n = nearest_enemy(c->r, c->s, m42_figure(c, k), p, limit);
    if (n.enemy < 0 || is_exempt(c, n.enemy) || n.gap - limit >= worst->gap - worst->limit) return;
    *worst = (approach){n.gap, limit, n.sigma, k, n};
}

// The leader on his way to an assault has to cross the zone; whether he gets there is known at the end.
static bool leader_is_free(const rule_case *c, int k) { return m42_is_leader(c, k) && (c->m42.assaulted >= 0 || !c->m->finished); }

static approach worst_approach(const rule_case *c) {
    approach worst = {0, 0, 0, -1, {INFINITY, 0, -1, -1, {0, 0}}};
    for (int k = 0; k < c->m->figure_count; k++) {
        if (!m42_moves_now(c, k) || !m42_moved(c, k) || leader_is_free(c, k)) continue;
        // One that began inside may come no nearer (enemy_exclusion_start_inside).
        nearest start = nearest_enemy(c->r, c->s, m42_figure(c, k), c->m->from[k], c->n->m42.exclusion);
        double limit = fmin(c->n->m42.exclusion, start.enemy >= 0 ? start.gap : INFINITY);
        for (int s = 1; s < c->m->sample_count; s++)
            if (path_seen(c->m, s, k)) look(c, k, path_pose(c->m, s, k), limit, &worst);
        look(c, k, c->m->to[k], limit, &worst);
    }
    return worst;
}

// M42-MV-24.
void check_m42_exclusion(const rule_case *c, rule_measure *m) {
    approach a = c->excused ? (approach){.model = -1} : worst_approach(c);
    if (a.model < 0) return;
    m->applies = true;
    m->sense = SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = a.gap;
    m->limit = a.limit;
    m->tolerance = c->n->player_tolerance;
    m->sigma = a.sigma;
    m->unit = "in";
    m->advise = c->m42.assaulted >= 0;  // while the unit assaults, other enemies are worth a word only
    m->has_at = true;
    m->at = a.enemy.at;
    measure_names(m, m42_figure(c, a.model));
    measure_names(m, a.enemy.enemy);
    measure_says(m, "%s of %s came within %s of %s; models must keep %s away", id_of(c, a.model), words_unit(c->g, c->unit_index).text,
                 words_inches(a.gap).text, words_enemy(c, a.enemy.enemy).text, words_inches(a.limit).text);
}

static vec2 leader_at(const rule_case *c) { return m42_end(c, c->m42.leader - c->unit->first_figure).at; }

static vec2 gone(const rule_case *c, int k) { return vec2_sub(m42_end(c, k).at, m42_start(c, k).at); }

static bool judged_regroup(const rule_case *c, int k) { return m42_moves_now(c, k) && m42_regroups(c, k); }

// M42-MV-27: towards the leader, where he stands now.
void check_m42_regroup_away(const rule_case *c, rule_measure *m) {
    double worst = -INFINITY;
    int who = -1;
    for (int k = 0; known(c) && c->m42.leader >= 0 && k < c->m->figure_count; k++) {
        if (!judged_regroup(c, k)) continue;
        double farther = vec2_distance(m42_end(c, k).at, leader_at(c)) - vec2_distance(m42_start(c, k).at, leader_at(c));
        if (farther > worst) worst = farther, who = k;
    }
    if (who < 0) return;
    m->applies = true;
    m->measured = m->kindest = vec2_distance(m42_end(c, who).at, leader_at(c));
    m->limit = m->measured - worst;
    m->tolerance = c->n->player_tolerance;
    m->sigma = m42_sigma(c);
    m->unit = "in";
    measure_names(m, m42_figure(c, who));
    measure_says(m, "%s of %s began out of command, %s from its leader, and went away from him to %s", id_of(c, who),
                 words_unit(c->g, c->unit_index).text, words_inches(m->limit).text, words_inches(m->measured).text);
}

// M42-MV-28.
void check_m42_regroup_distance(const rule_case *c, rule_measure *m) {
    int who = known(c) && c->m42.leader >= 0 ? farthest(c, m42_regroups) : -1;
    if (who < 0) return;
    measure_way(c, m, who, c->n->m42.regroup_factor * c->m42.mv);
    measure_says(m, "%s of %s regroups and may go %s, whatever its leader does; it went %s", id_of(c, who), words_unit(c->g, c->unit_index).text,
                 words_inches(m->limit).text, words_inches(m->measured).text);
}

// An enemy, or ground that nobody enters, lies within reach of the straight way to the leader.
static bool is_blocked(const rule_case *c, int k) {
    vec2 a = m42_start(c, k).at, z = leader_at(c);
    for (int i = 0; i < c->s->figure_count; i++)
        if (c->g->units[c->g->figures[i].unit].side != c->unit->side && figure_stands(&c->s->figures[i]) &&
            segment_distance(c->s->figures[i].at.at, a, z) <= c->n->m42.exclusion + 1)
            return true;
    for (int t = 0; t < c->g->terrain_count; t++) {
        const game_terrain *g = &c->g->terrain[t];
        if (strcmp(g->kind, "impassable") != 0) continue;
        for (int i = 0; i < g->polygon_count; i++) {
            vec2 p = g->polygon[i], q = g->polygon[(i + 1) % g->polygon_count];
            if (segments_cross(a, z, p, q) || segment_distance(p, a, z) <= c->n->m42.exclusion) return true;
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
    int who = -1;
    for (int k = 0; known(c) && c->m42.leader >= 0 && k < c->m->figure_count; k++)
        if (judged_regroup(c, k) && is_blocked(c, k) == blocked && (who < 0 || off_course(c, k) > off_course(c, who))) who = k;
    return who;
}

// M42-MV-29.
void check_m42_regroup_direction(const rule_case *c, rule_measure *m) {
    int who = farthest_off(c, false);
    if (who < 0) return;
    m->applies = true;
    m->measured = m->kindest = off_course(c, who) * DEG_PER_RAD;
    m->limit = c->n->m42.regroup_dir_tol * DEG_PER_RAD;
    m->sigma = m42_sigma(c) / fmax(vec2_length(gone(c, who)), 0.1) * DEG_PER_RAD;
    m->unit = "deg";
    measure_names(m, m42_figure(c, who));
    measure_says(m, "%s of %s went %.0f\u00b0 off the way to its leader; regrouping leads straight to him", id_of(c, who),
                 words_unit(c->g, c->unit_index).text, m->measured);
}

// M42-MV-31: an enemy near when the phase began.
void check_m42_regroup_near_enemy(const rule_case *c, rule_measure *m) {
    nearest worst = {INFINITY, 0, -1, -1, {0, 0}};
    for (int k = 0; known(c) && c->m42.leader >= 0 && k < c->m->figure_count; k++) {
        if (!judged_regroup(c, k)) continue;
        nearest n = nearest_enemy(c->r, c->s, m42_figure(c, k), m42_start(c, k), c->n->m42.regroup_bar);
        if (n.gap < worst.gap) worst = n;
    }
    if (worst.enemy < 0) return;
    m->applies = true;
    m->sense = SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = worst.gap;
    m->limit = c->n->m42.regroup_bar;
    m->tolerance = c->n->player_tolerance;
    m->sigma = worst.sigma;
    m->unit = "in";
    measure_names(m, worst.figure);
    measure_names(m, worst.enemy);
    measure_says(m, "%s of %s regrouped with %s only %s away when the phase began; within %s none may", c->g->figures[worst.figure].id,
                 words_unit(c->g, c->unit_index).text, words_enemy(c, worst.enemy).text, words_inches(worst.gap).text, words_inches(m->limit).text);
}

// M42-MV-32: the leader's base touches, or nobody's may.
void check_m42_assault(const rule_case *c, rule_measure *m) {
    nearest worst = {INFINITY, 0, -1, -1, {0, 0}};
    for (int k = 0; k < c->m->figure_count; k++) {
        if (!m42_moves_now(c, k) || m42_is_leader(c, k) || !m42_moved(c, k)) continue;
        nearest before = nearest_enemy(c->r, c->s, m42_figure(c, k), c->m->from[k], c->n->contact_doubt);
        nearest n = nearest_enemy(c->r, c->s, m42_figure(c, k), c->m->to[k], c->n->m42.exclusion);
        if (before.enemy < 0 && n.enemy >= 0 && n.gap < worst.gap) worst = n;
    }
    if (worst.enemy < 0 || c->excused || c->m42.assaulted >= 0 || c->n->m42.any_may_assault) return;
    m->applies = true;
    m->sense = SHOULD_BE_AT_LEAST;
    m->contact = true;
    m->measured = m->kindest = worst.gap;
    m->limit = c->n->contact_gap;
    m->sigma = worst.sigma;
    m->unit = "in";
    m->has_at = true;
    m->at = worst.at;
    measure_names(m, worst.figure);
    measure_names(m, worst.enemy);
    measure_says(m, "%s of %s moved into contact with %s without its leader; he must touch first", c->g->figures[worst.figure].id,
                 words_unit(c->g, c->unit_index).text, words_enemy(c, worst.enemy).text);
}
