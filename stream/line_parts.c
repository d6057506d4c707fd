#include "stream/line_parts.h"

void emit_key_point(json_text *j, const char *key, vec2 p) {
    emit_key(j, key);
    emit_point(j, p);
}

void emit_key_degrees(json_text *j, const char *key, double rad) { emit_key_number(j, key, emit_heading_deg(rad), 4); }

void emit_key_word(json_text *j, const char *key, const char *word) {
    if (word && word[0]) emit_key_string(j, key, word);
}

void emit_pose(json_text *j, vec2 at, double heading_rad) {
    emit_open(j, '[');
    emit_number(j, at.x, 4);
    emit_number(j, at.y, 4);
    emit_number(j, emit_heading_deg(heading_rad), 4);
    emit_close(j, ']');
}

void emit_fronts(json_text *j, pose p, int decimals) {
    emit_open(j, '[');
    for (int k = 0; k < p.fronts; k++) emit_number(j, emit_heading_deg(p.heading_rad + k * pose_front_step(p)), decimals);
    emit_close(j, ']');
}

void emit_key_figures(json_text *j, const game *g, const int *figures, int count) {
    emit_key(j, "figures");
    emit_open(j, '[');
    for (int i = 0; i < count; i++)
        if (figures[i] >= 0 && figures[i] < g->figure_count) emit_string(j, g->figures[figures[i]].id);
    emit_close(j, ']');
}

void emit_key_unit(json_text *j, const game *g, int unit) {
    if (unit < 0 || unit >= g->unit_count) return;
    emit_key_string(j, "unit", g->units[unit].id);
    int side = g->units[unit].side;
    if (side >= 0 && side < g->side_count) emit_key_string(j, "side", g->sides[side].id);
}

void emit_line(json_text *j, const char *kind, double t_s) {
    emit_open(j, '{');
    emit_key_string(j, "kind", kind);
    emit_key(j, "t");
    emit_exact(j, t_s);
}

void emit_key_places(json_text *j, const game *g, const char *key, const int *figures, const pose *at, int count) {
    emit_key(j, key);
    emit_open(j, '{');
    for (int i = 0; i < count; i++) {
        emit_key(j, g->figures[figures[i]].id);
        emit_pose(j, at[i].at, at[i].heading_rad);
    }
    emit_close(j, '}');
}

void emit_nudge(json_text *j, const game *g, const stream_nudge *n, const char *number_key) {
    emit_key_figures(j, g, n->figures, n->figure_count);
    emit_key_number(j, "distance_in", n->distance_in, 4);
    emit_key_string(j, "unit", g->units[n->unit].id);
    if (n->side >= 0) emit_key_string(j, "side", g->sides[n->side].id);
    emit_key_int(j, number_key, n->number);
    if (n->gap_s > 0) emit_key_number(j, "gap_s", n->gap_s, 2);
    emit_key_places(j, g, "from", n->figures, n->from, n->figure_count);
    emit_key_places(j, g, "to", n->figures, n->to, n->figure_count);
}
