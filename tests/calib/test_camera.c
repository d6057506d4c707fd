// The camera model: hand-worked projections, round trips over random cameras, files good and bad.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "calib/camera.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

static double uniform(double lo, double hi) { return lo + (hi - lo) * (double)rand() / RAND_MAX; }

// A camera 75" above the middle of a 72 x 48 table, looking straight down: rotation by half a turn about x.
static calibration overhead(void) {
    calibration c = calib_plain_lens(1920, 1080);
    c.fx = c.fy = 1500;
    calib_set_pose(&c, (vec3){PI, 0, 0}, (vec3){-36, 24, 75});
    return c;
}

static void straight_down_is_a_scale(void **state) {
    (void)state;
    calibration c = overhead();
    // 10" right of the middle, 5" north: 1500/75 = 20 px an inch
    px2 p = calib_to_px(&c, (vec3){46, 29, 0});
    NEAR(p.u, 959.5 + 200, 1e-9);
    NEAR(p.v, 539.5 - 100, 1e-9);
    // 3" higher the scale is 1500/72
    p = calib_to_px(&c, (vec3){46, 29, 3});
    NEAR(p.u, 959.5 + 10 * 1500.0 / 72, 1e-9);
    vec3 place = calib_camera_place(&c);
    NEAR(place.x, 36, 1e-9);
    NEAR(place.y, 24, 1e-9);
    NEAR(place.z, 75, 1e-9);
    // a pixel known to 0.2 px is a place known to 0.2/20"
    NEAR(calib_sigma_in(&c, (px2){959.5, 539.5}, 0, 0.2), 0.01, 1e-6);
    assert_true(isnan(calib_to_px(&c, (vec3){36, 24, 80}).u));  // behind the camera
}

static void distortion_follows_the_published_formula(void **state) {
    (void)state;
    calibration c = overhead();
    c.k1 = -0.1, c.k2 = 0.02, c.p1 = 0.001, c.p2 = -0.002, c.k3 = 0.003;
    // x = 0.4, y = -0.2 (30" east, 15" north of the foot point): r2 = 0.2, radial = 1 - 0.02 + 0.0008 + 0.000024 = 0.980824
    // x' = 0.4*0.980824 + 2*0.001*0.4*(-0.2) + (-0.002)*(0.2 + 2*0.16) = 0.3923296 - 0.00016 - 0.00104 = 0.3911296
    // y' = -0.2*0.980824 + 0.001*(0.2 + 2*0.04) + 2*(-0.002)*0.4*(-0.2) = -0.1961648 + 0.00028 + 0.00032 = -0.1955648
    px2 p = calib_to_px(&c, (vec3){66, 39, 0});
    NEAR(p.u, 959.5 + 1500 * 0.3911296, 1e-6);
    NEAR(p.v, 539.5 - 1500 * 0.1955648, 1e-6);
}

static calibration random_camera(void) {
    calibration c = calib_plain_lens(4056, 3040);
    c.fx = uniform(3500, 4500), c.fy = c.fx * uniform(0.98, 1.02), c.cx += uniform(-40, 40), c.cy += uniform(-40, 40);
    c.k1 = uniform(-0.15, 0.1), c.k2 = uniform(-0.02, 0.03), c.p1 = uniform(-1e-3, 1e-3), c.p2 = uniform(-1e-3, 1e-3);
    calib_set_pose(&c, (vec3){PI + uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(-0.1, 0.1)}, (vec3){-36, 24, uniform(70, 85)});
    return c;
}

