// Every case of the catalogue (tests/rules/catalogue/), played through the session as `vedette judge` does.
//
// test_rules_catalogue [FILE [RULE]]: runs one file, one rule, and prints the lines of the verdict stream.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "catalogue.h"
#include "catalogue_play.h"
#include "rules/rules.h"

static const char *only_file, *only_rule;
static cJSON *rules_known;  // index.json, which states the catalogue's rules beside the rows; then the rows that it does not have
static int cases_run, cases_failed;

static const cJSON *rule_known(const char *id) {
    const cJSON *e;
    cJSON_ArrayForEach(e, rules_known) if (strcmp(catalogue_text(e, "id"), id) == 0) return e;
    return NULL;
}

static void add_row(const rules_ruleset *rs, const rules_row *row) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "id", row->id);
    cJSON_AddStringToObject(o, "ruleset", rs->key);
    cJSON_AddStringToObject(o, "kind", rules_kind_name(row->kind));
    cJSON_AddStringToObject(o, "severity", rules_severity_name(row->severity));
    cJSON_AddStringToObject(o, "violation", row->violation);
    cJSON_AddStringToObject(o, "checks", row->why_not ? "not-checkable" : "");
    cJSON_AddBoolToObject(o, "breakable", row->violation[0] != 0);
    cJSON_AddItemToArray(rules_known, o);
}

// A rule that the index does not have is known by its row: it needs its cases all the same.
static void add_rows_beyond_the_index(void) {
    for (int i = 0; i < rules_ruleset_count(); i++) {
        const rules_row *rows[600];
        int n = rules_ruleset_rows(rules_ruleset_at(i), rows, 600);
        for (int k = 0; k < n; k++)
            if (!rule_known(rows[k]->id)) add_row(rules_ruleset_at(i), rows[k]);
    }
}

// Plays the case; returns all lines of the verdict stream as an array.
static cJSON *play(const char *ruleset, const cJSON *test) {
    cJSON *roster = catalogue_game(ruleset, test);
    game *g = catalogue_parse(roster, catalogue_text(test, "rule"));
    cJSON *events = catalogue_events(test, g), *lines = catalogue_play(g, events, only_rule != NULL);
    cJSON_Delete(events);
    game_destroy(g);
    cJSON_Delete(roster);
    return lines;
}

// Expecting ------------------------------------------------------------------------------------------------------------------------------

static bool is_kind(const cJSON *line, const char *kind) { return strcmp(catalogue_text(line, "kind"), kind) == 0; }

static bool has_finding(const cJSON *lines, const char *rule, const char *violation, const char *grade) {
    const cJSON *line, *f;
    cJSON_ArrayForEach(line, lines) cJSON_ArrayForEach(f, cJSON_GetObjectItem(line, "findings")) {
        if (strcmp(catalogue_text(f, "rule"), rule) == 0 && strcmp(catalogue_text(f, "ruling"), grade) == 0 &&
            (!violation[0] || strcmp(catalogue_text(f, "violation"), violation) == 0))
            return true;
    }
    return false;
}

static bool has_obligation(const cJSON *lines, const char *rule) {
    const cJSON *line;
    cJSON_ArrayForEach(line, lines) if (is_kind(line, "obligation") && strcmp(catalogue_text(line, "rule"), rule) == 0) return true;
    return false;
}

static bool says_legal(const cJSON *lines, const char *rule) {
    const cJSON *line, *f, *last = NULL;
    cJSON_ArrayForEach(line, lines) {
        if (is_kind(line, "move") || is_kind(line, "act")) last = line;
        cJSON_ArrayForEach(f, cJSON_GetObjectItem(line, "findings")) if (strcmp(catalogue_text(f, "rule"), rule) == 0 &&
                                                                         strcmp(catalogue_text(f, "ruling"), "legal") != 0) return false;
    }
    return !last || strcmp(catalogue_text(last, "ruling"), "legal") == 0;
}

