// Reports of a session: verdicts, alerts, obligations, acts.
#include <stdlib.h>
#include <string.h>

#include "referee/fronts.h"
#include "referee/session_state.h"
#include "stream/stream.h"

#define ALERTS_A_CALL 16

static status report_memory(fault *fault) { return fault_set(fault, STATUS_MEMORY, "out of memory while writing a verdict"); }

// Hands a line to the listener; takes and frees json.
status session_pass_on(session *s, report what, char *json, fault *fault) {
    what.json = json;
    bool ok = json != NULL;
    if (ok) s->say(s->context, &what);
    free(json);
    return ok ? STATUS_OK : report_memory(fault);
}

status session_report_verdict(session *s, report_kind kind, const verdict *v, const move *m, fault *fault) {
    report what = {.kind = kind, .t_s = v->t_s, .verdict = v};
    char *drawn = s->options.drawn ? stream_verdict_drawn_json(s->game, v, m) : NULL;
    what.drawn = drawn;
    status result = drawn || !s->options.drawn ? session_pass_on(s, what, stream_verdict_json(s->game, v), fault) : report_memory(fault);
    free(drawn);
    return result;
}

status session_report_state(session *s, fault *fault) {
    report what = {.kind = REPORT_STATE, .t_s = s->t_s};
    return session_pass_on(s, what, session_state_json(s, s->t_s, NULL), fault);
}

// Number of the unit's figures on the table; *seen: those visible now.
static int count_figures(const session *s, int unit, int *seen) {
    const game_unit *u = &s->game->units[unit];
    int count = *seen = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        bool on_table, hidden;
        if (!rules_pose(s->state, i, &on_table, &hidden) || !on_table) continue;
        count++;
        *seen += !hidden;
    }
    return count;
}

void session_count_seen(const session *s, verdict *v) { v->figure_count = count_figures(s, v->unit, &v->seen_count); }

static status report_alert(session *s, const alert *found, fault *fault) {
    alert a = *found;
    if (a.how == BEHAVIOUR_LOG) return STATUS_OK;  // the verdict carries it
    for (int i = 0; i < a.figure_count; i++)
        if (ambiguity_holds(&s->ambiguous, a.figures[i])) return STATUS_OK;  // its identity is ambiguous
    a.t_s = s->t_s;
    s->tally.alerts++;
    report what = {.kind = REPORT_ALERT, .t_s = s->t_s, .alert = &a};
    return session_pass_on(s, what, stream_alert_json(s->game, &a), fault);
}

// The move as if only its last step had been seen: its breaches are breaches now, not only on the way.
static move last_step(const move *m) {
    move now = *m;
    if (m->sample_count <= 2) return now;
    size_t skipped = (size_t)m->sample_count - 2, figures = (size_t)m->figure_count;
    now.sample_count = 2;
    now.sample_t_s = m->sample_t_s ? m->sample_t_s + skipped : NULL;
    now.samples = m->samples + skipped * figures;
    now.sample_seen = m->sample_seen ? m->sample_seen + skipped * figures : NULL;
    return now;
}

status session_report_alerts(session *s, int unit, fault *fault) {
    move m;
    alert all[ALERTS_A_CALL], now[ALERTS_A_CALL], news[REPEATS_MAX];
    repeats *reported = &s->units[unit].alerts;
    if (!segmenter_under_way(s->segmenter, unit, &m)) return STATUS_OK;
    s->units[unit].offer = OFFER_NONE;  // it goes on
    const ambiguity_court court = session_court(s);
    int n = fronts_alerts(&court, s->state, &m, all, ALERTS_A_CALL), k = 0;
    if (reported->count > 0) {
        move step = last_step(&m);
        k = fronts_alerts(&court, s->state, &step, now, ALERTS_A_CALL);
    }
    n = repeats_news(reported, all, n, now, k, s->t_s, news);
    status result = STATUS_OK;
    for (int i = 0; i < n && result == STATUS_OK; i++) result = report_alert(s, &news[i], fault);
    return result;
}

static bool same_duty(const obligation *a, const obligation *b) { return a->unit == b->unit && strcmp(a->rule, b->rule) == 0; }

static bool is_among(const obligation *o, const obligation *list, int n) {
    for (int i = 0; i < n; i++)
        if (same_duty(o, &list[i])) return true;
    return false;
}

// An obligation is reported once; after it was met it may fall due again.
status session_report_obligations(session *s, fault *fault) {
    obligation due[OBLIGATIONS_MAX];
    int n = rules_obligations(s->rules, s->state, due, OBLIGATIONS_MAX);
    for (int i = 0; i < n; i++) {
        if (is_among(&due[i], s->due, s->due_count)) continue;
        due[i].t_s = s->t_s;
        report what = {.kind = REPORT_OBLIGATION, .t_s = s->t_s, .obligation = &due[i]};
        status result = session_pass_on(s, what, stream_obligation_json(s->game, &due[i]), fault);
        if (result != STATUS_OK) return result;
    }
    memcpy(s->due, due, (size_t)n * sizeof *due);
    s->due_count = n;
    return STATUS_OK;
}

