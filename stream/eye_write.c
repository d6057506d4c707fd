// What the camera's side tells the page beside the state of play.
#include <stdlib.h>
#include <string.h>

#include "stream/eye.h"
#include "stream/line_parts.h"

static void put_facts(json_text *j, const stream_eye *e) {
    emit_open(j, '{');
    emit_key_number(j, "camera_fps", e->camera_fps, 1);
    emit_key_int(j, "dropped", e->dropped);
    emit_key_string(j, "light", e->light);
    emit_key_number(j, "calibration_px", e->calibration_px, 2);
    emit_key_bool(j, "moved", e->moved);
    emit_key_int(j, "hidden", e->hidden);
    emit_key_int(j, "figures", e->figures);
    emit_key(j, "hand");
    if (e->hands_unknown)
        emit_null(j);
    else
        emit_bool(j, e->hand);
    emit_key_string(j, "why", e->why);
    emit_close(j, '}');
}

static void put_occluders(json_text *j, const stream_occluder *f) {
    emit_open(j, '{');
    emit_key_string(j, "kind", f->kind);
    emit_key_bool(j, "moves", f->moves);
    emit_key_outline(j, "outline", f->outline, f->count);
    emit_close(j, '}');
}

char *stream_eye_members(const stream_eye *e) {
    json_text j = {0};
    emit_open(&j, '{');
    emit_key(&j, "health_facts");
    put_facts(&j, e);
    emit_key(&j, "foreign");
    emit_open(&j, '[');
    for (int i = 0; i < e->occluder_count; i++) put_occluders(&j, &e->occluders[i]);
    emit_close(&j, ']');
    emit_close(&j, '}');
    char *text = emit_finish(&j);
    size_t length = text ? strlen(text) : 0;
    if (length < 2) return text;
    memmove(text, text + 1, length - 2);
    text[length - 2] = '\0';
    return text;
}

char *stream_health_json(const game *g, double t_s, stream_health_state state, const char *why, const bool *units) {
    static const char *const names[] = {"good", "partly", "blind"};
    json_text j = {0};
    emit_line(&j, "health", t_s);
    emit_key_string(&j, "state", names[state]);
    emit_key_string(&j, "why", why);
    emit_key(&j, "units");
    emit_open(&j, '[');
    for (int u = 0; u < g->unit_count; u++)
        if (units[u]) emit_string(&j, g->units[u].id);
    emit_close(&j, ']');
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_unknown_json(double t_s, vec2 at, const base *b, const char *message) {
    json_text j = {0};
    emit_open(&j, '{');
    emit_key_string(&j, "kind", "unknown");
    emit_key_number(&j, "t", t_s, 4);
    emit_key(&j, "at");
    emit_point(&j, at);
    if (b) {
        emit_key(&j, "base");
        emit_open(&j, '{');
        emit_key_string(&j, "shape", base_shape_name(b->shape));
        emit_key_number(&j, "width_mm", b->width_in / IN_PER_MM, 1);
        emit_key_number(&j, "depth_mm", b->depth_in / IN_PER_MM, 1);
        emit_close(&j, '}');
    }
    emit_key_string(&j, "message", message);
    emit_close(&j, '}');
    return emit_finish(&j);
}
