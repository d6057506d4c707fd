// app/cli -- what all subcommands share: exit codes, messages for a person, reading the files named on the command line.
//
// Results go to stdout, one JSON object a line; words for a person go to stderr (docs/user-guide.md).
#ifndef VEDETTE_APP_CLI_H
#define VEDETTE_APP_CLI_H

#include "app/options.h"
#include "core/game.h"

#define VEDETTE_VERSION "0.1.0"

// Exit codes of docs/user-guide.md.
enum { EXIT_DONE = 0, EXIT_NOT_IN_ORDER = 1, EXIT_UNUSABLE = 2, EXIT_DEVICE = 3 };

typedef struct {
    const char *name, *usage, *summary;
    int (*run)(int argc, char **argv);  // argv[0] is the subcommand's name
    const char *not_in_order;           // when it ends with EXIT_NOT_IN_ORDER; NULL: never
} command;

int command_demo(int argc, char **argv);
int command_watch(int argc, char **argv);
int command_detect(int argc, char **argv);
int command_judge(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_calibrate(int argc, char **argv);
int command_print(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_check(int argc, char **argv);
int command_cameras(int argc, char **argv);

// The exit code that a failure calls for.
int cli_exit_of(status s);
// "vedette: MESSAGE" on stderr, in one line: characters that would steer the terminal are shown as ?.
void cli_message(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Says the fault and returns its exit code.
int cli_fail(status s, const fault *fault);
// Reports the error in the arguments of `name` and where its help is. Returns EXIT_UNUSABLE.
int cli_misused(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Usage, options and exit codes of a subcommand on stdout; EXIT_DONE.
int cli_help(const char *name, const option_row *table);
// The program's name and version on stdout; EXIT_DONE.
int cli_version(void);
// True where words may be coloured: stderr is a terminal and NO_COLOR is not set.
bool cli_colour(void);
// Reads a game and tells its unknown keys on stderr.
status cli_read_game(const char *path, game **out, fault *fault);
// Puts the file's name before a message that names a place in it.
void cli_in_file(const char *path, fault *fault);
// The whole of a file, NUL-terminated, which the caller frees. STATUS_INVALID: missing, unreadable, larger than `most` bytes.
status cli_read_file(const char *path, size_t most, char **out, fault *fault);
// Checks that stdout took everything; EXIT_DEVICE with a message where it did not, else `code`.
int cli_finish_output(int code);

// From here on SIGHUP, SIGINT and SIGTERM only set a flag, so that a run ends cleanly with everything saved. A SIGHUP that is ignored (nohup) stays
// so.
void cli_catch_signals(void);
// Number of the signal that came, 0 where none did.
int cli_signal(void);
// The exit code of a run that ended with `code`: 128 and the signal's number where a signal ended it and nothing worse was reported.
int cli_exit(int code);

#endif
