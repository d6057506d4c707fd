#include "app/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "core/clock.h"

#define EVERY_S 0.2  // often enough to be seen moving

static struct {
    const char *what;  // NULL: no work, or nothing to show
    int width;         // of the line on the terminal; 0: there is none
    double shown_s;
} line;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // of the line: announcements come from the recorder's thread

static void clear(void) {
    if (line.width > 0) fprintf(stderr, "%*s\r", line.width, "");
    line.width = 0;
}

static void show(int64_t done, int64_t all) {
    if (!line.what || (line.shown_s > 0 && clock_monotonic_s() - line.shown_s < EVERY_S)) return;
    clear();
    line.shown_s = clock_monotonic_s();
    line.width = all > 0 ? fprintf(stderr, "%s: %lld of %lld (%d %%)", line.what, (long long)done, (long long)all, (int)(100 * done / all))
                         : fprintf(stderr, "%s: %lld", line.what, (long long)done);
    fputc('\r', stderr);  // what is written to the terminal by others goes over it
    fflush(stderr);
}

void progress_begin(const char *what, bool quiet) {
    progress_end();
    if (!quiet && isatty(STDERR_FILENO)) line.what = what;
}

void progress_show(int64_t done, int64_t all) {
    pthread_mutex_lock(&lock);
    show(done, all);
    pthread_mutex_unlock(&lock);
}

void progress_clear(void) {
    pthread_mutex_lock(&lock);
    clear();
    pthread_mutex_unlock(&lock);
}

void progress_end(void) {
    progress_clear();
    line.what = NULL;
    line.shown_s = 0;
}
