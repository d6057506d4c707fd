// The stream of server-sent events: one viewer, one connection, one thread of libmicrohttpd that waits for news.
#include <stdlib.h>
#include <string.h>

#include "web/requests.h"

typedef struct {
    struct web *w;
    feed_place place;
    char *text;  // what is being sent
    size_t length, sent;
} viewer;

// Hello: how soon to come back after a break, and whether this viewer may enter anything, or is shown a recorded game.
static char *hello(bool may_enter, bool is_archive) {
    if (is_archive) return strdup("retry: 2000\nevent: hello\ndata: {\"entries\":false,\"archive\":true}\n\n");
    return strdup(may_enter ? "retry: 2000\nevent: hello\ndata: {\"entries\":true}\n\n" : "retry: 2000\nevent: hello\ndata: {\"entries\":false}\n\n");
}

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t capacity) {
    viewer *v = context;
    (void)position;
    if (!v->text) {
        v->sent = 0;
        status s = feed_next(&v->w->feed, &v->place, v->w->heartbeat_ms, &v->text, &v->length);
        if (s == STATUS_TIMEOUT) {  // a comment keeps the connection and finds out a dead one
            memcpy(buffer, ":\n\n", 3);
            return 3;
        }
        if (s != STATUS_OK) return MHD_CONTENT_READER_END_OF_STREAM;
    }
    size_t n = v->length - v->sent < capacity ? v->length - v->sent : capacity;
    memcpy(buffer, v->text + v->sent, n);
    v->sent += n;
    if (v->sent == v->length) {
        free(v->text);
        v->text = NULL;
    }
    return (ssize_t)n;
}

static void end_stream(void *context) {
    viewer *v = context;
    feed_leave(&v->w->feed);
    free(v->text);
    free(v);
}

enum MHD_Result sse_answer(struct web *w, struct MHD_Connection *c) {
    viewer *v = calloc(1, sizeof *v);
    if (!v) return MHD_NO;
    v->w = w;
    v->text = hello(requests_may_enter(w, c), w->archive != NULL);
    if (!v->text) {
        free(v);
        return MHD_NO;
    }
    v->length = strlen(v->text);
    if (web_viewers(w) >= WEB_MAX_VIEWERS) {
        free(v->text);
        free(v);
        return requests_send_error(c, MHD_HTTP_SERVICE_UNAVAILABLE, "too many viewers");
    }
    v->place = feed_enter(&w->feed, MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Last-Event-ID"));
    struct MHD_Response *r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 32 * 1024, read_stream, v, end_stream);
    if (!r) end_stream(v);
    return requests_send(c, MHD_HTTP_OK, r, "text/event-stream");
}
