// What a camera can read of a game, before play: resolutions worked by hand for cameras straight above a table, remedies that do mend.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "calib/legible.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

// A camera 80" above the middle of the 72 x 48 table whose picture of width x height shows px_mm pixels a millimetre there.
static calibration camera_above(int width, int height, double px_mm) {
    calibration c = calib_plain_lens(width, height);
    c.fx = c.fy = px_mm * 25.4 * 80;
    calib_set_pose(&c, (vec3){PI, 0, 0}, (vec3){-36, 24, 80});
    c.has_table = true;
    return c;
}

#define GAME(rest) \
    "{\"vedette\":1,\"ruleset\":\"m42\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"units\":[" rest "]}"
#define UNIT(id, side, paints, figures) "{\"id\":\"" id "\",\"side\":\"" side "\"," paints "\"figures\":[" figures "]}"
#define FIGURE(id, rest) "{\"id\":\"" id "\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25,\"height_mm\":0}" rest "}"
#define RIM(n, more) ",\"marker\":{\"family\":\"rim\",\"id\":" n more "}"

static game *game_of(const char *text) {
    game *g = NULL;
    fault fault = {""};
    if (game_parse(text, strlen(text), "test", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return g;
}

static legible_report report_of(const char *text, const calibration *c) {
    legible_report r;
    fault fault = {""};
    game *g = game_of(text);
    if (legible_check(g, c, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    game_destroy(g);
    return r;
}

static void resolution_is_that_of_the_worst_direction(void **state) {
    (void)state;
    calibration c = camera_above(4056, 3040, 2.2);
    NEAR(legible_px_mm(&c, (vec2){36, 24}, 0), 2.2, 1e-9);
    NEAR(legible_px_mm(&c, (vec2){0, 0}, 0), 2.2, 1e-9);  // a plane parallel to the picture is seen at one scale
    NEAR(legible_px_mm(&c, (vec2){36, 24}, 40), 4.4, 1e-9);
    c.fy = c.fx / 2;
    NEAR(legible_px_mm(&c, (vec2){30, 20}, 0), 1.1, 1e-9);
    assert_true(isnan(legible_px_mm(&c, (vec2){200, 20}, 0)));
    // Tilted by 30 degrees about the table's x axis: along y the scale falls with the cosine, by 0.5 % more at the near end of an eighth of an inch.
    c = camera_above(4056, 3040, 2.2);
    calib_set_pose(&c, (vec3){PI - PI / 6, 0, 0}, (vec3){0, 0, 80});
    NEAR(legible_px_mm(&c, (vec2){0, 0}, 0), 2.2 * cos(PI / 6), 0.001);
}

// A ring of 25 mm has a way of pi * 22 = 69.1 mm: 48 cells of 1.44 mm take 2.2 px each from 1.53 px/mm on, 24 cells from 0.764.
static void cells_decide_what_is_read(void **state) {
    (void)state;
    const char *text = GAME(UNIT("U", "a", "", FIGURE("f", RIM("1", "")) "," FIGURE("g", RIM("2", "")) "," FIGURE("h", RIM("3", ",\"cells\":24"))));
    calibration fine = camera_above(4056, 3040, 2.2), coarse = camera_above(1920, 1080, 1.0);
    legible_report r = report_of(text, &fine);
    assert_int_equal(r.kind_count, 2);
    assert_int_equal(r.kinds[0].count, 2);
    NEAR(r.kinds[0].need_px_mm, 48 * 2.2 / (22 * PI), 1e-9);
    NEAR(r.kinds[1].need_px_mm, 24 * 2.2 / (22 * PI), 1e-9);
    assert_true(r.kinds[0].where == LEGIBLE_EVERYWHERE && r.kinds[1].where == LEGIBLE_EVERYWHERE);
    assert_string_equal(r.kinds[0].remedy, "");
    assert_int_equal(r.warning_count, 0);
    r = report_of(text, &coarse);
    assert_true(r.kinds[0].where == LEGIBLE_NOWHERE && r.kinds[1].where == LEGIBLE_EVERYWHERE);
    assert_non_null(strstr(r.kinds[0].remedy, "\"cells\": 32 in its marker"));  // of 2.16 px: 24 would be clearer but tell too little
    assert_string_equal(r.kinds[0].what, "rim code of 48 cells on a round 25 mm base");
    assert_non_null(strstr(r.smallest_rims, "round 25 mm with 32 cells"));
    assert_int_equal(r.warning_count, 1);  // 72 inches at 1 px/mm are 1829 of 1920 px, 48 inches are 1219 of 1080
    assert_non_null(strstr(r.warnings[0], "outside of the picture"));
    calibration afar = camera_above(1920, 1080, 0.77);  // 32 cells would be 1.66 px long
    r = report_of(text, &afar);
    assert_non_null(strstr(r.kinds[0].remedy, "\"cells\": 24 in its marker"));
    const char *few = GAME(UNIT("U", "a", "", FIGURE("f", RIM("1", ",\"cells\":32"))));
    r = report_of(few, &coarse);
    assert_true(r.kinds[0].where == LEGIBLE_NOWHERE && strstr(r.kinds[0].remedy, "where they are expected"));
}

// 36h11 has 8 cells between its corners: 16 mm take 12.8 px (1.6 px a cell) under a figure from 0.8 px/mm on.
static void tags_are_told_how_large_they_must_be(void **state) {
    (void)state;
    const char *text = GAME(UNIT("U", "a", "", FIGURE("f", ",\"marker\":{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":16}")));
    calibration c = camera_above(1920, 1280, 0.81);
    assert_int_equal(report_of(text, &c).kinds[0].where, LEGIBLE_EVERYWHERE);
    c = camera_above(1920, 1280, 0.79);
    legible_report r = report_of(text, &c);
    assert_int_equal(r.kinds[0].where, LEGIBLE_NOWHERE);
    assert_string_equal(r.kinds[0].remedy, "make it 17 mm or larger");
    assert_int_equal(report_of(text, &c).warning_count, 0);
    const char *wide = GAME(UNIT("U", "a", "", FIGURE("f", ",\"marker\":{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":26}")));
    assert_non_null(strstr(report_of(wide, &c).warnings[0], "f: its tag36h11 of 26 mm is larger than the top of its base, 25 mm"));
    c = camera_above(1280, 720, 0.5);
    assert_non_null(strstr(report_of(text, &c).kinds[0].remedy, "more than the base has room for"));
}

static void a_tilted_camera_reads_a_part(void **state) {
    (void)state;
    const char *text = GAME(UNIT("U", "a", "\"rim_colour\":\"#b02020\",\"mark_colour\":\"#ffffff\",", FIGURE("f", "")));
    calibration c = camera_above(1920, 1500, 0.75);
    assert_int_equal(report_of(text, &c).kinds[0].where, LEGIBLE_EVERYWHERE);  // 3 mm are 2 px from 0.667 on
    double tilt = 0.3;  // about the table's middle: one long edge is nearer, the other farther off; 0.75 * cos 0.3 = 0.716 in the middle
    calib_set_pose(&c, (vec3){PI - tilt, 0, 0}, (vec3){-36, 24 * cos(tilt), 80 - 24 * sin(tilt)});
    legible_report r = report_of(text, &c);
    assert_int_equal(r.kinds[0].where, LEGIBLE_IN_PART);
    assert_non_null(strstr(r.kinds[0].remedy, "nearer"));
}

static void what_is_alike_is_told(void **state) {
    (void)state;
    calibration c = camera_above(4056, 3040, 2.2);
    legible_report r =
        report_of(GAME(UNIT("U", "a", "\"rim_colour\":\"#b02020\",\"mark_colour\":\"#ffffff\",", FIGURE("f", "")) "," UNIT(
                      "V", "b", "\"rim_colour\":\"#a82424\",\"mark_colour\":\"#a03030\",", FIGURE("g", "")) "," UNIT("W", "b", "", FIGURE("h", ""))),
                  &c);
    assert_int_equal(r.warning_count, 3);
    assert_non_null(strstr(r.warnings[0], "unit W has figures with neither"));
    assert_non_null(strstr(r.warnings[0], "sought by their outlines alone"));  // vision/bases does find some
    assert_non_null(strstr(r.warnings[0], "or give them rim codes"));
    assert_non_null(strstr(r.warnings[1], "unit V: its front marks"));
    assert_non_null(strstr(r.warnings[2], "units U and V"));
    // Red and blue differ enough, whatever the sides.
    r = report_of(
        GAME(UNIT("U", "a", "\"rim_colour\":\"#b02020\",", FIGURE("f", "")) "," UNIT("V", "b", "\"rim_colour\":\"#2040b0\",", FIGURE("g", ""))), &c);
    assert_int_equal(r.warning_count, 0);
}

static void ids_taken_from_the_end_of_the_table_are_told(void **state) {
    (void)state;
    calibration c = camera_above(4056, 3040, 2.2);
    char text[8192], *at = text;
    at += sprintf(at, "%s", "{\"vedette\":1,\"ruleset\":\"m42\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"a\"}],\"units\":[");
    at += sprintf(at, "{\"id\":\"U\",\"side\":\"a\",\"figures\":[");
    for (int i = 0; i < 40; i++)
        at += sprintf(at, "%s{\"id\":\"f%d\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"marker\":{\"family\":\"rim\",\"id\":%d}}",
                      i ? "," : "", i, 216 + i);
    sprintf(at, "]}]}");
    legible_report r = report_of(text, &c);
    assert_int_equal(r.warning_count, 1);
    assert_non_null(strstr(r.warnings[0], "take the lowest ids"));
}

static void a_lens_alone_is_refused(void **state) {
    (void)state;
    game *g = game_of(GAME(UNIT("U", "a", "", FIGURE("f", RIM("1", "")))));
    calibration c = calib_plain_lens(1920, 1080);
    legible_report r;
    fault fault = {""};
    assert_int_equal(legible_check(g, &c, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "lens alone"));
    c = camera_above(1920, 1080, 1);
    c.translation_in.x = 500;
    assert_int_equal(legible_check(g, &c, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "another table"));
    game_destroy(g);
}

// Bases without code and paint are listed, too: how they are found, and whether that is enough.
static void unpainted_bases_and_those_behind_a_marker_are_told(void **state) {
    (void)state;
    calibration c = camera_above(1920, 1080, 0.8);
    static const char text[] = GAME(UNIT("A", "a", "", FIGURE("A-1", "") "," FIGURE("A-2", "")) "," UNIT(
        "B", "b", "\"marker\":{\"family\":\"tag36h11\",\"id\":7,\"size_mm\":16,\"offset\":[0,1,0]},",
        FIGURE("B-1", "") "," FIGURE("B-2", "") "," FIGURE("B-3", "")));
    legible_report r = report_of(text, &c);
    assert_int_equal(r.kind_count, 3);
    assert_string_equal(r.kinds[1].what, "outline of a round 25 mm base without paint or marker");
    assert_int_equal(r.kinds[1].count, 2);
    assert_int_equal(r.kinds[1].where, LEGIBLE_EVERYWHERE);
    assert_string_equal(r.kinds[2].what, "base laid behind its unit's tag36h11 of 16 mm");
    assert_int_equal(r.kinds[2].count, 3);
    NEAR(r.kinds[2].need_px_mm, 1.5 * 8 / 16, 1e-9);
    assert_int_equal(r.kinds[2].where, LEGIBLE_EVERYWHERE);
    assert_int_equal(r.warning_count, 1);  // of the unpainted ones alone
    c = camera_above(1920, 1080, 0.6);
    r = report_of(text, &c);
    assert_int_equal(r.kinds[1].where, LEGIBLE_NOWHERE);
    assert_non_null(strstr(r.kinds[1].remedy, "rim_colour"));
    assert_int_equal(r.kinds[2].where, LEGIBLE_NOWHERE);
    assert_non_null(strstr(r.kinds[2].remedy, "larger"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resolution_is_that_of_the_worst_direction),
        cmocka_unit_test(cells_decide_what_is_read),
        cmocka_unit_test(tags_are_told_how_large_they_must_be),
        cmocka_unit_test(a_tilted_camera_reads_a_part),
        cmocka_unit_test(what_is_alike_is_told),
        cmocka_unit_test(ids_taken_from_the_end_of_the_table_are_told),
        cmocka_unit_test(unpainted_bases_and_those_behind_a_marker_are_told),
        cmocka_unit_test(a_lens_alone_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
