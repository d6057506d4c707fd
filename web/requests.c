#include "web/requests.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "web/page.h"

// The body of a POST while it comes in.
typedef struct {
    size_t length;
    bool refused;  // answered already
    char text[WEB_ENTRY_MAX + 1];
} request_body;

static const char *header(struct MHD_Connection *c, const char *name) { return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name); }

enum MHD_Result requests_send(struct MHD_Connection *c, unsigned code, struct MHD_Response *r, const char *type) {
    static const char *const always[][2] = {
        // Nothing from elsewhere, nothing inline: a hostile name in a game file stays text.
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
         "frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    if (!r) return MHD_NO;
    bool added = MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type) == MHD_YES;
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) added = MHD_add_response_header(r, always[i][0], always[i][1]) == MHD_YES && added;
    enum MHD_Result sent = added ? MHD_queue_response(c, code, r) : MHD_NO;
    MHD_destroy_response(r);
    return sent;
}

static enum MHD_Result send_text(struct MHD_Connection *c, unsigned code, const char *text, const char *type) {
    return requests_send(c, code, MHD_create_response_from_buffer(strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY), type);
}

// `message` is one of ours: nothing in it needs escaping.
enum MHD_Result requests_send_error(struct MHD_Connection *c, unsigned code, const char *message) {
    char text[256];
    snprintf(text, sizeof text, "{\"error\":\"%s\"}", message);
    return send_text(c, code, text, "application/json");
}

static enum MHD_Result send_json(struct MHD_Connection *c, char *json) {
    if (!json) return requests_send_error(c, MHD_HTTP_NOT_FOUND, "nothing there yet");
    enum MHD_Result sent = send_text(c, MHD_HTTP_OK, json, "application/json");
    free(json);
    return sent;
}

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcasecmp(s + n - m, tail) == 0;
}

// True for names that can only mean a machine on this network: addresses, names without a dot, .local (RFC 6762), .lan, .home.arpa (RFC 8375). A
// foreign page that has its own name resolved to this machine (DNS rebinding) comes with that name.
static bool is_own_host(const char *host) {
    char name[256];
    unsigned char address[sizeof(struct in6_addr)];
    if (!host || strlen(host) >= sizeof name) return false;
    strcpy(name, host[0] == '[' ? host + 1 : host);
    char *end = host[0] == '[' ? strchr(name, ']') : strrchr(name, ':');
    if (host[0] == '[' && !end) return false;
    if (end) *end = '\0';
    if (inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1) return true;
    if (host[0] == '[' || !name[0]) return false;
    return !strchr(name, '.') || ends_with(name, ".local") || ends_with(name, ".lan") || ends_with(name, ".home.arpa");
}

static bool is_own_origin(struct MHD_Connection *c) {
    const char *origin = header(c, "Origin"), *host = header(c, "Host"), *site = header(c, "Sec-Fetch-Site");
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0) return false;
    if (!origin) return true;  // no browser: every browser names the origin of a POST
    const char *rest = strncmp(origin, "http://", 7) == 0 ? origin + 7 : strncmp(origin, "https://", 8) == 0 ? origin + 8 : NULL;
    return rest && host && strcasecmp(rest, host) == 0;
}

static bool is_json_type(struct MHD_Connection *c) {
    const char *type = header(c, "Content-Type");
    return type && strncasecmp(type, "application/json", 16) == 0 && (type[16] == '\0' || type[16] == ';' || type[16] == ' ');
}

bool requests_may_enter(const struct web *w, struct MHD_Connection *c) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (w->entries_from_anywhere) return true;
    if (!info || !info->client_addr) return false;
    if (info->client_addr->sa_family == AF_INET)
        return (ntohl(((const struct sockaddr_in *)(const void *)info->client_addr)->sin_addr.s_addr) >> 24) == 127;
    if (info->client_addr->sa_family != AF_INET6) return false;
    const struct in6_addr *a = &((const struct sockaddr_in6 *)(const void *)info->client_addr)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(a) || (IN6_IS_ADDR_V4MAPPED(a) && a->s6_addr[12] == 127);
}

