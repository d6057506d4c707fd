// Ends: judges and books moves, offers ways back as take-backs, enters nudges into the ledger.
#include <stdio.h>

#include "referee/fronts.h"
#include "referee/referee_limits.h"
#include "referee/session_state.h"

static status no_memory(fault *fault) { return fault_set(fault, STATUS_MEMORY, "out of memory while judging a move"); }

void session_count_ruling(session *s, ruling r, int by) {
    s->tally.illegal += r == RULING_ILLEGAL ? by : 0;
    s->tally.doubtful += r == RULING_DOUBTFUL ? by : 0;
    s->tally.ask += r == RULING_ASK ? by : 0;
}

// Where no phase was ever entered the movement phase of the mover's side is assumed (docs/stream.md): reported once.
static void note_assumed_phase(session *s) {
    if (s->noted || rules_phase(s->state, NULL)[0]) return;
    s->noted = true;
    if (s->options.note)
        s->options.note(s->context,
                        "no phase was entered: each move is judged as made in the movement phase of its side, and nothing that turns on "
                        "the phase is held against anyone");
}

void session_drop_question(session *s, int unit) {
    question_drop(s->units[unit].asked);
    s->units[unit].asked = NULL;
}

ambiguity_court session_court(const session *s) { return (ambiguity_court){s->rules, s->game, &s->limits}; }

// True where part of the move was made while the program was not running: declarations, dice and phases of that time were not entered.
static bool was_made_in_cut(const session *s, const move *m) {
    bool found_late = m->gap_s == s->cut_s;  // a figure found late carries the same gap
    return s->cut_s > 0 && m->gap_s >= s->cut_s && m->t_end_s >= s->cut_t_s && (m->t_begin_s <= s->cut_t_s + GAP_FOUND_AFTER_S || found_late);
}

// Such a move accuses no player.
static void excuse(verdict *v) {
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].ruling == RULING_ILLEGAL) v->findings[i].ruling = RULING_DOUBTFUL;
    if (v->ruling == RULING_ILLEGAL) v->ruling = RULING_DOUBTFUL;
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].ruling == RULING_ASK) v->ruling = RULING_ASK;  // the graver of the two
}

status session_judge(session *s, const rules_state *state, const move *m, const ambiguous_groups *ambiguous) {
    ambiguity_court court = session_court(s);
    status result = fronts_judge(&court, state, m, ambiguous, &s->verdict);
    if (result == STATUS_OK && was_made_in_cut(s, m)) excuse(&s->verdict);
    return result;
}

void session_tell_judged(session *s, const rules_state *state, const move *m, const ambiguous_groups *ambiguous) {
    ambiguity_court court = session_court(s);
    session_case c = {&court, state, m, ambiguous, &s->verdict, was_made_in_cut(s, m)};
    if (s->options.judged) s->options.judged(s->options.judged_context, &c);
}

static status keep_question(session *s, const move *m, const ambiguous_groups *ambiguous, fault *fault) {
    session_drop_question(s, m->unit);
    s->units[m->unit].asked_ambiguity = *ambiguous;
    if (s->verdict.ruling != RULING_ASK) return STATUS_OK;
    s->units[m->unit].asked = question_keep(s->state, m);
    return s->units[m->unit].asked ? STATUS_OK : no_memory(fault);
}

// Forgets the unit's alerts and provisional verdicts.
static session_unit *start_afresh(session *s, int unit) {
    s->units[unit].alerts.count = 0;
    s->units[unit].settled_reported = false;
    return &s->units[unit];
}

status session_set_right(session *s, int unit, const pose *reported, fault *fault) {
    const game_unit *u = &s->game->units[unit];
    status result = STATUS_OK;
    for (int i = 0; i < u->figure_count && result == STATUS_OK; i++) {
        bool on_table, hidden;
        const pose *rest = segmenter_rest(s->segmenter, u->first_figure + i);
        if (!rest || !rules_pose(s->state, u->first_figure + i, &on_table, &hidden) || !on_table || hidden) continue;
        if (reported && vec2_distance(rest->at, reported[i].at) == 0 && rest->heading_rad == reported[i].heading_rad) continue;
        event_pose stands = {u->first_figure + i, *rest};
        event e = {.kind = EVENT_OBSERVE, .t_s = s->t_s, .observe = {.poses = &stands, .pose_count = 1}};
        result = rules_apply(s->rules, s->state, &e);
    }
    return result == STATUS_OK ? result : no_memory(fault);
}

