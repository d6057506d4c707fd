// M42: leaders, command radius and coherency.
#include "core/plural.h"
#include "rules/books/m42/m42.h"
#include "rules/books/m42/m42_areas.h"
#include "rules/case/words.h"
#include "rules/measure/maneuver/path.h"

static void in_inches(const rule_case *c, rule_measure *m, double measured, double limit) {
    m->applies = true;
    m->measured = m->kindest = measured;
    m->limit = limit;
    m->tolerance = c->n->player_tolerance;
    m->sigma = m42_sigma(c);
    m->unit = "in";
}

static bool led(const rule_case *c) { return m42_facts_of(c)->leader >= 0 && !m42_facts_of(c)->asked && !c->excused; }

static pose leader_now(const rule_case *c) { return m42_end(c, m42_facts_of(c)->leader - c->unit->first_figure); }

// Nothing of command can be judged without a leader and its Leadership (M42-MV-2).
void check_m42_leadership(const rule_case *c, rule_measure *m) {
    m->applies = m42_facts_of(c)->asked && !c->excused;
    if (!m->applies) return;
    m->fact = m->ask = true;
    m->chance = 1;
    if (m42_facts_of(c)->leader < 0)
        measure_says(m, "Which model leads %s? No leader was entered", words_unit(c->g, c->unit_index).text);
    else
        measure_says(m, "What is the Leadership of %s? It was not entered", words_unit(c->g, c->unit_index).text);
}

// M42-MV-3: a model that moved ends within the radius, or was regrouping.
void check_m42_end_inside(const rule_case *c, rule_measure *m) {
    double worst = -INFINITY;
    int subject = -1;
    for (int k = 0; led(c) && k < c->unit->figure_count; k++) {
        if (m42_is_leader(c, k) || !m42_moves_now(c, k) || !m42_moved(c, k)) continue;
        if (m42_regroups(c, k) && !m42_tuning_of(c->n)->regroup_ends_inside) continue;
        double d = m42_distance(c->r, m42_figure(c, k), m42_end(c, k), m42_facts_of(c)->leader, leader_now(c));
        if (d > worst) worst = d, subject = k;
    }
    if (subject < 0) return;
    in_inches(c, m, worst, m42_facts_of(c)->radius);
    measure_names(m, m42_figure(c, subject));
    measure_says(m, "%s ends %s from the leader of %s; models that move must end within %s", m42_id(c, subject), words_inches(worst).text,
                 words_unit(c->g, c->unit_index).text, words_inches(m42_facts_of(c)->radius).text);
}

static double nearest_mate(const rule_case *c, int k) {
    double least = INFINITY;
    for (int j = 0; j < c->unit->figure_count; j++)
        if (j != k && m42_stands(c, j)) least = fmin(least, m42_distance(c->r, m42_figure(c, k), m42_end(c, k), m42_figure(c, j), m42_end(c, j)));
    return least;
}

// Followers answer for their place. The leader goes first and regrouping models come from afar: theirs is worth a word only.
static bool is_follower(const rule_case *c, int k) { return m42_moved(c, k) && !m42_is_leader(c, k) && !m42_regroups(c, k); }

// The model farthest from its nearest comrade, among followers or all others; -1: none.
static int loneliest(const rule_case *c, bool follows, double *gap) {
    int subject = -1;
    *gap = -INFINITY;
    for (int k = 0; k < c->unit->figure_count; k++) {
        if (!m42_stands(c, k) || is_follower(c, k) != follows) continue;
        double d = nearest_mate(c, k);
        if (isfinite(d) && d > *gap) *gap = d, subject = k;
    }
    return subject;
}

// M42-MV-5. Models left behind may be out of command, so for them it is worth a word only.
void check_m42_coherency(const rule_case *c, rule_measure *m) {
    if (c->unit->leadership <= 0 || c->unit->figure_count < 2 || c->excused) return;
    double gap, left_gap, most = m42_facts_of(c)->coherency + c->n->player_tolerance + c->n->k_advisory * m42_sigma(c);
    int subject = loneliest(c, true, &gap), left = loneliest(c, false, &left_gap);
    if (left >= 0 && left_gap > most && (subject < 0 || gap <= most)) subject = left, gap = left_gap, m->advise = true;
    if (subject < 0) return;
    in_inches(c, m, gap, m42_facts_of(c)->coherency);
    measure_names(m, m42_figure(c, subject));
    measure_says(m, "%s of %s stands %s from its nearest comrade; they must keep within %s", m42_id(c, subject), words_unit(c->g, c->unit_index).text,
                 words_inches(gap).text, words_inches(m42_facts_of(c)->coherency).text);
}

