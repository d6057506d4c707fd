// vision/bases/rims -- where the front mark of a painted rim is, by the rim alone: it is unrolled along the outline, and a network says of each place
// how likely the middle of the mark is there. train/fronts.py trained it and describes the strip. What stands on the base has no say.
#ifndef VEDETTE_VISION_BASES_RIMS_H
#define VEDETTE_VISION_BASES_RIMS_H

#include "vision/bases/closer.h"

// A rim to be looked at: where its base stands, and its paints as the game states them; NO_COLOUR where it does not.
typedef struct {
    supposed_base base;
    uint32_t rim_rgb, mark_rgb;
} marked_rim;

enum { RIM_MOST_COLUMNS = 640 };  // 512 mm around: a longer rim is not looked at

// Chances that sum to 1.
typedef struct {
    int columns;  // 0: it could not be looked at
    float
        mark[RIM_MOST_COLUMNS];  // the mark's middle is there, of `columns` equal parts of the outline from the supposed front on, counter-clockwise
    float none;                  // it can't be seen
} rim_look;

typedef look_net rim_reader;

// STATUS_MEMORY, STATUS_INVALID (the network that is built in is damaged).
status rim_reader_create(rim_reader **out, fault *fault);
void rim_reader_destroy(rim_reader *r);
// Looks at rims of one form into out[0..count). f must have colour. pool may be NULL. STATUS_MEMORY (the first look only).
status rim_reader_look(rim_reader *r, const frame *f, const vision_view *view, const marked_rim *rims, int count, thread_pool *pool, rim_look *out,
                       fault *fault);

#endif
