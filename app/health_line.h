// app/health_line -- the line `health` of the verdict stream: sent where what can be judged changes for longer than two seconds (docs/stream.md).
#ifndef VEDETTE_APP_HEALTH_LINE_H
#define VEDETTE_APP_HEALTH_LINE_H

#include "app/desk.h"
#include "pipeline/health.h"
#include "pipeline/pipeline.h"

typedef struct {
    stream_health_state state;
    char why[HEALTH_TEXT];
    bool *units;  // by unit: what it does is not judged, or not all of it
} health_view;

typedef struct {
    health_view seen, now, sent;  // seen: of the newest frame, as it is looked at
    double since_s;               // `now` is so since then
} health_line;

// STATUS_MEMORY.
status health_line_init(health_line *h, const game *g, fault *fault);
void health_line_finish(health_line *h);
// Takes what the pipeline can judge at t_s, and sends the line to the desk where it is due. `lasting`: it has lasted already, as where no picture
// came for long. STATUS_MEMORY.
status health_line_follow(health_line *h, const pipeline *p, desk *d, double t_s, bool lasting, fault *fault);

#endif
