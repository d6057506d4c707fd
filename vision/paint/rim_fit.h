// vision/rim_fit -- a base's model laid over the picture at one pose: what its fit, its judgement and its errors share.
#ifndef VEDETTE_VISION_RIM_FIT_H
#define VEDETTE_VISION_RIM_FIT_H

#include "core/solve.h"
#include "vision/paint/rim.h"

enum { UNKNOWNS = 4 };  // forward, left, turn, band width

typedef struct {
    const rim_model *m;
    const rim_planes *p;
    px2 origin;
    double fu, fv, lu, lv;                                               // the base's axes in the picture
    double width;                                                        // of the band
    float gain, mark_gain;                                               // strength of band and mark
    float gate;                                                          // larger differences have no weight
    int count, mark_count;                                               // samples that are compared
    float band[RIM_DEPTHS], by_depth[RIM_DEPTHS], by_width[RIM_DEPTHS];  // the band's model over the depth, at this width
    float like[RIM_MAX_SAMPLES], mark[RIM_MAX_MARKS];                    // likenesses in the picture at the samples, at this pose
} comparison;

px2 rim_fit_px(const comparison *c, double x, double y);
// The plane between pixels, 0..1; 0 outside.
float rim_fit_between(const colour_plane *p, double u, double v);
// Fills the likenesses in the picture at the pose that c aims at.
void rim_fit_look(comparison *c);
// The inverse of the normal equations there, and the step that they suggest. False where they are singular.
bool rim_fit_equations(const comparison *c, double inverse[UNKNOWNS][UNKNOWNS], double *step);

// The pull of sample i of the mark on the unknowns. False: it has no weight.
bool rim_fit_mark_pull(const comparison *c, int i, double pull[UNKNOWNS]);

// rim_judge.c: how much of the base shows there: fit->seen, edged, mark, score.
void rim_judge(const comparison *c, rim_fit *fit);
// rim_judge.c: the strength of the mark, from c->mark alone.
double rim_judge_mark(const comparison *c);
// rim_judge.c: fit->sigma_in, sigma_rad. False: the picture can't determine the pose.
bool rim_errors(const comparison *c, rim_fit *fit);

#endif
