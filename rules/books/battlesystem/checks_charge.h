// rules/books/battlesystem/checks_charge -- the checks of forced marches and charges (Battlesystem 7.13, 7.14).
#ifndef VEDETTE_RULES_CHECKS_CHARGE_H
#define VEDETTE_RULES_CHECKS_CHARGE_H

#include "rules/case/case.h"

rules_check check_march_command;
rules_check check_march_engaged;
rules_check check_march_into_enemy;
rules_check check_march_stopped;
rules_check check_march_halt;
rules_check check_march_ambushed;
rules_check check_charge_type;
rules_check check_charge_command;
rules_check check_charge_ends;
rules_check check_charge_run_up;
rules_check check_charge_straight;
rules_check check_charge_opened;
rules_check check_break_through;
rules_check check_break_through_ends;

rules_act act_charge_reach;
rules_act act_charge_type;
rules_act act_charge_command;
rules_act act_discipline_undone;
rules_act act_undisciplined_closed;
rules_act act_failed_closed;
rules_act act_break_through_alone;
rules_act act_march_unchecked;
rules_act act_march_unchecked_undead;

rules_due due_march_check;
rules_due due_march_check_undead;
rules_due due_discipline;
rules_due due_undisciplined_opening;
rules_due due_failed_opening;

// A figure that touched and went on (BS1-7.8-1), for the rules that say so of marchers and chargers. False: none did.
bool measure_went_on(const rule_case *c, rule_measure *m);
// Some rule of 7.13 or 7.14 says it of this move.
bool went_on_in_long_move(const rule_case *c);

#endif
