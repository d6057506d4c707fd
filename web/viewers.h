// web/viewers -- who follows the stream of events: each one's place in the feed and what it is being sent. Internal to web/. All under the feed's
// lock.
#ifndef VEDETTE_WEB_VIEWERS_H
#define VEDETTE_WEB_VIEWERS_H

#include <microhttpd.h>

#include "web/feed.h"

struct web;

typedef struct viewer {
    struct web *web;
    struct MHD_Connection *connection;
    feed_place place;
    uint64_t session;  // 0: none; when it ends, so does the stream
    bool small;        // is sent gzip
    bool suspended;    // waits for news
    bool beat;         // is to be sent a comment, as it was long silent
    packed *now;       // what is being sent; NULL: nothing
    size_t sent;       // of it
    size_t head_sent;  // of the gzip header
    uint64_t spoke_ms;
    struct viewer *next, *previous;
} viewer;

typedef struct {
    viewer *first;
    int count;
    packed *beat;  // a comment: it keeps a connection and finds out a dead one
} viewers;

bool viewers_init(viewers *all);
void viewers_finish(viewers *all);
void viewers_add(viewers *all, viewer *v);
void viewers_remove(viewers *all, viewer *v);
// Goes on with all that wait.
void viewers_wake(viewers *all);
// Sends a comment to those that were sent nothing for so long.
void viewers_beat(viewers *all, uint64_t now_ms, int heartbeat_ms);

#endif