static bool breach_found(const cJSON *lines, const cJSON *rule) {
    const char *id = catalogue_text(rule, "id"), *violation = catalogue_text(rule, "violation");
    if (strcmp(catalogue_text(rule, "severity"), "advisory") != 0) return has_finding(lines, id, violation, "illegal");
    return has_finding(lines, id, violation, "advisory") || has_obligation(lines, id);
}

static bool state_found(const cJSON *lines, const char *unit, const cJSON *wanted) {
    const cJSON *state = cJSON_GetArrayItem(lines, cJSON_GetArraySize(lines) - 1), *u, *w;
    cJSON_ArrayForEach(u, cJSON_GetObjectItem(state, "units")) {
        if (strcmp(catalogue_text(u, "id"), unit) != 0) continue;
        cJSON_ArrayForEach(w, wanted) {
            const cJSON *reported = cJSON_GetObjectItem(cJSON_GetObjectItem(u, "rules"), w->string);
            if (!reported) reported = cJSON_GetObjectItem(u, w->string);
            if (!cJSON_Compare(reported, w, true)) return false;
        }
        return true;
    }
    return false;
}

static bool all_found(const cJSON *lines, const cJSON *rule, const cJSON *expect) {
    const char *by = catalogue_text(expect, "rule"), *grade = catalogue_text(expect, "ruling"), *duty = catalogue_text(expect, "obligation"),
               *none = catalogue_text(expect, "no_obligation");
    if (!by[0]) by = catalogue_text(rule, "id");
    const cJSON *violation = cJSON_GetObjectItem(expect, "violation"), *state = cJSON_GetObjectItem(expect, "state");
    if (grade[0] && !has_finding(lines, by, violation ? violation->valuestring : catalogue_text(rule, "violation"), grade)) return false;
    if (duty[0] && !has_obligation(lines, duty)) return false;
    if (none[0] && has_obligation(lines, none)) return false;
    if (state && !state_found(lines, catalogue_text(expect, "unit"), state)) return false;
    if (cJSON_IsTrue(cJSON_GetObjectItem(expect, "legal")) && !says_legal(lines, by)) return false;
    return grade[0] || duty[0] || none[0] || state || cJSON_GetObjectItem(expect, "legal");
}

static bool as_expected(const cJSON *lines, const cJSON *rule, const cJSON *expect) {
    if (cJSON_IsObject(expect)) return all_found(lines, rule, expect);
    if (strcmp(expect->valuestring, "legal") == 0) return says_legal(lines, catalogue_text(rule, "id"));
    if (strcmp(expect->valuestring, "breach") == 0) return breach_found(lines, rule);
    return false;
}

static void tell_failure(const char *file, const cJSON *test, const cJSON *lines) {
    char *expect = cJSON_PrintUnformatted(cJSON_GetObjectItem(test, "expect"));
    print_error("%s: %s is not %s (%s); said:\n", file, catalogue_text(test, "rule"), expect, catalogue_text(test, "why"));
    free(expect);
    const cJSON *line, *f;
    cJSON_ArrayForEach(line, lines) {
        if (is_kind(line, "state")) continue;
        print_error("    %s %s %s %s\n", catalogue_text(line, "kind"), catalogue_text(line, "ruling"), catalogue_text(line, "rule"),
                    catalogue_text(line, "message"));
        cJSON_ArrayForEach(f, cJSON_GetObjectItem(line, "findings"))
            print_error("        %s %s %s: %s\n", catalogue_text(f, "ruling"), catalogue_text(f, "rule"), catalogue_text(f, "violation"),
                        catalogue_text(f, "message"));
    }
}

