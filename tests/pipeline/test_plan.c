// What is looked for next, and where: planned from hand-made changes, places and costs. No picture is looked at.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/pipeline/stage.h"

// Every figure that was looked for was found where it is tracked, and none is moving.
static void find_asked(stage *s) {
    for (int i = 0; i < FIGURES; i++)
        if (s->figures[i].follow.asked) s->figures[i].follow.lost = 0;
}

static int expected_count(const stage *s) {
    int n = 0;
    for (int i = 0; i < FIGURES; i++) n += s->plan.wishes[i].is_expected;
    return n;
}

// What they cost; one figure counts for half of a frame at most.
static double expected_us(const stage *s) {
    double us = 0;
    for (int i = 0; i < FIGURES; i++)
        if (s->plan.wishes[i].is_expected) us += fmin(costs_follow_us(&s->costs, plan_cost_of(&s->figures[i])), COST_FRAME_US / 2);
    return us;
}

// The beginning -----------------------------------------------------------------------------------------------------------------------------

static void whole_pictures_come_first(void **state) {
    (void)state;
    stage *s = begin();
    s->memory = plan_begin();
    s->figures[5].known = false;
    s->figures[6].at.at = (vec2){9e3, -9e3};  // entered where no camera sees it
    for (int i = 0; i < FRESH_LOOKS; i++) {
        plan(s);
        assert_int_equal(s->plan.kind, PLAN_EVERYWHERE);
        assert_int_equal(s->plan.searches, EYE_ALL);
        assert_int_equal(expected_count(s), FIGURES - 2);
        assert_true(s->plan.marks[5].searched && !s->plan.wishes[5].is_expected);
        assert_false(s->plan.marks[6].searched || s->plan.wishes[6].is_expected);
    }
    plan(s);
    assert_true(s->plan.kind != PLAN_EVERYWHERE);
    end(s);
}

// The same values give the same plan, and leave the same memory.
static void a_plan_is_a_function_of_its_values(void **state) {
    (void)state;
    stage *a = begin(), *b = begin();
    for (int i = 0; i < 40; i++) {
        for (stage *s = a;; s = b) {
            if (i == 3) change_all(s);
            if (i == 12) change(s, (px_rect){0, 0, COLUMNS, ROWS}, false);
            if (i == 5) s->memory.lost = EYE_PLAIN | EYE_HIDDEN_TAGS;
            plan(s);
            if (s == b) break;
        }
        assert_int_equal(a->plan.kind, b->plan.kind);
        assert_int_equal(a->plan.searches, b->plan.searches);
        assert_memory_equal(&a->plan.where, &b->plan.where, sizeof a->plan.where);
        assert_memory_equal(a->plan.marks, b->plan.marks, FIGURES * sizeof *a->plan.marks);
        assert_memory_equal(&a->memory, &b->memory, sizeof a->memory);
        for (int k = 0; k < FIGURES; k++) assert_int_equal(a->plan.wishes[k].is_expected, b->plan.wishes[k].is_expected);
    }
    end(a);
    end(b);
}

// Nothing changes ---------------------------------------------------------------------------------------------------------------------------

static void nothing_is_looked_at_until_all_rests(void **state) {
    (void)state;
    stage *s = begin();
    s->view.at_rest = false;
    for (int i = 0; i < 20; i++) {
        plan(s);
        assert_int_equal(s->plan.kind, PLAN_NOTHING);
        assert_int_equal(expected_count(s), 0);
    }
    end(s);
}

