// What looks from several sides say together: laid out here by hand, and asked back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include <math.h>

#include "core/geom.h"
#include "vision/bases/around.h"

#define assert_near(a, b, e) assert_float_equal((float)(a), (float)(b), (float)(e))

static close_look look_at(double x, double y, double heading_rad) {
    return (close_look){
        .odds = 2, .at = {x, y}, .heading_rad = (float)heading_rad, .sigma_in = {0.01f, 0.01f}, .front = {0.25f, 0.25f, 0.25f, 0.25f}};
}

static void a_form_is_looked_at_from_where_it_looks_alike(void **state) {
    (void)state;
    int turns[AROUND_SIDES - 1];
    assert_int_equal(around_turns(true, 1, 1, turns), 3);
    assert_int_equal(around_turns(false, 1, 1, turns), 3);
    for (int k = 0; k < 3; k++) assert_int_equal(turns[k], k + 1);
    assert_int_equal(around_turns(false, 2, 1, turns), 1);
    assert_int_equal(turns[0], 2);  // from its side an oblong is another form
}

static void places_and_headings_are_means(void **state) {
    (void)state;
    const int turns[] = {0, 1, 2, 3};
    // four looks that lie 0.04 in off in four directions: they cancel. Their headings are 0.1, 0.2, 0.3, 0.4 beside the quarter turns.
    close_look looks[] = {look_at(10.04, 20, 0.1), look_at(10, 20.04, 0.2 + PI / 2), look_at(9.96, 20, 0.3 - PI), look_at(10, 19.96, 0.4 - PI / 2)};
    close_look all = around_together(looks, turns, 4);
    assert_near(all.at.x, 10, 1e-6);
    assert_near(all.at.y, 20, 1e-6);
    assert_near((double)all.heading_rad, 0.25, 1e-6);
    // own errors 0.01 each; they contradict each other by 0.04 in a plane: 0.04 / sqrt(2) in each coordinate
    for (int k = 0; k < 2; k++) assert_near((double)all.sigma_in[k], sqrt(0.01 * 0.01 + 0.04 * 0.04 / 2), 1e-6);
}

static void errors_along_and_across_change_places_from_the_side(void **state) {
    (void)state;
    const int behind[] = {0, 2}, beside[] = {0, 1};
    close_look looks[] = {look_at(10, 20, 0), look_at(10, 20, 0)};
    for (int i = 0; i < 2; i++) looks[i].sigma_in[0] = 0.03f, looks[i].sigma_in[1] = 0.01f;
    close_look all = around_together(looks, behind, 2);
    assert_near((double)all.sigma_in[0], 0.03, 1e-6);
    assert_near((double)all.sigma_in[1], 0.01, 1e-6);
    all = around_together(looks, beside, 2);
    for (int k = 0; k < 2; k++) assert_near((double)all.sigma_in[k], sqrt((0.03 * 0.03 + 0.01 * 0.01) / 2), 1e-6);
}

// The front of a base is one side, whatever side is looked at first: as seen from a quarter turn further it is a quarter less.
static void fronts_are_those_of_one_base(void **state) {
    (void)state;
    const int turns[] = {0, 1, 3};
    close_look looks[3];
    for (int i = 0; i < 3; i++) {
        looks[i] = look_at(10, 20, turns[i] * PI / 2);
        for (int q = 0; q < 4; q++) looks[i].front[q] = (q + turns[i]) % 4 == 2 ? 0.7f : 0.1f;
    }
    close_look all = around_together(looks, turns, 3);
    for (int q = 0; q < 4; q++) assert_near((double)all.front[q], q == 2 ? 0.7 : 0.1, 1e-6);
    for (int q = 0; q < 4; q++) looks[2].front[q] = looks[1].front[q];  // now two of them contradict each other
    all = around_together(looks, turns, 3);
    double sum = 0;
    for (int q = 0; q < 4; q++) sum += (double)all.front[q];
    assert_near(sum, 1, 1e-6);
    assert_true(all.front[2] < 0.7f);
}

static void one_look_stays_as_it_is(void **state) {
    (void)state;
    const int turns[] = {0, 2};
    close_look looks[] = {look_at(10, 20, 0.5), {.odds = -INFINITY}};
    close_look all = around_together(looks, turns, 1);
    assert_memory_equal(&all, &looks[0], sizeof all);
    all = around_together(looks, turns, 2);  // the other saw nothing
    assert_memory_equal(&all, &looks[0], sizeof all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_is_looked_at_from_where_it_looks_alike),
        cmocka_unit_test(places_and_headings_are_means),
        cmocka_unit_test(errors_along_and_across_change_places_from_the_side),
        cmocka_unit_test(fronts_are_those_of_one_base),
        cmocka_unit_test(one_look_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
