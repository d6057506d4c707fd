// pipeline/table_view -- the table from above as a picture with a known scale, taken of camera frames: north is up. Evidence, not measurement.
//
// A picture is put together over about a second, some rows a frame, so that no frame takes long for it. It is begun when something has changed and
// stands still, and given up where something changes meanwhile: all of a picture shows the same state. The last few are kept.
#ifndef VEDETTE_PIPELINE_TABLE_VIEW_H
#define VEDETTE_PIPELINE_TABLE_VIEW_H

#include "calib/camera.h"
#include "core/frame.h"
#include "core/game.h"

typedef struct table_view table_view;

typedef struct {
    int width, height;    // px
    double px_in;         // px an inch
    double depth_in;      // of the table: row 0 is its north edge
    double from_s, to_s;  // when its first and its last rows were taken
    const uint8_t *bgr;   // rows of 3 * width bytes
} table_picture;

// STATUS_MEMORY. g is borrowed.
status table_view_create(const game *g, table_view **out, fault *fault);
void table_view_destroy(table_view *v);
// Takes the frame's share of a picture. c: the frame's calibration. changed: something on the table moved in it; covered: an occluder lies on
// figures. True where a picture is complete now.
bool table_view_take(table_view *v, const calibration *c, const frame *f, bool changed, bool covered);
// True where the newest picture shows the table as it is, as far as was seen.
bool table_view_is_current(const table_view *v);
// The newest picture that was complete before t_s; NULL: none is kept. Belongs to v until the next one is complete.
const table_picture *table_view_before(const table_view *v, double t_s);

#endif
