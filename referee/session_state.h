// referee/session_state -- what a session remembers, and the functions between its files. Internal to session*.c.
#ifndef VEDETTE_REFEREE_SESSION_STATE_H
#define VEDETTE_REFEREE_SESSION_STATE_H

#include "referee/ambiguity.h"
#include "referee/ledger.h"
#include "referee/placement.h"
#include "referee/question.h"
#include "referee/repeats.h"
#include "referee/session.h"
#include "rules/engine/reach.h"
#include "stream/stream.h"

#define OBLIGATIONS_MAX 64

// State of the take-back that is offered for a unit's way back.
typedef enum {
    OFFER_NONE,
    OFFER_UNENDED,    // its move had not ended: nothing was judged or charged; a take-back only confirms that
    OFFER_OPEN,       // reported; the move's charge stands until the way back ends
    OFFER_WITHDRAWN,  // nothing is charged any more; a take-back still marks the verdict
} offer_state;

typedef struct {
    offer_state offer;
    double spent_before_in;  // by the unit in this phase, before its last finished move
    repeats alerts;          // reported alerts of the move that goes on
    bool settled_reported;
    double settled_reported_s;  // then
    bool declared;              // its action of this side's turn
    bool held;
    double held_s;  // when it was last
    verdict last;   // of its last finished move, for a take-back
    bool has_last;
    question *asked;                   // its last move, where its verdict is a question that this phase may still answer; else NULL
    rules_reach reach;                 // of its move that goes on, as it was seen at reach_s
    double reach_s;                    // earlier than its move: none
    ambiguous_groups asked_ambiguity;  // ambiguous identities of that move
} session_unit;

struct session {
    const game *game;
    rules *rules;
    rules_state *state;
    segmenter *segmenter;
    placement *placement;
    ledger *ledger;
    ambiguous_groups ambiguous;
    shape_limits limits;
    session_options options;
    session_listener *say;
    void *context;
    session_unit *units;
    obligation due[OBLIGATIONS_MAX];  // reported already, and still due
    int due_count;
    int move;                          // number of the last finished one
    int declared_turn, declared_side;  // when units declared
    bool noted;
    double cut_t_s, cut_s;      // the program was not running for cut_s before cut_t_s; 0: it always was
    double t_s, seeing_from_s;  // before seeing_from_s the view is too incomplete for provisional verdicts
    session_tally tally;
    verdict verdict;  // scratch: too large for the stack of a thread
};

// session_ends.c: what ended.
status session_judge_ended(session *s, fault *fault);                  // all that the segmenter reports
status session_report_taken_back(session *s, int unit, fault *fault);  // repeats the verdict of a judged move, marked as taken back
void session_count_ruling(session *s, ruling r, int by);
void session_drop_question(session *s, int unit);
// Makes the rules' places agree with the segmenter's: figures of the unit that are not at `told` (NULL: all) get their true place.
status session_set_right(session *s, int unit, const pose *reported, fault *fault);
ambiguity_court session_court(const session *s);
// Judges the move in that state into s->verdict. STATUS_MEMORY.
status session_judge(session *s, const rules_state *state, const move *m, const ambiguous_groups *ambiguous);
// Hands s->verdict of the move and what it was made of to the listener that asked for it.
void session_tell_judged(session *s, const rules_state *state, const move *m, const ambiguous_groups *ambiguous);
#define ENVELOPES_MAX 4  // moves that go on at once: as many as there are pairs of hands

// Fills out with the envelopes of the moves that go on (the last one of a unit out of sight), at most max. They borrow from the session until the
// next call. STATUS_MEMORY.
status session_envelopes(session *s, stream_envelope *out, int max, int *count);

// Counts for a move's verdict how many of the unit's figures are on the table and how many of these are seen now.
void session_count_seen(const session *s, verdict *v);

// Each reports its line or lines to the listener, if there are any. STATUS_MEMORY.
status session_pass_on(session *s, report what, char *json, fault *fault);  // takes and frees json; NULL: out of memory
status session_report_verdict(session *s, report_kind kind, const verdict *v, const move *m, fault *fault);
status session_report_state(session *s, fault *fault);
status session_report_alerts(session *s, int unit, fault *fault);              // of the unit's move that goes on
status session_report_obligations(session *s, fault *fault);                   // what falls due now
status session_report_provisional(session *s, int unit, fault *fault);         // the verdict if the unit's move ended here
status session_report_ambiguity(session *s, const event *e, fault *fault);     // ambiguous identities that e reports, if new
status session_report_undone(session *s, fault *fault);                        // what was left undone in the phase that ends
status session_report_entered(session *s, const event *e, fault *fault);       // what e enters, before it takes effect
status session_report_consequences(session *s, const event *e, fault *fault);  // alerts of the units that e shows

#endif
