// The table's pose from its markers, seen by an independent camera: exact truth, markers moved, hidden, misread.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "calib/fit.h"
#include "tests/calib/truth.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))
#define SIDE_IN 3.0  // of a marker
#define MAX_MARKERS 12

// A 72 x 48 table with markers at its corners and edges, one of them 0.2" high.
static const vec3 places[MAX_MARKERS] = {{2, 2, 0},  {70, 2, 0},  {70, 46, 0}, {2, 46, 0.2}, {36, 2, 0},  {36, 46, 0},
                                         {2, 24, 0}, {70, 24, 0}, {20, 12, 0}, {50, 12, 0},  {20, 36, 0}, {50, 36, 0}};

typedef struct {
    calib_point points[4 * MAX_MARKERS];
    int count;
} seen_markers;

// Sees the first `markers` of them; marker `moved` (-1: none) really lies `by` away from where the file says.
static seen_markers see(const truth_camera *c, int markers, double sigma_px, int moved, vec2 by) {
    truth_noise n = {11};
    seen_markers s = {.count = 0};
    for (int m = 0; m < markers; m++)
        for (int k = 0; k < 4; k++) {
            vec3 at = places[m];
            at.x += (k == 1 || k == 2 ? 0.5 : -0.5) * SIDE_IN;
            at.y += (k >= 2 ? 0.5 : -0.5) * SIDE_IN;
            vec3 really = m == moved ? (vec3){at.x + by.x, at.y + by.y, at.z} : at;
            px2 px = truth_project(c, really);
            px.u += truth_gauss(&n, sigma_px);
            px.v += truth_gauss(&n, sigma_px);
            s.points[s.count++] = (calib_point){px, at, 100 + m, sigma_px};
        }
    return s;
}

static truth_camera camera(void) {
    truth_camera c = truth_overhead((vec3){35.2, 23.1, 75}, 2.1, -1.4, 0.6);
    const double k[5] = {-0.09, 0.018, 0.0004, -0.0003, 0};
    memcpy(c.k, k, sizeof k);
    return c;
}

static calibration lens_of(const truth_camera *c) {
    return (calibration){.width = c->width,
                         .height = c->height,
                         .fx = c->fx,
                         .fy = c->fy,
                         .cx = c->cx,
                         .cy = c->cy,
                         .k1 = c->k[0],
                         .k2 = c->k[1],
                         .p1 = c->k[2],
                         .p2 = c->k[3],
                         .k3 = c->k[4]};
}

// Largest error on the whole table of the place found for where a point at height z_in appears.
static double worst_place_in(const truth_camera *t, const calibration *c, double z_in) {
    double worst = 0;
    for (int i = 0; i <= 12; i++)
        for (int j = 0; j <= 8; j++) {
            vec2 found = {0, 0}, at = {6 * i, 6 * j};
            assert_true(calib_to_table(c, truth_project(t, (vec3){at.x, at.y, z_in}), z_in, &found));
            worst = fmax(worst, vec2_distance(found, at));
        }
    return worst;
}

static calibration fitted(const truth_camera *t, const seen_markers *s, calib_table_report *r) {
    calibration lens = lens_of(t), c;
    fault fault = {""};
    if (calib_fit_table(&lens, s->points, s->count, &c, r, &fault)) fail_msg("%s", fault.text);
    assert_true(c.has_table);
    return c;
}

static void without_noise_the_pose_is_exact(void **state) {
    (void)state;
    truth_camera t = camera();
    calib_table_report r;
    for (int markers = 4; markers <= MAX_MARKERS; markers++) {
        seen_markers s = see(&t, markers, 0, -1, (vec2){0, 0});
        calibration c = fitted(&t, &s, &r);
        assert_int_equal(r.count, markers);
        assert_int_equal(r.used, markers);
        assert_true(r.rms_px < 1e-4);
        assert_true(worst_place_in(&t, &c, 0) < 1e-5);
        assert_true(worst_place_in(&t, &c, 1) < 1e-5);
        vec3 place = calib_camera_place(&c);
        NEAR(place.x, 35.2, 1e-4);
        NEAR(place.y, 23.1, 1e-4);
        NEAR(place.z, 75, 1e-4);
    }
}

