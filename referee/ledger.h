// referee/ledger -- the nudges of a game: which figures were displaced outside any move, when, how far, in whose turn, and whether they still stand
// so. Bounded: the oldest entries are dropped. Judges nothing and charges no unit.
#ifndef VEDETTE_REFEREE_LEDGER_H
#define VEDETTE_REFEREE_LEDGER_H

#include "formation/moves/segment.h"
#include "stream/stream.h"

// As many as a page can show; figures of one nudge: more than an elbow reaches.
#define LEDGER_MAX 64
#define LEDGER_MAX_FIGURES 64

typedef struct {
    int number;  // 1, 2, ... in the game
    double t_s;
    int unit;
    int side;  // whose turn it was; -1: no side's
    int figures[LEDGER_MAX_FIGURES];
    pose from[LEDGER_MAX_FIGURES], to[LEDGER_MAX_FIGURES];
    bool is_out[LEDGER_MAX_FIGURES];  // still stands where it was nudged to
    int figure_count;
    double distance_in;
    double gap_s;  // longest time without a picture before it was seen; 0: it was watched
    bool open;     // one of them is out
} ledger_entry;

typedef struct {
    ledger_entry at[LEDGER_MAX];  // entry n stands at (n - 1) % LEDGER_MAX
    int count;                    // entered in the game
} ledger;

// Enters a SEGMENT_NUDGED with at least one figure in the turn of that side. Borrowed from the ledger until the next is entered.
const ledger_entry *ledger_enter(ledger *l, const segment_end *nudge, int side);
// The next entry, after number `after`, that is closed because all its figures are among those that were put back; NULL: no more.
const ledger_entry *ledger_put_back(ledger *l, const segment_end *back, int after);
// Closes entries none of whose figures can be put back any more: they moved on, were placed or removed.
void ledger_review(ledger *l, const segmenter *moves);
// Fills out, newest first; returns how many, at most LEDGER_MAX.
int ledger_list(const ledger *l, stream_nudge *out);
// The entry as the stream has it.
stream_nudge ledger_wire(const ledger_entry *e);

#endif
