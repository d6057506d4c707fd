#include "twin.h"

#include <string.h>

#include "bench/random_units.h"

// Where a place of the case's table lies on the twin's.
static vec2 carry(const twin *t, const game *g, vec2 p) {
    double width = g->width_in, depth = g->depth_in;
    if (t->mirrored) p.x = width - p.x;
    for (int k = 0; k < t->quarters; k++) {
        double held = width;
        p = (vec2){depth - p.y, p.x};
        width = depth, depth = held;
    }
    return (vec2){p.x + t->west_in, p.y + t->south_in};
}

static double turn(const twin *t, double heading_deg) { return (t->mirrored ? 180 - heading_deg : heading_deg) + 90 * t->quarters; }

static void set_number(cJSON *list, int i, double value) { cJSON_SetNumberValue(cJSON_GetArrayItem(list, i), value); }

static double number(const cJSON *list, int i) { return cJSON_GetArrayItem(list, i)->valuedouble; }

// [x, y] or [x, y, heading].
static void carry_place(const twin *t, const game *g, cJSON *place) {
    vec2 p = carry(t, g, (vec2){number(place, 0), number(place, 1)});
    set_number(place, 0, p.x), set_number(place, 1, p.y);
    if (cJSON_GetArraySize(place) > 2) set_number(place, 2, turn(t, number(place, 2)));
}

static void carry_heading(const twin *t, cJSON *holder, const char *key) {
    cJSON *heading = cJSON_GetObjectItem(holder, key);
    if (cJSON_IsNumber(heading)) cJSON_SetNumberValue(heading, turn(t, heading->valuedouble));
}

static void carry_points(const twin *t, const game *g, cJSON *holder, const char *key) {
    cJSON *p;
    cJSON_ArrayForEach(p, cJSON_GetObjectItem(holder, key)) carry_place(t, g, p);
}

// Exchanges the word of that key for the one that stands so many places on in the ring.
static void step_word(cJSON *holder, const char *key, const char *const *ring, int count, int on) {
    cJSON *word = cJSON_GetObjectItem(holder, key);
    for (int i = 0; cJSON_IsString(word) && i < count; i++)
        if (strcmp(word->valuestring, ring[i]) == 0) {
            cJSON_SetValuestring(word, ring[(i + on) % count]);
            return;
        }
}

static void carry_edge(const twin *t, cJSON *holder, const char *key) {
    static const char *const edges[] = {"south", "east", "north", "west"}, *const sides[] = {"east", "west"};
    if (t->mirrored) step_word(holder, key, sides, 2, 1);
    step_word(holder, key, edges, 4, t->quarters);
}

static void shuffle(cJSON *list, unsigned long long *seed) {
    for (int left = cJSON_GetArraySize(list); left > 0; left--)
        cJSON_AddItemToArray(list, cJSON_DetachItemFromArray(list, random_between(seed, 0, left - 1)));
}

// The unit's figures one by one: an array says which is which by where it stands.
static void list_figures(cJSON *unit, const game *g) {
    const cJSON *base = cJSON_GetObjectItem(cJSON_GetObjectItem(unit, "array"), "base");
    if (!base) return;
    cJSON *figures = cJSON_CreateArray();
    const game_unit *u = &g->units[game_find_unit(g, cJSON_GetObjectItem(unit, "id")->valuestring)];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        cJSON *figure = cJSON_CreateObject();
        double start[3] = {g->figures[i].start.at.x, g->figures[i].start.at.y, g->figures[i].start.heading_rad * DEG_PER_RAD};
        cJSON_AddStringToObject(figure, "id", g->figures[i].id);
        cJSON_AddItemToObject(figure, "base", cJSON_Duplicate(base, true));
        if (g->figures[i].has_start) cJSON_AddItemToObject(figure, "start", cJSON_CreateDoubleArray(start, 3));
        cJSON_AddItemToArray(figures, figure);
    }
    cJSON_DeleteItemFromObject(unit, "array");
    cJSON_AddItemToObject(unit, "figures", figures);
}

