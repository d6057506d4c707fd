#include "app/health_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LASTS_S 2.0  // s: what passes sooner is no line (docs/stream.md)

status health_line_init(health_line *h, const game *g, fault *fault) {
    const size_t units = (size_t)g->unit_count + 1;
    *h =
        (health_line){.seen.units = calloc(units, sizeof(bool)), .now.units = calloc(units, sizeof(bool)), .sent.units = calloc(units, sizeof(bool))};
    if (h->seen.units && h->now.units && h->sent.units) return STATUS_OK;
    health_line_finish(h);
    return fault_set(fault, STATUS_MEMORY, "out of memory");
}

void health_line_finish(health_line *h) {
    free(h->seen.units);
    free(h->now.units);
    free(h->sent.units);
    *h = (health_line){0};
}

static bool same(const health_view *a, const health_view *b, int units) {
    return a->state == b->state && memcmp(a->units, b->units, (size_t)units * sizeof *a->units) == 0 && health_same_reason(a->why, b->why);
}

static void copy(health_view *to, const health_view *from, int units) {
    to->state = from->state;
    snprintf(to->why, sizeof to->why, "%s", from->why);
    memcpy(to->units, from->units, (size_t)units * sizeof *to->units);
}

// What can be judged now. What passes by itself, as a hand does, is as good.
static void look(const pipeline *p, const game *g, health_view *out) {
    bool blind = pipeline_is_blind(p), partly = !blind && pipeline_troubled(p);
    out->state = blind ? STREAM_HEALTH_BLIND : partly ? STREAM_HEALTH_PARTLY : STREAM_HEALTH_GOOD;
    snprintf(out->why, sizeof out->why, "%s", blind || partly ? pipeline_health(p) : "");
    for (int u = 0; u < g->unit_count; u++) out->units[u] = partly && pipeline_misses(p, u);
}

static status send_line(const health_line *h, desk *d, double t_s, fault *fault) {
    char *json = stream_health_json(d->game, t_s, h->sent.state, h->sent.why, h->sent.units);
    if (!json) return fault_set(fault, STATUS_MEMORY, "out of memory");
    desk_report_health(d, t_s, json);
    free(json);
    return STATUS_OK;
}

status health_line_follow(health_line *h, const pipeline *p, desk *d, double t_s, bool lasting, fault *fault) {
    const int units = d->game->unit_count;
    look(p, d->game, &h->seen);
    if (!same(&h->seen, &h->now, units)) h->since_s = t_s;
    copy(&h->now, &h->seen, units);
    if (same(&h->now, &h->sent, units) || (!lasting && t_s - h->since_s < LASTS_S && t_s >= h->since_s)) return STATUS_OK;
    copy(&h->sent, &h->now, units);
    return send_line(h, d, t_s, fault);
}
