// stream/event_reader -- what the reader of event lines keeps from line to line, and its buffers. Internal to stream/.
#ifndef VEDETTE_STREAM_EVENT_READER_H
#define VEDETTE_STREAM_EVENT_READER_H

#include "stream/stream.h"

#define KEYS_MAX 64  // of one declaration or status; real ones have far fewer
#define LEGS_MAX 64  // of one written order

struct stream_reader {
    const game *g;
    double last_t_s;
    bool started;
    int *slots;  // figure index + 1 by the hash of its id, 0: free; open addressing, a power of two of at least twice the figures
    unsigned slot_mask;
    event_pose *poses;  // the rest: buffers of the last event
    int *figures, *nudged, *ambiguous, *ambiguous_group;
    unsigned *posed, *listed, *nudged_in, *ambiguous_in;  // figure was named there in line `stamp`
    int *pose_at;                                         // where its pose stands in `poses`
    unsigned stamp;
    event_item *items;
    order_leg legs[LEGS_MAX];
};

// Index of the figure with this id, or -1.
int stream_find_figure(const stream_reader *r, const char *id);

#endif
