// core/event -> event lines.
#include "stream/event_fields.h"

char *stream_event_json(const game *g, const event *e) {
    json_text j = {0};
    const event_layout *l = &event_layouts[e->kind];
    emit_open(&j, '{');
    emit_key_string(&j, "kind", event_kind_name(e->kind));
    emit_key(&j, "t");
    emit_exact(&j, e->t_s);
    for (int i = 0; i < l->field_count; i++) l->fields[i].type->write(&j, g, &l->fields[i], e);
    emit_close(&j, '}');
    return emit_finish(&j);
}
