// Nudges, offers, groups of figures that may be one another, entries left aside, and how recording goes, as JSON lines (docs/stream.md).
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

char *stream_challenge_json(const game *g, const stream_challenge *c) {
    json_text j = {0};
    emit_line(&j, "challenge", c->t_s);
    emit_key_int(&j, "move", c->move);
    if (c->unit >= 0 && c->unit < g->unit_count) emit_key_string(&j, "unit", g->units[c->unit].id);
    emit_key_word(&j, "by", c->by);
    emit_key_word(&j, "side", c->side_id);
    emit_key_word(&j, "note", c->note);
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

char *stream_recording_json(const stream_recording *r) {
    json_text j = {0};
    emit_line(&j, "recording", r->t_s);
    emit_key_string(&j, "state", r->failing ? "failing" : "well");
    emit_key_string(&j, "why", r->why);
    if (r->lost) {
        emit_key(&j, "lost");
        emit_open(&j, '[');
        emit_number(&j, r->lost_from_s, 3);
        emit_number(&j, r->lost_to_s, 3);
        emit_close(&j, ']');
    }
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_recording_member(const char *head, const char *why) {
    json_text j = {0};
    emit_key(&j, "record");
    emit_open(&j, '{');
    emit_key_string(&j, "head", head);
    emit_key_string(&j, "why", why);
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_picture_json(const game *g, const stream_picture *p) {
    json_text j = {0};
    emit_line(&j, "picture", p->t_s);
    if (p->move > 0) emit_key_int(&j, "move", p->move);
    if (p->unit >= 0) emit_key_unit(&j, g, p->unit);
    emit_key_string(&j, "what", p->what);
    emit_key_string(&j, "type", "image/jpeg");
    emit_key_int(&j, "width", p->width);
    emit_key_int(&j, "height", p->height);
    emit_key(&j, "box");
    emit_open(&j, '[');
    emit_number(&j, p->low.x, 3);
    emit_number(&j, p->low.y, 3);
    emit_number(&j, p->high.x, 3);
    emit_number(&j, p->high.y, 3);
    emit_close(&j, ']');
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_film_json(const stream_film *f) {
    json_text j = {0};
    emit_line(&j, f->kind, f->t_s);
    emit_key_string(&j, "file", f->file);
    if (f->frames > 0) emit_key_int(&j, "frames", f->frames);
    if (f->width > 0) emit_key_int(&j, "width", f->width);
    if (f->height > 0) emit_key_int(&j, "height", f->height);
    emit_close(&j, '}');
    return emit_finish(&j);
}
