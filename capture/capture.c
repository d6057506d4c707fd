#include "capture/capture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture/capture_limits.h"
#include "capture/source.h"
#include "core/clock.h"

struct capture {
    source *from;
    char *name;
    capture_options options;
    double began_s;  // monotonic; realtime: when the first frame was asked for
    bool began;
    int64_t dropped;  // realtime: overdue frames
};

capture_options capture_default_options(void) { return (capture_options){.timeout_s = LIVE_TIMEOUT_S}; }

status capture_open(const char *name, const capture_options *o, capture **out, fault *fault) {
    assert(name && out);
    *out = NULL;
    if (!*name)
        return fault_set(fault, STATUS_INVALID, "the source's name is empty; name a clip, a picture, a folder, v4l2:/dev/videoN or libcamera:0");
    capture *c = calloc(1, sizeof *c);
    char *kept = strdup(name);
    status s = c && kept ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "%s: out of memory; close other programs", name);
    if (!s) {
        c->name = kept;
        c->options = o ? *o : capture_default_options();
        const source_kind *kind = source_kind_of(name);
        s = kind->open(name + strlen(kind->prefix), &c->options, &c->from, fault);
    }
    if (!s) {
        *out = c;
        return STATUS_OK;
    }
    free(kept);
    free(c);
    return s;
}

// Returns early where a signal comes in: its handler may want the program to end.
static void sleep_s(double s) {
    struct timespec t = {.tv_sec = (time_t)s, .tv_nsec = (long)((s - (double)(time_t)s) * 1e9)};
    nanosleep(&t, NULL);
}

// A file at the pace it was recorded: waits for frames that are not due, passes over those that are overdue by more than a frame. No more than a
// second's worth at a time, so that a machine too slow even to decode still shows something.
static status next_in_time(capture *c, frame *out, fault *fault) {
    double period_s = c->from->fps > 0 ? 1 / c->from->fps : 0;
    int may_drop = (int)c->from->fps;
    for (;;) {
        status s = c->from->verbs->next(c->from, out, fault);
        if (s) return s;
        if (!c->began) c->began_s = clock_monotonic_s() - out->t_s;
        c->began = true;
        double late_s = clock_monotonic_s() - (c->began_s + out->t_s);
        if (late_s < 0) sleep_s(-late_s);
        if (late_s <= period_s || may_drop-- <= 0) return STATUS_OK;
        c->dropped++;
    }
}

status capture_next(capture *c, frame *out, fault *fault) {
    if (c->options.realtime && !c->from->live) return next_in_time(c, out, fault);
    return c->from->verbs->next(c->from, out, fault);
}

bool capture_is_live(const capture *c) { return c->from->live; }
double capture_fps(const capture *c) { return c->from->fps; }
int64_t capture_frame_count(const capture *c) { return c->from->frame_count; }
int64_t capture_skipped(const capture *c) { return c->from->skipped + c->dropped; }
bool capture_ended_early(const capture *c) { return c->from->ended_early; }
const char *capture_picture(const capture *c) { return c->from->picture_path ? c->from->picture_path : c->name; }

void capture_close(capture *c) {
    if (!c) return;
    c->from->verbs->close(c->from);
    free(c->name);
    free(c);
}
