// capture/mailbox -- hands the newest picture of a live camera from the thread that takes pictures to the one that asks for them, and counts those
// that were overtaken. Does not know what a picture is. Internal to this folder.
//
// Threads: one producer calls mailbox_put and mailbox_close, one consumer all others. Neither waits for the other but in mailbox_take.
// Ownership: a picture belongs to the producer until it is put, to the consumer when it was taken, and to the producer again when mailbox_put
// returns it. Three pictures are enough: one is filled, one lies in the box, one is looked at.
#ifndef VEDETTE_CAPTURE_MAILBOX_H
#define VEDETTE_CAPTURE_MAILBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mailbox mailbox;

typedef struct {
    void *picture;
    double t_s;        // when it was put: seconds of the monotonic clock since mailbox_create
    int64_t sequence;  // its number among all that were put, from 0
    int64_t skipped;   // pictures that were overtaken since the last one was taken
} mail;

// The clock begins to run. NULL: out of memory.
mailbox *mailbox_create(void);
// After the producer's last call. Pictures that lie in the box are not freed. NULL is fine.
void mailbox_destroy(mailbox *m);

// Returns a picture that may be filled again: the one that this one overtakes, or one that was handed back; NULL: there is none.
void *mailbox_put(mailbox *m, void *picture);
// No further picture will come. One that lies in the box can still be taken.
void mailbox_close(mailbox *m);

// Waits for a picture. `spent` is the one that was taken before: it goes back to the producer when a new one is taken, and only then; NULL where it
// goes another way. STATUS_OK; STATUS_TIMEOUT: none came within timeout_s; STATUS_END: the box is closed and empty.
status mailbox_take(mailbox *m, double timeout_s, void *spent, mail *out);
bool mailbox_is_closed(mailbox *m);

#ifdef __cplusplus
}
#endif
#endif
