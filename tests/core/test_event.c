// An event's keys are read of its own kind alone.
#include "core/event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void a_member_is_given_of_its_kind_alone(void **state) {
    (void)state;
    for (int k = 0; k < EVENT_KIND_COUNT; k++) {
        event e = {.kind = (event_kind)k};
        assert_true((event_as_phase(&e) != NULL) == (k == EVENT_PHASE));
        assert_true((event_as_observe(&e) != NULL) == (k == EVENT_OBSERVE));
        assert_true((event_as_declare(&e) != NULL) == (k == EVENT_DECLARE));
        assert_true((event_as_dice(&e) != NULL) == (k == EVENT_DICE));
        assert_true((event_as_status(&e) != NULL) == (k == EVENT_STATUS));
        assert_true((event_as_remove(&e) != NULL) == (k == EVENT_REMOVE));
        assert_true((event_as_ruling(&e) != NULL) == (k == EVENT_RULING));
    }
    assert_null(event_as_declare(NULL));
    assert_false(event_declares(NULL, 0, "charge"));
}

// Members that have no unit, poses or items begin with other values, which must not be taken for them.
static void what_a_kind_lacks_is_none(void **state) {
    (void)state;
    event ruling = {.kind = EVENT_RULING, .ruling = {.move = 3, .ruling = "upheld"}};
    event turn = {.kind = EVENT_PHASE, .phase = {.turn = 2, .side = 1, .phase = "movement"}};
    event reported = {.kind = EVENT_TAKE_BACK, .take_back = {2}};
    event_pose stands = {.figure = 4};
    assert_int_equal(event_unit(&ruling), -1);
    assert_int_equal(event_unit(&turn), -1);
    assert_int_equal(event_unit(&reported), 2);
    assert_int_equal(event_poses(&turn).count, 0);
    assert_int_equal(event_items(&ruling).count, 0);
    event_set_poses(&turn, &stands, 1);
    assert_int_equal(turn.phase.turn, 2);
    assert_false(event_tells_nothing(&turn));
}

static void poses_of_an_observation_or_a_placing(void **state) {
    (void)state;
    event_pose stands = {.figure = 4};
    int hidden = 1;
    event seen = {.kind = EVENT_OBSERVE}, placed = {.kind = EVENT_PLACE};
    assert_true(event_tells_nothing(&seen) && event_tells_nothing(&placed));
    event_set_poses(&seen, &stands, 1);
    event_set_poses(&placed, &stands, 1);
    assert_int_equal(event_poses(&seen).at[0].figure, 4);
    assert_int_equal(event_poses(&placed).at[0].figure, 4);
    assert_false(event_tells_nothing(&seen) || event_tells_nothing(&placed));
    seen.observe = (event_observe){.hidden = &hidden, .hidden_count = 1};
    assert_false(event_tells_nothing(&seen));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_member_is_given_of_its_kind_alone),
        cmocka_unit_test(what_a_kind_lacks_is_none),
        cmocka_unit_test(poses_of_an_observation_or_a_placing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
