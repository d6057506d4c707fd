// The table of sources, and what is plugged in.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "capture/source.h"

static void a_name_is_of_the_kind_that_its_prefix_says(void **state) {
    (void)state;
    static const struct {
        const char *name, *prefix;
    } cases[] = {{"libcamera:0", "libcamera:"}, {"v4l2:/dev/video0", "v4l2:"}, {"v4l2", ""}, {"clip.mp4", ""}, {"./v4l2:x", ""}, {"", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) assert_string_equal(source_kind_of(cases[i].name)->prefix, cases[i].prefix);
}

static void the_help_names_every_kind(void **state) {
    (void)state;
    char help[200], little[10];
    capture_source_help(help, sizeof help);
    assert_string_equal(help, "libcamera:ID-or-index, v4l2:/dev/videoN, a clip, a picture, a folder or a glob of pictures");
    capture_source_help(little, sizeof little);
    assert_string_equal(little, "libcamera");
}

// Of the machine's own cameras, if it has any.
static void each_camera_has_a_name_to_open_it_by(void **state) {
    (void)state;
    camera_list list;
    fault fault = {""};
    if (cameras_find(&list, &fault)) fail_msg("%s", fault.text);
    for (int i = 0; i < list.count; i++) {
        const source_kind *kind = source_kind_of(list.at[i].source);
        assert_non_null(kind->list);
        for (int k = 0; k < list.at[i].mode_count; k++) assert_true(list.at[i].modes[k].width > 0 && list.at[i].modes[k].height > 0);
    }
    camera_list_finish(&list);
    assert_int_equal(list.count, 0);
}

static void a_list_grows_as_it_must(void **state) {
    (void)state;
    camera_list list = {0};
    for (int i = 0; i < 20; i++) {
        camera_entry *c = camera_list_add(&list);
        assert_non_null(c);
        assert_int_equal(c->mode_count, 0);
        for (int k = 0; k < 50; k++) assert_true(camera_add_mode(c, &(camera_mode){"MJPG", 640 + k, 480, 30}));
    }
    assert_int_equal(list.count, 20);
    assert_int_equal(list.at[19].modes[49].width, 689);
    camera_list_finish(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_of_the_kind_that_its_prefix_says),
        cmocka_unit_test(the_help_names_every_kind),
        cmocka_unit_test(each_camera_has_a_name_to_open_it_by),
        cmocka_unit_test(a_list_grows_as_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
