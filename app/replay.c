// vedette replay: shows a recorded game on the page, or exports it.
#include "app/replay.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/export.h"
#include "app/options.h"

int command_replay(int argc, char **argv) {
    replay_arguments a = {.speed = 1, .linger = true};
    const char *speed = NULL, *move = NULL;
    const option_row options[] = {
        {"listen", "ADDR:PORT", "where the page is served (default 127.0.0.1:8080)", OPTION_SETS_TEXT, &a.page_options.listen},
        LISTEN_ROWS(a.page_options),
        {"speed", "X", "with --export mp4: times the recorded speed (default 1)", OPTION_SETS_TEXT, &speed},
        {"once", NULL, "end when the record has been read, instead of serving the page until Ctrl-C", OPTION_CLEARS_FLAG, &a.linger},
        {"export", "html|jsonl|events|csv|statistics|svg|png|pdf|mp4|clip",
         "write the record so instead of showing it; events: what `vedette judge` reads; clip: the film of a move", OPTION_SETS_TEXT, &a.format},
        {"move", "N", "with --export svg, png, pdf, mp4 or clip: this move alone", OPTION_SETS_TEXT, &move},
        {"output", "FILE", "where to; - is standard output", OPTION_SETS_TEXT, &a.out, .letter = 'o'},
        {"quiet", NULL, "no words on standard error but failures", OPTION_SETS_FLAG, &a.quiet},
        {0}};
    int code;
    if (!options_read("replay", argc, argv, options, &code)) return code;
    if (speed) {
        char *rest;
        a.speed = strtod(speed, &rest);
        if (*rest || !(a.speed > 0 && a.speed <= 1e6)) return cli_misused("replay", "--speed %s: must be a number above 0", speed);
        if (!a.format || strcmp(a.format, "mp4") != 0) return cli_misused("replay", "--speed is for --export mp4: the page has a speed of its own");
    }
    if (move) {
        char *rest;
        long n = strtol(move, &rest, 10);
        if (*rest || n < 1 || n > 100000) return cli_misused("replay", "--move %s: must be the number of a move", move);
        if (!a.format || !export_needs_full(a.format)) return cli_misused("replay", "--move is for --export svg, png, pdf, mp4 and clip");
        a.move = (int)n;
    }
    if (a.format && !a.out) return cli_misused("replay", "--export needs -o FILE (- is standard output)");
    if (optind + 1 != argc) return cli_misused("replay", "needs one RECORD");
    a.record = argv[optind];
    return a.format ? export_record(&a) : replay_show(&a);
}
