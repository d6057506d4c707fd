#include "app/entry_rights.h"

#include <string.h>

// What players may enter: for a unit of their side, unless it is said otherwise.
static const char *const of_players[] = {"declare", "dice", "order", "end-move", "take-back", "guide", "challenge", NULL};

static bool is_among(const char *word, const char *const *list) {
    while (*list && strcmp(*list, word) != 0) list++;
    return *list != NULL;
}

static bool is_own(const game *g, const web_who *who, int unit) {
    int side = unit >= 0 ? g->units[unit].side : -1;
    return !who->side[0] || unit < 0 || (side >= 0 && strcmp(g->sides[side].id, who->side) == 0);
}

// The unit that it is about; -1: none that is known.
static int unit_of(const game *g, const cJSON *o) {
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "unit"));
    return id ? game_find_unit(g, id) : -1;
}

// The first unit of another side among the figures that are named; -1: all are own ones.
static int foreign_figure(const game *g, const web_who *who, const cJSON *o) {
    const cJSON *f, *figures = cJSON_GetObjectItemCaseSensitive(o, "figures");
    cJSON_ArrayForEach(f, figures) {
        const char *id = f->string ? f->string : cJSON_GetStringValue(f);
        int figure = id ? game_find_figure(g, id) : -1;
        if (figure >= 0 && !is_own(g, who, g->figures[figure].unit)) return g->figures[figure].unit;
    }
    return -1;
}

status entry_rights_check(const game *g, const web_who *who, const cJSON *o, fault *fault) {
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "kind"));
    if (who->role == WEB_JUDGE || !kind) return STATUS_OK;
    if (who->role != WEB_PLAYER) return fault_set(fault, STATUS_INVALID, "viewers look on: log in as a player or as the judge to enter something");
    if (!is_among(kind, of_players)) return fault_set(fault, STATUS_INVALID, "%.40s is the judge's to enter: ask the judge", kind);
    int unit = unit_of(g, o), other = is_own(g, who, unit) ? foreign_figure(g, who, o) : unit;
    if (other < 0 || strcmp(kind, "challenge") == 0) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, "%s is the other side's: its player or the judge enters that", g->units[other].name);
}
