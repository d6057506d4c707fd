#include "app/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/progress.h"
#include "core/utf8.h"

int cli_exit_of(status s) {
    switch (s) {
        case STATUS_OK:
        case STATUS_END:
            return EXIT_DONE;
        case STATUS_INVALID:
        case STATUS_FULL:
            return EXIT_UNUSABLE;
        default:
            return EXIT_DEVICE;
    }
}

void cli_message(const char *format, ...) {
    char message[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    utf8_defuse(message, '?');
    progress_clear();
    fprintf(stderr, "vedette: %s\n", message);
}

int cli_fail(status s, const fault *fault) {
    cli_message("%s", fault->text[0] ? fault->text : status_text(s));
    return cli_exit_of(s);
}

int cli_misused(const char *name, const char *format, ...) {
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    cli_message("%s: %s (see `vedette %s --help`)", name, message, name);
    return EXIT_UNUSABLE;
}

bool cli_colour(void) {
    const char *no = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && !(no && no[0]);
}

static void tell_unknown_key(void *context, const char *place) { cli_message("%s: %s: unknown key, left aside", (const char *)context, place); }

status cli_read_game(const char *path, game **out, fault *fault) { return game_read(path, out, tell_unknown_key, (void *)path, fault); }

void cli_in_file(const char *path, fault *fault) {
    struct fault inner = *fault;
    fault_set(fault, STATUS_INVALID, "%.200s: %.300s", path, inner.text);
}

status cli_read_file(const char *path, size_t most, char **out, fault *fault) {
    *out = NULL;
    FILE *file = fopen(path, "rb");
    if (!file) return fault_set(fault, STATUS_INVALID, "%s: cannot open: %s", path, strerror(errno));
    size_t capacity = 1 << 16, used = 0;
    char *text = malloc(capacity);
    while (text) {
        size_t n = fread(text + used, 1, capacity - used - 1, file);
        used += n;
        if (n == 0 || used > most) break;
        if (used + 1 == capacity) {
            char *more = realloc(text, capacity *= 2);
            if (!more) free(text);
            text = more;
        }
    }
    bool failed = ferror(file);
    fclose(file);
    if (text && !failed && used <= most) {
        text[used] = '\0';
        *out = text;
        return STATUS_OK;
    }
    free(text);
    if (!text) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    return failed ? fault_set(fault, STATUS_INVALID, "%s: cannot read: give a file", path)
                  : fault_set(fault, STATUS_INVALID, "%s: larger than %zu bytes: not the right file", path, most);
}

int cli_finish_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    if (code == EXIT_DEVICE) return code;  // reported already
    cli_message("standard output: cannot write: %s", strerror(errno ? errno : EIO));
    return EXIT_DEVICE;
}

static volatile sig_atomic_t caught;

static void catch_signal(int number) { caught = number; }

void cli_catch_signals(void) {
    struct sigaction act = {.sa_handler = catch_signal};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);  // no SA_RESTART: waiting calls return
    sigaction(SIGTERM, &act, NULL);
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &act, NULL);
}

int cli_signal(void) { return caught; }

int cli_exit(int code) { return code == EXIT_DONE && caught ? 128 + caught : code; }
