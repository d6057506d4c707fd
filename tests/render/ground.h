// What lies still and flat: floor, table, its border, terrain, table markers.
#ifndef VEDETTE_TESTS_RENDER_GROUND_H
#define VEDETTE_TESTS_RENDER_GROUND_H

#include "tests/render/thing.h"

typedef struct {
    double low[2], high[2];  // bounds of a terrain piece
} ground_box;

typedef struct {
    const game *game;
    render_ground kind;
    const tag_bitmap **markers;  // one for each table marker
    ground_box *boxes;           // one for each terrain piece
} ground;

// Makes *g for the game of *s; its bitmaps belong to the book. ground_finish frees the rest.
status ground_init(ground *g, const render_scene *s, tag_book *book, fault *fault);
void ground_finish(ground *g);
// Colour where the ray meets the ground; zone as in thing_paint.
paint ground_paint(const ground *g, vec3 eye, vec2 slope, int *zone);
// True where p lies on terrain piece i.
bool ground_covers(const ground *g, int i, vec2 p);

#endif
