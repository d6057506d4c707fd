#include "vision/bases/closer.h"

#include <math.h>

#include "vision/bases/bases_limits.h"
#include "vision/bases/crop.h"
#include "vision/bases/networks.h"
#include "vision/bases/said.h"
#include "vision/internal.h"

// The inputs and outputs of train/pose.py.
enum { SIDE = 48, OUTLINE = 3, STEP, SCALE, INPUTS };
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

static const look_net_kind kind = {
    .begin = vedette_pose, .end = vedette_pose_end, .name = "pose", .inputs = INPUTS, .outputs = OUTPUTS, .height = SIDE, .width = SIDE};

status closer_create(closer **out, fault *fault) { return look_net_create(&kind, out, fault); }

void closer_destroy(closer *c) { look_net_destroy(c); }

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

typedef struct {
    const frame *frame;
    const vision_view *view;
    const supposed_base *supposed;
    close_look *out;
    print_tones tones;
    // Of each crop: the base as it is looked at, and where it shows.
    supposed_base of[LOOK_AT_ONCE];
    local_axes axes[LOOK_AT_ONCE];
    paint_band rims[LOOK_AT_ONCE];
} closer_task;

static bool is_wide(const supposed_base *b) { return !b->round && b->across_in > b->length_in; }

// The network has learned bases with their length ahead: a wide one is looked at from its left.
static supposed_base length_ahead(const supposed_base *b) {
    if (!is_wide(b)) return *b;
    return (supposed_base){b->at, b->z_in, b->heading_rad + PI / 2, b->across_in, b->length_in, b->round};
}

static void turn_back(close_look *l) {
    const close_look from = *l;
    l->heading_rad -= (float)(PI / 2);
    for (int k = 0; k < 2; k++) l->sigma_in[k] = from.sigma_in[1 - k];
    for (int k = 0; k < 4; k++) l->front[(k + 1) % 4] = from.front[k];
    l->length_log = from.across_log, l->across_log = from.length_log;
}

static bool aim(void *task, int slot, int index) {
    closer_task *t = task;
    const supposed_base *b = &t->of[slot];
    t->of[slot] = length_ahead(&t->supposed[index]);
    t->out[index] = (close_look){.odds = -INFINITY, .at = b->at};
    if (!crop_aim(t->view, t->frame, b->at, b->z_in, b->heading_rad, &t->axes[slot])) return false;
    crop_want(t->frame, &t->axes[slot], half_extent_mm(b));  // before the threads read them
    return true;
}

static void fill_crop(void *task, int slot, const net_map *in) {
    closer_task *t = task;
    const supposed_base *b = &t->of[slot];
    const double e = half_extent_mm(b);
    const crop_grid g = crop_grid_of(&t->axes[slot], e, SIDE);
    const float log_step = (float)log2(g.step_mm), log_scale = (float)log2(g.px_per_mm);
    paint_begin(&t->rims[slot]);
    for (int i = 0; i < SIDE; i++) {
        crop_row(&g, t->frame, &t->tones, i, SIDE, net_map_at(in, slot, i, 0), in->pixel);
        for (int j = 0; j < SIDE; j++) {
            float *out = net_map_at(in, slot, i, j);
            const float inside = outline_distance(b, (float)(e - (i + 0.5) * g.step_mm), (float)(e - (j + 0.5) * g.step_mm));
            if (paint_in_band((double)inside)) paint_add(&t->rims[slot], out);
            out[OUTLINE] = fminf(fmaxf(inside / band_mm, -1), 1);
            out[STEP] = log_step;
            out[SCALE] = log_scale;
        }
    }
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

static void take_look(void *task, int slot, int index, const net_map *said) {
    closer_task *t = task;
    read_look(&t->of[slot], net_map_at(said, slot, 0, 0), &t->rims[slot], &t->out[index]);
    if (is_wide(&t->supposed[index])) turn_back(&t->out[index]);
}

status closer_look(closer *c, const frame *f, const vision_view *view, const supposed_base *supposed, int count, thread_pool *pool, close_look *out,
                   fault *fault) {
    closer_task t = {.frame = f, .view = view, .supposed = supposed, .out = out, .tones = paint_tones(view)};
    return look_net_run(c, &(look_steps){&t, aim, fill_crop, take_look}, count, SIDE, SIDE, pool, fault);
}