// One round of the sweep covers each pixel once with each search that a figure is missing to, and verifies every known base meanwhile.
static void a_round_of_the_sweep_covers_the_picture(void **state) {
    (void)state;
    stage *s = begin();
    s->figures[0].hidden = true;
    s->figures[0].covered = 0.5;
    s->figures[2].absent = true;
    double tags_px = 0, hidden_px = 0, rims_px = 0;
    int verified[FIGURES] = {0}, frames = 0;
    do {
        plan(s);
        double area = s->plan.kind == PLAN_SWEEP ? rect_area(s->plan.slice) : 0;
        if (s->plan.searches & EYE_TAGS) tags_px += area;
        if (s->plan.searches & EYE_HIDDEN_TAGS) hidden_px += area;
        if (s->plan.searches & EYE_RIMS) rims_px += area;
        if (s->plan.kind == PLAN_SWEEP) assert_true(s->plan.wishes[2].absent);  // what was taken off is not forgotten
        if (s->plan.kind == PLAN_SWEEP)
            assert_true(s->plan.wishes[1].elsewhere && s->plan.wishes[1].stands && !s->plan.wishes[0].elsewhere && !s->plan.wishes[0].stands);
        if (s->plan.kind == PLAN_VERIFY) assert_true(expected_count(s) > 0 && s->plan.searches == 0);
        for (int i = 0; i < FIGURES && s->plan.kind == PLAN_VERIFY; i++) verified[i] += s->plan.wishes[i].is_expected;
    } while (s->plan.kind != PLAN_SWEEP_END && ++frames < 1000);
    assert_int_equal(s->plan.kind, PLAN_SWEEP_END);
    assert_true(tags_px == (double)WIDTH * HEIGHT && hidden_px == tags_px && rims_px == 0);
    assert_true(s->plan.marks[0].searched && !s->plan.marks[1].searched);
    for (int k = 0; k < 200; k++) {
        plan(s);
        for (int i = 0; i < FIGURES && s->plan.kind == PLAN_VERIFY; i++) verified[i] += s->plan.wishes[i].is_expected;
    }
    assert_int_equal(verified[0], 0);  // under something that covers half of it
    for (int i = 1; i < FIGURES; i++)
        if (verified[i] == 0) fail_msg("%s was never verified", s->game->figures[i].id);
    end(s);
}

static void a_base_that_may_be_back_is_verified_first(void **state) {
    (void)state;
    stage *s = begin();
    s->figures[40].hidden = true;
    plan(s);
    while (s->plan.kind != PLAN_VERIFY) plan(s);
    assert_true(s->plan.wishes[40].is_expected);
    end(s);
}

// Something came to rest --------------------------------------------------------------------------------------------------------------------

static void what_came_to_rest_is_looked_at_and_no_more_than_that(void **state) {
    (void)state;
    stage *s = begin();
    change(s, tiles_of(s, 1), false);
    for (int i = 0; i < SETTLE_LOOKS; i++) {
        plan(s);
        assert_int_equal(s->plan.kind, PLAN_SETTLE);
        assert_int_equal(s->plan.searches, EYE_ALL);
        assert_true(rects_overlap(&s->plan.where, box_of_base(s->game, &s->camera, 1, s->figures[1].at, 0)));
        assert_true(rects_area(&s->plan.where) < 0.02 * WIDTH * HEIGHT);
        assert_int_equal(expected_count(s), 1);
        assert_true(s->plan.marks[1].due && s->plan.marks[1].searched && !s->plan.wishes[1].stands && s->plan.wishes[2].stands &&
                    s->plan.wishes[2].elsewhere);
        rest_looked(&s->rest, s->plan.tiles, PLAN_TILE_DUE);
    }
    plan(s);
    assert_int_equal(s->plan.kind, PLAN_FOLLOW);
    end(s);
}

// A region that is too large for one frame is looked at in parts, all of it as often as is needed.
static void a_large_region_is_looked_at_in_parts(void **state) {
    (void)state;
    stage *s = begin();
    const px_rect box = {10, 10, 60, 50};
    change(s, box, false);
    int frames = 0;
    for (plan(s); s->plan.kind == PLAN_SETTLE && frames < 500; plan(s), frames++) {
        assert_true(rects_area(&s->plan.where) < 3 * SETTLE_PX);
        rest_looked(&s->rest, s->plan.tiles, PLAN_TILE_DUE);
    }
    assert_true(frames > 2 * SETTLE_LOOKS && frames < 500);
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++) assert_true(s->rest.looks[y * COLUMNS + x] >= SETTLE_LOOKS);
    end(s);
}

