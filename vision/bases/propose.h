// vision/bases/propose -- where on the table bases may stand: the finder's network over the flat map, and the peaks of what it says.
//
// The network was trained on pictures of two generators (train/finder.py, whose CHANNELS are its outputs). What it says is a proposal: closer.h
// looks at each with the shapes that the game has.
#ifndef VEDETTE_VISION_BASES_PROPOSE_H
#define VEDETTE_VISION_BASES_PROPOSE_H

#include "vision/bases/flat.h"

// What a base carries, as the networks tell it apart.
typedef enum { CARRIES_TAG, CARRIES_RIM, CARRIES_SOLID, CARRIES_CODE, CARRIES_NOTHING, CARRIES_COUNT } base_carries;

// A place where a base may stand. Lengths of its top face along and across its heading.
typedef struct {
    px2 px;        // middle of its top in the picture
    float likely;  // 0..1
    float length_mm, across_mm;
    float round;                   // 0..1
    float axis_rad, quarter_rad;   // the direction of an oblong's length (mod a half turn) and of a square's sides (mod a quarter)
    float front_rad, front_sure;   // where its front seems to be; 0..1
    float visible;                 // share of its top
    float carries[CARRIES_COUNT];  // chance of each
} base_proposal;

typedef struct proposer proposer;

// STATUS_MEMORY, STATUS_INVALID (the network that is built in is damaged).
status proposer_create(proposer **out, fault *fault);
void proposer_destroy(proposer *p);
// Fills out[0..*count) with at most `capacity` proposals in the rectangles (NULL: the whole table), likeliest first. f must have colour. pool may be
// NULL. STATUS_MEMORY (the first frame of a size, or the first larger rectangle); STATUS_INVALID: a table beyond the networks' limits.
status proposer_find(proposer *p, const frame *f, const vision_view *view, const px_rect *where, int where_count, thread_pool *pool,
                     base_proposal *out, int capacity, int *count, fault *fault);

#endif
