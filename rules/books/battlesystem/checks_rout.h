// rules/books/battlesystem/checks_rout -- the checks of Battlesystem 7.11 (wrap-around), 7.12 (fighting withdrawal) and 7.15 (routing).
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

rules_act act_failed_in_closed_ranks;
rules_due due_rout_marker;
rules_check check_first_run;
rules_due due_first_run;
rules_check check_rout_facing;
rules_check check_rout_direction;
rules_due due_rout_cause;
rules_check check_rout_own_lines;
rules_due due_check_of_friend;
rules_check check_rout_order;
rules_check check_break_round;
rules_act act_not_broken_round;
rules_due due_check_of_skirmishers;
rules_act act_rally_unknown;
rules_check check_later_run;
rules_check check_returned;
rules_act act_returned;
rules_due due_removal;
rules_check check_run_when_surrounded;
rules_act act_perhaps_surrounded;
rules_due due_destruction;
rules_check check_farthest_router;
rules_act act_guards;
rules_check check_rout_entry_point;
rules_check check_rout_along_edge;
rules_check check_rout_as_one;
rules_act act_rout_stopped;
rules_check check_rout_about_face;
rules_check check_rout_terrain;
rules_act act_second_rally;

#endif