// At a low frame rate a hand may hide a unit in the very picture that would show it settled.
static bool is_out_of_sight(const session *s, int unit) {
    int seen;
    count_figures(s, unit, &seen);
    return seen == 0;
}

status session_report_provisional(session *s, int unit, fault *fault) {
    session_unit *memory = &s->units[unit];
    move m;
    bool held = memory->held || (memory->held_s > 0 && s->t_s < memory->held_s + rules_number(s->rules, "settle_s") - SEGMENT_HAIR_S);
    if (held || is_out_of_sight(s, unit) || !segmenter_settled(s->segmenter, unit) || !segmenter_is_free(s->segmenter, unit) ||
        !segmenter_ongoing(s->segmenter, unit, &m)) {
        memory->settled_reported = false;
        return STATUS_OK;
    }
    if (memory->settled_reported && memory->settled_reported_s >= segmenter_reported_s(s->segmenter, unit)) return STATUS_OK;
    memory->settled_reported = true;
    memory->settled_reported_s = s->t_s;
    ambiguous_groups ambiguous;
    ambiguity_of_unit(&s->ambiguous, s->game, unit, &ambiguous);
    status result = session_judge(s, s->state, &m, &ambiguous);
    if (result != STATUS_OK) return fault_set(fault, result, "out of memory while judging a move");
    s->verdict.t_s = s->t_s;
    s->verdict.move = s->move + 1;
    session_count_seen(s, &s->verdict);
    return session_report_verdict(s, REPORT_SETTLED, &s->verdict, &m, fault);
}

status session_report_ambiguity(session *s, const event *e, fault *fault) {
    int figures[AMBIGUITY_MAX_GROUPS * AMBIGUITY_MAX_FIGURES], group[AMBIGUITY_MAX_GROUPS * AMBIGUITY_MAX_FIGURES], n = 0;
    char text[FINDING_MESSAGE_MAX];
    ambiguous_groups news;
    ambiguity_take(&s->ambiguous, e, &news);
    if (news.count == 0) return STATUS_OK;
    for (int i = 0; i < news.count; i++)
        for (int j = 0; j < news.at[i].count; j++, n++) figures[n] = news.at[i].figures[j], group[n] = i;
    ambiguity_describe(&news, s->game, text, sizeof text);
    report what = {.kind = REPORT_MIXED, .t_s = e->t_s, .text = text};
    return session_pass_on(s, what, stream_ambiguity_json(s->game, e->t_s, figures, group, n, text), fault);
}

// Judges what e enters for the unit, or with e NULL what it left undone in the phase that ends.
static status report_act(session *s, const event *e, int unit, fault *fault) {
    if (!rules_judge_act(s->rules, s->state, e, unit, &s->verdict)) return STATUS_OK;
    s->verdict.t_s = s->t_s;
    s->tally.acts++;
    s->tally.advice += s->verdict.ruling == RULING_LEGAL;
    s->tally.illegal_acts += s->verdict.ruling == RULING_ILLEGAL;
    report what = {.kind = REPORT_ACT, .t_s = s->t_s, .verdict = &s->verdict};
    return session_pass_on(s, what, stream_act_json(s->game, &s->verdict), fault);
}

// At the end of a phase: what was announced for it and left undone.
status session_report_undone(session *s, fault *fault) {
    status result = STATUS_OK;
    for (int u = 0; u < s->game->unit_count && result == STATUS_OK; u++) result = report_act(s, NULL, u, fault);
    return result;
}

static bool concerns(const session *s, const event *e, int unit) {
    const event_remove *gone = event_as_remove(e);
    event_pose_list poses = event_poses(e);
    if (event_unit(e) == unit || (e->kind == EVENT_DECLARE && e->declare.target == unit)) return true;
    for (int i = 0; gone && i < gone->figure_count; i++)
        if (s->game->figures[gone->figures[i]].unit == unit) return true;
    for (int i = 0; i < poses.count; i++)
        if (s->game->figures[poses.at[i].figure].unit == unit) return true;
    return false;
}

// Removed figures are seen on the table again: no move, but an act to judge (docs/stream.md).
static bool reappears(const session *s, const event *e) {
    event_pose_list poses = event_poses(e);
    for (int i = 0; i < poses.count; i++) {
        bool on_table, hidden;
        if (rules_pose(s->state, poses.at[i].figure, &on_table, &hidden) && !on_table) return true;
    }
    return false;
}

// An entry is judged before it takes effect.
status session_report_entered(session *s, const event *e, fault *fault) {
    if (e->kind == EVENT_HEADER || (e->kind == EVENT_OBSERVE && !reappears(s, e))) return STATUS_OK;
    status result = STATUS_OK;
    for (int u = 0; u < s->game->unit_count && result == STATUS_OK; u++)
        if (concerns(s, e, u)) result = report_act(s, e, u, fault);
    return result;
}

// Units that the event gives a pose.
status session_report_consequences(session *s, const event *e, fault *fault) {
    event_pose_list poses = event_poses(e);
    int before = -1;
    for (int i = 0; i < poses.count; i++) {
        int unit = s->game->figures[poses.at[i].figure].unit;
        if (unit == before) continue;
        before = unit;
        status result = session_report_alerts(s, unit, fault);
        if (result != STATUS_OK) return result;
    }
    return STATUS_OK;
}
