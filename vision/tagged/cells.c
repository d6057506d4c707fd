#include "vision/tagged/cells.h"

#include <math.h>

#include "vision/bases/crop.h"
#include "vision/bases/networks.h"

// As in bases/train/cells.py: a crop of GRID x GRID cells, CELL_PX pixels each.
enum { GRID = 12, CELL_PX = 4, SIDE = GRID * CELL_PX, SCALE = 3, INPUTS };

static const look_net_kind kind = {.begin = vedette_cells,
                                   .end = vedette_cells_end,
                                   .name = "cells",
                                   .inputs = INPUTS,
                                   .outputs = 1,
                                   .height = SIDE,
                                   .width = SIDE,
                                   .shrink = CELL_PX};

status cell_reader_create(cell_reader **out, fault *fault) { return look_net_create(&kind, out, fault); }

void cell_reader_destroy(cell_reader *r) { look_net_destroy(r); }

typedef struct {
    const frame *frame;
    const vision_view *view;
    const placed_tag *tags;
    tag_cells *out;
    print_tones tones;
    crop_grid grid[LOOK_AT_ONCE];  // of each crop
    float log_cell[LOOK_AT_ONCE];
} cell_task;

// Cells of an odd number lie half a cell aside, so that they fill cells of the grid.
static int first_cell(int cells) { return (GRID - cells) / 2; }

static bool aim(void *task, int slot, int index) {
    cell_task *t = task;
    const placed_tag *tag = &t->tags[index];
    local_axes axes;
    t->out[index] = (tag_cells){0};
    double cell_mm = tag->cell_in / IN_PER_MM, half_mm = GRID * cell_mm / 2, aside = tag->cells % 2 ? tag->cell_in / 2 : 0;
    vec2 at = vec2_add(tag->at, vec2_rotate((vec2){-aside, -aside}, tag->heading_rad));
    if (tag->cells < 1 || tag->cells > TAG_CELLS || !(cell_mm > 0) || !crop_aim(t->view, t->frame, at, tag->z_in, tag->heading_rad, &axes))
        return false;
    crop_want(t->frame, &axes, half_mm);  // before the threads read them
    t->grid[slot] = crop_grid_of(&axes, half_mm, SIDE);
    t->grid[slot].sharp = true;
    t->log_cell[slot] = (float)log2(cell_mm * t->grid[slot].px_per_mm);
    return true;
}

static void fill_crop(void *task, int slot, const net_map *in) {
    const cell_task *t = task;
    for (int i = 0; i < SIDE; i++) {
        crop_row(&t->grid[slot], t->frame, &t->tones, i, SIDE, net_map_at(in, slot, i, 0), in->pixel);
        for (int j = 0; j < SIDE; j++) net_map_at(in, slot, i, j)[SCALE] = t->log_cell[slot];
    }
}

static void take_cells(void *task, int slot, int index, const net_map *said) {
    cell_task *t = task;
    int cells = t->tags[index].cells, first = first_cell(cells);
    for (int i = 0; i < cells; i++) {
        for (int j = 0; j < cells; j++) {
            float white = net_map_at(said, slot, first + i, first + j)[0];
            t->out[index].white[i][j] = isfinite(white) ? white : 0;
        }
    }
}

status cell_reader_look(cell_reader *r, const frame *f, const vision_view *view, const placed_tag *tags, int count, thread_pool *pool, tag_cells *out,
                        fault *fault) {
    cell_task t = {.frame = f, .view = view, .tags = tags, .out = out, .tones = paint_tones(view)};
    return look_net_run(r, &(look_steps){&t, aim, fill_crop, take_cells}, count, SIDE, SIDE, pool, fault);
}
