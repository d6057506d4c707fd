// web -- serves the live page: state and verdicts out as server-sent events, what judges enter in as event lines. Never reads or judges what passes
// through.
//
// Own threads (libmicrohttpd, one a viewer, at most WEB_MAX_VIEWERS); every function here may be called from any thread and never waits for a viewer:
// the state is one snapshot that is replaced, verdicts are a bounded log, each viewer has a place in it, and one that falls behind must begin
// anew. What a foreign web page may not do: read (no CORS headers; Host must name this machine, against DNS rebinding) or post (Origin,
// Content-Type). Source: HTML Living Standard, 9.2 Server-sent events; libmicrohttpd's manual.
#ifndef VEDETTE_WEB_WEB_H
#define VEDETTE_WEB_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#define WEB_MAX_VIEWERS 64
#define WEB_LOG_MAX 500              // verdicts, alerts and obligations kept for new viewers
#define WEB_ENTRY_MAX (64 * 1024)    // bytes of a posted entry
#define WEB_ENTRIES_WAITING_MAX 256  // entries not yet taken; more are refused with 503

typedef struct web web;

typedef struct {
    const char *address;         // IPv4 or IPv6 literal; default "127.0.0.1": this machine alone
    int port;                    // default 8080; 0: any free one, see web_port
    bool entries_from_anywhere;  // default false: only this machine may enter phases and the like, others look on
    int heartbeat_ms;            // default 10000: a comment to each silent viewer, so that a dead connection is noticed
} web_options;

web_options web_default_options(void);
// Starts the server. STATUS_INVALID: no such address; STATUS_IO: port in use or not allowed, reported with the remedy; STATUS_MEMORY.
status web_start(const web_options *o, web **out, fault *fault);
int web_port(const web *w);
// Keeps `json` (copied, one line) under "game", "rules", "statistics" or "state", sends it to all viewers and to each new one.
void web_set(web *w, const char *name, const char *json);
// Sends `json` (copied, one line) as server-sent event `kind`. "state" is web_set; "move", "settled", "act", "alert", "obligation", "offer", "mixed",
// "unknown", "ask" and "aside" (an event that was left aside: {"t","message"}) are kept for new viewers; others ("nudge", "notice": {"message":..})
// pass by.
void web_publish(web *w, const char *kind, const char *json);
// True and an event line that a judge posted, oldest first, one line of whatever text came (for stream_read_entry); the caller frees it. False: none
// waits.
bool web_take_entry(web *w, char **line);
// Finds the picture of that number for the page: true and its bytes, which web frees. Called from any thread.
typedef bool web_picture_find(void *context, int64_t number, void **bytes, size_t *length);
// From here on the page plays a recorded game instead of following a live one: `json` (copied) is served as /archive.json, and what `find` has (NULL:
// nothing) as /evidence/NUMBER. To be called once, before viewers come. STATUS_MEMORY.
status web_set_archive(web *w, const char *json, size_t length, web_picture_find *find, void *context, fault *fault);
// How many viewers follow the stream now.
int web_viewers(web *w);
// Ends all connections and threads. web_stop(NULL) is fine.
void web_stop(web *w);

#endif
