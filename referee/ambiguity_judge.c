// Judges a move under each assignment of figures with an ambiguous identity.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ambiguity.h"
#include "referee/referee_limits.h"

// Figure figures[i] stands at the place of labels[i].
typedef struct {
    int figures[AMBIGUITY_MAX_GROUPS * AMBIGUITY_MAX_FIGURES], labels[AMBIGUITY_MAX_GROUPS * AMBIGUITY_MAX_FIGURES];
    bool from_before[AMBIGUITY_MAX_GROUPS * AMBIGUITY_MAX_FIGURES];  // ambiguous before the move began: the assignment holds for its start, too
    double t_s[AMBIGUITY_MAX_GROUPS * AMBIGUITY_MAX_FIGURES];
    int first[AMBIGUITY_MAX_GROUPS], size[AMBIGUITY_MAX_GROUPS];
    int count, groups;
} assignment;

static double cases_of(const ambiguous_groups *groups) {
    double n = 1;
    for (int i = 0; i < groups->count; i++)
        for (int k = 2; k <= groups->at[i].count; k++) n *= k;
    return n;
}

static int by_index(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static assignment as_seen(const ambiguous_groups *groups, const move *m) {
    assignment a = {.groups = groups->count};
    for (int i = 0; i < groups->count; i++) {
        const ambiguous_group *g = &groups->at[i];
        a.first[i] = a.count;
        a.size[i] = g->count;
        for (int j = 0; j < g->count; j++, a.count++) {
            a.figures[a.count] = g->figures[j];
            a.from_before[a.count] = g->t_s < m->t_begin_s;
            a.t_s[a.count] = g->t_s;
        }
        qsort(a.figures + a.first[i], (size_t)g->count, sizeof *a.figures, by_index);
    }
    memcpy(a.labels, a.figures, sizeof a.labels);
    return a;
}

// The next order of n numbers; false where it begins anew.
static bool next_order(int *x, int n) {
    int i = n - 2;
    while (i >= 0 && x[i] > x[i + 1]) i--;
    for (int lo = i + 1, hi = n - 1; lo < hi; lo++, hi--) {
        int keep = x[lo];
        x[lo] = x[hi];
        x[hi] = keep;
    }
    if (i < 0) return false;
    int j = i + 1;
    while (x[j] < x[i]) j++;
    int keep = x[i];
    x[i] = x[j];
    x[j] = keep;
    return true;
}

static bool next_assignment(assignment *a) {
    for (int i = 0; i < a->groups; i++)
        if (next_order(a->labels + a->first[i], a->size[i])) return true;
    return false;
}

static bool is_admitted(const assignment *a, const ambiguous_groups *groups) {
    for (int i = 0; i < a->groups; i++)
        for (int j = 0; j < groups->at[i].count; j++)
            for (int k = a->first[i]; k < a->first[i] + a->size[i] && groups->at[i].stands[j] >= 0; k++)
                if (a->figures[k] == groups->at[i].figures[j] && a->labels[k] != groups->at[i].stands[j]) return false;
    return true;
}

// Place of the figure of that label at the end of the move; NULL: unknown.
static const pose *place_of(const rules_state *s, const game *g, const move *m, int label) {
    int i = label - g->units[m->unit].first_figure;
    if (i >= 0 && i < m->figure_count && m->moved_with[i]) return &m->to[i];
    bool on_table, hidden;
    const pose *p = rules_pose(s, label, &on_table, &hidden);
    return p && on_table ? p : NULL;
}

// The move's arrays, copied for another assignment.
typedef struct {
    pose *from, *to, *samples;
    int16_t *before, *after;
    bool *seen;
} case_arrays;

static bool make_arrays(case_arrays *c, const move *m) {
    size_t n = (size_t)m->figure_count, cells = n * (size_t)m->sample_count;
    *c = (case_arrays){.from = malloc(n * sizeof(pose) + 1),
                       .to = malloc(n * sizeof(pose) + 1),
                       .samples = malloc(cells * sizeof(pose) + 1),
                       .before = malloc(n * sizeof(int16_t) + 1),
                       .after = malloc(n * sizeof(int16_t) + 1),
                       .seen = malloc(cells + 1)};
    return c->from && c->to && c->samples && c->before && c->after && c->seen;
}

static void free_arrays(case_arrays *c) {
    free(c->from);
    free(c->to);
    free(c->samples);
    free(c->before);
    free(c->after);
    free(c->seen);
}

// Gives figure i of the unit the observed path of `label`.
static void go_as(const rules_state *s, const game *g, const move *m, const case_arrays *c, int i, int label, bool from_before, double t_s) {
    const pose *stands = place_of(s, g, m, label);
    int l = label - g->units[m->unit].first_figure, n = m->figure_count;
    bool mate = l >= 0 && l < n;
    if (!stands) return;
    c->to[i] = *stands;
    if (from_before) c->from[i] = mate ? m->from[l] : *stands;
    for (int k = 0; k < m->sample_count; k++) {
        if (!from_before && m->sample_t_s[k] < t_s) continue;
        c->samples[k * n + i] = mate ? m->samples[k * n + l] : *stands;
        if (m->sample_seen && mate) c->seen[k * n + i] = m->sample_seen[k * n + l];
    }
}

static move move_under(const ambiguity_court *c, const rules_state *s, const move *m, const assignment *a, const case_arrays *to) {
    size_t n = (size_t)m->figure_count, cells = n * (size_t)m->sample_count;
    int first = c->game->units[m->unit].first_figure;
    memcpy(to->from, m->from, n * sizeof(pose));
    memcpy(to->to, m->to, n * sizeof(pose));
    memcpy(to->samples, m->samples, cells * sizeof(pose));
    if (m->sample_seen) memcpy(to->seen, m->sample_seen, cells);
    for (int k = 0; k < a->count; k++) {
        int i = a->figures[k] - first;
        if (i >= 0 && i < m->figure_count && m->moved_with[i]) go_as(s, c->game, m, to, i, a->labels[k], a->from_before[k], a->t_s[k]);
    }
    move out = *m;
    out.from = to->from, out.to = to->to, out.samples = to->samples, out.rank_before = to->before, out.rank_after = to->after;
    if (m->sample_seen) out.sample_seen = to->seen;
    out.before = formation_shape(c->game, m->unit, to->from, m->moved_with, &m->before, c->limits, to->before);
    out.after = formation_shape(c->game, m->unit, to->to, m->moved_with, &m->before, c->limits, to->after);
    return out;
}

// Places figures of other units as the assignment says.
static status place_others(const ambiguity_court *c, rules_state *s, const rules_state *as_seen, const move *m, const assignment *a) {
    for (int k = 0; k < a->count; k++) {
        const pose *stands = place_of(as_seen, c->game, m, a->labels[k]);
        if (c->game->figures[a->figures[k]].unit == m->unit || a->labels[k] == a->figures[k] || !stands) continue;
        event_pose p = {a->figures[k], *stands};
        event e = {.kind = EVENT_OBSERVE, .t_s = m->t_end_s, .observe = {.poses = &p, .pose_count = 1}};
        status result = rules_apply(c->rules, s, &e);
        if (result != STATUS_OK) return result;
    }
    return STATUS_OK;
}

static bool is_as_seen(const assignment *a) { return memcmp(a->figures, a->labels, (size_t)a->count * sizeof *a->figures) == 0; }

static status judge_case(const ambiguity_court *c, const rules_state *s, const move *m, const assignment *a, const case_arrays *capacity,
                         verdict *out) {
    if (is_as_seen(a)) return rules_judge(c->rules, s, m, out);
    rules_state *other = rules_state_copy(s);
    if (!other) return STATUS_MEMORY;
    move changed = move_under(c, s, m, a, capacity);
    status result = place_others(c, other, s, m, a);
    if (result == STATUS_OK) result = rules_judge(c->rules, other, &changed, out);
    rules_state_destroy(other);
    return result;
}

static const finding *gravest(const verdict *v) {
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].ruling == v->ruling) return &v->findings[i];
    return NULL;
}

