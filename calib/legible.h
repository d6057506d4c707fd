// calib/legible -- before play: which of a game's markers and bases a camera can read, by their size in pixels. It reads no picture.
//
// The limits hold for a picture in focus and in fair light. Millimetres and pixels. Any thread.
#ifndef VEDETTE_CALIB_LEGIBLE_H
#define VEDETTE_CALIB_LEGIBLE_H

#include "calib/calib_limits.h"
#include "calib/camera.h"
#include "core/game.h"

#define LEGIBLE_MAX_KINDS 48
#define LEGIBLE_MAX_WARNINGS 24

typedef enum { LEGIBLE_EVERYWHERE, LEGIBLE_IN_PART, LEGIBLE_NOWHERE } legible_where;

// Markers or bases of one kind.
typedef struct {
    char what[128];                    // "rim code of 48 cells on a round 25 mm base"
    int count;                         // how many the game has
    double need_px_mm;                 // least resolution at which it is read
    double middle_px_mm, least_px_mm;  // resolution in the middle of the table, and where it is least
    legible_where where;
    char remedy[160];  // "" where none is needed
} legible_kind;

typedef struct {
    double middle_px_mm, least_px_mm;  // on the table's surface
    vec2 least_at;                     // inches
    double hidden_share;               // of the table: outside of the picture
    legible_kind kinds[LEGIBLE_MAX_KINDS];
    int kind_count;
    bool all_kinds;  // false: there were more
    char smallest_tag[128], smallest_rims[256], smallest_plain[128];
    char warnings[LEGIBLE_MAX_WARNINGS][320];
    int warning_count;
} legible_report;

// Fills *out for a calibration that has the table's pose. STATUS_INVALID: it has none, or nothing of the table is in its picture; or a marker of
// an unknown family.
status legible_check(const game *g, const calibration *c, legible_report *out, fault *fault);

// The least ratio, over the game's kinds of markers and bases, of the resolution in the middle of the table to the resolution that the kind needs;
// 0 where the game has none or it is unknown.
double legible_times(const game *g, const calibration *c);

// How different two paints (0xrrggbb) look: the distance in CIE L*a*b*; below LEGIBLE_PAINT_DISTANCE they are taken for one another.
double legible_paint_distance(uint32_t a, uint32_t b);
// Pixels a millimetre of the table's plane at height z_in, along the direction with the fewest; NAN where the place is not in the picture.
double legible_px_mm(const calibration *c, vec2 at, double z_in);

#endif
