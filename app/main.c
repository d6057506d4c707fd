// vedette -- a judge's assistant for miniature wargames. Chooses the subcommand.
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "app/cli.h"

#define SOURCES "SOURCE: libcamera:ID-or-index | v4l2:/dev/videoN | a clip | a picture | a folder or glob of pictures\n"

static const command commands[] = {
    {"demo", "demo [--listen ADDR:PORT] [--once]", "the whole pipeline on the bundled sample game, live page and all", command_demo,
     "  --listen ADDR:PORT  where the live page is served (default 127.0.0.1:8080)\n"
     "  --once              end when the clip ends instead of serving the page until Ctrl-C, as it does where it is started from no terminal\n"
     "  --fast              play as fast as the machine can\n"
     "  --samples FOLDER    where the sample game lies (found by itself where installed or built)\n"},
    {"watch", "watch --game FILE --source SOURCE [options]", "judge a game from a camera or a clip", command_watch,
     SOURCES "  --calibration FILE  lens and table pose (else both are taken from the table's markers)\n"
             "  --events FILE       what people enter during play, by its time in the clip\n"
             "  --record FILE       keep the game in this new file\n"
             "  --continue          where that file is there already, go on with its game: after a power cut, say\n"
             "  --listen ADDR:PORT  serve the live page\n"
             "  --open              take the judge's entries from every machine that reaches the page, not from this one alone\n"
             "  --json              one JSON object a line on standard output\n"
             "  --states            with a state line after each move\n"
             "  --realtime          play a clip at its own speed\n"
             "  --quiet             no words on standard error but failures\n"},
    {"detect", "detect [--game FILE] [--calibration FILE] [--tags-only [--family F]...] [--explain FILE.png [--stage S]] IMAGE...",
     "find markers and bases in pictures", command_detect,
     "  --game FILE         the roster: bases are named by it\n"
     "  --calibration FILE  lens and table pose (else from the table's markers)\n"
     "  --tags-only         tags alone; needs neither game nor calibration\n"
     "  --family F          look for this family (tag36h11, tag25h9, tag16h5, tagStandard41h12, aruco4x4_100, ...); may be repeated;\n"
     "                      without it the game's families, without a game the usual ones\n"
     "  --reader R          who reads the tags: own (default), libraries (libapriltag, OpenCV's aruco) or opencv\n"
     "  --explain FILE.png  draw on the picture what was found and how (also .svg, .pdf); several pictures: FILE-1.png, FILE-2.png, ...\n"
     "  --stage S           draw what this stage of the search looked at instead, and why it dropped it; \"list\", with a picture\n"
     "                      or without: the stages there are\n"
     "  --quiet             no words on standard error but failures\n"},
    {"judge", "judge --game FILE [--events FILE] [--amend FILE] [--states] [--strict]", "judge an event stream", command_judge,
     "  --game FILE         the roster and the ruleset\n"
     "  --events FILE       the events, one JSON object a line (default: standard input)\n"
     "  --states            with a state line after each move\n"
     "  --strict            exit with 1 where a move was illegal\n"
     "  --amend FILE        judge the events as they are and as corrected, and list what changed; FILE has one JSON object a line:\n"
     "                        {\"line\":12,\"event\":{...}}   this event in the place of line 12\n"
     "                        {\"line\":12,\"delete\":true}   line 12 left out\n"
     "                        {\"after\":12,\"event\":{...}}  this event after line 12 (0: before the first)\n"
     "                      an event without \"t\" has that of the line named. A line comes out for each move, act, alert and obligation\n"
     "                      that differs: {\"kind\":\"change\",\"of\":..,\"t\":..,\"unit\":..,\"was\":{...},\"is\":{...}}, null where there is "
     "none,\n"
     "                      then {\"kind\":\"amended\",\"moves\":..,\"changed\":..}\n"
     "  --quiet             no words on standard error but bad lines\n"},
    {"replay", "replay RECORD [--listen ADDR:PORT] | --export html|jsonl|svg|csv|events -o FILE", "show or export a recorded game", command_replay,
     "  --listen ADDR:PORT  where the page is served (default 127.0.0.1:8080)\n"
     "  --speed X           times the recorded speed (default 1)\n"
     "  --once              end when the record ends instead of serving the page until Ctrl-C\n"
     "  --export FORMAT     write the record as html, jsonl, svg or csv instead, or its events (for `vedette judge`)\n"
     "  -o FILE             where to; - is standard output\n"},
    {"calibrate",
     "calibrate lens --board COLSxROWSxSQUARE_MM IMAGE... -o FILE\n       vedette calibrate table --game FILE [--lens FILE] --source SOURCE -o FILE",
     "fit the lens, or the table's place under the camera", command_calibrate,
     SOURCES "  --board CxRxMM      inner corners of the chessboard across and down, and its square in millimetres, as 9x6x25\n"
             "  --game FILE         whose table markers are used\n"
             "  --lens FILE         a calibration with the lens (else the lens is taken as free of distortion)\n"
             "  --ros FILE          lens: write the lens as a ROS camera_info YAML file too; table: read it from one\n"
             "  -o FILE             where to; - is standard output\n"},
    {"print", "print --game FILE -o FILE.pdf [--paper a4|letter]", "print a game's markers and the calibration board", command_print,
     "  --game FILE         whose table, unit, figure and declaration markers are printed\n"
     "  -o FILE             the PDF; - is standard output\n"
     "  --paper SIZE        a4 (default) or letter\n"
     "  --quiet             no words on standard error but failures and what was left out\n"},
    {"rules", "rules [--ruleset R] [--json]", "list the rules, house rules and words of a ruleset", command_rules,
     "  --ruleset R         battlesystem-1e, ... (default: all)\n"
     "  --json              for other programs\n"},
    {"check", "check FILE\n       vedette check GAME --calibration FILE", "validate a game file, a calibration file or a record", command_check,
     "  --calibration FILE  with a game: tell which of its markers and bases this camera can read, and what to do about the others;\n"
     "                      exit with 1 where some can't be read on the whole table\n"},
};
#define COMMANDS (sizeof commands / sizeof *commands)

static const command *find_command(const char *name) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

int cli_help(const char *name) {
    const command *c = find_command(name);
    printf("usage: vedette %s\n\n%s\n%s%s", c->usage, c->summary, c->help[0] ? "\n" : "", c->help);
    return cli_finish_output(EXIT_DONE);
}

static int help(FILE *out) {
    fputs("vedette " VEDETTE_VERSION ": a judge's assistant for miniature wargames\n\nusage: vedette COMMAND [options]\n\n", out);
    for (size_t i = 0; i < COMMANDS; i++) fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs(
        "\n`vedette COMMAND --help` tells more. Exit codes: 0 done; 1 something judged or checked is not in order; 2 unusable arguments or\n"
        "input; 3 a device, a file or the network failed.\n",
        out);
    return EXIT_UNUSABLE;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");  // LC_NUMERIC stays "C": JSON and messages have decimal points
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);  // a file at its limit of size: the write fails and is reported, as on a full disk
    setvbuf(stdout, NULL, _IOLBF, 1 << 16);
    if (argc < 2) return help(stderr);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        help(stdout);
        return cli_finish_output(EXIT_DONE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("vedette " VEDETTE_VERSION);
        return cli_finish_output(EXIT_DONE);
    }
    const command *c = find_command(argv[1]);
    if (!c) {
        cli_say("%s: no such command (see `vedette --help`)", argv[1]);
        return EXIT_UNUSABLE;
    }
    return c->run(argc - 1, argv + 1);
}
