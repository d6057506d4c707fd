// referee/question -- a move whose verdict was a question, kept until somebody answers it.
//
// The answer (a declaration, a check, a word on the unit's state) is heard by the state of play as it was when the move was judged, where the move
// can then be judged anew. One thread a question.
#ifndef VEDETTE_REFEREE_QUESTION_H
#define VEDETTE_REFEREE_QUESTION_H

#include "rules/rules.h"

typedef struct question question;

// A copy of the move, which was judged in state s, before it was booked. NULL: out of memory.
question *question_keep(const rules_state *s, const move *m);
void question_drop(question *q);
// The move, as it was; borrowed.
const move *question_move(const question *q);
// The state of play in the light of all that was heard; borrowed.
const rules_state *question_state(const question *q);
// Hears the event. STATUS_MEMORY.
status question_hear(question *q, const rules *r, const event *e);

#endif
