// The choice among poses that overlap: every place is explained as a whole, and the game's numbers decide where two explanations are about as good.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "vision/paint/search.h"

#define MM IN_PER_MM

enum { SQUARE, HORSE, KINDS };

static base_search *search_of(int squares, int horses) {
    base_search *s = NULL;
    const base_kind kinds[KINDS] = {
        {.base = {.shape = BASE_SQUARE, .width_in = 25 * MM, .depth_in = 25 * MM, .top_inset_in = 0.6 * MM}, .count = squares},
        {.base = {.shape = BASE_RECT, .width_in = 25 * MM, .depth_in = 50 * MM, .top_inset_in = 0.6 * MM}, .count = horses}};
    assert_int_equal(search_create(&s), STATUS_OK);
    for (int k = 0; k < KINDS; k++) {
        assert_int_equal(rim_model_make(&s->models[k], &kinds[k], 28), STATUS_OK);
        s->look_of[k] = k;
    }
    s->model_count = s->kind_count = KINDS;
    return s;
}

static void add(base_search *s, int kind, double x, double y, double seen, double edged, double mark) {
    s->fits[s->fit_count++] =
        (found_base){.kind = kind, .in_line = true, .fit = {.at = {x, y}, .heading_rad = PI / 2, .seen = seen, .edged = edged, .mark = mark}};
}

// How many of the kind are chosen about the place.
static int chosen_at(const base_search *s, int kind, double x) {
    int n = 0;
    for (int i = 0; i < s->fit_count; i++) n += s->fits[i].chosen && s->fits[i].kind == kind && fabs(s->fits[i].fit.at.x - x) < 1;
    return n;
}

// Two squares, one behind the other, and one base of cavalry over both: each square shows its band and its mark.
static void add_squares(base_search *s, double x) {
    add(s, SQUARE, x, 10 + 12.5 * MM, 0.87, 0.83, 0.8);
    add(s, SQUARE, x, 10 - 12.5 * MM, 0.87, 0.87, 0.8);
    add(s, HORSE, x, 10, 0.93, 0.75, 0.7);
}

// One base of cavalry with a rider in its paint across the middle, much hidden; squares over its halves show little less.
static void add_horse(base_search *s, double x) {
    add(s, HORSE, x, 10, 0.77, 0.77, 0.62);
    add(s, SQUARE, x, 10 + 12.5 * MM, 0.77, 0.77, 0.77);
    add(s, SQUARE, x, 10 - 12.5 * MM, 0.7, 0.62, 0.3);
}

// As many places of either sort as the game has: were one taken for the other anywhere, so would another be elsewhere.
static void the_numbers_of_the_game_decide(void **state) {
    (void)state;
    enum { PLACES = 3 };
    base_search *s = search_of(2 * PLACES, PLACES);
    for (int i = 0; i < PLACES; i++) add_squares(s, 10 + 4 * i), add_horse(s, 40 + 4 * i);
    choose_bases(s);
    for (int i = 0; i < PLACES; i++) {
        assert_int_equal(chosen_at(s, SQUARE, 10 + 4 * i), 2);
        assert_int_equal(chosen_at(s, HORSE, 10 + 4 * i), 0);
        assert_int_equal(chosen_at(s, SQUARE, 40 + 4 * i), 0);
        assert_int_equal(chosen_at(s, HORSE, 40 + 4 * i), 1);
    }
    search_destroy(s);
}

// Where the game has none of a kind left, what is seen is not explained by it, however well it would.
static void there_are_never_more_than_the_game_has(void **state) {
    (void)state;
    base_search *s = search_of(3, 1);
    add_squares(s, 10), add_squares(s, 14), add_horse(s, 40);
    choose_bases(s);
    int squares = 0, horses = 0;
    for (int i = 0; i < s->fit_count; i++)
        squares += s->fits[i].chosen && s->fits[i].kind == SQUARE, horses += s->fits[i].chosen && s->fits[i].kind == HORSE;
    assert_true(squares <= 3 && horses <= 1);
    assert_true(squares >= 2 && horses == 1);
    search_destroy(s);
}

// Two poses of one place: the better one, and never both.
static void one_place_has_one_base(void **state) {
    (void)state;
    base_search *s = search_of(4, 1);
    add(s, SQUARE, 10, 10, 0.7, 0.7, 0.6);
    add(s, SQUARE, 10.2, 10.1, 0.9, 0.85, 0.8);
    add(s, SQUARE, 9.7, 9.9, 0.65, 0.6, 0.6);
    choose_bases(s);
    assert_int_equal(chosen_at(s, SQUARE, 10), 1);
    for (int i = 0; i < s->fit_count; i++) assert_true(s->fits[i].chosen == (s->fits[i].fit.at.x == 10.2));
    search_destroy(s);
}

// Black paint in the open is a dark gray; one code of noise in any channel must not make it something else.
static void a_nearly_gray_rim_is_known_whatever_its_last_bits(void **state) {
    (void)state;
    static colour_table t;
    colour_rim_stated(&t, 0x202024, (colour){204, 204, 204});
    for (int b = 0; b < 2; b++)
        for (int g = 0; g < 2; g++)
            for (int r = 0; r < 2; r++) {
                uint8_t bgr[3] = {(uint8_t)(b ? 52 : 44), (uint8_t)(g ? 52 : 44), (uint8_t)(r ? 52 : 44)};
                assert_true(t.like[colour_bin(bgr)] >= 100);
            }
    uint8_t wood[3] = {44, 72, 101}, paper[3] = {200, 200, 200};
    assert_true(t.like[colour_bin(wood)] < 40 && t.like[colour_bin(paper)] < 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_nearly_gray_rim_is_known_whatever_its_last_bits),
        cmocka_unit_test(the_numbers_of_the_game_decide),
        cmocka_unit_test(there_are_never_more_than_the_game_has),
        cmocka_unit_test(one_place_has_one_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
