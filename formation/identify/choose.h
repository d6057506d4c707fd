// formation/identify/choose -- which bases go to which units, where only how they stand together can tell. Internal to formation/.
#ifndef VEDETTE_FORMATION_IDENTIFY_CHOOSE_H
#define VEDETTE_FORMATION_IDENTIFY_CHOOSE_H

#include "formation/identify/cluster.h"

// What it costs to take bases list[0 .. n) for unit `unit` (of the caller's numbering); never negative. Anything above `most` will do where it costs
// more than that.
typedef double choose_cost(void *context, const int *list, int n, int unit, double most);

typedef struct {
    const cluster_tree *tree;
    const base_sighting *const *bases;  // as the tree was made
    int units;
    const int *open;  // per unit: the bases that it can have
    choose_cost *cost;
    void *context;
    double loose;          // cost of a base in no unit
    const double *absent;  // per unit: cost of having no base
    double missing;        // each base that a unit lacks costs at least so much
    double most;           // nothing that costs more is wanted; INFINITY: whatever it costs
    arena *arena;          // to work in
    int *budget;           // how often costs may still be asked for in cutting; at 0 or below the choice may not be the best
} choice;

// Chooses for each unit a group of the tree, or a part of one that straight cuts along ranks or files divide among several units, at the least cost.
// unit_of[i] receives base i's unit or -1. Returns the cost: above c->most where there is nothing below it (unit_of is then of no use); NAN: too
// little of the arena is left. Up to 8 units exact over the tree (by a sum over it and all sets of units), then bettered by
// formation/identify/redivide; beyond that one unit after the other and without cuts.
double choose_units(const choice *c, int *unit_of);
// Takes and gives back of a measuring arena what choose_units takes for up to so many bases and units.
void choose_measure(arena *a, int bases, int units);

#endif
