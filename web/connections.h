// web/connections -- how many connections there are, of whom, and how long they take: nobody holds a place with half a request. Internal to web/.
//
// libmicrohttpd closes what is silent; one byte now and then keeps its connections for ever. Here a request's head has a time limit as a whole, and
// so has its body. A socket that is overdue, or must make room, is shut down: libmicrohttpd then closes it. The place is given back before the socket
// is closed, so that no number of another's socket is ever used. Any thread.
#ifndef VEDETTE_WEB_CONNECTIONS_H
#define VEDETTE_WEB_CONNECTIONS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "web/web.h"

#define CONNECTIONS_MAX 640
#define CONNECTIONS_FREE 96        // kept for this machine and for judges
#define CONNECTIONS_AN_ADDRESS 64  // of one other machine
#define CONNECTION_HEAD_MS 5000    // a request's head, from its connection on
#define CONNECTION_BODY_MS 10000
#define CONNECTION_IDLE_MS 60000  // until the next request
#define CONNECTION_ENDING_MS 500  // for answers under way, when the server ends

typedef enum { CONNECTION_GONE, CONNECTION_WAITS, CONNECTION_WORKS } connection_stage;

typedef struct {
    connection_stage stage;  // WAITS: for a request's head, or the rest of it; WORKS: is being answered
    int fd;
    bool favoured, dropped;  // of this machine or a judge's; shut down
    uint64_t since_ms, until_ms;
    char address[WEB_ADDRESS_MAX];
} connection;

typedef struct {
    pthread_mutex_t lock;
    connection at[CONNECTIONS_MAX];
    bool closing;  // no more are admitted
    bool (*is_favoured)(void *context, const char *address);
    void *context;
} connections;

bool connections_init(connections *c, bool (*is_favoured)(void *context, const char *address), void *context);
void connections_finish(connections *c);
// The address without its port, as text; "" for one that is none.
void connections_name(const struct sockaddr *a, char out[WEB_ADDRESS_MAX]);
bool connections_is_loopback(const char *address);

// Is there a place for one more from there? Where there is none, the one that has waited longest makes room.
bool connections_admit(connections *c, const struct sockaddr *from);
// A place for the socket; NULL: there is none.
connection *connections_open(connections *c, int fd, const struct sockaddr *from, uint64_t now_ms);
// The head of a request has come; has_body: its body is still to come.
void connections_begin(connections *c, connection *one, bool has_body, uint64_t now_ms);
// The body has come too.
void connections_work(connections *c, connection *one);
// The answer is sent.
void connections_end(connections *c, connection *one, uint64_t now_ms);
void connections_close(connections *c, connection *one);
// Shuts down what is overdue.
void connections_tend(connections *c, uint64_t now_ms);
// Admits none from now on, and ends those that are open: what has come is still answered. Waits until all are closed, at most CONNECTION_ENDING_MS;
// those that take no answer are shut down then, and waited for once more. libmicrohttpd 0.9.75 writes a response that is not there when it refuses a
// request while MHD_stop_daemon() runs: nothing may be under way by then.
void connections_end_all(connections *c);

#endif
