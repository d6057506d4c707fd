// rules/books/battlesystem/rout_tuning -- house rules of wrap-arounds, fighting withdrawals and routs, resolved (Battlesystem 7.11, 7.12, 7.15).
#ifndef VEDETTE_RULES_ROUT_TUNING_H
#define VEDETTE_RULES_ROUT_TUNING_H

#include <stdbool.h>

typedef struct {
    bool wrap_longest;     // of two end wheels the longer one is charged, not both (BS1-7.11-4)
    bool wrap_cost_fixed;  // the judge chose that reading
    bool wrap_mobs;
    bool wrap_any_rear;    // any contact from the rear forbids it, not only where there is no other (BS1-7.11-13)
    bool wrap_same_round;  // also in the round in which the unit was contacted (BS1-7.11-12)
    bool straight_paths;   // a lifted figure went straight, not round the others (BS1-7.11-5)
    double withdrawal_rate;
    bool withdrawal_ends_move;
    double follow_up;
    double factor, continue_factor, distance_tol, dir_tol_rad, escape_gap;
    bool by_skirmishers;   // skirmishers shut a unit in too
    bool all_formations;   // not only open and skirmish units rout on a failed check
    bool whole_over_edge;  // a unit has left when all of it has, not when its first figure has
    bool to_own_edge;      // routers run to their own edge, wherever they came on
    bool path_unchecked;   // the path of routers is nobody's business
    bool capture;
    double prisoners_per_guard;
    int rally_attempts;
    bool wrapped_opens;  // a wrapped unit counts as open when it routs in the melee
} rout_tuning;

#endif
