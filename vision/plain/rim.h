// vision/rim -- the model of a plain base: a painted band inside the edge of its top, a front mark across the band, something else inside.
// How well a picture agrees with it at a pose, and the pose that agrees best.
//
// Inches in the base's own frame: x forward, y left, its centre the origin.
#ifndef VEDETTE_VISION_RIM_H
#define VEDETTE_VISION_RIM_H

#include "vision/plain/colour.h"

#define RIM_WIDTH_IN (3.0 * IN_PER_MM)  // of the painted band; game files and hobby both say "about 3 mm"
#define MARK_WIDTH_IN (3.0 * IN_PER_MM)

// The picture near one place of the table plane: px = origin + m * (table offset from `at`).
typedef struct {
    vec2 at;
    px2 origin;
    double m[2][2];
} rim_view;

// The view near `at` at height z_in; false where it can't be seen.
bool rim_look(const vision_view *view, vec2 at, double z_in, rim_view *out);
static inline px2 rim_px(const rim_view *v, vec2 offset) {
    return (px2){v->origin.u + v->m[0][0] * offset.x + v->m[0][1] * offset.y, v->origin.v + v->m[1][0] * offset.x + v->m[1][1] * offset.y};
}

// A point at which the model is compared with the picture.
typedef struct {
    float x, y;
    float depth;   // inwards from the edge of the top face
    float nx, ny;  // outward normal of the nearest edge
    int8_t sector;
    bool band, mark;  // compared with the band's colour; with the mark's
} rim_sample;

enum { RIM_MAX_SAMPLES = 8192, RIM_SECTORS = 32, RIM_SCAN_BAND = 40, RIM_SCAN_INNER = 20 };

// What is computed once for a kind of base.
typedef struct {
    base_kind kind;
    double half_x, half_y;  // of the top face; a round one's radius in both
    bool round;
    double mark_x;        // distance of the mark's middle in front of the centre
    double reach;         // radius of a circle round everything that is sampled
    rim_sample *samples;  // in random order: the first n are a fair share
    int count, capacity;
    vec2 scan_band[RIM_SCAN_BAND], scan_inner[RIM_SCAN_INNER];
} rim_model;

// Builds the model for pictures of px_per_in. STATUS_MEMORY.
status rim_model_make(rim_model *m, const base_kind *kind, double px_per_in);
void rim_model_free(rim_model *m);

typedef struct {
    const colour_plane *rim, *mark;
    double px_per_in;
} rim_planes;

// A base as it was found.
typedef struct {
    vec2 at;
    double heading_rad, z_in;  // z of its top
    double rim_width;          // of the band, as fitted
    double sigma_in, sigma_rad;
    double seen;   // share of the band that shows its colour, 0..1
    double edged;  // share of the band that shows its colour and, inside, another one
    double mark;   // -1..1, how much more the mark's place looks like the mark than the band beside it
    double score;  // 0..1
} rim_fit;

// Agreement of a base at `heading` whose mark's middle is at `mark` (offset from v->at): likeness of the band less that of the inside.
double rim_scan(const rim_model *m, const rim_planes *p, const rim_view *v, vec2 mark, double heading_rad);
typedef enum { RIM_LOOK, RIM_QUICK, RIM_FULL } rim_effort;  // RIM_LOOK: judges the pose as it is

// Moves *fit (at, heading_rad) to the best agreement near it and fills in the rest. False where it wanders off or nothing is there.
bool rim_refine(const rim_model *m, const rim_planes *p, const vision_view *view, rim_effort effort, rim_fit *fit);

#endif
