// rules/books/battlesystem/checks -- the checks of the rulebooks. Each sees the case alone, never another verdict, and measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_H
#define VEDETTE_RULES_CHECKS_H

#include "rules/rules.h"

rules_check check_out_of_phase;
rules_check check_distance;
rules_check check_unclassified;
rules_check check_regular_scattered;
rules_check check_skirmish_spacing;
rules_check check_mob_spread;
rules_check check_closed_gaps;
rules_check check_closing_command;
rules_check check_open_gaps;
rules_check check_stand_gaps;
rules_check check_gap_exhaustion;
rules_check check_pass_through;
rules_check check_skirmisher_contact;
rules_check check_mob_shape;
rules_check check_mob_connected;
rules_check check_formation_out_of_phase;
rules_check check_change_command;
rules_check check_not_opened;
rules_check check_relative_position;
rules_check check_declared_charge;
rules_check check_charge_out_of_reach;
rules_check check_move_after_contact;
rules_check check_post_contact_turn;
rules_check check_locked;
rules_check check_locked_this_round;
rules_check check_change_while_engaged;
rules_check check_locked_later;
rules_check check_wrap_by_mover;
rules_check check_oblique;
rules_check check_mob_oblique;
rules_check check_wheel;
rules_check check_wheel_pivot;
rules_check check_facing;
rules_check check_facing_positions;
rules_check check_frontage_line;
rules_check check_frontage_reading;
rules_act act_charge_given_up;

rules_due due_rear_losses;
rules_due due_mob_losses;
rules_due due_front_gaps;
rules_due due_front_gaps_engaged;

#endif
