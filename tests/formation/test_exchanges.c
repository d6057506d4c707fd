// Figures, and whole units, that may have been exchanged while a hand was over them: what is told of them, what is said to be in doubt, and what ends
// the doubt.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/formation/hand_world.h"

// The hand takes one to the other's place and the other to his. Both lie under it when they are put down.
static void exchange(world *w, int i, int j) {
    vec2 at[2] = {w->truth[i].at, w->truth[j].at};
    reach(w, (vec2){at[0].x, -6}, vec2_add(at[0], (vec2){0, 0.8}), 6);
    w->lifted[i] = true;
    reach(w, w->tips, vec2_add(at[1], (vec2){0, 0.8}), 10);
    w->lifted[j] = true;
    w->truth[i].at = at[1];
    rest(w, 3);
    w->lifted[i] = false;
    reach(w, w->tips, vec2_add(at[0], (vec2){0, 0.8}), 10);
    w->truth[j].at = at[0];
    w->lifted[j] = false;
    rest(w, 3);
    leave(w);
    rest(w, 10);
}

static void equal_bases_exchanged_between_units_are_said(void **state) {
    world *w = *state;
    rest(w, 10);
    int a = figure(w, "A-2"), b = figure(w, "B-3");
    exchange(w, a, b);
    assert_true(w->group[a] >= 0);
    assert_int_equal(w->group[a], w->group[b]);
    for (int i = figure(w, "S-1"); i < figure(w, "S-1") + 4; i++) assert_int_equal(w->group[i], -1);  // other bases
}

// Two skirmishers are taken up together and set down: 4.0 and 4.3 inches away, or, were they exchanged, 4.3 and 4.7. That is too near to tell where
// they faced the same way; where they faced sixty degrees apart and still do, it is told.
static void skirmishers_that_face_apart_are_not_doubted(void **state) {
    world *w = *state;
    int a = figure(w, "S-1"), b = figure(w, "S-2");
    for (int apart = 0; apart < 2; apart++) {
        w->truth[a].heading_rad = (apart ? 60 : 90) * RAD_PER_DEG;
        w->truth[b].heading_rad = (apart ? 120 : 90) * RAD_PER_DEG;
        rest(w, 20);
        w->group[a] = w->group[b] = -1;
        reach(w, (vec2){51.5, -6}, (vec2){51.5, 20}, 6);
        w->lifted[a] = w->lifted[b] = true;
        rest(w, 10);
        shove(w, a, (vec2){0.5, apart ? -4 : 4});
        shove(w, b, (vec2){-1.5, apart ? -4 : 4});
        w->lifted[a] = w->lifted[b] = false;
        leave(w);
        rest(w, 20);
        check_at(w, a, 0.1);
        check_at(w, b, 0.1);
        assert_int_equal(w->group[a] >= 0 && w->group[a] == w->group[b], !apart);
        shove(w, a, (vec2){-0.5, 0});
        shove(w, b, (vec2){1.5, 0});
    }
}

// A skirmisher is taken up and set down beyond another, over which the arm lies then, for as long as this says.
static void set_down_beyond(world *w, int moved, int looks) {
    reach(w, (vec2){53, -6}, (vec2){53, 20}, 6);
    w->lifted[moved] = true;
    rest(w, 5);
    w->hurried = true;
    w->tips = (vec2){50, 23.5};
    rest(w, looks);
    shove(w, moved, (vec2){-1.2, 6});
    w->lifted[moved] = false;
    rest(w, 3);
}

// While the arm is over the other, which may be the one that was set down, that has no name. The arm goes, and a sheet of paper lies over the other:
// the two are in doubt. It is taken away, the other stands exactly where it stood, and the doubt ends.
static void a_figure_found_in_its_place_ends_the_doubt(void **state) {
    world *w = *state;
    rest(w, 10);
    int under = figure(w, "S-1"), moved = figure(w, "S-2");
    set_down_beyond(w, moved, 10);
    assert_true(is_hidden(w, moved));
    w->lifted[under] = true;  // out of sight
    leave(w);
    rest(w, 10);
    assert_true(w->group[under] >= 0 && w->group[under] == w->group[moved]);
    w->lifted[under] = w->hurried = false;
    rest(w, 10);
    check_at(w, under, 0.1);
    check_at(w, moved, 0.1);
    assert_int_not_equal(w->group[under], w->group[moved]);
}

