#include "record/tale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOVES_MOST 100000  // of one game; more are no game's

const char *tale_text(const cJSON *o, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    return text ? text : "";
}

double tale_number(const cJSON *o, const char *key, double otherwise) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsNumber(v) ? v->valuedouble : otherwise;
}

double tale_time(double t_s) { return fmin(fmax(t_s, 0), RECORD_T_MAX_S); }

const char *tale_ruling(const tale_move *m) { return tale_text(m->verdict, "ruling"); }

const char *tale_reason(const tale_move *m) {
    const cJSON *f, *findings = cJSON_GetObjectItemCaseSensitive(m->verdict, "findings");
    cJSON_ArrayForEach(f, findings) if (strcmp(tale_text(f, "ruling"), tale_ruling(m)) == 0) return tale_text(f, "message");
    return tale_text(cJSON_GetArrayItem(findings, 0), "message");  // of what is legal, but worth saying
}

const tale_move *tale_find(const tale *t, int number) {
    for (int i = t->count - 1; i >= 0; i--)
        if (t->moves[i].number == number) return &t->moves[i];
    return NULL;
}

const tale_move *tale_first_said(const tale *t, const record_row *row) {
    if (row->log != RECORD_CONCLUSION || strcmp(row->kind, "move") != 0) return NULL;
    int low = 0, high = t->count;  // verdicts stand in the order of their rows
    while (low < high) {
        int mid = (low + high) / 2;
        if (t->moves[mid].row < row->seq)
            low = mid + 1;
        else
            high = mid;
    }
    return low < t->count && t->moves[low].row == row->seq ? &t->moves[low] : NULL;
}

static int number_of(const cJSON *o) {
    double n = tale_number(o, "move", 0);
    return n >= 1 && n <= MOVES_MOST ? (int)n : 0;
}

// A place more in the list; NULL: it is full, or out of memory.
static tale_move *append(tale_move **list, int *count, int *capacity) {
    if (*count >= MOVES_MOST) return NULL;
    if (*count == *capacity) {
        int more = *capacity ? 2 * *capacity : 64;
        tale_move *grown = realloc(*list, (size_t)more * sizeof *grown);
        if (!grown) return NULL;
        *list = grown;
        *capacity = more;
    }
    return &(*list)[(*count)++];
}

// The move, new where it is not known yet; NULL: none, or out of memory.
static tale_move *move_of(tale *t, const cJSON *o) {
    int number = number_of(o);
    tale_move *m = number > 0 ? (tale_move *)tale_find(t, number) : NULL;
    if (m || number == 0) return m;
    m = append(&t->moves, &t->count, &t->capacity);
    if (m) *m = (tale_move){.number = number, .unit = -1};
    return m;
}

static void replace(cJSON **place, cJSON *with) {
    cJSON_Delete(*place);
    *place = with;
}

static void take_verdict(tale *t, const record_row *row) {
    cJSON *o = cJSON_Parse(row->json);
    tale_move *m = move_of(t, o);
    if (!m) {
        cJSON_Delete(o);
        return;
    }
    if (!m->verdict) {
        m->row = row->seq;
        m->t_s = tale_time(row->t_s);
        m->unit = game_find_unit(t->game, tale_text(o, "unit"));
    }
    replace(&m->verdict, o);
}

static void take_act(tale *t, const record_row *row) {
    cJSON *o = cJSON_Parse(row->json);
    tale_move *m = append(&t->acts, &t->act_count, &t->act_capacity);
    if (m)
        *m = (tale_move){.row = row->seq, .t_s = tale_time(row->t_s), .unit = game_find_unit(t->game, tale_text(o, "unit")), .verdict = o};
    else
        cJSON_Delete(o);
}

static void take_correction(tale *t, const record_row *row) {
    if (strcmp(row->kind, "amend") == 0) t->corrections++;
    cJSON *o = strcmp(row->kind, "change") == 0 ? cJSON_Parse(row->json) : NULL;
    tale_move *m = strcmp(tale_text(o, "of"), "move") == 0 ? (tale_move *)tale_find(t, number_of(o)) : NULL;
    if (m)
        replace(&m->change, o);
    else
        cJSON_Delete(o);
}

static void take_word(tale *t, const record_row *row) {
    cJSON *o = cJSON_Parse(row->json);
    tale_move *m = strcmp(tale_text(o, "kind"), "ruling") == 0 ? (tale_move *)tale_find(t, number_of(o)) : NULL;
    if (m)
        replace(&m->word, o);
    else
        cJSON_Delete(o);
}

// Evidence may come before the verdict that it belongs to or after it.
static void take_picture(tale *t, const record_row *row) {
    cJSON *o = cJSON_Parse(row->json);
    tale_move *m = move_of(t, o);
    if (m && strcmp(tale_text(o, "what"), "before") == 0) m->before = row->seq;
    if (m && strcmp(tale_text(o, "what"), "after") == 0) m->after = row->seq;
    cJSON_Delete(o);
}

static void take_row(tale *t, const record_row *row) {
    if (row->log == RECORD_CONCLUSION && strcmp(row->kind, "move") == 0) take_verdict(t, row);
    if (row->log == RECORD_CONCLUSION && strcmp(row->kind, "act") == 0) take_act(t, row);
    if (row->log == RECORD_AMENDMENT) take_correction(t, row);
    if (row->log == RECORD_OBSERVATION && strstr(row->json, "\"ruling\"")) take_word(t, row);
    if (row->log == RECORD_EVIDENCE && strcmp(row->kind, "picture") == 0) take_picture(t, row);
    statistics_take(t->statistics, row);
}

static void forget(tale_move *m) {
    cJSON_Delete(m->verdict);
    cJSON_Delete(m->word);
    cJSON_Delete(m->change);
}

static int by_row(const void *a, const void *b) {
    const tale_move *l = a, *r = b;
    return (l->row > r->row) - (l->row < r->row);
}

// Moves that only a picture speaks of are none. A picture may also have come long before the verdict.
static void drop_unjudged(tale *t) {
    int kept = 0;
    for (int i = 0; i < t->count; i++) {
        if (t->moves[i].verdict)
            t->moves[kept++] = t->moves[i];
        else
            forget(&t->moves[i]);
    }
    t->count = kept;
    if (kept > 0) qsort(t->moves, (size_t)kept, sizeof *t->moves, by_row);
}

status tale_read(tale *t, record *r, fault *fault) {
    record_row row;
    const char *text = record_meta_text(r, "game");
    *t = (tale){0};
    if (!text || !text[0]) return fault_set(fault, STATUS_INVALID, "the record holds no game file: export jsonl or csv");
    status s = game_parse(text, strlen(text), "the record's game", &t->game, NULL, NULL, fault);
    if (s == STATUS_OK) s = statistics_create(t->game, &t->statistics, fault);
    if (s == STATUS_OK) s = record_seek(r, 0);
    while (s == STATUS_OK && (s = record_next(r, &row)) == STATUS_OK) take_row(t, &row);
    if (s != STATUS_END) return s == STATUS_IO ? fault_set(fault, s, "the record is damaged: `vedette check` tells more") : s;
    t->duration_s = record_duration_s(r);
    drop_unjudged(t);
    return STATUS_OK;
}

void tale_finish(tale *t) {
    for (int i = 0; i < t->count; i++) forget(&t->moves[i]);
    for (int i = 0; i < t->act_count; i++) forget(&t->acts[i]);
    free(t->moves);
    free(t->acts);
    statistics_destroy(t->statistics);
    game_destroy(t->game);
    *t = (tale){0};
}