static bool accuses(const finding *f) { return f->ruling == RULING_ILLEGAL || f->ruling == RULING_DOUBTFUL || f->ruling == RULING_ASK; }

// Turns the verdict in the mover's favour into a question that names the other case and the entry that answers it.
static void ask(const ambiguity_court *c, const ambiguous_groups *groups, const finding *otherwise, verdict *out) {
    char subject[FINDING_MESSAGE_MAX / 3];
    finding question = {.ruling = RULING_ASK, .violation = "", .rule = otherwise ? otherwise->rule : "", .how = BEHAVIOUR_ANNOUNCE};
    ambiguity_describe(groups, c->game, subject, sizeof subject);
    snprintf(question.message, sizeof question.message, "%s, and the verdict turns on which is which%s%.*s%s: place them, or let the judge rule",
             subject, otherwise ? " (it may be: " : "", FINDING_MESSAGE_MAX / 4, otherwise ? otherwise->message : "", otherwise ? ")" : "");
    for (int i = 0; i < groups->count; i++)
        for (int j = 0; j < groups->at[i].count && question.figure_count < FINDING_MAX_FIGURES; j++)
            question.figures[question.figure_count++] = groups->at[i].figures[j];
    int kept = 0;
    for (int i = 0; i < out->finding_count; i++)
        if (!accuses(&out->findings[i])) out->findings[kept++] = out->findings[i];
    if (kept == VERDICT_MAX_FINDINGS) kept--;
    memmove(&out->findings[1], &out->findings[0], (size_t)kept * sizeof *out->findings);
    out->findings[0] = question;
    out->finding_count = kept + 1;
    out->ruling = RULING_ASK;
}

