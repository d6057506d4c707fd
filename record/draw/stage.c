#include "record/draw/stage.h"

#include <math.h>
#include <stdio.h>
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
    s->t_s = fmax(s->t_s, tale_time(e.t_s));
    s->moved = scene_apply(&s->scene, &e);
    return STATUS_OK;
}

status stage_next_move(stage *s, int number, const tale_move **out, fault *fault) {
    status result;
    while ((result = stage_next(s, fault)) == STATUS_OK) {
        const tale_move *m = tale_first_said(&s->tale, &s->row);
        if (!m || (number > 0 && m->number != number)) continue;
        *out = m;
        return STATUS_OK;
    }
    return result;
}

status stage_no_such_move(const stage *s, int number, fault *fault) {
    const tale *t = &s->tale;
    char list[300] = "";
    for (int i = 0; i < t->count && i < 20; i++) snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d", i ? ", " : "", t->moves[i].number);
    if (t->count == 0) return fault_set(fault, STATUS_INVALID, "--move %d: the record has no moves", number);
    return fault_set(fault, STATUS_INVALID, "--move %d: there is no such move; it has %s%s", number, list, t->count > 20 ? " and more" : "");
}
