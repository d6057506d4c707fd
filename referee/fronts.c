#include "referee/fronts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/plural.h"

#define NAMED_MAX 3  // figures in one sentence
#define ALERTS_MAX 16

// Which figures' fronts are put on which side: `side` steps on from where they are likeliest.
typedef struct {
    bool own;  // those of the mover; else those of all others
    int side;
} front_case;

// The move with its arrays, copied to be turned.
typedef struct {
    move move;
    pose *from, *to, *samples;
    int16_t *before, *after;
} turned_move;

static pose turned(pose p, int side) {
    if (!pose_front_is_doubtful(p)) return p;
    p.heading_rad = angle_wrap(p.heading_rad + side % p.fronts * pose_front_step(p));
    p.fronts = 0;
    return p;
}

static bool is_doubtful(const move *m, int i) { return m->moved_with[i] && (pose_front_is_doubtful(m->from[i]) || pose_front_is_doubtful(m->to[i])); }

// The most sides that a front of the mover may have; 1: all are sure.
static int own_sides(const move *m) {
    int most = 1;
    for (int i = 0; i < m->figure_count; i++)
        if (is_doubtful(m, i)) most = (int)fmax(most, fmax(m->from[i].fronts, m->to[i].fronts));
    return most;
}

static const pose *other_pose(const ambiguity_court *c, const rules_state *s, const move *m, int figure) {
    bool on_table, hidden;
    const pose *p = c->game->figures[figure].unit == m->unit ? NULL : rules_pose(s, figure, &on_table, &hidden);
    return p && on_table && pose_front_is_doubtful(*p) ? p : NULL;
}

static int others_sides(const ambiguity_court *c, const rules_state *s, const move *m) {
    int most = 1;
    for (int u = 0; u < c->game->unit_count; u++)
        if (u != m->unit && rules_doubtful_sides(s, u) > most) most = rules_doubtful_sides(s, u);
    return most;
}

static void turned_finish(turned_move *t) {
    free(t->from);
    free(t->to);
    free(t->samples);
    free(t->before);
    free(t->after);
}

static bool turned_init(turned_move *t, const move *m) {
    size_t n = (size_t)m->figure_count;
    *t = (turned_move){.move = *m,
                       .from = malloc(n * sizeof(pose) + 1),
                       .to = malloc(n * sizeof(pose) + 1),
                       .samples = malloc(n * (size_t)m->sample_count * sizeof(pose) + 1),
                       .before = malloc(n * sizeof(int16_t) + 1),
                       .after = malloc(n * sizeof(int16_t) + 1)};
    return t->from && t->to && t->samples && t->before && t->after;
}

static void turn_move(const ambiguity_court *c, turned_move *t, const move *m, int side) {
    for (int i = 0; i < m->figure_count; i++) t->from[i] = turned(m->from[i], side), t->to[i] = turned(m->to[i], side);
    for (int i = 0; i < m->figure_count * m->sample_count; i++) t->samples[i] = turned(m->samples[i], side);
    t->move.from = t->from, t->move.to = t->to, t->move.samples = t->samples, t->move.rank_before = t->before, t->move.rank_after = t->after;
    t->move.before = formation_shape(c->game, m->unit, t->from, m->moved_with, &m->before, c->limits, t->before);
    t->move.after = formation_shape(c->game, m->unit, t->to, m->moved_with, &m->before, c->limits, t->after);
}

// A copy of s in which the others' doubtful fronts are so many sides on. NULL: out of memory.
static rules_state *turn_others(const ambiguity_court *c, const rules_state *s, const move *m, int side) {
    rules_state *out = rules_state_copy(s);
    for (int i = 0; out && i < c->game->figure_count; i++) {
        const pose *p = other_pose(c, s, m, i);
        if (!p) continue;
        event_pose at = {i, turned(*p, side)};
        event e = {.kind = EVENT_OBSERVE, .t_s = m->t_end_s, .observe = {.poses = &at, .pose_count = 1}};
        if (rules_apply(c->rules, out, &e) == STATUS_OK) continue;
        rules_state_destroy(out);
        return NULL;
    }
    return out;
}

// What is done in one case: the move and the state, and the caller's own.
typedef status front_work(const ambiguity_court *c, const rules_state *s, const move *m, void *context);

static status work_in_case(const ambiguity_court *c, const rules_state *s, const move *m, front_case k, front_work *work, void *context) {
    turned_move t = {0};
    rules_state *others = NULL;
    status result = STATUS_MEMORY;
    if (k.own && turned_init(&t, m)) {
        turn_move(c, &t, m, k.side);
        result = work(c, s, &t.move, context);
    } else if (!k.own && (others = turn_others(c, s, m, k.side))) {
        result = work(c, others, m, context);
    }
    turned_finish(&t);
    rules_state_destroy(others);
    return result;
}

// Does the work in every case but the likeliest.
static status work_in_all(const ambiguity_court *c, const rules_state *s, const move *m, front_work *work, void *context) {
    int own = own_sides(m), others = others_sides(c, s, m);
    status result = STATUS_OK;
    for (int k = 1; k < own && result == STATUS_OK; k++) result = work_in_case(c, s, m, (front_case){true, k}, work, context);
    for (int k = 1; k < others && result == STATUS_OK; k++) result = work_in_case(c, s, m, (front_case){false, k}, work, context);
    return result;
}

