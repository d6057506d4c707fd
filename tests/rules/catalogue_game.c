#include <stdlib.h>

#include "catalogue.h"

static void default_base(cJSON *holder) {
    if (cJSON_GetObjectItem(holder, "base")) return;
    cJSON *b = cJSON_AddObjectToObject(holder, "base");
    cJSON_AddStringToObject(b, "shape", "square");
    cJSON_AddNumberToObject(b, "width_mm", 20);
    cJSON_AddNumberToObject(b, "depth_mm", 20);
}

static void complete_unit(cJSON *unit) {
    const cJSON *id = cJSON_GetObjectItem(unit, "id");
    if (!cJSON_GetObjectItem(unit, "side")) cJSON_AddStringToObject(unit, "side", id && id->valuestring[0] == 'R' ? "red" : "blue");
    if (!cJSON_GetObjectItem(unit, "movement_in")) cJSON_AddNumberToObject(unit, "movement_in", 12);
    if (cJSON_IsNull(cJSON_GetObjectItem(unit, "movement_in"))) cJSON_DeleteItemFromObject(unit, "movement_in");
    cJSON *array = cJSON_GetObjectItem(unit, "array"), *figure;
    if (array) default_base(array);
    cJSON_ArrayForEach(figure, cJSON_GetObjectItem(unit, "figures")) default_base(figure);
}

static void add_side(cJSON *sides, const char *id, const char *edge) {
    cJSON *side = cJSON_CreateObject();
    cJSON_AddStringToObject(side, "id", id);
    cJSON_AddStringToObject(side, "home_edge", edge);
    cJSON_AddItemToArray(sides, side);
}

static void take(cJSON *to, const cJSON *from, const char *key) {
    const cJSON *item = cJSON_GetObjectItem(from, key);
    if (item) cJSON_AddItemToObject(to, key, cJSON_Duplicate(item, true));
}

cJSON *catalogue_game(const char *ruleset, const cJSON *test) {
    cJSON *g = cJSON_CreateObject(), *unit;
    cJSON_AddNumberToObject(g, "vedette", 1);
    cJSON_AddStringToObject(g, "ruleset", ruleset);
    static const char *const keys[] = {"options", "table", "sides", "units", "terrain"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) take(g, test, keys[i]);
    if (!cJSON_GetObjectItem(g, "table")) {
        cJSON *table = cJSON_AddObjectToObject(g, "table");
        cJSON_AddNumberToObject(table, "width_in", 72);
        cJSON_AddNumberToObject(table, "depth_in", 48);
    }
    if (!cJSON_GetObjectItem(g, "sides")) {
        cJSON *sides = cJSON_AddArrayToObject(g, "sides");
        add_side(sides, "red", "south");
        add_side(sides, "blue", "north");
    }
    cJSON_ArrayForEach(unit, cJSON_GetObjectItem(g, "units")) complete_unit(unit);
    return g;
}
