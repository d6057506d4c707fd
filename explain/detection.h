// explain/detection -- what one picture showed: as a line of JSON (docs/stream.md) or drawn (explain/explain).
#ifndef VEDETTE_EXPLAIN_DETECTION_H
#define VEDETTE_EXPLAIN_DETECTION_H

#include "calib/camera.h"
#include "core/game.h"
#include "pipeline/quality.h"
#include "vision/vision.h"

// All borrowed.
typedef struct {
    const char *name;  // of the picture
    const frame *frame;
    const game *game;           // NULL: tags alone
    const calibration *camera;  // NULL: tags alone
    const tag_list *tags;
    const base_sighting *bases;  // with the figures that they were identified as; the bases of trays among them
    const int *claimed;          // for each base the figure that its code named, -1 for none; may be NULL
    int base_count;
    const picture_quality *quality;  // may be NULL
    const char *warning;             // what is wrong with the picture; NULL: nothing
    double ms;                       // that the search took
    bool tags_only;                  // nothing else was looked for
} detection;

// The figure that base i's code names and that is not believed, since another base carries it too; -1 for all other bases.
int detection_contested(const detection *d, int i);
// One line of JSON without its newline, which the caller frees; NULL: out of memory. Unknown numbers are null.
char *detection_json(const detection *d);

#endif
