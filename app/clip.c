#include "app/clip.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/mp4.h"

#define BEFORE_S 2.0    // of film before the move begins, and behind its end
#define UNKNOWN_S 10.0  // before the verdict, where no picture tells when the move began
#define MOST_S 60.0

// What is sought of the move and its film.
typedef struct {
    int move;
    bool judged;
    double from_s, to_s;  // of the move
    char file[256];       // the film that begins last before from_s
    double film_s;        // when that begins
    bool any_film;
} search;

static bool number_at(const cJSON *o, const char *key, double *out) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    *out = cJSON_IsNumber(v) ? v->valuedouble : NAN;
    return cJSON_IsNumber(v);
}

static bool is_move(const search *s, const cJSON *o) {
    double move;
    return number_at(o, "move", &move) && move == s->move;
}

static void take_picture(search *s, const cJSON *o) {
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "what"));
    double t_s;
    if (!is_move(s, o) || !what || !number_at(o, "t", &t_s)) return;
    if (strcmp(what, "before") == 0) s->from_s = t_s;
    if (strcmp(what, "after") == 0) s->to_s = t_s;
}

// The first verdict on it: later ones, after an answer, say the same move again.
static void take_verdict(search *s, const cJSON *o) {
    double t_s;
    if (s->judged || !is_move(s, o) || !number_at(o, "t", &t_s)) return;
    s->judged = true;
    if (isnan(s->to_s)) s->to_s = t_s;
}

static void take_film(search *s, const cJSON *o, bool second_pass) {
    const char *file = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "file"));
    double t_s;
    if (!file || !record_is_film_name(file) || !number_at(o, "t", &t_s)) return;
    s->any_film = true;
    if (!second_pass || t_s > s->from_s || (s->file[0] && t_s < s->film_s)) return;
    snprintf(s->file, sizeof s->file, "%s", file);
    s->film_s = t_s;
}

static status read_rows(search *s, record *r, bool second_pass, fault *fault) {
    record_row row;
    status result = record_seek(r, 0);
    while (result == STATUS_OK && (result = record_next(r, &row)) == STATUS_OK) {
        bool film = row.log == RECORD_EVIDENCE && strcmp(row.kind, "film") == 0;
        bool picture = row.log == RECORD_EVIDENCE && strcmp(row.kind, "picture") == 0,
             verdict = row.log == RECORD_CONCLUSION && strcmp(row.kind, "move") == 0;
        if (!film && !picture && !verdict) continue;
        cJSON *o = cJSON_Parse(row.json);
        if (film) take_film(s, o, second_pass);
        if (picture && !second_pass) take_picture(s, o);
        if (verdict && !second_pass) take_verdict(s, o);
        cJSON_Delete(o);
    }
    return result == STATUS_END ? STATUS_OK : fault_set(fault, result, "the record is damaged: `vedette check` tells more");
}

static status cut(const search *s, const char *record_path, const char *out_path, fault *fault) {
    const char *slash = strrchr(record_path, '/');
    size_t n = strlen(record_path) + strlen(s->file) + 2;
    char *path = malloc(n);
    double begins_s;
    if (!path) return fault_set(fault, STATUS_MEMORY, "out of memory");
    snprintf(path, n, "%.*s%s", slash ? (int)(slash - record_path) + 1 : 0, record_path, s->file);
    status result = mp4_cut(path, fmax(s->from_s - BEFORE_S - s->film_s, 0), s->to_s + BEFORE_S - s->film_s, out_path, &begins_s, fault);
    free(path);
    return result == STATUS_END ? fault_set(fault, STATUS_INVALID, "%s: does not reach to move %d, at %.1f s", s->file, s->move, s->from_s) : result;
}

status clip_export(record *r, const char *record_path, int move, const char *out_path, fault *fault) {
    search s = {.move = move, .from_s = NAN, .to_s = NAN};
    status result = read_rows(&s, r, false, fault);
    if (result != STATUS_OK) return result;
    if (!s.judged) return fault_set(fault, STATUS_INVALID, "%s: has no move %d", record_path, move);
    if (!s.any_film) return fault_set(fault, STATUS_INVALID, "%s: no film was kept with it: record with --video", record_path);
    if (isnan(s.from_s)) s.from_s = fmax(s.to_s - UNKNOWN_S, 0);
    s.to_s = fmin(fmax(s.to_s, s.from_s), s.from_s + MOST_S);
    result = read_rows(&s, r, true, fault);
    if (result == STATUS_OK && !s.file[0]) result = fault_set(fault, STATUS_INVALID, "%s: no film shows move %d", record_path, move);
    return result == STATUS_OK ? cut(&s, record_path, out_path, fault) : result;
}