static void noise_of_the_corners_leaves_a_hundredth_of_an_inch(void **state) {
    (void)state;
    truth_camera t = camera();
    calib_table_report r;
    for (int markers = 4; markers <= 8; markers++) {
        seen_markers s = see(&t, markers, 0.1, -1, (vec2){0, 0});
        calibration c = fitted(&t, &s, &r);
        assert_int_equal(r.used, markers);
        assert_true(worst_place_in(&t, &c, 0) < 0.01);
        NEAR(r.rms_px, 0.1 * sqrt(2), 0.05);
        NEAR(c.rms_px, r.rms_px, 0);
    }
}

static void a_moved_marker_is_found_and_left_out(void **state) {
    (void)state;
    truth_camera t = camera();
    static const vec2 ways[] = {{1, 0}, {0, -1}, {0.7, 0.7}, {0.2, 0}, {6, 3}};
    for (int markers = 4; markers <= 8; markers += 2)
        for (int moved = 0; moved < markers; moved++)
            for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
                if (markers == 4 && vec2_length(ways[w]) < 0.5) continue;  // three markers can't prove so little
                seen_markers s = see(&t, markers, 0.1, moved, ways[w]);
                calib_table_report r;
                calibration c = fitted(&t, &s, &r);
                if (r.used != markers - 1 || r.markers[moved].used || r.worst != moved)
                    fail_msg("%d markers, %d moved by %g, %g: %d used, worst %d", markers, moved, ways[w].x, ways[w].y, r.used, r.worst);
                assert_int_equal(r.markers[moved].marker, 100 + moved);
                NEAR(r.markers[moved].off_in, vec2_length(ways[w]), 0.03);
                assert_true(worst_place_in(&t, &c, 0) < 0.02);
            }
}

static void two_of_eight_may_be_wrong(void **state) {
    (void)state;
    truth_camera t = camera();
    seen_markers s = see(&t, 8, 0.1, 2, (vec2){1, -0.5}), other = see(&t, 8, 0.1, 5, (vec2){-2, 0});
    memcpy(&s.points[20], &other.points[20], 4 * sizeof *s.points);
    calib_table_report r;
    calibration c = fitted(&t, &s, &r);
    assert_int_equal(r.used, 6);
    assert_false(r.markers[2].used);
    assert_false(r.markers[5].used);
    assert_true(worst_place_in(&t, &c, 0) < 0.01);
}

static void refused(const calib_point *points, int count, const char *says) {
    truth_camera t = camera();
    calibration lens = lens_of(&t), c;
    calib_table_report r;
    fault fault = {""};
    assert_int_equal(calib_fit_table(&lens, points, count, &c, &r, &fault), STATUS_INVALID);
    if (!strstr(fault.text, says)) fail_msg("says \"%s\"", fault.text);
    assert_int_equal(calib_fit_table_and_focal(t.width, t.height, points, count, &c, &r, &fault), STATUS_INVALID);
}

static void too_little_is_refused(void **state) {
    (void)state;
    truth_camera t = camera();
    for (int markers = 0; markers < 4; markers++) {
        seen_markers s = see(&t, markers, 0.1, -1, (vec2){0, 0});
        refused(s.points, s.count, "at least 4");
    }
    seen_markers line = {.count = 0};
    for (int m = 0; m < 5; m++)
        for (int k = 0; k < 4; k++) {
            vec3 at = {5 + 15 * m + k % 2, 10 + k / 2, 0};
            line.points[line.count++] = (calib_point){truth_project(&t, at), at, m, 0.1};
        }
    refused(line.points, line.count, "one line");
    seen_markers bad = see(&t, 4, 0.1, -1, (vec2){0, 0});
    bad.points[3].px.u = NAN;
    refused(bad.points, bad.count, "no number");
}

