// formation/shape/shaping -- one unit while its form is measured, and the steps of that. Internal to formation/shape/.
//
// In come the poses of the unit's figures (shape_sight), out comes its unit_form. Inches and radians. Pure.
#ifndef VEDETTE_FORMATION_SHAPE_SHAPING_H
#define VEDETTE_FORMATION_SHAPE_SHAPING_H

#include "formation/shape/lattice.h"
#include "formation/shape/reading.h"
#include "formation/shape/spacing.h"

typedef struct {
    const game *g;
    const game_unit *u;
    const shape_sight *known;
    const unit_form *previous;  // NULL: none
    const shape_limits *limits;
    int leader;  // index in the unit; negative: none
    int lost;    // figures that are on the table, not known where
    stand s;     // the others
    rank_grid grid;
    lattice files;             // where figures are lost
    block_reading reading[2];  // where figures are lost: the likeliest blocks
    int readings;
    unit_form form;  // so far
} shaping;

// Figure i of the unit is on the table, not known where.
bool shaping_is_lost(const shape_sight *known, int i);

// facing.c: the facing by which ranks are looked for first: that of most figures, unless those are its wings, else the last one, else the likeliest
// across its rows. In a picture that nothing came before it turns figures of p->s with doubtful fronts to it.
double shaping_first_facing(shaping *p);
// facing.c: ranks and facing: at first that of most figures, then that of the front rank. Moves figures that stand in no rank behind the others in
// p->s.
void shaping_find_ranks(shaping *p);
// facing.c: the files of the figures that are seen in the ranks of p->grid.
lattice shaping_files(shaping *p);
// dressing.c: turns the form's facing to where headings, ranks (p->grid) and files have it, each by its error, and states the error of that.
// False, and all as it was, where no figure in it has a heading.
bool shaping_weigh_facing(shaping *p);
// facing.c: for units without ranks.
void shaping_find_no_ranks(shaping *p);

// partial.c: what lost figures add: the ranks and files of the block that holds all of the unit.
void shaping_complete(shaping *p);

// array.c
array_kind shaping_array(const shaping *p);
array_kind shaping_proportions(int ranks, int frontage);
// Where the roster's words are Chainmail's: column, line, square.
bool shaping_is_formed(const game_unit *u);
// The formation of a body that holds together by its array, where the roster's words are Chainmail's; else as its gaps have it.
formation_kind shaping_formed_class(const shaping *p, array_kind array);

// classify.c: formation of a unit in ranks, and the next likely reading: another spacing, other ranks and files, or none.
void shaping_classify_ranked(shaping *p, const gap_summary *m);
// classify.c: formation of a unit without ranks.
void shaping_classify_loose(shaping *p, const gap_summary *m);

#endif
