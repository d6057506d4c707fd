// core/sighting -- what was seen in one frame: tags in pixels, bases on the table. Values handed from vision through calib to formation.
#ifndef VEDETTE_CORE_SIGHTING_H
#define VEDETTE_CORE_SIGHTING_H

#include <stdint.h>

#include "core/base.h"

#define TAG_FAMILY_MAX 24

// A tag in the picture. Corners counter-clockwise in the tag's own frame from its bottom left, so that its x axis runs from corner 0 to 1
// (AprilTag library's order).
typedef struct {
    char family[TAG_FAMILY_MAX];
    int id;
    px2 corner[4];
    double sigma_px;  // one standard deviation of each corner's coordinates
    double decision_margin;
    int hamming;
} tag_sighting;

typedef enum { SEEN_BY_TAG, SEEN_BY_RIM, SEEN_BY_PLAIN, SEEN_BY_UNIT_MARKER } seen_by;

// A base on the table, seen in one frame.
typedef struct {
    seen_by by;
    int figure;                         // index into game.figures; -1: not known which
    int unit;                           // index into game.units; -1: not known which
    bool unread;                        // it carries a tag or a rim code, and that was not read: it is no figure's that carries none
    bool assumed;                       // figure goes by its place in the unit alone: it carries a code, and the code was not read
    base base;                          // shape and size
    uint32_t rim_rgb;                   // 0xrrggbb of the rim as the game file states it; NO_COLOUR where there is none
    pose pose;                          // at the height of the base's top, projected down
    px2 px;                             // middle of the base's top face
    bool front_doubtful;                // more than one side looks like the front: the heading may be off by a quarter or half a turn
    int front_count;                    // of fronts_rad; 0: any side that the base's shape allows
    float fronts_rad[POSE_FRONTS_MAX];  // where front_doubtful: headings that the front may have, likeliest (pose.heading_rad) first
    float look_rad, look[4];            // chance that it looks that way, and so many quarter turns farther, told or not; all 0: not looked at
    float look_sigma_rad;               // of these ways
    bool front_by_unit;                 // its heading is told by the others of its unit too, not by itself alone
    double score;                       // 0..1, the share of the expected evidence that was seen
} base_sighting;

// Its own tag or rim code was seen, which tells whose it is.
static inline bool sighting_is_coded(const base_sighting *b) { return b->figure >= 0 && (b->by == SEEN_BY_TAG || b->by == SEEN_BY_RIM); }

// Its heading is told, and its front is sure.
static inline bool sighting_is_told(const base_sighting *b) { return pose_has_heading(b->pose) && !b->front_doubtful; }

static inline bool sighting_was_looked_at(const base_sighting *b) { return b->look[0] + b->look[1] + b->look[2] + b->look[3] > 0; }

// Headings that the base's front may have, likeliest first; returns how many: 0 where none was seen, 1 where it is sure.
int sighting_fronts(const base_sighting *b, double out[POSE_FRONTS_MAX]);
// Of the headings that a base's front may have says the one nearest to heading_rad first; a sure front stays.
void sighting_face(base_sighting *b, double heading_rad);
// The base's pose with its fronts: how many sides, evenly about a full turn, may be the front by what was seen.
pose sighting_pose(const base_sighting *b);

#define NO_COLOUR 0xff000000u

const char *seen_by_name(seen_by by);

#endif
