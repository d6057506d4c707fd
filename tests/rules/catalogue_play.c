#include "catalogue_play.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "referee/session.h"
#include "stream/stream.h"

typedef struct {
    cJSON *lines;
    bool aloud;
} listener;

cJSON *catalogue_read(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("%s: cannot be read", path);
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    char *text = malloc((size_t)n + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)n, f), n);
    text[n] = 0;
    fclose(f);
    cJSON *j = cJSON_Parse(text);
    if (!j) fail_msg("%s: is no JSON near: %.60s", path, cJSON_GetErrorPtr() ? cJSON_GetErrorPtr() : "");
    free(text);
    return j;
}

const char *catalogue_text(const cJSON *o, const char *key) {
    const cJSON *s = cJSON_GetObjectItem(o, key);
    return cJSON_IsString(s) ? s->valuestring : "";
}

game *catalogue_parse(const cJSON *roster, const char *name) {
    char *text = cJSON_PrintUnformatted(roster);
    game *g = NULL;
    fault fault = {""};
    if (game_parse(text, strlen(text), "case", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s: %s", name, fault.text);
    free(text);
    return g;
}

static void hear(void *context, const report *what) {
    listener *l = context;
    cJSON_AddItemToArray(l->lines, cJSON_Parse(what->json));
    if (l->aloud) printf("%s\n", what->json);
}

static void feed(session *s, stream_reader *w, const cJSON *e, bool aloud) {
    char *line = cJSON_PrintUnformatted(e);
    event heard;
    fault fault = {""};
    if (aloud) printf("> %s\n", line);
    if (stream_read_event(w, line, strlen(line), &heard, &fault) != STATUS_OK) fail_msg("the case's event is not accepted: %s: %s", fault.text, line);
    assert_int_equal(session_feed(s, &heard, &fault), STATUS_OK);
    free(line);
}

cJSON *catalogue_play(const game *g, const cJSON *events, bool aloud) {
    listener l = {cJSON_CreateArray(), aloud};
    session *s = NULL;
    stream_reader *w = NULL;
    fault fault = {""};
    if (session_create(g, (session_options){.states = true}, hear, &l, &s, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(stream_reader_create(g, &w, &fault), STATUS_OK);
    const cJSON *e;
    double t_s = 0;
    cJSON_ArrayForEach(e, events) {
        feed(s, w, e, aloud);
        t_s = cJSON_GetObjectItem(e, "t")->valuedouble;
    }
    assert_int_equal(session_finish(s, t_s + 10, &fault), STATUS_OK);
    char *state = session_state_json(s, t_s + 10, NULL);
    cJSON_AddItemToArray(l.lines, cJSON_Parse(state));
    free(state);
    stream_reader_destroy(w);
    session_destroy(s);
    return l.lines;
}

static int is_case_file(const struct dirent *d) {
    const char *end = strrchr(d->d_name, '.');
    return end && strcmp(end, ".json") == 0 && strcmp(d->d_name, "index.json") != 0;
}

static void visit_file(const char *name, catalogue_visit *visit, void *context) {
    char path[300];
    snprintf(path, sizeof path, CATALOGUE_FOLDER "/%s", name);
    cJSON *file = catalogue_read(path);
    const cJSON *test;
    cJSON_ArrayForEach(test, cJSON_GetObjectItem(file, "cases")) {
        const char *own = catalogue_text(test, "ruleset");
        visit(name, own[0] ? own : catalogue_text(file, "ruleset"), test, context);
    }
    cJSON_Delete(file);
}

void catalogue_each(const char *part, catalogue_visit *visit, void *context) {
    struct dirent **names;
    int n = scandir(CATALOGUE_FOLDER, &names, is_case_file, alphasort), visited = 0;
    for (int i = 0; i < n; i++) {
        if (!part || strstr(names[i]->d_name, part)) visit_file(names[i]->d_name, visit, context), visited++;
        free(names[i]);
    }
    if (n >= 0) free(names);
    assert_true(visited > 0);
}
