// The lens from boards: corners projected by an independent camera with noise, and boards drawn pixel by pixel.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "calib/fit.h"
#include "tests/calib/truth.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))
#define COLUMNS 9
#define ROWS 6
#define CORNERS (COLUMNS * ROWS)
#define VIEWS 16

// View i of a board that wanders over the picture, tilted by tilt_deg another way each time.
static truth_camera aimed(int i, double tilt_deg) {
    double way = 2.4 * i;
    truth_camera c = truth_overhead((vec3){0, 0, 1}, tilt_deg * cos(way), tilt_deg * sin(way), 20 * sin(0.7 * i));
    const double k[5] = {-0.09, 0.018, 0.0008, -0.0005, 0}, middle[2] = {0.5 * (COLUMNS - 1), 0.5 * (ROWS - 1)};
    const double seen_at[3] = {4.2 * cos(1.9 * i), 1.7 * sin(1.9 * i), 16.5 + 1.5 * (i % 3)};
    for (int r = 0; r < 3; r++) c.t[r] = seen_at[r] - (c.r[3 * r] * middle[0] + c.r[3 * r + 1] * middle[1]);
    memcpy(c.k, k, sizeof k);
    c.fx = 1510.354, c.fy = 1508.2, c.cx = 955.2, c.cy = 545.7;
    return c;
}

static void project_board(const truth_camera *c, truth_noise *n, double sigma_px, px2 *out) {
    for (int k = 0; k < CORNERS; k++) {
        out[k] = truth_project(c, (vec3){k % COLUMNS, k / COLUMNS, 0});
        out[k].u += truth_gauss(n, sigma_px);
        out[k].v += truth_gauss(n, sigma_px);
    }
}

static px2 corners[VIEWS][CORNERS];
static const px2 *views[VIEWS];

static void make_views(double tilt_deg, double sigma_px) {
    truth_noise n = {7};
    for (int i = 0; i < VIEWS; i++) {
        truth_camera c = aimed(i, tilt_deg);
        project_board(&c, &n, sigma_px, corners[i]);
        views[i] = corners[i];
    }
}

static status fit(int count, calibration *c, calib_lens_report *r, fault *fault) {
    return calib_fit_lens(views, count, COLUMNS, ROWS, 25, 1920, 1080, c, r, fault);
}