static void run_case(const char *file, const char *ruleset, const cJSON *test, void *context) {
    (void)context;
    const cJSON *rule = rule_known(catalogue_text(test, "rule")), *expect = cJSON_GetObjectItem(test, "expect");
    if (!rule || !expect || !catalogue_text(test, "why")[0])
        fail_msg("%s: %s: a case names a rule of the catalogue, what is expected and why", file, catalogue_text(test, "rule"));
    if (only_rule && strcmp(only_rule, catalogue_text(test, "rule")) != 0) return;
    cJSON *lines = play(ruleset, test);
    cases_run++;
    if (!as_expected(lines, rule, expect)) {
        cases_failed++;
        tell_failure(file, test, lines);
    }
    cJSON_Delete(lines);
}

static void every_case(void **state) {
    (void)state;
    catalogue_each(only_file, run_case, NULL);
    print_message("%d cases\n", cases_run);
    assert_true(cases_run > 0);
    assert_int_equal(cases_failed, 0);
}

// The table of the issue: every id of the catalogue is a row of its rulebook as the catalogue has it, and has its cases.
typedef struct {
    bool legal, breach;
} covered;

static void count_case(const char *file, const char *ruleset, const cJSON *test, void *context) {
    (void)file;
    (void)ruleset;
    covered *seen = context;
    const cJSON *e, *expect = cJSON_GetObjectItem(test, "expect");
    cJSON_ArrayForEach(e, rules_known) {
        if (strcmp(catalogue_text(e, "id"), catalogue_text(test, "rule")) == 0) {
            bool breach = cJSON_IsString(expect) ? strcmp(expect->valuestring, "breach") == 0
                                                 : cJSON_GetObjectItem(expect, "ruling") || cJSON_GetObjectItem(expect, "obligation");
            seen->breach |= breach;
            seen->legal |= !breach || cJSON_IsTrue(cJSON_GetObjectItem(expect, "legal"));
        }
        seen++;
    }
}

static const rules_row *row_of(const cJSON *known) {
    const rules_row *rows[600];
    const rules_ruleset *book = rules_ruleset_find(catalogue_text(known, "ruleset"));
    if (!book) return NULL;
    int n = rules_ruleset_rows(book, rows, 600);
    for (int i = 0; i < n; i++)
        if (strcmp(rows[i]->id, catalogue_text(known, "id")) == 0) return rows[i];
    return NULL;
}

static bool row_is_right(const cJSON *known, const covered *seen) {
    const rules_row *row = row_of(known);
    const char *id = catalogue_text(known, "id"), *problem = NULL;
    if (!row)
        problem = "is no row of its rulebook";
    else if (strcmp(rules_kind_name(row->kind), catalogue_text(known, "kind")) != 0)
        problem = "is of another kind";
    else if (strcmp(rules_severity_name(row->severity), catalogue_text(known, "severity")) != 0)
        problem = "is of another severity";
    else if (strcmp(row->violation, catalogue_text(known, "violation")) != 0)
        problem = "names another breach";
    else if (strcmp(catalogue_text(known, "checks"), "not-checkable") == 0 && !row->why_not)
        problem = "can't be checked, and does not say why";
    else if (!row->why_not && !seen->legal)
        problem = "has no legal case";
    else if (!row->why_not && cJSON_IsTrue(cJSON_GetObjectItem(known, "breakable")) && !seen->breach)
        problem = "has no case of a breach";
    if (problem) print_error("%s %s\n", id, problem);
    return !problem;
}

static void every_rule(void **state) {
    (void)state;
    if (only_file) return;
    int count = cJSON_GetArraySize(rules_known), wrong = 0, i = 0;
    covered *seen = calloc((size_t)count, sizeof *seen);
    assert_non_null(seen);
    catalogue_each(NULL, count_case, seen);
    const cJSON *known;
    cJSON_ArrayForEach(known, rules_known) wrong += !row_is_right(known, &seen[i++]);
    free(seen);
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv) {
    only_file = argc > 1 ? argv[1] : NULL;
    only_rule = argc > 2 ? argv[2] : NULL;
    rules_known = catalogue_read(CATALOGUE_FOLDER "/index.json");
    add_rows_beyond_the_index();
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_case), cmocka_unit_test(every_rule)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cJSON_Delete(rules_known);
    return failed;
}
