#include "web/requests.h"

#include <cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *requests_header(struct MHD_Connection *c, const char *name) { return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name); }

bool requests_takes_gzip(struct MHD_Connection *c) {
    const char *accepted = requests_header(c, "Accept-Encoding");
    return accepted && strstr(accepted, "gzip") && !strstr(accepted, "gzip;q=0");
}

bool requests_add_headers(struct MHD_Response *r) {
    static const char *const always[][2] = {
        // Nothing from elsewhere, nothing inline: a hostile name in a game file stays text.
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action "
         "'none'; "
         "frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
    };
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        if (MHD_add_response_header(r, always[i][0], always[i][1]) != MHD_YES) return false;
    return true;
}

enum MHD_Result requests_send(struct MHD_Connection *c, unsigned code, struct MHD_Response *r, const char *type) {
    if (!r) return MHD_NO;
    bool added = requests_add_headers(r) && MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type) == MHD_YES;
    added = added && MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store") == MHD_YES;
    enum MHD_Result sent = added ? MHD_queue_response(c, code, r) : MHD_NO;
    MHD_destroy_response(r);
    return sent;
}

enum MHD_Result requests_send_text(struct MHD_Connection *c, unsigned code, const char *text) {
    return requests_send(c, code, MHD_create_response_from_buffer(strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY), "application/json");
}

enum MHD_Result requests_send_json(struct MHD_Connection *c, char *json) {
    if (!json) return requests_send_error(c, MHD_HTTP_NOT_FOUND, "nothing there yet");
    struct MHD_Response *r = MHD_create_response_from_buffer(strlen(json), json, MHD_RESPMEM_MUST_FREE);
    if (!r) free(json);
    return requests_send(c, MHD_HTTP_OK, r, "application/json");
}

enum MHD_Result requests_send_error(struct MHD_Connection *c, unsigned code, const char *message) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "error", message);
    char *json = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    enum MHD_Result sent = json ? requests_send_text(c, code, json) : MHD_NO;
    free(json);
    return sent;
}

// GET ----------------------------------------------------------------------------------------------------------------------------------------

static enum MHD_Result send_picture(request *r, picture_bytes *b, double t_s) {
    pictures *p = &r->web->pictures;
    char time[32];
    if (!b) return MHD_NO;
    struct MHD_Response *response = MHD_create_response_from_buffer(b->length, b->bytes, MHD_RESPMEM_MUST_COPY);
    pictures_drop(p, b);
    if (response && t_s >= 0) {
        snprintf(time, sizeof time, "%.3f", t_s);
        MHD_add_response_header(response, "X-Vedette-Time", time);
    }
    return requests_send(r->connection, MHD_HTTP_OK, response, "image/jpeg");
}

static enum MHD_Result answer_table_picture(request *r) {
    double t_s;
    picture_bytes *b = pictures_table(&r->web->pictures, feed_now_ms(), &t_s);
    return b ? send_picture(r, b, t_s)
             : requests_send_error(r->connection, MHD_HTTP_NOT_FOUND, "no picture of the table is there yet: ask again in a second");
}

static enum MHD_Result answer_picture(request *r, const char *text) {
    char *rest;
    const unsigned long long number = strtoull(text, &rest, 10);
    picture_bytes *b = *text >= '0' && *text <= '9' && !*rest ? pictures_get(&r->web->pictures, number, r->who.role == WEB_JUDGE) : NULL;
    return b ? send_picture(r, b, -1)
             : requests_send_error(r->connection, MHD_HTTP_NOT_FOUND, "no such picture, or it is too old to be kept in memory");
}

static enum MHD_Result answer_snapshot(request *r, const char *name) {
    const feed_audience audience = r->who.role == WEB_JUDGE ? FEED_JUDGES : FEED_OTHERS;
    feed_slot slot;
    if (strcmp(name, "log") == 0) return requests_send_json(r->connection, feed_log_json(&r->web->feed, audience));
    if (!feed_find_slot(name, &slot)) return requests_send_error(r->connection, MHD_HTTP_NOT_FOUND, "no such page");
    if (slot == FEED_ENTRIES && audience != FEED_JUDGES)
        return requests_send_error(r->connection, MHD_HTTP_FORBIDDEN, "who entered what is for the judge: log in");
    return requests_send_json(r->connection, feed_snapshot_json(&r->web->feed, slot, audience));
}

