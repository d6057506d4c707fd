// The roster as the page needs it: shapes and names, no markers or options.
#include <stdio.h>
#include <string.h>

#include "stream/json_text.h"
#include "stream/stream.h"

static void key_colour(json_text *j, const char *key, uint32_t rgb) {
    char text[8];
    if (rgb == NO_COLOUR) return;
    snprintf(text, sizeof text, "#%06x", (unsigned)(rgb & 0xffffffu));
    emit_key_string(j, key, text);
}

static void put_sides(json_text *j, const game *g) {
    emit_key(j, "sides");
    emit_open(j, '[');
    for (int i = 0; i < g->side_count; i++) {
        const game_side *s = &g->sides[i];
        emit_open(j, '{');
        emit_key_string(j, "id", s->id);
        emit_key_string(j, "name", game_side_name(s));
        key_colour(j, "colour", s->rgb);
        emit_close(j, '}');
    }
    emit_close(j, ']');
}

static void put_figure(json_text *j, const game_figure *f) {
    emit_open(j, '{');
    emit_key_string(j, "id", f->id);
    emit_key_string(j, "shape", base_shape_name(f->base.shape));
    emit_key_number(j, "width", f->base.width_in, 4);
    emit_key_number(j, "depth", f->base.depth_in, 4);
    emit_close(j, '}');
}

static void put_unit(json_text *j, const game *g, const game_unit *u) {
    emit_open(j, '{');
    emit_key_string(j, "id", u->id);
    emit_key_string(j, "name", game_unit_name(u));
    if (u->side >= 0 && u->side < g->side_count) emit_key_string(j, "side", g->sides[u->side].id);
    emit_key_string(j, "type", unit_type_name(u->type));
    emit_key_string(j, "troop", troop_name(u->troop));
    emit_key_number(j, "movement", u->movement_in, 4);
    emit_key(j, "figures");
    emit_open(j, '[');
    for (int i = 0; i < u->figure_count; i++) put_figure(j, &g->figures[u->first_figure + i]);
    emit_close(j, ']');
    emit_close(j, '}');
}

static void key_points(json_text *j, const char *key, const vec2 *at, int count) {
    if (count == 0) return;
    emit_key(j, key);
    emit_open(j, '[');
    for (int i = 0; i < count; i++) emit_point(j, at[i]);
    emit_close(j, ']');
}

static void put_terrain(json_text *j, const game_terrain *t) {
    emit_open(j, '{');
    emit_key_string(j, "id", t->id);
    emit_key_string(j, "kind", t->kind);
    key_points(j, "polygon", t->polygon, t->polygon_count);
    key_points(j, "line", t->line, t->line_count);
    emit_key_number(j, "width", t->width_in, 4);
    emit_key_number(j, "elevation", t->elevation_in, 4);
    if (t->is_slope) emit_key_number(j, "uphill", t->uphill_rad * DEG_PER_RAD, 2);
    if (t->has_cross_cost) emit_key_number(j, "cross_cost", t->cross_cost_in, 4);
    emit_close(j, '}');
}

char *stream_game_json(const game *g) {
    json_text j = {0};
    emit_open(&j, '{');
    emit_key_string(&j, "kind", "game");
    emit_key_string(&j, "title", g->title);
    emit_key_string(&j, "ruleset", g->ruleset);
    emit_key(&j, "table");
    emit_open(&j, '{');
    emit_key_number(&j, "width", g->width_in, 4);
    emit_key_number(&j, "depth", g->depth_in, 4);
    emit_close(&j, '}');
    put_sides(&j, g);
    emit_key(&j, "units");
    emit_open(&j, '[');
    for (int i = 0; i < g->unit_count; i++) put_unit(&j, g, &g->units[i]);
    emit_close(&j, ']');
    emit_key(&j, "terrain");
    emit_open(&j, '[');
    for (int i = 0; i < g->terrain_count; i++) put_terrain(&j, &g->terrain[i]);
    emit_close(&j, ']');
    emit_close(&j, '}');
    return emit_finish(&j);
}