// A hand holds on to a unit that it has put down: in one region, which reaches to the edge, the lower part moves. What lies still above it is looked
// at every second time, as often as if nothing moved, and once it has lain long enough; the other looks are for what is lost.
static void what_a_hand_left_is_looked_at_beside_it(void **state) {
    (void)state;
    stage *s = begin();
    const px_rect left = {40, 30, 8, 6}, hand = {42, 36, 4, 30};
    const px2 middle = {44 * TILE, 33 * TILE};
    int looks = 0;
    change(s, left, false);
    change(s, hand, true);
    for (int i = 3; i < 13; i++) s->figures[i].hidden = true;  // half of R, which is being carried
    for (int i = 0; i < TILES; i++) s->stirred_s[i] = s->view.t_s - CALM_S / 2;
    plan(s);
    assert_int_equal(s->plan.kind, PLAN_FOLLOW);
    for (int i = 0; i < 20; i++) {
        plan(s);
        bool settles = s->plan.kind == PLAN_SETTLE;
        if (settles) assert_true(rects_hold(&s->plan.where, middle) && !rects_hold(&s->plan.where, (px2){44 * TILE, 60 * TILE}));
        assert_true(!settles || i == 0 || i % 2 == 0);
        looks += settles;
        if (settles) rest_looked(&s->rest, s->plan.tiles, PLAN_TILE_DUE);
    }
    assert_int_equal(looks, SETTLE_LOOKS);
    end(s);
}

// Noise makes small regions that come and go, and are new each time: they do not keep a unit waiting that was put down.
static void small_regions_keep_no_large_one_waiting(void **state) {
    (void)state;
    stage *s = begin();
    change(s, (px_rect){70, 40, 10, 10}, false);
    for (int k = 0; k < 40; k++) change(s, (px_rect){2 + 2 * k, 5, 1, 1}, false);
    plan(s);
    assert_int_equal(s->plan.kind, PLAN_SETTLE);
    assert_true(rects_hold(&s->plan.where, (px2){75 * TILE, 45 * TILE}));
    end(s);
}

// Half of unit R is missed while something comes to rest: it is sought there as if it had never been seen. Less of it is not, and where a hand lies
// what is missed lies under it.
static void a_lost_unit_is_sought_anew_where_no_hand_lies(void **state) {
    (void)state;
    enum { FIRST = 3, END = FIRST + 20, LOST = 0, FEW, HAND_THERE, HAND_ELSEWHERE, WAYS };
    for (int way = 0; way < WAYS; way++) {
        stage *s = begin();
        for (int i = FIRST; i < FIRST + (way == FEW ? 9 : 10); i++) s->figures[i].hidden = true;
        if (way >= HAND_THERE)
            s->occluders.at[s->occluders.count++] = (occluder_region){.kind = OCCLUDER_HAND, .box = {way == HAND_THERE ? 970 : 20, 490, 60, 60}};
        change(s, (px_rect){60, 30, 8, 4}, false);
        plan(s);
        assert_int_equal(s->plan.kind, PLAN_SETTLE);
        for (int i = 0; i < FIGURES; i++) assert_int_equal(s->plan.wishes[i].lost, (way == LOST || way == HAND_ELSEWHERE) && i >= FIRST && i < END);
        for (int i = FIRST; i < END; i++) s->figures[i].hidden = false;
        plan(s);
        for (int i = 0; i < FIGURES; i++) assert_false(s->plan.wishes[i].lost);
        end(s);
    }
}

static void a_slower_machine_looks_at_smaller_parts(void **state) {
    (void)state;
    double area[2];
    for (int slow = 0; slow < 2; slow++) {
        stage *s = begin();
        s->costs.free_us = COST_FRAME_US;
        for (int k = 0; k < SEARCH_COUNT && slow; k++) s->costs.search_px_per_us[k] /= 2;
        change(s, (px_rect){10, 10, 60, 50}, false);
        plan(s);
        area[slow] = rects_area(&s->plan.where);
        end(s);
    }
    assert_true(area[1] < 0.8 * area[0]);
}

static void all_places_of_a_duplicate_are_looked_at(void **state) {
    (void)state;
    stage *s = begin();
    const px_rect near = box_of_base(s->game, &s->camera, 1, s->figures[1].at, 20), far = {200, 900, 60, 60};
    duplicates_note(&s->duplicates, "tag36h11 21 (T-2)", near);
    duplicates_note(&s->duplicates, "tag36h11 21 (T-2)", far);
    change(s, tiles_of(s, 1), false);
    plan(s);
    assert_true(s->plan.duplicates[0] && !s->plan.duplicates[1]);
    assert_true(rects_overlap(&s->plan.where, far));
    end(s);
}