static enum MHD_Result answer_get(request *r, bool head) {
    struct MHD_Connection *c = r->connection;
    enum MHD_Result result;
    if (strcmp(r->url, "/events") == 0)
        return head ? requests_send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, "the stream has no head of its own") : sse_answer(r);
    if (strcmp(r->url, "/api/session") == 0) return login_tell(r);
    if (strcmp(r->url, "/api/pictures/table.jpg") == 0) return answer_table_picture(r);
    if (strncmp(r->url, "/api/", 5) == 0) return answer_snapshot(r, r->url + 5);
    if (strncmp(r->url, "/pictures/", 10) == 0) return answer_picture(r, r->url + 10);
    if (strcmp(r->url, "/archive.json") == 0) return archive_answer(r);
    if (strncmp(r->url, "/evidence/", 10) == 0) return archive_picture(r->web, c, r->url + 10);
    if (static_files_answer(&r->web->files, c, r->url, &result)) return result;
    return requests_send_error(c, MHD_HTTP_NOT_FOUND, "no such page");
}

// POST ---------------------------------------------------------------------------------------------------------------------------------------

// Why this request is refused before its body is read, or 0.
static unsigned refusal(const request *r, const char **message) {
    struct MHD_Connection *c = r->connection;
    const char *length = requests_header(c, "Content-Length");
    const bool is_entry = strcmp(r->url, "/api/events") == 0, is_session = strcmp(r->url, "/api/session") == 0, post = strcmp(r->method, "POST") == 0;
    *message = "no such page";
    if (!is_entry && !is_session) return MHD_HTTP_NOT_FOUND;
    *message = "GET, HEAD, POST, or DELETE of a session";
    if (!post && !is_session) return MHD_HTTP_METHOD_NOT_ALLOWED;
    *message = "entries come from this program's own page alone";
    if (!origin_is_own(requests_header(c, "Origin"), requests_header(c, "Host"), requests_header(c, "Sec-Fetch-Site"))) return MHD_HTTP_FORBIDDEN;
    *message = "viewers enter nothing: log in as judge or player";
    if (is_entry && r->who.role == WEB_VIEWER) return MHD_HTTP_FORBIDDEN;
    *message = "an entry is application/json";
    if (post && !origin_is_json(requests_header(c, "Content-Type"))) return MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
    *message = "the entry is too long";
    if (length && (strlen(length) > 9 || atol(length) > WEB_ENTRY_MAX)) return MHD_HTTP_CONTENT_TOO_LARGE;
    *message = "too many entries in a short time: wait a moment";
    if (is_entry && !sessions_may_enter_now(&r->web->sessions, r->session, feed_now_ms())) return MHD_HTTP_TOO_MANY_REQUESTS;
    return 0;
}

static enum MHD_Result begin_post(request *r) {
    const char *message;
    r->refused = refusal(r, &message);
    if (r->refused) {
        if (r->refused != MHD_HTTP_NOT_FOUND) accesses_put(&r->web->accesses, &r->who, "denied", false, message);
        return requests_send_error(r->connection, r->refused, message);
    }
    if (strcmp(r->method, "POST") != 0) return MHD_YES;
    r->body = malloc(WEB_ENTRY_MAX + 1);
    return r->body ? MHD_YES : MHD_NO;
}

static enum MHD_Result put_entry(request *r) {
    if (r->length == 0 || memchr(r->body, '\0', r->length))
        return requests_send_error(r->connection, MHD_HTTP_BAD_REQUEST, "an entry is one event as JSON");
    char *line = strndup(r->body, r->length);
    if (!line) return MHD_NO;
    for (char *p = line; *p; p++)
        if (*p == '\n' || *p == '\r') *p = ' ';
    r->ticket = entries_put(&r->web->entries, line, &r->who, r->connection, feed_now_ms());
    if (r->ticket) return MHD_YES;
    free(line);
    return requests_send_error(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE, "too many entries wait: try again");
}

