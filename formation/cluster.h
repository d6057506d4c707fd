// formation/cluster -- bases gathered by their gaps into nested groups, and the best choice of groups for a few units. Internal to formation/.
#ifndef VEDETTE_FORMATION_CLUSTER_H
#define VEDETTE_FORMATION_CLUSTER_H

#include "core/sighting.h"

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

// What it costs to take group `node` for unit `unit` (of the caller's numbering).
typedef double cluster_cost(const void *context, const cluster_tree *t, int node, int unit);

// Groups n > 0 bases. False: out of memory. cluster_free frees what was made, whole or not.
bool cluster_make(const base_sighting *const *bases, int n, cluster_tree *out);
void cluster_free(cluster_tree *t);

// Chooses for each of `units` units a group (or -1), no base in two, at the least cost: the groups' costs, loose_cost for each base in none and
// absent[u] for each unit without. Exact up to 8 units (by a sum over the tree and all sets of units), beyond that one unit after the other.
// False: out of memory.
bool cluster_choose(const cluster_tree *t, int units, cluster_cost *cost, const void *context, double loose_cost, const double *absent, int *node_of);

#endif
