// formation/moves/segment -- finds where a move begins, pauses, settles and ends, which figures were put back, and which were nudged. Judges nothing.
//
// The input is the events of a game; the output is moves, nudges and ways back (segment_end).
//
// A move of a unit begins when one of its figures leaves its rest pose by more than the error of measurement. It ends (docs/stream.md)
// - by `end-move`;
// - when all its figures have been still for settle_s and another unit begins to move;
// - when the phase changes, when figures of the unit are placed by leave, and when the stream ends, settled or not. A camera places figures that it
//   finds for the first time with an error: that ends nothing.
// A unit that was already moving when this one settled is moved by other hands at the same time. It ends this one's pause only after
// SEGMENT_PATIENCE times settle_s. The same holds for any unit while a block is torn, with one half carried and the other not. A unit with all
// figures hidden ends nothing, since its place is not known. A jump between two observations is a move like any other.
//
// A unit that comes onto the table after `declare reinforce` begins a move there. It ends as every move does, even if the unit goes no farther. These
// are no moves: other placings and removals, deployment (a figure's first known place), a hidden figure that reappears after its unit's move has
// ended, and the way back after a take-back.
//
// A way back: a unit went farther than a nudge and stands again, settled, within nudge_in and facing_tol_rad of where it stood before. It is reported
// as SEGMENT_RETURNED. If its move had not ended, there is no move. If it had ended, and the same phase goes on, the way back ends as
// SEGMENT_WITHDRAWN and is no second move, whoever has moved since; without phases, until the unit's next move. Only an `end-move` makes it a move.
//
// A nudge: less than nudge_in everywhere and no heading beyond facing_tol_rad, or any displacement that an observation calls `nudged`. The nudged
// poses become rest poses, and no move is charged for the nudge. Nudged figures that come back to where they stood are SEGMENT_PUT_BACK.
//
// Inches, radians, seconds of the events; no clock. One thread a segmenter. Memory is made once: a path keeps at most SEGMENT_MAX_SAMPLES samples.
#ifndef VEDETTE_FORMATION_MOVES_SEGMENT_H
#define VEDETTE_FORMATION_MOVES_SEGMENT_H

#include "core/move.h"
#include "formation/shape/shape.h"

// Samples of a path; a full one drops every second. 51 s of motion at ten samples a second before the first are dropped.
#define SEGMENT_MAX_SAMPLES 512
// Times settle_s: a player who moves figure after figure thinks, and hands go away and come back, while others move, too. Set by hand (39475fe). Low:
// one move is two; high: a verdict waits for the next event of the unit.
#define SEGMENT_PATIENCE 4
// s of a settle time: times are written with four decimals, and a picture that is taken as it ends is not to miss it.
#define SEGMENT_HAIR_S 1e-3

typedef struct segmenter segmenter;

typedef struct {
    double settle_s;           // still for so long: settled
    double nudge_in;           // nudge_tolerance_in: smaller displacements are no moves
    double facing_tol_rad;     // facing_tol_deg: smaller turns in place are no moves
    double default_sigma_in;   // sigma_pos_in: where an event states none
    double default_sigma_rad;  // sigma_heading_deg
    shape_limits limits;
} segment_options;

typedef enum {
    SEGMENT_MOVED,      // move
    SEGMENT_NUDGED,     // shift: figures that were displaced
    SEGMENT_PUT_BACK,   // shift: figures that stand again where they stood before they were nudged
    SEGMENT_RETURNED,   // number: the unit stands where it stood before that move, which could be taken back; 0: before one that had not ended
    SEGMENT_WITHDRAWN,  // number: that way back has ended, and with it the move that it takes back
} segment_end_kind;

typedef struct {
    const int *figures;  // game figures that moved by more than the error of measurement
    const pose *from, *to;
    int figure_count;
    double distance_in;  // of the figure that moved farthest
} segment_shift_list;