static status judge_move(session *s, const move *m, double t_s, fault *fault) {
    session_unit *memory = start_afresh(s, m->unit);
    note_assumed_phase(s);
    ambiguous_groups ambiguous;
    ambiguity_of_unit(&s->ambiguous, s->game, m->unit, &ambiguous);
    status result = session_judge(s, s->state, m, &ambiguous);
    if (result != STATUS_OK) return no_memory(fault);
    s->verdict.t_s = t_s;
    s->verdict.move = s->move = m->number;
    session_count_seen(s, &s->verdict);
    session_tell_judged(s, s->state, m, &ambiguous);
    result = keep_question(s, m, &ambiguous, fault);
    if (result != STATUS_OK) return result;
    memory->spent_before_in = rules_spent(s->rules, s->state, m->unit);
    rules_book(s->rules, s->state, m, &s->verdict);
    result = session_set_right(s, m->unit, m->to, fault);
    if (result != STATUS_OK) return result;
    ambiguity_judged(&s->ambiguous, s->game, m->unit);
    verdict_copy(&memory->last, &s->verdict);
    memory->has_last = true;
    memory->offer = OFFER_NONE;
    s->tally.moves++;
    session_count_ruling(s, s->verdict.ruling, 1);
    ledger_review(s->ledger, s->segmenter);
    result = session_report_verdict(s, REPORT_MOVE, &s->verdict, m, fault);
    return result == STATUS_OK && s->options.states ? session_report_state(s, fault) : result;
}

static status report_nudge(session *s, const segment_end *end, fault *fault) {
    int side;
    start_afresh(s, end->unit);
    if (end->shift.figure_count == 0) return STATUS_OK;
    rules_phase(s->state, &side);
    stream_nudge n = ledger_wire(ledger_enter(s->ledger, end, side));
    n.figures = end->shift.figures, n.from = end->shift.from, n.to = end->shift.to, n.figure_count = end->shift.figure_count;
    return session_pass_on(s, (report){.kind = REPORT_NUDGE, .t_s = end->t_s}, stream_nudge_json(s->game, &n), fault);
}

static status report_put_back(session *s, const segment_end *end, fault *fault) {
    const ledger_entry *e = NULL;
    status result = STATUS_OK;
    start_afresh(s, end->unit);
    while (result == STATUS_OK && (e = ledger_put_back(s->ledger, end, e ? e->number : 0))) {
        stream_nudge n = ledger_wire(e);
        result = session_pass_on(s, (report){.kind = REPORT_NUDGE, .t_s = end->t_s}, stream_put_back_json(s->game, end->t_s, &n), fault);
    }
    return result;
}

static status report_offer(session *s, const segment_end *end, fault *fault) {
    char text[3 * GAME_NAME_MAX];
    const char *name = s->game->units[end->unit].name;
    session_unit *memory = start_afresh(s, end->unit);
    memory->offer = end->number ? OFFER_OPEN : OFFER_UNENDED;
    if (end->number)
        snprintf(text, sizeof text,
                 "%s stands where it stood before move %d: is that move taken back? Nothing of it is charged, unless end-move is said", name,
                 end->number);
    else
        snprintf(text, sizeof text, "%s stands where it stood before it was moved: nothing is charged", name);
    report what = {.kind = REPORT_OFFER, .t_s = end->t_s, .text = text};
    return session_pass_on(s, what, stream_offer_json(s->game, end->t_s, end->unit, end->number, text), fault);
}

// The way back ended and was not entered as a move: the rules give back what the way out cost.
static status withdraw(session *s, const segment_end *end, fault *fault) {
    session_unit *memory = start_afresh(s, end->unit);
    event back = {.kind = EVENT_TAKE_BACK, .t_s = s->t_s, .take_back = {end->unit}};
    memory->offer = OFFER_WITHDRAWN;
    session_drop_question(s, end->unit);
    if (rules_apply(s->rules, s->state, &back) != STATUS_OK) return no_memory(fault);
    return session_set_right(s, end->unit, NULL, fault);
}

static status end_one(session *s, const segment_end *end, fault *fault) {
    switch (end->kind) {
        case SEGMENT_NUDGED:
            return report_nudge(s, end, fault);
        case SEGMENT_PUT_BACK:
            return report_put_back(s, end, fault);
        case SEGMENT_RETURNED:
            return report_offer(s, end, fault);
        case SEGMENT_WITHDRAWN:
            return withdraw(s, end, fault);
        default:
            return judge_move(s, &end->move, end->t_s, fault);
    }
}

status session_judge_ended(session *s, fault *fault) {
    segment_end end;
    status result = STATUS_OK;
    while (result == STATUS_OK && segmenter_next_finished(s->segmenter, &end)) result = end_one(s, &end, fault);
    return result;
}

status session_report_taken_back(session *s, int unit, fault *fault) {
    session_unit *memory = &s->units[unit];
    if (!memory->has_last || memory->last.taken_back) return STATUS_OK;
    memory->last.taken_back = true;
    memory->last.t_s = s->t_s;
    return session_report_verdict(s, REPORT_MOVE, &memory->last, NULL, fault);
}
