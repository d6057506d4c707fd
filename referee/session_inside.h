// referee/session_inside -- between the files of a session: what it remembers, and how it says what it concludes.
#ifndef VEDETTE_REFEREE_SESSION_INSIDE_H
#define VEDETTE_REFEREE_SESSION_INSIDE_H

#include "referee/ledger.h"
#include "referee/mixed.h"
#include "referee/places.h"
#include "referee/question.h"
#include "referee/repeats.h"
#include "referee/session.h"
#include "rules/engine/reach.h"
#include "stream/stream.h"

#define OBLIGATIONS_TOLD 64

// What became of a unit's way back to where it stood before a move.
typedef enum {
    OFFER_NONE,
    OFFER_UNENDED,    // its move had not ended: nothing was judged, and nothing is charged; a take-back only says so
    OFFER_OPEN,       // told; the move's charge stands until the way back ends
    OFFER_WITHDRAWN,  // nothing is charged any more; a take-back still marks the verdict
} offer_state;

typedef struct {
    offer_state offer;
    double spent_before_in;  // by the unit in this phase, before its last finished move
    repeats told;            // alerts of the move that goes on
    bool settled_said;
    double settled_said_s;  // then
    bool held;
    double held_s;  // when it was last
    verdict last;   // of its last finished move, for a take-back
    bool has_last;
    question *asked;           // its last move, where the verdict was a question that this phase may still answer; else NULL
    rules_reach reach;         // of its move that goes on, as it was seen at reach_s
    double reach_s;            // before its move began: not at all
    mixed_groups asked_mixed;  // figures of that move that may have been taken for one another
} session_unit;

struct session {
    const game *game;
    rules *rules;
    rules_state *state;
    segmenter *segmenter;
    places *places;
    ledger *ledger;
    mixed_groups mixed;
    shape_limits limits;
    session_options options;
    session_say *say;
    void *context;
    session_unit *units;
    obligation due[OBLIGATIONS_TOLD];  // told already, and still due
    int due_count;
    int move;  // number of the last finished one
    bool noted;
    double cut_t_s, cut_s;      // the program was not running for cut_s before cut_t_s; 0: it always was
    double t_s, seeing_from_s;  // nothing was seen before seeing_from_s, or too little since to say what stands where
    session_tally tally;
    verdict verdict;  // scratch: too large for the stack of a thread
};

// session_ends.c: what ended.
status session_judge_ended(session *s, fault *why);               // all that the segmenter has to tell
status session_say_taken_back(session *s, int unit, fault *why);  // a move that was judged and is then taken back keeps its verdict, marked so
void session_count_ruling(session *s, ruling r, int by);
void session_drop_question(session *s, int unit);
// The rules take figures to stand where the unit's move put them, at `told` (NULL: anywhere else); those that stand elsewhere are set right.
status session_set_right(session *s, int unit, const pose *told, fault *why);
mixed_court session_court(const session *s);
// Judges the move in that state into s->verdict. STATUS_MEMORY.
status session_judge(session *s, const rules_state *state, const move *m, const mixed_groups *mixed);
#define ENVELOPES_MAX 4  // moves that go on at once: as many as there are pairs of hands

// The envelopes of the moves that go on, of one that went out of sight the last: their number, at most max; they borrow from the session until the
// next call. STATUS_MEMORY.
status session_envelopes(session *s, stream_envelope *out, int max, int *count);

// Counts for a move's verdict how many of the unit's figures are on the table and how many of these are seen now.
void session_count_seen(const session *s, verdict *v);

// Each says its line or lines to the listener, if there is something to say. STATUS_MEMORY.
status session_pass_on(session *s, said what, char *json, fault *why);  // takes and frees json; NULL: out of memory
status session_say_verdict(session *s, said_kind kind, const verdict *v, const move *m, fault *why);
status session_say_state(session *s, fault *why);
status session_say_alerts(session *s, int unit, fault *why);              // of the unit's move that goes on
status session_say_obligations(session *s, fault *why);                   // what falls due now
status session_say_provisional(session *s, int unit, fault *why);         // the verdict if the unit's move ended here
status session_say_mixed(session *s, const event *e, fault *why);         // figures that e says may have been taken for one another, if that is news
status session_say_undone(session *s, fault *why);                        // what was left undone in the phase that ends
status session_say_entered(session *s, const event *e, fault *why);       // what e enters, before it takes effect
status session_say_what_follows(session *s, const event *e, fault *why);  // alerts of the units that e shows

#endif
