// Twins of every case of the catalogue (tests/rules/catalogue/): the same game on a table that is mirrored, turned or larger, with its roster in
// another order, or seen with errors. The rules must rule the same.
//
// test_rules_twins [--errors N] [FILE [RULE [TWIN]]]: sees each case with errors N times (2); runs one file, one rule, one twin, and prints the lines
// of both verdict streams.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "catalogue.h"
#include "catalogue_play.h"
#include "twin.h"

#define LINES 400
#define WORDS 1000
#define NUMBERS 60
#define EDGE_IN 1.0
#define SAME_IN 0.02  // costs and measures of twins: searches stop within 0.01"

static const twin twins[] = {
    {.name = "mirrored", .mirrored = true},
    {.name = "turned by a quarter", .quarters = 1},
    {.name = "moved", .west_in = 7.3, .south_in = 5.1},
    {.name = "listed otherwise", .relisted = true, .seed = 1},
};
static const twin with_errors = {.name = "seen with errors", .sigma_in = 0.01, .sigma_deg = 0.3};

// Cases so near a limit that errors may decide, by what is stated in the case: then the twin may be told less, never more.
static const struct {
    const char *rule, *why, *reason;
} at_a_limit[] = {
    {"BS1-7.13-11", "12.9 of 12, 0.1 short", "a gap of 0.10 is the limit of contact"},
    {"CB-FRONT-4", "the same facing 30", "a gap of 0.102 is the limit of contact"},
    {"BS1-7.11-9", "4 x 1 against 4 x 1", "the freest of four gaps of 0.03 is 0.05 now and then: 3.5 sigma from the limit of 0.10"},
    {"BS1-7.9-4", "90 deg counter-clockwise about its own centre",
     "the centre is the rear edge of the front rank: one reading lets it turn about that"},
    {"BS1-7.9-12", "a left face was announced, and the block was laid anew", "likewise"},
};

static const char *only_file, *only_rule, *only_twin;
static int played, differing, kept_at_the_edge, errors = 2;

// What a line says: the words must be the same, the numbers nearly.
typedef struct {
    char words[WORDS];
    double number[NUMBERS];
    int count;
} said;

typedef struct {
    said line[LINES];
    int count, illegal;
} said_lines;

__attribute__((format(printf, 2, 3))) static void add_words(said *s, const char *format, ...) {
    size_t used = strlen(s->words);
    va_list args;
    va_start(args, format);
    int n = vsnprintf(s->words + used, sizeof s->words - used, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof s->words - used);
}

static void add_number(said *s, const cJSON *o, const char *key) {
    const cJSON *n = cJSON_GetObjectItem(o, key);
    if (cJSON_IsNumber(n) && s->count < NUMBERS) s->number[s->count++] = n->valuedouble;
}

static int by_words(const void *a, const void *b) { return strcmp(((const said *)a)->words, ((const said *)b)->words); }

static bool is_grave(const cJSON *f) {
    const char *grade = catalogue_text(f, "ruling");
    return strcmp(grade, "legal") != 0 && strcmp(grade, "advisory") != 0;
}

static void add_findings(said *s, const cJSON *findings, bool grave_only) {
    said list[40];
    int n = 0;
    const cJSON *f;
    cJSON_ArrayForEach(f, findings) {
        if (grave_only && !is_grave(f)) continue;
        assert_true(n < 40);
        list[n] = (said){0};
        add_words(&list[n], " | %s %s %s", catalogue_text(f, "ruling"), catalogue_text(f, "rule"), catalogue_text(f, "violation"));
        add_number(&list[n], f, "measured");
        add_number(&list[n++], f, "allowed");
    }
    qsort(list, (size_t)n, sizeof *list, by_words);
    for (int i = 0; i < n; i++) {
        add_words(s, "%s", list[i].words);
        for (int k = 0; k < list[i].count && s->count < NUMBERS; k++) s->number[s->count++] = list[i].number[k];
    }
}

