// app/commands -- the subcommands: a row each, with its usage and what its exit code 1 means; help and version, which are about all of them.
#ifndef VEDETTE_APP_COMMANDS_H
#define VEDETTE_APP_COMMANDS_H

// Runs the subcommand that argv[1] names, or lists the subcommands. Returns the exit code.
int commands_run(int argc, char **argv);
// The subcommand's name by its row; NULL behind the last.
const char *commands_name(int index);

#endif
