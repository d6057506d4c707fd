// The stream of server-sent events: one viewer, one connection, suspended while there is no news.
#include <stdlib.h>
#include <string.h>

#include "web/requests.h"

// Who this viewer is, how soon to come back after a break, and whether it is shown a recorded game.
static packed *hello(const request *r) {
    cJSON *o = login_describe(&r->who);
    const web_archive *a = r->web->archive;
    cJSON_AddBoolToObject(o, "archive", a && a->json);
    char *json = cJSON_PrintUnformatted(o), *text = NULL;
    cJSON_Delete(o);
    packed *p = NULL;
    if (json) {
        const size_t capacity = strlen(json) + 64;
        text = malloc(capacity);
        if (text) snprintf(text, capacity, "retry: 2000\nevent: hello\ndata: %s\n\n", json);
        if (text) p = packed_text(text);
    }
    free(text);
    free(json);
    return p;
}

// With the feed's lock held: sees to it that v->now is there. STATUS_TIMEOUT: there is nothing now, and the connection waits.
static status reach_for(viewer *v) {
    if (v->now) return STATUS_OK;
    if (v->session && !sessions_lives(&v->web->sessions, v->session)) return STATUS_END;
    v->sent = 0;
    status s = feed_next(&v->web->feed, &v->place, &v->now);
    if (s != STATUS_TIMEOUT) return s;
    if (v->beat) {
        v->beat = false;
        v->now = packed_share(v->web->viewers.beat);
        return STATUS_OK;
    }
    v->suspended = true;
    MHD_suspend_connection(v->connection);
    return STATUS_TIMEOUT;
}

static size_t send_head(viewer *v, char *buffer, size_t capacity) {
    if (!v->small || v->head_sent == PACKED_HEAD_LENGTH) return 0;
    size_t n = PACKED_HEAD_LENGTH - v->head_sent < capacity ? PACKED_HEAD_LENGTH - v->head_sent : capacity;
    memcpy(buffer, packed_head + v->head_sent, n);
    v->head_sent += n;
    return n;
}

static size_t send_now(viewer *v, char *buffer, size_t capacity) {
    const unsigned char *bytes = v->small ? v->now->small : v->now->bytes;
    const size_t length = v->small ? v->now->small_length : v->now->length;
    size_t n = length - v->sent < capacity ? length - v->sent : capacity;
    memcpy(buffer, bytes + v->sent, n);
    v->sent += n;
    if (v->sent == length) {
        packed_drop(v->now);
        v->now = NULL;
    }
    return n;
}

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t capacity) {
    viewer *v = context;
    feed *f = &v->web->feed;
    (void)position;
    pthread_mutex_lock(&f->lock);
    size_t n = send_head(v, buffer, capacity);
    status s = STATUS_OK;
    while (n < capacity && (v->now || n == 0) && (s = reach_for(v)) == STATUS_OK) n += send_now(v, buffer + n, capacity - n);
    v->spoke_ms = feed_now_ms();
    pthread_mutex_unlock(&f->lock);
    if (n > 0) return (ssize_t)n;
    return s == STATUS_TIMEOUT ? 0 : MHD_CONTENT_READER_END_OF_STREAM;
}

static void free_viewer(viewer *v) {
    packed_drop(v->now);
    free(v);
}

static void end_stream(void *context) {
    viewer *v = context;
    feed *f = &v->web->feed;
    pthread_mutex_lock(&f->lock);
    viewers_remove(&v->web->viewers, v);
    pthread_mutex_unlock(&f->lock);
    free_viewer(v);
}

static bool join(struct web *w, viewer *v) {
    pthread_mutex_lock(&w->feed.lock);
    bool room = w->viewers.count < WEB_MAX_VIEWERS;
    if (room) viewers_add(&w->viewers, v);
    pthread_mutex_unlock(&w->feed.lock);
    return room;
}

enum MHD_Result sse_answer(request *r) {
    struct web *w = r->web;
    viewer *v = calloc(1, sizeof *v);
    if (!v) return MHD_NO;
    *v = (viewer){.web = w, .connection = r->connection, .session = r->session, .small = requests_takes_gzip(r->connection), .now = hello(r)};
    v->place = feed_enter(&w->feed, r->who.role == WEB_JUDGE ? FEED_JUDGES : FEED_OTHERS, requests_header(r->connection, "Last-Event-ID"));
    if (!v->now || !join(w, v)) {
        bool full = v->now != NULL;
        free_viewer(v);
        return full ? requests_send_error(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE, "too many viewers follow the game: try again later") : MHD_NO;
    }
    struct MHD_Response *response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 32 * 1024, read_stream, v, end_stream);
    if (!response) {
        end_stream(v);
        return MHD_NO;
    }
    if (v->small) MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    return requests_send(r->connection, MHD_HTTP_OK, response, "text/event-stream");
}
