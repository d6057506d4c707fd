// The roster as the page needs it: shapes and names, no markers or options.
#include <stdio.h>
#include <string.h>

#include "record/json_text.h"
#include "record/wire.h"

static void key_string(json_text *j, const char *key, const char *s) {
    json_key(j, key);
    json_string(j, s);
}

static void key_number(json_text *j, const char *key, double x) {
    json_key(j, key);
    json_number(j, x, 4);
}

static void key_colour(json_text *j, const char *key, uint32_t rgb) {
    char text[8];
    if (rgb == NO_COLOUR) return;
    snprintf(text, sizeof text, "#%06x", (unsigned)(rgb & 0xffffffu));
    key_string(j, key, text);
}

static void put_sides(json_text *j, const game *g) {
    json_key(j, "sides");
    json_open(j, '[');
    for (int i = 0; i < g->side_count; i++) {
        const game_side *s = &g->sides[i];
        json_open(j, '{');
        key_string(j, "id", s->id);
        key_string(j, "name", s->name[0] ? s->name : s->id);
        key_colour(j, "colour", s->rgb);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_figure(json_text *j, const game_figure *f) {
    json_open(j, '{');
    key_string(j, "id", f->id);
    key_string(j, "shape", base_shape_name(f->base.shape));
    key_number(j, "width", f->base.width_in);
    key_number(j, "depth", f->base.depth_in);
    json_close(j, '}');
}

static void put_unit(json_text *j, const game *g, const game_unit *u) {
    json_open(j, '{');
    key_string(j, "id", u->id);
    key_string(j, "name", u->name[0] ? u->name : u->id);
    if (u->side >= 0 && u->side < g->side_count) key_string(j, "side", g->sides[u->side].id);
    key_string(j, "type", unit_type_name(u->type));
    key_string(j, "troop", troop_name(u->troop));
    key_number(j, "movement", u->movement_in);
    json_key(j, "figures");
    json_open(j, '[');
    for (int i = 0; i < u->figure_count; i++) put_figure(j, &g->figures[u->first_figure + i]);
    json_close(j, ']');
    json_close(j, '}');
}

static void key_points(json_text *j, const char *key, const vec2 *at, int count) {
    if (count == 0) return;
    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; i < count; i++) json_point(j, at[i]);
    json_close(j, ']');
}

static void put_terrain(json_text *j, const game_terrain *t) {
    json_open(j, '{');
    key_string(j, "id", t->id);
    key_string(j, "kind", t->kind);
    key_points(j, "polygon", t->polygon, t->polygon_count);
    key_points(j, "line", t->line, t->line_count);
    key_number(j, "width", t->width_in);
    key_number(j, "elevation", t->elevation_in);
    json_close(j, '}');
}

char *wire_game_json(const game *g) {
    json_text j = {0};
    json_open(&j, '{');
    key_string(&j, "kind", "game");
    key_string(&j, "title", g->title);
    key_string(&j, "ruleset", g->ruleset);
    json_key(&j, "table");
    json_open(&j, '{');
    key_number(&j, "width", g->width_in);
    key_number(&j, "depth", g->depth_in);
    json_close(&j, '}');
    put_sides(&j, g);
    json_key(&j, "units");
    json_open(&j, '[');
    for (int i = 0; i < g->unit_count; i++) put_unit(&j, g, &g->units[i]);
    json_close(&j, ']');
    json_key(&j, "terrain");
    json_open(&j, '[');
    for (int i = 0; i < g->terrain_count; i++) put_terrain(&j, &g->terrain[i]);
    json_close(&j, ']');
    json_close(&j, '}');
    return json_finish(&j);
}
