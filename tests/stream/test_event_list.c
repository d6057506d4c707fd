// docs/stream.md and the fuzz dictionary against the list of fields: each key, kind and word of it, and none besides.
// `test_stream_event_list --write` writes both anew.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stream/event_fields.h"

#define DOCS "docs/stream.md"
#define DICTIONARY "tests/fuzz/events.dict"
#define BEGIN "<!-- From here on made of stream/event_fields.c by `test_stream_event_list --write` -->\n"
#define END "<!-- To here -->\n"
#define WORDS_MAX 300

static const char *const state_values[] = {
    [STATE_FLAG] = "true or false",
    [STATE_INCHES] = "inches",
    [STATE_COUNT] = "a number",
    [STATE_LEADER] = "a figure of the unit, or null",
    [STATE_PLACE_OR_UNIT] = "[x, y], a unit, or null",
    [STATE_FORMATION] = "a formation, as `to`",
    [STATE_UNITS] = "[units]",
};

// Docs ----------------------------------------------------------------------------------------------------------------------------------------

static void put_value(FILE *out, const event_field *f) {
    if (!f->words) fputs(f->type->value, out);
    for (int i = 0; f->words && f->words[i]; i++) fprintf(out, "%s`%s`", i ? ", " : "", f->words[i]);
    if (f->high > 0) fprintf(out, ", %d to %d", f->low, f->high);
}

static void put_rows(FILE *out, const event_layout *l) {
    for (int i = 0; i < l->field_count; i++) {
        const event_field *f = &l->fields[i];
        fputs(f->key[0] ? "| | `" : "| | ", out);
        fprintf(out, "%s%s | ", f->key, f->key[0] ? "`" : "");
        put_value(out, f);
        fprintf(out, " | %s | %s |\n", f->need == REQUIRED ? "yes" : "", f->says);
    }
}

static void put_head(FILE *out, const char *first) {
    fprintf(out, "| %s | key | value | needed | meaning |\n| --- | --- | --- | --- | --- |\n", first);
}

static void put_docs(FILE *out) {
    put_head(out, "kind");
    for (int k = 0; k < EVENT_KIND_COUNT; k++) {
        fprintf(out, "| `%s` | | | | %s |\n", event_kind_name((event_kind)k), event_layouts[k].says);
        put_rows(out, &event_layouts[k]);
    }
    fputs("\nFurther keys:\n\n", out);
    put_head(out, "of");
    fputs("| `declare` | | | | an item each |\n", out);
    put_rows(out, &event_declared_layout);
    fputs("| `moves` of `order` | | | | each leg |\n", out);
    put_rows(out, &event_leg_layout);
    fputs("| `set` of `status` | | | | each state |\n", out);
    for (int i = 0; i < event_state_count; i++)
        fprintf(out, "| | `%s` | %s | | %s |\n", event_states[i].key, state_values[event_states[i].kind], event_states[i].says);
}

// Dictionary ----------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    const char *word[WORDS_MAX];
    int count;
} words;

static void add(words *w, const char *word) {
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->word[i], word) == 0) return;
    assert_true(w->count < WORDS_MAX);
    if (word[0]) w->word[w->count++] = word;
}

static void add_layout(words *w, const event_layout *l) {
    for (int i = 0; i < l->field_count; i++) {
        add(w, l->fields[i].key);
        for (int k = 0; l->fields[i].words && l->fields[i].words[k]; k++) add(w, l->fields[i].words[k]);
    }
}

static int by_word(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static void put_dictionary(FILE *out) {
    words w = {.count = 0};
    add(&w, "kind");
    add(&w, "t");
    for (int k = 0; k < EVENT_KIND_COUNT; k++) add(&w, event_kind_name((event_kind)k)), add_layout(&w, &event_layouts[k]);
    add_layout(&w, &event_leg_layout);
    add_layout(&w, &event_declared_layout);
    for (int i = 0; i < event_state_count; i++) add(&w, event_states[i].key);
    qsort(w.word, (size_t)w.count, sizeof *w.word, by_word);
    fputs("# Kinds, keys and words of events, for libFuzzer's -dict. Made of stream/event_fields.c by `test_stream_event_list --write`.\n", out);
    for (int i = 0; i < w.count; i++) fprintf(out, "\"\\\"%s\\\"\"\n", w.word[i]);
}

// Both ----------------------------------------------------------------------------------------------------------------------------------------

static char *made_by(void (*put)(FILE *out)) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    put(out);
    fclose(out);
    return text;
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s: cannot open", path);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void must_be(const char *path, const char *is, size_t length, const char *made) {
    if (length == strlen(made) && memcmp(is, made, length) == 0) return;
    size_t n = 0;
    while (n < length && is[n] == made[n]) n++;
    fail_msg("%s is not what stream/event_fields.c makes of it, from here on: %.60s\nRun test_stream_event_list --write.", path, made + n);
}

// The part of the page that is made, and what stands before and after it.
static void find_part(char *page, char **from, char **to) {
    char *begin = strstr(page, BEGIN);
    *to = strstr(page, END);
    if (!begin || !*to) fail_msg("%s: the marks of the part that is made are missing", DOCS);
    *from = begin + strlen(BEGIN);
}

static void docs_have_the_list(void **state) {
    char *page = read_file(DOCS), *made = made_by(put_docs), *from, *to;
    (void)state;
    find_part(page, &from, &to);
    must_be(DOCS, from, (size_t)(to - from), made);
    free(made);
    free(page);
}

static void the_dictionary_has_the_list(void **state) {
    char *is = read_file(DICTIONARY), *made = made_by(put_dictionary);
    (void)state;
    must_be(DICTIONARY, is, strlen(is), made);
    free(made);
    free(is);
}

static int write_both(void) {
    char *page = read_file(DOCS), *from, *to;
    find_part(page, &from, &to);
    FILE *docs = fopen(DOCS, "wb"), *dictionary = fopen(DICTIONARY, "wb");
    if (!docs || !dictionary) return 1;
    fwrite(page, 1, (size_t)(from - page), docs);
    put_docs(docs);
    fputs(to, docs);
    put_dictionary(dictionary);
    free(page);
    return fclose(docs) != 0 || fclose(dictionary) != 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(docs_have_the_list), cmocka_unit_test(the_dictionary_has_the_list)};
    if (argc > 1 && strcmp(argv[1], "--write") == 0) return write_both();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