// What ended. Its arrays belong to the segmenter until its next call that is not a mere question.
typedef struct {
    segment_end_kind kind;
    int unit;
    double t_s;  // of the event that ended it, or when what was seen had settled
    segment_shift_list shift;
    double gap_s;  // of a nudge: for so long no picture came before it was seen, so that its cause is not known; 0: it was watched
    int number;    // of the move
    move move;     // move.t_end_s: t_s; when the unit stood still is the last sample's time
} segment_end;

segment_options segment_default_options(void);

// Makes a segmenter of game g, which is borrowed, const, and must outlive it. Every figure that has a start is at rest there. STATUS_MEMORY.
status segmenter_create(const game *g, const segment_options *o, segmenter **out, fault *fault);
// Frees the segmenter; NULL is fine.
void segmenter_destroy(segmenter *s);

// Takes one event; times must not run backwards. What ends by it, or had settled before it, can then be had from segmenter_next_finished; moves are
// to be judged before the event itself is applied. What is not asked for before the next feed is lost. STATUS_MEMORY: something that ended was lost.
status segmenter_feed(segmenter *s, const event *e);
// Ends the moves that go on of the units that `e` places at t_s, as its segmenter_feed would, and leaves the figures where they stand: so such a move
// can be judged before anything is placed. STATUS_MEMORY.
status segmenter_end_placed(segmenter *s, const event_place *e, double t_s);
// Lets time pass where no event tells it. What settles until t_s can then be had from segmenter_next_finished, with the very times that the next feed
// would have given, so that it makes no difference how often this is called. No move ends by it. STATUS_MEMORY.
status segmenter_advance(segmenter *s, double t_s);
// What a take-back of this unit would take back now: the move that goes on, or the last one that ended (also where the players have put it back
// already and enter it afterwards).
typedef enum { SEGMENT_TAKES_NOTHING, SEGMENT_TAKES_ONGOING, SEGMENT_TAKES_ENDED } segment_take;
segment_take segmenter_takes_back(const segmenter *s, int unit);
// Ends every unfinished move at t_s: the stream is over. What rests counts as settled, with the time at which it would have: it makes no difference
// how long a stream goes on after its last event.
status segmenter_finish(segmenter *s, double t_s);
// The next thing that ended, in order of its end, then of its beginning. False: no more.
bool segmenter_next_finished(segmenter *s, segment_end *out);

// The unit's move as far as it has come; false where it makes none (a mere nudge so far is none, nor is a way back that may be a take-back).
// Borrowed until the next call of any kind.
bool segmenter_ongoing(segmenter *s, int unit, move *out);
// The same at a tenth of the cost, with the form that the unit had before in place of the one that it has now: for what is watched at each sight.
bool segmenter_under_way(segmenter *s, int unit, move *out);
// The unit's move goes on and went farther than a nudge, but figures of it are out of sight: how far it has come by now is not known. Where true
// *begun_s is when it began.
bool segmenter_out_of_sight(const segmenter *s, int unit, double *begun_s);
// The unit has known figures and all of them have been still for settle_s, since they came where they lie (event_pose.still_for_s), not since that
// was reported.
bool segmenter_settled(const segmenter *s, int unit);
// When an event last reported that one of the unit's figures had moved; -INFINITY: none did.
double segmenter_reported_s(const segmenter *s, int unit);
// No hand is at the unit, as far as is seen: no figure of its move was lost from sight so lately that it may still be carried.
bool segmenter_is_free(const segmenter *s, int unit);
// How the unit stood when last at rest; figures 0 where it was never seen.
const unit_form *segmenter_form(const segmenter *s, int unit);
// A figure's rest pose; NULL while it has none (never seen, removed).
const pose *segmenter_rest(const segmenter *s, int figure);
// The figure was nudged, as was reported, and has neither been put back nor gone on since.
bool segmenter_can_go_back(const segmenter *s, int figure);
// Where the figure stood before what a take-back of its unit would take back (segmenter_takes_back), or, after a take-back, where it is to be put
// back; NULL where there is neither, or the figure had no part in it.
const pose *segmenter_before(const segmenter *s, int figure);

#endif
