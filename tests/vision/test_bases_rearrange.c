// What was taken first gives way to more that is likelier together. Odds of 1 (ln) are worth 1.24, a base beside another in a block 1.5.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/finds.h"

// mm from base to base of a closed block: its side and the gap that hands leave.
static const double pitch = 25.4;

// The one halfway is seen better by 1, that is 1.24, than each of the two in whose places it stands: it is worth less than both.
static void one_between_two_gives_way(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 5);
    painted_find *a = add(0, 100, 100, 3, 0.6), *between = add(0, 100 + pitch / 2, 100, 4, 0.6), *b = add(0, 100 + pitch, 100, 3, 0.6);
    painted_choose(&search);
    assert_int_equal(between->kind, -1);
    assert_int_equal(a->kind, k);
    assert_int_equal(b->kind, k);
    assert_int_equal(search.left[k], 3);
}

// With room for one alone, or with nothing beside it, the likelier one stays.
static void one_for_one_the_likelier_stays(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 1);
    add(0, 100, 100, 3, 0.6), add(0, 100 + pitch, 100, 3, 0.6);
    painted_find *between = add(0, 100 + pitch / 2, 100, 4, 0.6);
    painted_choose(&search);
    assert_int_equal(between->kind, k);
    assert_int_equal(chosen(k), 1);
    kinds[k].count = 5;
    finds[1].find.look.at.x += 400 * IN_PER_MM;
    painted_choose(&search);
    assert_int_equal(between->kind, k);
    assert_int_equal(finds[0].kind, -1);
    assert_int_equal(finds[1].kind, k);
}

// A rank of four, each seen better by 0.2 than those of the rank of five that stands half a base aside. The first exchange loses 0.25 for that
// and 1.5 as the other rank is torn, the last ones win all that the fifth is worth: no single exchange would do.
static void a_rank_gives_way_to_one_more(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 5);
    painted_find *right[5], *wrong[4];
    for (int i = 0; i < 5; i++) right[i] = add(0, 100 + pitch * i, 100, 3, 0.6);
    for (int i = 0; i < 4; i++) wrong[i] = add(0, 100 + pitch * (i + 0.5), 100, 3.2, 0.6);
    painted_choose(&search);
    for (int i = 0; i < 4; i++) assert_int_equal(wrong[i]->kind, -1);
    for (int i = 0; i < 5; i++) assert_int_equal(right[i]->kind, k);
}

// Two ranks of three, of which the middle of the second is also seen 6 mm aside, better by 0.8: 0.99. Where it is dressed it stands beside three
// others: 3 * 1.5.
static void what_is_dressed_is_likelier(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 6);
    for (int i = 0; i < 3; i++) add(0, 100 + pitch * i, 100, 3, 0.6);
    painted_find *dressed = add(0, 100 + pitch, 100 + pitch, 3, 0.6), *askew = add(0, 100 + pitch, 106 + pitch, 3.8, 0.6);
    add(0, 100, 100 + pitch, 3, 0.6), add(0, 100 + 2 * pitch, 100 + pitch, 3, 0.6);
    painted_choose(&search);
    assert_int_equal(dressed->kind, k);
    assert_int_equal(askew->kind, -1);
    assert_int_equal(chosen(k), 6);
}

// Bases are solid. Looks with a sigma of 0.5 mm (0.67 mm as it is stated: 0.94 mm for two) have one 3 mm over another: 3.2 sigmas, which cost 2 ln(1
// + 3.2^2 / 3) = 2.9, more than the 1.24 by which it is seen better than beside it. 0.5 mm cost 0.2.
static void what_overlaps_is_less_likely(void **state) {
    for (int overlaps = 0; overlaps < 2; overlaps++) {
        begin(state);
        search.followed = true;
        int k = add_kind(square, 0, paint(153), 2);
        add(0, 100, 100, 5, 0.6);
        painted_find *over = add(0, overlaps ? 122 : 124.5, 108, 3, 0.6), *free_one = add(0, 131, 108, 2, 0.6);
        for (int i = 0; i < search.count; i++) finds[i].find.look.sigma_in[0] = finds[i].find.look.sigma_in[1] = (float)(0.5 * IN_PER_MM);
        painted_choose(&search);
        assert_int_equal((overlaps ? free_one : over)->kind, k);
        assert_int_equal((overlaps ? over : free_one)->kind, -1);
        search.followed = false;  // then most that overlaps are true ones with no better look
        painted_choose(&search);
        assert_int_equal(over->kind, k);
    }
}

// Whatever was found: nothing is chosen twice in one place, and of no kind more than the game has.
static void nothing_collides_and_counts_hold(void **state) {
    (void)state;
    srand(17);
    for (int round = 0; round < 40; round++) {
        begin(state);
        int a = add_kind(square, 0, paint(153), 12), b = add_kind(square, 0, paint(51), 4), c = add_kind(disc, 1, paint(153), 6);
        for (int i = 0; i < 120; i++)
            add(rand() % 3 == 0, 100 + rand() % 120, 100 + rand() % 120, rand() % 60 / 10.0 - 1, rand() % 2 ? share(153) : share(51));
        painted_choose(&search);
        for (int i = 0; i < search.count; i++) assert_true(finds[i].kind < 0 || painted_stands_free(&search, &finds[i], finds[i].kind, NULL));
        const int kind[3] = {a, b, c};
        for (int i = 0; i < 3; i++) {
            assert_true(search.left[kind[i]] >= 0);
            assert_int_equal(search.left[kind[i]], kinds[kind[i]].count - chosen(kind[i]));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_between_two_gives_way, begin),    cmocka_unit_test_setup(one_for_one_the_likelier_stays, begin),
        cmocka_unit_test_setup(a_rank_gives_way_to_one_more, begin), cmocka_unit_test_setup(what_is_dressed_is_likelier, begin),
        cmocka_unit_test_setup(what_overlaps_is_less_likely, begin), cmocka_unit_test_setup(nothing_collides_and_counts_hold, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
