#include "web/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "web/requests.h"

#define DEAD_AFTER_S 30                       // a viewer that takes nothing for so long is gone; longer than two heartbeats
#define KEEPER_MS 250                         // as exactly as deadlines are kept
#define CONNECTION_BYTES ((size_t)24 * 1024)  // of memory for a connection: a request's head must fit

web_options web_default_options(void) { return (web_options){.address = "127.0.0.1", .port = 8080, .heartbeat_ms = 10000}; }

const char *web_role_name(web_role role) { return role == WEB_JUDGE ? "judge" : role == WEB_PLAYER ? "player" : "viewer"; }

static status parse_address(const web_options *o, struct sockaddr_storage *out, socklen_t *length, fault *fault) {
    struct sockaddr_in *v4 = (struct sockaddr_in *)(void *)out;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)(void *)out;
    memset(out, 0, sizeof *out);
    if (o->port < 0 || o->port > 65535) return fault_set(fault, STATUS_INVALID, "port %d: 0 to 65535 is wanted", o->port);
    if (inet_pton(AF_INET, o->address, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons((uint16_t)o->port);
        *length = sizeof *v4;
        return STATUS_OK;
    }
    if (inet_pton(AF_INET6, o->address, &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons((uint16_t)o->port);
        *length = sizeof *v6;
        return STATUS_OK;
    }
    return fault_set(fault, STATUS_INVALID, "%s: no address to listen on: 127.0.0.1 for this machine, 0.0.0.0 for all of the network", o->address);
}

static status say_bind_failure(const web_options *o, int error, fault *fault) {
    switch (error) {
        case EADDRINUSE:
            return fault_set(fault, STATUS_IO, "port %d on %s is in use: end the other program or give another port with --listen", o->port,
                             o->address);
        case EACCES:
            return fault_set(fault, STATUS_IO, "port %d on %s is reserved: give one above 1023 with --listen", o->port, o->address);
        case EADDRNOTAVAIL:
            return fault_set(fault, STATUS_INVALID, "%s is no address of this machine: give one that is with --listen", o->address);
        default:
            return fault_set(fault, STATUS_IO, "cannot listen on %s port %d: %s", o->address, o->port, strerror(error));
    }
}

static status listen_on(web *w, const web_options *o, fault *fault) {
    struct sockaddr_storage at;
    socklen_t length;
    int on = 1;
    status s = parse_address(o, &at, &length, fault);
    if (s != STATUS_OK) return s;
    w->listener = socket(at.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (w->listener < 0) return say_bind_failure(o, errno, fault);
    setsockopt(w->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(w->listener, (struct sockaddr *)(void *)&at, length) != 0 || listen(w->listener, 128) != 0) return say_bind_failure(o, errno, fault);
    if (getsockname(w->listener, (struct sockaddr *)(void *)&at, &length) != 0) return say_bind_failure(o, errno, fault);
    w->port = ntohs(at.ss_family == AF_INET ? ((struct sockaddr_in *)(void *)&at)->sin_port : ((struct sockaddr_in6 *)(void *)&at)->sin6_port);
    return STATUS_OK;
}

// The keeper: works out changes of the state, and keeps all deadlines ------------------------------------------------------------------------------

// A feed_news.
static void hear_news(void *context, bool for_viewers) {
    web *w = context;
    if (for_viewers) {
        viewers_wake(&w->viewers);
        return;
    }
    pthread_mutex_lock(&w->keeper_lock);
    w->has_news = true;
    pthread_cond_signal(&w->keeper_news);
    pthread_mutex_unlock(&w->keeper_lock);
}

static void sleep_until_news(web *w, int ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&w->keeper_lock);
    while (!w->has_news && !w->keeper_stops)
        if (pthread_cond_timedwait(&w->keeper_news, &w->keeper_lock, &until) != 0) break;
    w->has_news = false;
    pthread_mutex_unlock(&w->keeper_lock);
}

static bool keeper_stops(web *w) {
    pthread_mutex_lock(&w->keeper_lock);
    bool stops = w->keeper_stops;
    pthread_mutex_unlock(&w->keeper_lock);
    return stops;
}

static void *keep(void *context) {
    web *w = context;
    while (!keeper_stops(w)) {
        const uint64_t now_ms = feed_now_ms();
        int wait_ms = feed_flush(&w->feed, now_ms), due_ms = entries_tend(&w->entries, now_ms);
        connections_tend(&w->connections, now_ms);
        pthread_mutex_lock(&w->feed.lock);
        viewers_beat(&w->viewers, now_ms, w->heartbeat_ms);
        pthread_mutex_unlock(&w->feed.lock);
        if (wait_ms <= 0 || wait_ms > KEEPER_MS) wait_ms = KEEPER_MS;
        if (due_ms > 0 && due_ms < wait_ms) wait_ms = due_ms;
        sleep_until_news(w, wait_ms);
    }
    return NULL;
}

static status start_keeper(web *w, fault *fault) {
    pthread_condattr_t monotonic;
    if (pthread_mutex_init(&w->keeper_lock, NULL) != 0) return fault_set(fault, STATUS_MEMORY, "no lock for the live page");
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    bool ok = pthread_cond_init(&w->keeper_news, &monotonic) == 0;
    pthread_condattr_destroy(&monotonic);
    if (ok && pthread_create(&w->keeper, NULL, keep, w) == 0) return STATUS_OK;
    if (ok) pthread_cond_destroy(&w->keeper_news);
    pthread_mutex_destroy(&w->keeper_lock);
    return fault_set(fault, STATUS_MEMORY, "no thread for the live page");
}

static void stop_keeper(web *w) {
    pthread_mutex_lock(&w->keeper_lock);
    w->keeper_stops = true;
    pthread_cond_signal(&w->keeper_news);
    pthread_mutex_unlock(&w->keeper_lock);
    pthread_join(w->keeper, NULL);
}

// The server -----------------------------------------------------------------------------------------------------------------------------------

static bool is_favoured(void *context, const char *address) { return sessions_is_judges(context, address); }

static enum MHD_Result admit(void *context, const struct sockaddr *from, socklen_t length) {
    web *w = context;
    (void)length;
    return connections_admit(&w->connections, from) ? MHD_YES : MHD_NO;
}

static void note_connection(void *context, struct MHD_Connection *c, void **place, enum MHD_ConnectionNotificationCode what) {
    web *w = context;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        connections_close(&w->connections, *place);
        *place = NULL;
        return;
    }
    const union MHD_ConnectionInfo *fd = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *from = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    *place = fd && from ? connections_open(&w->connections, fd->connect_fd, from->client_addr, feed_now_ms()) : NULL;
}

