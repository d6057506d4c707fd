// vision/follow -- tags that are expected: confirmed and placed from the cells and edges that can be seen, without a search.
#ifndef VEDETTE_VISION_FOLLOW_H
#define VEDETTE_VISION_FOLLOW_H

#include "vision/vision.h"

// Where a tag was a moment ago, or where tracking takes it to be.
typedef struct {
    char family[TAG_FAMILY_MAX];
    int id;
    px2 corner[4];    // contract's order
    double reach_px;  // how far from there it may be
} expected_tag;

typedef enum {
    FOLLOW_LOST,    // not there, or too little of it can be seen to tell
    FOLLOW_PARTLY,  // hidden in part: confirmed and placed from what can be seen
    FOLLOW_SEEN     // all of it
} follow_result;

typedef struct {
    follow_result result;
    tag_sighting tag;                        // valid unless lost; sigma_px from the evidence: larger where less is seen
    double centre_sigma_px, turn_sigma_rad;  // one standard deviation of its middle's coordinates and of the way it is turned
    double shown;                            // share of the tag's cells that can be seen, 0..1
    double log_odds;                         // of this tag there against whatever else (another id, no tag): natural logarithm
} followed_tag;

// Looks for expected[0..count) near where each is expected; out[i] answers expected[i]. f needs gray. Nothing is allocated.
// STATUS_INVALID: no picture, or a family that is not enabled.
// Source: likelihood of the visible cells under the code against one of occluders; see vision/tags/follow.c.
status vision_follow_tags(vision *v, const frame *f, const expected_tag *expected, int count, followed_tag *out);

#endif
