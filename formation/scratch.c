#include "formation/scratch.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#define STEP alignof(max_align_t)

size_t scratch_share(size_t count, size_t size) { return (count * size + STEP - 1) / STEP * STEP; }

bool scratch_open(scratch *r, size_t size) {
    *r = (scratch){.at = malloc(size), .size = size};
    if (!r->at) r->size = 0;
    return r->at != NULL;
}

void scratch_close(scratch *r) {
    free(r->at);
    *r = (scratch){0};
}

void *scratch_take(scratch *r, size_t count, size_t size) {
    size_t share = scratch_share(count, size);
    if (share > r->size - r->used) return NULL;
    void *taken = r->at + r->used;
    r->used += share;
    return taken;
}

void *scratch_take_zeroed(scratch *r, size_t count, size_t size) {
    void *taken = scratch_take(r, count, size);
    if (taken) memset(taken, 0, count * size);
    return taken;
}