static void carry_unit(const twin *t, const game *g, cJSON *unit, unsigned long long *seed) {
    cJSON *figures, *figure;
    list_figures(unit, g);
    figures = cJSON_GetObjectItem(unit, "figures");
    cJSON_ArrayForEach(figure, figures) {
        cJSON *start = cJSON_GetObjectItem(figure, "start");
        if (start) carry_place(t, g, start);
    }
    if (t->relisted) shuffle(figures, seed);
}

static void carry_table(const twin *t, const game *g, cJSON *table) {
    bool across = t->quarters % 2;
    cJSON_SetNumberValue(cJSON_GetObjectItem(table, "width_in"), (across ? g->depth_in : g->width_in) + t->west_in);
    cJSON_SetNumberValue(cJSON_GetObjectItem(table, "depth_in"), (across ? g->width_in : g->depth_in) + t->south_in);
}

cJSON *twin_game(const twin *t, const cJSON *roster, const game *g) {
    cJSON *out = cJSON_Duplicate(roster, true), *item;
    unsigned long long seed = t->seed;
    carry_table(t, g, cJSON_GetObjectItem(out, "table"));
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(out, "sides")) carry_edge(t, item, "home_edge");
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(out, "terrain")) {
        carry_points(t, g, item, "polygon_in");
        carry_points(t, g, item, "line_in");
        carry_heading(t, item, "uphill_deg");
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(out, "units")) carry_unit(t, g, item, &seed);
    if (t->relisted) shuffle(cJSON_GetObjectItem(out, "units"), &seed);
    return out;
}

static void see_wrong(const twin *t, cJSON *e, unsigned long long *seed) {
    cJSON *place;
    cJSON_ArrayForEach(place, cJSON_GetObjectItem(e, "figures")) {
        for (int i = 0; i < 2; i++) set_number(place, i, number(place, i) + t->sigma_in * random_normal(seed));
        if (cJSON_GetArraySize(place) > 2) set_number(place, 2, number(place, 2) + t->sigma_deg * random_normal(seed));
    }
    cJSON_AddNumberToObject(e, "sigma_in", t->sigma_in);
    cJSON_AddNumberToObject(e, "sigma_deg", t->sigma_deg);
}

static void carry_event(const twin *t, const game *g, cJSON *e) {
    static const char *const faces[] = {"left-face", "right-face"};
    cJSON *item, *cause = cJSON_GetObjectItem(cJSON_GetObjectItem(e, "set"), "rout_cause");
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(e, "figures")) if (cJSON_IsArray(item)) carry_place(t, g, item);
    if (t->mirrored) step_word(e, "action", faces, 2, 1);
    carry_edge(t, e, "edge");
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(e, "moves")) {
        carry_heading(t, item, "direction");
        carry_heading(t, item, "facing");
    }
    if (cJSON_IsArray(cause)) carry_place(t, g, cause);
}

static cJSON *look_at_all(const game *g) {
    cJSON *e = cJSON_CreateObject(), *figures = cJSON_CreateObject();
    cJSON_AddStringToObject(e, "kind", "observe");
    cJSON_AddNumberToObject(e, "t", 0);
    for (int i = 0; i < g->figure_count; i++) {
        double start[3] = {g->figures[i].start.at.x, g->figures[i].start.at.y, g->figures[i].start.heading_rad * DEG_PER_RAD};
        if (g->figures[i].has_start) cJSON_AddItemToObject(figures, g->figures[i].id, cJSON_CreateDoubleArray(start, 3));
    }
    cJSON_AddItemToObject(e, "figures", figures);
    return e;
}

cJSON *twin_events(const twin *t, const cJSON *events, const game *g) {
    cJSON *out = cJSON_Duplicate(events, true), *e;
    unsigned long long seed = t->seed;
    if (t->sigma_in > 0) cJSON_InsertItemInArray(out, 0, look_at_all(g));
    cJSON_ArrayForEach(e, out) {
        carry_event(t, g, e);
        const char *kind = cJSON_GetStringValue(cJSON_GetObjectItem(e, "kind"));
        if (t->sigma_in > 0 && kind && (strcmp(kind, "observe") == 0 || strcmp(kind, "place") == 0)) see_wrong(t, e, &seed);
    }
    return out;
}
