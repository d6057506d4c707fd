// formation/identify/cold -- what the steps of a cold start share. Internal to identify/cold*.c.
//
// Bases and units that hang together are one kind (cold.c). What it costs that a unit has a group of its bases is reckoned in cold_cost.c; the choice
// that costs least, and how sure each unit is of its own, in cold_certainty.c; the figures' names in it in cold_names.c.
#ifndef VEDETTE_FORMATION_IDENTIFY_COLD_H
#define VEDETTE_FORMATION_IDENTIFY_COLD_H

#include <stdint.h>

#include "formation/identify/block.h"
#include "formation/identify/identify_limits.h"
#include "formation/identify/redivide.h"
#include "formation/identify/work.h"

// Costs are counted in figures: one that is missing from a group costs COLD_MISSING.

enum { BY_GAP, BY_LINE, COLD_TREES };  // by which bases are gathered

typedef struct {
    uint64_t key;  // 0: empty
    block_fit fit;
} cold_fit;

// Bases of a unit's figures that are known: a group joins them.
typedef struct {
    int first, count;  // in cold_costs.seen
    double misfit;     // what it costs that they stand as they do, with all others missing
} cold_body;

// What the costs of a group of bases are made from.
typedef struct {
    const base_sighting **seen;  // base_count, and those of `own` behind them
    cold_body *own;              // unit_count
    bool *fits;                  // unit_count x base_count
    double *apart;    // unit_count x base_count: of the base's distance from the unit's other figures or its loose marker; < 0 where there is neither
    double *absent;   // unit_count: of a unit that has no base
    cold_fit *known;  // COLD_FITS, by the bases of a group
} cold_costs;

// Choices of a unit for each base, -1: none.
typedef struct {
    int *chosen;         // base_count: the best one so far
    int *other, *third;  // base_count: others, while they are compared
    int avoid;           // the unit that is to have another group than in `chosen`, if that costs little more; -1
    int *beaten;         // COLD_BEATEN x base_count: choices found to be worse; the avoided unit is to have another group than in them, too
    int beaten_count;
    bool *sure;  // unit_count
} cold_choices;

// Bases of one kind and the units that they may belong to.
typedef struct {
    const work *w;
    int *units, *open;  // unit_count; open: figures of the unit without a base
    int unit_count;
    int *bases;  // base_count
    int base_count;
    bool by_start;  // bases are to be given to units that have starts, not to figures
    cold_costs costs;
    cold_choices choices;
} cold_kind;

// cold.c: true where the figure has no base and may be identified without a past or from its start in the game file.
bool cold_is_open(const work *w, int f);
// cold.c: true where base i can be one of the unit's open figures.
bool cold_fits_unit(const work *w, int unit, int i);

// cold_cost.c: fills k->costs.
void cold_measure(const work *w, cold_kind *k);
// cold_cost.c: adds the unit's known bases to the n of the list, which holds GAME_MAX_FIGURES, as far as there is room. Returns how many it has then.
int cold_join_own(const cold_body *own, int *list, int n);
// cold_cost.c: of so many figures without a base.
double cold_missing_cost(double missing);
// cold_cost.c: what it costs that a group of n bases, with so many missing, does not stand as the unit does.
double cold_misfit_cost(const game_unit *u, const block_fit *f, int n, double missing);
// cold_cost.c: what it costs that unit `index` of the kind (context) has the n bases of the list; what is more than `most` need not be exact.
double cold_group_cost(void *context, const int *list, int n, int index, double most);

// cold_certainty.c: the cheapest choice over the trees, which differ in nothing else, into unit_of; `third` is as long. Returns its cost, NAN: out of
// memory.
double cold_choose(const choice *c, const cluster_tree *trees, int *unit_of, int *third, int n);
// cold_certainty.c: fills k->choices.sure: units whose bases no other choice gives to another unit for little more. A choice that is better
// is taken for the one at hand. STATUS_MEMORY.
status cold_find_sure(cold_kind *k, choice *c, const cluster_tree *trees);

// cold_names.c: false where the best choice for a unit in ranks is no body in ranks, or one less tidy than hands put it down.
bool cold_stands_in_line(const cold_kind *k, int index);
// cold_names.c: gives the unit's open figures these bases, count <= GAME_MAX_FIGURES, in the roster's order; and those that were chosen for it.
void cold_name(work *w, int unit, const int *bases, int count);
void cold_name_group(work *w, const cold_kind *k, int index);
// cold_names.c: for units that are where the game file has them: the chosen bases are the unit's, no figure's yet.
void cold_label_group(work *w, const cold_kind *k, int index, bool sure);

#endif
