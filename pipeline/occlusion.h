// pipeline/occlusion -- what lies over the table: hands and things, how much of each figure's base they cover, and how near the nearest hand is.
#ifndef VEDETTE_PIPELINE_OCCLUSION_H
#define VEDETTE_PIPELINE_OCCLUSION_H

#include "calib/camera.h"
#include "core/frame.h"
#include "pipeline/figures.h"
#include "stream/eye.h"
#include "vision/occluders.h"

// How the picture shows a figure where it stands.
typedef struct {
    occluder_figure shape;  // count 0: it has no place, or none that the camera can see
    pose at;                // where it has that shape
} figure_shape;

typedef struct {
    const game *game;
    occluder_list list;       // in this frame
    bool hand;                // one of them is a hand over the table
    figure_shape *shapes;     // by figure
    occluder_figure *placed;  // the shapes of those figures that have a place in the picture
    int placed_count;
    stream_occluder page[OCCLUDER_MAX_REGIONS];  // as the page draws them
    vec2 outlines[OCCLUDER_MAX_REGIONS][OCCLUDER_MAX_POINTS];
} occlusion;

// Borrows g. STATUS_MEMORY.
status occlusion_init(occlusion *o, const game *g, fault *fault);
void occlusion_finish(occlusion *o);
// The picture is another one: the next is taken to be free of anything foreign.
void occlusion_forget(occlusion *o, figure_state *figures, vision *v);
// Finds what is foreign in f; fills `covered` and `hand_in` of the figures. STATUS_MEMORY, STATUS_INVALID.
status occlusion_find(occlusion *o, figure_state *figures, vision *v, const vision_view *view, const calibration *c, const frame *f,
                      const vision_changes *changes, fault *fault);
// From the edge of a base that was seen to the nearest hand; 0: under it; INFINITY: none.
void occlusion_measure_seen(const occlusion *o, const calibration *c, const base_sighting *bases, int count, double *hand_in);
// Something lies on figures of the unit: a hand on any of them, or whatever hides one.
bool occlusion_covers(const occlusion *o, const figure_state *figures, const calibration *c, int unit);
// What lies on figures that can't be found, for a person; "" where nothing does.
void occlusion_describe(const occlusion *o, const figure_state *figures, const calibration *c, char *out, size_t capacity);
// Fills o->page with the outlines on the table; returns their number.
int occlusion_show(occlusion *o, const calibration *c);

#endif
