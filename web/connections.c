#include "web/connections.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define ENDING_STEP_MS 5

bool connections_init(connections *c, bool (*is_favoured)(void *context, const char *address), void *context) {
    memset(c, 0, sizeof *c);
    c->is_favoured = is_favoured;
    c->context = context;
    return pthread_mutex_init(&c->lock, NULL) == 0;
}

void connections_finish(connections *c) { pthread_mutex_destroy(&c->lock); }

void connections_name(const struct sockaddr *a, char out[WEB_ADDRESS_MAX]) {
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)a;
    out[0] = '\0';
    if (!a) return;
    if (a->sa_family == AF_INET) inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)a)->sin_addr, out, WEB_ADDRESS_MAX);
    if (a->sa_family != AF_INET6) return;
    if (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr))
        inet_ntop(AF_INET, v6->sin6_addr.s6_addr + 12, out, WEB_ADDRESS_MAX);
    else
        inet_ntop(AF_INET6, &v6->sin6_addr, out, WEB_ADDRESS_MAX);
}

bool connections_is_loopback(const char *address) { return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0; }

static void drop(connection *one) {
    shutdown(one->fd, SHUT_RDWR);
    one->dropped = true;
}

// The connection of that address (NULL: of any that is not favoured, if only those) that has waited longest for its request; NULL: none waits.
static connection *longest_waiting(connections *c, const char *address, bool favoured_too) {
    connection *found = NULL;
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        connection *one = &c->at[i];
        bool counts =
            one->stage == CONNECTION_WAITS && !one->dropped && (favoured_too || !one->favoured) && (!address || strcmp(one->address, address) == 0);
        if (counts && (!found || one->since_ms < found->since_ms)) found = one;
    }
    return found;
}

typedef struct {
    int all, others, same;  // all; those that are not favoured; those of one address
} count;

static count count_now(const connections *c, const char *address) {
    count n = {0};
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        const connection *one = &c->at[i];
        if (one->stage == CONNECTION_GONE || one->dropped) continue;
        n.all++;
        n.others += !one->favoured;
        n.same += strcmp(one->address, address) == 0;
    }
    return n;
}

static bool is_favoured(const connections *c, const char *address) { return connections_is_loopback(address) || c->is_favoured(c->context, address); }

bool connections_admit(connections *c, const struct sockaddr *from) {
    char address[WEB_ADDRESS_MAX];
    connections_name(from, address);
    const bool favoured = is_favoured(c, address);
    pthread_mutex_lock(&c->lock);
    const count n = count_now(c, address);
    connection *goes = NULL;
    bool full = favoured ? n.all >= CONNECTIONS_MAX - 32 : n.others >= CONNECTIONS_MAX - CONNECTIONS_FREE;  // 32: those that are being closed
    const bool many = !favoured && n.same >= CONNECTIONS_AN_ADDRESS;
    if (many) goes = longest_waiting(c, address, false);
    if (!goes && full) goes = longest_waiting(c, NULL, favoured);
    if (goes) drop(goes);
    const bool admitted = !c->closing && (goes || (!full && !many));
    pthread_mutex_unlock(&c->lock);
    return admitted;
}

connection *connections_open(connections *c, int fd, const struct sockaddr *from, uint64_t now_ms) {
    char address[WEB_ADDRESS_MAX];
    connection *place = NULL;
    connections_name(from, address);
    const bool favoured = is_favoured(c, address);
    pthread_mutex_lock(&c->lock);
    for (int i = 0; i < CONNECTIONS_MAX && !place; i++)
        if (c->at[i].stage == CONNECTION_GONE) place = &c->at[i];
    if (place) {
        *place = (connection){.stage = CONNECTION_WAITS, .fd = fd, .favoured = favoured, .since_ms = now_ms, .until_ms = now_ms + CONNECTION_HEAD_MS};
        snprintf(place->address, sizeof place->address, "%s", address);
        if (c->closing) drop(place);
    }
    pthread_mutex_unlock(&c->lock);
    return place;
}

static void set_stage(connections *c, connection *one, connection_stage stage, uint64_t now_ms, uint64_t allowed_ms) {
    if (!one) return;
    pthread_mutex_lock(&c->lock);
    one->stage = stage;
    one->since_ms = now_ms;
    one->until_ms = now_ms + allowed_ms;
    pthread_mutex_unlock(&c->lock);
}

void connections_begin(connections *c, connection *one, bool has_body, uint64_t now_ms) {
    set_stage(c, one, has_body ? CONNECTION_WAITS : CONNECTION_WORKS, now_ms, CONNECTION_BODY_MS);
}

void connections_work(connections *c, connection *one) { set_stage(c, one, CONNECTION_WORKS, 0, 0); }

void connections_end(connections *c, connection *one, uint64_t now_ms) { set_stage(c, one, CONNECTION_WAITS, now_ms, CONNECTION_IDLE_MS); }

void connections_close(connections *c, connection *one) { set_stage(c, one, CONNECTION_GONE, 0, 0); }

void connections_tend(connections *c, uint64_t now_ms) {
    pthread_mutex_lock(&c->lock);
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        connection *one = &c->at[i];
        if (one->stage == CONNECTION_WAITS && !one->dropped && now_ms > one->until_ms) drop(one);
    }
    pthread_mutex_unlock(&c->lock);
}

// Shuts down all that are open, that way (SHUT_...), and says how many there are.
static int shut_all(connections *c, int how) {
    int open = 0;
    pthread_mutex_lock(&c->lock);
    c->closing = true;
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        if (c->at[i].stage == CONNECTION_GONE) continue;
        shutdown(c->at[i].fd, how);
        open++;
    }
    pthread_mutex_unlock(&c->lock);
    return open;
}

void connections_end_all(connections *c) {
    static const int ways[] = {SHUT_RD, SHUT_RDWR};
    for (int i = 0; i < 2; i++)
        for (int ms = 0; shut_all(c, ways[i]) > 0 && ms < CONNECTION_ENDING_MS; ms += ENDING_STEP_MS)
            nanosleep(&(struct timespec){.tv_nsec = ENDING_STEP_MS * 1000000}, NULL);
}
