// rules/books/ranked/checks_ranked -- the checks of ranked fantasy. Each measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_RANKED_H
#define VEDETTE_RULES_CHECKS_RANKED_H

#include "rules/rules.h"

// How far (WF-NM-3, 6, 9, 12, 15, 22, 26, 27), and the second move (WF-NM-5).
rules_check check_ranked_rate;
rules_check check_ranked_half;
rules_check check_ranked_march;
rules_check check_ranked_march_wheeled;
rules_check check_ranked_failed_test;
rules_check check_ranked_reinforcement_march;
rules_check check_ranked_lone;
rules_check check_ranked_pivoted;
rules_check check_ranked_second_move;
rules_check check_ranked_march_test;
rules_due due_march_test;

// Which way (WF-NM-7, 8, 10, 11).
rules_check check_ranked_mixed;
rules_check check_ranked_wheel;
rules_check check_ranked_reform;
rules_check check_ranked_march_direction;

// When, and who (WF-NM-1, 2, 4); what follows a march (WF-NM-16, 17, 18, 23).
rules_check check_ranked_phase;
rules_check check_ranked_eligible;
rules_check check_ranked_order;
rules_act act_failed_test_shot;
rules_act act_marched_shot;
rules_act act_marched_charge;
rules_act act_reinforcement_charge;
rules_check check_reinforcement_contact;

// Where on the board (WF-NM-19, 20, 21, 25, 30).
rules_check check_reinforcement_edge;
rules_check check_reinforcement_facing;
rules_check check_reinforcement_rear;
rules_check check_reinforcement_zone;
rules_check check_off_board;

#endif
