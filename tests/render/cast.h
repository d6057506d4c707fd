// The cast of a scene: everything with height that stands in it, as things to draw.
#ifndef VEDETTE_TESTS_RENDER_CAST_H
#define VEDETTE_TESTS_RENDER_CAST_H

#include "tests/render/thing.h"

typedef struct {
    thing *items;
    int count, capacity;
} cast;

// Makes *c hold the bases, figures, trays, tiles and hands of *s (what it held before is gone). STATUS_MEMORY, STATUS_EXTERNAL.
status cast_scene(cast *c, const render_scene *s, tag_book *book, fault *fault);
// The same for the trees of its woods.
status cast_trees(cast *c, const render_scene *s, fault *fault);
void cast_finish(cast *c);

// Room for one more thing; NULL where memory ran out. Zeroed, figure -1.
thing *cast_add(cast *c);
// A hand's parts.
status cast_hand(cast *c, const render_hand *h, fault *fault);
// What lies about.
status cast_scatter(cast *c, const render_scatter *s, fault *fault);
// The miniature of figure f with its feet at height z.
status cast_figure(cast *c, const render_scene *s, int f, pose p, double z, fault *fault);

#endif
