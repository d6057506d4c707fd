// vedette -- a judge's assistant for miniature wargames.
#include <locale.h>
#include <signal.h>
#include <stdio.h>

#include "app/commands.h"

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");  // LC_NUMERIC stays "C": JSON and messages have decimal points
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);  // a file at its limit of size: the write fails and is reported, as on a full disk
    setvbuf(stdout, NULL, _IOLBF, 1 << 16);
    return commands_run(argc, argv);
}
