#include <stdlib.h>
#include <string.h>

#include "referee/rule_table.h"
#include "referee/session_state.h"
#include "stream/stream.h"

static segment_options segment_options_of(const rules *r) {
    segment_options o = segment_default_options();
    o.settle_s = rules_number(r, "settle_s");
    o.nudge_in = rules_number(r, "nudge_tolerance_in");
    o.facing_tol_rad = rules_number(r, "facing_tol_deg") * RAD_PER_DEG;
    o.default_sigma_in = rules_number(r, "sigma_pos_in");
    o.default_sigma_rad = rules_number(r, "sigma_heading_deg") * RAD_PER_DEG;
    o.limits.closed_gap_max_in = rules_number(r, "closed_gap_max_in");
    o.limits.open_low_in = rules_number(r, "open_gap_band_in");
    o.limits.open_high_in = rules_number_high(r, "open_gap_band_in");
    o.limits.skirmish_gap_min_in = rules_number(r, "skirmish_gap_min_in");
    o.limits.rank_tol_fraction = rules_number(r, "rank_tol_fraction");
    o.limits.use_stands = rules_flag(r, "use_stands");
    return o;
}

static void report_bad(void *context, const char *text) {
    session *s = context;
    if (s->options.bad) s->options.bad(s->context, text);
}

status session_create(const game *g, session_options o, session_listener *say, void *context, session **out, fault *fault) {
    *out = NULL;
    session *s = calloc(1, sizeof *s);
    if (!s) return fault_set(fault, STATUS_MEMORY, "out of memory");
    *s = (session){.game = g, .options = o, .say = say, .context = context};
    status result = rules_create(g, &s->rules, fault);
    if (result != STATUS_OK) goto fail;
    s->state = rules_state_create(s->rules);
    s->units = calloc((size_t)g->unit_count + 1, sizeof *s->units);
    s->ledger = calloc(1, sizeof *s->ledger);
    if (!s->state || !s->units || !s->ledger) {
        result = fault_set(fault, STATUS_MEMORY, "out of memory");
        goto fail;
    }
    for (int u = 0; u < g->unit_count; u++) s->units[u].reach_s = -INFINITY;
    s->declared_side = -1;
    segment_options so = segment_options_of(s->rules);
    s->limits = so.limits;
    result = segmenter_create(g, &so, &s->segmenter, fault);
    if (result == STATUS_OK) result = placement_create(g, so.settle_s, report_bad, s, &s->placement, fault);
    if (result != STATUS_OK) goto fail;
    *out = s;
    return STATUS_OK;
fail:
    session_destroy(s);
    return result;
}

void session_destroy(session *s) {
    if (!s) return;
    placement_destroy(s->placement);
    segmenter_destroy(s->segmenter);
    rules_state_destroy(s->state);
    rules_destroy(s->rules);
    for (int u = 0; s->units && u < s->game->unit_count; u++) question_drop(s->units[u].asked);
    free(s->units);
    free(s->ledger);
    free(s);
}

// Reports the verdict that an answer gives to a move which was a question, and books it in place of the first.
static status report_answered(session *s, int unit, fault *fault) {
    session_unit *memory = &s->units[unit];
    const move *m = question_move(memory->asked);
    s->verdict.t_s = s->t_s;
    s->verdict.move = memory->last.move;
    s->verdict.seen_count = memory->last.seen_count;
    s->verdict.figure_count = memory->last.figure_count;
    session_tell_judged(s, question_state(memory->asked), m, &memory->asked_ambiguity);
    event back = {.kind = EVENT_TAKE_BACK, .t_s = s->t_s, .take_back = {unit}};
    status result = rules_apply(s->rules, s->state, &back);
    if (result != STATUS_OK) return fault_set(fault, result, "out of memory while following the game");
    rules_book(s->rules, s->state, m, &s->verdict);
    result = session_set_right(s, unit, m->to, fault);
    if (result != STATUS_OK) return result;
    session_count_ruling(s, memory->last.ruling, -1);
    session_count_ruling(s, s->verdict.ruling, 1);
    verdict_copy(&memory->last, &s->verdict);
    result = session_report_verdict(s, REPORT_MOVE, &s->verdict, m, fault);
    session_drop_question(s, unit);
    return result == STATUS_OK && s->options.states ? session_report_state(s, fault) : result;
}

static bool is_answer(const event *e) { return e->kind == EVENT_DECLARE || e->kind == EVENT_DICE || e->kind == EVENT_STATUS; }

