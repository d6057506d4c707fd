#include "app/options.h"

#include <getopt.h>
#include <stdio.h>

#include "app/cli.h"

#define ROWS_MAX 24
#define HELP 1000  // beyond the rows' numbers and letters

static bool take(const char *name, const option_row *row, int *code) {
    text_list *list = row->to;
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

static bool takes_value(const option_row *row) { return row->effect == OPTION_SETS_TEXT || row->effect == OPTION_ADDS_TEXT; }

static bool has_all(const char *name, const option_row *table, int *code) {
    for (const option_row *row = table; row->name; row++) {
        if (!row->needed || *(const char **)row->to) continue;
        *code = row->letter ? cli_misused(name, "needs -%c FILE", row->letter) : cli_misused(name, "needs --%s", row->name);
        return false;
    }
    return true;
}

bool options_read(const char *name, int argc, char **argv, const option_row *table, int *code) {
    struct option known[ROWS_MAX + 2] = {{"help", no_argument, NULL, HELP}};
    char letters[2 * ROWS_MAX + 2] = ":";
    int rows = 0, letter_count = 1;
    for (; table[rows].name && rows < ROWS_MAX; rows++) {
        known[rows + 1] = (struct option){table[rows].name, takes_value(&table[rows]) ? required_argument : no_argument, NULL, HELP + 1 + rows};
        if (!table[rows].letter) continue;
        letters[letter_count++] = table[rows].letter;
        if (takes_value(&table[rows])) letters[letter_count++] = ':';
    }
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, letters, known, NULL)) != -1;) {
        const option_row *row = c > HELP ? &table[c - HELP - 1] : NULL;
        for (int i = 0; !row && i < rows && c < HELP && c != ':' && c != '?'; i++)
            if (table[i].letter == c) row = &table[i];
        if (row) {
            if (!take(name, row, code)) return false;
            continue;
        }
        *code = c == HELP ? cli_help(name) : cli_misused(name, c == ':' ? "%s needs a value" : "%s is no option of it", argv[optind - 1]);
        return false;
    }
    return has_all(name, table, code);
}

bool options_end(const char *name, int argc, char **argv, int *code) {
    if (optind < argc) *code = cli_misused(name, "%s is too much", argv[optind]);
    return optind >= argc;
}