static void add_line(said_lines *out, const cJSON *line, bool grave_only) {
    assert_true(out->count < LINES);
    said *s = &out->line[out->count++];
    *s = (said){0};
    add_words(s, "%s %s %s %s %s", catalogue_text(line, "kind"), catalogue_text(line, "unit"), catalogue_text(line, "ruling"),
              catalogue_text(line, "rule"), catalogue_text(line, "violation"));
    add_number(s, line, "t");
    add_number(s, line, "cost_in");
    add_number(s, line, "allowance_in");
    add_findings(s, cJSON_GetObjectItem(line, "findings"), grave_only);
    out->illegal += strcmp(catalogue_text(line, "ruling"), "illegal") == 0;
}

// What the rulebook keeps of the unit. How it stands is read in formation/, and tested there.
static void add_state(said_lines *out, const cJSON *unit) {
    said *s = &out->line[out->count++];
    const cJSON *fact;
    *s = (said){0};
    add_words(s, "unit %s", catalogue_text(unit, "id"));
    add_number(s, unit, "spent");
    cJSON_ArrayForEach(fact, cJSON_GetObjectItem(unit, "rules")) {
        add_words(s, " %s", fact->string);
        if (cJSON_IsNumber(fact) && s->count < NUMBERS)
            s->number[s->count++] = fact->valuedouble;
        else if (cJSON_IsString(fact))
            add_words(s, "=%s", fact->valuestring);
        else if (cJSON_IsBool(fact))
            add_words(s, "=%d", cJSON_IsTrue(fact));
    }
}

// The judge's lines and the state at the end, in an order of their own; grave_only: without advice and what is legal.
static said_lines *listen(const cJSON *lines, bool grave_only) {
    said_lines *out = calloc(1, sizeof *out);
    assert_non_null(out);
    static const char *const judged[] = {"move", "act", "alert", "obligation"};
    const cJSON *line, *unit;
    cJSON_ArrayForEach(line, lines) {
        const char *kind = catalogue_text(line, "kind");
        for (size_t i = 0; i < sizeof judged / sizeof *judged; i++)
            if (strcmp(kind, judged[i]) == 0) add_line(out, line, grave_only);
    }
    cJSON_ArrayForEach(unit, cJSON_GetObjectItem(cJSON_GetArrayItem(lines, cJSON_GetArraySize(lines) - 1), "units")) add_state(out, unit);
    qsort(out->line, (size_t)out->count, sizeof *out->line, by_words);
    return out;
}

static bool same_numbers(const said *a, const said *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++)
        if (fabs(a->number[i] - b->number[i]) > SAME_IN) return false;
    return true;
}

static void tell_line(const char *mark, const said *s) {
    print_error("      %s %s;", mark, s->words);
    for (int i = 0; i < s->count; i++) print_error(" %.3f", s->number[i]);
    print_error("\n");
}

// Tells what only one of them says. True: nothing. numbers: those must be the same, too.
static bool same(const said_lines *a, const said_lines *b, bool numbers, const char *name) {
    int i = 0, k = 0;
    bool all = true;
    while (i < a->count || k < b->count) {
        int order = i == a->count ? 1 : k == b->count ? -1 : by_words(&a->line[i], &b->line[k]);
        bool equal = order == 0 && (!numbers || same_numbers(&a->line[i], &b->line[k]));
        if (!equal && all) print_error("%s\n", name);
        all &= equal;
        if (!equal && order <= 0) tell_line("case", &a->line[i]);
        if (!equal && order >= 0) tell_line("twin", &b->line[k]);
        i += order <= 0;
        k += order >= 0;
    }
    return all;
}

// A case with all that is made of it.
typedef struct {
    const cJSON *test;
    cJSON *roster, *events, *lines;
    game *g;
    char name[400];
} played_case;

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static bool is_at_a_limit(const played_case *c) {
    for (size_t i = 0; i < sizeof at_a_limit / sizeof *at_a_limit; i++)
        if (strcmp(catalogue_text(c->test, "rule"), at_a_limit[i].rule) == 0 && begins(catalogue_text(c->test, "why"), at_a_limit[i].why))
            return true;
    return false;
}

