// rules/case/terrain_facts -- what terrain did to a move: what it cost, and which bases stood or went where they may not.
#ifndef VEDETTE_RULES_TERRAIN_FACTS_H
#define VEDETTE_RULES_TERRAIN_FACTS_H

#include "core/game.h"
#include "rules/state/answer.h"

// Ways to stand or go on forbidden ground, or on ground that a rule must know of.
typedef enum {
    BAN_LIGHT_WOODS,
    BAN_DENSE_WOODS,
    BAN_SWAMP,
    BAN_DEEP_WATER,
    BAN_ROUGH,
    BAN_CLIFF,
    BAN_NO_BRIDGE,
    BAN_BRIDGE_UNKNOWN,
    BAN_DEPTH_UNKNOWN,
    BAN_TRAIL,
    BAN_CAVALRY_TRAIL,
    BAN_FORMED,           // special terrain without irregular formation
    BAN_FORMED_OBSTACLE,  // an obstacle, likewise
    BAN_FORMED_WOODS,
    BAN_HEAVY_IN_MARSH,
    BAN_CHARGE,  // hill, woods, marsh, ditch, rampart, water: no ground to charge over
    BAN_CHARGE_ROUGH,
    BAN_CROSSING_UNKNOWN,  // a stream or river about which the file says nothing
    BAN_COUNT
} terrain_ban;

typedef struct {
    double depth_in;  // of the base that is deepest inside; 0: none is
    double along_in;  // longest way of a figure inside
    int figure;       // that base's
    int inside;       // bases that end there
    vec2 at;
    const game_terrain *piece;
    bool not_down;        // some of that way led up or along the slope, or over no slope at all
    bool allowed_kindly;  // another admitted reading opens it to the unit
} intrusion;

#define TERRAIN_SAYS_MAX 120

typedef struct {
    bool counts;                        // the game has terrain that matters to the move
    char says[TERRAIN_SAYS_MAX];        // "5" in light woods cost 9""; "" where it cost nothing
    bool other_reading;                 // another admitted reading costs less
    bool free_faces;                    // were facing changes free whose price is not stated, the move would cost less
    double as_clear_in;                 // cost of the move had all been clear
    double blocks_in;                   // way through ground charged by blocks
    const game_terrain *dearest;        // ground that cost most beyond its inches; NULL
    answer irregular;                   // formation, by word
    bool even_ranks;                    // stands in ranks and files
    int river;                          // crossed, piece of game.terrain; -1
    double river_from_in, river_to_in;  // the unit's gap to its banks when its turn began, and at the end; from: negative where it is unknown
    double river_out_in;                // it went in and came out in one of several parts of its move: so far out it stood before and after
    intrusion into[BAN_COUNT];
} terrain_facts;

#endif
