// Which way chosen finds face, by what each shows of its front and by its neighbours.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/finds.h"

// A find that is chosen already.
static painted_find *add_of(int kind, double x, double y, double heading, double f0, double f1, double f2, double f3) {
    const double front[4] = {f0, f1, f2, f3};
    painted_find *f = add(search.form_of[kind], x, y, 5, 0.6);
    f->kind = kind;
    f->find.look.heading_rad = (float)heading;
    for (int q = 0; q < 4; q++) f->find.look.front[q] = (float)front[q];
    return f;
}

static void assert_faces(const painted_find *f, double heading) {
    assert_true(f->front_told);
    assert_false(f->doubtful);
    assert_true(fabs(angle_wrap(f->heading_rad - heading)) < 1e-5);
}

static void assert_open(const painted_find *f) {
    assert_false(f->front_told);
    assert_true(f->doubtful);
}

static void a_sure_front_needs_no_neighbour(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 9);
    for (int q = 0; q < 4; q++)
        add_of(k, 100 + 100 * q, 100, 0.3, q == 0 ? 0.985 : 0.005, q == 1 ? 0.985 : 0.005, q == 2 ? 0.985 : 0.005, q == 3 ? 0.985 : 0.005);
    painted_find *open = add_of(k, 600, 100, 0.3, 0.9, 0.05, 0.03, 0.02), *even = add_of(k, 700, 100, 0.3, 0.25, 0.25, 0.25, 0.25);
    painted_tell_fronts(&search);
    for (int q = 0; q < 4; q++) assert_faces(&finds[q], 0.3 + q * PI / 2);
    assert_open(open);  // 0.9 < gates.sure_front
    assert_open(even);
    for (int q = 0; q < 4; q++) assert_true(fabs((double)even->sides[q] - 0.25) < 1e-6);
}

// The sure side of a round base is told no better than its heading is measured: 20 degrees are 1.03 sigmas of 1.3 times 15 degrees, in which 70 % of
// all errors lie, and 5 of 1.3 times 3. A square's outline tells where its sides are.
static void a_front_badly_measured_is_not_told(void **state) {
    (void)state;
    int discs = add_kind(disc, 1, paint(153), 9), sides = add_kind(square, 0, paint(153), 9);
    painted_find *bad = add_of(discs, 100, 100, 0.3, 0.9997, 0.0001, 0.0001, 0.0001);
    painted_find *good = add_of(discs, 200, 100, 0.3, 0.9997, 0.0001, 0.0001, 0.0001);
    painted_find *of_sides = add_of(sides, 300, 100, 0.3, 0.9997, 0.0001, 0.0001, 0.0001);
    bad->find.look.sigma_rad = of_sides->find.look.sigma_rad = (float)(15 * RAD_PER_DEG);
    good->find.look.sigma_rad = (float)(3 * RAD_PER_DEG);
    painted_tell_fronts(&search);
    assert_false(bad->front_told);
    assert_true(good->front_told);
    assert_true(of_sides->front_told);
}

// Four neighbours, each with 30 to 1 for one side. Half of it counts: 30^2 for the side against at most 0.35 / 0.55 the other way.
static void surround(int kind, double apart, double heading, const double front[4]) {
    static const int beside[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < 4; i++) add_of(kind, 200 + apart * beside[i][0], 200 + apart * beside[i][1], heading, front[0], front[1], front[2], front[3]);
}

static const double ahead[4] = {0.9, 0.03, 0.04, 0.03}, behind[4] = {0.04, 0.03, 0.9, 0.03}, right[4] = {0.03, 0.04, 0.03, 0.9};

