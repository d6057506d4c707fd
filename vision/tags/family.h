// vision/family -- what a family of tags looks like: its cells, its codes in all four turns, and the code nearest to one that was read. Tables are
// made once from the installed libraries and constant afterwards, so that any number of threads may read them.
//
// Cells are counted in the frame of the square that the reported corners span: (0, 0) is the square's top left cell, x to the right, y down;
// cells outside of the square (margins, outer data) have negative numbers or numbers >= border.
// A square found in a picture has corners 0..3 counter-clockwise from what its finder calls bottom left. `turn` is the number of corners from there
// to the tag's own bottom left: tag.corner[k] = square.corner[(k + turn) % 4].
#ifndef VEDETTE_VISION_FAMILY_H
#define VEDETTE_VISION_FAMILY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sighting.h"
#include "core/status.h"

#define FAMILY_MAX_CELLS 11  // tagCircle49h12
#define FAMILY_MAX_BITS 64
#define FAMILY_MAX_PARTS 5

typedef enum {
    CELL_BLACK,
    CELL_WHITE,
    CELL_DATA,
    CELL_FREE  // anything may be printed there
} family_cell;

typedef struct {
    char name[TAG_FAMILY_MAX];
    int cells;          // printed along an edge: with the margin or data ring(s) outside of the square
    int border;         // along an edge of the square
    bool light_inside;  // the square is light on a dark ring (tagStandard, tagCircle, tagCustom); else dark on light
    int bits;           // data cells; bit i of a code, from the lowest, is the cell at (x[i], y[i]), 1 for white
    int8_t x[FAMILY_MAX_BITS], y[FAMILY_MAX_BITS];
    int count;         // ids
    uint64_t *turned;  // [4 * id + turn]: the code as it is read in a square that is turned so; turn 0: the tag upright
    int distance;      // least Hamming distance of two codes in any turn, of different ids
    int mended;        // most wrong bits that a hard reading may have: fewer where scenery would read as a tag
    double chance;     // that a random reading is within `mended` of a code
    double margin;     // least decision margin that is accepted, of half the step from ink to paper

    // Codes by parts of their bits: one of `parts` = mended + 1 parts of a code is right wherever at most `mended` bits are wrong.
    int parts, part_bits;
    uint32_t *part_start[FAMILY_MAX_PARTS];  // [2^part_bits + 1]
    uint32_t *part_code[FAMILY_MAX_PARTS];   // indices into `turned`
} tag_family;

typedef struct {
    int id, turn, hamming;
} family_match;

// The family of that name; STATUS_INVALID: unknown; STATUS_MEMORY, STATUS_EXTERNAL.
status family_create(const char *name, tag_family **out, fault *fault);
void family_destroy(tag_family *f);

// What is printed at a cell; CELL_FREE far outside.
family_cell family_cell_at(const tag_family *f, int x, int y);
// Colour of a cell of tag `id`, upright: 1 white, 0 black, -1 where anything may be printed.
int family_white(const tag_family *f, int id, int x, int y);
// The code nearest to `seen` with at most f->mended bits wrong; of two as near the lower id. False: none.
bool family_decode(const tag_family *f, uint64_t seen, family_match *out);

// april.c: fills name, cells, border, light_inside, bits, x, y, count, mended and turned[4 * id] of an AprilTag family.
status april_fill_family(const char *name, tag_family *f, fault *fault);

#endif
