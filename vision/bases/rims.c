#include "vision/bases/rims.h"

#include <math.h>

#include "vision/bases/crop.h"
#include "vision/bases/networks.h"
#include "vision/fit/sample.h"

// As in train/fronts.py.
enum { DEEP = 12, PAD = 12, PAINTS = 3 * DEEP, KNOWN = PAINTS + 6, SCALE = PAINTS + 8, INPUTS };
static const double step_mm = 0.8, outside_mm = 1.5, inside_mm = 4;

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
    double length_mm, across_mm;
    bool round;
    int columns;
} rim_outline;

static rim_outline outline_of(const supposed_base *b) {
    rim_outline o = {b->length_in / IN_PER_MM, b->across_in / IN_PER_MM, b->round, 0};
    double around = o.round ? PI * o.length_mm : 2 * (o.length_mm + o.across_mm);
    if (around > 0 && around < step_mm * RIM_MOST_COLUMNS) o.columns = 4 * (int)lround(around / (4 * step_mm));
    return o;
}

// The place on the outline at a share 0..1 of its length from the middle of the front, counter-clockwise, and its outward normal.
static vec2 outline_at(const rim_outline *o, double share, vec2 *normal) {
    if (o->round) {
        *normal = heading_forward(2 * PI * share);
        return vec2_scale(*normal, o->length_mm / 2);
    }
    double a = o->length_mm / 2, b = o->across_mm / 2, quarter = a + b, t = (share - floor(share)) * 4 * quarter;
    const double ends[4] = {b, b + 2 * a, 3 * b + 2 * a, 3 * b + 4 * a};
    const vec2 normals[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int side = 0;
    while (side < 4 && t >= ends[side]) side++;
    if (side == 4) side = 0, t -= 4 * quarter;
    double along = t - side * quarter;
    *normal = normals[side];
    return (vec2){normal->x * (side % 2 ? b : a) - normal->y * along, normal->y * (side % 2 ? b : a) + normal->x * along};
}

typedef struct {
    const frame *frame;
    const vision_view *view;
    const marked_rim *rims;
    rim_look *out;
    print_tones tones;
    rim_outline outline;
    // Of each strip: which rim, and where its base shows.
    const marked_rim *of[LOOK_AT_ONCE];
    local_axes axes[LOOK_AT_ONCE];
} strip_task;

static bool aim(void *task, int slot, int index) {
    strip_task *t = task;
    const supposed_base *b = &t->rims[index].base;
    t->of[slot] = &t->rims[index];
    if (!crop_aim(t->view, t->frame, b->at, b->z_in, b->heading_rad, &t->axes[slot])) return false;
    crop_want(t->frame, &t->axes[slot], hypot(t->outline.length_mm, t->outline.across_mm) / 2 + outside_mm);  // before the threads read them
    return true;
}

// The colours of a column, from outside to inside.
static void fill_column(const strip_task *t, const local_axes *a, int column, int fine, float *out) {
    const float share = 1.0f / (float)(fine * fine);
    vec2 place[CROP_MOST_FINE], normal[CROP_MOST_FINE];
    for (int i = 0; i < fine; i++) place[i] = outline_at(&t->outline, ((column * fine + i + 0.5) / fine - 0.5) / t->outline.columns, &normal[i]);
    for (int d = 0; d < DEEP; d++) {
        float sum[3] = {0, 0, 0}, seen[3];
        for (int k = 0; k < fine * fine; k++) {
            int i = k % fine;
            double deep = outside_mm - (d * fine + k / fine + 0.5) / (DEEP * fine) * (outside_mm + inside_mm);
            px2 p = local_axes_px(a, vec2_add(place[i], vec2_scale(normal[i], deep)));
            sample_add_colour(t->frame, (float)p.u, (float)p.v, sum);
        }
        for (int k = 0; k < 3; k++) sum[k] *= share;
        paint_share(&t->tones, sum, seen);
        for (int k = 0; k < 3; k++) out[k * DEEP + d] = seen[k];
    }
}

// A stated paint and whether it is one, into channels `at` and `known` of a column.
static void fill_paint(uint32_t rgb, float *at, float *known) {
    float paint[3] = {0, 0, 0};
    if (rgb != NO_COLOUR) paint_stated(rgb, paint);
    for (int k = 0; k < 3; k++) at[k] = rgb != NO_COLOUR ? 2 * paint[k] - 1 : 0;
    *known = rgb != NO_COLOUR;
}

static void fill_strip(void *task, int slot, const net_map *in) {
    const strip_task *t = task;
    const marked_rim *rim = t->of[slot];
    const local_axes *a = &t->axes[slot];
    const double scale = crop_px_per_mm(a);
    const int fine = crop_fine(step_mm * scale);
    for (int j = 0; j < t->outline.columns + 2 * PAD; j++) {
        float *out = net_map_at(in, slot, 0, j);
        fill_column(t, a, j - PAD, fine, out);
        fill_paint(rim->rim_rgb, out + PAINTS, out + KNOWN);
        fill_paint(rim->mark_rgb, out + PAINTS + 3, out + KNOWN + 1);
        out[SCALE] = (float)log2(scale);
    }
}

// True where the column may be the front: any of a round base, the middles of a square's sides, of an oblong's ends.
static bool may_be_front(const rim_outline *o, int column) {
    if (o->round) return true;
    return column % (fabs(o->length_mm - o->across_mm) > 1 ? o->columns / 2 : o->columns / 4) == 0;
}

static void take_chances(void *task, int slot, int index, const net_map *said) {
    const strip_task *t = task;
    const rim_outline *o = &t->outline;
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
    if (count > 0) t.outline = outline_of(&rims[0].base);
    if (t.outline.columns < 8) return STATUS_OK;
    return look_net_run(r, &(look_steps){&t, aim, fill_strip, take_chances}, count, 1, t.outline.columns + 2 * PAD, pool, fault);
}
