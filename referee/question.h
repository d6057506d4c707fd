// referee/question -- keeps a move whose verdict is a question until it is answered.
//
// The answer (a declaration, a check, a status) is applied to the state of play as it was when the move was judged; the move is then judged again.
// One thread a question.
#ifndef VEDETTE_REFEREE_QUESTION_H
#define VEDETTE_REFEREE_QUESTION_H

#include "rules/rules.h"

typedef struct question question;

// Copies the move and the state s in which it was judged, before it was booked. NULL: out of memory.
question *question_keep(const rules_state *s, const move *m);
void question_drop(question *q);
// The move as it was; borrowed.
const move *question_move(const question *q);
// The state of play with all answers applied; borrowed.
const rules_state *question_state(const question *q);
// Applies the event to the kept state. STATUS_MEMORY.
status question_answer(question *q, const rules *r, const event *e);

#endif
