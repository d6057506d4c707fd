// web/requests -- answers one HTTP request: the page's files, snapshots, the stream of events, posted entries. Internal to web/.
#ifndef VEDETTE_WEB_REQUESTS_H
#define VEDETTE_WEB_REQUESTS_H

#include <microhttpd.h>

#include "web/feed.h"

// A recorded game; json is NULL where the page is live. Not changed any more once it is there.
typedef struct {
    char *json;
    size_t length;
    web_picture_find *find;
    void *context;
} web_archive;

struct web {
    feed feed;
    _Atomic(web_archive *) archive;
    struct MHD_Daemon *daemon;
    int listener;
    int port;
    int heartbeat_ms;
    bool entries_from_anywhere;
};

// libmicrohttpd's callbacks; `context` is the web.
enum MHD_Result requests_answer(void *context, struct MHD_Connection *c, const char *url, const char *method, const char *version, const char *body,
                                size_t *body_size, void **request);
void requests_completed(void *context, struct MHD_Connection *c, void **request, enum MHD_RequestTerminationCode why);

// Adds the headers that every answer has, sends and releases it.
enum MHD_Result requests_send(struct MHD_Connection *c, unsigned code, struct MHD_Response *r, const char *type);
enum MHD_Result requests_send_error(struct MHD_Connection *c, unsigned code, const char *message);
// May this connection enter phases and the like?
bool requests_may_enter(const struct web *w, struct MHD_Connection *c);

// Answers GET /archive.json and /evidence/NUMBER; `what`: the number, or NULL for the archive.
enum MHD_Result archive_answer(struct web *w, struct MHD_Connection *c, const char *what);

// Starts the stream of events on c.
enum MHD_Result sse_answer(struct web *w, struct MHD_Connection *c);

#endif