// Four looks after the figure under the arm was seen no hand can have taken it up, carried it and set it down: it is not doubted.
static void a_figure_just_covered_is_not_the_one_set_down(void **state) {
    world *w = *state;
    rest(w, 10);
    int under = figure(w, "S-1"), moved = figure(w, "S-2");
    set_down_beyond(w, moved, 4);
    assert_true(w->group[under] < 0 || w->group[under] != w->group[moved]);
    w->hurried = false;
    leave(w);
    rest(w, 10);
    check_at(w, under, 0.1);
    check_at(w, moved, 0.1);
}

// An arm lies over two skirmishers for a second and a half: they may have been exchanged, unless the hand carried a third one meanwhile, which comes
// into sight after them.
static void a_hand_that_carries_another_exchanges_nobody(void **state) {
    world *w = *state;
    int a = figure(w, "S-1"), b = figure(w, "S-2"), carried = figure(w, "S-3");
    rest(w, 10);
    shove(w, a, (vec2){0.4, 0});
    shove(w, b, (vec2){-0.4, 0});
    rest(w, 60);
    for (int busy = 1; busy >= 0; busy--) {
        w->group[a] = w->group[b] = -1;
        reach(w, (vec2){56, -6}, (vec2){56, 20}, 6);
        w->lifted[carried] = busy;
        rest(w, 3);
        w->tips = (vec2){51.5, 23};
        rest(w, 14);
        if (busy) shove(w, carried, (vec2){-4.5, -9});
        w->lifted[carried] = false;
        rest(w, 3);
        leave(w);
        rest(w, 20);
        for (int i = 0; i < 3; i++) check_at(w, a + i, 0.1);
        assert_int_equal(w->group[a] >= 0 && w->group[a] == w->group[b], !busy);
    }
}

static void lift_block(world *w, int first, bool up) {
    for (int i = first; i < first + BLOCK; i++) w->lifted[i] = up;
}

// The hand takes up both blocks, and puts A down so far from where it stood, then B.
static void carry_blocks(world *w, vec2 a_by, vec2 b_by) {
    int first[2] = {figure(w, "A-1"), figure(w, "B-1")};
    vec2 by[2] = {a_by, b_by}, at[2] = {{12, 12}, {26, 12}};
    reach(w, (vec2){at[0].x, -6}, at[0], 6);
    lift_block(w, first[0], true);
    rest(w, 3);
    reach(w, at[0], at[1], 10);
    lift_block(w, first[1], true);
    rest(w, 3);
    for (int k = 0; k < 2; k++) {
        reach(w, w->tips, vec2_add(at[k], by[k]), 10);
        for (int i = first[k]; i < first[k] + BLOCK; i++) shove(w, i, by[k]);
        lift_block(w, first[k], false);
        rest(w, 3);
    }
    leave(w);
    rest(w, 40);
}

// How many of the block's figures are reported where one of the block truly stands.
static int told_of_block(const world *w, int first) {
    int n = 0;
    for (int i = first; i < first + BLOCK; i++) {
        bool hidden;
        vec2 at = formation_pose(w->f, i, NULL, &hidden)->at;
        for (int k = first; k < first + BLOCK && !hidden; k++) n += vec2_distance(at, w->truth[k].at) < 0.1;
    }
    return n;
}

static int said_of_block(const world *w, int first) {
    int n = 0;
    for (int i = first; i < first + BLOCK; i++) n += w->group[i] >= 0;
    return n;
}