// An entry after a move whose verdict was a question may answer it, within the phase.
static status take_answers(session *s, const event *e, fault *fault) {
    if (is_answer(e) && event_unit(e) >= 0) s->units[event_unit(e)].settled_reported = false;  // a provisional verdict may change, too
    for (int u = 0; u < s->game->unit_count; u++) {
        question *q = s->units[u].asked;
        bool ruled = e->kind == EVENT_RULING && e->ruling.move == s->units[u].last.move;
        if (q && (e->kind == EVENT_PHASE || ruled || (e->kind == EVENT_TAKE_BACK && e->take_back.unit == u))) session_drop_question(s, u);
        if (!s->units[u].asked) continue;
        ambiguity_court court = session_court(s);
        ambiguous_groups *ambiguous = &s->units[u].asked_ambiguity;
        bool resolved = ambiguity_settle(&court, question_state(q), question_move(q), ambiguous, e);
        if (!resolved && !is_answer(e)) continue;
        status result = resolved ? STATUS_OK : question_answer(q, s->rules, e);
        if (result == STATUS_OK) result = session_judge(s, question_state(q), question_move(q), ambiguous);
        if (result != STATUS_OK) return fault_set(fault, result, "out of memory while judging a move");
        if (s->verdict.ruling != RULING_ASK) result = report_answered(s, u, fault);
        if (result != STATUS_OK) return result;
    }
    return STATUS_OK;
}

// What the units do that the event places ends where they stood before it, and is judged as they stood.
static status end_placed(session *s, const event *e, fault *fault) {
    status result = segmenter_end_placed(s->segmenter, &e->place, e->t_s);
    if (result != STATUS_OK) return fault_set(fault, result, "out of memory while following a move");
    return session_judge_ended(s, fault);
}

// Judges the moves that the event ends, in the state before it.
static status end_moves(session *s, const event *e, fault *fault) {
    int moves = s->tally.moves;
    status result = e->kind == EVENT_PLACE ? end_placed(s, e, fault) : STATUS_OK;
    if (result != STATUS_OK) return result;
    result = segmenter_feed(s->segmenter, e);
    if (result != STATUS_OK) return fault_set(fault, result, "out of memory while following a move");
    result = session_judge_ended(s, fault);
    if (e->kind != EVENT_OBSERVE) ledger_review(s->ledger, s->segmenter);
    return result == STATUS_OK && s->tally.moves != moves ? session_report_obligations(s, fault) : result;
}

static status follow(session *s, const event *e, fault *fault) {
    return rules_apply(s->rules, s->state, e) == STATUS_OK ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory while following the game");
}

// A move that was not judged was not charged: the rules have nothing to give back. Nor where they gave it back already.
static status take_back(session *s, const event *e, fault *fault) {
    int unit = event_unit(e);
    session_unit *memory = &s->units[unit];
    offer_state offer = memory->offer;
    memory->offer = OFFER_NONE;
    if (offer == OFFER_UNENDED) return session_report_entered(s, e, fault);
    bool gives_back = offer != OFFER_WITHDRAWN && segmenter_takes_back(s->segmenter, unit) == SEGMENT_TAKES_ENDED;
    status result = offer == OFFER_WITHDRAWN ? STATUS_OK : end_moves(s, e, fault);
    if (result == STATUS_OK) result = session_report_entered(s, e, fault);
    if (result == STATUS_OK && gives_back) result = follow(s, e, fault);
    if (result == STATUS_OK && (gives_back || offer == OFFER_WITHDRAWN)) result = session_report_taken_back(s, unit, fault);
    return result;
}

static status take_other(session *s, const event *e, fault *fault) {
    const event_observe *seen = event_as_observe(e);
    status result = seen && seen->ambiguous_count > 0 ? session_report_ambiguity(s, e, fault) : STATUS_OK;
    if (result == STATUS_OK) result = end_moves(s, e, fault);
    if (result == STATUS_OK && e->kind == EVENT_PHASE) result = session_report_undone(s, fault);
    if (result == STATUS_OK) result = session_report_entered(s, e, fault);
    return result == STATUS_OK ? follow(s, e, fault) : result;
}

static status take_event(session *s, const event *e, fault *fault) {
    for (int u = 0; u < s->game->unit_count; u++) {
        bool past = e->kind == EVENT_PHASE || (e->kind == EVENT_END_MOVE && e->end_move.unit == u);
        if (past && s->units[u].offer != OFFER_OPEN) s->units[u].offer = OFFER_NONE;
    }
    const event_observe *seen = event_as_observe(e);
    if (seen && seen->gap_s > 0 && seen->pose_count + seen->hidden_count == 0) s->cut_t_s = e->t_s, s->cut_s = seen->gap_s;
    bool takes_back = e->kind == EVENT_TAKE_BACK && e->take_back.unit >= 0;
    status result = takes_back ? take_back(s, e, fault) : take_other(s, e, fault);
    if (result == STATUS_OK) result = take_answers(s, e, fault);
    ambiguity_resolve(&s->ambiguous, e);
    if (result == STATUS_OK && e->kind == EVENT_OBSERVE) result = session_report_consequences(s, e, fault);
    if (result == STATUS_OK && e->kind != EVENT_OBSERVE) result = session_report_obligations(s, fault);
    return result;
}

