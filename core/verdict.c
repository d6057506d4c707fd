#include "core/verdict.h"

const char *ruling_name(ruling r) {
    static const char *const names[] = {"legal", "advisory", "doubtful", "ask", "illegal"};
    return names[r];
}

const char *maneuver_name(maneuver_kind k) {
    static const char *const names[MANEUVER_COUNT] = {"advance",          "oblique",         "wheel",       "right-face", "left-face",   "about-face",
                                                      "formation-change", "frontage-change", "gap-closing", "move",       "wrap-around", "withdrawal",
                                                      "backward",         "sideways",        "reform",      "other"};
    return names[k];
}
