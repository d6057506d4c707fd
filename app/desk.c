#include "app/desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/progress.h"
#include "app/words.h"
#include "stream/stream.h"

#define ASIDE_AGAIN_S 30  // a camera may see the same thing in every picture

static const char *const kinds[] = {"move", "settled", "nudge", "alert", "obligation", "state", "act", "offer", "mixed"};

// A failing record ends the recording, never the judging. Players see a message at once, and the committed rows are kept.
static void recording_failed(desk *d) {
    fault closing;
    cli_message("%s: recording has ended; what was recorded before is kept", d->trouble.text);
    if (record_close(d->record, &closing) != STATUS_OK && strcmp(closing.text, d->trouble.text) != 0) cli_message("%s", closing.text);
    d->record = NULL;
}

static void record_said(desk *d, const report *what, const char *json) {
    if (d->recorded > 0) {
        d->recorded--;
        return;
    }
    if (d->record && record_conclusion(d->record, what->t_s, kinds[what->kind], json, &d->trouble) != STATUS_OK) recording_failed(d);
}

void desk_report(void *context, const report *what) {
    desk *d = context;
    bool stream = what->kind != REPORT_SETTLED;  // what is provisional is for people
    const char *full = what->drawn ? what->drawn : what->json;
    if (d->json || d->words) progress_clear();
    if (d->json && stream && !d->recalls) puts(what->json);
    if (d->words && !d->recalls) words_print(stderr, d->game, what, d->colour);
    if (d->web && what->kind != REPORT_STATE) web_publish(d->web, kinds[what->kind], full);
    if (stream && what->kind != REPORT_STATE) record_said(d, what, full);
    d->moves += what->kind == REPORT_MOVE;
    d->alerts += what->kind == REPORT_ALERT;
}

void desk_keep(desk *d, const event *e) {
    if (!d->record) return;
    char *json = stream_event_json(d->game, e);
    status s = json ? record_observation(d->record, e->t_s, json, &d->trouble) : fault_set(&d->trouble, STATUS_MEMORY, "out of memory");
    free(json);
    if (s != STATUS_OK) recording_failed(d);
}

// Adds a member to the object that `json` is; takes and frees it. NULL: out of memory.
static char *add_member(char *json, const char *member) {
    if (!json || !member[0]) return json;
    size_t n = strlen(json), capacity = n + strlen(member) + 3;
    char *more = malloc(capacity);
    if (more) snprintf(more, capacity, "%.*s,%s}", (int)(n - 1), json, member);
    free(json);
    return more;
}

// Takes and frees json.
static void publish_state(desk *d, char *json) {
    if (json) web_set(d->web, "state", json);
    free(json);
}

void desk_publish_state(desk *d, session *s, double t_s, const char *health, const char *const *members) {
    if (!d->web) return;
    char *json = session_state_json(s, t_s, health, false, 0);
    for (; *members; members++) json = add_member(json, *members);
    publish_state(d, json);
}

void desk_publish_replay(desk *d, session *s, double t_s, const char *health, double duration_s, const char *member) {
    if (d->web) publish_state(d, add_member(session_state_json(s, t_s, health, true, duration_s), member));
}

void desk_send(desk *d, const char *kind, double t_s, const char *json, const char *words, bool shown) {
    if (d->json) puts(json);
    if (d->words && words) cli_message("at %.1f s: %s", t_s, words);
    if (d->web && shown) web_publish(d->web, kind, json);
}

void desk_publish_rules(desk *d, const session *s) {
    if (!d->web) return;
    char *json = session_rules_json(s);
    if (json) web_set(d->web, "rules", json);
    free(json);
}

void desk_publish_ruling(desk *d, const event *e) {
    char *json = d->web && e->kind == EVENT_RULING ? stream_event_json(d->game, e) : NULL;
    if (json) web_publish(d->web, "ruling", json);
    free(json);
}

void desk_report_ignored(desk *d, double t_s, const char *text) {
    if (strcmp(d->aside, text) == 0 && t_s - d->aside_t_s < ASIDE_AGAIN_S) return;
    snprintf(d->aside, sizeof d->aside, "%s", text);
    d->aside_t_s = t_s;
    cli_message("at %.1f s: %s; that is left aside", t_s, text);
    char *json = d->web ? stream_aside_json(t_s, text) : NULL;
    if (json) web_publish(d->web, "aside", json);
    free(json);
}

void desk_report_unregistered(desk *d, const char *text, char *json) {
    if (d->words) cli_message("%s", text);
    if (json && d->json) puts(json);
    if (json && d->web) web_publish(d->web, "unknown", json);
    free(json);
}

void desk_flush(desk *d, double now_s) {
    if (!d->record || now_s - d->published_s < 0.4) return;
    d->published_s = now_s;
    if (record_flush(d->record, &d->trouble) != STATUS_OK) recording_failed(d);
}

// "ADDR:PORT" -> its parts; false where it is neither an address nor a port.
static bool split_address(const char *where, char *address, size_t capacity, int *port) {
    const char *close = where[0] == '[' ? strchr(where, ']') : NULL, *colon = strrchr(close ? close : where, ':');
    if (!close && colon && strchr(where, ':') != colon) colon = NULL;  // a bare IPv6 address
    const char *begin = close ? where + 1 : where, *end = close ? close : colon ? colon : where + strlen(where);
    if ((size_t)(end - begin) >= capacity) return false;
    if (end > begin) snprintf(address, capacity, "%.*s", (int)(end - begin), begin);
    if (!colon) return true;
    char *rest;
    long n = strtol(colon + 1, &rest, 10);
    if (rest == colon + 1 || *rest || n < 0 || n > 65535) return false;
    *port = (int)n;
    return true;
}

status desk_listen(desk *d, const char *where, bool open, fault *fault) {
    web_options o = web_default_options();
    o.entries_from_anywhere = open;
    char address[64];
    snprintf(address, sizeof address, "%s", o.address);
    if (where && !split_address(where, address, sizeof address, &o.port))
        return fault_set(fault, STATUS_INVALID, "--listen %s: must be ADDR:PORT with a port from 0 to 65535, as 127.0.0.1:8080", where);
    o.address = address;
    status s = web_start(&o, &d->web, fault);
    if (s == STATUS_IO && !where) {
        o.port = 0;  // port 8080 is only the default
        s = web_start(&o, &d->web, fault);
    }
    if (s != STATUS_OK) return s;
    char *json = stream_game_json(d->game);
    if (!json) return fault_set(fault, STATUS_MEMORY, "out of memory");
    web_set(d->web, "game", json);
    free(json);
    cli_message("the page is at http://%s%s%s:%d/", strchr(address, ':') ? "[" : "", address, strchr(address, ':') ? "]" : "", web_port(d->web));
    return STATUS_OK;
}
