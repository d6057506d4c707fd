#include "pipeline/table_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KEPT 6           // pictures: what a unit that is moved for a minute needs is hardly older
#define CELL_PX 16       // the camera's distortion bends less within a cell than a tenth of a pixel
#define PX_IN_MOST 32.0  // a base of 20 mm is 25 px wide
#define PX_IN_LEAST 4.0
#define WHOLE_S 0.8         // to take a picture
#define STILL_S 0.3         // before one is begun
#define NO_PICTURE_GRAY 96  // where the camera sees nothing

typedef struct {
    table_picture picture;
    uint8_t *bytes;
} kept_picture;

struct table_view {
    double width_in, depth_in;
    calibration calibration;
    bool laid_out;
    int width, height, columns;  // px; nodes in a row
    double px_in;
    px2 *nodes;  // the camera's pixel at each corner of a cell
    kept_picture kept[KEPT];
    int newest, taking;  // indices; newest -1: none yet
    bool dirty, busy;
    int next_row;
    double changed_s, taken_s;
};

status table_view_create(const game *g, table_view **out, fault *fault) {
    table_view *v = calloc(1, sizeof *v);
    if (!v) return fault_set(fault, STATUS_MEMORY, "out of memory");
    v->width_in = g->width_in;
    v->depth_in = g->depth_in;
    v->newest = -1;
    v->dirty = true;
    *out = v;
    return STATUS_OK;
}

void table_view_destroy(table_view *v) {
    if (!v) return;
    for (int i = 0; i < KEPT; i++) free(v->kept[i].bytes);
    free(v->nodes);
    free(v);
}

static px2 pixel_of(const calibration *c, double x, double y) { return calib_to_px(c, (vec3){x, y, 0}); }

// The camera's own resolution in the middle of the table.
static double scale_of(const table_view *v, const calibration *c) {
    px2 a = pixel_of(c, v->width_in / 2, v->depth_in / 2), b = pixel_of(c, v->width_in / 2 + 1, v->depth_in / 2);
    double px_in = hypot(b.u - a.u, b.v - a.v);
    return isfinite(px_in) ? fmin(fmax(px_in, PX_IN_LEAST), PX_IN_MOST) : PX_IN_LEAST;
}

// Sizes and nodes for a calibration. False: out of memory, and there will be no pictures.
static bool lay_out(table_view *v, const calibration *c) {
    memcpy(&v->calibration, c, sizeof *c);  // with its padding, for the comparison
    v->px_in = scale_of(v, c);
    v->width = (int)ceil(v->width_in * v->px_in);
    v->height = (int)ceil(v->depth_in * v->px_in);
    v->columns = v->width / CELL_PX + 2;
    int rows = v->height / CELL_PX + 2;
    free(v->nodes);
    v->nodes = malloc((size_t)v->columns * (size_t)rows * sizeof *v->nodes);
    for (int i = 0; v->nodes && i < rows; i++)
        for (int k = 0; k < v->columns; k++)
            v->nodes[i * v->columns + k] = pixel_of(c, (k * CELL_PX + 0.5) / v->px_in, v->depth_in - (i * CELL_PX + 0.5) / v->px_in);
    for (int i = 0; i < KEPT; i++) {
        free(v->kept[i].bytes);
        v->kept[i] = (kept_picture){0};
    }
    v->newest = -1;
    v->dirty = true;
    v->busy = false;
    return v->nodes != NULL;
}

static bool begin(table_view *v, double t_s) {
    v->taking = (v->newest + 1) % KEPT;
    kept_picture *k = &v->kept[v->taking];
    if (!k->bytes) k->bytes = malloc((size_t)v->width * (size_t)v->height * 3);
    if (!k->bytes) return false;
    k->picture = (table_picture){.width = v->width, .height = v->height, .px_in = v->px_in, .depth_in = v->depth_in, .from_s = t_s, .bgr = k->bytes};
    v->busy = true;
    v->dirty = false;
    v->next_row = 0;
    v->taken_s = t_s;
    return true;
}

static px2 mid(px2 a, px2 b, double share) { return (px2){a.u + (b.u - a.u) * share, a.v + (b.v - a.v) * share}; }

