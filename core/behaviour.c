#include "core/behaviour.h"

#include <string.h>

const char *const behaviour_names[BEHAVIOUR_COUNT] = {"announce", "propose", "log", "off"};

bool behaviour_by_name(const char *name, behaviour *out) {
    for (int i = 0; i < BEHAVIOUR_COUNT; i++) {
        if (strcmp(name, behaviour_names[i]) != 0) continue;
        *out = (behaviour)i;
        return true;
    }
    return false;
}