static void pixels_and_places_are_each_others_inverse(void **state) {
    (void)state;
    srand(4);
    for (int trial = 0; trial < 3000; trial++) {
        calibration c = random_camera();
        vec3 at = {uniform(0, 72), uniform(0, 48), uniform(0, 4)};
        px2 p = calib_to_px(&c, at);
        vec2 back;
        assert_true(isfinite(p.u) && calib_to_table(&c, p, at.z, &back));
        NEAR(back.x, at.x, 1e-7);
        NEAR(back.y, at.y, 1e-7);
        vec3 r = calib_rotation_vector(&c);
        calibration again = c;
        calib_set_pose(&again, r, c.translation_in);
        for (int i = 0; i < 9; i++) NEAR(again.rotation[i / 3][i % 3], c.rotation[i / 3][i % 3], 1e-9);
    }
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void a_saved_calibration_loads_the_same(void **state) {
    (void)state;
    char path[] = "/tmp/vedette-calib-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    srand(5);
    calibration c = random_camera(), back;
    c.rms_px = 0.25;
    snprintf(c.made, sizeof c.made, "2026-11-21T10:00:00Z");
    fault fault = {""};
    assert_int_equal(calib_save(&c, path, &fault), STATUS_OK);
    assert_int_equal(calib_load(path, &back, &fault), STATUS_OK);
    px2 a = calib_to_px(&c, (vec3){10, 40, 0.1}), b = calib_to_px(&back, (vec3){10, 40, 0.1});
    NEAR(a.u, b.u, 1e-6);
    NEAR(a.v, b.v, 1e-6);
    assert_string_equal(back.made, c.made);
    remove(path);
}

static void bad_files_are_refused_by_name_and_place(void **state) {
    (void)state;
    const struct {
        const char *text, *place, *why;
    } cases[] = {
        {"", "the file is empty", "empty"},
        {"[1]", "not a JSON object", "no object"},
        {"{\"vedette\":2}", "vedette", "another version"},
        {"{\"vedette\":1,\"image\":{\"width\":0,\"height\":5}}", "image", "no width"},
        {"{\"vedette\":1,\"image\":{\"width\":10,\"height\":5},\"camera_matrix\":[[1,0],[0,1]]}", "camera_matrix", "wrong shape"},
        {"{\"vedette\":1,\"image\":{\"width\":10,\"height\":5},\"camera_matrix\":[[-9,0,5],[0,9,2],[0,0,1]]}", "camera_matrix",
         "negative focal length"},
        {"{\"vedette\":1,\"image\":{\"width\":10,\"height\":5},\"camera_matrix\":[[9,0,5],[0,9,2],[0,0,1]],\"distortion_coefficients\":[1]}",
         "distortion_coefficients", "one coefficient"},
        {"{\"vedette\":1,\"image\":{\"width\":10,\"height\":5},\"camera_matrix\":[[9,0,5],[0,9,2],[0,0,1]],\"distortion_model\":\"fisheye\"}",
         "distortion_model", "other model"},
        {"{\"vedette\":1,\"image\":{\"width\":10,\"height\":5},\"camera_matrix\":[[9,0,5],[0,9,2],[0,0,1]],\"distortion_coefficients\":[0,0,0,0,0],"
         "\"table\":{\"rotation_vector\":[1],\"translation_in\":[0,0,9]}}",
         "table.rotation_vector", "short vector"},
        {"{\"vedette\":1,\"image\":{\"width\":10,\"height\":5},\"camera_matrix\":[[9,0,5],[0,9,2],[0,0,1]],\"distortion_coefficients\":[0,0,0,0,0],"
         "\"table\":{\"rotation_vector\":[0,0,0],\"translation_in\":[0,0,9]}}",
         "below the table", "camera below the table"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[] = "/tmp/vedette-calib-XXXXXX";
        close(mkstemp(path));
        write_text(path, cases[i].text);
        calibration c;
        fault fault = {""};
        assert_int_equal(calib_load(path, &c, &fault), STATUS_INVALID);
        if (!strstr(fault.text, cases[i].place) || !strstr(fault.text, path)) fail_msg("%s: said \"%s\"", cases[i].why, fault.text);
        remove(path);
    }
    calibration c;
    fault fault = {""};
    assert_int_equal(calib_load("/nonexistent/lens.cal.json", &c, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "/nonexistent/lens.cal.json"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_down_is_a_scale),
        cmocka_unit_test(distortion_follows_the_published_formula),
        cmocka_unit_test(pixels_and_places_are_each_others_inverse),
        cmocka_unit_test(a_saved_calibration_loads_the_same),
        cmocka_unit_test(bad_files_are_refused_by_name_and_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