// A path with a NUL in it stays as it is written, and names nothing: cut off at the NUL it would be another's.
static size_t unescape(void *context, struct MHD_Connection *c, char *text) {
    (void)context, (void)c;
    return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

static status start_daemon(web *w, const web_options *o, fault *fault) {
    const struct MHD_OptionItem tls[] = {{MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)o->tls_cert},
                                         {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)o->tls_key},
                                         {MHD_OPTION_END, 0, NULL}};
    const struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
    w->secure = o->tls_cert && o->tls_key;
    const unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC | (w->secure ? MHD_USE_TLS : 0);
    w->daemon = MHD_start_daemon(flags, 0, admit, w, requests_answer, w, MHD_OPTION_LISTEN_SOCKET, w->listener, MHD_OPTION_CONNECTION_LIMIT,
                                 (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)DEAD_AFTER_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                 CONNECTION_BYTES, MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_NOTIFY_COMPLETED, requests_completed, w,
                                 MHD_OPTION_NOTIFY_CONNECTION, note_connection, w, MHD_OPTION_ARRAY, w->secure ? tls : plain, MHD_OPTION_END);
    if (w->daemon) return STATUS_OK;
    if (w->secure)
        return fault_set(fault, STATUS_INVALID, "the page did not start with TLS: certificate and key must be PEM files that belong together");
    return fault_set(fault, STATUS_EXTERNAL, "the web server did not start on port %d", w->port);
}

static status init_parts(web *w, const web_options *o, fault *fault) {
    own_names_init(&w->names, o->host_names);
    status s = sessions_init(&w->sessions, o->judge_password, o->table_code, fault);
    if (s != STATUS_OK) return s;
    if (!connections_init(&w->connections, is_favoured, &w->sessions) || !entries_init(&w->entries) || !accesses_init(&w->accesses) ||
        !pictures_init(&w->pictures) || !viewers_init(&w->viewers))
        return fault_set(fault, STATUS_MEMORY, "out of memory for the live page");
    s = feed_init(&w->feed, hear_news, w, fault);
    if (s == STATUS_OK) s = static_files_init(&w->files, fault);
    if (s == STATUS_OK && !jobs_start(&w->jobs)) s = fault_set(fault, STATUS_MEMORY, "no thread for the live page");
    return s;
}

