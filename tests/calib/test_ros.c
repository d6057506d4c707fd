// ROS's camera_info: what is written is read back, hand-written files in both list styles, and files that are none.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "calib/ros.h"

static char path[] = "/tmp/vedette-ros-XXXXXX";

static int make_file(void **state) {
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state) {
    (void)state;
    return unlink(path);
}

static void write_text(const char *text, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void what_is_written_is_read_back(void **state) {
    (void)state;
    calibration c = {.width = 4056,
                     .height = 3040,
                     .fx = 3190.125,
                     .fy = 3188.75,
                     .cx = 2027.1,
                     .cy = 1519.9,
                     .k1 = -0.09,
                     .k2 = 1e-17,
                     .p1 = -3e-5,
                     .p2 = 0.1,
                     .k3 = 7};
    calibration back;
    assert_int_equal(calib_save_ros(&c, path, NULL), STATUS_OK);
    assert_int_equal(calib_load_ros(path, &back, NULL), STATUS_OK);
    assert_true(back.width == c.width && back.height == c.height && back.fx == c.fx && back.fy == c.fy && back.cx == c.cx && back.cy == c.cy);
    assert_true(back.k1 == c.k1 && back.k2 == c.k2 && back.p1 == c.p1 && back.p2 == c.p2 && back.k3 == c.k3);
    assert_false(back.has_table);
    fault fault = {""};
    assert_int_equal(calib_save_ros(&c, "/no/such/folder/x.yaml", &fault), STATUS_IO);
    assert_non_null(strstr(fault.text, "/no/such/folder/x.yaml"));
}

#define SIZE "image_width: 640\nimage_height: 480\n"
#define MATRIX "camera_matrix:\n  rows: 3\n  cols: 3\n  data: [500.5, 0, 320, 0, 501, 240, 0, 0, 1]\n"
#define BEND "distortion_coefficients:\n  rows: 1\n  cols: 5\n  data: [-0.1, 0.02, 0.001, -0.002, 0.0]\n"

static void files_of_other_programs_are_read(void **state) {
    (void)state;
    static const char *const files[] = {
        SIZE "camera_name: head\n" MATRIX "distortion_model: plumb_bob\n" BEND "rectification_matrix:\n  data: [1, 0, 0]\n",
        "# by hand\n" BEND "distortion_model: \"plumb_bob\"\n" MATRIX SIZE,
        SIZE "distortion_coefficients:\n  cols: 5\n  data:\n  - -0.1\n  - 0.02\n  - 0.001\n  - -0.002\n  - 0.0\n  rows: 1\n" MATRIX,
        SIZE "camera_matrix:\n  data: [500.5, 0, 320,\n         0, 501, 240,\n         0, 0, 1]\n" BEND,
        SIZE MATRIX "distortion_coefficients: {rows: 1, cols: 4, data: [-0.1, 0.02, 0.001, -0.002]}\n",
        "%YAML:1.0\n---\n" SIZE
        "camera_matrix: !!opencv-matrix\n  rows: 3\n  cols: 3\n  dt: d\n  data: [ 5.005e+02, 0., 3.2e+02, 0., 501., 240., 0., 0., 1. ]\n" BEND,
        SIZE "extra: [[1, {a: b}], *none]\nmore: {camera_matrix: [1]}\n" MATRIX BEND,
        "image_width: 640\r\nimage_height: 480\r\n" MATRIX "distortion_model: plumb_bob\r\n" BEND,
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        write_text(files[i], strlen(files[i]));
        calibration c;
        fault fault = {""};
        if (calib_load_ros(path, &c, &fault)) fail_msg("file %zu: %s", i, fault.text);
        assert_true(c.width == 640 && c.height == 480 && c.fx == 500.5 && c.fy == 501 && c.cx == 320 && c.cy == 240);
        assert_true(c.k1 == -0.1 && c.k2 == 0.02 && c.p1 == 0.001 && c.p2 == -0.002 && c.k3 == 0);
    }
}

static void other_files_are_refused_and_named(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "image_width"},
        {"image_width: 640\n" MATRIX BEND, "image_height"},
        {"image_width: 640.5\nimage_height: 480\n" MATRIX BEND, "image_width"},
        {"image_width: -640\nimage_height: 480\n" MATRIX BEND, "image_width"},
        {SIZE BEND, "camera_matrix"},
        {SIZE BEND "camera_matrix:\n  data: [500, 0, 320, 0, 501, 240, 0, 0]\n", "camera_matrix"},
        {SIZE BEND "camera_matrix:\n  data: [500, 0, 320, 0, 501, 240, 0, 0, 1, 2]\n", "camera_matrix"},
        {SIZE BEND "camera_matrix:\n  data: [500, 0, 320, 0, 501, 240, 0, 0, 1\n", "camera_matrix"},
        {SIZE BEND "camera_matrix:\n  data: [500, 3, 320, 0, 501, 240, 0, 0, 1]\n", "camera_matrix"},
        {SIZE BEND "camera_matrix:\n  data: [nan, 0, 320, 0, 501, 240, 0, 0, 1]\n", "camera_matrix"},
        {SIZE BEND "camera_matrix:\n  data: [x]\n", "camera_matrix"},
        {SIZE BEND "camera_matrix:\nprojection_matrix:\n  data: [500, 0, 320, 0, 501, 240, 0, 0, 1]\n", "camera_matrix"},
        {SIZE MATRIX "distortion_model: equidistant\n" BEND, "distortion_model"},
        {SIZE MATRIX "distortion_model: plumb_bobby\n" BEND, "distortion_model"},
        {SIZE MATRIX, "distortion_coefficients"},
        {SIZE MATRIX "distortion_coefficients:\n  data: [1, 2, 3]\n", "distortion_coefficients"},
        {SIZE MATRIX "distortion_coefficients:\n  data: [1, 2, 3, 4, 5, 6, 7, 8]\n", "distortion_coefficients"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_text(cases[i].text, strlen(cases[i].text));
        calibration c;
        fault fault = {""};
        if (calib_load_ros(path, &c, &fault) != STATUS_INVALID) fail_msg("case %zu was read", i);
        if (!strstr(fault.text, cases[i].says) || !strstr(fault.text, path)) fail_msg("case %zu says \"%s\"", i, fault.text);
    }
    calibration c;
    fault fault;
    assert_int_equal(calib_load_ros("/no/such/file.yaml", &c, &fault), STATUS_INVALID);
    assert_int_equal(calib_load_ros("/tmp", &c, &fault), STATUS_INVALID);
}

static void a_file_cut_anywhere_never_reads_beyond_it(void **state) {
    (void)state;
    static const char whole[] = SIZE MATRIX "distortion_model: plumb_bob\n" BEND;
    for (size_t n = 0; n < sizeof whole - 10; n++) {
        write_text(whole, n);
        calibration c;
        assert_int_equal(calib_load_ros(path, &c, NULL), STATUS_INVALID);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(files_of_other_programs_are_read),
        cmocka_unit_test(other_files_are_refused_and_named),
        cmocka_unit_test(a_file_cut_anywhere_never_reads_beyond_it),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
