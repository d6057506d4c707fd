// vision/bases/edges -- sees where the edge of a base's top runs: its supposed outline is unrolled, and a network says at each column how far in or
// out the edge is. train/edges.py trained it and describes the strip; edges_fit places bases and blocks by it.
#ifndef VEDETTE_VISION_BASES_EDGES_H
#define VEDETTE_VISION_BASES_EDGES_H

#include "vision/bases/closer.h"
#include "vision/bases/edges_fit.h"

// A base to be looked at.
typedef struct {
    supposed_base base;          // where its outline is laid
    double height_in, inset_in;  // from its foot to its top; by how much its top is smaller on each side
    uint32_t rim_rgb;            // its rim's stated paint; NO_COLOUR: none, or it carries a print
    bool printed;                // it carries a tag or a rim code
} edged_base;

enum { EDGES_MOST_COLUMNS = 512 };  // mm around: a longer outline is not looked at

typedef look_net edge_reader;

// STATUS_MEMORY, STATUS_INVALID (the network that is built in is damaged).
status edge_reader_create(edge_reader **out, fault *fault);
void edge_reader_destroy(edge_reader *r);
// Columns of a base of the form; 0: it is not looked at.
int edge_columns_of(const supposed_base *b);
// Looks at bases of one form: base i's columns are out[i * edge_columns_of(&bases[0].base)] and on. Of a base that can't be seen they say nothing.
// f must have colour. pool may be NULL. STATUS_MEMORY (the first look only).
status edge_reader_look(edge_reader *r, const frame *f, const vision_view *view, const edged_base *bases, int count, thread_pool *pool,
                        edge_column *out, fault *fault);

#endif