// Something moves ---------------------------------------------------------------------------------------------------------------------------

static void a_frame_keeps_to_its_budget_and_all_have_their_turn(void **state) {
    (void)state;
    for (int slower = 1; slower <= 16; slower *= 4) {
        stage *s = begin();
        int turns[FIGURES] = {0}, most = 0;
        s->costs.free_us = COST_FRAME_US;
        for (int k = 0; k < FOLLOW_COST_COUNT; k++) s->costs.follow_us[k] *= slower;
        for (int i = 0; i < FIGURES; i++) s->figures[i].follow.has_step = true;  // none is a mere probe
        change_all(s);
        for (int look = 0; look < 400; look++) {
            for (int i = 0; i < 3; i++) s->figures[i].hides_its_tag = true;  // dear ones
            plan(s);
            assert_int_equal(s->plan.kind, PLAN_FOLLOW);
            int n = expected_count(s);
            most = n > most ? n : most;
            assert_true(expected_us(s) <= COST_FRAME_US);
            for (int i = 0; i < FIGURES; i++) turns[i] += s->plan.wishes[i].is_expected;
            find_asked(s);
        }
        for (int i = 0; i < FIGURES; i++)
            if (turns[i] == 0) fail_msg("%s has no turn on a machine %d times slower", s->game->figures[i].id, slower);
        assert_true(slower > 1 || most > 15);
        assert_true(slower < 16 || most < 5);
        end(s);
    }
}

// Ten frames a second leave more time for each than thirty: 12 ms instead of 5.5.
static void a_frame_follows_more_where_frames_come_seldom(void **state) {
    (void)state;
    double us[2];
    for (int seldom = 0; seldom < 2; seldom++) {
        stage *s = begin();
        costs_time_frames(&s->costs, seldom ? 100e3 : 33333);
        for (int i = 0; i < FIGURES; i++) s->figures[i].follow.has_step = true;
        change_all(s);
        plan(s);
        us[seldom] = expected_us(s);
        end(s);
    }
    assert_true(us[0] > 4500 && us[0] <= 5500);
    assert_true(us[1] > 11e3 && us[1] <= 12e3);
}

// A unit that begins to move is followed by a few of its figures, which tell where the others went.
static void a_unit_that_begins_to_move_is_probed(void **state) {
    (void)state;
    stage *s = begin();
    const game_unit *r = &s->game->units[1];
    for (int i = r->first_figure; i < r->first_figure + r->figure_count; i++) change(s, tiles_of(s, i), true);
    plan(s);
    assert_int_equal(s->plan.kind, PLAN_FOLLOW);
    int probed = 0, left_out = 0;
    for (int i = r->first_figure; i < r->first_figure + r->figure_count; i++) {
        probed += s->plan.wishes[i].is_expected;
        left_out += !s->plan.wishes[i].is_expected && !s->plan.marks[i].searched && s->plan.marks[i].touched;
    }
    assert_int_equal(probed, PROBES);
    assert_int_equal(left_out, r->figure_count - PROBES);
    end(s);
}

// A little that a hand covers may be all that a figure leaves to be seen of its base's code: one that was missed under it several times is looked for
// in the very picture that shows it free, whichever figure's turn it is.
static void what_was_missed_under_a_little_of_a_hand_is_looked_for_at_once(void **state) {
    (void)state;
    stage *s = begin();
    change_all(s);
    for (int turn = 0; turn < 8; turn++) {
        for (int k = 0; k < 3 + turn; k++) {
            s->figures[0].covered = 0.2;
            plan(s);
            s->figures[0].follow.lost = 3 + k;
        }
        s->figures[0].covered = 0;
        plan(s);
        if (!s->figures[0].follow.asked) fail_msg("not looked for in turn %d", turn);
    }
    end(s);
}