static bool is_near_an_edge(const game *g, vec2 p) {
    return p.x < EDGE_IN || p.y < EDGE_IN || p.x > g->width_in - EDGE_IN || p.y > g->depth_in - EDGE_IN;
}

// Figures come from an edge of the table, or reach it: there they can't be moved on the table.
static bool meets_the_edge(const played_case *c) {
    const cJSON *e, *f;
    cJSON_ArrayForEach(e, c->events) {
        if (strcmp(catalogue_text(e, "action"), "reinforce") == 0) return true;
        cJSON_ArrayForEach(
            f, cJSON_GetObjectItem(e, "figures")) if (cJSON_IsArray(f) &&
                                                      is_near_an_edge(c->g, (vec2){f->child->valuedouble, f->child->next->valuedouble})) return true;
    }
    return false;
}

static void play_twin(const twin *t, const played_case *c) {
    char title[600];
    bool exact = t->sigma_in == 0;
    snprintf(title, sizeof title, "%s, %s", c->name, t->name);
    cJSON *roster = twin_game(t, c->roster, c->g), *events = twin_events(t, c->events, c->g);
    game *g = catalogue_parse(roster, title);
    cJSON *lines = catalogue_play(g, events, only_twin != NULL);
    said_lines *original = listen(c->lines, !exact), *heard = listen(lines, !exact);
    played++;
    if (exact || !is_at_a_limit(c))
        differing += !same(original, heard, exact, title);
    else if (heard->illegal > original->illegal)
        print_error("%s: accused\n", title), differing++;
    free(heard);
    free(original);
    cJSON_Delete(lines);
    game_destroy(g);
    cJSON_Delete(events);
    cJSON_Delete(roster);
}

static void play_twins(const played_case *c) {
    bool at_the_edge = meets_the_edge(c);
    kept_at_the_edge += at_the_edge;
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        bool moves = twins[i].west_in != 0 || twins[i].south_in != 0;
        if ((!only_twin || strcmp(only_twin, twins[i].name) == 0) && !(moves && at_the_edge)) play_twin(&twins[i], c);
    }
    twin t = with_errors;
    for (int k = 0; k < errors && (!only_twin || strcmp(only_twin, t.name) == 0); k++) {
        t.seed = (unsigned long long)k + 1;
        play_twin(&t, c);
    }
}

static void run_case(const char *file, const char *ruleset, const cJSON *test, void *context) {
    (void)context;
    played_case c = {.test = test};
    if (only_rule && strcmp(only_rule, catalogue_text(test, "rule")) != 0) return;
    snprintf(c.name, sizeof c.name, "%s %s: %s", file, catalogue_text(test, "rule"), catalogue_text(test, "why"));
    c.roster = catalogue_game(ruleset, test);
    c.g = catalogue_parse(c.roster, c.name);
    c.events = catalogue_events(test, c.g);
    c.lines = catalogue_play(c.g, c.events, only_twin != NULL);
    play_twins(&c);
    cJSON_Delete(c.lines);
    cJSON_Delete(c.events);
    game_destroy(c.g);
    cJSON_Delete(c.roster);
}

static void twins_are_ruled_the_same(void **state) {
    (void)state;
    catalogue_each(only_file, run_case, NULL);
    print_message("%d twins; %d cases stand at an edge of the table and are not moved\n", played, kept_at_the_edge);
    assert_true(played > 0);
    assert_int_equal(differing, 0);
}

int main(int argc, char **argv) {
    int a = 1;
    if (argc > 2 && strcmp(argv[1], "--errors") == 0) errors = atoi(argv[2]), a = 3;
    only_file = argc > a ? argv[a] : NULL;
    only_rule = argc > a + 1 ? argv[a + 1] : NULL;
    only_twin = argc > a + 2 ? argv[a + 2] : NULL;
    const struct CMUnitTest tests[] = {cmocka_unit_test(twins_are_ruled_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
