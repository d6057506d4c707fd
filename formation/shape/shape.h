// formation/shape/shape -- how a unit stands: class by the gaps, ranks, files, frontage, facing. Measures only; judges nothing.
//
// In come the poses of a unit's figures, out comes its unit_form. Inches and radians. Pure functions: they remember nothing. Source:
// docs/geometry.md, sections 2 to 4 (rules BS1-7.1 to 7.5).
#ifndef VEDETTE_FORMATION_SHAPE_SHAPE_H
#define VEDETTE_FORMATION_SHAPE_SHAPE_H

#include "core/game.h"

// Thresholds of the classes. The numbers belong to the rules (BS1-7.1-1, 7.3-1, 7.3-2, 7.4-1); the app copies the ruleset's parameters in here.
typedef struct {
    double closed_gap_max_in;    // both median gaps up to here: closed
    double open_low_in;          // from here: surely open; between the two: doubt
    double open_high_in;         // up to here: surely open
    double skirmish_gap_min_in;  // least gap of skirmishers; open units are in doubt from open_high_in on
    double neighbour_gap_in;     // "has a neighbour": most figures of a closed unit have one so near
    double formed_gap_max_in;    // lateral gap below which a column, line or square holds together (Chainmail)
    double rank_tol_fraction;    // of the rank pitch: farther off its rank's line a figure stands in no rank
    bool use_stands;             // open units are on stands, 1" apart (BS1-7.3-2): then these two stand for open_low_in and open_high_in
    double stands_low_in, stands_high_in;
} shape_limits;

shape_limits shape_default_limits(void);

// Measures unit `unit` of g. poses[] and present[] run over the unit's figures in the roster's order; figures that are not present (off the table,
// hidden) are left out. Nothing present: FORMATION_UNKNOWN with figures 0.
// - previous (may be NULL) is the unit's last form. Its class is kept while the gaps lie in a doubt band (without it the roster's), its facing where
//   no heading is known.
// - rank (may be NULL) receives each figure's rank: 0 the front one, -1 in none. A leader ahead of the front rank stands in none, nor do end figures
//   wrapped about an enemy's flanks.
// - The roster's type decides where the spacing can't. Regular and ranked units are closed or open, or column, line, square where the roster names
//   them so; skirmishers are skirmish; mobs are mob; others have no class. Where the roster (or previous) has irregular, a unit of which a fifth
//   stands in no rank or file is irregular.
// - The facing is the circular mean heading of the front rank, of all figures where there are no ranks. Where the headings are unlike one another it
//   is weighed against the direction of the rows. Where no heading is known, nor was before, it is the likeliest way across the rows (sides.h), and
//   sigma_facing_rad stays HEADING_UNKNOWN.
unit_form formation_shape(const game *g, int unit, const pose *poses, const bool *present, const unit_form *previous, const shape_limits *limits,
                          int16_t *rank);

// How one base looks.
typedef struct {
    double heading_rad;
    double chance[4];  // that its front is there, and so many quarter turns farther, counter-clockwise
    bool edged;        // one of its sides faces that way: it is not round
} side_look;

// What else is known of a picture that nothing came before: the sides that its bases leave open are chosen as its block, its figures and what is
// usual have them (sides.h), and figures that were not found are taken for unseen so far as they leave holes in the ranks.
typedef struct {
    const side_look *looks;  // of the unit's bases, in any order
    int look_count;
    double ahead_rad;    // the way that the unit likely looks, whoever its bases are
    double ahead_worth;  // ln: how much likelier than across it; 0: not known
} shape_still;

// What of a unit is known. Arrays run over its figures in the roster's order.
typedef struct {
    const pose *poses;
    const bool *present;  // stands at its pose; NULL: all do
    const bool *hidden;   // on the table and not seen. Present as well: it surely stands at its pose, but isn't counted; else its place is not known.
                          // NULL: none
    bool anew;            // since ranks and files were last known its figures did not go as one body: those say nothing
    const shape_still *still;  // NULL: the table is followed, and bases face as their poses have it
} shape_sight;

// True where n figures that stood at `from` and stand at `to` did not go as one body: several of them have other places among the others.
bool formation_is_anew(const vec2 *from, const vec2 *to, int n);

// The same where figures are hidden. Formation and gaps are measured from the figures that have a place.
// Ranks, files and frontage are those of a block that holds all of the unit but the figures that stand apart. The likeliest block is returned, and
// the next likely one as `second`. They are weighed by what is usual, by ranks and files as in `previous` (where it has none, as in the roster's
// array; files alone, where the unit has become too small for the ranks), and by how likely just these figures are hidden (reading.h, occlusion.h).
// What `previous` has should be seen, not guessed: a guess given back would make itself surer.
// The front edge reaches as far as the files that are seen in any full rank. What is hidden may leave several blocks as likely: see `odds`.
unit_form formation_shape_partly(const game *g, int unit, const shape_sight *known, const unit_form *previous, const shape_limits *limits,
                                 int16_t *rank);

#endif
