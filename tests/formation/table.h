// Games made for the tests of formation/, and figures put on their tables.
#ifndef TESTS_FORMATION_TABLE_H
#define TESTS_FORMATION_TABLE_H

#include "core/game.h"
#include "formation/shape/shape.h"

// A battlesystem-1e game on a 72 x 48 table with sides red and blue and these units (JSON, the contents of the "units" array). Never NULL.
game *table_game(const char *units);
// Pose in inches and degrees, with the given errors.
pose table_pose(double x, double y, double heading_deg, double sigma_in, double sigma_deg);
// Carries p by a rotation about `centre` and then a shift.
pose table_carry(pose p, vec2 centre, double rad, vec2 shift);
// Random numbers that are the same everywhere: uniform in [0, 1) and standard normal.
double table_uniform(unsigned long long *seed);
double table_normal(unsigned long long *seed);
pose table_noisy(pose p, double sigma_in, double sigma_deg, unsigned long long *seed);

// Fails where a and b differ by more than tol (cmocka compares floats only).
void table_near(double a, double b, double tol, const char *what);
#define assert_near(a, b, tol) table_near((a), (b), (tol), #a)

#endif
