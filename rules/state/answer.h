// rules/state/answer -- the answer to a question to the players: yes, no, or none was entered.
#ifndef VEDETTE_RULES_STATE_ANSWER_H
#define VEDETTE_RULES_STATE_ANSWER_H

typedef enum { UNKNOWN, NO, YES } answer;

#endif
