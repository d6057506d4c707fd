// formation/identify/tray_fit -- where a tray of known layout stands: its marker and the bases seen on it, each weighed by its error, those that
// disagree left out. Internal to formation/.
//
// Inches and radians. Pure functions.
#ifndef VEDETTE_FORMATION_IDENTIFY_TRAY_FIT_H
#define VEDETTE_FORMATION_IDENTIFY_TRAY_FIT_H

#include "core/game.h"

// A base of the unit: its place in the layout (at.x forward and at.y left of the middle of the front edge) and where it was seen.
typedef struct {
    pose place, seen;
} tray_base;

typedef struct {
    pose front;        // middle of the front edge, and the facing
    double swell;      // how much wider the bases stand than the layout says: they touch at best
    double cov[4][4];  // of front.at.x, front.at.y, the facing and swell
    double placed_in;  // scatter of the bases about their places, one standard deviation of each coordinate
    bool marker_fits;  // false: the bases say that the marker lies elsewhere than the game file states
} tray_place;

// Fits the place of unit u's tray to its marker (`tile`: its pose; NULL: not seen) and the bases [0..count), count <= GAME_MAX_FIGURES. `may_swell`:
// the layout is a closed block drawn from sizes alone; else its places are as they were seen. False where there is neither the marker nor two bases.
// Source: least squares with Tukey's weights; Huber, "Robust Statistics", 1981, chapter 7.
bool tray_fit(const game_unit *u, const pose *tile, const tray_base *bases, int count, bool may_swell, tray_place *out);

// A place of the layout on the table: sigma_in (along the larger axis of its error ellipse) and sigma_rad from the fit's covariance, lever arm and
// all, and from how bases stand in their places.
pose tray_pose(const tray_place *t, pose place);

#endif
