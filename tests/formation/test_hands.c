// Effects of hands that are no moves, and what hands hide, but for exchanges: nudges, figures that there is no time to look for, unregistered bases.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "tests/formation/hand_world.h"

// What hands hold --------------------------------------------------------------------------------------------------------------------------

// A block is carried 9" off and put down, and the hand holds on to it: half of it, its left files, can be seen. Which files they are nobody can
// tell yet. Until the hand goes no figure is told to stand where another one does.
static void half_a_block_under_a_hand_is_not_named_by_guess(void **state) {
    world *w = *state;
    int first = figure(w, "A-1");
    vec2 middle = {0, 0};
    rest(w, 10);
    for (int i = first; i < first + BLOCK; i++) middle = vec2_add(middle, vec2_scale(w->truth[i].at, 1.0 / BLOCK));
    reach(w, (vec2){middle.x, -6}, middle, 6);
    for (int i = first; i < first + BLOCK; i++) w->lifted[i] = true;
    rest(w, 4);
    vec2 to = vec2_add(middle, (vec2){7.5, 7});
    reach(w, middle, to, 8);
    for (int i = first; i < first + BLOCK; i++) shove(w, i, (vec2){6, 7}), w->lifted[i] = false;
    for (int k = 0; k < 9; k++) {
        look(w);
        for (int i = first; i < first + BLOCK; i++) {
            bool hidden;
            formation_pose(w->f, i, NULL, &hidden);
            if (!hidden) check_at(w, i, 0.1);
        }
    }
    leave(w);
    rest(w, 10);
    for (int i = first; i < first + BLOCK; i++) check_at(w, i, 0.1);
}

// Nudges ----------------------------------------------------------------------------------------------------------------------------------

// From 2.5 mm to 10 mm, anywhere in a block, by a sleeve that goes on to nothing.
static void a_sleeve_that_passes_nudges(void **state) {
    world *w = *state;
    rest(w, 10);
    for (int k = 0; k < 12; k++) {
        int i = figure(w, "A-1") + k % 8, nudges = w->nudges;
        memset(w->nudged, 0, sizeof w->nudged);
        vec2 at = w->truth[i].at, beyond = vec2_add(at, (vec2){0.3, 1.5});
        reach(w, (vec2){beyond.x, -6}, beyond, 6);
        shove(w, i, vec2_rotate((vec2){(2.5 + 7.5 * k / 11) * IN_PER_MM, 0}, 2 * PI * table_uniform(&w->seed)));
        rest(w, 6);
        leave(w);
        rest(w, 20);
        assert_true(w->nudged[i]);
        assert_int_equal(w->nudges, nudges + 1);
        w->truth[i].at = at;  // a hand puts it back
        reach(w, (vec2){beyond.x, -6}, beyond, 6);
        leave(w);
        rest(w, 20);
    }
}

static void a_die_nudges_a_lone_figure(void **state) {
    world *w = *state;
    rest(w, 10);
    shove(w, figure(w, "L-1"), (vec2){0.3, 0.2});
    rest(w, 20);
    assert_true(w->nudged[figure(w, "L-1")]);
    assert_int_equal(w->nudges, 1);
}

// A hand that comes, pushes and stays with what it pushes moves it: a skirmisher by 3", the lone figure by a quarter of an inch in a second.
static void a_hand_that_stays_with_a_base_moves_it(void **state) {
    world *w = *state;
    rest(w, 10);
    const char *ids[] = {"S-2", "L-1"};
    double ways[] = {3, 0.25};
    for (int k = 0; k < 2; k++) {
        int i = figure(w, ids[k]);
        vec2 behind = vec2_sub(w->truth[i].at, (vec2){0, 1.9});
        reach(w, (vec2){behind.x, -6}, behind, 6);
        for (int s = 0; s < 10; s++) {
            shove(w, i, (vec2){0, ways[k] / 10});
            reach(w, w->tips, vec2_sub(w->truth[i].at, (vec2){0, 1.9}), 1);
        }
        rest(w, 3);
        leave(w);
        rest(w, 20);
        check_at(w, i, 0.05);
    }
    assert_int_equal(w->nudges, 0);
}

// A block that is pushed by an inch and a half knocks a skirmisher aside that stands in its way.
static void a_neighbour_that_is_pushed_along_is_nudged(void **state) {
    world *w = *state;
    int s = figure(w, "S-1"), a = figure(w, "A-1");
    w->truth[s].at = vec2_add(w->truth[a].at, (vec2){0, 1.9});  // 0.9" before A's front rank
    event_pose put = {s, w->truth[s]};
    formation_place(w->f, &(event){.kind = EVENT_PLACE, .place = {.poses = &put, .pose_count = 1}});
    rest(w, 10);
    vec2 rear = vec2_add(w->truth[a].at, (vec2){1.5, -3});
    reach(w, (vec2){rear.x, -6}, rear, 6);
    for (int k = 0; k < 15; k++) {
        for (int i = a; i < a + 8; i++) shove(w, i, (vec2){0, 0.1});
        w->truth[s].at.y = fmax(w->truth[s].at.y, w->truth[a].at.y + 1.0);
        reach(w, w->tips, vec2_add(w->tips, (vec2){0, 0.1}), 1);
    }
    leave(w);
    rest(w, 30);
    assert_true(w->nudged[s]);
    assert_int_equal(w->nudges, 1);
    check_at(w, s, 0.05);
}

