#include "core/verdict.h"

#include <stddef.h>
#include <string.h>

void verdict_copy(verdict *to, const verdict *from) {
    const size_t after = offsetof(verdict, finding_count);
    memcpy(to, from, offsetof(verdict, findings));
    memcpy(to->findings, from->findings, (size_t)from->finding_count * sizeof *to->findings);
    memcpy((char *)to + after, (const char *)from + after, sizeof *to - after);
}

const char *ruling_name(ruling r) {
    static const char *const names[] = {"legal", "advisory", "doubtful", "ask", "illegal"};
    return names[r];
}

const char *maneuver_name(maneuver_kind k) {
    static const char *const names[MANEUVER_COUNT] = {"advance",          "oblique",         "wheel",       "right-face", "left-face",   "about-face",
                                                      "formation-change", "frontage-change", "gap-closing", "move",       "wrap-around", "withdrawal",
                                                      "backward",         "sideways",        "reform",      "other",      "dressing",    "arrival"};
    return names[k];
}
