// vision/bases/look_net -- a network of the program's that looks at single places: several crops a run, cut side by side by the pool's threads.
#ifndef VEDETTE_VISION_BASES_LOOK_NET_H
#define VEDETTE_VISION_BASES_LOOK_NET_H

#include <stdbool.h>

#include "vision/net/net.h"

enum { LOOK_AT_ONCE = 32 };  // crops a run

typedef struct {
    const unsigned char *begin, *end;  // networks.h
    const char *name;                  // in messages
    int inputs, outputs;               // channels of a crop, and that are said at least
    int height, width;                 // of a crop, at most
    int shrink;                        // what is said is a map of as many times fewer pixels a side; 0: no map
} look_net_kind;

typedef struct look_net look_net;

// kind must outlive it. STATUS_MEMORY, STATUS_INVALID (the network that is built in is damaged).
status look_net_create(const look_net_kind *kind, look_net **out, fault *fault);
void look_net_destroy(look_net *n);

// What is done for a place: `slot` < LOOK_AT_ONCE is its crop of this run, `index` its number.
typedef struct {
    void *task;
    bool (*aim)(void *task, int slot, int index);           // false: it can't be seen, and nothing more is done for it
    void (*fill)(void *task, int slot, const net_map *in);  // cuts the crop; on any thread
    void (*take)(void *task, int slot, int index, const net_map *said);
} look_steps;

// Looks at places 0..count, with crops of height x width. pool may be NULL. STATUS_MEMORY (the first look, and the first with more threads).
status look_net_run(look_net *n, const look_steps *steps, int count, int height, int width, thread_pool *pool, fault *fault);

#endif
