// A record on the page: what was recorded, played by the page itself.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/cli.h"
#include "app/desk.h"
#include "app/replay.h"
#include "record/archive.h"

// The record, from which the page's pictures are read by one thread at a time.
typedef struct {
    record *record;
    pthread_mutex_t lock;
} picture_source;

// A web_picture_find.
static bool find_picture(void *context, int64_t number, void **bytes, size_t *length) {
    picture_source *source = context;
    const void *found;
    *bytes = NULL;
    pthread_mutex_lock(&source->lock);
    if (record_bytes(source->record, number, &found, length, NULL) == STATUS_OK && (*bytes = malloc(*length + 1))) memcpy(*bytes, found, *length);
    pthread_mutex_unlock(&source->lock);
    return *bytes != NULL;
}

static status read_game(record *r, const char *path, game **out, fault *fault) {
    const char *text = record_meta_text(r, "game");
    if (!text) return fault_set(fault, STATUS_INVALID, "%s: holds no game file: it is damaged", path);
    return game_parse(text, strlen(text), path, out, NULL, NULL, fault);
}

static void tell_state(const record *r, const char *path) {
    double lost_t_s;
    if (record_was_cut(r, &lost_t_s))
        cli_message("%s: recording failed (the disk was full or went away): what came from %.1f s on is missing", path, lost_t_s);
    else if (!record_closed_cleanly(r))
        cli_message("%s: was not closed: the program ended while recording or its disk was full, or it records still; what is there is shown", path);
}

static void linger(void) {
    cli_message("the page stays until Ctrl-C");
    while (!cli_signal()) nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
}

// A session_listener: nothing is judged here.
static void hear_nothing(void *context, const report *what) { (void)context, (void)what; }

// The words of the rules, for who asks what a rule says. A record of a ruleset that is not known any more is shown without.
static void publish_rules(desk *d) {
    session *s = NULL;
    fault unknown = {""};
    if (session_create(d->game, (session_options){0}, hear_nothing, NULL, &s, &unknown) == STATUS_OK) desk_publish_rules(d, s);
    session_destroy(s);
}

static status serve(const replay_arguments *a, desk *d, picture_source *pictures, fault *fault) {
    char *json;
    size_t length;
    status s = archive_make(pictures->record, d->game, 0, &json, &length, fault);
    if (s == STATUS_OK) s = listen_begin(d, &a->page_options, false, fault);
    if (s == STATUS_OK) s = web_set_archive(d->web, json, length, find_picture, pictures, fault);
    free(json);
    if (s == STATUS_OK) publish_rules(d);
    if (s == STATUS_OK && a->linger) linger();
    web_stop(d->web);
    return s;
}

int replay_show(const replay_arguments *a) {
    picture_source pictures = {.lock = PTHREAD_MUTEX_INITIALIZER};
    game *g = NULL;
    desk d = {.words = !a->quiet};
    fault fault = {""};
    cli_catch_signals();
    status s = record_open(a->record, &pictures.record, &fault);
    if (s == STATUS_OK) s = read_game(pictures.record, a->record, &g, &fault);
    d.game = g;
    if (s == STATUS_OK) tell_state(pictures.record, a->record);
    if (s == STATUS_OK) s = serve(a, &d, &pictures, &fault);
    int code = s == STATUS_OK ? EXIT_DONE : cli_fail(s, &fault);
    game_destroy(g);
    record_close(pictures.record, NULL);
    pthread_mutex_destroy(&pictures.lock);
    return cli_exit(code);
}
