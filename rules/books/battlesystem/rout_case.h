// rules/books/battlesystem/rout_case -- facts of a move that the checks of Battlesystem 7.11, 7.12 and 7.15 share.
#ifndef VEDETTE_RULES_ROUT_CASE_H
#define VEDETTE_RULES_ROUT_CASE_H

#include <stdbool.h>

#include "core/geom.h"
#include "rules/books/battlesystem/rout_state.h"

// An end of the line that turned (docs/geometry.md section 8, "Wrap-around").
typedef struct {
    int figures, files;
    vec2 pivot;  // front corner of the line that it left
    double radius_in, angle_rad;
} wrap_end;

typedef struct {
    bool made;         // the line grew and its ends wheeled
    bool outward;      // an end wheeled away from the enemy
    bool unexplained;  // figures turned, and no wheel of the ends puts them there
    int added;         // files by which the frontage grew
    wrap_end left, right;
    double frontage_in, sum_in, longest_in, sigma_in;
    int free_figures;                 // that touched no enemy when the phase began
    double freest_gap, freest_sigma;  // of the figure farthest from the enemy then
    int held;                         // figure that touched then and took part all the same; -1
    double held_gap, held_sigma;
    int held_at_corner;  // the same, but only a corner of it was touched; -1
    int walker;          // figure that went farthest, on the shortest way round the others; -1
    double walked_in;
} wrap_facts;

typedef struct {
    bool tried;      // announced, or a unit held in contact went back
    bool like;       // straight back by its length, announced or not
    bool as_a_body;  // ranks and facing kept
    int sides;       // on which enemies touched the unit
    double way_in, ahead_in, aside_in;
} withdrawal_facts;

typedef struct {
    int of;                   // unit that drew off and may be followed; -1
    bool going;               // this move is the follow-up
    double way_in;            // that the middle of the figures went
    double gap_in, sigma_in;  // to the unit followed, at the end
} follow_facts;

// A move of a unit that routs (docs/geometry.md section 9, "Rout").
typedef struct {
    bool running;
    bool first;                           // the one that it makes on breaking
    bool either;                          // that one was not seen: the shorter way of later phases will do
    double goal_in;                       // what it runs, all moves of the phase together
    double middle_in, least_in, most_in;  // ways of its figures, with what they ran before in this phase
    int farthest;                         // figure that went farthest, round the enemy
    double farthest_in;
    vec2 start, end;  // middle of its figures
    bool has_course;
    double course_rad, course_sigma, first_rad;  // first_rad: of its first inch
    bool has_cause, assumed;                     // assumed: no cause was entered, the nearest enemy is taken
    vec2 cause;
    bool barred;      // something stands on the straight way from the cause
    bool halted;      // something stands before it where it ended
    int halted_by;    // a friendly unit that does; -1
    bool roundabout;  // the way was not seen, and an obstacle stands on the straight one
    bool left_table;
    int hit[ROUT_MAX_MET], hit_count;  // friendly units that it ran into
} run_facts;

typedef struct {
    wrap_facts wrap;
    withdrawal_facts withdrawal;
    follow_facts follow;
    run_facts run;
} rout_case;

#endif