// No time to look ---------------------------------------------------------------------------------------------------------------------------

static int take_up_in_a_hurry(world *w) {
    int i = figure(w, "S-1");
    rest(w, 10);
    reach(w, (vec2){50, 4}, (vec2){50, 18.7}, 6);
    w->hurried = true;
    w->lifted[i] = true;
    return i;
}

static void put_down_farther_on(world *w, int i) {
    shove(w, i, (vec2){-1.5, 2});
    w->lifted[i] = false;
    rest(w, 2);
}

// A skirmisher is taken up while there is no time to search for it. It was not missed, but it need not stand where it stood. It is hidden within a
// second, and the base set down 2.5" farther on is its base.
static void a_figure_not_searched_for_is_not_assumed_to_stand(void **state) {
    world *w = *state;
    int i = take_up_in_a_hurry(w);
    rest(w, 3);
    assert_false(is_hidden(w, i));
    rest(w, 6);
    assert_true(is_hidden(w, i));
    put_down_farther_on(w, i);
    w->hurried = false;
    leave(w);
    rest(w, 10);
    check_at(w, i, 0.05);
    assert_int_equal(w->group[i], -1);
}

// It is set down at once and seen before it is missed: the base is its base none the less.
static void a_figure_seen_before_it_is_missed_is_followed(void **state) {
    world *w = *state;
    int i = take_up_in_a_hurry(w);
    rest(w, 2);
    put_down_farther_on(w, i);
    assert_false(is_hidden(w, i));
    w->hurried = false;
    leave(w);
    rest(w, 10);
    check_at(w, i, 0.05);
}

// One figure of a block is set down 4" off. The hand stays elsewhere on the table: a base clear of it is no finger.
static void a_figure_set_down_is_believed_once_clear_of_the_hand(void **state) {
    world *w = *state;
    int i = figure(w, "A-1");
    rest(w, 10);
    vec2 at = w->truth[i].at;
    reach(w, (vec2){at.x, -6}, at, 6);
    w->lifted[i] = true;
    rest(w, 5);
    assert_true(is_hidden(w, i));
    shove(w, i, (vec2){-4, 0});
    reach(w, at, w->truth[i].at, 4);
    w->lifted[i] = false;
    reach(w, w->truth[i].at, (vec2){w->truth[i].at.x - 5, at.y}, 3);
    rest(w, 1);
    check_at(w, i, 0.05);
}

// Figures near which nothing changes stand, however long they are not searched for.
static void an_untouched_figure_stands(void **state) {
    world *w = *state;
    rest(w, 10);
    reach(w, (vec2){26, -6}, (vec2){26, 6}, 6);
    w->hurried = true;
    for (int i = figure(w, "S-1"); i < figure(w, "S-1") + 4; i++) w->lifted[i] = true;  // not seen, since not looked for
    rest(w, 30);
    for (int i = 0; i < w->g->figure_count; i++) assert_false(is_hidden(w, i));
}

// Unregistered bases -------------------------------------------------------------------------------------------------------------------------------

// A base of no figure's kind, then one of the skirmishers' while they all stand where they stood, put down beside them: it is given to no figure.
static void bases_of_no_figure_are_unregistered(void **state) {
    world *w = *state;
    rest(w, 10);
    base_sighting out[4];
    assert_int_equal(formation_unregistered(w->f, out, 4), 0);
    for (int k = 0; k < 2; k++) {
        w->unregistered = sight(w, figure(w, "S-1"));
        w->unregistered.pose.at = (vec2){54.5, 22 + 2 * k};
        if (k == 0) w->unregistered.base.width_in = w->unregistered.base.depth_in = 2;
        rest(w, 40);
        assert_int_equal(formation_unregistered(w->f, out, 4), 1);
        assert_near(out[0].pose.at.x, 54.5, 0.05);
        assert_int_equal(out[0].figure, -1);
        for (int i = 0; i < w->g->figure_count; i++) check_at(w, i, 0.05);
        w->unregistered.base.width_in = 0;
        rest(w, 80);
        assert_int_equal(formation_unregistered(w->f, out, 4), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD(half_a_block_under_a_hand_is_not_named_by_guess),
        WORLD(a_sleeve_that_passes_nudges),
        WORLD(a_die_nudges_a_lone_figure),
        WORLD(a_hand_that_stays_with_a_base_moves_it),
        WORLD(a_neighbour_that_is_pushed_along_is_nudged),
        WORLD(a_figure_not_searched_for_is_not_assumed_to_stand),
        WORLD(a_figure_seen_before_it_is_missed_is_followed),
        WORLD(a_figure_set_down_is_believed_once_clear_of_the_hand),
        WORLD(an_untouched_figure_stands),
        WORLD(bases_of_no_figure_are_unregistered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
