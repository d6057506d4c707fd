// What must hold between the parts of a game file.
#include "core/game_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One id or marker with the place at which it is written.
typedef struct {
    char key[GAME_ID_MAX + TAG_FAMILY_MAX];
    char place[GAME_ID_MAX];
} named;

static int by_key(const void *a, const void *b) {
    const named *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : strcmp(x->place, y->place);
}

static bool all_different(json_reader *r, named *list, int count, const char *what) {
    qsort(list, (size_t)count, sizeof *list, by_key);
    for (int i = 1; i < count; i++)
        if (strcmp(list[i].key, list[i - 1].key) == 0) {
            json_node n = {.json = NULL};
            snprintf(n.place, sizeof n.place, "%s", list[i].place);
            return json_reject(r, &n, "%s %s is used twice (also at %s): give each its own", what, list[i].key, list[i - 1].place);
        }
    return true;
}

static bool ids_differ(json_reader *r, const game *g, named *list) {
    for (int i = 0; i < g->side_count; i++) {
        snprintf(list[i].key, sizeof list[i].key, "\"%s\"", g->sides[i].id);
        snprintf(list[i].place, GAME_ID_MAX, "sides[%d].id", i);
    }
    if (!all_different(r, list, g->side_count, "the id")) return false;
    for (int i = 0; i < g->unit_count; i++) {
        snprintf(list[i].key, sizeof list[i].key, "\"%s\"", g->units[i].id);
        snprintf(list[i].place, GAME_ID_MAX, "units[%d].id", i);
    }
    if (!all_different(r, list, g->unit_count, "the id")) return false;
    for (int i = 0; i < g->figure_count; i++) {
        snprintf(list[i].key, sizeof list[i].key, "\"%s\"", g->figures[i].id);
        snprintf(list[i].place, GAME_ID_MAX, "units[%d].figures[%d].id", g->figures[i].unit, i - g->units[g->figures[i].unit].first_figure);
    }
    if (!all_different(r, list, g->figure_count, "the id")) return false;
    for (int i = 0; i < g->terrain_count; i++) {
        snprintf(list[i].key, sizeof list[i].key, "\"%s\"", g->terrain[i].id);
        snprintf(list[i].place, GAME_ID_MAX, "terrain[%d].id", i);
    }
    return all_different(r, list, g->terrain_count, "the id");
}

static int name_marker(named *out, const marker *m) {
    if (!m->family[0]) return 0;
    snprintf(out->key, sizeof out->key, "%s %d", m->family, m->id);
    return 1;
}

static bool markers_differ(json_reader *r, const game *g, named *list) {
    int n = 0;
    for (int i = 0; i < g->table_marker_count; i++) {
        snprintf(list[n].place, GAME_ID_MAX, "table.markers[%d]", i);
        n += name_marker(&list[n], &g->table_markers[i].marker);
    }
    for (int i = 0; i < g->unit_count; i++) {
        snprintf(list[n].place, GAME_ID_MAX, "units[%d].marker", i);
        n += name_marker(&list[n], &g->units[i].marker);
    }
    for (int i = 0; i < g->figure_count; i++) {
        snprintf(list[n].place, GAME_ID_MAX, "units[%d].figures[%d].marker", g->figures[i].unit, i - g->units[g->figures[i].unit].first_figure);
        n += name_marker(&list[n], &g->figures[i].marker);
    }
    for (int i = 0; i < g->declaration_count; i++) {
        snprintf(list[n].place, GAME_ID_MAX, "declaration_markers[%d]", i);
        n += name_marker(&list[n], &g->declarations[i].marker);
    }
    return all_different(r, list, n, "the marker");
}

static bool on_table(const game *g, vec2 at) { return at.x >= 0 && at.y >= 0 && at.x <= g->width_in && at.y <= g->depth_in; }

static bool places_are_on_the_table(json_reader *r, const game *g) {
    json_node n = {.json = NULL};
    for (int i = 0; i < g->figure_count; i++) {
        const game_figure *f = &g->figures[i];
        if (!f->has_start || on_table(g, f->start.at)) continue;
        const game_unit *u = &g->units[f->unit];
        if (u->array_files)
            snprintf(n.place, sizeof n.place, "units[%d].array.at", f->unit);
        else
            snprintf(n.place, sizeof n.place, "units[%d].figures[%d].start", f->unit, i - u->first_figure);
        return json_reject(r, &n, "puts %s at %.2f, %.2f, off the %g x %g inch table", f->id, f->start.at.x, f->start.at.y, g->width_in, g->depth_in);
    }
    return true;
}

bool game_check(json_reader *r, const game *g) {
    size_t most = (size_t)(g->table_marker_count + g->side_count + g->unit_count + g->figure_count + g->terrain_count + g->declaration_count) + 1;
    named *list = calloc(most, sizeof *list);
    if (!list) {
        r->failed = fault_set(r->fault, STATUS_MEMORY, "%s: out of memory", r->name);
        return false;
    }
    bool ok = ids_differ(r, g, list) && markers_differ(r, g, list) && places_are_on_the_table(r, g);
    free(list);
    return ok;
}
