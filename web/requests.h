// web/requests -- answers one HTTP request: the pages' files, snapshots, pictures, the stream of events, log-ins, posted entries. Internal to web/.
#ifndef VEDETTE_WEB_REQUESTS_H
#define VEDETTE_WEB_REQUESTS_H

#include <cJSON.h>
#include <microhttpd.h>
#include <stdatomic.h>

#include "web/access.h"
#include "web/connections.h"
#include "web/entries.h"
#include "web/feed.h"
#include "web/jobs.h"
#include "web/origin.h"
#include "web/pictures.h"
#include "web/sessions.h"
#include "web/static_files.h"
#include "web/viewers.h"

// A recorded game, or one that is made on demand. Not changed any more once it is there.
typedef struct {
    char *json;  // NULL: `make` makes it
    size_t length;
    web_archive_make *make;
    web_picture_find *find;
    void *context;
} web_archive;

struct web {
    feed feed;
    sessions sessions;
    connections connections;
    entries entries;
    accesses accesses;
    pictures pictures;
    jobs jobs;
    viewers viewers;
    static_files files;
    own_names names;
    _Atomic(web_archive *) archive;
    struct MHD_Daemon *daemon;
    int listener, port, heartbeat_ms;
    bool password_given, secure;
    // the keeper
    pthread_t keeper;
    pthread_mutex_t keeper_lock;
    pthread_cond_t keeper_news;
    bool keeper_stops, has_news;
};

// One request on its way.
typedef struct request {
    struct web *web;
    struct MHD_Connection *connection;
    web_who who;
    uint64_t session;  // 0: none
    unsigned refused;  // the code; 0: it is not
    char url[256];
    char method[8];
    size_t length;
    char *body;       // of a POST, WEB_ENTRY_MAX + 1 bytes; NULL: none
    uint64_t ticket;  // of an entry; 0: none
    struct job *job;  // that works for it; NULL: none
} request;

// libmicrohttpd's callbacks; `context` is the web.
enum MHD_Result requests_answer(void *context, struct MHD_Connection *c, const char *url, const char *method, const char *version, const char *body,
                                size_t *body_size, void **state);
void requests_completed(void *context, struct MHD_Connection *c, void **state, enum MHD_RequestTerminationCode why);

// Adds the headers that every answer has. False: out of memory.
bool requests_add_headers(struct MHD_Response *r);
// Adds them and the type, sends and releases it; never kept by a browser.
enum MHD_Result requests_send(struct MHD_Connection *c, unsigned code, struct MHD_Response *r, const char *type);
enum MHD_Result requests_send_text(struct MHD_Connection *c, unsigned code, const char *text);
enum MHD_Result requests_send_error(struct MHD_Connection *c, unsigned code, const char *message);
// Takes and frees json; NULL: 404.
enum MHD_Result requests_send_json(struct MHD_Connection *c, char *json);
const char *requests_header(struct MHD_Connection *c, const char *name);
bool requests_takes_gzip(struct MHD_Connection *c);

// /api/session: who it is, log-in, log-out.
enum MHD_Result login_tell(const request *r);
enum MHD_Result login_begin(request *r);
enum MHD_Result login_finish(request *r);
enum MHD_Result login_end(request *r);
// Who makes the request, from its cookie and its address; the number of its session, 0: none.
uint64_t login_who(struct web *w, struct MHD_Connection *c, web_who *who);
// An object that says who it is: {"role":..,"name":..,"side":..}, which the caller deletes.
cJSON *login_describe(const web_who *who);

// /archive.json, /evidence/NUMBER.
enum MHD_Result archive_answer(request *r);
enum MHD_Result archive_finish(request *r);
enum MHD_Result archive_picture(struct web *w, struct MHD_Connection *c, const char *number);

// Starts the stream of events.
enum MHD_Result sse_answer(request *r);

#endif
