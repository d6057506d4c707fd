// formation/identify/cold_parts -- what the steps of a cold start share: the bases and units that hang together, what it costs that a unit has a
// group of bases, the choice that costs least and how sure it is, and the figures' names in it. Internal to cold*.c; room comes from the caller's
// scratch.
#ifndef VEDETTE_FORMATION_IDENTIFY_COLD_PARTS_H
#define VEDETTE_FORMATION_IDENTIFY_COLD_PARTS_H

#include <stdint.h>

#include "formation/identify/block.h"
#include "formation/identify/redivide.h"
#include "formation/identify/work.h"

// Costs are counted in figures: one that is missing from a group costs COLD_MISSING.
#define COLD_MISSING 1.0
#define COLD_SURE 1.0        // a unit is told only where everything else that its bases may be costs so much more
#define COLD_SAME_GROUP 0.9  // of the bases of two groups: they differ by a few that may be missing
#define COLD_BEATEN 4        // other choices for a unit that only such chances tell from the best one
#define COLD_FITS (1 << 13)  // groups whose stand is kept

enum { BY_GAP, BY_LINE, COLD_TREES };  // by which bases are gathered

typedef struct {
    uint64_t key;  // 0: empty
    block_fit fit;
} cold_fit;

// Bases of one kind and the units that they may belong to.
typedef struct {
    const work *w;
    int *units, *open;  // open: figures of the unit without a base
    int unit_count;
    int *bases;
    int base_count;
    bool *fits;  // unit_count x base_count
    double
        *apart;  // unit_count x base_count: cost of the base's distance from the unit's other figures or its loose marker; < 0 where there is neither
    bool by_start;                // bases are to be told for units that have starts, not named
    const base_sighting **seen;   // base_count
    cold_fit *fits_known;         // COLD_FITS, by the bases of a group
    int avoid;                    // the unit that is to have another group than in `chosen`, if that costs little more; -1
    int *chosen, *other, *third;  // base_count: the unit of each base, -1; `other` and `third` are for looking at others
    int *beaten, beaten_count;    // COLD_BEATEN x base_count: choices found to be worse; the avoided unit is to have another group than in them, too
} cold_kind;

// cold.c: true where the figure is without a base and may be told from nothing or from where the game file has it.
bool cold_is_open(const work *w, int f);
// cold.c: true where base i can be one of the unit's open figures.
bool cold_fits_unit(const work *w, int unit, int i);
// A unit that stands in ranks and files.
static inline bool cold_is_ranked(const game_unit *u) { return u->type == UNIT_REGULAR || u->type == UNIT_RANKED; }

// cold_cost.c: fills k->seen, fits, apart.
void cold_measure(const work *w, cold_kind *k);
// cold_cost.c: of so many figures without a base.
double cold_missing_cost(double missing);
// cold_cost.c: what it costs that a group of n bases, with so many missing, does not stand as the unit does.
double cold_misfit_cost(const game_unit *u, const block_fit *f, int n, double missing);
// cold_cost.c: what it costs that unit `index` of the kind (context) has the n bases of the list; what is more than `most` need not be exact.
double cold_group_cost(void *context, const int *list, int n, int index, double most);

// cold_sure.c: the cheapest choice over the trees, which differ in nothing else, into unit_of; `third` has as much room. Returns its cost, NAN: out
// of memory.
double cold_choose(const choice *c, const cluster_tree *trees, int *unit_of, int *third, int n);
// cold_sure.c: which units have bases in k->chosen that no other choice gives them to anyone else for little more: sure[u]. A choice that is better
// is taken for the one at hand. STATUS_MEMORY.
status cold_find_sure(cold_kind *k, choice *c, const cluster_tree *trees, bool *sure);

// cold_names.c: false where the best choice for a unit in ranks is no body in ranks, or one that is as nobody puts it down.
bool cold_stands_in_line(const cold_kind *k, int index);
// cold_names.c: gives the unit's open figures the bases that were chosen for it, in the roster's order.
void cold_name_group(work *w, const cold_kind *k, int index);
// cold_names.c: for units that are where the game file has them: the chosen bases are the unit's, no figure's yet.
void cold_label_group(work *w, const cold_kind *k, int index, bool sure);

#endif
