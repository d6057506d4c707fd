// vision/occluders/state -- what the search for occluders remembers. Internal to vision/occluders/.
#ifndef VEDETTE_VISION_OCCLUDERS_STATE_H
#define VEDETTE_VISION_OCCLUDERS_STATE_H

#include "vision/internal.h"
#include "vision/occluders.h"

// Of a cell.
enum {
    LABEL_TABLE,     // like the bare table, or a figure
    LABEL_SHADOW,    // the same in another light
    LABEL_HIDING,    // unlike the bare table, where a figure is known to be: the figure or its occluder
    LABEL_OCCLUDER,  // no table and no figure
    LABEL_DIMMED     // while labelling: like the bare table except in brightness; the texture decides
};

enum { COLOUR_BINS = 32, COLOUR_LEVELS = 12 };

// Colours that cells of one sort have: by brightness, and by their shares of blue and red.
typedef struct {
    uint16_t count[COLOUR_LEVELS][COLOUR_BINS * COLOUR_BINS];
    int cells;
} cell_colours;

// For each colour: the number of cells with a similar colour and brightness, or with such a colour in a shadow.
typedef struct {
    uint32_t count[COLOUR_LEVELS][COLOUR_BINS * COLOUR_BINS];
    int cells;
} like_colours;

// Likeness of a tile's texture to the bare one's, from how the brightness bends from cell to cell.
typedef struct {
    float bare, both, now;  // sums of squares and products
    float light, left;      // of the brightness: bare and now
    int count, edges;
} tile_texture;

// A region of the last frame: its kind, its place, and since when it is still.
typedef struct {
    occluder_kind kind;
    px_rect box;
    double still_since_s;
} past_region;

// Cells of a row: from .. to - 1.
typedef struct {
    int from, to;
} cell_span;

// The picture in cells, and the cells in tiles.
typedef struct {
    int cell_px;        // along a cell's edge
    int columns, rows;  // of cells
    int tile;           // cells along a tile's edge
    int tile_columns, tile_rows;
} cell_grid;

// Change of the light since the bare table was taken: blue, green, red.
typedef struct {
    float gain[3];
    float offset[3];  // gray levels
    int turn;         // of measuring them
} light_change;

struct occluder_search {
    int width, height;  // of the picture; 0: none yet
    cell_grid grid;
    light_change light;
    uint8_t *bare, *now;       // blue, green, red, a cell each
    uint8_t *label, *rest;     // of each cell: now; when the picture settled last
    uint8_t *figures;          // cells under figures of this frame: FIGURE_*
    uint8_t *region, *active;  // of each cell; of each tile: it differs from the settled picture
    uint8_t *held;             // of each tile: some of its cells settled as occluder
    cell_span *span;           // of each row of tiles: cells outside of it are LABEL_TABLE
    tile_texture *texture;     // of each tile
    int *stack;                // scratch: cells
    px2 *corner;               // scratch: an outline
    like_colours ground;       // of the bare table without figures
    cell_colours colours;      // of the occluders in this frame; of the bare table while the ground is learned
    bool ground_stale, any_active, any_label;
    past_region past[OCCLUDER_MAX_REGIONS];
    int past_count;
};

enum { FIGURE_NONE, FIGURE_ABOUT, FIGURE_SEEN };
enum { OCCLUDER_CORNERS = 4096 };

static inline int cell_gray(const uint8_t *bgr) { return (bgr[0] + 2 * bgr[1] + bgr[2] + 2) / 4; }

// find.c
status occluder_create(occluder_search **out);
void occluder_destroy(occluder_search *s);
// Takes over the tiles that settle (NULL: all): their occluders stay occluders, the rest becomes bare table.
void occluder_settle(occluder_search *s, const uint8_t *tiles);

// label.c: labels the cells of active tiles.
void occluder_label(occluder_search *s);
// colours.c: learns the table's colours from the bare cells inside the table's outline that lie under no figure.
void occluder_learn_ground(occluder_search *s, const vision_view *view);
void occluder_count_colour(cell_colours *g, const uint8_t *bgr);
// Share of those cells that have about that colour and brightness.
float occluder_share_like(const cell_colours *g, const uint8_t *bgr);
// Share of the bare table that has about that colour and brightness or would have it in a shadow.
float occluder_share_of_ground(const occluder_search *s, const uint8_t *bgr);
// The convex outline's cells that `inside` is set for; rows and columns outside the picture are passed over.
void occluder_fill(const occluder_search *s, const px2 *at, int count, uint8_t *cells, uint8_t value);

// regions.c: connected regions and their kinds.
void occluder_join(occluder_search *s, const vision_changes *c, const vision_view *view, double t_s, occluder_list *out);
// outline.c: the outline of region number `id`, of which cell `first` is the topmost and there the leftmost; returns its number of points.
int occluder_trace(const occluder_search *s, int id, int first, px2 out[OCCLUDER_MAX_POINTS]);

#endif
