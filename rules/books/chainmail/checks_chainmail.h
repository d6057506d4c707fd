// rules/books/chainmail/checks_chainmail -- the checks of Chainmail and of the Battlesystem printed beside it. Each measures; the engine judges.
#ifndef VEDETTE_RULES_CHECKS_CHAINMAIL_H
#define VEDETTE_RULES_CHECKS_CHAINMAIL_H

#include "rules/rules.h"

rules_check chainmail_check_move;
rules_check chainmail_check_column_line;
rules_check chainmail_check_line_column;
rules_check chainmail_check_column_square;
rules_check chainmail_check_line_square;
rules_check chainmail_check_square;
rules_check chainmail_check_oblique;
rules_check chainmail_check_order_missing;
rules_check chainmail_check_order;
rules_check chainmail_check_half;
rules_check chainmail_check_rest;
rules_check chainmail_check_cic_early;
rules_check chainmail_check_cic_length;
rules_check chainmail_check_cic_trigger;
rules_act chainmail_act_order;
rules_act chainmail_act_contact;
rules_act chainmail_act_cic;
rules_due chainmail_due_order;
rules_due chainmail_due_contact;
rules_due chainmail_due_flanked;

rules_check chainmail_check_mob_frontage;
rules_check chainmail_check_both_ways;
rules_check chainmail_check_frontage_contact;

#endif