// The widest gap that a chain of moved models from the leader to every moved model must cross (Prim's spanning tree from the leader).
static double chain_gap(const rule_case *c, int *subject) {
    int n = c->unit->figure_count, leader = m42_facts_of(c)->leader - c->unit->first_figure;
    double reach[GAME_MAX_FIGURES], widest = -INFINITY;
    bool joined[GAME_MAX_FIGURES];
    for (int k = 0; k < n; k++) {
        joined[k] = k != leader && (!m42_moved(c, k) || m42_regroups(c, k));  // these need no chain and make none
        reach[k] = k == leader ? 0 : INFINITY;
    }
    for (;;) {
        int next = -1;
        for (int k = 0; k < n; k++)
            if (!joined[k] && (next < 0 || reach[k] < reach[next])) next = k;
        if (next < 0 || !isfinite(reach[next])) return widest;
        joined[next] = true;
        if (next != leader && reach[next] > widest) widest = reach[next], *subject = next;
        for (int k = 0; k < n; k++)
            if (!joined[k]) reach[k] = fmin(reach[k], m42_distance(c->r, m42_figure(c, next), m42_end(c, next), m42_figure(c, k), m42_end(c, k)));
    }
}

// M42-MV-12: each that moved stands in coherency with one that had moved before it, back to the leader.
void check_m42_chain(const rule_case *c, rule_measure *m) {
    int subject = -1;
    if (!led(c)) return;
    double gap = chain_gap(c, &subject);
    if (subject < 0) return;
    in_inches(c, m, gap, m42_facts_of(c)->coherency);
    measure_names(m, m42_figure(c, subject));
    measure_says(m, "%s of %s ends %s from the nearest comrade that moved; %s is the most", m42_id(c, subject), words_unit(c->g, c->unit_index).text,
                 words_inches(gap).text, words_inches(m42_facts_of(c)->coherency).text);
}

static int first_sample_away(const rule_case *c, int k) {
    const move *m = c->m;
    double sure = c->n->nudge + c->n->k_illegal * m42_sigma(c);
    for (int s = 1; s < m->sample_count; s++)
        if (path_seen(m, s, k) && vec2_distance(path_pose(m, s, k).at, m->from[k].at) > sure) return s;
    return m->sample_count;
}

// The leader was seen at its place in that sample.
static bool leader_waits(const rule_case *c, int sample) {
    int k = m42_facts_of(c)->leader - c->unit->first_figure;
    if (!m42_moves_now(c, k)) return true;
    return path_seen(c->m, sample, k) && vec2_distance(path_pose(c->m, sample, k).at, c->m->from[k].at) <= c->n->nudge;
}

// A comrade that surely went before the leader did, in this move or an earlier one of the phase; -1.
static int mate_before_leader(const rule_case *c) {
    int early = m42_done_of(c->mine)->early_mate;
    if (c->s->phase_entered && early >= 0 && m42_done_of(c->mine)->moved_phase == c->s->phase_count) return early;
    for (int k = 0; k < c->m->figure_count; k++) {
        if (m42_is_leader(c, k) || !m42_moves_now(c, k)) continue;
        int s = first_sample_away(c, k);
        if (s < c->m->sample_count && leader_waits(c, s)) return m42_figure(c, k);
    }
    return -1;
}

// M42-MV-6. In a halt the leader does not go, so no model goes before it.
void check_m42_leader_first(const rule_case *c, rule_measure *m) {
    int k = m42_facts_of(c)->leader - c->unit->first_figure;
    if (!led(c) || m42_facts_of(c)->assumed) return;
    bool leader_goes = m42_moves_now(c, k) && vec2_distance(c->m->from[k].at, c->m->to[k].at) > c->n->nudge;
    if (!leader_goes && !(m42_tuning_of(c->n)->first_in_halt && c->m->finished)) return;
    bool went_before = c->s->phase_entered && m42_gone_of(&c->s->figures[m42_facts_of(c)->leader])->in > c->n->nudge;
    int mate = went_before ? -1 : mate_before_leader(c);
    m->applies = mate >= 0;
    m->fact = true;
    m->chance = 1;
    m->advise = m42_is_swarm(c->unit);  // its leader may have been another model when they went
    measure_names(m, mate);
    if (m->applies)
        measure_says(m, "%s moved before the leader of %s did; the leader always moves first", c->g->figures[mate].id,
                     words_unit(c->g, c->unit_index).text);
}

static double farthest_way(const rule_case *c, int *subject) {
    double far = 0;
    *subject = 0;
    for (int k = 0; k < c->unit->figure_count; k++)
        if (m42_moves_now(c, k) && m42_way(c, k) > far) far = m42_way(c, k), *subject = k;
    return far;
}