// Judges what has settled by now without an event. Reports and times do not depend on how often this is called.
static status let_pass(session *s, fault *fault) {
    status result = segmenter_advance(s->segmenter, s->t_s);
    if (result != STATUS_OK) return fault_set(fault, result, "out of memory while following a move");
    return session_judge_ended(s, fault);
}

// Corrects figures that came to rest at implausible places, before the next event.
static status untangle(session *s, const event *next, fault *fault) {
    event right;
    status result = STATUS_OK;
    for (int u = 0; u < s->game->unit_count && result == STATUS_OK; u++) {
        if (!placement_untangle(s->placement, s->state, s->segmenter, u, next, &right)) continue;
        right.t_s = s->t_s;
        result = take_event(s, &right, fault);
    }
    return result;
}

bool session_contradicts(const session *s, const event *e, fault *why) {
    if (rules_contradicts(s->rules, s->state, e, why)) return true;
    bool takes = e->kind == EVENT_TAKE_BACK && e->take_back.unit >= 0 && s->units[e->take_back.unit].offer == OFFER_NONE;
    if (takes && segmenter_takes_back(s->segmenter, e->take_back.unit) == SEGMENT_TAKES_NOTHING) {
        fault_set(why, STATUS_INVALID, "unit: \"%s\" has made no move that could be taken back", s->game->units[e->take_back.unit].id);
        return true;
    }
    if (e->kind == EVENT_RULING && e->ruling.move > s->move) {
        fault_set(why, STATUS_INVALID, "move: %d has not been judged yet: the last one was %d", e->ruling.move, s->move);
        return true;
    }
    return false;
}

bool session_may_premeasure(const session *s) { return rules_flag(s->rules, "premeasure"); }

// A declaration holds for the turn of its side.
static void note_declared(session *s, const event *e) {
    const event_phase *p = event_as_phase(e);
    int unit = e->kind == EVENT_DECLARE || e->kind == EVENT_ORDER ? event_unit(e) : -1;
    bool new_turn = p && ((p->turn > 0 && p->turn != s->declared_turn) || p->side != s->declared_side);
    for (int u = 0; new_turn && u < s->game->unit_count; u++) s->units[u].declared = false;
    if (new_turn) s->declared_turn = p->turn > 0 ? p->turn : s->declared_turn, s->declared_side = p->side;
    if (unit < 0) return;
    event_item_list items = event_items(e);
    s->units[unit].declared = true;
    for (int i = 0; i < items.count; i++)
        if (strcmp(items.at[i].key, "withdrawn") == 0 && items.at[i].flag) s->units[unit].declared = false;
}

status session_feed(session *s, const event *e, fault *fault) {
    struct fault wrong = {""};
    s->t_s = e->t_s > s->t_s ? e->t_s : s->t_s;
    if (session_contradicts(s, e, &wrong)) {
        report_bad(s, wrong.text);
        return STATUS_OK;
    }
    status result = let_pass(s, fault);
    if (result == STATUS_OK) result = untangle(s, e, fault);
    if (result != STATUS_OK) return result;
    note_declared(s, e);
    event sound = placement_sift(s->placement, s->state, e);
    result = take_event(s, &sound, fault);
    placement_note(s->placement, &sound);
    return result;
}

status session_tick(session *s, double t_s, fault *fault) {
    s->t_s = t_s > s->t_s ? t_s : s->t_s;
    status result = let_pass(s, fault);
    bool says = s->options.provisional && s->t_s >= s->seeing_from_s;
    for (int u = 0; says && u < s->game->unit_count && result == STATUS_OK; u++) result = session_report_provisional(s, u, fault);
    return result;
}

void session_note_blind(session *s, double t_s) { s->seeing_from_s = t_s + rules_number(s->rules, "settle_s"); }

void session_hold(session *s, int unit, bool held) {
    session_unit *u = &s->units[unit];
    if (held || u->held) u->held_s = s->t_s;
    u->held = held;
}

status session_finish(session *s, double t_s, fault *fault) {
    s->t_s = t_s > s->t_s ? t_s : s->t_s;
    status result = let_pass(s, fault);
    if (result == STATUS_OK) result = untangle(s, NULL, fault);
    if (result == STATUS_OK) result = segmenter_finish(s->segmenter, s->t_s);
    if (result != STATUS_OK) return fault_set(fault, result, "out of memory while following a move");
    result = session_judge_ended(s, fault);
    return result == STATUS_OK ? session_report_undone(s, fault) : result;
}

char *session_rules_json(const session *s) { return rule_table_json(s->game->ruleset, s->rules, s->state); }

session_tally session_count(const session *s) { return s->tally; }