// A cell's part of a row: the camera's pixels lie on a straight line.
static void take_span(const frame *f, px2 from, px2 to, int n, uint8_t *out) {
    double u = from.u + 0.5, v = from.v + 0.5, du = (to.u - from.u) / CELL_PX, dv = (to.v - from.v) / CELL_PX;
    for (int i = 0; i < n; i++, u += du, v += dv, out += 3) {
        bool inside = u >= 0 && v >= 0 && u < f->width && v < f->height;
        if (!inside)
            memset(out, NO_PICTURE_GRAY, 3);
        else if (f->bgr)
            memcpy(out, frame_bgr(f, (int)u, (int)v), 3);
        else
            memset(out, f->gray[(size_t)(int)v * f->gray_stride + (size_t)(int)u], 3);
    }
}

static void take_row(const table_view *v, const frame *f, int row, uint8_t *out) {
    const px2 *above = v->nodes + row / CELL_PX * v->columns, *below = above + v->columns;
    double share = (double)(row % CELL_PX) / CELL_PX;
    for (int x = 0, k = 0; x < v->width; x += CELL_PX, k++)
        take_span(f, mid(above[k], below[k], share), mid(above[k + 1], below[k + 1], share), v->width - x < CELL_PX ? v->width - x : CELL_PX,
                  out + 3 * x);
}

// The part of the frame that these rows show.
static void want_rows(const table_view *v, const frame *f, int from, int to) {
    double least_u = INFINITY, most_u = -INFINITY, least_v = INFINITY, most_v = -INFINITY;
    const px2 *first = v->nodes + from / CELL_PX * v->columns, *last = v->nodes + ((to - 1) / CELL_PX + 2) * v->columns;
    for (const px2 *n = first; n < last; n++) {
        least_u = fmin(least_u, n->u), most_u = fmax(most_u, n->u);
        least_v = fmin(least_v, n->v), most_v = fmax(most_v, n->v);
    }
    least_u = fmax(least_u, 0), least_v = fmax(least_v, 0);
    most_u = fmin(most_u, f->width - 1), most_v = fmin(most_v, f->height - 1);
    if (!(least_u <= most_u && least_v <= most_v)) return;
    int x = (int)least_u & ~1;
    frame_want_colours(f, x, (int)least_v, (int)most_u + 1 - x, (int)(most_v + 1) - (int)least_v);
}

static bool take_rows(table_view *v, const frame *f) {
    double share = (f->t_s - v->taken_s) / WHOLE_S;
    int to = v->next_row + 1 + (int)(v->height * fmin(fmax(share, 0), 1));
    if (to > v->height) to = v->height;
    kept_picture *k = &v->kept[v->taking];
    want_rows(v, f, v->next_row, to);
    for (; v->next_row < to; v->next_row++) take_row(v, f, v->next_row, k->bytes + (size_t)v->next_row * 3 * (size_t)v->width);
    v->taken_s = f->t_s;
    if (to < v->height) return false;
    k->picture.to_s = f->t_s;
    v->newest = v->taking;
    v->busy = false;
    return true;
}

bool table_view_take(table_view *v, const calibration *c, const frame *f, bool changed, bool covered) {
    if (!c) return false;
    if (!v->laid_out || memcmp(&v->calibration, c, sizeof *c) != 0) v->laid_out = lay_out(v, c);
    if (!v->laid_out) return false;
    if (changed || covered) {
        v->changed_s = f->t_s;
        v->dirty = true;
        v->busy = false;
        return false;
    }
    if (!v->busy && !(v->dirty && f->t_s - v->changed_s >= STILL_S && begin(v, f->t_s))) return false;
    return take_rows(v, f);
}

bool table_view_is_current(const table_view *v) { return v->newest >= 0 && !v->dirty && !v->busy; }

const table_picture *table_view_before(const table_view *v, double t_s) {
    for (int i = 0; v->newest >= 0 && i < KEPT; i++) {
        int at = (v->newest - i + KEPT) % KEPT;
        const table_picture *p = &v->kept[at].picture;
        if (!p->bgr || (v->busy && at == v->taking)) continue;
        if (p->to_s > 0 && p->to_s < t_s) return p;
    }
    return NULL;
}
