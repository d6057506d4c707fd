// Put it back: the expected pushes are those that displaced the figures, turned round; the words follow from the table's frame (y is north).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "referee/guide.h"

static const char text[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},"
    "\"sides\":[{\"id\":\"red\",\"home_edge\":\"south\"},{\"id\":\"blue\",\"home_edge\":\"north\"},{\"id\":\"grey\"}],\"units\":["
    "{\"id\":\"R\",\"side\":\"red\",\"leader\":\"R-1\",\"array\":{\"files\":4,\"ranks\":2,"
    "\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[20,10,90]}},"
    "{\"id\":\"B\",\"side\":\"blue\",\"array\":{\"files\":1,\"ranks\":1,\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"at\":[40,40,-90]}},"
    "{\"id\":\"G\",\"side\":\"grey\",\"array\":{\"files\":1,\"ranks\":1,\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"at\":[60,40,0]}}]}";

#define UNIT_R 8
#define assert_near(a, b) assert_true(fabs((a) - (b)) < 1e-6)

typedef struct {
    game *game;
    int figures[UNIT_R];
    pose goals[UNIT_R], now[UNIT_R];
    bool seen[UNIT_R];
    guide_step steps[UNIT_R];
} stage;

static int begin(void **state) {
    static stage s;
    fault fault = {""};
    if (game_parse(text, strlen(text), "guide", &s.game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    for (int i = 0; i < UNIT_R; i++) {
        s.figures[i] = i;
        s.goals[i] = s.now[i] = s.game->figures[i].start;
        s.seen[i] = true;
    }
    *state = &s;
    return 0;
}

static int end(void **state) {
    game_destroy(((stage *)*state)->game);
    return 0;
}

static void find(stage *s) {
    assert_int_equal(guide_find(s->game, s->figures, s->goals, s->now, s->seen, UNIT_R, guide_default_tolerance(), s->steps), STATUS_OK);
}

static void a_figure_at_its_old_place_is_done(void **state) {
    stage *s = *state;
    s->now[3].at.x += 0.04;
    find(s);
    assert_true(guide_done(s->steps, UNIT_R));
}

static void a_nudged_figure_is_pushed_back_the_way_it_came(void **state) {
    stage *s = *state;
    s->now[5].at = vec2_add(s->now[5].at, (vec2){0.3, -0.4});
    find(s);
    assert_false(guide_done(s->steps, UNIT_R));
    for (int i = 0; i < UNIT_R; i++) assert_int_equal(s->steps[i].done, i != 5);
    assert_near(s->steps[5].push_in, 0.5);
    assert_near(s->steps[5].toward_rad, atan2(0.4, -0.3));
}

static void a_turn_alone_is_to_be_undone(void **state) {
    stage *s = *state;
    s->now[2].heading_rad += 12 * RAD_PER_DEG;
    find(s);
    assert_false(s->steps[2].done);
    assert_near(s->steps[2].turn_rad, -12 * RAD_PER_DEG);
}

static void a_figure_with_an_unseen_front_is_not_turned(void **state) {
    stage *s = *state;
    s->now[2].heading_rad += 1;
    s->now[2].sigma_rad = HEADING_UNKNOWN;
    find(s);
    assert_true(s->steps[2].done);
}

// Two of the rank stand in each other's place: either order is right.
static void equal_figures_may_take_each_others_place(void **state) {
    stage *s = *state;
    s->now[5] = s->goals[6];
    s->now[6] = s->goals[5];
    s->now[6].at.y += 0.3;
    find(s);
    assert_true(s->steps[5].done);
    assert_near(s->steps[6].push_in, 0.3);
    assert_near(vec2_distance(s->steps[6].goal.at, s->goals[5].at), 0);
}

static void the_leader_takes_its_own_place(void **state) {
    stage *s = *state;
    s->now[0] = s->goals[1];
    s->now[1] = s->goals[0];
    find(s);
    assert_near(s->steps[0].push_in, vec2_distance(s->goals[0].at, s->goals[1].at));
    assert_near(s->steps[1].push_in, s->steps[0].push_in);
}

// A unit that went forward by its own depth: its rear rank now stands where the front one stood, and still every figure goes back itself.
static void a_unit_that_went_a_rank_ahead_goes_back_as_one(void **state) {
    stage *s = *state;
    double depth = 25 * IN_PER_MM;
    guide_step one;
    char says[200];
    for (int i = 0; i < UNIT_R; i++) s->now[i].at.y += depth;
    find(s);
    for (int i = 0; i < UNIT_R; i++) assert_near(s->steps[i].push_in, depth);
    assert_true(guide_as_one(s->steps, UNIT_R, guide_default_tolerance(), &one));
    assert_near(one.push_in, depth);
    guide_describe(s->game, &one, 0, says, sizeof says);
    assert_string_equal(says, "R, all together: 25 mm toward the south edge (6 o'clock)");
}

static void a_wheeled_unit_goes_back_as_one_with_its_turn(void **state) {
    stage *s = *state;
    guide_step one;
    rigid2 wheel = {.rotation_rad = 30 * RAD_PER_DEG};
    for (int i = 0; i < UNIT_R; i++) {
        s->now[i].at = rigid2_apply(wheel, s->now[i].at);
        s->now[i].heading_rad += wheel.rotation_rad;
    }
    find(s);
    assert_true(guide_as_one(s->steps, UNIT_R, guide_default_tolerance(), &one));
    assert_near(one.turn_rad, -30 * RAD_PER_DEG);
}

static void figures_that_went_their_own_ways_do_not_go_back_as_one(void **state) {
    stage *s = *state;
    guide_step one;
    s->now[0].at.x -= 3;
    s->now[7].at.y -= 2;
    find(s);
    assert_false(guide_as_one(s->steps, UNIT_R, guide_default_tolerance(), &one));
}

static void a_hidden_figure_is_not_done(void **state) {
    stage *s = *state;
    char says[200];
    s->seen[4] = false;
    find(s);
    assert_false(s->steps[4].done);
    guide_describe(s->game, &s->steps[4], 0, says, sizeof says);
    assert_non_null(strstr(says, "can't be seen"));
}

static void directions_are_those_of_the_players_seat(void **state) {
    stage *s = *state;
    static const struct {
        int figure;
        double push_in, toward_deg, turn_deg;
        const char *says;
    } cases[] = {
        {1, 4 * IN_PER_MM, 90, 10, "R-2: 4 mm toward the north edge (12 o'clock), turn 10 degrees left"},
        {1, 4 * IN_PER_MM, 0, 0, "R-2: 4 mm toward the east edge (3 o'clock)"},
        {1, 2.25, -135, -20, "R-2: 2.2\" toward the south-west corner (7 o'clock), turn 20 degrees right"},
        {8, 4 * IN_PER_MM, 90, 0, "B-1: 4 mm toward the north edge (6 o'clock)"},
        {8, 4 * IN_PER_MM, 0, 0, "B-1: 4 mm toward the east edge (9 o'clock)"},
        {9, 4 * IN_PER_MM, 180, 0, "G-1: 4 mm toward the west edge"},
        {9, 0, 0, -15, "G-1: turn 15 degrees right"},
        {9, 0, 0, 0, "G-1 stands where it stood"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char says[200];
        guide_step step = {.figure = cases[i].figure,
                           .seen = true,
                           .push_in = cases[i].push_in,
                           .toward_rad = cases[i].toward_deg * RAD_PER_DEG,
                           .turn_rad = cases[i].turn_deg * RAD_PER_DEG};
        guide_describe(s->game, &step, s->game->figures[step.figure].unit, says, sizeof says);
        assert_string_equal(says, cases[i].says);
    }
}

// Following the pushes, each with the clumsiness of a hand, brings every figure home.
static void following_it_puts_every_figure_back(void **state) {
    stage *s = *state;
    for (int i = 0; i < UNIT_R; i++) {
        s->now[i].at = vec2_add(s->now[i].at, (vec2){3.1 - 0.4 * i, 2 + 0.3 * (i % 3)});
        s->now[i].heading_rad += 0.3 - 0.1 * i;
    }
    int rounds = 0;
    for (find(s); !guide_done(s->steps, UNIT_R) && rounds < 10; rounds++, find(s))
        for (int i = 0; i < UNIT_R; i++) {  // nine tenths of the stated distance
            s->now[i].at = vec2_add(s->now[i].at, vec2_scale(heading_forward(s->steps[i].toward_rad), 0.9 * s->steps[i].push_in));
            s->now[i].heading_rad += 0.9 * s->steps[i].turn_rad;
        }
    assert_in_range(rounds, 1, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_figure_at_its_old_place_is_done, begin, end),
        cmocka_unit_test_setup_teardown(a_nudged_figure_is_pushed_back_the_way_it_came, begin, end),
        cmocka_unit_test_setup_teardown(a_turn_alone_is_to_be_undone, begin, end),
        cmocka_unit_test_setup_teardown(a_figure_with_an_unseen_front_is_not_turned, begin, end),
        cmocka_unit_test_setup_teardown(equal_figures_may_take_each_others_place, begin, end),
        cmocka_unit_test_setup_teardown(the_leader_takes_its_own_place, begin, end),
        cmocka_unit_test_setup_teardown(a_unit_that_went_a_rank_ahead_goes_back_as_one, begin, end),
        cmocka_unit_test_setup_teardown(a_wheeled_unit_goes_back_as_one_with_its_turn, begin, end),
        cmocka_unit_test_setup_teardown(figures_that_went_their_own_ways_do_not_go_back_as_one, begin, end),
        cmocka_unit_test_setup_teardown(a_hidden_figure_is_not_done, begin, end),
        cmocka_unit_test_setup_teardown(directions_are_those_of_the_players_seat, begin, end),
        cmocka_unit_test_setup_teardown(following_it_puts_every_figure_back, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
