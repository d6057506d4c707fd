// Messages where a game, a path or a name is not fit to be printed.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "calib/print.h"
#include "calib/print_draw.h"
#include "tests/calib/sheet_game.h"

static char path[] = "/tmp/vedette-print-XXXXXX";

static int make_file(void **state) {
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state) {
    (void)state;
    return unlink(path);
}

static const char *figure_with(const char *family, int id, double size_mm) {
    static char text[256];
    snprintf(text, sizeof text,
             "{\"id\":\"R1-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"marker\":{\"family\":\"%s\",\"id\":%d,\"size_mm\":%g}}", family,
             id, size_mm);
    return text;
}

static void what_cannot_be_printed_is_said_with_its_remedy(void **state) {
    (void)state;
    // 36h11 is 8 cells and 2 of margin: on A4, 210 - 2 * 8 mm leave 194 * 8 / 10 = 155.2 mm.
    static const struct {
        const char *why, *family;
        int id;
        double size_mm;
        const char *says[3];
    } rows[] = {
        {"too wide", "tag36h11", 7, 160, {"R1-1 Pikes", "tag36h11 7", "at most 155 mm"}},
        {"far too large", "aruco4x4_50", 7, 5000, {"R1-1 Pikes", "aruco4x4_50 7", "at most 145 mm"}},
        {"no such id", "tag36h11", 587, 16, {"R1-1 Pikes", "tag36h11 has no id 587", "0 to 586"}},
        {"no such id", "aruco4x4_50", 50, 16, {"R1-1 Pikes", "aruco4x4_50 has no id 50", "0 to 49"}},
        // Each row of ArUco's first dictionary is one of 10000, 10111, 01001, 01110 for two bits of the id: 1023 has five times 01110.
        {"the same upside down", "aruco_original", 1023, 16, {"R1-1 Pikes", "aruco_original 1023", "upside down"}},
        {"no such family", "tag99h1", 5, 16, {"R1-1 Pikes", "tag99h1", "use tag36h11"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        game *g = sheet_game(figure_with(rows[i].family, rows[i].id, rows[i].size_mm), "", "");
        print_sheets p;
        fault fault = {""};
        if (print_layout(g, PAPER_A4, &p, &fault) != STATUS_INVALID) fail_msg("%s was taken", rows[i].why);
        for (int k = 0; k < 3; k++)
            if (!strstr(fault.text, rows[i].says[k])) fail_msg("%s: \"%s\" lacks \"%s\"", rows[i].why, fault.text, rows[i].says[k]);
        game_destroy(g);
    }
    game *g = sheet_game(figure_with("tag36h11", 7, 155), "", "");
    print_sheets p = sheet_layout(g, PAPER_A4);
    print_finish(&p);
    game_destroy(g);
}

static void a_rim_code_that_fits_on_no_sheet_is_said(void **state) {
    (void)state;
    game *g = sheet_game("{\"id\":\"R1-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":200},\"marker\":{\"family\":\"rim\",\"id\":3}}", "", "");
    print_sheets p;
    fault fault = {""};
    assert_int_equal(print_layout(g, PAPER_A4, &p, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "R1-1 Pikes"));
    assert_non_null(strstr(fault.text, "room for 194 x 263 mm"));  // 210 - 2 * 8; 297 - 13 - 14 - 7
    game_destroy(g);
}

static void a_bad_path_and_a_full_disk_are_said(void **state) {
    (void)state;
    const game none = {.title = "none"};
    print_sheets p = sheet_layout(&none, PAPER_A4);
    fault fault = {""};
    assert_int_equal(print_write_pdf(&p, "/no/such/folder/x.pdf", &fault), STATUS_IO);
    assert_non_null(strstr(fault.text, "/no/such/folder/x.pdf: cannot write"));
    assert_non_null(strstr(fault.text, "No such file"));
    assert_int_equal(print_write_pdf(&p, "/dev/full", &fault), STATUS_IO);
    assert_non_null(strstr(fault.text, "No space left"));
    print_finish(&p);
}

static void text_that_is_no_text_is_cleaned(void **state) {
    (void)state;
    static const struct {
        const char *why, *in, *out;
    } rows[] = {
        {"plain", "R1 Pikes", "R1 Pikes"},
        {"two, three and four bytes", "ü€😀", "ü€😀"},
        {"control characters", "a\tb\x7f", "a?b?"},
        {"a lone lead byte at the end", "a\xe2\x82", "a??"},
        {"overlong", "\xc0\xaf", "??"},
        {"half a surrogate pair", "\xed\xa0\x80", "???"},
        {"a noncharacter", "\xef\xbf\xbf", "???"},
        {"beyond Unicode", "\xf4\x90\x80\x80", "????"},
    };
    char out[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        print_clean_text(rows[i].in, out, sizeof out);
        if (strcmp(out, rows[i].out) != 0) fail_msg("%s: \"%s\"", rows[i].why, out);
    }
    print_clean_text("ab€", out, 5);  // the sign's three bytes and the NUL do not fit
    assert_string_equal(out, "ab");
}

static void hostile_names_do_not_stop_the_printing(void **state) {
    (void)state;
    game_unit unit = {.id = "\xff\xfe", .marker = {"tag36h11", 1, 1}};
    memset(unit.name, '\xbf', sizeof unit.name - 1);
    game g = {.units = &unit, .unit_count = 1};
    for (size_t i = 0; i + 3 < sizeof g.title; i += 3) memcpy(g.title + i, "\xef\xbf\xbe", 3);
    print_sheets p = sheet_layout(&g, PAPER_A4);
    assert_int_equal(p.sheet_count, 2);
    assert_int_equal(print_write_pdf(&p, path, NULL), STATUS_OK);
    print_finish(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_printed_is_said_with_its_remedy),
        cmocka_unit_test(a_rim_code_that_fits_on_no_sheet_is_said),
        cmocka_unit_test(a_bad_path_and_a_full_disk_are_said),
        cmocka_unit_test(text_that_is_no_text_is_cleaned),
        cmocka_unit_test(hostile_names_do_not_stop_the_printing),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
