#include "vision/bases/closer.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "vision/bases/bases_limits.h"
#include "vision/bases/crop.h"
#include "vision/bases/networks.h"
#include "vision/bases/said.h"
#include "vision/internal.h"

// The inputs and outputs of train/pose.py.
enum { SIDE = 48, AT_ONCE = 32, OUTLINE = 3, STEP, SCALE, INPUTS };
enum {
    THERE,
    FORWARD,
    LEFT,
    SIGMA_FORWARD,
    SIGMA_LEFT,
    TURN,
    SIGMA_TURN,
    FRONT,
    LENGTH = 11,
    ACROSS,
    ROUND,
    VISIBLE = 21,
    CARRIES,
    OUTPUTS = CARRIES + CARRIES_COUNT
};
static const double shift_unit_mm = 4, turn_unit_rad = 0.3;
static const float band_mm = 6;

struct closer {
    net *net;
    int threads;  // for which there is room
    bool has_room;
};

status closer_create(closer **out, fault *fault) {
    closer *c = calloc(1, sizeof *c);
    if (!c) return fault_set(fault, STATUS_MEMORY, "no memory to look at bases");
    status s = net_load(vedette_pose, (size_t)(vedette_pose_end - vedette_pose), &c->net, fault);
    if (s == STATUS_OK && (net_input_channels(c->net) != INPUTS || net_output_count(c->net) != 1))
        s = fault_set(fault, STATUS_INVALID, "the pose network has other inputs or outputs than it should");
    if (s != STATUS_OK) {
        closer_destroy(c);
        return s;
    }
    *out = c;
    return STATUS_OK;
}

void closer_destroy(closer *c) {
    if (!c) return;
    net_destroy(c->net);
    free(c);
}

static double half_extent_mm(const supposed_base *b) { return 0.6 * fmax(b->length_in, b->across_in) / IN_PER_MM + 4; }

static float length_of(float x, float y) { return sqrtf(x * x + y * y); }

// Signed distance to the outline, mm, positive inside.
static float outline_distance(const supposed_base *b, float forward, float left) {
    const float half_x = (float)(b->length_in / IN_PER_MM / 2), half_y = (float)(b->across_in / IN_PER_MM / 2);
    if (b->round) return half_x - length_of(forward, left);
    const float dx = fabsf(forward) - half_x, dy = fabsf(left) - half_y;
    if (dx > 0 || dy > 0) return -length_of(dx > 0 ? dx : 0, dy > 0 ? dy : 0);
    return -(dx > dy ? dx : dy);
}

// What the threads cut crops from, and what comes of it: crop i shows supposed[at[i]].
typedef struct {
    const frame *frame;
    const supposed_base *supposed;
    print_tones tones;
    net_map in;
    int count, at[AT_ONCE];
    local_axes axes[AT_ONCE];
    paint_band rims[AT_ONCE];
    atomic_int next;
} crop_task;

static void fill_crop(crop_task *t, int item) {
    const supposed_base *b = &t->supposed[t->at[item]];
    const double e = half_extent_mm(b);
    const crop_grid g = crop_grid_of(&t->axes[item], e, SIDE);
    const float log_step = (float)log2(g.step_mm), log_scale = (float)log2(g.px_per_mm);
    paint_begin(&t->rims[item]);
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            float *out = net_map_at(&t->in, item, i, j);
            crop_share(&g, t->frame, &t->tones, i, j, out);
            const float inside = outline_distance(b, (float)(e - (i + 0.5) * g.step_mm), (float)(e - (j + 0.5) * g.step_mm));
            if (paint_in_band((double)inside)) paint_add(&t->rims[item], out);
            out[OUTLINE] = fminf(fmaxf(inside / band_mm, -1), 1);
            out[STEP] = log_step;
            out[SCALE] = log_scale;
        }
    }
}

static void fill_crops(void *of, int part) {
    crop_task *t = of;
    (void)part;
    for (int i; (i = atomic_fetch_add(&t->next, 1)) < t->count;) fill_crop(t, i);
}

static void read_look(const supposed_base *b, const float *o, const paint_band *rim, close_look *out) {
    double forward = (double)o[FORWARD] * shift_unit_mm * IN_PER_MM, left = (double)o[LEFT] * shift_unit_mm * IN_PER_MM;
    float most = o[FRONT], sum = 0;
    *out = (close_look){.odds = o[THERE],
                        .at = vec2_add(b->at, vec2_rotate((vec2){forward, left}, b->heading_rad)),
                        .heading_rad = (float)b->heading_rad + o[TURN] * (float)turn_unit_rad,
                        .sigma_rad = expf(fminf(o[SIGMA_TURN], 2)) * (float)turn_unit_rad,
                        .length_log = o[LENGTH],
                        .across_log = o[ACROSS],
                        .round = said_chance(o[ROUND]),
                        .rim_sigma = BASES_UNSEEN_SIGMA,
                        .visible = fminf(fmaxf(o[VISIBLE], 0), 1)};
    for (int k = 0; k < 2; k++) out->sigma_in[k] = expf(fminf(o[SIGMA_FORWARD + k], 2)) * (float)(shift_unit_mm * IN_PER_MM);
    for (int k = 1; k < 4; k++) most = fmaxf(most, o[FRONT + k]);
    for (int k = 0; k < 4; k++) sum += out->front[k] = expf(o[FRONT + k] - most);
    for (int k = 0; k < 4; k++) out->front[k] /= sum;
    paint_read(rim, out->rim, &out->rim_sigma);
    said_carries(o + CARRIES, out->carries);
    if (!isfinite(out->odds) || !isfinite(out->at.x) || !isfinite(out->at.y) || !isfinite(out->heading_rad)) *out = (close_look){.odds = -INFINITY};
}

static status reserve(closer *c, thread_pool *pool, fault *fault) {
    int threads = thread_pool_count(pool);
    if (c->has_room && threads <= c->threads) return STATUS_OK;
    status s = net_reserve(c->net, AT_ONCE, SIDE, SIDE, threads, fault);
    c->has_room = s == STATUS_OK;
    c->threads = threads;
    return s;
}

status closer_look(closer *c, const frame *f, const vision_view *view, const supposed_base *supposed, int count, thread_pool *pool, close_look *out,
                   fault *fault) {
    crop_task t = {.frame = f, .supposed = supposed, .tones = paint_tones(view)};
    status s = count > 0 ? reserve(c, pool, fault) : STATUS_OK;
    for (int done = 0; done < count && s == STATUS_OK;) {
        for (t.count = 0; done < count && t.count < AT_ONCE; done++) {
            out[done] = (close_look){.odds = -INFINITY, .at = supposed[done].at};
            const supposed_base *b = &supposed[done];
            if (!crop_aim(view, f, b->at, b->z_in, b->heading_rad, &t.axes[t.count])) continue;
            crop_want(f, &t.axes[t.count], half_extent_mm(b));  // before the threads read them
            t.at[t.count++] = done;
        }
        if (t.count == 0) continue;
        t.in = net_input(c->net, t.count, SIDE, SIDE);
        atomic_store(&t.next, 0);
        thread_pool_run(pool, fill_crops, &t);
        net_run(c->net, pool);
        net_map said = net_output(c->net, 0);
        if (said.channels < OUTPUTS) return fault_set(fault, STATUS_INVALID, "the pose network says %d things, not %d", said.channels, OUTPUTS);
        for (int i = 0; i < t.count; i++) read_look(&supposed[t.at[i]], net_map_at(&said, i, 0, 0), &t.rims[i], &out[t.at[i]]);
    }
    return s;
}
