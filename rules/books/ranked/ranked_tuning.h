// rules/books/ranked/ranked_tuning -- the numbers of ranked fantasy with the house rules resolved.
#ifndef VEDETTE_RULES_RANKED_TUNING_H
#define VEDETTE_RULES_RANKED_TUNING_H

#include <stdbool.h>

typedef enum { WITHIN_NEAREST, WITHIN_CENTRE, WITHIN_WHOLE } within_measure;

// Angles in radians.
typedef struct {
    double back_side, mix_in, mix_frac, march, check_in, zone, facing_tol;
    bool back_side_up;       // rounded up to a whole inch
    bool fleeing_ignored;    // by the test to march
    bool charged_excluded;   // a unit that charged makes no normal move
    bool failed_restricted;  // a failed test restricts the unit as a march does
    bool failed_fixed;       // the judge chose that reading
    bool charged_fixed;      // likewise
    bool any_part_off;       // an overhang is off the board
    bool extra_move;         // reinforcements may move on after they were placed
    within_measure within;   // what of a base must lie in the zone of reinforcements
} ranked_tuning;

#endif
