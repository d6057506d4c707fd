// shapes -- what the tests of a unit's shape share: the standard unit, and the shape of units of which every figure is seen.
#ifndef TESTS_FORMATION_SHAPES_H
#define TESTS_FORMATION_SHAPES_H

#include "table.h"

#define ROOM 128

// docs/geometry.md's standard unit, 5 x 2 on 20 mm squares, as a unit of a game file.
#define U52(at)                                                                             \
    "{\"id\":\"U\",\"side\":\"red\",\"movement_in\":12,\"array\":{\"files\":5,\"ranks\":2," \
    "\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"at\":" at "}}"

// Of a unit whose figures all are present; rank may be NULL.
unit_form shape_of(const game *g, int unit, const pose *poses, int16_t *rank);
// Where its figures stand by the game file.
void start_poses(const game *g, int unit, pose *poses);

#endif
