#include "formation/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)  // gcc
#define POISONS
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer)
#define POISONS
#endif
#endif

#ifdef POISONS
#include <sanitizer/asan_interface.h>
#define FORBID(at, size) ASAN_POISON_MEMORY_REGION(at, size)
#define ALLOW(at, size) ASAN_UNPOISON_MEMORY_REGION(at, size)
#else
#define FORBID(at, size) ((void)(at), (void)(size))
#define ALLOW(at, size) ((void)(at), (void)(size))
#endif

#define STEP alignof(max_align_t)
#define LARGEST (SIZE_MAX / 2)  // no size beyond it is believed, so that no sum of two sizes overflows

arena arena_measure(void) { return (arena){.measures = true, .capacity = LARGEST}; }

bool arena_open(arena *a, size_t capacity) {
    *a = (arena){.at = capacity <= LARGEST ? malloc(capacity ? capacity : 1) : NULL};
    if (!a->at) return false;
    a->capacity = capacity;
    FORBID(a->at, capacity);
    return true;
}

void arena_close(arena *a) {
    if (a->at) ALLOW(a->at, a->capacity);
    free(a->at);
    *a = (arena){0};
}

// Whole alignment steps that hold the elements; more than LARGEST: no arena can.
static size_t share_of(size_t count, size_t size) {
    if (size > 0 && count > LARGEST / size) return SIZE_MAX;
    return (count * size + STEP - 1) / STEP * STEP;
}

void *arena_take(arena *a, size_t count, size_t size) {
    size_t share = share_of(count, size);
    if (share > a->capacity - a->used) {
        a->exhausted = true;
        if (a->measures) a->most = SIZE_MAX;
        return NULL;
    }
    void *taken = a->measures ? NULL : a->at + a->used;
    a->used += share;
    if (a->used > a->most) a->most = a->used;
    if (taken) ALLOW(taken, count * size);
    return taken;
}

void *arena_take_zeroed(arena *a, size_t count, size_t size) {
    void *taken = arena_take(a, count, size);
    if (taken) memset(taken, 0, count * size);
    return taken;
}

void arena_reset(arena *a, size_t mark) {
    if (a->at) FORBID(a->at + mark, a->used - mark);
    a->used = mark;
    a->exhausted = false;
}
