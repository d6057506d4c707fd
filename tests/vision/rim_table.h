// A rendered table of units with rim codes under standing miniatures, as a 12 MP camera over 72 inches sees it, or a part of it.
#ifndef VEDETTE_TESTS_VISION_RIM_TABLE_H
#define VEDETTE_TESTS_VISION_RIM_TABLE_H

#include "tests/render/render.h"
#include "vision/rim_codes.h"

enum { RIM_TABLE_UNITS = 16, RIM_TABLE_FIGURES = 400 };

// Figures in ranks and files, a little askew.
typedef struct {
    const char *shape;  // as in a game file
    double width_mm, depth_mm;
    int files, ranks;
    double gap_in;
    pose at;  // of the block's middle
    int cells;
    uint32_t dark_rgb, light_rgb;
} rim_block;

typedef struct {
    game *game;
    render_scene scene;
    vision_view view;
    rim_coded_kind kinds[RIM_TABLE_UNITS];
    int kind_count;
    rim_coded_id ids[RIM_TABLE_FIGURES];
    int kind_of[RIM_TABLE_FIGURES];
    double hidden[RIM_TABLE_FIGURES];  // share of each figure's cells
    uint8_t *bgr, *gray;
    frame frame;
} rim_table;

// A picture of width x height whose left lower corner shows the table at `corner`, of a camera 75" above (36, 24) at px_per_in. Asserts.
void rim_table_make(rim_table *t, const rim_block *blocks, int count, int width, int height, double px_per_in, vec2 corner);
void rim_table_free(rim_table *t);
void rim_table_draw(rim_table *t);

#endif
