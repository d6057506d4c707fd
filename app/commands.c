#include "app/commands.h"

#include <stdio.h>
#include <string.h>

#include "app/cli.h"

static int command_help(int argc, char **argv);
static int command_version(int argc, char **argv);

static const command commands[] = {
    {"demo", "demo [options]", "the whole pipeline on the bundled sample game, live page and all", command_demo, "a verdict was not as expected"},
    {"watch", "watch --game FILE --source SOURCE [options]", "judge a game from a camera or a clip", command_watch,
     "a line of the events was bad and left aside"},
    {"detect", "detect [options] IMAGE...", "find markers and bases in pictures", command_detect, NULL},
    {"judge", "judge --game FILE [options]\n       vedette judge RECORD [options]", "judge an event stream, or a recorded game again", command_judge,
     "a line of the events was bad and left aside, a record's conclusions changed, or, with --strict, a move was illegal"},
    {"replay", "replay RECORD [options]\n       vedette replay RECORD --export FORMAT -o FILE", "show or export a recorded game", command_replay,
     NULL},
    {"calibrate",
     "calibrate lens --board COLSxROWSxSQUARE_MM -o FILE IMAGE...\n       vedette calibrate table --game FILE [--lens FILE] --source SOURCE -o FILE",
     "fit the lens, or the table's place under the camera", command_calibrate, NULL},
    {"print", "print --game FILE -o FILE.pdf [options]", "print a game's markers and the calibration board", command_print, NULL},
    {"cameras", "cameras [options]", "list the cameras that are plugged in, with their modes", command_cameras, NULL},
    {"rules", "rules [options]", "list the rules, house rules and words of a ruleset", command_rules, NULL},
    {"check", "check FILE\n       vedette check GAME --calibration FILE", "validate a game file, a calibration file or a record", command_check,
     "a record is damaged, a game has nothing to judge, or a marker or base can't be read on the whole table"},
    {"help", "help [COMMAND]", "tell of all commands, or of one", command_help, NULL},
    {"version", "version", "tell the program's version", command_version, NULL},
};
#define COMMANDS ((int)(sizeof commands / sizeof *commands))

static const char outcomes[] =
    "  2  unusable arguments or input: one line says what, where and how to mend it\n"
    "  3  a device, a file or the network failed while running\n"
    "  129, 130, 143  ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM, everything saved\n";

static const command *find_command(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

const char *commands_name(int index) { return index < COMMANDS ? commands[index].name : NULL; }

int cli_help(const char *name, const option_row *table) {
    const command *c = find_command(name);
    printf("usage: vedette %s\n\n%s\n\noptions:\n", c->usage, c->summary);
    options_print(table);
    printf("\nexit codes:\n  0  done\n");
    if (c->not_in_order) printf("  1  %s\n", c->not_in_order);
    fputs(outcomes, stdout);
    return cli_finish_output(EXIT_DONE);
}

int cli_version(void) {
    puts("vedette " VEDETTE_VERSION);
    return cli_finish_output(EXIT_DONE);
}

static void list_commands(FILE *out) {
    fputs("vedette " VEDETTE_VERSION ": a judge's assistant for miniature wargames\n\nusage: vedette COMMAND [options]\n\n", out);
    for (int i = 0; i < COMMANDS; i++) fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fprintf(out,
            "\n`vedette help COMMAND` tells its options.\n\nexit codes:\n  0  done\n  1  it ran, and what it judged or checked is not in order\n%s",
            outcomes);
}

static int unknown_command(const char *name) {
    cli_message("%s: no such command (see `vedette --help`)", name);
    return EXIT_UNUSABLE;
}

static int command_help(int argc, char **argv) {
    int code;
    if (!options_read("help", argc, argv, (option_row[]){{0}}, &code)) return code;
    if (argc > 2) return cli_misused("help", "%s is too much", argv[2]);
    if (argc < 2) {
        list_commands(stdout);
        return cli_finish_output(EXIT_DONE);
    }
    const command *c = find_command(argv[1]);
    return c ? c->run(2, (char *[]){argv[1], "--help", NULL}) : unknown_command(argv[1]);
}

static int command_version(int argc, char **argv) {
    int code;
    if (!options_read("version", argc, argv, (option_row[]){{0}}, &code) || !options_end("version", argc, argv, &code)) return code;
    return cli_version();
}

int commands_run(int argc, char **argv) {
    if (argc < 2) {
        list_commands(stderr);
        return EXIT_UNUSABLE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) argv[1] = "help";
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) argv[1] = "version";
    const command *c = find_command(argv[1]);
    return c ? c->run(argc - 1, argv + 1) : unknown_command(argv[1]);
}
