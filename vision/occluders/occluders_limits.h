// vision/occluders/occluders_limits -- the numbers by which occluders are told from table, shadow and figure: what each is, its unit, how it was
// found, what being wrong costs.
//
// "Hand-set" means chosen by reasoning while the search was built; tests/vision/test_occluders.c judges all of them together, none alone.
#ifndef VEDETTE_VISION_OCCLUDERS_OCCLUDERS_LIMITS_H
#define VEDETTE_VISION_OCCLUDERS_OCCLUDERS_LIMITS_H

#include "core/geom.h"

// ---- what a cell shows (label.c, colours.c)

// Gray levels by which a cell may differ and be as it was. Hand-set. Too small: noise occludes. Too large: a hand of the table's tone is missed.
#define OCCLUDER_SAME_STEP 10
// Share of the light that a shadow leaves at least: the sky or the room goes on shining. Hand-set. Too large: deep shadows occlude.
#define OCCLUDER_DARKEST 0.28f
// Most light against the bare table: a shadow gives none; what is so much brighter came out of one. Hand-set.
#define OCCLUDER_BRIGHTEST 1.1f
// The light that a shadow leaves has another hue than what it took. A channel may be off by so many levels, by OCCLUDER_HUE_SHARE of what was taken,
// and by no more than OCCLUDER_TINT_SHARE of what is left. Hand-set. Too small: shadows occlude. Too large: hands of the table's hue are shadows.
#define OCCLUDER_HUE_STEP 6
// See OCCLUDER_HUE_STEP.
#define OCCLUDER_HUE_SHARE 0.25f
// See OCCLUDER_HUE_STEP.
#define OCCLUDER_TINT_SHARE 0.15f
// A step from cell to cell is an edge from this share of the brightness on. Hand-set.
#define OCCLUDER_EDGE_SHARE 0.07f
// The same in gray levels.
#define OCCLUDER_EDGE_STEP 2
// Share of edges in a tile from which it is no shadow: a shadow has its edge about it, not all over. Hand-set.
#define OCCLUDER_MOST_EDGES 0.35f
// Share of the cells that a colour of the table must have: rarer ones are dirt. Hand-set.
#define OCCLUDER_LEAST_SHARE 0.003f
// By what factor the table's colours are commoner on it than those of what lies there. Hand-set.
#define OCCLUDER_COMMONER 4
// Share of edges, of what was compared, below which texture tells: with more the edge of a shadow runs there. Hand-set.
#define OCCLUDER_FEW_EDGES 0.15f
// Share of a tile that must be comparable to tell by texture. Hand-set.
#define OCCLUDER_LEAST_COMPARED 0.15f
// Bend, gray levels, from which on it is an edge, of a thing or a shadow, and counts no more than that. Hand-set.
#define OCCLUDER_STEEP 12
// Mean square of the bends below which there is no texture, levels squared. Hand-set.
#define OCCLUDER_LEAST_TEXTURE 6
// Correlation of the textures from which it is the table's. Hand-set. Too small: cloth on the table is table.
#define OCCLUDER_LIKE_TEXTURE 0.45f
// By what factor a cell may be darker than those that it is like: it lies in a shadow. Hand-set.
#define OCCLUDER_DARKER 3

// ---- regions and their kinds (regions.c, outline.c, find.c)

// Edge of the smallest thing that is reported, in: the smallest dice show 0.45 in and a side. Too small: specks are things.
#define OCCLUDER_LEAST_IN 0.42
// Narrower is the edge of something that was there before, in. Hand-set.
#define OCCLUDER_LEAST_WIDE_IN 0.4
// Share of a region that must be no figure: the rest may be where figures were. Hand-set. Too small: a moved unit is a thing.
#define OCCLUDER_LEAST_SURE 0.15
// Least width of an arm where it crosses the picture's edge, px. Hand-set.
#define OCCLUDER_ARM_LEAST_PX 40
// Share of the picture that no unit covers. Hand-set. Too small: a moved block is a hand.
#define OCCLUDER_LARGER_THAN_UNIT 0.04
// Least area of a hand whose sleeve is not told from the table, in^2. Hand-set.
#define OCCLUDER_HAND_LEAST_IN2 3
// The same of its length, in.
#define OCCLUDER_HAND_LEAST_IN 2.5
// Most width of a ruler, in. Hand-set: tapes and sticks.
#define OCCLUDER_STICK_WIDE_IN 1.8
// Least length of a ruler over its width: no hand with its arm is as long. Hand-set.
#define OCCLUDER_STICK_SLENDER 8
// Overlap of the boxes of one thing in two frames, over both together. Hand-set.
#define OCCLUDER_SAME_OVERLAP 0.3
// A hand in the table's middle that is still for so long is a thing, s. Hand-set. Too small: a resting hand settles a move.
#define OCCLUDER_HAND_STILL_S 3
// The same over the picture's edge, s.
#define OCCLUDER_EDGE_STILL_S 10
// Farthest of a simplified outline from the true one, cells: steps of slanted edges are less.
#define OCCLUDER_OUTLINE_CELLS 0.9
// Share of a change of the light that the bare table takes over in each frame. Hand-set. Too large: a hand that comes slowly is learned.
#define OCCLUDER_LIGHT_SHARE 0.3f
#endif
