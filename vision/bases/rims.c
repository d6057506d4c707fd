#include "vision/bases/rims.h"

#include <math.h>

#include "vision/bases/networks.h"
#include "vision/bases/strip.h"

// As in train/fronts.py.
enum { DEEP = 12, PAD = 12, PAINTS = 3 * DEEP, KNOWN = PAINTS + 6, SCALE = PAINTS + 8, INPUTS };
static const strip_shape shape = {.step_mm = 0.8, .outside_mm = 1.5, .inside_mm = 4, .deep = DEEP};

static const look_net_kind kind = {.begin = vedette_fronts,
                                   .end = vedette_fronts_end,
                                   .name = "fronts",
                                   .inputs = INPUTS,
                                   .outputs = 1,
                                   .height = 1,
                                   .width = RIM_MOST_COLUMNS + 2 * PAD,
                                   .shrink = 1};

status rim_reader_create(rim_reader **out, fault *fault) { return look_net_create(&kind, out, fault); }

void rim_reader_destroy(rim_reader *r) { look_net_destroy(r); }

typedef struct {
    const frame *frame;
    const vision_view *view;
    const marked_rim *rims;
    rim_look *out;
    print_tones tones;
    strip_outline outline;
    // Of each strip: which rim, and where its base shows.
    const marked_rim *of[LOOK_AT_ONCE];
    local_axes axes[LOOK_AT_ONCE];
} strip_task;

static bool aim(void *task, int slot, int index) {
    strip_task *t = task;
    t->of[slot] = &t->rims[index];
    return strip_aim(&shape, &t->outline, t->view, t->frame, &t->rims[index].base, &t->axes[slot]);
}

static void fill_strip(void *task, int slot, const net_map *in) {
    const strip_task *t = task;
    const marked_rim *rim = t->of[slot];
    const local_axes *a = &t->axes[slot];
    const float log_scale = (float)log2(crop_px_per_mm(a));
    for (int j = 0; j < t->outline.columns + 2 * PAD; j++) {
        float *out = net_map_at(in, slot, 0, j);
        strip_fill_column(&shape, &t->outline, t->frame, &t->tones, a, j - PAD, out);
        strip_fill_paint(rim->rim_rgb, out + PAINTS, out + KNOWN);
        strip_fill_paint(rim->mark_rgb, out + PAINTS + 3, out + KNOWN + 1);
        out[SCALE] = log_scale;
    }
}

// True where the column may be the front: any of a round base, the middles of a square's sides, of an oblong's ends.
static bool may_be_front(const strip_outline *o, int column) {
    if (o->round) return true;
    return column % (fabs(o->length_mm - o->across_mm) > 1 ? o->columns / 2 : o->columns / 4) == 0;
}

static void take_chances(void *task, int slot, int index, const net_map *said) {
    const strip_task *t = task;
    const strip_outline *o = &t->outline;
    rim_look *out = &t->out[index];
    float most = 0;
    double sum;
    out->columns = o->columns;
    for (int j = 0; j < o->columns; j++) {
        float odds = net_map_at(said, slot, 0, PAD + j)[0];
        out->mark[j] = may_be_front(o, j) && isfinite(odds) ? odds : -INFINITY;
        most = fmaxf(most, out->mark[j]);
    }
    sum = (double)(out->none = expf(-most));
    for (int j = 0; j < o->columns; j++) sum += (double)(out->mark[j] = expf(out->mark[j] - most));
    for (int j = 0; j < o->columns; j++) out->mark[j] /= (float)sum;
    out->none /= (float)sum;
}

status rim_reader_look(rim_reader *r, const frame *f, const vision_view *view, const marked_rim *rims, int count, thread_pool *pool, rim_look *out,
                       fault *fault) {
    strip_task t = {.frame = f, .view = view, .rims = rims, .out = out, .tones = paint_tones(view)};
    for (int i = 0; i < count; i++) out[i].columns = 0;
    if (count > 0) t.outline = strip_outline_of(&shape, &rims[0].base, RIM_MOST_COLUMNS);
    if (t.outline.columns == 0) return STATUS_OK;
    return look_net_run(r, &(look_steps){&t, aim, fill_strip, take_chances}, count, 1, t.outline.columns + 2 * PAD, pool, fault);
}