// Largest distance, in pixels, between where the fitted and the true lens see the ray of a pixel, over the part of the picture the boards reached;
// but for a common shift, which is a turn of the camera: no picture tells it from a shift of the principal point.
static double worst_ray_px(const calibration *c) {
    truth_camera t = aimed(0, 0);
    const double straight[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(t.r, straight, sizeof straight);
    t.t[0] = t.t[1] = 0;
    t.t[2] = 1;  // a plane at distance 1: places on it are the rays
    vec2 off[9 * 17], mean = {0, 0};
    int n = 0;
    for (int v = 140; v <= 940; v += 100)
        for (int u = 160; u <= 1760; u += 100, n++) {
            off[n] = vec2_sub(calib_undistort(c, (px2){u, v}), truth_on_plane(&t, (px2){u, v}));
            mean = vec2_add(mean, vec2_scale(off[n], 1.0 / (9 * 17)));
        }
    double worst = 0;
    for (int i = 0; i < n; i++) worst = fmax(worst, 1510 * vec2_distance(off[i], mean));
    return worst;
}

static void the_lens_is_recovered_from_noisy_corners(void **state) {
    (void)state;
    make_views(30, 0.1);
    calibration c;
    calib_lens_report r;
    fault fault = {""};
    if (fit(VIEWS, &c, &r, &fault)) fail_msg("%s", fault.text);
    assert_int_equal(r.used, VIEWS);
    assert_int_equal(c.width, 1920);
    assert_int_equal(c.height, 1080);
    assert_false(c.has_table);
    NEAR(c.fx, 1510.354, 1.5);
    NEAR(c.fy, 1508.2, 1.5);
    NEAR(c.cx, 955.2, 1.5);
    NEAR(c.cy, 545.7, 1.5);
    NEAR(c.k1, -0.09, 0.003);
    NEAR(c.p1, 0.0008, 0.0003);
    NEAR(c.p2, -0.0005, 0.0003);
    NEAR(r.rms_px, 0.1 * sqrt(2), 0.01);  // both coordinates
    assert_true(worst_ray_px(&c) < 0.5);
    assert_true(r.sigma_focal > 0 && r.sigma_focal < 0.001);
    assert_true(r.coverage > 0.5 && r.coverage < 1);
    print_message("fx %.3f fy %.3f cx %.3f cy %.3f k %.4f %.4f %.5f %.5f %.4f, rays within %.3f px\n", c.fx, c.fy, c.cx, c.cy, c.k1, c.k2, c.p1, c.p2,
                  c.k3, worst_ray_px(&c));
}

static void without_noise_it_is_exact(void **state) {
    (void)state;
    make_views(30, 0);
    calibration c;
    calib_lens_report r;
    assert_int_equal(fit(VIEWS, &c, &r, NULL), STATUS_OK);
    NEAR(c.fx, 1510.354, 0.02);  // corners go to OpenCV in single precision
    NEAR(c.cx, 955.2, 0.02);
    NEAR(c.k1, -0.09, 1e-4);
    NEAR(c.k2, 0.018, 5e-4);
    assert_true(worst_ray_px(&c) < 0.02);
}

static void a_bad_view_is_left_out(void **state) {
    (void)state;
    make_views(30, 0.1);
    truth_noise n = {99};
    for (int k = 0; k < CORNERS; k++) {
        corners[5][k].u += truth_gauss(&n, 4);
        corners[5][k].v += truth_gauss(&n, 4);
    }
    calibration c;
    calib_lens_report r;
    assert_int_equal(fit(VIEWS, &c, &r, NULL), STATUS_OK);
    assert_int_equal(r.views, VIEWS);
    assert_int_equal(r.used, VIEWS - 1);
    for (int i = 0; i < VIEWS; i++) assert_int_equal(r.view_used[i], i != 5);
    assert_true(r.view_rms_px[5] > 3);
    NEAR(c.fx, 1510.354, 2);
}

static void views_that_tell_too_little_are_refused(void **state) {
    (void)state;
    calibration c;
    calib_lens_report r;
    fault fault = {""};
    make_views(30, 0.1);
    for (int n = 0; n < 3; n++) {
        assert_int_equal(fit(n, &c, &r, &fault), STATUS_INVALID);
        assert_non_null(strstr(fault.text, "at least 3"));
    }
    make_views(0, 0.1);  // all face the camera
    assert_int_equal(fit(VIEWS, &c, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "too much alike"));
    make_views(30, 0.1);
    for (int i = 1; i < VIEWS; i++) views[i] = corners[0];  // one picture many times
    assert_int_equal(fit(VIEWS, &c, &r, &fault), STATUS_INVALID);
    assert_int_equal(calib_fit_lens(views, 3, 2, 6, 25, 1920, 1080, &c, &r, &fault), STATUS_INVALID);
    assert_int_equal(calib_fit_lens(views, 3, COLUMNS, ROWS, 0, 1920, 1080, &c, &r, &fault), STATUS_INVALID);
    assert_int_equal(calib_fit_lens(views, CALIB_MAX_VIEWS + 1, COLUMNS, ROWS, 25, 1920, 1080, &c, &r, &fault), STATUS_INVALID);
}

static truth_camera small(int i, int width, int height) {
    truth_camera c = aimed(i, 28);
    double k = width / 1920.0;
    c.width = width, c.height = height;
    c.fx *= k, c.fy *= k;
    c.cx = 0.5 * width - 3, c.cy = 0.5 * height + 2;
    return c;
}

static frame as_frame(const uint8_t *pixels, int width, int height) {
    return (frame){.width = width, .height = height, .gray = pixels, .gray_stride = (size_t)width};
}

// How far a found corner is from the nearest true one; which way round the board is listed is the finder's choice.
static double nearest_px(const truth_camera *c, px2 at) {
    double best = INFINITY;
    for (int k = 0; k < CORNERS; k++) {
        px2 t = truth_project(c, (vec3){k % COLUMNS, k / COLUMNS, 0});
        best = fmin(best, hypot(at.u - t.u, at.v - t.v));
    }
    return best;
}

static void a_drawn_board_is_found_to_a_fraction_of_a_pixel(void **state) {
    (void)state;
    static uint8_t pixels[1600 * 900];
    static const int widths[] = {640, 1600};  // the larger one is searched at reduced size first
    for (int s = 0; s < 2; s++) {
        truth_camera c = small(3, widths[s], widths[s] * 9 / 16);
        truth_draw_board(&c, COLUMNS, ROWS, pixels);
        frame f = as_frame(pixels, c.width, c.height);
        px2 found[CORNERS];
        bool is_there = false;
        fault fault = {""};
        assert_int_equal(calib_find_board(&f, COLUMNS, ROWS, found, &is_there, &fault), STATUS_OK);
        assert_true(is_there);
        double sum = 0;
        for (int k = 0; k < CORNERS; k++) sum += pow(nearest_px(&c, found[k]), 2);
        double rms = sqrt(sum / CORNERS);
        if (!(rms < 0.1)) fail_msg("%d px wide: off by %g px rms", c.width, rms);
    }
}

static void where_no_board_is_none_is_found(void **state) {
    (void)state;
    static uint8_t pixels[320 * 240];
    truth_noise n = {3};
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)truth_uniform(&n, 0, 255);
    frame f = as_frame(pixels, 320, 240);
    px2 found[CORNERS];
    bool is_there = true;
    assert_int_equal(calib_find_board(&f, COLUMNS, ROWS, found, &is_there, NULL), STATUS_OK);
    assert_false(is_there);
    memset(pixels, 128, sizeof pixels);
    assert_int_equal(calib_find_board(&f, COLUMNS, ROWS, found, &is_there, NULL), STATUS_OK);
    assert_false(is_there);
    assert_int_equal(calib_find_board(&f, 2, 2, found, &is_there, NULL), STATUS_INVALID);
    assert_int_equal(calib_find_board(&f, 100000, 100000, found, &is_there, NULL), STATUS_INVALID);
}

