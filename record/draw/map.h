// record/draw/map -- the table from above: ground, terrain, figures, and a move on it. Internal to record/draw/.
#ifndef VEDETTE_RECORD_DRAW_MAP_H
#define VEDETTE_RECORD_DRAW_MAP_H

#include <cairo.h>
#include <cjson/cJSON.h>

#include "record/draw/canvas.h"
#include "record/scene.h"

// A part of the table on a part of the surface. North is up.
typedef struct {
    double x, y, width, height;  // of the surface
    vec2 low, high;              // of the table, inches; may reach beyond its edges
    double scale;                // surface units an inch
} map;

// The largest scale at which the part of the table fits; the part is widened to fill the surface.
map map_fit(double x, double y, double width, double height, vec2 low, vec2 high);
double map_x(const map *m, double x_in);
double map_y(const map *m, double y_in);

// Ground, terrain, figures with their fronts, names of units. The drawing is cut off at the map's edges. marked: figures of this unit are outlined;
// -1: none.
void map_put_table(cairo_t *cr, const map *m, const scene *s, int marked);
// A bar with its length in inches, in the lower left corner.
void map_put_scale(cairo_t *cr, const map *m, double text_size);
// The outline of a base as the path; the current one goes.
void map_trace_base(cairo_t *cr, const map *m, const base *b, const pose *at);
// The colour of a side's figures.
uint32_t map_side_rgb(const game *g, int side);

// Where the figures of a verdict's line stood before (outlines), their way as it was seen (thin), the cheapest way that was found (dashed, its legs
// numbered), and where the breach is. The line is one with what a page draws.
void map_put_move(cairo_t *cr, const map *m, const game *g, const cJSON *verdict, double text_size);
// The part of the table that the move takes up; false: the line has no places.
bool map_box_of(const cJSON *verdict, vec2 *low, vec2 *high);

#endif
