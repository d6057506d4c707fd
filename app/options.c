#include "app/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "app/cli.h"

#define ROWS_MAX 24
// Beyond the letters; the rows' numbers follow.
#define HELP 1000
#define VERSION 1001
#define FIRST_ROW 1002
// Of the help: where explanations begin, and where lines end.
#define COLUMN 24
#define LINE_END 110

static bool takes_value(const option_row *row) { return row->effect == OPTION_SETS_TEXT || row->effect == OPTION_ADDS_TEXT; }

static bool take(const char *name, const option_row *row, int *code) {
    text_list *list = row->to;
    if (takes_value(row) && !optarg[0]) {
        *code = cli_misused(name, "--%s needs a value: it is empty", row->name);
        return false;
    }
    switch (row->effect) {
        case OPTION_SETS_TEXT:
            *(const char **)row->to = optarg;
            return true;
        case OPTION_SETS_FLAG:
            *(bool *)row->to = true;
            return true;
        case OPTION_CLEARS_FLAG:
            *(bool *)row->to = false;
            return true;
        case OPTION_ADDS_TEXT:
            break;
    }
    if (list->count == TEXT_LIST_MAX) {
        *code = cli_misused(name, "--%s may be given %d times at most", row->name, TEXT_LIST_MAX);
        return false;
    }
    list->at[list->count++] = optarg;
    return true;
}

static bool has_all(const char *name, const option_row *table, int *code) {
    for (const option_row *row = table; row->name; row++) {
        if (!row->needed || *(const char **)row->to) continue;
        *code = row->letter ? cli_misused(name, "needs -%c FILE", row->letter) : cli_misused(name, "needs --%s", row->name);
        return false;
    }
    return true;
}

// The options for getopt_long: the table's rows, --help and --version.
typedef struct {
    struct option known[ROWS_MAX + 3];
    char letters[2 * ROWS_MAX + 3];
    int rows;
} getopt_input;

static void describe(const option_row *table, getopt_input *in) {
    *in = (getopt_input){.known = {{"help", no_argument, NULL, HELP}, {"version", no_argument, NULL, VERSION}}, .letters = ":h"};
    size_t letters = strlen(in->letters);
    for (; table[in->rows].name && in->rows < ROWS_MAX; in->rows++) {
        const option_row *row = &table[in->rows];
        in->known[in->rows + 2] = (struct option){row->name, takes_value(row) ? required_argument : no_argument, NULL, FIRST_ROW + in->rows};
        if (!row->letter) continue;
        in->letters[letters++] = row->letter;
        if (takes_value(row)) in->letters[letters++] = ':';
    }
}

static const option_row *row_of(const option_row *table, const getopt_input *in, int c) {
    if (c >= FIRST_ROW) return &table[c - FIRST_ROW];
    for (int i = 0; i < in->rows; i++)
        if (table[i].letter == c) return &table[i];
    return NULL;
}

bool options_read(const char *name, int argc, char **argv, const option_row *table, int *code) {
    getopt_input in;
    describe(table, &in);
    opterr = 0;
    optind = 0;  // from the start again: `help` has read its own before
    for (int c; (c = getopt_long(argc, argv, in.letters, in.known, NULL)) != -1;) {
        const option_row *row = row_of(table, &in, c);
        if (row) {
            if (!take(name, row, code)) return false;
            continue;
        }
        if (c == HELP || c == 'h')
            *code = cli_help(name, table);
        else if (c == VERSION)
            *code = cli_version();
        else
            *code = cli_misused(name, c == ':' ? "%s needs a value" : "%s is no option of it", argv[optind - 1]);
        return false;
    }
    return has_all(name, table, code);
}

bool options_end(const char *name, int argc, char **argv, int *code) {
    if (optind < argc) *code = cli_misused(name, "%s is too much", argv[optind]);
    return optind >= argc;
}

// Prints the text from COLUMN on, broken before LINE_END; the cursor stands at `at`, before COLUMN.
static void print_wrapped(const char *text, int at) {
    at += printf("%*s", COLUMN - at, "");
    for (;;) {
        int n = (int)strcspn(text, " \n");
        at += printf("%.*s", n, text);
        text += n;
        if (!*text) break;
        bool line_ends = *text == '\n' || at + 1 + (int)strcspn(text + 1, " \n") > LINE_END;
        at = line_ends ? printf("\n%*s", COLUMN, "") - 1 : at + printf(" ");
        text++;
    }
    printf("\n");
}

static void print_row(const option_row *row) {
    int at = row->letter ? printf("  -%c, --%s", row->letter, row->name) : printf("  --%s", row->name);
    if (row->value) at += printf(" %s", row->value);
    if (at >= COLUMN - 1) at = printf("\n") - 1;  // 0
    print_wrapped(row->help, at);
}

void options_print(const option_row *table) {
    static const option_row help = {"help", .help = "this text", .letter = 'h'};
    for (const option_row *row = table; row->name; row++) print_row(row);
    print_row(&help);
}
