// formation/scratch -- memory that a task takes pieces of and gives back all at once: made before the first look, so that none of them allocates.
//
// One thread a room.
#ifndef VEDETTE_FORMATION_SCRATCH_H
#define VEDETTE_FORMATION_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned char *at;
    size_t size, used;
} scratch;

// Allocates; false: out of memory (the room is then empty, and may be closed).
bool scratch_open(scratch *r, size_t size);
void scratch_close(scratch *r);
// The next `count` pieces of `size` bytes, aligned for any type, uninitialised; they are the room's. NULL: not enough is left.
void *scratch_take(scratch *r, size_t count, size_t size);
// The same, all bytes 0.
void *scratch_take_zeroed(scratch *r, size_t count, size_t size);
// How many bytes scratch_take uses up.
size_t scratch_share(size_t count, size_t size);

// Gives back what was taken since `used` had the value `mark`.
static inline void scratch_give_back(scratch *r, size_t mark) { r->used = mark; }

#endif