static void markers_that_contradict_each_other_are_refused(void **state) {
    (void)state;
    truth_camera t = camera();
    seen_markers s = see(&t, 4, 0.1, -1, (vec2){0, 0});
    // two ids exchanged, and a third at another place than stated
    for (int k = 0; k < 4; k++) {
        vec3 swap = s.points[k].at_in;
        s.points[k].at_in = s.points[4 + k].at_in;
        s.points[4 + k].at_in = swap;
        s.points[8 + k].at_in.x -= 9;
    }
    refused(s.points, s.count, "contradict");
}

static void centres_alone_serve_too(void **state) {
    (void)state;
    truth_camera t = camera();
    calib_point points[8];
    for (int m = 0; m < 8; m++) points[m] = (calib_point){truth_project(&t, places[m]), places[m], m, 0.1};
    points[6].px.u += 40;
    calibration lens = lens_of(&t), c;
    calib_table_report r;
    assert_int_equal(calib_fit_table(&lens, points, 8, &c, &r, NULL), STATUS_OK);
    assert_int_equal(r.used, 7);
    assert_false(r.markers[6].used);
    assert_true(worst_place_in(&t, &c, 0) < 1e-4);
}

static void the_lens_may_be_overwritten_in_place(void **state) {
    (void)state;
    truth_camera t = camera();
    seen_markers s = see(&t, 6, 0, -1, (vec2){0, 0});
    calibration c = lens_of(&t);
    calib_table_report r;
    assert_int_equal(calib_fit_table(&c, s.points, s.count, &c, &r, NULL), STATUS_OK);
    assert_true(worst_place_in(&t, &c, 0) < 1e-5);
    assert_true(c.k1 == -0.09 && c.fx == 1510);
}

static void an_oblique_view_tells_the_focal_length(void **state) {
    (void)state;
    truth_camera t = truth_overhead((vec3){36, -20, 70}, 30, 0, 0);
    t.fx = t.fy = 1300;
    seen_markers s = see(&t, 6, 0.1, -1, (vec2){0, 0});
    calibration c;
    calib_table_report r;
    fault fault = {""};
    if (calib_fit_table_and_focal(t.width, t.height, s.points, s.count, &c, &r, &fault)) fail_msg("%s", fault.text);
    assert_true(r.focal_fitted);
    assert_true(r.sigma_focal > 0 && r.sigma_focal < 0.01);
    NEAR(c.fx, 1300, 4 * r.sigma_focal * 1300);
    NEAR(c.fx, c.fy, 1e-9);
    assert_true(worst_place_in(&t, &c, 0) < 0.02);
}

static void an_overhead_view_hides_the_focal_length_but_not_the_places(void **state) {
    (void)state;
    truth_camera t = camera();
    memset(t.k, 0, sizeof t.k);
    seen_markers s = see(&t, 6, 0.1, -1, (vec2){0, 0});
    calibration c;
    calib_table_report r;
    assert_int_equal(calib_fit_table_and_focal(t.width, t.height, s.points, s.count, &c, &r, NULL), STATUS_OK);
    assert_int_equal(r.used, 6);
    assert_true(r.sigma_focal > 0.005 && r.sigma_focal < 0.31);  // it knows that it hardly knows
    assert_true(worst_place_in(&t, &c, 0) < 0.01);
    double heights = fabs(calib_camera_place(&c).z / 75 - 1);
    assert_true(heights < 4 * r.sigma_focal);
}

static void without_a_lens_a_moved_marker_is_found_too(void **state) {
    (void)state;
    truth_camera t = camera();
    memset(t.k, 0, sizeof t.k);
    for (int moved = 0; moved < 6; moved++) {
        seen_markers s = see(&t, 6, 0.1, moved, (vec2){0.6, -0.8});
        calibration c;
        calib_table_report r;
        assert_int_equal(calib_fit_table_and_focal(t.width, t.height, s.points, s.count, &c, &r, NULL), STATUS_OK);
        assert_int_equal(r.used, 5);
        assert_false(r.markers[moved].used);
        assert_true(worst_place_in(&t, &c, 0) < 0.02);
    }
}

