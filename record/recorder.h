// record/recorder -- writes a record on a thread of its own, and lets what was concluded be announced once it is durable.
//
// Rows and announcements go in by recorder_put, in order, and nobody waits for the disk. The thread commits what has gathered in one transaction
// (group commit) and then makes the announcements, in the same order: nothing is announced before it is durable.
// Where recording fails (a full disk, one that went away or does not answer), everybody is told at once; the game goes on and is announced; the rows
// are kept in memory and tried again each second. What that memory can't hold is lost, and the record has a row "lost" that says so.
#ifndef VEDETTE_RECORD_RECORDER_H
#define VEDETTE_RECORD_RECORDER_H

#include "record/record.h"

typedef struct recorder recorder;

typedef struct {
    bool failing;                   // what is announced now is not in the record yet
    char why[512];                  // with the remedy; "" while recording is well
    double since_t_s;               // of the game: the first row that is not durable; meaningful while failing
    int64_t lost_rows;              // of which the record will only say that they are missing
    double lost_from_s, lost_to_s;  // of the game; meaningful where lost_rows > 0
    char head[RECORD_HASH_HEX];     // hash of the newest durable row
} recorder_state;

// All are called by one thread at a time: the recorder's own, or that of recorder_tend while the disk does not answer.
typedef struct {
    // Takes the announcement over. seq: of the row that it was put with; 0: none, or the record does not hold it yet.
    void (*announce)(void *context, void *announcement, int64_t seq);
    void (*news)(void *context, const recorder_state *state);  // recording begins to fail, fails for another reason, or is well again
    void *context;
} recorder_listener;

typedef struct {
    size_t kept_bytes;  // of rows, at most, while recording fails
    double gather_s;    // rows without an announcement are committed after so long at the latest
    double again_s;     // how long after a failure it is tried again
    double answer_s;    // a disk that is silent for so long counts as failed
} recorder_options;

recorder_options recorder_default_options(void);
// Takes r over, which is open for writing. STATUS_MEMORY: r stays the caller's.
status recorder_start(record *r, const recorder_options *o, const recorder_listener *listener, recorder **out, fault *fault);
// Puts a row (copied; NULL: none) and what is announced once it is durable (taken over; NULL: nothing). Waits only where more rows have gathered than
// may be kept, as when a clip is played faster than the disk writes. STATUS_INVALID: no game has such a time, and the row is left out;
// STATUS_MEMORY: the announcement is made, the row is lost.
status recorder_put(recorder *k, const record_entry *e, void *announcement, fault *fault);
// To be called a few times a second: announces what waits for a disk that does not answer.
void recorder_tend(recorder *k);
void recorder_state_now(recorder *k, recorder_state *out);
// Signs the record when it is closed: record_sign.
status recorder_sign(recorder *k, const char *key_path, fault *fault);
// Writes and announces what is left, closes the record, frees k. STATUS_IO: rows are missing from the record, and *fault says from which time on.
status recorder_stop(recorder *k, fault *fault);

#endif
