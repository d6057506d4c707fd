#include "app/pace.h"

#include <time.h>

#include "app/cli.h"
#include "core/clock.h"

#define LATE_S 2.0  // hand-set: longer than a hiccup of a busy machine, and reported early in a clip of minutes

void pace_keep(pace *p, double t_s, double fps) {
    if (!p->begun) p->began_s = clock_monotonic_s() - t_s;
    p->begun = true;
    double early_s = t_s - (clock_monotonic_s() - p->began_s);
    struct timespec pause = {.tv_sec = (time_t)early_s, .tv_nsec = (long)((early_s - (double)(time_t)early_s) * 1e9)};
    if (early_s > 0) nanosleep(&pause, NULL);
    if (early_s > -LATE_S || p->slow) return;
    p->slow = true;
    cli_message("this machine does not keep up with %.0f pictures a second: from here on it plays as with --fast, as fast as it can, and judges all",
                fps);
}