// The verdicts of all cases ---------------------------------------------------------------------------------------------------------------------

typedef struct {
    const ambiguous_groups *groups;
    verdict mildest, gravest, one;
    double least_in, most_in;  // of the costs
    double kindest_in;         // of what was proven of them
} front_verdicts;

static status judge_case(const ambiguity_court *c, const rules_state *s, const move *m, void *context) {
    front_verdicts *all = context;
    verdict *v = &all->one;
    status result = ambiguity_judge(c, s, m, all->groups, v);
    if (result != STATUS_OK) return result;
    all->least_in = fmin(all->least_in, v->cost_in);
    all->most_in = fmax(all->most_in, v->cost_in);
    all->kindest_in = fmin(all->kindest_in, v->least_in);
    if (v->ruling < all->mildest.ruling || (v->ruling == all->mildest.ruling && v->cost_in < all->mildest.cost_in)) all->mildest = *v;
    if (v->ruling > all->gravest.ruling) all->gravest = *v;
    return STATUS_OK;
}

// "R1-1, R1-2 and 3 others", and the list of them.
static void name_doubtful(const ambiguity_court *c, const rules_state *s, const move *m, finding *f, char *out, size_t capacity) {
    int first = c->game->units[m->unit].first_figure, count = 0;
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < c->game->figure_count; i++) {
        bool own = c->game->figures[i].unit == m->unit;
        if (own ? !is_doubtful(m, i - first) : !other_pose(c, s, m, i)) continue;
        if (f->figure_count < FINDING_MAX_FIGURES) f->figures[f->figure_count++] = i;
        if (count++ < NAMED_MAX && n < capacity) n += (size_t)snprintf(out + n, capacity - n, "%s%s", count > 1 ? ", " : "", c->game->figures[i].id);
    }
    if (count > NAMED_MAX && n < capacity) snprintf(out + n, capacity - n, " and %d other%s", count - NAMED_MAX, plural_s(count - NAMED_MAX));
}

static const finding *gravest_finding(const verdict *v) {
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].ruling == v->ruling) return &v->findings[i];
    return NULL;
}

// Makes the mildest verdict doubtful, and says on what it turns.
static void doubt(const ambiguity_court *c, const rules_state *s, const move *m, const front_verdicts *all, verdict *out) {
    const finding *otherwise = gravest_finding(&all->gravest);
    finding f = {.ruling = RULING_DOUBTFUL, .violation = "", .rule = otherwise ? otherwise->rule : "", .how = BEHAVIOUR_ANNOUNCE};
    char names[FINDING_MESSAGE_MAX / 4];
    name_doubtful(c, s, m, &f, names, sizeof names);
    snprintf(f.message, sizeof f.message, "Which side of %s is the front can't be told, and the verdict turns on it%s%.*s%s: please look", names,
             otherwise ? " (it may be: " : "", FINDING_MESSAGE_MAX / 3, otherwise ? otherwise->message : "", otherwise ? ")" : "");
    int kept = out->finding_count < VERDICT_MAX_FINDINGS ? out->finding_count : VERDICT_MAX_FINDINGS - 1;
    memmove(&out->findings[1], &out->findings[0], (size_t)kept * sizeof *out->findings);
    out->findings[0] = f;
    out->finding_count = kept + 1;
    out->ruling = RULING_DOUBTFUL;
}

status fronts_judge(const ambiguity_court *c, const rules_state *s, const move *m, const ambiguous_groups *groups, verdict *out) {
    status result = ambiguity_judge(c, s, m, groups, out);
    if (result != STATUS_OK || (own_sides(m) < 2 && others_sides(c, s, m) < 2)) return result;
    front_verdicts *all = malloc(sizeof *all);
    if (!all) return STATUS_MEMORY;
    *all = (front_verdicts){
        .groups = groups, .mildest = *out, .gravest = *out, .least_in = out->cost_in, .most_in = out->cost_in, .kindest_in = out->least_in};
    result = work_in_all(c, s, m, judge_case, all);
    if (result == STATUS_OK) {
        *out = all->mildest;
        out->least_in = all->kindest_in;
        out->sigma_in = hypot(out->sigma_in, (all->most_in - all->least_in) / 2);
        if (out->ruling < RULING_DOUBTFUL && all->gravest.ruling >= RULING_DOUBTFUL) doubt(c, s, m, all, out);
    }
    free(all);
    return result;
}

// Alerts ----------------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    alert *at;
    int count;
} front_alerts;

// Keeps of the alerts those that this case has, too.
static status alerts_in_case(const ambiguity_court *c, const rules_state *s, const move *m, void *context) {
    front_alerts *all = context;
    alert here[ALERTS_MAX];
    int n = rules_alerts(c->rules, s, m, here, ALERTS_MAX), kept = 0;
    for (int i = 0; i < all->count; i++) {
        bool found = false;
        for (int k = 0; k < n; k++) found |= strcmp(here[k].rule, all->at[i].rule) == 0;
        if (found) all->at[kept++] = all->at[i];
    }
    all->count = kept;
    return STATUS_OK;
}

int fronts_alerts(const ambiguity_court *c, const rules_state *s, const move *so_far, alert *out, int max) {
    front_alerts all = {out, rules_alerts(c->rules, s, so_far, out, max)};
    if (all.count == 0) return 0;
    return work_in_all(c, s, so_far, alerts_in_case, &all) == STATUS_OK ? all.count : 0;
}
