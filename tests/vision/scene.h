// A rendered table with plain bases, and the description of the same table for vision.
#ifndef VEDETTE_TESTS_VISION_SCENE_H
#define VEDETTE_TESTS_VISION_SCENE_H

#include "tests/render/render.h"
#include "vision/vision.h"

typedef struct {
    game *game;
    render_scene scene;
    vision_view view;
    base_kind kinds[VISION_MAX_KINDS];
    int kind_count;
    int *kind_of;  // of each figure
    uint8_t *bgr, *gray;
    frame frame;
    vision *vision;
} test_table;

// Reads the game, makes its kinds and a 1920 x 1080 camera over a table of 72" x 48"; asserts that all went well.
void table_make(test_table *t, const char *json);
// The same under another camera.
void table_make_for(test_table *t, const char *json, render_camera camera);
void table_free(test_table *t);
// The figures that stand on the table as they are expected: up to 2 mm along either axis and 3 degrees from where they stand, in figure order, into
// out[figure_count]. Returns how many.
int table_expect(const test_table *t, uint32_t seed, expected_base *out);
// Draws t->scene into t->frame.
void table_draw(test_table *t);
// The same, and how much of the top of each figure's base can be seen, into visible[figure_count] (NULL: not asked).
void table_draw_seen(test_table *t, double *visible);

#endif