static enum MHD_Result answer_get(struct web *w, struct MHD_Connection *c, const char *url, bool head) {
    if (strcmp(url, "/events") == 0 && head) return requests_send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, "the stream has no head of its own");
    if (strcmp(url, "/events") == 0) return sse_answer(w, c);
    if (strcmp(url, "/api/game") == 0) return send_json(c, feed_snapshot_json(&w->feed, FEED_GAME));
    if (strcmp(url, "/api/state") == 0) return send_json(c, feed_snapshot_json(&w->feed, FEED_STATE));
    if (strcmp(url, "/api/statistics") == 0) return send_json(c, feed_snapshot_json(&w->feed, FEED_STATISTICS));
    if (strcmp(url, "/api/rules") == 0) return send_json(c, feed_snapshot_json(&w->feed, FEED_RULES));
    if (strcmp(url, "/api/log") == 0) return send_json(c, feed_log_json(&w->feed));
    if (strcmp(url, "/archive.json") == 0) return archive_answer(w, c, NULL);
    if (strncmp(url, "/evidence/", 10) == 0) return archive_answer(w, c, url + 10);
    const page_file *f = page_find(url);
    if (!f) return requests_send_error(c, MHD_HTTP_NOT_FOUND, "no such page");
    return requests_send(c, MHD_HTTP_OK, MHD_create_response_from_buffer(f->length, (void *)(uintptr_t)f->bytes, MHD_RESPMEM_PERSISTENT), f->type);
}

// Why this POST is refused before its body is read, or 0.
static unsigned refusal(const struct web *w, struct MHD_Connection *c, const char *url, const char **message) {
    const char *length = header(c, "Content-Length");
    *message = "no such page";
    if (strcmp(url, "/api/events") != 0) return MHD_HTTP_NOT_FOUND;
    *message = "entries come from this program's own page alone";
    if (!is_own_origin(c)) return MHD_HTTP_FORBIDDEN;
    *message = "entries are made on the judge's machine; vedette watch --open takes them from others too";
    if (!requests_may_enter(w, c)) return MHD_HTTP_FORBIDDEN;
    *message = "an entry is application/json";
    if (!is_json_type(c)) return MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
    *message = "the entry is too long";
    if (length && (strlen(length) > 9 || atol(length) > WEB_ENTRY_MAX)) return MHD_HTTP_CONTENT_TOO_LARGE;
    return 0;
}

static enum MHD_Result begin_post(struct web *w, struct MHD_Connection *c, const char *url, void **request) {
    const char *message;
    unsigned code = refusal(w, c, url, &message);
    request_body *b = calloc(1, sizeof *b);
    if (!b) return MHD_NO;
    *request = b;
    b->refused = code != 0;
    return code ? requests_send_error(c, code, message) : MHD_YES;
}

static enum MHD_Result take_entry(struct web *w, struct MHD_Connection *c, const request_body *b) {
    if (b->length == 0 || memchr(b->text, '\0', b->length)) return requests_send_error(c, MHD_HTTP_BAD_REQUEST, "an entry is one event as JSON");
    char *line = strndup(b->text, b->length);
    if (!line) return MHD_NO;
    for (char *p = line; *p; p++)
        if (*p == '\n' || *p == '\r') *p = ' ';
    if (!feed_put_entry(&w->feed, line)) {
        free(line);
        return requests_send_error(c, MHD_HTTP_SERVICE_UNAVAILABLE, "too many entries wait: try again");
    }
    return send_text(c, MHD_HTTP_ACCEPTED, "{\"accepted\":true}", "application/json");
}

static enum MHD_Result go_on_post(struct web *w, struct MHD_Connection *c, const char *body, size_t *body_size, request_body *b) {
    if (*body_size == 0) return b->refused ? MHD_YES : take_entry(w, c, b);
    size_t n = *body_size;
    *body_size = 0;
    if (b->refused) return MHD_YES;
    if (n > WEB_ENTRY_MAX - b->length) return MHD_NO;  // a body without a length that goes on and on: the connection is closed
    memcpy(b->text + b->length, body, n);
    b->length += n;
    return MHD_YES;
}

enum MHD_Result requests_answer(void *context, struct MHD_Connection *c, const char *url, const char *method, const char *version, const char *body,
                                size_t *body_size, void **request) {
    struct web *w = context;
    (void)version;
    if (*request) return go_on_post(w, c, body, body_size, *request);
    if (!is_own_host(header(c, "Host"))) return requests_send_error(c, MHD_HTTP_FORBIDDEN, "this name is not this machine's: use its address");
    bool head = strcmp(method, "HEAD") == 0;
    if (head || strcmp(method, "GET") == 0) return answer_get(w, c, url, head);
    if (strcmp(method, "POST") == 0) return begin_post(w, c, url, request);
    return requests_send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, "GET, HEAD or POST");
}

void requests_completed(void *context, struct MHD_Connection *c, void **request, enum MHD_RequestTerminationCode why) {
    (void)context, (void)c, (void)why;
    free(*request);
    *request = NULL;
}
