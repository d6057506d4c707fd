// vision/outline -- closed outlines of dark things in a mask that may be a tag's square, each found from several of its rows and given once.
#ifndef VEDETTE_VISION_OUTLINE_H
#define VEDETTE_VISION_OUTLINE_H

#include "vision/tags/mask.h"

enum { OUTLINE_MAX = 12000, SEED_ROWS = 4 };

// One step along an outline, clockwise as seen in the picture, dark on the right: from a set pixel over an edge of it to one that is not.
typedef struct {
    int16_t x, y;  // the set pixel
    int8_t u, v;   // to the other: one is 0, one is -1 or 1
} outline_step;

typedef struct {
    outline_step step[OUTLINE_MAX];
    int count;
    int left, top, right, bottom;  // of the set pixels along it
    bool outer;                    // goes around something set; else around a hole
} outline;

// Where an outline goes on: at which of a mask's bits the next step ends, its direction, and whether that is to the left (-1) or right (1).
typedef struct {
    int32_t go;
    int8_t direction, turn;
} outline_turn;

enum { OUTLINE_SEEDS = 4 };

// A walk over the seeds of a mask: the edges at which each SEED_ROWS-th row goes from not set to set in a straight line.
typedef struct {
    const dark_mask *mask;
    const gray_part *gray;
    uint64_t *visited;         // words of the mask; shared by walks over parts of one mask
    int least, most;           // extent of the things wanted, px
    outline_turn turn[4][16];  // by direction and the four pixels about where it ends
    int row, first, word;
    uint64_t seeds[MASK_MOST_WORDS];                         // of the row
    int kept, kept_x[OUTLINE_SEEDS], kept_y[OUTLINE_SEEDS];  // seeds that are worth following, the next one last
} outline_walk;

// Goes through the seed rows of [from, to). visited: as many words as the mask has, 0.
void outline_begin(outline_walk *w, const dark_mask *m, const gray_part *g, uint64_t *visited, int least, int most, int from, int to);
// The next outline of the wanted size that is as round or square as a tag's would be; false at the end. It begins at its leftmost pixel of the top
// row.
bool outline_next(outline_walk *w, outline *out);

#endif
