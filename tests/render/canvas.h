// The picture while it is made: B, G, R in 128ths of a grey level, cut into tiles so that only what changed is drawn again.
#ifndef VEDETTE_TESTS_RENDER_CANVAS_H
#define VEDETTE_TESTS_RENDER_CANVAS_H

#include "tests/render/cast.h"
#include "tests/render/ground.h"

#define TILE 8
#define BLUR_MAX_PX 15  // how far the blur reaches
#define LEVEL 128       // of the canvas for each grey level

typedef struct {
    int width, height;
    uint16_t *v;  // height rows of 3 * width
} canvas;

// Slopes of the camera's rays on a grid of every RAY_STEP pixels, in between bilinear: the lens bends so little over four pixels that the
// error stays below 0.001 px.
#define RAY_STEP 4
typedef struct {
    vec3 eye;
    int columns, rows;
    vec2 *slope;
} ray_map;

// Which things reach into which tile: those of tile i are items[start[i]] .. items[start[i + 1] - 1].
typedef struct {
    int columns, rows;
    int *start, *items;
    int capacity;
    uint64_t *drawn;   // what was drawn into the tile last: 0 where nothing was
    uint8_t *changed;  // tiles to be drawn again
    uint8_t *touched;  // tiles to be blurred again: those, and those so near that their blur reaches in
    uint64_t *looks;   // by thing: its looks in one number
    int looks_capacity;
} tile_index;

status canvas_init(canvas *c, int width, int height, fault *fault);
void canvas_copy(canvas *to, const canvas *from);
status ray_map_init(ray_map *m, const render_camera *c, fault *fault);
vec2 ray_map_at(const ray_map *m, double u, double v);
status tile_index_init(tile_index *t, int width, int height, fault *fault);
// Sorts the cast into the tiles.
status tile_index_fill(tile_index *t, const cast *c, fault *fault);
// Marks the tiles in which the cast looks other than what was drawn last, and takes it as drawn. STATUS_MEMORY.
status tile_index_changes(tile_index *t, const cast *c, fault *fault);
// Nothing is drawn any more.
void tile_index_forget(tile_index *t);
void tile_index_finish(tile_index *t);

// Draws the ground into all of *out.
status paint_ground(canvas *out, const ray_map *rays, const ground *g, fault *fault);
// Draws the changed tiles: the things over what `under` holds there.
void paint_things(canvas *out, const canvas *under, const ray_map *rays, const cast *c, const tile_index *tiles);
// Nearest thing on the ray through (u, v), which lies in tile `tile`: its index or -1.
int nearest_thing(const ray_map *rays, const cast *c, const tile_index *tiles, int tile, double u, double v, thing_hit *hit);

// Gaussian blur of the tiles of *in whose flag is set (all where flags is NULL) into *out. sigma <= 5.
void canvas_blur(canvas *out, const canvas *in, double sigma_px, const uint8_t *flags);

#endif
