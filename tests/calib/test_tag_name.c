// The table of marker families, held to the libraries that read and print them: no family less, no id more.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <apriltag/apriltag.h>
#include <apriltag/tag16h5.h>
#include <apriltag/tag25h9.h>
#include <apriltag/tag36h10.h>
#include <apriltag/tag36h11.h>
#include <apriltag/tagCircle21h7.h>
#include <apriltag/tagCircle49h12.h>
#include <apriltag/tagCustom48h12.h>
#include <apriltag/tagStandard41h12.h>
#include <apriltag/tagStandard52h13.h>
#include <cmocka.h>

#include "calib/tag_aruco.h"
#include "core/tag_name.h"
#include "vision/vision.h"

static const char *const dictionaries[] = {"aruco4x4_50",  "aruco4x4_100",  "aruco4x4_250", "aruco4x4_1000", "aruco5x5_50",   "aruco5x5_100",
                                           "aruco5x5_250", "aruco5x5_1000", "aruco6x6_50",  "aruco6x6_100",  "aruco6x6_250",  "aruco6x6_1000",
                                           "aruco7x7_50",  "aruco7x7_100",  "aruco7x7_250", "aruco7x7_1000", "aruco_original"};

// Ids from 0 up to the first that is refused for being too high.
static int ids_of(const char *family) {
    fault fault = {""};
    int id = 0;
    while (tag_name_check(family, id, &fault) == STATUS_OK || !strstr(fault.text, "has no id")) id++;
    return id;
}

static void holds_april(const char *family, apriltag_family_t *f, void (*destroy)(apriltag_family_t *)) {
    assert_true(tag_name_known(family) && vision_knows_family(family));
    if (ids_of(family) != (int)f->ncodes) fail_msg("%s has %d ids and not %d", family, (int)f->ncodes, ids_of(family));
    destroy(f);
}

static void each_april_family_has_its_ids(void **state) {
    (void)state;
#define HOLDS(name) holds_april(#name, name##_create(), name##_destroy)
    HOLDS(tag36h11);
    HOLDS(tag36h10);
    HOLDS(tag25h9);
    HOLDS(tag16h5);
    HOLDS(tagStandard41h12);
    HOLDS(tagStandard52h13);
    HOLDS(tagCircle21h7);
    HOLDS(tagCircle49h12);
    HOLDS(tagCustom48h12);
}

static bool same_upside_down(const tag_bitmap *t) {
    for (int y = 0; y < t->cells; y++)
        for (int x = 0; x < t->cells; x++)
            if (t->black[y][x] != t->black[t->cells - 1 - y][t->cells - 1 - x]) return false;
    return true;
}

static void each_dictionary_has_its_ids_and_fronts(void **state) {
    (void)state;
    for (size_t d = 0; d < sizeof dictionaries / sizeof *dictionaries; d++) {
        const char *family = dictionaries[d];
        tag_bitmap cells;
        int ids = ids_of(family);
        assert_true(tag_name_known(family) && vision_knows_family(family));
        for (int id = 0; id < ids; id++) {
            if (tag_aruco_make(family, id, &cells, NULL) != STATUS_OK) fail_msg("%s has no id %d", family, id);
            if ((tag_name_check(family, id, NULL) == STATUS_OK) == same_upside_down(&cells)) fail_msg("%s %d has a front, or none", family, id);
        }
        if (tag_aruco_make(family, ids, &cells, NULL) == STATUS_OK) fail_msg("%s has an id %d", family, ids);
    }
}

static void what_is_none_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *family;
        int id;
        const char *says;
    } cases[] = {{"tag36h12", 0, "\"tag36h12\" is no marker family"},
                 {"rim", 0, "\"rim\" is no marker family"},
                 {"tag36h11", -1, "tag36h11 has no id -1: its ids are 0 to 586"},
                 {"aruco4x4_50", 50, "aruco4x4_50 has no id 50: its ids are 0 to 49"},
                 {"aruco_original", 1023, "aruco_original 1023 looks the same upside down"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fault fault = {""};
        assert_int_equal(tag_name_check(cases[i].family, cases[i].id, &fault), STATUS_INVALID);
        if (strncmp(fault.text, cases[i].says, strlen(cases[i].says)) != 0) fail_msg("said: %s", fault.text);
    }
    assert_false(tag_name_known("") || tag_name_known("rim") || tag_name_known("tag36h12"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_april_family_has_its_ids), cmocka_unit_test(each_dictionary_has_its_ids_and_fronts),
                                       cmocka_unit_test(what_is_none_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
