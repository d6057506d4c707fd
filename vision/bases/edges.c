#include "vision/bases/edges.h"

#include <math.h>

#include "vision/bases/networks.h"
#include "vision/bases/strip.h"

// As in train/edges.py.
enum { DEEP = 24, PAD = 8, SIDE_SHOWS = 3 * DEEP, CURVE, SCALE, PAINT, PAINT_KNOWN = PAINT + 3, PRINTED, INPUTS, OUTPUTS = 3 * EDGE_PEAKS };
static const strip_shape shape = {.step_mm = 1, .outside_mm = 6, .inside_mm = 6, .deep = DEEP};
static const double place_unit_mm = 2, side_unit_mm = 2, curve_unit_mm = 20;
static const float least_sigma = 0.05F, most_sigma = 6;

static const look_net_kind kind = {.begin = vedette_edges,
                                   .end = vedette_edges_end,
                                   .name = "edges",
                                   .inputs = INPUTS,
                                   .outputs = OUTPUTS,
                                   .height = 1,
                                   .width = EDGES_MOST_COLUMNS + 2 * PAD,
                                   .shrink = 1};

status edge_reader_create(edge_reader **out, fault *fault) { return look_net_create(&kind, out, fault); }

void edge_reader_destroy(edge_reader *r) { look_net_destroy(r); }

typedef struct {
    const frame *frame;
    const vision_view *view;
    const edged_base *bases;
    edge_column *out;
    print_tones tones;
    strip_outline outline;
    // Of each strip: which base, where it shows, and where its foot shows, mm from its top.
    const edged_base *of[LOOK_AT_ONCE];
    local_axes axes[LOOK_AT_ONCE];
    vec2 foot[LOOK_AT_ONCE];
} strip_task;

// Where the foot's middle shows on the plane of the top, mm forward and left of the top's middle.
static vec2 foot_of(const vision_view *view, const edged_base *b, const local_axes *a) {
    px2 px = view->to_px(view->context, (vec3){b->base.at.x, b->base.at.y, b->base.z_in - b->height_in});
    double u = px.u - a->origin.u, v = px.v - a->origin.v, area = a->fu * a->lv - a->fv * a->lu;
    return (vec2){(u * a->lv - v * a->lu) / area, (v * a->fu - u * a->fv) / area};
}

static bool aim(void *task, int slot, int index) {
    strip_task *t = task;
    const edged_base *b = t->of[slot] = &t->bases[index];
    if (!strip_aim(&shape, &t->outline, t->view, t->frame, &b->base, &t->axes[slot])) return false;
    t->foot[slot] = foot_of(t->view, b, &t->axes[slot]);
    return isfinite(t->foot[slot].x) && isfinite(t->foot[slot].y);
}

static void fill_strip(void *task, int slot, const net_map *in) {
    const strip_task *t = task;
    const local_axes *a = &t->axes[slot];
    const double inset = t->of[slot]->inset_in / IN_PER_MM, curve = t->outline.round ? curve_unit_mm / t->outline.length_mm : 0;
    const float log_scale = (float)log2(crop_px_per_mm(a));
    for (int j = 0; j < t->outline.columns + 2 * PAD; j++) {
        float *out = net_map_at(in, slot, 0, j);
        vec2 normal;
        strip_outline_at(&t->outline, (double)(j - PAD) / t->outline.columns, &normal);
        strip_fill_column(&shape, &t->outline, t->frame, &t->tones, a, j - PAD, out);
        out[SIDE_SHOWS] = (float)((vec2_dot(normal, t->foot[slot]) + inset) / side_unit_mm);
        out[CURVE] = (float)curve;
        out[SCALE] = log_scale;
        strip_fill_paint(t->of[slot]->rim_rgb, out + PAINT, out + PAINT_KNOWN);
        out[PRINTED] = t->of[slot]->printed;
    }
}

static void read_column(const float *said, edge_column *out) {
    float sum = 0, most = fmaxf(said[0], fmaxf(said[1], said[2]));
    for (int k = 0; k < EDGE_PEAKS; k++) {
        sum += out->weight[k] = expf(said[k] - most);
        out->away[k] = said[EDGE_PEAKS + k] * (float)place_unit_mm;
        out->sigma[k] = fminf(fmaxf(expf(said[2 * EDGE_PEAKS + k]), least_sigma), most_sigma);
    }
    for (int k = 0; k < EDGE_PEAKS; k++) out->weight[k] /= sum;
}

static edge_column *columns_of(const strip_task *t, int index) { return &t->out[index * t->outline.columns]; }

static void take_columns(void *task, int slot, int index, const net_map *said) {
    const strip_task *t = task;
    for (int j = 0; j < t->outline.columns; j++) read_column(net_map_at(said, slot, 0, PAD + j), &columns_of(t, index)[j]);
}

int edge_columns_of(const supposed_base *b) { return strip_outline_of(&shape, b, EDGES_MOST_COLUMNS).columns; }

status edge_reader_look(edge_reader *r, const frame *f, const vision_view *view, const edged_base *bases, int count, thread_pool *pool,
                        edge_column *out, fault *fault) {
    strip_task t = {.frame = f, .view = view, .bases = bases, .out = out, .tones = paint_tones(view)};
    if (count > 0) t.outline = strip_outline_of(&shape, &bases[0].base, EDGES_MOST_COLUMNS);
    if (t.outline.columns == 0) return STATUS_OK;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < t.outline.columns; j++) {
            edge_column *c = &columns_of(&t, i)[j];
            *c = edge_unseen();
            c->place = strip_outline_at(&t.outline, (double)j / t.outline.columns, &c->normal);
        }
    }
    return look_net_run(r, &(look_steps){&t, aim, fill_strip, take_columns}, count, 1, t.outline.columns + 2 * PAD, pool, fault);
}
