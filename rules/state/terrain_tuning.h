// rules/state/terrain_tuning -- kinds of terrain, classes of troops, and the numbers that say what an inch of each costs which: a rulebook fills
// them.
#ifndef VEDETTE_RULES_STATE_TERRAIN_TUNING_H
#define VEDETTE_RULES_STATE_TERRAIN_TUNING_H

#include "core/game.h"

typedef enum {
    GROUND_CLEAR,  // and scenery that means nothing
    GROUND_LIGHT_WOODS,
    GROUND_DENSE_WOODS,
    GROUND_SWAMP,
    GROUND_DEEP_WATER,
    GROUND_SHALLOW_WATER,
    GROUND_WATER,  // deep or shallow by the size of what enters it
    GROUND_OBSTACLE,
    GROUND_ROUGH,
    GROUND_BRUSH,
    GROUND_HILL,
    GROUND_CLIFF,
    GROUND_ROAD,
    GROUND_TRAIL,
    GROUND_IMPASSABLE,
    GROUND_WOODS,
    GROUND_MARSH,
    GROUND_DITCH,
    GROUND_RAMPART,
    GROUND_STREAM,
    GROUND_RIVER,
    GROUND_COUNT
} ground_kind;
#define GROUNDS(g) (1u << (g))

typedef enum { MOVER_INFANTRY, MOVER_CAVALRY, MOVER_SMALL_SPECIAL, MOVER_LARGE_SPECIAL, MOVER_OTHER, MOVER_COUNT } mover_class;

// What ground costs a class of troops.
typedef struct {
    double per_in;    // movement for each inch travelled
    double block_in;  // > 0: charged by started lengths of so many inches
    bool forbidden;
} going;

typedef enum { DOWNHILL_ADVISED, DOWNHILL_BANNED, DOWNHILL_ALLOWED } downhill_charge;  // a charge that leads only down a hill

struct rule_case;
struct walker;
struct walker_piece;
struct ban_list;
// Adds what the piece forbids the unit of the case, or what a rule wants to know of it (rules/measure/terrain/terrain.h).
typedef void terrain_bans(const struct rule_case *c, const struct walker *w, const struct walker_piece *piece, struct ban_list *out);

// The share of a crossing that the part of its turn's move which the case is of owes; 1 where moves are made in one.
typedef double terrain_river_share(const struct rule_case *c);

// The terrain part of a game's numbers.
typedef struct {
    bool counts;          // terrain matters in this game
    unsigned barriers;    // bits of ground_kind: crossed at a price of the crossing, not by the inch
    bool eased_by_slope;  // hills and ramparts slow by which way their slope leads
    bool halts_at_banks;  // a river is crossed from bank to bank
    terrain_bans *bans;   // of the rulebook that prints the table; NULL: none
    going first[GROUND_COUNT][MOVER_COUNT], kind[GROUND_COUNT][MOVER_COUNT];  // as the rule is read first, and as kindly as it may be
    bool blocks_by_visit, combine_adds, kind_combine_adds;
    bool climbs;  // going up costs (Battlesystem, second edition)
    bool ascent_by_step;
    double ascent_factor, step_in;                       // of an inch up; height of a contour
    bool slowed_on_the_level, kind_slowed_on_the_level;  // on a hill, along the slope (CM-TER-1)
    double obstacle_cost, stream_cost, river_moves;
    terrain_river_share *river_share;  // NULL: 1
    double bank_in;                    // a unit that halts no farther from a river is at its bank
    bool obstacle_adds, stream_adds;   // the inches across count too
    double road_margin, edge_tol, formed_gap_max;
    bool cavalry_keeps_off_trails, favored_lifts_bans, formed_is_banned;  // special terrain is entered in irregular formation only (BS2-TER-29)
    bool irregular_by_geometry;                                           // uneven ranks are irregular formation
    double reform_cost, to_irregular_cost;
    bool own_costs;  // facing and frontage have prices of their own (BS2-TER-32, 33)
    double frontage_cost, frontage_per;
    double face_cost[MOVER_COUNT];  // inches; negative: the fragment does not state it
    double about_cost;
    double downhill_per_in;
    bool rampart_slows_downhill;
    downhill_charge downhill_charge;
} terrain_tuning;

#endif
