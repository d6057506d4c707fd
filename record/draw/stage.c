#include "record/draw/stage.h"

#include <math.h>
#include <string.h>

status stage_begin(stage *s, record *r, fault *fault) {
    *s = (stage){.record = r};
    status result = tale_read(&s->tale, r, fault);
    if (result == STATUS_OK) result = scene_init(&s->scene, s->tale.game, fault);
    if (result == STATUS_OK) result = stream_reader_create(s->tale.game, &s->reader, fault);
    return result == STATUS_OK ? record_seek(r, 0) : result;
}

void stage_end(stage *s) {
    stream_reader_destroy(s->reader);
    scene_finish(&s->scene);
    tale_finish(&s->tale);
}

status stage_next(stage *s, fault *fault) {
    event e;
    status result = record_next(s->record, &s->row);
    s->moved = false;
    if (result == STATUS_IO) return fault_set(fault, result, "the record is damaged: `vedette check` tells more");
    if (result != STATUS_OK || s->row.log != RECORD_OBSERVATION) return result;
    if (stream_read_event(s->reader, s->row.json, strlen(s->row.json), &e, NULL) != STATUS_OK) return STATUS_OK;  // what the judge passed over
    s->t_s = fmax(s->t_s, fmin(e.t_s, RECORD_T_MAX_S));
    s->moved = scene_apply(&s->scene, &e);
    return STATUS_OK;
}

status stage_next_move(stage *s, int number, const tale_move **out, fault *fault) {
    status result;
    while ((result = stage_next(s, fault)) == STATUS_OK) {
        if (s->row.log != RECORD_CONCLUSION || strcmp(s->row.kind, "move") != 0) continue;
        cJSON *o = cJSON_Parse(s->row.json);
        double said = tale_number(o, "move", 0);
        cJSON_Delete(o);
        const tale_move *m = said >= 1 && said < 1e6 ? tale_find(&s->tale, (int)said) : NULL;
        if (!m || s->row.t_s != m->t_s || (number > 0 && m->number != number)) continue;
        *out = m;
        return STATUS_OK;
    }
    return result;
}
