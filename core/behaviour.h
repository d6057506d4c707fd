// core/behaviour -- where the findings of a rule go, as the judge sets it: to all players, to the judge, to the record, or nowhere.
#ifndef VEDETTE_CORE_BEHAVIOUR_H
#define VEDETTE_CORE_BEHAVIOUR_H

#include <stdbool.h>

typedef enum {
    BEHAVIOUR_ANNOUNCE,
    BEHAVIOUR_PROPOSE,  // shown to the judge alone
    BEHAVIOUR_LOG,      // in the stream of verdicts and the record, marked so; no alert
    BEHAVIOUR_OFF,      // the rule is not judged
    BEHAVIOUR_COUNT
} behaviour;

extern const char *const behaviour_names[BEHAVIOUR_COUNT];  // "announce", ...
bool behaviour_by_name(const char *name, behaviour *out);   // false: no such word

#endif
