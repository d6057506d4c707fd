// rules/engine/answers -- what people can say at once to what a rule asks or demands, for pages that offer it as buttons.
#ifndef VEDETTE_RULES_ENGINE_ANSWERS_H
#define VEDETTE_RULES_ENGINE_ANSWERS_H

// One answer: what it says to people, and the event in words: "declare ACTION", "dice CHECK OUTCOME", "status KEY [VALUE]", "order", "remove". Words
// that are left out (the target of a charge, the new rate) are still to be asked for.
typedef struct {
    const char *label, *entry;
} rules_answer;

// The answers to what the rule of that id asks, up to one whose label is NULL; NULL: none is evident.
const rules_answer *rules_answers(const char *rule);

#endif
