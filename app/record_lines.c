#include "app/record_lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(void **list, long count, size_t size) {
    if (count & (count - 1)) return true;  // room runs out at powers of two alone
    void *more = realloc(*list, (count ? 2 * (size_t)count : 1) * size);
    if (more) *list = more;
    return more != NULL;
}

static bool take_event(record_lines *l, const record_row *row) {
    if (!grow((void **)&l->rows, l->events.count, sizeof *l->rows)) return false;
    l->rows[l->events.count] = row->seq;
    return line_list_add(&l->events, row->json, strlen(row->json));
}

static bool take_conclusion(record_lines *l, const record_row *row) {
    if (!grow((void **)&l->said, l->conclusions.count, sizeof *l->said)) return false;
    recorded_conclusion *c = &l->said[l->conclusions.count];
    *c = (recorded_conclusion){.t_s = row->t_s, .events = l->events.count};
    snprintf(c->kind, sizeof c->kind, "%s", row->kind);
    return line_list_add(&l->conclusions, row->json, strlen(row->json));
}

static bool take_row(record_lines *l, const record_row *row) {
    if (row->log == RECORD_OBSERVATION) return take_event(l, row);
    if (row->log == RECORD_CONCLUSION) return take_conclusion(l, row);
    bool amends = row->log == RECORD_AMENDMENT && strcmp(row->kind, "amend") == 0;
    return !amends || line_list_add(&l->amendments, row->json, strlen(row->json));
}

static status read_rows(record_lines *l, record *r, const char *path, fault *fault) {
    record_row row;
    status s;
    while ((s = record_next(r, &row)) == STATUS_OK) {
        if (!(row.t_s >= 0 && row.t_s <= RECORD_T_MAX_S))
            return fault_set(fault, STATUS_IO, "%s: damaged: row %lld is of %g s, and no game is as long", path, (long long)row.seq, row.t_s);
        if (!take_row(l, &row)) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    }
    return s == STATUS_END ? STATUS_OK : fault_set(fault, s, "%s: damaged after row %lld: `vedette check` tells more", path, (long long)row.seq);
}

static status copy_text(const record *r, const char *key, char **out, fault *fault) {
    const char *text = record_meta_text(r, key);
    *out = strdup(text ? text : "");
    return *out ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

status record_lines_read(record_lines *l, const char *path, fault *fault) {
    record *r = NULL;
    *l = (record_lines){.events.name = path, .conclusions.name = path, .amendments.name = path};
    status s = record_open(path, &r, fault);
    if (s == STATUS_OK) s = copy_text(r, "game", &l->game_text, fault);
    if (s == STATUS_OK && !l->game_text[0]) s = fault_set(fault, STATUS_INVALID, "%s: holds no game file: it is damaged", path);
    if (s == STATUS_OK) s = copy_text(r, "program", &l->program, fault);
    if (s == STATUS_OK) s = read_rows(l, r, path, fault);
    record_close(r, NULL);
    return s;
}

void record_lines_free(record_lines *l) {
    free(l->game_text);
    free(l->program);
    line_list_free(&l->events);
    free(l->rows);
    line_list_free(&l->conclusions);
    free(l->said);
    line_list_free(&l->amendments);
}
