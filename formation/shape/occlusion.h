// formation/shape/occlusion -- how likely it is that just these figures of a body are out of sight. Internal to formation/.
//
// Inches. Pure. What hides figures is a hand or an arm over a few neighbours, over an end, over the rear or the front; or it is chance, figure by
// figure. Each is taken for as likely as the others, and each may err in a figure or two.
#ifndef VEDETTE_FORMATION_SHAPE_OCCLUSION_H
#define VEDETTE_FORMATION_SHAPE_OCCLUSION_H

#include <stdbool.h>

typedef struct {
    double ahead, left;
    bool hidden;
} occlusion_place;

// The chance that of the body's n > 0 figures just those marked are hidden, given how many are. file_in, rank_in: from figure to figure.
double occlusion_chance(const occlusion_place *at, int n, double file_in, double rank_in);

#endif
