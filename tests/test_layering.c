// Nouns in core/, verbs in the modules, wiring in app/ (design): no module includes another, so that no cycle can form.
#define _XOPEN_SOURCE 700  // nftw
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const modules[] = {"core", "capture", "vision", "calib", "formation", "rules", "record", "web", "app"};
#define MODULES (sizeof modules / sizeof *modules)

static int may_include(const char *from, const char *to) { return strcmp(from, to) == 0 || strcmp(to, "core") == 0 || strcmp(from, "app") == 0; }

static int is_module(const char *name, size_t length) {
    for (size_t i = 0; i < MODULES; i++)
        if (strlen(modules[i]) == length && strncmp(name, modules[i], length) == 0) return (int)i;
    return -1;
}

static int check_file(const char *module, const char *path) {
    static const char *const outside_rules_and_formation[] = {"<time.h>", "<cJSON.h>", "<unistd.h>", "<sys/", "<opencv", "<sqlite3.h>"};
    char line[1024];
    int wrong = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *at = strstr(line, "#include \"");
        if (at == line) {
            const char *name = line + strlen("#include \"");
            int to = is_module(name, strcspn(name, "/\""));
            if (to < 0 || may_include(module, modules[to])) continue;
            print_error("%s includes %s", path, name);
            wrong++;
        }
        if (strncmp(line, "#include <", 10) != 0 || (strcmp(module, "rules") != 0 && strcmp(module, "formation") != 0)) continue;
        for (size_t i = 0; i < sizeof outside_rules_and_formation / sizeof *outside_rules_and_formation; i++)
            if (strstr(line, outside_rules_and_formation[i])) {
                print_error("%s includes %s: rules and formation are pure", path, line);
                wrong++;
            }
    }
    fclose(file);
    return wrong;
}

static int is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".cpp") == 0);
}

static const char *module_now;
static int files, wrong;

static int visit(const char *path, const struct stat *about, int kind, struct FTW *at) {
    (void)about;
    if (kind != FTW_F || !is_source(path + at->base)) return 0;
    wrong += check_file(module_now, path);
    files++;
    return 0;
}

static void each_module_includes_core_and_itself_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < MODULES; i++) {
        module_now = modules[i];
        if (nftw(modules[i], visit, 8, FTW_PHYS) != 0) fail_msg("%s/ is missing: run from the top of the source tree", modules[i]);
    }
    assert_true(files > 20);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_module_includes_core_and_itself_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
