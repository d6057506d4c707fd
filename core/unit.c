#include "core/unit.h"

#include <string.h>

static const char *const names[FORMATION_COUNT] = {"unknown", "closed", "open", "skirmish", "mob", "irregular", "column", "line", "square"};

const char *formation_name(formation_kind f) { return f >= 0 && f < FORMATION_COUNT ? names[f] : names[FORMATION_UNKNOWN]; }

formation_kind formation_by_name(const char *name) {
    for (int f = 1; f < FORMATION_COUNT; f++)
        if (strcmp(name, names[f]) == 0) return (formation_kind)f;
    return FORMATION_UNKNOWN;
}

const char *array_name(array_kind a) {
    static const char *const arrays[] = {"none", "line", "column", "block", "square"};
    return arrays[a];
}
