#include "record/corrected_rows.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "record/store.h"

static bool add(corrected_rows *c, const cJSON *o) {
    const cJSON *row = cJSON_GetObjectItemCaseSensitive(o, "row"), *event = cJSON_GetObjectItemCaseSensitive(o, "event");
    if (!cJSON_IsNumber(row)) return true;
    corrected_row *more = realloc(c->at, (size_t)(c->count + 1) * sizeof *more);
    if (!more) return false;
    c->at = more;
    c->at[c->count++] = (corrected_row){(int64_t)row->valuedouble, cJSON_IsObject(event) ? cJSON_PrintUnformatted(event) : NULL};
    return true;
}

status corrected_rows_read(corrected_rows *c, record *r, fault *fault) {
    record_row row;
    status s = record_seek(r, 0);
    bool room = true;
    while (s == STATUS_OK && room && (s = record_next(r, &row)) == STATUS_OK) {
        if (row.log != RECORD_AMENDMENT || strcmp(row.kind, "amend") != 0) continue;
        cJSON *o = cJSON_Parse(row.json);
        room = add(c, o);
        cJSON_Delete(o);
    }
    if (!room) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", r->path);
    return s == STATUS_END ? STATUS_OK : store_failed(r->db, r->path, fault);
}

const corrected_row *corrected_rows_find(const corrected_rows *c, int64_t row) {
    for (int i = c->count - 1; i >= 0; i--)
        if (c->at[i].row == row) return &c->at[i];
    return NULL;
}

void corrected_rows_free(corrected_rows *c) {
    for (int i = 0; i < c->count; i++) free(c->at[i].event);
    free(c->at);
    *c = (corrected_rows){0};
}
