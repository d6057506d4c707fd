#include "core/event.h"

const char *event_kind_name(event_kind k) {
    static const char *const names[EVENT_KIND_COUNT] = {"header", "phase",  "initiative", "observe",  "declare",   "order",  "dice",
                                                        "status", "remove", "place",      "end-move", "take-back", "ruling", "behaviour"};
    return names[k];
}
