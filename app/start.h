// app/start -- what a process needs before its subcommand runs.
#ifndef VEDETTE_APP_START_H
#define VEDETTE_APP_START_H

// Character set, signals and the buffer of standard output.
void start_process(void);

#endif
