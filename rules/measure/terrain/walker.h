// rules/measure/terrain/walker -- a unit on its way over terrain: the pieces near it, what each is to this unit, and what a way costs it
// (docs/geometry.md section 13).
//
// Inches. Pure; nothing is allocated.
#ifndef VEDETTE_RULES_WALKER_H
#define VEDETTE_RULES_WALKER_H

#include "rules/measure/terrain/area.h"
#include "rules/measure/terrain/way.h"

#define WALKER_MAX_PIECES 96

typedef struct walker_piece {
    const game_terrain *at;
    int index;                  // in game.terrain
    ground_kind ground, named;  // as this unit takes it (favored terrain, depth of water), and as the file names it
    ground_kind barred;         // as the bans take it
    going first, kind;          // of the mover's class, as the rule is read first and as kindly as it may be
    bool depth_unknown;
} walker_piece;

typedef struct walker {
    const rule_case *c;
    const terrain_tuning *n;
    mover_class mover;
    bool class_unknown;  // whether it is small or large was not entered
    walker_piece piece[WALKER_MAX_PIECES];
    int count;
} walker;

mover_class walker_class(const game_unit *u);
// Takes the pieces within `margin` of the box.
void walker_init(walker *w, const rule_case *c, vec2 low, vec2 high, double margin);

// How a place is to walk on.
typedef struct {
    ground_kind ground;  // the costliest
    double per_in;       // for an inch on the level
    double block_in;     // > 0: charged by started blocks
    double climb;        // for an inch of this way beyond per_in
    bool closed;         // to this unit
} footing;

typedef enum { READ_FIRST, READ_KINDLY } terrain_reading;

footing walker_footing(const walker *w, vec2 p, vec2 direction, terrain_reading how);
// True where p lies on a road or trail that lifts the penalties and bans of the piece for this unit.
bool walker_road_lifts(const walker *w, const walker_piece *piece, vec2 p);
bool walker_is_special(ground_kind k);  // terrain that Battlesystem calls special: woods, swamp, water, rough ground, brush

typedef struct {
    double length, cost;
    double steepest;                               // largest cost of an inch beyond the inch itself
    double closed_in;                              // way through ground that is closed to it
    double blocks_in;                              // way through ground charged by started blocks
    double in[GROUND_COUNT], spent[GROUND_COUNT];  // the same by ground; crossings are spent there too
    double up_in;                                  // way up
    int river;                                     // crossed: piece of game.terrain; -1
    double by[VERDICT_MAX_MANEUVERS];              // cost beyond the length, by maneuver
} toll;

// Cost of the way: started blocks count in full, beside those that the unit has begun in this phase.
toll walker_toll(const walker *w, const way *path, terrain_reading how);

#endif
