// After how long a figure counts as lost, of which units, and what is advised.
#include "pipeline/lost.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT 12

// R1 and R2, of three figures each; those of R2 have no start. R3, of six.
static const char text[] =
    "{\"vedette\":1,\"ruleset\":\"m42\",\"table\":{\"width_in\":48,\"depth_in\":48},\"sides\":[{\"id\":\"a\"}],\"units\":["
    "{\"id\":\"R1\",\"side\":\"a\",\"array\":{\"files\":3,\"ranks\":1,\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"at\":[20,10,90]}},"
    "{\"id\":\"R2\",\"side\":\"a\",\"array\":{\"files\":3,\"ranks\":1,\"base\":{\"shape\":\"round\",\"diameter_mm\":25}}},"
    "{\"id\":\"R3\",\"side\":\"a\",\"array\":{\"files\":6,\"ranks\":1,\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"at\":[20,30,90]}}]}";

typedef struct {
    game *game;
    lost_watch lost;
    figure_state figures[COUNT];
    frame frame;
} stage;

static uint8_t gray[320 * 240];

// All figures stand and are seen, in a picture of bars as sharp as can be.
static stage begin(void) {
    stage t = {0};
    fault fault = {""};
    if (game_parse(text, strlen(text), "lost", &t.game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(lost_init(&t.lost, t.game, &fault), STATUS_OK);
    for (int i = 0; i < COUNT; i++) t.figures[i] = (figure_state){.known = true, .met = true};
    for (int i = 0; i < 320 * 240; i++) gray[i] = (i % 320) / 8 % 2 ? 220 : 30;
    t.frame = (frame){.width = 320, .height = 240, .gray = gray, .gray_stride = 320};
    return t;
}

static void end(stage *t) {
    lost_finish(&t->lost);
    game_destroy(t->game);
}

// What is said after so many seconds more, ten pictures a second.
static const char *watch(stage *t, double *t_s, double for_s, bool hand) {
    static char says[LOST_TEXT];
    for (double until = *t_s + for_s; *t_s < until; *t_s += 0.1) lost_take(&t->lost, t->figures, &t->frame, *t_s, hand, NULL, 0);
    lost_describe(&t->lost, says, sizeof says);
    return says;
}

static void a_figure_that_is_not_found_again_is_named_within_seconds(void **state) {
    (void)state;
    stage t = begin();
    double t_s = 0;
    assert_string_equal(watch(&t, &t_s, 5, false), "");
    t.figures[0].hidden = t.figures[1].hidden = true;
    assert_string_equal(watch(&t, &t_s, 1.5, false), "");  // it may be the pictures of a moment
    const char *says = watch(&t, &t_s, 1.5, false);
    assert_non_null(strstr(says, "2 of 3 of R1 can't be found"));
    assert_non_null(strstr(says, "place"));  // what to do
    assert_true(lost_of_unit(&t.lost, 0));
    assert_false(lost_of_unit(&t.lost, 1));
    t.figures[0].hidden = t.figures[1].hidden = false;
    assert_string_equal(watch(&t, &t_s, 0.2, false), "");
    end(&t);
}

// What a hand covers or carries is hidden, and no more than that; but not for ever.
static void a_hand_takes_its_time(void **state) {
    (void)state;
    stage t = begin();
    double t_s = 0;
    t.figures[0].hidden = true;
    assert_string_equal(watch(&t, &t_s, 8, true), "");
    assert_non_null(strstr(watch(&t, &t_s, 4, true), "1 of 3 of R1"));
    t.figures[0].covered = 0.8;
    assert_string_equal(watch(&t, &t_s, 60, true), "");
    end(&t);
}

// More of a unit than a hand holds are put down sooner: of six it is said after 5 s, of five after 10.
static void a_hand_does_not_carry_a_whole_unit_for_long(void **state) {
    (void)state;
    for (int missing = 5; missing <= 6; missing++) {
        stage t = begin();
        double t_s = 0;
        for (int i = 6; i < 6 + missing; i++) t.figures[i].hidden = true;
        assert_string_equal(watch(&t, &t_s, 4.5, true), "");
        const char *says = watch(&t, &t_s, 1, true);
        if (missing == 5)
            assert_string_equal(says, "");
        else
            assert_non_null(strstr(says, "6 of 6 of R3"));
        end(&t);
    }
}

// Reserves are not on the table; the comrades of one that was found are, and so is what the game file places.
static void what_was_never_found_is_said_where_it_should_stand(void **state) {
    (void)state;
    stage t = begin();
    double t_s = 0;
    for (int i = 0; i < 6; i++) t.figures[i].met = false, t.figures[i].known = i < 3;
    assert_string_equal(watch(&t, &t_s, 3, false), "");
    const char *says = watch(&t, &t_s, 4, false);
    assert_non_null(strstr(says, "3 of 3 of R1"));
    assert_null(strstr(says, "R2"));
    t.figures[3].met = t.figures[3].known = true;
    says = watch(&t, &t_s, 7, false);
    assert_non_null(strstr(says, "2 of 3 of R2"));
    for (int i = 0; i < COUNT; i++) t.figures[i].absent = true;
    assert_string_equal(watch(&t, &t_s, 20, false), "");
    end(&t);
}

// A dark picture is the cause that is named.
static void the_light_is_blamed_where_it_is_to_blame(void **state) {
    (void)state;
    stage t = begin();
    double t_s = 0;
    for (int i = 0; i < 320 * 240; i++) gray[i] = (uint8_t)(gray[i] / 8);
    t.figures[0].hidden = true;
    assert_non_null(strstr(watch(&t, &t_s, 4, false), "more light"));
    end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_that_is_not_found_again_is_named_within_seconds),
        cmocka_unit_test(a_hand_takes_its_time),
        cmocka_unit_test(a_hand_does_not_carry_a_whole_unit_for_long),
        cmocka_unit_test(what_was_never_found_is_said_where_it_should_stand),
        cmocka_unit_test(the_light_is_blamed_where_it_is_to_blame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