// A hand pushed a figure by 0.4" from one picture to the next and stops somewhere on the next stretch: missed at its end, it is looked for half way
// and then where it was, not again and again where it would be had the hand gone on.
static void what_was_missed_ahead_may_have_stopped(void **state) {
    (void)state;
    static const double ahead_in[] = {0.4, 0.2, 0, 0.4};
    stage *s = begin();
    change_all(s);
    for (int missed = 0; missed < 4; missed++) {
        s->figures[0].follow = (follow_memory){.on = true, .has_step = true, .step_in = {0.4, 0}, .lost = missed};
        plan(s);
        assert_true(fabs(s->plan.wishes[0].expected.at.x - s->figures[0].at.at.x - ahead_in[missed]) < 1e-9);
        assert_true(s->plan.wishes[0].expected.at.y == s->figures[0].at.at.y);
    }
    end(s);
}

// Three figures went with their unit and can't be found, though their unit came to rest. While a hand is at work at the other end of the table, they
// are looked for where their unit went, each in turn; not where something moves, nor what a hand covers.
static void what_may_be_back_is_looked_for_while_others_move(void **state) {
    (void)state;
    enum { LOST = 10, COVERED = 30, MOVING = 50, LOOKS = 12 };
    stage *s = begin();
    s->carried_in = (vec2){0.5, 4};
    s->figures[LOST].hidden = s->figures[COVERED].hidden = s->figures[MOVING].hidden = true;
    s->figures[COVERED].covered = 0.5;
    for (int look = 0, asked = 0; look < LOOKS; look++) {
        change(s, tiles_of(s, 0), true);
        px_rect there = box_of_base(s->game, &s->camera, MOVING, s->figures[MOVING].sought, 0);
        if (look > 0) change(s, (px_rect){there.x / TILE, there.y / TILE, 1, 1}, true);
        plan(s);
        const eye_wish *wish = &s->plan.wishes[LOST];
        asked += look > 0 && wish->is_expected;
        if (wish->is_expected) assert_true(vec2_distance(wish->expected.at, vec2_add(s->figures[LOST].at.at, s->carried_in)) < 1e-9);
        assert_false(s->plan.marks[LOST].searched);  // one look proves nothing
        assert_false(s->plan.wishes[COVERED].is_expected);
        if (look == LOOKS - 1) assert_true(asked > LOOKS / 2);
    }
    end(s);
}

// A figure was followed to a place that it only passed: the picture there is as it was before it came, while others move or nothing does. It is
// looked for there until it counts as hidden. One that has rested there stands there.
static void where_the_picture_is_as_before_a_figure_has_gone_on(void **state) {
    (void)state;
    for (int how = 0; how < 4; how++) {
        const bool others_move = how & 1, rested = how & 2;
        stage *s = begin();
        s->figures[40].follow.on = true;
        s->figures[40].has_rested = rested;
        for (int i = 0; i < FIGURES; i++)
            if (i != 40) s->figures[i].has_rested = true;
        if (others_move) change(s, tiles_of(s, 0), true);
        plan(s);
        if (!rested) assert_true(s->plan.wishes[40].is_expected);
        assert_int_equal(s->plan.marks[40].touched, !rested);
        s->figures[40].hidden = true;
        plan(s);
        assert_false(s->plan.marks[40].touched);
        end(s);
    }
}

// Searches for what is lost -----------------------------------------------------------------------------------------------------------------

// All that changed is searched in parts, and then not again at once.
static void what_is_lost_is_searched_in_parts(void **state) {
    (void)state;
    stage *s = begin();
    rect_list all = {.count = 0};
    change_all(s);
    s->memory.lost = EYE_PLAIN;
    int parts = 0;
    do {
        plan(s);
        assert_int_equal(s->plan.searches, EYE_PLAIN);
        assert_true(rects_area(&s->plan.where) <= 1.3 * costs_part_px(&s->costs, SEARCH_PLAIN));
        for (int i = 0; i < s->plan.where.count; i++) rects_add(&all, s->plan.where.at[i]);
    } while (s->memory.search[SEARCH_PLAIN].wait == 0 && ++parts < 100);
    assert_true(parts > 2 && parts < 100);
    assert_true(rects_hold(&all, (px2){1, 1}) && rects_hold(&all, (px2){WIDTH - 2, HEIGHT - 2}) &&
                rects_hold(&all, (px2){WIDTH / 2.0, HEIGHT / 2.0}));
    for (int i = 0; i < 7; i++) {  // the seventh frame is the last of its wait
        plan(s);
        assert_int_equal(s->plan.searches, 0);
    }
    plan(s);
    assert_int_equal(s->plan.searches, EYE_PLAIN);
    end(s);
}

