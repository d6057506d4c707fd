// rules/measure/maneuver/path -- what the seen path of a move shows: how far a figure went, which units it touched or passed through. Inches; pure.
#ifndef VEDETTE_RULES_PATH_H
#define VEDETTE_RULES_PATH_H

#include "core/move.h"

#define PATH_CORNERS 32  // of a path; a busier one is cut straight

// Samples at which the path of the move's figure i turns, from the first to the last (of two or more): between them it was straight but for a
// hand's wobble. Returns the count.
int path_corners(const move *m, int i, double sigma_in, int corner[PATH_CORNERS]);
// Length of the path of the move's figure i, of legs fitted to the samples in which it was seen (never of the jitter between them); a short
// step back at the end of a leg is a player's correction and not counted. 0 where the path was not seen.
double path_length(const move *m, int i, double sigma_in);
// In that sample the figures that were seen stand to each other as they did at first, within `slack_in` and the error: the unit was carried as a
// whole, and not figure by figure.
bool path_is_body(const move *m, int sample, double slack_in);
static inline pose path_pose(const move *m, int sample, int i) { return m->samples[sample * m->figure_count + i]; }
static inline bool path_seen(const move *m, int sample, int i) { return m->sample_seen == NULL || m->sample_seen[sample * m->figure_count + i]; }

#endif
