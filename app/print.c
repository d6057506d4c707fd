// vedette print: a game's markers and the calibration board as a PDF at true size.
#include <stdio.h>

#include "app/cli.h"
#include "app/options.h"
#include "app/progress.h"
#include "calib/print.h"

typedef struct {
    const char *game, *out;
    print_paper paper;
    bool quiet;
} print_arguments;

static void tell(const print_sheets *p, const print_arguments *a) {
    if (a->quiet) return;
    if (p->item_count == 0) cli_message("%s: no marker that can be printed: the calibration board is all there is", a->game);
    cli_message("%d marker%s and the calibration board on %d sheet%s of %s: print at 100 %% and measure the check ruler", p->item_count,
                p->item_count == 1 ? "" : "s", p->sheet_count, p->sheet_count == 1 ? "" : "s", print_paper_name(a->paper));
}

static int print(const print_arguments *a) {
    game *g = NULL;
    print_sheets sheets = {0};
    fault fault = {""};
    status s = cli_read_game(a->game, &g, &fault);
    if (s == STATUS_OK && (s = print_layout(g, a->paper, &sheets, &fault)) == STATUS_INVALID) cli_in_file(a->game, &fault);
    sheets.drawn = progress_show;
    progress_begin("sheets", a->quiet);
    if (s == STATUS_OK) s = print_write_pdf(&sheets, a->out, &fault);
    progress_end();
    if (s == STATUS_OK) tell(&sheets, a);
    print_finish(&sheets);
    game_destroy(g);
    return s == STATUS_OK ? cli_finish_output(EXIT_DONE) : cli_fail(s, &fault);
}

int command_print(int argc, char **argv) {
    print_arguments a = {.paper = PAPER_A4};
    const char *paper = NULL;
    const option_row options[] = {
        {"game", "FILE", "whose table, unit, figure and declaration markers are printed", OPTION_SETS_TEXT, &a.game, .needed = true},
        {"output", "FILE", "the PDF; - is standard output", OPTION_SETS_TEXT, &a.out, .letter = 'o', .needed = true},
        {"paper", "a4|letter", "of the sheets (default a4)", OPTION_SETS_TEXT, &paper},
        {"quiet", NULL, "no words on standard error but failures and what was left out", OPTION_SETS_FLAG, &a.quiet},
        {0}};
    int code;
    if (!options_read("print", argc, argv, options, &code) || !options_end("print", argc, argv, &code)) return code;
    if (paper) a.paper = print_paper_by_name(paper);
    if (a.paper == PAPER_COUNT) return cli_misused("print", "--paper %s: say a4 or letter", paper);
    return print(&a);
}
