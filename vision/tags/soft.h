// vision/soft -- reads a tag with hidden cells in a square that a search found. Every code is weighed by the cells that are visible; which cells
// are visible is estimated too.
#ifndef VEDETTE_VISION_SOFT_H
#define VEDETTE_VISION_SOFT_H

#include "core/frame.h"
#include "vision/tags/family.h"

// Ids of a family that may be read; owned by the caller. NULL stands for all of them.
typedef struct {
    const int *id;
    int count;
} soft_ids;

typedef struct {
    int family;  // index into the families asked
    int id, turn;
    double log_odds;         // of this id and turn against every other and against no tag at all: natural logarithm
    double log_odds_second;  // against the next best id or turn alone
    double shown;            // share of the data cells that seem visible, 0..1
    int hamming;             // cells that seem visible and contradict the code
} soft_reading;

// Weighs the codes of families[0..count), all of the polarity of the square, in the square with these corners (counter-clockwise as seen in the
// picture, good to about half a pixel). ids: count entries, or NULL for all ids of all. Nothing is allocated; f needs gray; pure.
// False: no reading is likely enough. True: the odds of *out against all else are more than a million by this model. The model is optimistic: among
// some thousands of rendered squares (covered tags, clutter) a wrong id reached log odds of 14, so a search of whole pictures demands more
// (vision/tags/tag_search.c).
bool soft_read(const frame *f, const px2 corner[4], const tag_family *const *families, const soft_ids *ids, int count, soft_reading *out);

#endif
