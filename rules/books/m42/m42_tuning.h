// rules/books/m42/m42_tuning -- the numbers and choices of M42 (the parameter tables of the catalogue). Inches and radians.
#ifndef VEDETTE_RULES_M42_TUNING_H
#define VEDETTE_RULES_M42_TUNING_H

#include <stdbool.h>

typedef struct {
    double radius_factor, coherency_factor;                // x Ld
    double advance_factor, double_factor, regroup_factor;  // x Mv
    double least_in_command;                               // share of the survivors
    double exclusion, regroup_bar, regroup_dir_tol;
    double advance_bs, double_ev, dig_in_to;  // what the dashboard tells
    bool from_centre;                         // distances between centres, not edges
    bool regroup_ends_inside, first_in_halt, leader_counts, any_may_assault, exempt_all, reminder;
} m42_tuning;

#endif