static void finish_parts(web *w) {
    static_files_finish(&w->files);
    viewers_finish(&w->viewers);
    entries_finish(&w->entries);
    accesses_finish(&w->accesses);
    pictures_finish(&w->pictures);
    connections_finish(&w->connections);
    feed_finish(&w->feed);
    sessions_finish(&w->sessions);
}

// A part that fails leaves little behind: the program ends, as it can't serve the page.
status web_start(const web_options *o, web **out, fault *fault) {
    web *w = calloc(1, sizeof *w);
    if (!w) return fault_set(fault, STATUS_MEMORY, "out of memory for the live page");
    w->listener = -1;
    w->heartbeat_ms = o->heartbeat_ms > 0 ? o->heartbeat_ms : web_default_options().heartbeat_ms;
    w->password_given = o->judge_password != NULL;
    status s = listen_on(w, o, fault);
    if (s != STATUS_OK) goto close_listener;
    if ((s = init_parts(w, o, fault)) != STATUS_OK) goto stop_jobs;
    if ((s = start_keeper(w, fault)) != STATUS_OK) goto stop_jobs;
    if ((s = start_daemon(w, o, fault)) != STATUS_OK) goto stop_keeper;
    *out = w;
    return STATUS_OK;

stop_keeper:
    stop_keeper(w);
stop_jobs:
    jobs_stop(&w->jobs);
    finish_parts(w);
close_listener:
    if (w->listener >= 0) close(w->listener);
    free(w);
    return s;
}

int web_port(const web *w) { return w->port; }

const char *web_judge_password(const web *w) { return w->sessions.made_password[0] ? w->sessions.made_password : NULL; }

const char *web_table_code(const web *w) { return w->sessions.code_made ? w->sessions.table_code : NULL; }

void web_set(web *w, const char *name, const char *json, const char *public_json) {
    feed_slot slot = FEED_STATE;
    feed_find_slot(name, &slot);
    feed_set(&w->feed, slot, json, public_json);
}

void web_publish(web *w, const char *kind, const char *json, const char *public_json) {
    feed_slot slot;
    if (feed_find_slot(kind, &slot))
        feed_set(&w->feed, slot, json, public_json);
    else
        feed_add(&w->feed, kind, json, public_json);
}

bool web_take_entry(web *w, web_entry *out) { return entries_take(&w->entries, out, feed_now_ms()); }

void web_answer_entry(web *w, uint64_t ticket, bool taken, const char *json) {
    entries_answer(&w->entries, ticket, taken ? MHD_HTTP_OK : MHD_HTTP_UNPROCESSABLE_CONTENT, json);
}

bool web_take_access(web *w, web_access *out) { return accesses_take(&w->accesses, out); }

void web_add_picture(web *w, const char *about_json, const void *jpeg, size_t length, bool is_public) {
    const uint64_t number = pictures_add(&w->pictures, jpeg, length, is_public);
    const size_t n = strlen(about_json), capacity = n + 64;
    char *json = number > 0 && n >= 2 ? malloc(capacity) : NULL;
    if (!json) return;
    snprintf(json, capacity, "%.*s,\"src\":\"/pictures/%llu\"}", (int)(n - 1), about_json, (unsigned long long)number);
    web_publish(w, "picture", json, is_public ? json : NULL);
    free(json);
}

void web_set_table_picture(web *w, double t_s, const void *jpeg, size_t length) { pictures_set_table(&w->pictures, t_s, jpeg, length); }

bool web_wants_table_picture(web *w) { return pictures_wants_table(&w->pictures, feed_now_ms()); }

int web_viewers(web *w) {
    pthread_mutex_lock(&w->feed.lock);
    int count = w->viewers.count;
    pthread_mutex_unlock(&w->feed.lock);
    return count;
}

void web_stop(web *w) {
    if (!w) return;
    feed_stop(&w->feed);
    entries_stop(&w->entries);
    jobs_stop(&w->jobs);
    stop_keeper(w);
    connections_end_all(&w->connections);
    MHD_stop_daemon(w->daemon);  // closes the listener too
    pthread_cond_destroy(&w->keeper_news);
    pthread_mutex_destroy(&w->keeper_lock);
    finish_parts(w);
    web_archive *archive = w->archive;
    if (archive) free(archive->json);
    free(archive);
    free(w);
}