// Judges every admitted assignment. *out is the mildest verdict (the observed assignment where that is as mild), *worst the gravest.
static status judge_all(const ambiguity_court *c, const rules_state *s, const move *m, const ambiguous_groups *groups, verdict *out, verdict *worst) {
    assignment a = as_seen(groups, m);
    case_arrays capacity;
    status result = make_arrays(&capacity, m) ? STATUS_OK : STATUS_MEMORY;
    verdict *one = malloc(sizeof *one);
    bool first = true;
    if (!one) result = STATUS_MEMORY;
    do {
        if (result != STATUS_OK || !is_admitted(&a, groups)) continue;
        result = judge_case(c, s, m, &a, &capacity, one);
        if (result != STATUS_OK) continue;
        if (first || one->ruling < out->ruling) *out = *one;
        if (first || one->ruling > worst->ruling) *worst = *one;
        first = false;
    } while (result == STATUS_OK && next_assignment(&a));
    if (result == STATUS_OK && first) result = rules_judge(c->rules, s, m, out), *worst = *out;  // no assignment fits the entries: judge as observed
    free(one);
    free_arrays(&capacity);
    return result;
}

status ambiguity_judge(const ambiguity_court *c, const rules_state *s, const move *m, const ambiguous_groups *groups, verdict *out) {
    if (groups->count == 0) return rules_judge(c->rules, s, m, out);
    if (cases_of(groups) > AMBIGUITY_MAX_CASES) {
        status result = rules_judge(c->rules, s, m, out);
        if (result == STATUS_OK) ask(c, groups, NULL, out);
        return result;
    }
    verdict *worst = malloc(sizeof *worst);
    status result = worst ? judge_all(c, s, m, groups, out, worst) : STATUS_MEMORY;
    if (result == STATUS_OK && worst->ruling != out->ruling) ask(c, groups, gravest(worst), out);
    free(worst);
    return result;
}

bool ambiguity_settle(const ambiguity_court *c, const rules_state *s, const move *m, ambiguous_groups *groups, const event *e) {
    bool reported = false;
    for (int p = 0; e->kind == EVENT_PLACE && p < e->place.pose_count; p++)
        for (int i = 0; i < groups->count; i++) {
            ambiguous_group *g = &groups->at[i];
            double least = AMBIGUITY_PLACE_REACH_IN;
            for (int j = 0; j < g->count; j++) {
                if (g->figures[j] != e->place.poses[p].figure) continue;
                for (int k = 0; k < g->count; k++) {
                    const pose *stands = place_of(s, c->game, m, g->figures[k]);
                    double off = stands ? vec2_distance(stands->at, e->place.poses[p].pose.at) : INFINITY;
                    if (off >= least) continue;
                    least = off;
                    g->stands[j] = g->figures[k];
                    reported = true;
                }
            }
        }
    return reported;
}
