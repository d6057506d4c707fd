// record/draw/diagram -- one move with its ruling, as a judge would hand it over: words, map, the cheapest way, the breach, the judge's word.
// Internal to record/draw/.
#ifndef VEDETTE_RECORD_DRAW_DIAGRAM_H
#define VEDETTE_RECORD_DRAW_DIAGRAM_H

#include "record/draw/map.h"
#include "record/tale.h"

typedef struct {
    const game *game;
    const scene *scene;  // as the table stood when the move was judged first
    const tale_move *move;
    const char *note;                 // a line more on the move; NULL: none
    const char *damage;               // of the record; NULL or "": it is sound
    cairo_surface_t *before, *after;  // pictures beside the map; NULL: none
} diagram;

// The height that it takes at that width, with a map of its best shape, map_most high at most.
double diagram_height(cairo_t *cr, const diagram *d, double width, double map_most);
// Draws it with its upper left corner at x, y. The ground is not painted.
void diagram_put(cairo_t *cr, const diagram *d, double x, double y, double width, double map_most);
// "Move 4: Pikes" of any move.
void diagram_title(const game *g, const tale_move *m, char *out, size_t capacity);

#endif
