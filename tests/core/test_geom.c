// Geometry of the plane: values worked by hand and properties over random motions.
#include "core/geom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

static double uniform(double lo, double hi) { return lo + (hi - lo) * (double)rand() / RAND_MAX; }

static void angles_wrap_into_the_half_open_circle(void **state) {
    (void)state;
    NEAR(angle_wrap(PI), PI, 1e-12);
    NEAR(angle_wrap(-PI), PI, 1e-12);
    NEAR(angle_wrap(3 * PI / 2), -PI / 2, 1e-12);
    double around_pi[] = {PI - 0.1, -PI + 0.1};
    NEAR(fabs(angle_mean(around_pi, 2)), PI, 1e-12);
}

static void a_rigid_fit_finds_the_motion_that_was_made(void **state) {
    (void)state;
    srand(1);
    for (int trial = 0; trial < 1000; trial++) {
        rigid2 made = {.rotation_rad = uniform(-3, 3), .shift = {uniform(-40, 40), uniform(-40, 40)}};
        vec2 from[12], to[12];
        int n = 2 + trial % 10;
        for (int i = 0; i < n; i++) {
            from[i] = (vec2){uniform(-5, 5), uniform(-5, 5)};
            to[i] = rigid2_apply(made, from[i]);
        }
        rigid2 found = rigid2_fit(from, to, n);
        NEAR(angle_difference(found.rotation_rad, made.rotation_rad), 0, 1e-9);
        NEAR(found.shift.x, made.shift.x, 1e-8);
        NEAR(found.shift.y, made.shift.y, 1e-8);
        NEAR(found.residual_max, 0, 1e-8);
        vec2 c;
        if (rigid2_centre(made, &c)) NEAR(vec2_distance(rigid2_apply(made, c), c), 0, 1e-6 * (1 + vec2_length(c)));
    }
}

static void gaps_of_bases_are_those_of_the_rulers(void **state) {
    (void)state;
    base round25 = {BASE_ROUND, 25 * IN_PER_MM, 25 * IN_PER_MM, 0, 0};
    base square20 = {BASE_SQUARE, 20 * IN_PER_MM, 20 * IN_PER_MM, 0, 0};
    pose origin = {.at = {0, 0}, .heading_rad = PI / 2};
    // 20 mm bases centred 1.90" apart: gap 1.90 - 0.787 = 1.113" (BS1-7.4-1)
    NEAR(base_gap(square20, origin, square20, (pose){.at = {0, 1.90}, .heading_rad = PI / 2}), 1.90 - 20 / 25.4, 1e-12);
    NEAR(base_gap(round25, origin, round25, (pose){.at = {3, 4}}), 5 - 25 / 25.4, 1e-12);
    NEAR(base_gap(round25, origin, square20, (pose){.at = {0, 3}, .heading_rad = 0}), 3 - 10 / 25.4 - 12.5 / 25.4, 1e-12);
    // overlapping by a tenth of an inch
    NEAR(base_gap(square20, origin, square20, (pose){.at = {20 / 25.4 - 0.1, 0.3}, .heading_rad = 0}), -0.1, 1e-12);
    // turned by 45 degrees its corner points at the other base
    double half_diagonal = 10 / 25.4 * sqrt(2);
    NEAR(base_gap(square20, origin, square20, (pose){.at = {2, 0}, .heading_rad = PI / 4}), 2 - 10 / 25.4 - half_diagonal, 1e-12);
}

