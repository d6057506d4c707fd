// app/options -- a subcommand's options as a table: what each is called, what it means and where its value goes. The same table reads the command
// line and prints the help, so that no option can be missing from it.
#ifndef VEDETTE_APP_OPTIONS_H
#define VEDETTE_APP_OPTIONS_H

#include <stdbool.h>

#define TEXT_LIST_MAX 16

typedef struct {
    const char *at[TEXT_LIST_MAX];
    int count;
} text_list;

typedef enum { OPTION_SETS_TEXT, OPTION_SETS_FLAG, OPTION_CLEARS_FLAG, OPTION_ADDS_TEXT } option_effect;

typedef struct {
    const char *name;   // without the two dashes; NULL ends the table
    const char *value;  // what it takes, as FILE; NULL for flags
    const char *help;   // one sentence or two; wrapped where it is printed, a newline begins a line
    option_effect effect;
    void *to;     // const char *, bool or text_list
    char letter;  // short form, 0 for none
    bool needed;  // the subcommand can't do without it
} option_row;

// Reads the options of subcommand `name` by its table; --help, -h and --version are understood by themselves. True: go on, with the operands from
// argv[optind] on. False: help was shown, or an error was found and reported; *code is the exit code.
bool options_read(const char *name, int argc, char **argv, const option_row *table, int *code);
// True where there are no operands; else says that the first is too much.
bool options_end(const char *name, int argc, char **argv, int *code);
// The table's rows on stdout, a paragraph each, then --help.
void options_print(const option_row *table);

#endif
