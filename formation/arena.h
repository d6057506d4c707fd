// formation/arena -- one block of memory. A task takes pieces of it and gives them all back at once.
//
// The block is allocated before the first look, so that no look allocates. No bytes are counted by hand: the function that takes the pieces runs
// over a measuring arena first, which hands out nothing and adds up; the block is then opened with arena.most bytes.
//
//     static void take_pieces(arena *a, int figures, task *t) { t->cost = arena_take(a, (size_t)figures, sizeof *t->cost); ... }
//
//     arena m = arena_measure();
//     take_pieces(&m, figures, &t);            // all pointers NULL, m.most is the size
//     if (!arena_open(&a, m.most)) return STATUS_MEMORY;
//     take_pieces(&a, figures, &t);
//     if (a.exhausted) return STATUS_MEMORY;   // no piece may be used then
//
// One thread an arena. Under the address sanitizer bytes that are not taken may not be touched.
#ifndef VEDETTE_FORMATION_ARENA_H
#define VEDETTE_FORMATION_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned char *at;            // NULL: it measures, or is closed
    size_t capacity, used, most;  // bytes; most: the highest value of `used` so far
    bool measures;
    bool exhausted;  // a piece was refused since the last arena_reset
} arena;

// An arena that hands out no memory and only adds up. Needs no arena_close.
arena arena_measure(void);
// Allocates `capacity` bytes. False: out of memory; the arena is then closed, and refuses every piece.
bool arena_open(arena *a, size_t capacity);
// Frees the block. A closed arena may be closed again.
void arena_close(arena *a);
// Takes `count` elements of `size` bytes, aligned for any type, uninitialised. The arena owns them. NULL: it measures, or too little is left
// (arena.exhausted).
void *arena_take(arena *a, size_t count, size_t size);
// The same, all bytes 0.
void *arena_take_zeroed(arena *a, size_t count, size_t size);
// Gives back every piece taken since `used` was `mark`, and lifts `exhausted`.
void arena_reset(arena *a, size_t mark);

#endif
