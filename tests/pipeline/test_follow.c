// What a look showed of each figure: which were found, where the others are taken to be, and what is sought elsewhere. No picture is looked at.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "pipeline/follow.h"
#include "tests/pipeline/stage.h"

static void see_nothing(stage *s) { follow_learn(s->game, &s->memory, s->figures, NULL, 0); }

// Of one unit one figure is pushed along. Another one is out of sight, and its place is foreseen by the first one's where they go as a body:
// skirmishers go each their own way. Then the tracker names a base that was seen before and had no name: from then on the figure is looked for where
// that lies, and not where it was foreseen.
static void check_foreseen(int hidden, int pushed, bool as_body) {
    enum { LOOKS = 8 };
    stage *s = begin();
    const vec2 stood = s->figures[hidden].at.at, lies = {stood.x + 6, stood.y + 16};
    change_all(s);
    for (int look = 0; look < LOOKS; look++) {
        plan(s);
        s->figures[pushed].at.at.x += 0.1;
        if (look == LOOKS - 1) {
            assert_int_equal(s->figures[hidden].follow.carried, as_body);
            assert_true(as_body == (vec2_distance(s->figures[hidden].place.at, stood) > 0.05));
            s->figures[hidden].at.at = lies;
        }
        base_sighting seen = {.by = SEEN_BY_TAG,
                              .figure = pushed,
                              .unit = s->game->figures[pushed].unit,
                              .base = s->game->figures[pushed].base,
                              .pose = s->figures[pushed].at};
        follow_learn(s->game, &s->memory, s->figures, &seen, 1);
    }
    plan(s);
    assert_true(vec2_distance(s->plan.wishes[hidden].expected.at, lies) < 1e-9);
    end(s);
}

static void what_the_tracker_places_is_looked_for_there(void **state) {
    (void)state;
    check_foreseen(0, 1, false);
    check_foreseen(3, 4, true);
}

// A hidden skirmisher whose place is looked at in vain, clear of the hand: from the second time on it is known to have left, until it is found again.
// Where a hand covers its place, a look in vain says nothing.
static void a_place_seen_empty_is_left(void **state) {
    (void)state;
    stage *s = begin();
    figure_state *f = &s->figures[0];
    for (int covered = 1; covered >= 0; covered--) {
        f->hidden = true;
        f->covered = covered ? 0.5 : 0;
        int in_vain = 0;
        for (int look = 0; look < 20; look++) {
            change_all(s);
            plan(s);
            assert_int_equal(s->plan.wishes[0].has_left, !covered && in_vain >= 2);
            in_vain += s->plan.wishes[0].is_expected;
            see_nothing(s);
        }
        assert_true(in_vain > 2);
    }
    f->hidden = false;
    plan(s);
    assert_false(s->plan.wishes[0].has_left);
    end(s);
}

// A figure that is missed under a hand is sought elsewhere once its place is clear of the hand and empty.
static void what_a_hand_covers_is_not_sought_elsewhere(void **state) {
    (void)state;
    stage *s = begin();
    for (int hidden = 0; hidden < 2; hidden++)
        for (int covered = 1; covered >= 0; covered--) {
            s->figures[0].hidden = hidden, s->figures[0].covered = covered ? 0.5 : 0;
            for (int look = 0; look < SELDOM_LOOKS; look++) {
                change(s, tiles_of(s, 0), true);
                plan(s);
                see_nothing(s);
            }
            assert_int_equal(s->memory.lost, covered ? 0 : s->figures[0].searches);
        }
    end(s);
}

// One look that misses a figure of a unit that stands says little; where another one of the unit goes on, it may have gone, too.
static void what_one_look_misses_of_a_unit_that_moves_is_sought(void **state) {
    (void)state;
    for (int moves = 0; moves < 2; moves++) {
        stage *s = begin();
        assert_int_equal(s->game->figures[0].unit, s->game->figures[1].unit);
        s->figures[1].follow = (follow_memory){.on = moves, .has_step = moves, .step_in = {0, 0.1}};
        for (int missed = 1; missed < 3; missed++) {
            change(s, tiles_of(s, 0), true);
            plan(s);
            assert_true(s->plan.wishes[0].is_expected);
            see_nothing(s);
            assert_int_equal(s->memory.lost, missed > 1 || moves ? s->figures[0].searches : 0);
        }
        end(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_tracker_places_is_looked_for_there),
        cmocka_unit_test(a_place_seen_empty_is_left),
        cmocka_unit_test(what_a_hand_covers_is_not_sought_elsewhere),
        cmocka_unit_test(what_one_look_misses_of_a_unit_that_moves_is_sought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