// Two equal blocks taken up together: near where they stood each is itself; in each other's places that is doubtful.
static void equal_blocks_lifted_together_are_compared_as_wholes(void **state) {
    static const struct {
        vec2 a_by, b_by;
        bool in_doubt;
        const char *why;
    } rows[] = {
        {{0, 3}, {0, 4}, false, "each a little on"},
        {{3, 4}, {-3, 4}, false, "nearer each other, but not by the half"},
        {{14, 0}, {-14, 0}, true, "each in the other's place"},
        {{14, 6}, {-14, 6}, true, "each before the other's place"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (k > 0) assert_int_equal(close_world(state) + open_world(state), 0);
        world *w = *state;
        int a = figure(w, "A-1"), b = figure(w, "B-1");
        rest(w, 10);
        carry_blocks(w, rows[k].a_by, rows[k].b_by);
        int reported = told_of_block(w, a) + told_of_block(w, b), doubtful = said_of_block(w, a) + said_of_block(w, b);
        if (rows[k].in_doubt ? doubtful < 2 * BLOCK : reported < 2 * BLOCK || doubtful > 0)
            fail_msg("%s: %d rightly told, %d doubtful", rows[k].why, reported, doubtful);
    }
}

// Two blocks taken up one after the other by one hand, carried out of sight, and set down one after the other.
typedef struct {
    bool b_first, b_down_first;
    vec2 to[2];  // of the blocks' middles
    double turn[2];
} unseen_carry;

static vec2 middle_of(const world *w, int first) {
    vec2 middle = {0, 0};
    for (int i = first; i < first + BLOCK; i++) middle = vec2_add(middle, vec2_scale(w->truth[i].at, 1.0 / BLOCK));
    return middle;
}

static void carry_unseen(world *w, const unseen_carry *c) {
    int first[2] = {figure(w, "A-1"), figure(w, "B-1")};
    for (int k = 0; k < 2; k++) {
        int taken = k ^ c->b_first;
        vec2 at = middle_of(w, first[taken]);
        reach(w, k ? w->tips : (vec2){at.x, -6}, at, 8);
        lift_block(w, first[taken], true);
        rest(w, 3);
    }
    for (int k = 0; k < 2; k++) {
        int put = k ^ c->b_down_first;
        vec2 middle = middle_of(w, first[put]);
        reach(w, w->tips, c->to[put], 10);
        for (int i = first[put]; i < first[put] + BLOCK; i++)
            w->truth[i] = table_carry(w->truth[i], middle, c->turn[put], vec2_sub(c->to[put], middle));
        lift_block(w, first[put], false);
        rest(w, 3);
    }
    leave(w);
    rest(w, 40);
}

// Figures of both blocks that are in one group by now.
static int in_one_group(const world *w) {
    int a = figure(w, "A-1"), b = figure(w, "B-1"), n = 0;
    for (int i = 0; i < BLOCK; i++) n += (w->group[a + i] == w->group[a]) + (w->group[b + i] == w->group[a]);
    return w->group[a] < 0 ? 0 : n;
}

static double any_from(world *w, double low, double high) { return low + (high - low) * table_uniform(&w->seed); }

// Equal blocks set down equally far from where each of them stood, in any order, at any place and turn: that is always doubtful, of all their
// figures, and still holds when one of them is moved on in full view.
static void equal_blocks_set_down_equally_far_are_said(void **state) {
    for (int k = 0; k < 60; k++) {
        if (k > 0) assert_int_equal(close_world(state) + open_world(state), 0);
        world *w = *state;
        w->seed = 977u + 31u * (unsigned)k;
        int a = figure(w, "A-1"), b = figure(w, "B-1");
        rest(w, 10);
        double between = (middle_of(w, a).x + middle_of(w, b).x) / 2, y = any_from(w, 6, 26);
        unseen_carry c = {.b_first = any_from(w, 0, 1) < 0.5,
                          .b_down_first = any_from(w, 0, 1) < 0.5,
                          .to = {{between, y}, {between, y + any_from(w, 6, 14)}},
                          .turn = {any_from(w, -0.5, 0.5), any_from(w, -0.5, 0.5)}};
        if (k % 2) c.turn[0] = c.turn[1] = 0;
        carry_unseen(w, &c);
        if (in_one_group(w) != 2 * BLOCK) fail_msg("round %d: %d figures doubtful to be mixed", k, in_one_group(w));
        for (int step = 0; step < 20; step++) {
            for (int i = a; i < a + BLOCK; i++) shove(w, i, (vec2){-0.1, 0});
            look(w);
        }
        rest(w, 20);
        if (in_one_group(w) != 2 * BLOCK) fail_msg("round %d: %d figures are left in the group", k, in_one_group(w));
    }
}

// Where distances and the order tell, no doubt is doubtful.
static void equal_blocks_set_down_apart_are_told(void **state) {
    for (int k = 0; k < 60; k++) {
        if (k > 0) assert_int_equal(close_world(state) + open_world(state), 0);
        world *w = *state;
        w->seed = 513u + 37u * (unsigned)k;
        int a = figure(w, "A-1"), b = figure(w, "B-1");
        rest(w, 10);
        unseen_carry c = {.b_first = k % 2, .b_down_first = k % 2};
        for (int u = 0; u < 2; u++) {
            c.to[u] = vec2_add(middle_of(w, u ? b : a), (vec2){any_from(w, -2, 2), any_from(w, 3, 8)});
            c.turn[u] = any_from(w, -0.5, 0.5);
        }
        carry_unseen(w, &c);
        int reported = told_of_block(w, a) + told_of_block(w, b), doubtful = said_of_block(w, a) + said_of_block(w, b);
        if (reported < 2 * BLOCK || doubtful > 0) fail_msg("round %d: %d rightly told, %d doubtful", k, reported, doubtful);
    }
}

static void codes_settle_an_exchange(void **state) {
    world *w = *state;
    int a = figure(w, "A-2"), b = figure(w, "B-3");
    w->coded[a] = w->coded[b] = true;
    rest(w, 10);
    exchange(w, a, b);
    check_at(w, a, 0.05);
    check_at(w, b, 0.05);
    assert_int_equal(w->group[a], -1);
    w->coded[a] = w->coded[b] = false;  // not to be read for a while, and then again
    exchange(w, a, b);
    assert_true(w->group[a] >= 0 && w->group[a] == w->group[b]);
    w->coded[a] = w->coded[b] = true;
    rest(w, 10);
    check_at(w, a, 0.05);
    check_at(w, b, 0.05);
}

// Exchanged figures go with their own units: a figure that moves with a unit belongs to it.
static void a_figure_that_moves_with_a_unit_belongs_to_it(void **state) {
    world *w = *state;
    rest(w, 10);
    int a = figure(w, "A-2"), b = figure(w, "B-3"), first = figure(w, "A-1");
    exchange(w, a, b);
    rest(w, 10);
    for (int k = 0; k < 20; k++) {
        for (int i = first; i < first + 8; i++) shove(w, i, (vec2){0, 0.15});
        look(w);
    }
    rest(w, 20);
    check_at(w, a, 0.05);
    check_at(w, b, 0.05);
}

// A hand that rests over a unit, or carries it on, exchanges no figures with the other unit.
static void hands_that_do_something_else_exchange_no_figures(void **state) {
    world *w = *state;
    rest(w, 10);
    vec2 rear = {12, 9.5};
    reach(w, (vec2){12, -6}, rear, 6);
    for (int k = 0; k < 20; k++) {
        for (int i = figure(w, "A-1"); i < figure(w, "A-1") + 8; i++) shove(w, i, (vec2){0, 0.15});
        reach(w, w->tips, vec2_add(w->tips, (vec2){0, 0.15}), 1);
    }
    leave(w);
    rest(w, 10);
    reach(w, (vec2){26, -6}, (vec2){26, 12}, 6);
    rest(w, 8);
    leave(w);
    rest(w, 20);
    for (int i = 0; i < w->g->figure_count; i++) {
        check_at(w, i, 0.05);
        assert_int_equal(w->group[i], -1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD(skirmishers_that_face_apart_are_not_doubted),
        WORLD(a_figure_found_in_its_place_ends_the_doubt),
        WORLD(a_figure_just_covered_is_not_the_one_set_down),
        WORLD(a_hand_that_carries_another_exchanges_nobody),
        WORLD(equal_bases_exchanged_between_units_are_said),
        WORLD(equal_blocks_lifted_together_are_compared_as_wholes),
        WORLD(equal_blocks_set_down_equally_far_are_said),
        WORLD(equal_blocks_set_down_apart_are_told),
        WORLD(codes_settle_an_exchange),
        WORLD(a_figure_that_moves_with_a_unit_belongs_to_it),
        WORLD(hands_that_do_something_else_exchange_no_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
