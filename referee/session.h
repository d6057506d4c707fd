// referee/session -- one game being judged: events in, verdicts out. The same for `judge` and `watch`, so that they can't differ.
//
// events -> formation/moves (moves) -> rules (verdicts). Time comes from the events alone. One thread.
#ifndef VEDETTE_REFEREE_SESSION_H
#define VEDETTE_REFEREE_SESSION_H

#include "referee/ambiguity.h"

typedef struct session session;

typedef enum {
    REPORT_MOVE,
    REPORT_SETTLED,
    REPORT_NUDGE,
    REPORT_ALERT,
    REPORT_OBLIGATION,
    REPORT_STATE,
    REPORT_ACT,
    REPORT_OFFER,
    REPORT_MIXED
} report_kind;

// One report of the judge. Borrowed for the call.
typedef struct {
    report_kind kind;
    double t_s;
    const char *json;        // the line of the verdict stream; a REPORT_SETTLED is a verdict that holds if the move ends here
    const char *drawn;       // REPORT_MOVE, REPORT_SETTLED: the same with what a page draws; else NULL
    const verdict *verdict;  // REPORT_MOVE, REPORT_SETTLED, REPORT_ACT
    const alert *alert;
    const obligation *obligation;
    const char *text;  // REPORT_OFFER, REPORT_MIXED: the report as one sentence
} report;

typedef void session_listener(void *context, const report *what);
// One line in words; the same context.
typedef void session_note(void *context, const char *text);

// A verdict of a move and all that it was made of, for who judges the move again with something changed. Borrowed for the call.
typedef struct {
    const ambiguity_court *court;
    const rules_state *state;  // before the move was booked
    const move *move;
    const ambiguous_groups *ambiguous;
    const verdict *verdict;
    bool excused;  // made while the program was not running: an illegal move is called doubtful
} session_case;
typedef void session_judged(void *context, const session_case *c);

typedef struct {
    bool states;             // say REPORT_STATE after each move
    bool drawn;              // fill said.drawn: for a page or a record
    bool provisional;        // report REPORT_SETTLED when a unit that moved has settled and no hand is at it (for people at the table)
    session_note *note;      // receives, once each, what is assumed for lack of an entry; may be NULL
    session_note *bad;       // receives what in an event contradicts the state and is ignored; may be NULL
    session_judged *judged;  // receives each verdict of a finished move, also one that an answer gives; may be NULL
    void *judged_context;
} session_options;

// Borrows g. STATUS_INVALID: unknown ruleset or house rule, with its place; STATUS_MEMORY.
status session_create(const game *g, session_options o, session_listener *say, void *context, session **out, fault *fault);
void session_destroy(session *s);

// Takes the next event; reports all that follows from it before it returns. What contradicts the ruleset or the state of play (an unknown phase,
// a turn before the last, a removed unit, a figure a metre off the table or on top of another) is ignored and reported through `bad`.
// STATUS_MEMORY.
status session_feed(session *s, const event *e, fault *fault);
// Advances the time without an event, so that a unit at rest settles.
status session_tick(session *s, double t_s, fault *fault);
// Nothing can be seen at t_s (dark, the camera moved, no picture): a figure at rest until then may have moved. No provisional verdict follows before
// everything has been in view for `settle_s` again.
void session_note_blind(session *s, double t_s);
// An occluder lies on figures of the unit, or no longer does: no provisional verdict of the unit meanwhile and for `settle_s` after.
void session_hold(session *s, int unit, bool held);
// The stream is over: ends and judges the moves that still go on.
status session_finish(session *s, double t_s, fault *fault);

typedef struct {
    int moves, illegal, doubtful, ask;  // of moves
    int acts, illegal_acts, advice;     // reports of what is no move; those of them that are advice alone
    int alerts;
} session_tally;
session_tally session_count(const session *s);

// True while the unit's move goes on.
bool session_goes_on(session *s, int unit);

// Snapshot of the state, which the caller frees; NULL: out of memory. health NULL: without the page's part.
char *session_state_json(session *s, double t_s, const char *health);
// The page's state as judges see it, and as others may.
typedef struct {
    bool shadow;      // nothing that is judged is public
    bool premeasure;  // players may see how far a unit can go before its action is declared
    const char *health;
} session_view;
typedef struct {
    char *judges, *others;
} session_states;
// STATUS_MEMORY; session_states_free in any case.
status session_states_make(session *s, double t_s, const session_view *v, session_states *out);
void session_states_free(session_states *s);
// What the house rules say of pre-measuring.
bool session_may_premeasure(const session *s);
// True where the event contradicts the ruleset or the state of play, so that session_feed would ignore it; *why then has the reason. Changes nothing.
bool session_contradicts(const session *s, const event *e, fault *why);

// Last seen place of the figure, and whether it is visible now; NULL while it has no place on the table. Borrowed until the session is fed.
const pose *session_place(const session *s, int figure, bool *seen);
// Its place before the move that a take-back of its unit would take back now, or did take back; NULL: there is none.
const pose *session_place_before(const session *s, int figure);

// The words of a judge's entries, and the rules that can be broken with the behaviour of each now: {"kind":"rules", the words of
// vocabulary_add, "answers":{..},"rules":[{"id","citation","rule","violation","behaviour"}]}. The caller frees it; NULL: out of memory.
char *session_rules_json(const session *s);

#endif
