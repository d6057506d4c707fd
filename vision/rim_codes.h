// vision/rim_codes -- bases that carry a rim code (core/rim_code.h, docs/rim-code.md): found and read by what a figure leaves to be seen of the rim.
#ifndef VEDETTE_VISION_RIM_CODES_H
#define VEDETTE_VISION_RIM_CODES_H

#include "core/rim_code.h"
#include "vision/vision.h"

#define VISION_RIM_MAX_KINDS 64

// One id of the game and its figure.
typedef struct {
    int id;
    int figure;  // index that the sighting will carry
    int unit;
} rim_coded_id;

// One class of bases with a rim code: same shape, size, number of cells and colours.
typedef struct {
    base base;
    double z_in;                   // height of what the base stands on over the ground: the tray
    int cells;                     // of the code
    uint32_t dark_rgb, light_rgb;  // what it is printed in
    const rim_coded_id *ids;       // id_count of them: those of the game, no others are ever reported
    int id_count;
} rim_coded_kind;

// Where a figure was a moment ago; or a base that was seen by other means in this picture.
typedef struct {
    int kind;  // index into kinds
    int figure;
    pose pose;
    double reach_in;  // how far from there it may be
    bool unread;      // a base of the kind stands at `pose`, whose sigmas say how exactly, and nobody knows which
    bool taken;       // `base` stands at `pose` and was read; the rest says nothing. No code is looked for with its middle on it
    base base;
} expected_rim;

// Finds bases with rim codes: those near `expected` (may be NULL) by a short look around each, and any others in the rectangles
// where[0..where_count) (NULL: the whole table; where_count 0 with a non-NULL where: only what is expected). Where vision_propose_bases looked at
// this frame, what it proposed is read and nothing else is searched. f needs gray and is better with colour.
//
// Fills *out, read ones first: `by` SEEN_BY_RIM and the id's `figure` and `unit`; a base whose outline is sure and whose code can't be read has
// figure -1 and unit -1, heading HEADING_UNKNOWN on a round base (front_doubtful on others). No figure twice, except where two bases plainly carry
// one id: then both are reported, for the caller to believe neither. A code is refused rather than guessed. STATUS_FULL; STATUS_INVALID (no gray
// picture, too many kinds); STATUS_MEMORY (the first frame of a size only). Source: docs/rim-code.md, "How to read it".
status vision_find_rim_codes(vision *v, const frame *f, const vision_view *view, const rim_coded_kind *kinds, int kind_count, const px_rect *where,
                             int where_count, const expected_rim *expected, int expected_count, base_list *out);

#endif
