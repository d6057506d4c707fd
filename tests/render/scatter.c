// What lies about on a table beside the armies: dice, tokens, rulers.
#include <math.h>

#include "tests/render/cast.h"

static paint paint_of(uint32_t rgb) { return (paint){rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255}; }

status cast_scatter(cast *c, const render_scatter *s, fault *fault) {
    thing *th = cast_add(c);
    if (!th) return fault_set(fault, STATUS_MEMORY, "renderer: out of memory");
    th->kind = s->kind == SCATTER_TOKEN ? THING_DISC : THING_BOX;
    th->casts = true;
    th->at = s->pose.at;
    th->c = cos(s->pose.heading_rad), th->s = sin(s->pose.heading_rad);
    th->half_d = th->half_w = s->size_in / 2;
    th->body = paint_of(s->rgb);
    if (s->kind == SCATTER_DIE) {
        th->z1 = s->size_in;
    } else if (s->kind == SCATTER_TOKEN) {
        th->z1 = 0.1;
        th->coat = COAT_BASE;
        th->has_rim = true;
        th->rim = paint_of(s->ring);
    } else {
        th->z1 = 0.05;
        th->half_w = 0.5;
    }
    return STATUS_OK;
}
