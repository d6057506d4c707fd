#include "core/game.h"

#include <string.h>

// Rosters are small and looked up while reading events, so a walk over the ids is simple and fast enough: 4,096 ids of one cache line each.
int game_find_figure(const game *g, const char *id) {
    for (int i = 0; i < g->figure_count; i++)
        if (strcmp(g->figures[i].id, id) == 0) return i;
    return -1;
}

int game_find_unit(const game *g, const char *id) {
    for (int i = 0; i < g->unit_count; i++)
        if (strcmp(g->units[i].id, id) == 0) return i;
    return -1;
}

int game_find_side(const game *g, const char *id) {
    for (int i = 0; i < g->side_count; i++)
        if (strcmp(g->sides[i].id, id) == 0) return i;
    return -1;
}

const char *game_unit_name(const game_unit *u) { return u->name[0] ? u->name : u->id; }

const char *game_side_name(const game_side *s) { return s->name[0] ? s->name : s->id; }

static bool is_marker(const marker *m, const char *family, int id) { return m->family[0] && m->id == id && strcmp(m->family, family) == 0; }

int game_figure_of_marker(const game *g, const char *family, int id) {
    for (int i = 0; i < g->figure_count; i++)
        if (is_marker(&g->figures[i].marker, family, id)) return i;
    return -1;
}

int game_unit_of_marker(const game *g, const char *family, int id) {
    for (int i = 0; i < g->unit_count; i++)
        if (is_marker(&g->units[i].marker, family, id)) return i;
    return -1;
}

bool game_unit_has_trait(const game_unit *u, const char *trait) {
    for (int i = 0; i < u->trait_count; i++)
        if (strcmp(u->traits[i], trait) == 0) return true;
    return false;
}

double game_ground_in(const game *g, vec2 p) {
    double top = 0;
    for (int i = 0; i < g->terrain_count; i++) {
        const game_terrain *t = &g->terrain[i];
        if (t->elevation_in > top && t->polygon_count >= 3 && polygon_contains(t->polygon, t->polygon_count, p)) top = t->elevation_in;
    }
    return top;
}

bool game_has_terrain(const game *g, vec2 p, const char *kind) {
    for (int i = 0; i < g->terrain_count; i++) {
        const game_terrain *t = &g->terrain[i];
        if (strcmp(t->kind, kind) == 0 && t->polygon_count >= 3 && polygon_contains(t->polygon, t->polygon_count, p)) return true;
    }
    return false;
}

double game_base_top_in(const game *g, int f, vec2 p) {
    const game_figure *fig = &g->figures[f];
    const game_unit *u = &g->units[fig->unit];
    return game_ground_in(g, p) + (u->has_tray ? u->tray_height_in : 0) + fig->base.height_in;
}

const char *unit_type_name(unit_type t) {
    static const char *const names[UNIT_TYPE_COUNT] = {"regular", "skirmish", "mob", "individual", "ranked", "lone-model", "squad", "swarm"};
    return names[t];
}

const char *troop_name(troop_kind t) {
    static const char *const names[TROOP_COUNT] = {"infantry", "cavalry", "special", "artillery", "vehicle"};
    return names[t];
}