static void from_drawn_pictures_to_the_lens(void **state) {
    (void)state;
    enum { W = 640, H = 360, COUNT = 8 };
    static uint8_t pixels[W * H];
    const px2 *list[COUNT];
    int seen = 0;
    for (int i = 0; i < COUNT; i++) {
        truth_camera c = small(i, W, H);
        truth_draw_board(&c, COLUMNS, ROWS, pixels);
        frame f = as_frame(pixels, W, H);
        bool is_there = false;
        assert_int_equal(calib_find_board(&f, COLUMNS, ROWS, corners[seen], &is_there, NULL), STATUS_OK);
        if (is_there) {
            list[seen] = corners[seen];
            seen++;
        }
    }
    assert_true(seen >= COUNT - 1);
    calibration c;
    calib_lens_report r;
    fault fault = {""};
    if (calib_fit_lens(list, seen, COLUMNS, ROWS, 25, W, H, &c, &r, &fault)) fail_msg("%s", fault.text);
    NEAR(c.fx, 1510.354 / 3, 1.5);
    NEAR(c.fy, 1508.2 / 3, 1.5);
    NEAR(c.cx, 317, 1.5);
    NEAR(c.cy, 182, 1.5);
    assert_true(r.rms_px < 0.15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lens_is_recovered_from_noisy_corners),
        cmocka_unit_test(without_noise_it_is_exact),
        cmocka_unit_test(a_bad_view_is_left_out),
        cmocka_unit_test(views_that_tell_too_little_are_refused),
        cmocka_unit_test(a_drawn_board_is_found_to_a_fraction_of_a_pixel),
        cmocka_unit_test(where_no_board_is_none_is_found),
        cmocka_unit_test(from_drawn_pictures_to_the_lens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
