#include "web/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "web/requests.h"

// Connections beyond the viewers' streams: those that fetch the page's files.
#define OTHER_CONNECTIONS 32
// A viewer that takes nothing for so long is gone; longer than two heartbeats.
#define DEAD_AFTER_S 30
// Enough for the sanitizers' frames.
#define THREAD_STACK ((size_t)512 * 1024)

web_options web_default_options(void) { return (web_options){.address = "127.0.0.1", .port = 8080, .heartbeat_ms = 10000}; }

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
    if (bind(w->listener, (struct sockaddr *)(void *)&at, length) != 0 || listen(w->listener, 32) != 0) return say_bind_failure(o, errno, fault);
    if (getsockname(w->listener, (struct sockaddr *)(void *)&at, &length) != 0) return say_bind_failure(o, errno, fault);
    w->port = ntohs(at.ss_family == AF_INET ? ((struct sockaddr_in *)(void *)&at)->sin_port : ((struct sockaddr_in6 *)(void *)&at)->sin6_port);
    return STATUS_OK;
}

static status start_daemon(web *w, fault *fault) {
    w->daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC, 0, NULL, NULL,
                                 requests_answer, w, MHD_OPTION_LISTEN_SOCKET, w->listener, MHD_OPTION_CONNECTION_LIMIT,
                                 (unsigned)(WEB_MAX_VIEWERS + OTHER_CONNECTIONS), MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)DEAD_AFTER_S,
                                 MHD_OPTION_THREAD_STACK_SIZE, THREAD_STACK, MHD_OPTION_NOTIFY_COMPLETED, requests_completed, w, MHD_OPTION_END);
    if (!w->daemon) return fault_set(fault, STATUS_EXTERNAL, "the web server did not start on port %d", w->port);
    return STATUS_OK;
}

status web_start(const web_options *o, web **out, fault *fault) {
    web *w = calloc(1, sizeof *w);
    if (!w) return fault_set(fault, STATUS_MEMORY, "out of memory for the live page");
    w->listener = -1;
    w->heartbeat_ms = o->heartbeat_ms > 0 ? o->heartbeat_ms : web_default_options().heartbeat_ms;
    w->entries_from_anywhere = o->entries_from_anywhere;
    status s = feed_init(&w->feed, fault);
    if (s != STATUS_OK) goto free_web;
    if ((s = listen_on(w, o, fault)) != STATUS_OK) goto close_listener;
    if ((s = start_daemon(w, fault)) != STATUS_OK) goto close_listener;
    *out = w;
    return STATUS_OK;

close_listener:
    if (w->listener >= 0) close(w->listener);
    feed_finish(&w->feed);
free_web:
    free(w);
    return s;
}

int web_port(const web *w) { return w->port; }

void web_set(web *w, const char *name, const char *json) {
    feed_slot slot = FEED_STATE;
    feed_find_slot(name, &slot);
    feed_set(&w->feed, slot, json);
}

void web_publish(web *w, const char *kind, const char *json) {
    feed_slot slot;
    if (feed_find_slot(kind, &slot))
        feed_set(&w->feed, slot, json);
    else
        feed_add(&w->feed, kind, json);
}

bool web_take_entry(web *w, char **line) {
    *line = feed_take_entry(&w->feed);
    return *line != NULL;
}

int web_viewers(web *w) {
    pthread_mutex_lock(&w->feed.lock);
    int viewers = w->feed.viewers;
    pthread_mutex_unlock(&w->feed.lock);
    return viewers;
}

void web_stop(web *w) {
    if (!w) return;
    feed_stop(&w->feed);
    MHD_stop_daemon(w->daemon);  // closes the listener too
    feed_finish(&w->feed);
    web_archive *archive = w->archive;
    if (archive) free(archive->json);
    free(archive);
    free(w);
}
