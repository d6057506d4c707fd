#include "core/sighting.h"

const char *seen_by_name(seen_by by) {
    static const char *const names[] = {"tag", "rim", "plain", "unit-marker"};
    return names[by];
}
