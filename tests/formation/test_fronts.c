// Fronts that the picture leaves open: told by the rest of the unit, by where the figure came from, or by nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "formation/track/track.h"
#include "table.h"

#define COUNT 8

// Eight 1" squares in two ranks; with `start` the game file places them, facing north.
static game *block(bool start) {
    return table_game(start ? "{\"id\":\"T\",\"side\":\"red\",\"array\":{\"files\":4,\"ranks\":2,"
                              "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[20,20,90]}}"
                            : "{\"id\":\"T\",\"side\":\"red\",\"array\":{\"files\":4,\"ranks\":2,"
                              "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4}}}");
}

// The block as it stands with its front edge's middle at (20, 20), facing north.
static pose stands(int i) { return table_pose(18.5 + i % 4, 19.5 - i / 4, 90, 0, 0); }

static base_sighting see(const game *g, int i, double turned_deg, bool doubtful) {
    pose p = stands(i);
    p.heading_rad = angle_wrap(p.heading_rad + turned_deg * RAD_PER_DEG);
    p.sigma_in = 0.01, p.sigma_rad = 0.01;
    return (base_sighting){.by = SEEN_BY_PLAIN,
                           .figure = -1,
                           .unit = -1,
                           .base = g->figures[i].base,
                           .rim_rgb = NO_COLOUR,
                           .pose = p,
                           .front_doubtful = doubtful,
                           .score = 0.9};
}

static void the_ranks_tell_the_fronts_of_one_picture(void **state) {
    (void)state;
    game *g = block(false);
    base_sighting bases[COUNT];
    for (int i = 0; i < COUNT; i++) bases[i] = see(g, i, i < 5 ? 0 : 90 * (i - 4), i >= 5);
    assert_int_equal(formation_identify(g, bases, COUNT, NULL, NULL), STATUS_OK);
    for (int i = 0; i < COUNT; i++) {
        assert_true(bases[i].figure >= 0);
        assert_false(bases[i].front_doubtful);
        assert_near(angle_difference(bases[i].pose.heading_rad, PI / 2), 0, 1e-6);
    }
    game_destroy(g);
}

// One sure front of eight, two that disagree, or none, tell nothing of the others.
static void few_fronts_tell_nothing(void **state) {
    (void)state;
    game *g = block(false);
    for (int sure = 0; sure < 3; sure++) {
        base_sighting bases[COUNT];
        for (int i = 0; i < COUNT; i++) bases[i] = see(g, i, i < sure ? 90 * i : 180, i >= sure);
        assert_int_equal(formation_identify(g, bases, COUNT, NULL, NULL), STATUS_OK);
        for (int i = 0; i < COUNT; i++) assert_int_equal(bases[i].front_doubtful, i >= sure);
    }
    game_destroy(g);
}

typedef struct {
    game *game;
    formation *f;
    event last;
} watched;

static watched watch(bool start) {
    watched w = {.game = block(start)};
    formation_options o = formation_default_options();
    assert_int_equal(formation_create(w.game, &o, &w.f, NULL), STATUS_OK);
    return w;
}

static void end(watched *w) {
    formation_destroy(w->f);
    game_destroy(w->game);
}

// Looks k of ten a second; returns how many poses with a doubtful front, and with a sure one, were reported.
static void look(watched *w, int from, int to, double turned_deg, bool doubtful, int *open, int *sure) {
    *open = *sure = 0;
    for (int k = from; k < to; k++) {
        base_sighting bases[COUNT];
        for (int i = 0; i < COUNT; i++) bases[i] = see(w->game, i, turned_deg, doubtful);
        formation_view v = {.t_s = 0.1 * k, .bases = bases, .base_count = COUNT};
        assert_int_equal(formation_see(w->f, &v, &w->last, NULL), STATUS_OK);
        event_pose_list poses = event_poses(&w->last);
        for (int i = 0; i < poses.count; i++) *(pose_front_is_doubtful(poses.at[i].pose) ? open : sure) += 1;
    }
}

// Nothing says which side it is until it is seen; then what was read is set right, and reported.
static void a_doubtful_front_is_reported_as_one(void **state) {
    (void)state;
    watched w = watch(false);
    int open, sure;
    look(&w, 0, 20, 180, true, &open, &sure);
    assert_true(open >= COUNT);
    assert_int_equal(sure, 0);
    for (int i = 0; i < COUNT; i++) assert_int_equal(formation_pose(w.f, i, NULL, NULL)->fronts, 4);
    look(&w, 20, 45, 0, false, &open, &sure);
    assert_int_equal(open, 0);
    assert_true(sure >= COUNT);
    for (int i = 0; i < COUNT; i++) {
        const pose *p = formation_pose(w.f, i, NULL, NULL);
        assert_false(pose_front_is_doubtful(*p));
        assert_near(angle_difference(p->heading_rad, PI / 2), 0, 0.01);
    }
    look(&w, 45, 65, 90, true, &open, &sure);  // and what is known stays known while the side is open again
    for (int i = 0; i < COUNT; i++) {
        const pose *p = formation_pose(w.f, i, NULL, NULL);
        assert_false(pose_front_is_doubtful(*p));
        assert_near(angle_difference(p->heading_rad, PI / 2), 0, 0.01);
    }
    end(&w);
}

static void a_figure_at_its_start_faces_as_the_game_file_says(void **state) {
    (void)state;
    watched w = watch(true);
    int open, sure;
    look(&w, 0, 20, 180, true, &open, &sure);
    assert_int_equal(open, 0);
    assert_true(sure >= COUNT);
    for (int i = 0; i < COUNT; i++) assert_near(angle_difference(formation_pose(w.f, i, NULL, NULL)->heading_rad, PI / 2), 0, 0.01);
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ranks_tell_the_fronts_of_one_picture),
        cmocka_unit_test(few_fronts_tell_nothing),
        cmocka_unit_test(a_doubtful_front_is_reported_as_one),
        cmocka_unit_test(a_figure_at_its_start_faces_as_the_game_file_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