static enum MHD_Result send_fate(request *r) {
    unsigned code;
    char *answer = entries_fate(&r->web->entries, r->ticket, &code);
    if (!answer) return MHD_YES;  // not there yet
    r->ticket = 0;
    enum MHD_Result sent = requests_send_text(r->connection, code, answer);
    free(answer);
    return sent;
}

// Called again when the connection goes on after its wait.
static enum MHD_Result go_on(request *r) {
    if (r->ticket) return send_fate(r);
    if (!jobs_is_done(&r->web->jobs, r->job)) return MHD_YES;
    return strcmp(r->url, "/archive.json") == 0 ? archive_finish(r) : login_finish(r);
}

static enum MHD_Result take_body(request *r, const char *body, size_t *body_size) {
    size_t n = *body_size;
    *body_size = 0;
    if (r->refused) return MHD_YES;
    if (!r->body || n > WEB_ENTRY_MAX - r->length) return MHD_NO;  // a body without a length that goes on and on: the connection is closed
    memcpy(r->body + r->length, body, n);
    r->length += n;
    return MHD_YES;
}

// All of the request has come.
static enum MHD_Result finish(request *r) {
    if (r->refused) return MHD_YES;
    if (strcmp(r->method, "DELETE") == 0) return login_end(r);
    return strcmp(r->url, "/api/session") == 0 ? login_begin(r) : put_entry(r);
}

// Connections --------------------------------------------------------------------------------------------------------------------------------

static connection *place_of(struct MHD_Connection *c) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static request *new_request(struct web *w, struct MHD_Connection *c, const char *url, const char *method) {
    request *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->web = w;
    r->connection = c;
    snprintf(r->url, sizeof r->url, "%s", strlen(url) < sizeof r->url ? url : "/too-long");
    snprintf(r->method, sizeof r->method, "%s", method);
    r->session = login_who(w, c, &r->who);
    return r;
}

enum MHD_Result requests_answer(void *context, struct MHD_Connection *c, const char *url, const char *method, const char *version, const char *body,
                                size_t *body_size, void **state) {
    struct web *w = context;
    request *r = *state;
    (void)version;
    if (r && *body_size > 0) return take_body(r, body, body_size);
    if (r && (r->ticket || r->job)) return go_on(r);
    if (r) {
        connections_work(&w->connections, place_of(c));
        return finish(r);
    }
    *state = r = new_request(w, c, url, method);
    if (!r) return MHD_NO;
    const bool head = strcmp(method, "HEAD") == 0, get = head || strcmp(method, "GET") == 0;
    connections_begin(&w->connections, place_of(c), !get, feed_now_ms());
    r->refused = MHD_HTTP_FORBIDDEN;
    if (!origin_is_own_host(&w->names, requests_header(c, "Host")))
        return requests_send_error(c, MHD_HTTP_FORBIDDEN, "this name is not this machine's: use its address, or tell the name with --host-name");
    if (get) return answer_get(r, head);
    r->refused = MHD_HTTP_METHOD_NOT_ALLOWED;
    if (strcmp(method, "POST") == 0 || strcmp(method, "DELETE") == 0) return begin_post(r);
    return requests_send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, "GET, HEAD, POST, or DELETE of a session");
}

void requests_completed(void *context, struct MHD_Connection *c, void **state, enum MHD_RequestTerminationCode why) {
    struct web *w = context;
    request *r = *state;
    (void)why;
    connections_end(&w->connections, place_of(c), feed_now_ms());
    if (!r) return;
    if (r->ticket) entries_leave(&w->entries, r->ticket);
    if (r->job) jobs_leave(&w->jobs, r->job);
    if (r->body) {
        sodium_memzero(r->body, r->length);
        free(r->body);
    }
    free(r);
    *state = NULL;
}
