// vision/tagged/cells -- looks at the print of a tag whose base has been placed, and says of each cell how sure it is white or black. Whatever hides
// or shades a part, the network has seen the like of it (bases/train/cells.py); a cell of which nothing can be seen it calls neither.
#ifndef VEDETTE_VISION_TAGGED_CELLS_H
#define VEDETTE_VISION_TAGGED_CELLS_H

#include "vision/bases/look_net.h"
#include "vision/vision.h"

enum { TAG_CELLS = 8 };  // along an edge inside the black border, at most

// Lengths in inches; the tag's middle is `at`, its top towards the heading or any quarter turn from there.
typedef struct {
    vec2 at;
    double z_in, heading_rad, cell_in;
    int cells;  // along an edge inside the black border, 1..TAG_CELLS
} placed_tag;

// ln of white over black of each cell, row 0 at the heading's side, column 0 at its left. Sums over a code's cells are ln of its likelihood: what
// errs together was learned to count once.
typedef struct {
    float white[TAG_CELLS][TAG_CELLS];
} tag_cells;

typedef look_net cell_reader;

// STATUS_MEMORY, STATUS_INVALID (the network that is built in is damaged).
status cell_reader_create(cell_reader **out, fault *fault);
void cell_reader_destroy(cell_reader *r);
// Looks at tags[0..count) into out[0..count); all 0 where a place can't be seen. f must have colour. pool may be NULL. STATUS_MEMORY (the first look
// only).
status cell_reader_look(cell_reader *r, const frame *f, const vision_view *view, const placed_tag *tags, int count, thread_pool *pool, tag_cells *out,
                        fault *fault);

#endif
