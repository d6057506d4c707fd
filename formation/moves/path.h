// formation/moves/path -- the poses of a unit's figures over a move, in bounded memory. Internal to formation/.
#ifndef VEDETTE_FORMATION_MOVES_PATH_H
#define VEDETTE_FORMATION_MOVES_PATH_H

#include "core/pose.h"

#define PATH_MAX_SAMPLES 512

typedef struct {
    int figures, count, room;
    double *t_s;  // count
    pose *at;     // count x figures
    bool *seen;   // count x figures
} path;

// A path of so many figures without samples; allocates nothing.
path path_empty(int figures);
void path_free(path *p);
// Appends a sample, without poses yet, and returns its index; -1: out of memory. A full path first drops every second sample after the first.
int path_append(path *p, double t_s);
static inline pose *path_poses(const path *p, int sample) { return p->at + (long)sample * p->figures; }
static inline bool *path_seen(const path *p, int sample) { return p->seen + (long)sample * p->figures; }

#endif
