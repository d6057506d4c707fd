#include "app/start.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>

void start_process(void) {
    setlocale(LC_CTYPE, "");  // LC_NUMERIC stays "C": JSON and messages have decimal points
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);  // a file at its limit of size: the write fails and is reported, as on a full disk
    setvbuf(stdout, NULL, _IOLBF, 1 << 16);
}
