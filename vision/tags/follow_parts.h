// vision/tags/follow_parts -- what the steps of following a tag share: the tag as it should look at a grid of points, the picture at those
// points, the pose that makes them agree, and which cells that leaves to be seen.
//
// A place on a tag is (s, t): -1..1 over the black square (or what stands for it), s to the tag's right, t down. Light is what fell on the
// sensor, 0..1: codes with the camera's tone curve taken back. Nothing here allocates; all is pure.
#ifndef VEDETTE_VISION_FOLLOW_PARTS_H
#define VEDETTE_VISION_FOLLOW_PARTS_H

#include "vision/fit/float8.h"
#include "vision/fit/square.h"
#include "vision/fit/tone_curve.h"
#include "vision/follow.h"
#include "vision/tags/family.h"

enum {
    FOLLOW_CELLS = FAMILY_MAX_CELLS + 2,
    FOLLOW_PER_CELL = 4,  // sample points along a cell's edge at most
    FOLLOW_SIDE = FOLLOW_CELLS * FOLLOW_PER_CELL,
    FOLLOW_SAMPLES = FOLLOW_SIDE * FOLLOW_SIDE,  // a multiple of FLOAT8
    FOLLOW_POSE = 8,                             // shift (2), size, turn; shape: stretch, shear and two of perspective
    FOLLOW_BLUR = 8,
    FOLLOW_LEAN_S = 9,
    FOLLOW_LEAN_T = 10,  // of the light on the paper across the tag: shadows are soft
    FOLLOW_COLUMNS = 11,
    FOLLOW_DARK = 11,
    FOLLOW_STEP = 12,  // columns for the light of ink and for the step from ink to paper
    FOLLOW_MODES = 13
};

// What is printed: cell (0, 0) of the array is the top left of all cells, `outside` cells lie before the square's first.
typedef struct {
    int cells, border, outside;
    int8_t white[FOLLOW_CELLS][FOLLOW_CELLS];  // 1, 0, -1: not known
    int8_t bit[FOLLOW_CELLS][FOLLOW_CELLS];    // of the code; -1: the same on every tag of the family
} follow_pattern;

// Log odds from which a tag is accepted. None of 98 000 looks at rendered tags of other ids (16 to 40 px, bare or covered) and at bare ground reached
// this: less than one in 30 000 does.
#define FOLLOW_BELIEVED 11.5
// A caller with more knowledge of what may be there can accept at lower odds, but at no lower odds than these.
#define FOLLOW_LEAST_BELIEVED 2.0

// The pattern at a grid of points, blurred.
typedef struct {
    double cell_px, blur_px;
    bool sparse;                                               // a quick look: two points along a cell of any size
    int per_cell, side, count;                                 // points along a cell and along the grid; side * side, rounded up to whole lanes
    float axis[FOLLOW_SIDE];                                   // s (and t) of each column (and row)
    int8_t cell[FOLLOW_SIDE];                                  // and its cell
    float own;                                                 // share of a cell's mean light that comes from its own colour
    float want[FOLLOW_SAMPLES] __attribute__((aligned(32)));   // 0 black .. 1 white
    float known[FOLLOW_SAMPLES] __attribute__((aligned(32)));  // 1, or 0 where the print is not known
    float column[FOLLOW_COLUMNS][FOLLOW_SAMPLES] __attribute__((aligned(32)));  // change of `want` by each mode of pose; less the change by blur
} follow_template;

// A tag's pose in the picture and the evidence for it.
typedef struct {
    px2 corner[4];              // contract's order
    double shape[FOLLOW_POSE];  // moved so far, by mode
    float black, white;         // light of ink and paper
    float lean_s, lean_t;
    float widen;  // blur beyond the template's, px
    float light[FOLLOW_SAMPLES] __attribute__((aligned(32)));
    float weight[FOLLOW_SAMPLES] __attribute__((aligned(32)));
    double residual;  // weighted RMS, of the step from black to white
    double sigma_px, centre_sigma_px, turn_sigma_rad;
} follow_fit;

// How much brighter a point is than it should be, of the step from black to white; scale: 1 / step.
static inline float follow_residual(const follow_template *t, const follow_fit *fit, float scale, int i) {
    float leans = fit->lean_s * t->column[FOLLOW_LEAN_S][i] + fit->lean_t * t->column[FOLLOW_LEAN_T][i];
    return (fit->light[i] - fit->black) * scale - t->want[i] + fit->widen * t->column[FOLLOW_BLUR][i] + leans;
}

typedef struct {
    double shown;          // share of the tag's cells that can be seen
    double none_odds;      // log odds: this print against a random one or scenery
    double other_odds;     // log odds: against any other code of the family, with the same cells hidden as for this one
    double rival_odds;     // log odds: against the other code that agrees best, with the cells hidden that are hidden under that code
    double mirrored_odds;  // log odds: likewise, against the mirrored print that agrees best
    double odds;           // log odds of this tag there, from all of these; accepted from FOLLOW_BELIEVED on
    double strain;         // log likelihood lost to cells that contradict the code although their neighbours don't seem hidden
    float hidden[FOLLOW_CELLS][FOLLOW_CELLS];  // how likely each cell is hidden
    int wrong;                                 // data cells that seem visible and contradict the code
} follow_evidence;

void follow_pattern_of(const tag_family *f, int id, follow_pattern *out);
// The pattern with cells of cell_px pixels, seen through a blur of that sigma (optics, pixels and sampling between them).
void follow_template_make(const follow_pattern *p, double cell_px, double blur_px, follow_template *out);

// The same with few points: good to a few hundredths of a pixel where nothing is hidden and the tag lies close to the expected place.
void follow_template_make_sparse(const follow_pattern *p, double cell_px, double blur_px, follow_template *out);

// Moves the fit to where template and picture agree: at most `steps` steps. Makes the template anew where the picture is blurred otherwise.
// `seen` (may be NULL): earlier evidence on the cells; hidden ones are left out. blur_spread_px: how far the blur may differ from the template's.
// False where the fit moves away by more than reach_px.
bool follow_settle(const frame *f, const light_table *l, const follow_pattern *p, follow_template *t, const follow_evidence *seen, int steps,
                   double blur_spread_px, double reach_px, follow_fit *fit);
// The largest deviation of a cell's mean light from the code's prediction at the settled pose, as a share of the step from black to white.
double follow_worst_cell(const follow_template *t, const follow_fit *fit);
// The evidence of the cells at the settled pose.
void follow_weigh(const tag_family *family, int id, const follow_pattern *p, const follow_template *t, const follow_fit *fit, follow_evidence *out);
// Places within reach_px (shifted and turned) where the picture looks like the pattern: up to `room`, likeliest first; their number.
int follow_near(const frame *f, const follow_pattern *p, const px2 corner[4], double reach_px, px2 (*out)[4], int capacity);

// follow.c: vision_follow_tags for callers that know more of what may be there: tags are accepted from these odds on. *blur_px is the lens's blur,
// 0 where it is not known yet; a measured value is stored there.
status follow_tags(vision *v, const frame *f, const expected_tag *expected, int count, double believed, double *blur_px, followed_tag *out);

#endif
