// rules/checks_rout -- the checks of Battlesystem 7.11 (wrap-around), 7.12 (fighting withdrawal) and 7.15 (routing).
#ifndef VEDETTE_RULES_CHECKS_ROUT_H
#define VEDETTE_RULES_CHECKS_ROUT_H

#include "rules/rules.h"

rules_check check_wrap_engaged;
rules_check check_wrap_inward;
rules_check check_wrap_walker;
rules_check check_wrap_free_figure;
rules_check check_wrap_room;
rules_check check_wrap_held_figure;
rules_check check_wrap_rear;
rules_check check_withdrawal_engaged;
rules_check check_withdrawal_rate;
rules_check check_withdrawal_way;
rules_check check_withdrawal_contact;
rules_check check_follow_up;
rules_check check_charge_after_stay;
rules_act act_charge_after_stay;
rules_act act_follow_up_missed;
rules_due due_follow_up;
rules_due due_follow_up_discipline;

#endif
