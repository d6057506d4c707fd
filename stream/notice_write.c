// Nudges, offers, groups of figures that may be one another, and entries left aside as JSON lines (docs/stream.md).
#include "stream/line_parts.h"

char *stream_nudge_json(const game *g, const stream_nudge *n) {
    json_text j = {0};
    emit_line(&j, "nudge", n->t_s);
    emit_nudge(&j, g, n, "number");
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_put_back_json(const game *g, double t_s, const stream_nudge *n) {
    json_text j = {0};
    emit_line(&j, "nudge", t_s);
    emit_nudge(&j, g, n, "put_back");
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_offer_json(const game *g, double t_s, int unit, int number, const char *message) {
    json_text j = {0};
    emit_line(&j, "offer", t_s);
    emit_key_unit(&j, g, unit);
    emit_key_string(&j, "action", "take-back");
    emit_key_int(&j, "move", number);
    emit_key_string(&j, "message", message);
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_ambiguity_json(const game *g, double t_s, const int *figures, const int *group, int count, const char *message) {
    json_text j = {0};
    emit_line(&j, "mixed", t_s);
    emit_key(&j, "groups");
    emit_open(&j, '[');
    for (int i = 0; i < count; i++) {
        if (i == 0 || group[i] != group[i - 1]) emit_open(&j, '[');
        emit_string(&j, g->figures[figures[i]].id);
        if (i + 1 == count || group[i + 1] != group[i]) emit_close(&j, ']');
    }
    emit_close(&j, ']');
    emit_key_string(&j, "message", message);
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_aside_json(double t_s, const char *text) {
    json_text j = {0};
    emit_line(&j, "aside", t_s);
    emit_key_string(&j, "message", text);
    emit_close(&j, '}');
    return emit_finish(&j);
}
