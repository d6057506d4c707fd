// core/unit -- how a unit stands: formation, ranks, files, frontage, facing.
#ifndef VEDETTE_CORE_UNIT_H
#define VEDETTE_CORE_UNIT_H

#include <stdint.h>

#include "core/pose.h"

typedef enum {
    FORMATION_UNKNOWN,
    FORMATION_CLOSED,
    FORMATION_OPEN,
    FORMATION_SKIRMISH,
    FORMATION_MOB,
    FORMATION_IRREGULAR,
    FORMATION_COLUMN,
    FORMATION_LINE,
    FORMATION_SQUARE,
    FORMATION_COUNT
} formation_kind;

typedef enum { ARRAY_NONE, ARRAY_LINE, ARRAY_COLUMN, ARRAY_BLOCK, ARRAY_SQUARE } array_kind;

// One way to read how a unit stands.
typedef struct {
    formation_kind formation;
    int ranks, files, frontage;
} form_reading;

// How a unit stands, measured (docs/geometry.md sections 3 and 4).
typedef struct {
    formation_kind formation;
    bool doubtful;        // the gaps lie between two classes; `formation` is the last certain or the likelier one
    form_reading second;  // the likeliest other reading, where `odds` is above 0
    double odds;          // of this reading against `second`; 0: no other reading comes near
    int figures;          // counted: on the table and not hidden
    int ranks, files;     // hidden figures in them; 0 where the formation has none (skirmish); a mob's are 0 as well
    int frontage;         // figures of the front rank; 0 where there is none
    array_kind array;     // the block's proportions: line N >= 2m, column m >= 2N, square, else block
    double facing_rad;    // circular mean heading of the front rank
    double sigma_facing_rad;
    vec2 anchor;                          // middle of the front edge of the front rank
    vec2 front_left, front_right;         // outer front corners of the front rank
    double gap_lateral_in, gap_depth_in;  // median edge gaps; NAN where there are none
} unit_form;

const char *formation_name(formation_kind f);        // as in the game file: "closed", ...; "unknown"
formation_kind formation_by_name(const char *name);  // FORMATION_UNKNOWN for anything else
const char *array_name(array_kind a);                // "none", "line", "column", "block", "square"

#endif
