// The real server without a camera: says to its pages what it is told on its input, and tells on its output what is entered there. For tests with a
// browser, and for those who build a page and want to see it.
//
//   page_server [--port N] [--judge-password TEXT] [--table-code TEXT] [--archive FILE] [--offer-archive FILE]
//
// --archive: a recorded game is shown; --offer-archive: of a live one, read anew whenever a page asks. It prints `port N` when it listens.
// Input, one line each, parts separated by tabs:
//   set NAME JSON [PUBLIC]      publish KIND JSON [PUBLIC]   PUBLIC: for players and viewers; absent: the same; `-`: nothing
//   picture ABOUT PATH          table T PATH                 answer TICKET taken|refused JSON            quit
// Output: `entry TICKET ROLE NAME SIDE JSON` and `access WHAT ROLE NAME taken|refused WHY`, separated by tabs too.
#include "web/web.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PARTS_MAX 4
#define WAIT_MS 2  // an entry waits so long at most, while nothing comes in

typedef struct {
    char *bytes;
    size_t length, capacity;
} buffer;

// The whole file with a zero behind it, which the caller frees; NULL: it can't be read.
static char *read_whole(const char *path, size_t *length) {
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    if (!f) return NULL;
    long n = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    rewind(f);
    if (n >= 0 && (bytes = malloc((size_t)n + 1)) && fread(bytes, 1, (size_t)n, f) == (size_t)n) {
        bytes[n] = '\0';
        *length = (size_t)n;
    } else {
        free(bytes);
        bytes = NULL;
    }
    fclose(f);
    return bytes;
}

// Cuts the line at its tabs; parts that are not there are NULL.
static void split(char *line, char *parts[PARTS_MAX]) {
    for (int i = 0; i < PARTS_MAX; i++) {
        parts[i] = line;
        line = line && i + 1 < PARTS_MAX ? strchr(line, '\t') : NULL;
        if (line) *line++ = '\0';
    }
}

static void say_bad(const char *line) { fprintf(stderr, "page_server: not understood: %s\n", line); }

// What the others are told: the same, or nothing where that is a dash.
static const char *public_of(char *parts[PARTS_MAX]) { return !parts[3] ? parts[2] : strcmp(parts[3], "-") == 0 ? NULL : parts[3]; }

static void take_picture(web *w, char *parts[PARTS_MAX]) {
    size_t length;
    char *jpeg = read_whole(parts[2], &length);
    if (!jpeg) return say_bad(parts[2]);
    if (strcmp(parts[0], "table") == 0)
        web_set_table_picture(w, strtod(parts[1], NULL), jpeg, length);
    else
        web_add_picture(w, parts[1], jpeg, length, true);
    free(jpeg);
}

// False: it was told to end.
static bool obey(web *w, char *line) {
    char *parts[PARTS_MAX];
    split(line, parts);
    const char *what = parts[0];
    if (strcmp(what, "quit") == 0) return false;
    if (!parts[1] || !parts[2])
        say_bad(what);
    else if (strcmp(what, "set") == 0)
        web_set(w, parts[1], parts[2], public_of(parts));
    else if (strcmp(what, "publish") == 0)
        web_publish(w, parts[1], parts[2], public_of(parts));
    else if (strcmp(what, "picture") == 0 || strcmp(what, "table") == 0)
        take_picture(w, parts);
    else if (strcmp(what, "answer") == 0 && parts[3])
        web_answer_entry(w, strtoull(parts[1], NULL, 10), strcmp(parts[2], "taken") == 0, parts[3]);
    else
        say_bad(what);
    return true;
}

static void tell_entries(web *w) {
    web_entry e;
    web_access a;
    while (web_take_entry(w, &e)) {
        printf("entry\t%llu\t%s\t%s\t%s\t%s\n", (unsigned long long)e.ticket, web_role_name(e.who.role), e.who.name, e.who.side, e.line);
        free(e.line);
    }
    while (web_take_access(w, &a))
        printf("access\t%s\t%s\t%s\t%s\t%s\n", a.what, web_role_name(a.who.role), a.who.name, a.taken ? "taken" : "refused", a.why);
}

// Obeys the whole lines that have come. False: it was told to end.
static bool obey_lines(web *w, buffer *b) {
    char *from = b->bytes, *end = b->bytes + b->length;
    for (char *line_end; (line_end = memchr(from, '\n', (size_t)(end - from))); from = line_end + 1) {
        *line_end = '\0';
        if (!obey(w, from)) return false;
    }
    b->length = (size_t)(end - from);
    memmove(b->bytes, from, b->length);
    return true;
}

// Reads what there is. False: the input has ended, or memory has.
static bool read_more(buffer *b) {
    if (b->capacity - b->length < 65536) {
        char *grown = realloc(b->bytes, b->capacity * 2 + 131072);
        if (!grown) return false;
        b->bytes = grown;
        b->capacity = b->capacity * 2 + 131072;
    }
    ssize_t n = read(STDIN_FILENO, b->bytes + b->length, b->capacity - b->length);
    if (n > 0) b->length += (size_t)n;
    return n > 0;
}

static void serve(web *w) {
    buffer b = {0};
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    for (bool goes_on = true; goes_on;) {
        if (poll(&in, 1, WAIT_MS) > 0) goes_on = read_more(&b) && obey_lines(w, &b);
        tell_entries(w);
    }
    free(b.bytes);
}

static status archive_now(void *context, char **json, size_t *length, fault *fault) {
    *json = read_whole(context, length);
    if (*json) return STATUS_OK;
    snprintf(fault->text, sizeof fault->text, "The game is not recorded: start it with --record FILE.");
    return STATUS_IO;
}

static int fail(const char *why) {
    fprintf(stderr, "page_server: %s\n", why);
    return 1;
}

int main(int argc, char **argv) {
    web_options o = web_default_options();
    char *shown = NULL, *offered = NULL;
    size_t length = 0;
    o.port = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--port") == 0) o.port = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--judge-password") == 0) o.judge_password = argv[i + 1];
        if (strcmp(argv[i], "--table-code") == 0) o.table_code = argv[i + 1];
        if (strcmp(argv[i], "--archive") == 0) shown = argv[i + 1];
        if (strcmp(argv[i], "--offer-archive") == 0) offered = argv[i + 1];
    }
    web *w = NULL;
    fault fault = {""};
    char *json = shown ? read_whole(shown, &length) : NULL;
    if (shown && !json) return fail("no such archive");
    if (web_start(&o, &w, &fault) != STATUS_OK) return fail(fault.text);
    if (json && web_set_archive(w, json, length, NULL, NULL, &fault) != STATUS_OK) return fail(fault.text);
    if (offered) web_offer_archive(w, archive_now, NULL, offered);
    free(json);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("port %d\n", web_port(w));
    serve(w);
    web_stop(w);
    return 0;
}