// While the search waits, what a hand has left since is searched; what lies under the hand still is not.
static void what_hands_have_left_is_searched_while_searches_wait(void **state) {
    (void)state;
    stage *s = begin();
    const px_rect patch = {50, 30, 6, 6};
    change(s, patch, true);
    s->memory.lost = EYE_PLAIN;
    s->memory.search[SEARCH_PLAIN] = (search_memory){.wait = 9, .searched_s = s->view.t_s - 1};
    for (int y = patch.y; y < patch.y + patch.height; y++)
        for (int x = patch.x; x < patch.x + patch.width; x++) s->rest.motion_s[y * COLUMNS + x] = s->view.t_s;
    s->occluders.count = 1;
    s->occluders.at[0] = (occluder_region){.kind = OCCLUDER_HAND, .moves = true};
    memset(s->region_of, 1, sizeof s->region_of);
    plan(s);
    assert_int_equal(s->plan.searches, 0);
    memset(s->region_of, 0, sizeof s->region_of);
    plan(s);
    assert_int_equal(s->plan.searches, EYE_PLAIN);
    assert_true(rects_hold(&s->plan.where, (px2){(patch.x + 3) * TILE, (patch.y + 3) * TILE}));
    plan(s);
    assert_int_equal(s->plan.searches, 0);  // nothing has moved there since
    end(s);
}

// A figure that the searches of this frame could not have found is not missed.
static void what_is_not_searched_for_is_not_missed(void **state) {
    (void)state;
    stage *s = begin();
    change(s, tiles_of(s, 1), true);
    plan(s);
    assert_true(s->plan.wishes[1].is_expected && s->plan.marks[1].touched && !s->plan.marks[1].searched);
    s->figures[1].covered = 1;
    for (int i = 0; i < SELDOM_LOOKS; i++) {
        plan(s);
        assert_true(s->plan.marks[1].searched);  // what hides it is what was looked at
    }
    end(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_pictures_come_first),
                                       cmocka_unit_test(a_plan_is_a_function_of_its_values),
                                       cmocka_unit_test(nothing_is_looked_at_until_all_rests),
                                       cmocka_unit_test(a_round_of_the_sweep_covers_the_picture),
                                       cmocka_unit_test(a_base_that_may_be_back_is_verified_first),
                                       cmocka_unit_test(what_came_to_rest_is_looked_at_and_no_more_than_that),
                                       cmocka_unit_test(a_large_region_is_looked_at_in_parts),
                                       cmocka_unit_test(what_a_hand_left_is_looked_at_beside_it),
                                       cmocka_unit_test(small_regions_keep_no_large_one_waiting),
                                       cmocka_unit_test(a_slower_machine_looks_at_smaller_parts),
                                       cmocka_unit_test(a_lost_unit_is_sought_anew_where_no_hand_lies),
                                       cmocka_unit_test(all_places_of_a_duplicate_are_looked_at),
                                       cmocka_unit_test(a_frame_keeps_to_its_budget_and_all_have_their_turn),
                                       cmocka_unit_test(a_frame_follows_more_where_frames_come_seldom),
                                       cmocka_unit_test(a_unit_that_begins_to_move_is_probed),
                                       cmocka_unit_test(what_was_missed_under_a_little_of_a_hand_is_looked_for_at_once),
                                       cmocka_unit_test(what_was_missed_ahead_may_have_stopped),
                                       cmocka_unit_test(what_may_be_back_is_looked_for_while_others_move),
                                       cmocka_unit_test(where_the_picture_is_as_before_a_figure_has_gone_on),
                                       cmocka_unit_test(what_is_lost_is_searched_in_parts),
                                       cmocka_unit_test(what_hands_have_left_is_searched_while_searches_wait),
                                       cmocka_unit_test(what_is_not_searched_for_is_not_missed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
