// What is the same for all subcommands: help, version, options that there are not, and the exit codes that the help names.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/cli.h"
#include "app/commands.h"

static char out[1 << 16], err[1 << 16];

static void take_back(int kept, int number, FILE *file, char *text) {
    fflush(number == STDOUT_FILENO ? stdout : stderr);
    dup2(kept, number);
    close(kept);
    rewind(file);
    text[fread(text, 1, (1 << 16) - 1, file)] = '\0';
    fclose(file);
}

// Runs `vedette a b c`, NULL ending it early; its streams are in out and err.
static int run(const char *a, const char *b, const char *c) {
    char words[3][80];
    const char *given[] = {a, b, c};
    char *argv[5] = {"vedette"};
    int argc = 1;
    for (; argc <= 3 && given[argc - 1]; argc++) {
        snprintf(words[argc - 1], sizeof words[0], "%s", given[argc - 1]);
        argv[argc] = words[argc - 1];
    }
    FILE *files[] = {tmpfile(), tmpfile()};
    assert_true(files[0] && files[1]);
    fflush(stdout);
    fflush(stderr);
    int kept[] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    dup2(fileno(files[0]), STDOUT_FILENO);
    dup2(fileno(files[1]), STDERR_FILENO);
    int code = commands_run(argc, argv);
    take_back(kept[0], STDOUT_FILENO, files[0], out);
    take_back(kept[1], STDERR_FILENO, files[1], err);
    return code;
}

static void names(const char *text, const char *wanted, const char *of) {
    if (!strstr(text, wanted)) fail_msg("%s lacks \"%s\":\n%s", of, wanted, text);
}

static void each_command_has_its_help(void **state) {
    (void)state;
    static const char *const codes[] = {"  0  done\n", "  2  unusable arguments", "  3  a device", "  129, 130, 143  "};
    static const char *const asked[][2] = {{"--help", NULL}, {"-h", NULL}};
    for (int i = 0; commands_name(i); i++) {
        char usage[80], first[sizeof out];
        assert_int_equal(run("help", commands_name(i), NULL), EXIT_DONE);
        snprintf(usage, sizeof usage, "usage: vedette %s", commands_name(i));
        names(out, usage, commands_name(i));
        for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) names(out, codes[k], commands_name(i));
        strcpy(first, out);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(run(commands_name(i), asked[k][0], NULL), EXIT_DONE);
            assert_string_equal(out, first);
        }
    }
}

static void each_command_knows_the_version(void **state) {
    (void)state;
    for (int i = 0; commands_name(i); i++) {
        assert_int_equal(run(commands_name(i), "--version", NULL), EXIT_DONE);
        assert_string_equal(out, "vedette " VEDETTE_VERSION "\n");
    }
    static const char *const ways[] = {"version", "--version", "-V"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run(ways[i], NULL, NULL), EXIT_DONE);
        assert_string_equal(out, "vedette " VEDETTE_VERSION "\n");
    }
}

static void what_is_no_option_is_said_so(void **state) {
    (void)state;
    for (int i = 0; commands_name(i); i++) {
        assert_int_equal(run(commands_name(i), "--nonsense", NULL), EXIT_UNUSABLE);
        names(err, "--nonsense is no option of it (see `vedette ", commands_name(i));
        assert_string_equal(out, "");
    }
}

// The list names each command, and its help the options of docs/user-guide.md.
static void the_contracts_words_are_known(void **state) {
    (void)state;
    static const struct {
        const char *command, *options;
    } cases[] = {
        {"demo", "--listen --fast --once --record --json --quiet"},
        {"watch",
         "--game --source --calibration --events --record --listen --json --realtime --continue --judge-password-file --table-code --tls-cert "
         "--tls-key --states --quiet"},
        {"detect", "--game --calibration --tags-only --family --reader --explain --stage --quiet"},
        {"judge", "--game --events --states --amend --strict --quiet"},
        {"replay", "--listen --export --move --output --speed --once --quiet"},
        {"calibrate", "--board --game --lens --source --output --ros --quiet"},
        {"print", "--game --output --paper --quiet"},
        {"rules", "--ruleset --json"},
        {"check", "--calibration"},
        {"cameras", "--json"},
        {"help", "--help"},
        {"version", "--help"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char options[200], list[sizeof out], row[40];
        assert_int_equal(run("help", NULL, NULL), EXIT_DONE);
        strcpy(list, out);
        snprintf(row, sizeof row, "\n  %-10s ", cases[i].command);
        names(list, row, "help");
        assert_int_equal(run("help", cases[i].command, NULL), EXIT_DONE);
        snprintf(options, sizeof options, "%s", cases[i].options);
        for (char *rest, *o = strtok_r(options, " ", &rest); o; o = strtok_r(NULL, " ", &rest)) names(out, o, cases[i].command);
    }
}

static void misuse_is_said_in_one_line(void **state) {
    (void)state;
    static const struct {
        const char *words[3], *says;
    } cases[] = {
        {{"conquer"}, "vedette: conquer: no such command"},
        {{"help", "conquer"}, "vedette: conquer: no such command"},
        {{"help", "judge", "watch"}, "vedette: help: watch is too much"},
        {{"version", "2"}, "vedette: version: 2 is too much"},
        {{"judge", "--game"}, "vedette: judge: --game needs a value"},
        {{"rules", "--ruleset", ""}, "vedette: rules: --ruleset needs a value: it is empty"},
        {{"print", "-o"}, "vedette: print: -o needs a value"},
        {{"watch", "--source", "x"}, "vedette: watch: needs --game"},
        {{"calibrate", "lens", "-o"}, "vedette: calibrate: -o needs a value"},
        {{"\x1b[31m\xe2\x80\xae\nred"}, "vedette: ?[31m??red: no such command"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(run(cases[i].words[0], cases[i].words[1], cases[i].words[2]), EXIT_UNUSABLE);
        if (strncmp(err, cases[i].says, strlen(cases[i].says)) != 0) fail_msg("said: %s", err);
        assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1);
        assert_string_equal(out, "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_command_has_its_help),    cmocka_unit_test(each_command_knows_the_version),
        cmocka_unit_test(what_is_no_option_is_said_so), cmocka_unit_test(the_contracts_words_are_known),
        cmocka_unit_test(misuse_is_said_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
