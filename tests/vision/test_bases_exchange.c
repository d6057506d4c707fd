// What was taken for another is exchanged: single finds for want of room, and whole groups.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/finds.h"

// Two forms at each of three places, of which A's is seen better by 0.3, 0.2 and 0.1; the game has two of A's kind and one of B's. Taken best first,
// A's kind is used up by the first two, and the third takes B. If the third place can only be A, one of the others gives way: the one that loses
// least.
static void a_base_gives_way_to_one_that_can_be_nothing_else(void **state) {
    (void)state;
    int a = add_kind(square, 0, paint(153), 2), b = add_kind(disc, 1, paint(153), 1);
    painted_find *of[3][2];
    for (int i = 0; i < 3; i++) {
        of[i][0] = add(0, 100 + 300 * i, 100, 4 + 0.1 * (3 - i), 0.6), of[i][1] = add(1, 100 + 300 * i, 100, 4, 0.6);
        of[i][1]->find.place = of[i][0]->find.place;
    }
    painted_choose(&search);
    const int either[3] = {a, a, b};
    for (int i = 0; i < 3; i++) assert_true(of[i][0]->kind == either[i] || of[i][1]->kind == either[i]);
    of[2][1]->find.look.odds = -9;  // the third can be no disc
    painted_choose(&search);
    assert_int_equal(of[0][0]->kind, a);
    assert_int_equal(of[0][1]->kind, -1);
    assert_int_equal(of[1][0]->kind, -1);
    assert_int_equal(of[1][1]->kind, b);
    assert_int_equal(of[2][0]->kind, a);
}

// Two units of four, of reds that anybody tells apart, taken for each other: each group's finds have only each other in sight, and stay what they
// were taken for until the groups change kinds together.
static void lay_two_units(int a, int b, painted_find *of[8]) {
    const int kind[2] = {a, b};
    for (int i = 0; i < 8; i++) of[i] = add(0, 100 + 30 * (i % 4) + 400 * (i / 4), 100, 3, i < 4 ? 0.2 : 0.6);
    painted_choose(&search);
    for (int i = 0; i < 8; i++) assert_int_equal(of[i]->kind, kind[i / 4]);
}

static void units_taken_for_each_other_are_exchanged(void **state) {
    (void)state;
    int a = add_kind(square, 0, paint(51), 4), b = add_kind(square, 0, paint(153), 4);
    painted_find *of[8];
    lay_two_units(a, b, of);
    for (int i = 0; i < 8; i++) of[i]->kind = i < 4 ? b : a;
    painted_regroup(&search);
    for (int i = 0; i < 8; i++) assert_int_equal(of[i]->kind, i < 4 ? a : b);
    assert_int_equal(search.left[a], 0);
    assert_int_equal(search.left[b], 0);
}

// One unit taken for the other's kind, which has room for it, and a unit of which one base went to the other kind.
static void groups_are_of_one_kind(void **state) {
    (void)state;
    int a = add_kind(square, 0, paint(51), 8), b = add_kind(square, 0, paint(153), 8);
    painted_find *of[8];
    lay_two_units(a, b, of);
    for (int i = 0; i < 8; i++) of[i]->kind = b;
    search.left[a] = 8, search.left[b] = 0;
    of[0]->kind = a, search.left[a]--, search.left[b]++;
    painted_regroup(&search);
    for (int i = 0; i < 8; i++) assert_int_equal(of[i]->kind, i < 4 ? a : b);
    assert_int_equal(search.left[a], 4);
    assert_int_equal(search.left[b], 4);
}

// Five of the first unit and four of the second, and the game has four of the first's kind: they stay as they are.
static void no_group_finds_more_room_than_there_is(void **state) {
    (void)state;
    int a = add_kind(square, 0, paint(51), 4), b = add_kind(square, 0, paint(153), 5);
    painted_find *of[8];
    lay_two_units(a, b, of);
    painted_find *fifth = add(0, 220, 100, 3, 0.2);
    for (int i = 0; i < 8; i++) of[i]->kind = i < 4 ? b : a;
    fifth->kind = b;
    search.left[a] = search.left[b] = 0;
    painted_regroup(&search);
    for (int i = 0; i < 8; i++) assert_int_equal(of[i]->kind, i < 4 ? b : a);
    assert_int_equal(fifth->kind, b);
}

// The same between two kinds of one form, told by their paints: six look as A's, and the game has three of A's and three of B's.
static void all_that_stand_there_find_room(void **state) {
    (void)state;
    int a = add_kind(square, 0, paint(128), 3), b = add_kind(square, 0, paint(153), 3);
    for (int i = 0; i < 6; i++) add(0, 100 + 60 * i, 100, 4, share(128));
    painted_choose(&search);
    assert_int_equal(chosen(a), 3);
    assert_int_equal(chosen(b), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_base_gives_way_to_one_that_can_be_nothing_else, begin),
        cmocka_unit_test_setup(all_that_stand_there_find_room, begin),
        cmocka_unit_test_setup(units_taken_for_each_other_are_exchanged, begin),
        cmocka_unit_test_setup(groups_are_of_one_kind, begin),
        cmocka_unit_test_setup(no_group_finds_more_room_than_there_is, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
