#include "pipeline/families.h"

#include <string.h>

#include "core/tag_name.h"

bool families_add(vision_options *o, const char *family) {
    int i = 0;
    while (i < VISION_MAX_FAMILIES && o->families[i][0]) {
        if (strcmp(o->families[i], family) == 0) return true;
        i++;
    }
    if (i >= VISION_MAX_FAMILIES) return false;
    size_t n = strlen(family);
    if (n >= TAG_FAMILY_MAX) return false;
    memcpy(o->families[i], family, n + 1);
    return true;
}

static status take(vision_options *o, const marker *m, const char *place, int index, fault *fault) {
    if (!m->family[0] || game_is_rim(m)) return STATUS_OK;
    if (tag_name_known(m->family) && families_add(o, m->family)) return STATUS_OK;
    return fault_set(
        fault, STATUS_INVALID,
        "%s[%d]: the tag family \"%s\" is not known: tag36h11, tag25h9, tag16h5, tagStandard41h12 or an ArUco dictionary as aruco4x4_100", place,
        index, m->family);
}

status families_of_game(const game *g, vision_options *o, fault *fault) {
    status s = STATUS_OK;
    for (int i = 0; i < g->table_marker_count && s == STATUS_OK; i++) s = take(o, &g->table_markers[i].marker, "table.markers", i, fault);
    for (int i = 0; i < g->unit_count && s == STATUS_OK; i++) s = take(o, &g->units[i].marker, "the marker of units", i, fault);
    for (int i = 0; i < g->figure_count && s == STATUS_OK; i++) s = take(o, &g->figures[i].marker, "the marker of figure", i, fault);
    for (int i = 0; i < g->declaration_count && s == STATUS_OK; i++) s = take(o, &g->declarations[i].marker, "declaration_markers", i, fault);
    return s;
}
