// rules/state/answer -- what people were asked: yes, no, or nobody said.
#ifndef VEDETTE_RULES_STATE_ANSWER_H
#define VEDETTE_RULES_STATE_ANSWER_H

typedef enum { UNKNOWN, NO, YES } answer;

#endif
