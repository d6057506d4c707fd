// formation/identify/cluster -- bases gathered by their gaps into nested groups. Internal to formation/.
#ifndef VEDETTE_FORMATION_IDENTIFY_CLUSTER_H
#define VEDETTE_FORMATION_IDENTIFY_CLUSTER_H

#include "core/sighting.h"
#include "formation/arena.h"

// A group of bases: one base, or two groups joined at the least gap between them (single linkage).
typedef struct {
    int left, right;  // groups; -1 for a single base
    int size;
    double height_in;  // the widest gap that had to be crossed within it
    double mean_in;    // mean of the gaps crossed
    int first;         // its bases are order[first .. first + size)
} cluster_node;

typedef struct {
    int count;  // of nodes; the last one holds all
    cluster_node *nodes;
    int *order;
} cluster_tree;

// The gap between two bases, near enough for grouping: along the line through their middles; 0 where they overlap.
double cluster_gap(const base_sighting *a, const base_sighting *b);
// Groups n > 0 bases; `in_line`: those that stand in one rank or file before others as near, so that of units in contact, which mostly stand a little
// out of line with each other, each is a group before they are one. The tree lives in `a`. False: too little is left of it.
bool cluster_make(arena *a, const base_sighting *const *bases, int n, bool in_line, cluster_tree *out);
// Takes of a measuring arena what cluster_make takes for up to n bases; the tree stays taken.
void cluster_measure(arena *a, int n);

#endif