static void gaps_are_symmetric_and_move_with_the_table(void **state) {
    (void)state;
    srand(2);
    base kinds[] = {{BASE_ROUND, 1, 1, 0, 0}, {BASE_SQUARE, 0.8, 0.8, 0, 0}, {BASE_RECT, 1, 2, 0, 0}};
    for (int trial = 0; trial < 2000; trial++) {
        base a = kinds[rand() % 3], b = kinds[rand() % 3];
        pose pa = {.at = {uniform(0, 3), uniform(0, 3)}, .heading_rad = uniform(-3, 3)},
             pb = {.at = {uniform(0, 3), uniform(0, 3)}, .heading_rad = uniform(-3, 3)};
        double gap = base_gap(a, pa, b, pb);
        NEAR(gap, base_gap(b, pb, a, pa), 1e-9);
        rigid2 m = {.rotation_rad = uniform(-3, 3), .shift = {uniform(-9, 9), uniform(-9, 9)}};
        pose qa = {.at = rigid2_apply(m, pa.at), .heading_rad = pa.heading_rad + m.rotation_rad};
        pose qb = {.at = rigid2_apply(m, pb.at), .heading_rad = pb.heading_rad + m.rotation_rad};
        NEAR(gap, base_gap(a, qa, b, qb), 1e-9);
    }
}

static void polygons_contain_and_hulls_enclose(void **state) {
    (void)state;
    vec2 l_shape[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    assert_true(polygon_contains(l_shape, 6, (vec2){0.5, 3}));
    assert_false(polygon_contains(l_shape, 6, (vec2){3, 3}));
    NEAR(polygon_area(l_shape, 6), 7, 1e-12);
    srand(3);
    for (int trial = 0; trial < 200; trial++) {
        vec2 at[30], copy[30], hull[31];
        int n = 3 + rand() % 27;
        for (int i = 0; i < n; i++) copy[i] = at[i] = (vec2){uniform(-1, 1), uniform(-1, 1)};
        int h = convex_hull(at, n, hull);
        assert_true(h >= 3 && polygon_area(hull, h) > 0);
        for (int i = 0; i < n; i++)
            for (int k = 0, j = h - 1; k < h; j = k++) assert_true(vec2_cross(vec2_sub(hull[k], hull[j]), vec2_sub(copy[i], hull[j])) >= -1e-12);
    }
}

static void segments_cross_where_they_meet(void **state) {
    (void)state;
    assert_true(segments_cross((vec2){0, 0}, (vec2){2, 2}, (vec2){0, 2}, (vec2){2, 0}));
    assert_false(segments_cross((vec2){0, 0}, (vec2){1, 1}, (vec2){2, 0}, (vec2){3, 5}));
    assert_true(segments_cross((vec2){0, 0}, (vec2){2, 0}, (vec2){1, 0}, (vec2){1, 1}));
}

// A side that separates two bases says no more than the true gap, and says it for most of those that are clearly apart.
static void a_side_tells_bases_apart(void **state) {
    (void)state;
    int told = 0, apart = 0;
    for (int i = 0; i < 20000; i++) {
        base b[2];
        footprint f[2];
        for (int k = 0; k < 2; k++) {
            b[k] = (base){i % 5 == k ? BASE_ROUND : BASE_RECT, uniform(0.5, 2), uniform(0.5, 3), 0, 0};
            f[k] = base_footprint(b[k], (pose){.at = {uniform(-3, 3), uniform(-3, 3)}, .heading_rad = uniform(-PI, PI)});
        }
        double gap = footprint_gap(&f[0], &f[1]), limit = uniform(-1, 2);
        bool round = f[0].round || f[1].round, farther = footprint_is_farther(&f[0], &f[1], limit);
        if (farther) assert_true(gap > limit);
        apart += !round && gap > limit + 0.5;
        told += farther && gap > limit + 0.5;
    }
    assert_true(apart > 1000 && told > 0.9 * apart);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_wrap_into_the_half_open_circle),
        cmocka_unit_test(a_rigid_fit_finds_the_motion_that_was_made),
        cmocka_unit_test(gaps_of_bases_are_those_of_the_rulers),
        cmocka_unit_test(gaps_are_symmetric_and_move_with_the_table),
        cmocka_unit_test(a_side_tells_bases_apart),
        cmocka_unit_test(polygons_contain_and_hulls_enclose),
        cmocka_unit_test(segments_cross_where_they_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