static void aligned_neighbours_are_heard(void **state) {
    (void)state;
    // A neighbour's heading, what it says its front is, and the quarter turns to this one's front.
    const struct {
        double heading;
        const double *front;
        int quarters;
    } cases[] = {{0.3, ahead, 0},       {0.3, behind, 2},         {0.3 + 0.08, ahead, 0},   {0.3 + PI / 2, right, 0}, {0.3 - 3 * PI / 2, right, 0},
                 {0.3 + PI, behind, 0}, {0.3 + 2 * PI, ahead, 0}, {0.3 - PI / 2, ahead, 3}, {0.3 + PI / 2, behind, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(NULL);
        int k = add_kind(square, 0, paint(153), 9);
        painted_find *f = add_of(k, 200, 200, 0.3, 0.35, 0.1, 0.35, 0.2);
        surround(k, 26, cases[i].heading, cases[i].front);
        painted_tell_fronts(&search);
        assert_faces(f, 0.3 + cases[i].quarters * PI / 2);
    }
}

static void others_are_not_heard(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 9), other = add_kind(square, 0, paint(51), 9);
    painted_find *f = add_of(k, 200, 200, 0.3, 0.55, 0.05, 0.35, 0.05);
    surround(k, 26, 0.3 + 0.2, ahead);  // turned by more than BASES_ALIGNED_RAD
    painted_tell_fronts(&search);
    assert_open(f);
    search.count = 1;
    surround(k, 41, 0.3, ahead);  // more than BASES_BESIDE sides away
    painted_tell_fronts(&search);
    assert_open(f);
    search.count = 1;
    surround(other, 26, 0.3, ahead);
    painted_tell_fronts(&search);
    assert_open(f);
    search.count = 1;
    surround(k, 26, 0.3, ahead);
    for (int i = 1; i < search.count; i++) finds[i].kind = -1;
    painted_tell_fronts(&search);
    assert_open(f);
}

// What a base sees for itself outweighs one neighbour that says the opposite: 0.985 / 0.005 against the root of 0.9 / 0.04.
static void one_neighbour_does_not_turn_a_sure_front(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 9);
    painted_find *f = add_of(k, 200, 200, 0.3, 0.985, 0.005, 0.005, 0.005);
    add_of(k, 226, 200, 0.3, behind[0], behind[1], behind[2], behind[3]);
    painted_tell_fronts(&search);
    assert_true(f->sides[0] > f->sides[2] && f->sides[0] > 0.9F);
    assert_true(fabs(f->heading_rad - 0.3) < 1e-5);
}

static void a_rectangle_has_two_ends_for_its_front(void **state) {
    (void)state;
    int k = add_kind(cavalry, 0, paint(153), 9);
    painted_find *sure = add_of(k, 100, 100, 0.3, 0.3, 0.65, 0.002, 0.048), *open = add_of(k, 300, 100, 0.3, 0.1, 0.8, 0.05, 0.05);
    painted_tell_fronts(&search);
    assert_faces(sure, 0.3);  // 0.3 of 0.302
    assert_open(open);        // 0.1 of 0.15
    assert_true(fabs((double)open->sides[0] - 2.0 / 3) < 1e-6);
    assert_true(open->sides[1] == 0 && open->sides[3] == 0);
}

static void an_unpainted_front_is_never_told(void **state) {
    (void)state;
    int k = add_kind(square, 0, NO_COLOUR, 9), r = add_kind(disc, 1, NO_COLOUR, 9);
    painted_find *f = add_of(k, 100, 100, 0.3, 1, 0, 0, 0), *g = add_of(r, 300, 100, 0.3, 1, 0, 0, 0);
    painted_tell_fronts(&search);
    assert_open(f);
    assert_false(g->front_told || g->doubtful);  // a disc has no sides
}

// A disc stands anyhow: its neighbours' fronts say nothing.
static void a_disc_hears_no_neighbour(void **state) {
    (void)state;
    int k = add_kind(disc, 0, paint(153), 9);
    painted_find *f = add_of(k, 200, 200, 0.3, 0.4, 0.2, 0.2, 0.2);
    surround(k, 26, 0.3, ahead);
    painted_find *sure = add_of(k, 500, 200, 0.3, 0.985, 0.005, 0.005, 0.005);
    painted_tell_fronts(&search);
    assert_false(f->front_told || f->doubtful);
    assert_faces(sure, 0.3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_sure_front_needs_no_neighbour, begin),
        cmocka_unit_test_setup(a_front_badly_measured_is_not_told, begin),
        cmocka_unit_test_setup(aligned_neighbours_are_heard, begin),
        cmocka_unit_test_setup(others_are_not_heard, begin),
        cmocka_unit_test_setup(one_neighbour_does_not_turn_a_sure_front, begin),
        cmocka_unit_test_setup(a_rectangle_has_two_ends_for_its_front, begin),
        cmocka_unit_test_setup(an_unpainted_front_is_never_told, begin),
        cmocka_unit_test_setup(a_disc_hears_no_neighbour, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
