// vedette print: a game's markers and the calibration board as a PDF at true size.
#include <getopt.h>
#include <stdio.h>

#include "app/cli.h"
#include "calib/print.h"

typedef struct {
    const char *game, *out;
    print_paper paper;
    bool quiet;
} print_arguments;

static void tell(const print_sheets *p, const print_arguments *a) {
    if (p->rim_count > 0)
        cli_say("%s: %d rim code%s left out: this version cannot print rim codes; give these figures tags or painted rims", a->game, p->rim_count,
                p->rim_count == 1 ? " is" : "s are");
    if (a->quiet) return;
    if (p->item_count == 0) cli_say("%s: no marker that can be printed: the calibration board is all there is", a->game);
    cli_say("%d marker%s and the calibration board on %d sheet%s of %s: print at 100 %% and measure the check ruler", p->item_count,
            p->item_count == 1 ? "" : "s", p->sheet_count, p->sheet_count == 1 ? "" : "s", print_paper_name(a->paper));
}

static int print(const print_arguments *a) {
    game *g = NULL;
    print_sheets sheets = {0};
    fault why = {""};
    status s = cli_read_game(a->game, &g, &why);
    if (s == STATUS_OK && (s = print_layout(g, a->paper, &sheets, &why)) == STATUS_INVALID) cli_in_file(a->game, &why);
    if (s == STATUS_OK) s = print_write_pdf(&sheets, a->out, &why);
    if (s == STATUS_OK) tell(&sheets, a);
    print_finish(&sheets);
    game_destroy(g);
    return s == STATUS_OK ? cli_finish_output(EXIT_DONE) : cli_fail(s, &why);
}

int command_print(int argc, char **argv) {
    static const struct option options[] = {{"game", required_argument, NULL, 'g'},  {"output", required_argument, NULL, 'o'},
                                            {"paper", required_argument, NULL, 'p'}, {"quiet", no_argument, NULL, 'q'},
                                            {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
    print_arguments a = {.paper = PAPER_A4};
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, ":o:", options, NULL)) != -1;) switch (c) {
            case 'g':
                a.game = optarg;
                break;
            case 'o':
                a.out = optarg;
                break;
            case 'p':
                a.paper = print_paper_by_name(optarg);
                if (a.paper == PAPER_COUNT) return cli_misused("print", "--paper %s: say a4 or letter", optarg);
                break;
            case 'q':
                a.quiet = true;
                break;
            case 'h':
                return cli_help("print");
            default:
                return cli_misused("print", c == ':' ? "%s needs a value" : "%s is no option of it", argv[optind - 1]);
        }
    if (optind < argc) return cli_misused("print", "%s is too much", argv[optind]);
    if (!a.game) return cli_misused("print", "needs --game FILE");
    if (!a.out) return cli_misused("print", "needs -o FILE");
    return print(&a);
}