static void measure_leaderless(const rule_case *c, rule_measure *m, const char *why) {
    int subject;
    double way = farthest_way(c, &subject);
    in_inches(c, m, way, c->n->nudge);
    measure_names(m, m42_figure(c, subject));
    measure_says(m, "%s %s and may not move; %s went %s", words_unit(c->g, c->unit_index).text, why, m42_id(c, subject), words_inches(way).text);
}

// M42-MV-7.
void check_m42_leaderless(const rule_case *c, rule_measure *m) {
    if (m42_facts_of(c)->killed && !c->excused) measure_leaderless(c, m, "has lost its leader");
}

// M42-MV-10: another takes the dead leader's place only with combat tactics (or in a swarm).
void check_m42_wrong_leader(const rule_case *c, rule_measure *m) {
    int roster = c->unit->leader;
    bool replaced = c->mine->leader_reported && c->mine->leader >= 0 && roster >= 0 && c->mine->leader != roster;
    if (!replaced || c->excused || c->unit->type == UNIT_SWARM || game_unit_has_trait(c->unit, "swarm") ||
        game_unit_has_trait(c->unit, "combat-tactics"))
        return;
    measure_leaderless(c, m, "has no right to replace its leader");
}

// M42-MV-9.
void check_m42_swarm_leader(const rule_case *c, rule_measure *m) {
    m->applies = m42_facts_of(c)->assumed && !c->excused;
    if (!m->applies) return;
    m->fact = true;
    m->chance = 1;
    measure_names(m, m42_facts_of(c)->leader);
    measure_says(m, "No leader of %s was named; %s, the first to move, counts as its leader", words_unit(c->g, c->unit_index).text,
                 c->g->figures[m42_facts_of(c)->leader].id);
}

static bool turned_inward(const rule_case *c, int k) {
    pose a = c->m->from[k], z = c->m->to[k], l = m42_start(c, m42_facts_of(c)->leader - c->unit->first_figure);
    if (!pose_has_heading(a) || !pose_has_heading(z) || fabs(angle_difference(z.heading_rad, a.heading_rad)) <= c->n->facing_tol) return false;
    vec2 to = vec2_sub(l.at, z.at);
    return fabs(angle_difference(atan2(to.y, to.x), z.heading_rad)) <= PI / 4;
}

// M42-MV-11: models inside the radius face inward by custom. A model outside that turns inward gets an advisory.
void check_m42_note(const rule_case *c, rule_measure *m) {
    for (int k = 0; led(c) && k < c->m->figure_count; k++) {
        if (m42_is_leader(c, k) || !m42_moves_now(c, k) || m42_moved(c, k) || m42_began_in_command(c, k) || !turned_inward(c, k)) continue;
        in_inches(c, m, m42_start_gap(c, k), m42_facts_of(c)->radius);
        measure_names(m, m42_figure(c, k));
        measure_says(m, "%s turned inward as if in command; it stood %s from the leader, out of command beyond %s", m42_id(c, k),
                     words_inches(m->measured).text, words_inches(m42_facts_of(c)->radius).text);
        return;
    }
}

// At least half of the survivors within the leader's radius when the phase began; models in doubt count as inside.
static void measure_following(const rule_case *c, rule_measure *m) {
    int all = 0, inside = 0;
    for (int k = 0; k < c->unit->figure_count; k++) {
        if (!m42_stands(c, k)) continue;
        if (m42_is_leader(c, k) && !m42_tuning_of(c->n)->leader_counts) {
            continue;
        }
        all++;
        inside += m42_is_leader(c, k) || m42_began_in_command(c, k);
    }
    m->applies = all > 0 && inside < m42_tuning_of(c->n)->least_in_command * all - 1e-9;
    m->fact = true;
    m->chance = 1;
    measure_names(m, m42_facts_of(c)->leader);
    if (m->applies)
        measure_says(m, "The leader of %s went %s with %d of %d model%s within his %s; without half of them the unit may only halt or dig in",
                     words_unit(c->g, c->unit_index).text, words_inches(m42_facts_of(c)->leader_way).text, inside, all, plural_s(all),
                     words_inches(m42_facts_of(c)->radius).text);
}

static bool leader_went(const rule_case *c) { return led(c) && m42_facts_of(c)->leader_way > c->n->nudge + c->n->k_illegal * m42_sigma(c); }

// M42-MV-25.
void check_m42_leader_advance(const rule_case *c, rule_measure *m) {
    if (leader_went(c) && m42_facts_of(c)->leader_way <= m42_tuning_of(c->n)->advance_factor * m42_facts_of(c)->mv + c->n->player_tolerance)
        measure_following(c, m);
}

// M42-MV-26.
void check_m42_leader_double(const rule_case *c, rule_measure *m) {
    if (leader_went(c) && m42_facts_of(c)->leader_way > m42_tuning_of(c->n)->advance_factor * m42_facts_of(c)->mv + c->n->player_tolerance)
        measure_following(c, m);
}
