// vision/rim -- the model of a plain base: a painted band inside the edge of its top, a front mark across the band, something else inside.
// How well a picture agrees with it at a pose, and the pose that agrees best.
//
// Inches in the base's own frame: x forward, y left, its centre the origin.
#ifndef VEDETTE_VISION_RIM_H
#define VEDETTE_VISION_RIM_H

#include "vision/fit/local_view.h"
#include "vision/paint/colour.h"
#include "vision/paint/paint_limits.h"

// Points at which the model's band is compared with the picture, in random order: the first n are a fair share. One array a coordinate.
typedef struct {
    float *x, *y;
    float *nx, *ny;   // outward normal of the nearest edge
    float *turn;      // how fast the point moves along that normal when the base turns
    uint8_t *depth;   // inwards from the edge of the top face: entry of the tables over the depth
    uint8_t *sector;  // of the way round
    int count, capacity;
} rim_samples;

// Points about the front mark.
typedef struct {
    float x, y;
    bool on;      // in the depth of the mark: compared with the model
    bool beside;  // there, and left or right of the mark
    bool behind;  // inwards of it
} mark_sample;

enum { RIM_MAX_SAMPLES = 8192, RIM_MAX_MARKS = 512, RIM_SECTORS = 32, RIM_SCAN_BAND = 40, RIM_SCAN_INNER = 20 };
enum { RIM_DEPTHS = 256, RIM_EDGE_STEPS = 2 * RIM_DEPTHS };
#define RIM_DEPTH_FROM (-1.0 * IN_PER_MM)
#define RIM_DEPTH_STEP (7.0 * IN_PER_MM / RIM_DEPTHS)

// Entry of a depth in the tables over it.
static inline int rim_depth_entry(double depth) {
    int i = (int)((depth - RIM_DEPTH_FROM) / RIM_DEPTH_STEP);
    return i < 0 ? 0 : i >= RIM_DEPTHS ? RIM_DEPTHS - 1 : i;
}

// The model, computed once for a kind of base and a scale.
typedef struct {
    base_kind kind;
    double half_x, half_y;  // of the top face; a round one's radius in both
    bool round;
    double mark_x;  // distance of the mark's middle in front of the centre
    double reach;   // radius of a circle around all samples
    double blur;    // of the picture, inches
    rim_samples samples;
    mark_sample *marks;  // in random order
    int mark_count;
    vec2 scan_band[RIM_SCAN_BAND], scan_inner[RIM_SCAN_INNER];
    float edge[RIM_DEPTHS], edge_slope[RIM_DEPTHS];  // the outer edge of the top over the depth
    float step[RIM_EDGE_STEPS];                      // a blurred edge over the way from it, in steps of the depth, the edge in the middle
} rim_model;

// Builds the model for pictures of px_per_in. STATUS_MEMORY.
// The point of the top's edge at the share t of the way round, from the middle of the front counter-clockwise, and the outward normal there.
vec2 rim_edge(const rim_model *m, double t, vec2 *normal);
status rim_model_make(rim_model *m, const base_kind *kind, double px_per_in);
void rim_model_free(rim_model *m);

// The picture around one place: the likeness to the rim's paint, and the table of the mark's paint.
typedef struct {
    colour_plane rim;
    const frame *frame;
    const colour_table *mark;
    double px_per_in;
} rim_planes;

// A base as found.
typedef struct {
    vec2 at;
    double heading_rad, z_in;  // z of its top
    double rim_width;          // of the band, as fitted
    double sigma_in, sigma_rad;
    double seen;    // share of the band that shows its colour, 0..1
    double edged;   // share of the band that shows its colour and, inside, another one
    double mark;    // -1..1, how much more the mark's place looks like the mark than the band beside it
    double around;  // how much the ring just outside the edge looks like the band, 0..1
    bool veiled;    // the band does not show at some place of a possible front mark: a mark may be hidden there
    double score;   // 0..1
} rim_fit;

typedef enum { RIM_QUICK, RIM_FULL } rim_effort;

// The strength of the front mark at the pose of *fit; -1 where it can't be seen.
double rim_mark(const rim_model *m, const rim_planes *p, const vision_view *view, const rim_fit *fit);
// Moves *fit (at, heading_rad) to the best agreement nearby and fills in the rest. False where it drifts away or nothing is there.
bool rim_refine(const rim_model *m, const rim_planes *p, const vision_view *view, rim_effort effort, rim_fit *fit);

#endif
