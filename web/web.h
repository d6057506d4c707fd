// web -- serves the pages: state and verdicts out as server-sent events, what people enter in as event lines, each answered with its fate. Knows who
// looks on (judge, player, viewer). Never reads or judges what passes through.
//
// Own threads: one for all connections (libmicrohttpd, epoll), one that keeps time, one for what takes long (passwords, archives). Every function
// here may be called from any thread and never waits for a viewer: messages are written and compressed once and shared, each viewer has a place in a
// bounded log, and one that falls behind begins anew. The state goes out as changes, at most WEB_STATES_A_SECOND. What a foreign web page may not do:
// read (no CORS headers; Host must name this machine, against DNS rebinding) or post (Origin, Content-Type, cookies that are SameSite). Source: HTML
// Living Standard, 9.2 Server-sent events; RFC 6265bis; libmicrohttpd's manual.
#ifndef VEDETTE_WEB_WEB_H
#define VEDETTE_WEB_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#define WEB_MAX_VIEWERS 400
#define WEB_LOG_MAX 600              // messages kept for new viewers
#define WEB_ENTRY_MAX (64 * 1024)    // bytes of a posted entry
#define WEB_ENTRIES_WAITING_MAX 256  // entries not yet taken; more are refused with 503
#define WEB_STATES_A_SECOND 12       // the program makes ten: one that comes a little early need not wait
#define WEB_NAME_MAX 48
#define WEB_SIDE_MAX 64
#define WEB_ADDRESS_MAX 48
#define WEB_SECRET_MAX 128

typedef struct web web;

typedef enum { WEB_VIEWER, WEB_PLAYER, WEB_JUDGE } web_role;

// Who looks on or enters.
typedef struct {
    web_role role;
    char name[WEB_NAME_MAX];        // as given at the log-in; "": none
    char side[WEB_SIDE_MAX];        // of a player; "": both
    char address[WEB_ADDRESS_MAX];  // without port
} web_who;

typedef struct {
    const char *address;             // IPv4 or IPv6 literal; default "127.0.0.1": this machine alone
    int port;                        // default 8080; 0: any free one, see web_port
    int heartbeat_ms;                // default 10000: a comment to each silent viewer, so that a dead connection is noticed
    const char *judge_password;      // NULL: one is made, see web_judge_password, and this machine itself is the judge's without log-in
    const char *table_code;          // of the players; NULL: one is made, see web_table_code
    const char *tls_cert, *tls_key;  // PEM texts; NULL: plain HTTP
    const char *const *host_names;   // further names of this machine that a browser may call it by, NULL-terminated; NULL: none
} web_options;

web_options web_default_options(void);
// Starts the server; the texts of o are copied. STATUS_INVALID: no such address, or TLS texts that are none; STATUS_IO: port in use or not allowed,
// reported with the remedy; STATUS_MEMORY.
status web_start(const web_options *o, web **out, fault *fault);
int web_port(const web *w);
// What a judge and a player log in with, where it was made by web_start; NULL: it was given. Belongs to w.
const char *web_judge_password(const web *w);
const char *web_table_code(const web *w);
// "judge", "player", "viewer".
const char *web_role_name(web_role role);

// Keeps `json` (copied, one line) under "game", "rules", "statistics", "entries" or "state", sends it to all judges and to each new one, and
// `public_json` to the others; NULL: they are sent nothing.
void web_set(web *w, const char *name, const char *json, const char *public_json);
// Sends `json` (copied, one line) as server-sent event `kind` to judges, `public_json` to the others (NULL: nothing). Kinds that a new viewer needs
// are kept for it: those of feed.c's table; others ("notice": {"message":..}) pass by.
void web_publish(web *w, const char *kind, const char *json, const char *public_json);

// What somebody posted: `line` is one line of whatever text came (for stream_read_entry), which the caller frees. The ticket is answered by
// web_answer_entry.
typedef struct {
    char *line;
    web_who who;
    uint64_t ticket;
} web_entry;
// True and the oldest entry that waits; false: none does.
bool web_take_entry(web *w, web_entry *out);
// Tells who posted it what became of it: taken, with `json` as the answer ({"fate":"taken",..}), or refused ({"fate":"refused","error":..}). Once for
// each ticket.
void web_answer_entry(web *w, uint64_t ticket, bool taken, const char *json);

// Somebody was refused, or logged in: for the list of who did what.
typedef struct {
    web_who who;
    const char *what;  // static: "denied", "login", "logout"
    bool taken;        // a log-in that succeeded
    char why[160];     // for a person
} web_access;
bool web_take_access(web *w, web_access *out);

// Keeps a picture (copied) for pages and sends a line "picture": the object `about_json` with "src" added. The oldest go where all together are more
// than WEB_PICTURE_BYTES. is_public: players and viewers see it too.
#define WEB_PICTURE_BYTES ((size_t)32 << 20)
void web_add_picture(web *w, const char *about_json, const void *jpeg, size_t length, bool is_public);
// The newest picture of the whole table (copied), and whether anybody asked for one within the last five seconds.
void web_set_table_picture(web *w, double t_s, const void *jpeg, size_t length);
bool web_wants_table_picture(web *w);

// Finds the picture of that number for the page: true and its bytes, which web frees. Called from any thread.
typedef bool web_picture_find(void *context, int64_t number, void **bytes, size_t *length);
// From here on the page plays a recorded game instead of following a live one: `json` (copied) is served as /archive.json, and what `find` has (NULL:
// nothing) as /evidence/NUMBER. To be called once, before viewers come. STATUS_MEMORY.
status web_set_archive(web *w, const char *json, size_t length, web_picture_find *find, void *context, fault *fault);
// Makes the archive of the game as it is recorded so far: STATUS_OK and *json, which web frees, or why there is none. Called from a thread of web's
// own.
typedef status web_archive_make(void *context, char **json, size_t *length, fault *fault);
// A live game that may be looked back on: /archive.json is made on demand. To be called once, before viewers come. find: as above.
void web_offer_archive(web *w, web_archive_make *make, web_picture_find *find, void *context);

// How many viewers follow the stream now.
int web_viewers(web *w);
// Ends all connections and threads. web_stop(NULL) is fine.
void web_stop(web *w);

#endif
