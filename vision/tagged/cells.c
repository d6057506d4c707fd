#include "vision/tagged/cells.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "vision/bases/crop.h"
#include "vision/bases/networks.h"
#include "vision/net/net.h"

// As in bases/train/cells.py: a crop of GRID x GRID cells, CELL_PX pixels each.
enum { GRID = 12, CELL_PX = 4, SIDE = GRID * CELL_PX, SCALE = 3, INPUTS, AT_ONCE = 32 };

struct cell_reader {
    net *net;
    int threads;  // for which there is room
    bool has_room;
};

status cell_reader_create(cell_reader **out, fault *fault) {
    cell_reader *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, STATUS_MEMORY, "no memory to read tags");
    status s = net_load(vedette_cells, (size_t)(vedette_cells_end - vedette_cells), &r->net, fault);
    if (s == STATUS_OK && (net_input_channels(r->net) != INPUTS || net_output_count(r->net) != 1))
        s = fault_set(fault, STATUS_INVALID, "the cells network has other inputs or outputs than it should");
    if (s != STATUS_OK) {
        cell_reader_destroy(r);
        return s;
    }
    *out = r;
    return STATUS_OK;
}

void cell_reader_destroy(cell_reader *r) {
    if (!r) return;
    net_destroy(r->net);
    free(r);
}

static status reserve(cell_reader *r, thread_pool *pool, fault *fault) {
    int threads = thread_pool_count(pool);
    if (r->has_room && threads <= r->threads) return STATUS_OK;
    status s = net_reserve(r->net, AT_ONCE, SIDE, SIDE, threads, fault);
    r->has_room = s == STATUS_OK;
    r->threads = threads;
    return s;
}

// What the threads cut crops from: crop i shows tags[at[i]].
typedef struct {
    const frame *frame;
    print_tones tones;
    net_map in;
    int count, at[AT_ONCE];
    crop_grid grid[AT_ONCE];
    float log_cell[AT_ONCE];
    atomic_int next;
} cell_task;

// Cells of an odd number lie half a cell aside, so that they fill cells of the grid.
static int first_cell(int cells) { return (GRID - cells) / 2; }

static bool aim(const frame *f, const vision_view *view, const placed_tag *t, cell_task *task) {
    local_axes axes;
    double cell_mm = t->cell_in / IN_PER_MM, half_mm = GRID * cell_mm / 2, aside = t->cells % 2 ? t->cell_in / 2 : 0;
    vec2 at = vec2_add(t->at, vec2_rotate((vec2){-aside, -aside}, t->heading_rad));
    if (t->cells < 1 || t->cells > TAG_CELLS || !(cell_mm > 0) || !crop_aim(view, f, at, t->z_in, t->heading_rad, &axes)) return false;
    crop_want(f, &axes, half_mm);
    crop_grid g = crop_grid_of(&axes, half_mm, SIDE);
    g.sharp = true;
    task->grid[task->count] = g;
    task->log_cell[task->count] = (float)log2(cell_mm * g.px_per_mm);
    return true;
}

static void fill_crop(cell_task *t, int item) {
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            float *out = net_map_at(&t->in, item, i, j);
            crop_share(&t->grid[item], t->frame, &t->tones, i, j, out);
            out[SCALE] = t->log_cell[item];
        }
    }
}

static void fill_crops(void *of, int part) {
    cell_task *t = of;
    (void)part;
    for (int i; (i = atomic_fetch_add(&t->next, 1)) < t->count;) fill_crop(t, i);
}

static void take_cells(const net_map *said, int item, int cells, tag_cells *out) {
    int first = first_cell(cells);
    for (int i = 0; i < cells; i++) {
        for (int j = 0; j < cells; j++) {
            float white = net_map_at(said, item, first + i, first + j)[0];
            out->white[i][j] = isfinite(white) ? white : 0;
        }
    }
}

status cell_reader_look(cell_reader *r, const frame *f, const vision_view *view, const placed_tag *tags, int count, thread_pool *pool, tag_cells *out,
                        fault *fault) {
    cell_task t = {.frame = f, .tones = paint_tones(view)};
    status s = count > 0 ? reserve(r, pool, fault) : STATUS_OK;
    for (int done = 0; done < count && s == STATUS_OK;) {
        for (t.count = 0; done < count && t.count < AT_ONCE; done++) {
            out[done] = (tag_cells){0};
            if (!aim(f, view, &tags[done], &t)) continue;
            t.at[t.count++] = done;
        }
        if (t.count == 0) continue;
        t.in = net_input(r->net, t.count, SIDE, SIDE);
        atomic_store(&t.next, 0);
        thread_pool_run(pool, fill_crops, &t);
        net_run(r->net, pool);
        net_map said = net_output(r->net, 0);
        if (said.height != GRID || said.width != GRID)
            return fault_set(fault, STATUS_INVALID, "the cells network says %d x %d cells, not %d", said.width, said.height, GRID);
        for (int i = 0; i < t.count; i++) take_cells(&said, i, tags[t.at[i]].cells, &out[t.at[i]]);
    }
    return s;
}
