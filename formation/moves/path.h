// formation/moves/path -- the poses of a unit's figures over a move, in bounded memory. Internal to formation/moves/.
#ifndef VEDETTE_FORMATION_MOVES_PATH_H
#define VEDETTE_FORMATION_MOVES_PATH_H

#include "core/pose.h"
#include "formation/arena.h"

typedef struct {
    int figures, count, capacity;
    double *t_s;  // count
    pose *at;     // count x figures
    bool *seen;   // count x figures
} path;

// A path of so many figures without samples; its memory is the arena's.
path path_take(arena *a, int figures, int capacity);
// Appends a sample, without poses yet, and returns its index. A full path first drops every second sample after the first.
int path_append(path *p, double t_s);
static inline pose *path_poses(const path *p, int sample) { return p->at + (long)sample * p->figures; }
static inline bool *path_seen(const path *p, int sample) { return p->seen + (long)sample * p->figures; }

#endif