static void a_lens_unlike_the_plain_one_still_gives_a_table(void **state) {
    (void)state;
    truth_camera t = camera();  // distorted: 5 % at the picture's corners
    seen_markers s = see(&t, 8, 0.1, -1, (vec2){0, 0});
    calibration c;
    calib_table_report r;
    assert_int_equal(calib_fit_table_and_focal(t.width, t.height, s.points, s.count, &c, &r, NULL), STATUS_OK);
    assert_true(r.used >= 5);
    assert_true(worst_place_in(&t, &c, 0) < 1.5);
    assert_true(r.rms_px > 1);  // and the residual says that it is no good
}

static void its_distortion_can_be_taken_from_the_table(void **state) {
    (void)state;
    truth_camera t = camera();
    calibration c;
    calib_table_report r;
    seen_markers exact = see(&t, 4, 0.01, -1, (vec2){0, 0});
    assert_int_equal(calib_fit_table_and_lens(t.width, t.height, exact.points, exact.count, &c, &r, NULL), STATUS_OK);
    assert_true(r.bend_fitted && r.used == 4);
    NEAR(c.k1, -0.08, 0.02);  // one coefficient does the work of k1 and k2
    assert_true(worst_place_in(&t, &c, 0) < 0.06);
    seen_markers noisy = see(&t, 8, 0.2, 3, (vec2){-1, 0});
    assert_int_equal(calib_fit_table_and_lens(t.width, t.height, noisy.points, noisy.count, &c, &r, NULL), STATUS_OK);
    assert_true(r.used == 7 && !r.markers[3].used);
    assert_true(worst_place_in(&t, &c, 0) < 0.1);
}

static void drift_is_told_from_a_single_marker(void **state) {
    (void)state;
    truth_camera t = camera();
    seen_markers s = see(&t, 6, 0.05, -1, (vec2){0, 0});
    calib_table_report r;
    calibration c = fitted(&t, &s, &r);
    assert_int_equal(calib_check_table(&c, s.points, s.count, &r, NULL), STATUS_OK);
    assert_true(r.typical_off_in < 0.005 && r.rms_px < 0.15);
    seen_markers one = see(&t, 6, 0.05, 4, (vec2){0, 0.5});
    assert_int_equal(calib_check_table(&c, one.points, one.count, &r, NULL), STATUS_OK);
    assert_int_equal(r.worst, 4);
    NEAR(r.markers[4].off_in, 0.5, 0.01);
    assert_true(r.typical_off_in < 0.01);
    truth_camera pushed = t;
    pushed.t[0] += 0.4;  // the camera slid by 0.4" along the picture's rows
    seen_markers all = see(&pushed, 6, 0.05, -1, (vec2){0, 0});
    assert_int_equal(calib_check_table(&c, all.points, all.count, &r, NULL), STATUS_OK);
    NEAR(r.typical_off_in, 0.4, 0.02);
    calibration lens = lens_of(&t);
    fault fault;
    assert_int_equal(calib_check_table(&lens, all.points, all.count, &r, &fault), STATUS_INVALID);
    assert_int_equal(calib_check_table(&c, all.points, 0, &r, &fault), STATUS_INVALID);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_noise_the_pose_is_exact),
        cmocka_unit_test(noise_of_the_corners_leaves_a_hundredth_of_an_inch),
        cmocka_unit_test(a_moved_marker_is_found_and_left_out),
        cmocka_unit_test(two_of_eight_may_be_wrong),
        cmocka_unit_test(too_little_is_refused),
        cmocka_unit_test(markers_that_contradict_each_other_are_refused),
        cmocka_unit_test(centres_alone_serve_too),
        cmocka_unit_test(the_lens_may_be_overwritten_in_place),
        cmocka_unit_test(an_oblique_view_tells_the_focal_length),
        cmocka_unit_test(an_overhead_view_hides_the_focal_length_but_not_the_places),
        cmocka_unit_test(without_a_lens_a_moved_marker_is_found_too),
        cmocka_unit_test(a_lens_unlike_the_plain_one_still_gives_a_table),
        cmocka_unit_test(its_distortion_can_be_taken_from_the_table),
        cmocka_unit_test(drift_is_told_from_a_single_marker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
