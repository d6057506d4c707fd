// Bases in a unit's ranks that were taken for another kind's: blocks laid out by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "formation/identify/identify.h"
#include "tests/formation/table.h"

#define SIDE_IN (25 / 25.4)
#define PITCH_IN (25.5 / 25.4)

enum { RED = 8, BLUE = 4, MOST = RED + BLUE + 4 };

// Eight with red rims, four with blue ones, on bases of 25 mm.
static game *make_game(void) {
    return table_game(
        "{\"id\":\"R\",\"side\":\"red\",\"formation\":\"closed\",\"rim_colour\":\"#c02020\",\"array\":{\"files\":4,\"ranks\":2,\"base\":"
        "{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25}}},"
        "{\"id\":\"B\",\"side\":\"blue\",\"formation\":\"closed\",\"rim_colour\":\"#2020c0\",\"array\":{\"files\":4,\"ranks\":1,\"base\":"
        "{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25}}}");
}

static base_sighting seen(const game *g, int unit, double x, double y, double heading_deg) {
    return (base_sighting){.by = SEEN_BY_PLAIN,
                           .figure = -1,
                           .unit = -1,
                           .base = g->figures[g->units[unit].first_figure].base,
                           .rim_rgb = g->units[unit].rim_rgb,
                           .pose = table_pose(x, y, heading_deg, 0.01, 0.5),
                           .score = 0.9};
}

// The red block faces north, its left front at (20, 20): file i, rank k.
static base_sighting red_at(const game *g, int unit, double file, double rank) {
    return seen(g, unit, 20 + file * PITCH_IN, 20 - rank * PITCH_IN, 90);
}

// The blue ones stand 20 inches off, in one rank.
static int stand_blue(const game *g, int count, base_sighting *out) {
    for (int i = 0; i < count; i++) out[i] = seen(g, 1, 50 + i * PITCH_IN, 40, -90);
    return count;
}

// All red ones but that of file 3, rank `but`.
static int stand_red(const game *g, int but, base_sighting *out) {
    int n = 0;
    for (int i = 0; i < RED; i++)
        if (i != 4 * but + 3) out[n++] = red_at(g, 0, i % 4, i / 4);
    return n;
}

static void identify_after(const game *g, base_sighting *bases, int n, const identify_past *past) {
    fault fault = {""};
    if (formation_identify(g, bases, n, past, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

static void identify(const game *g, base_sighting *bases, int n) { identify_after(g, bases, n, NULL); }

// The base at the right end of either rank was taken for a blue one: it is the figure of its place, and all others keep theirs.
static void a_base_in_its_place_is_the_units(void **state) {
    (void)state;
    game *g = make_game();
    for (int rank = 0; rank < 2; rank++) {
        base_sighting b[MOST];
        int n = stand_blue(g, BLUE, b), first = n;
        n += stand_red(g, rank, b + n);
        b[n++] = red_at(g, 1, 3, rank);
        identify(g, b, n);
        assert_int_equal(b[n - 1].figure, 4 * rank + 3);
        assert_int_equal(b[n - 1].rim_rgb, g->units[0].rim_rgb);
        for (int i = first, k = 0; i < n - 1; i++, k++) assert_int_equal(b[i].figure, k + (k >= 4 * rank + 3));
        for (int i = 0; i < first; i++) assert_int_equal(b[i].unit, 1);
    }
    game_destroy(g);
}

// 15 mm out of line, or 15 mm of gap in a block that touches: no figure of a closed block stands so.
static void one_out_of_line_is_not(void **state) {
    (void)state;
    game *g = make_game();
    for (int way = 0; way < 2; way++) {
        base_sighting b[MOST];
        int n = stand_blue(g, BLUE, b);
        n += stand_red(g, 0, b + n);
        b[n++] = way ? red_at(g, 1, 3.6, 0) : red_at(g, 1, 3, -0.6);
        identify(g, b, n);
        assert_int_equal(b[n - 1].figure, -1);
    }
    game_destroy(g);
}

// Two of them side by side where one red figure is missing are a body of their own.
static void others_beside_it_make_it_doubtful(void **state) {
    (void)state;
    game *g = make_game();
    base_sighting b[MOST];
    int n = stand_blue(g, BLUE, b);
    n += stand_red(g, 1, b + n);
    b[n++] = red_at(g, 1, 3, 1);
    b[n++] = red_at(g, 1, 4, 1);
    identify(g, b, n);
    for (int i = n - 2; i < n; i++) assert_true(b[i].figure < 0 || g->figures[b[i].figure].unit == 1);
    game_destroy(g);
}

// Two blue figures that were known side by side are gone: either may have been put there.
static void one_that_may_have_moved_is_not(void **state) {
    (void)state;
    game *g = make_game();
    identify_figure figures[RED + BLUE];
    for (int i = 0; i < RED + BLUE; i++) figures[i] = identify_unknown();
    base_sighting b[MOST];
    int n = stand_blue(g, BLUE, b);
    for (int i = 0; i < BLUE; i++) figures[RED + i].known = true, figures[RED + i].at = b[i].pose;
    n -= 2;
    n += stand_red(g, 0, b + n);
    b[n++] = red_at(g, 1, 3, 0);
    identify_after(g, b, n, &(identify_past){.figures = figures});
    assert_true(b[n - 1].figure < 0 || g->figures[b[n - 1].figure].unit == 1);
    game_destroy(g);
}

// Nothing is missing: nothing is added.
static void a_full_unit_takes_none(void **state) {
    (void)state;
    game *g = make_game();
    base_sighting b[MOST];
    int n = stand_blue(g, BLUE, b);
    n += stand_red(g, 0, b + n);
    b[n++] = red_at(g, 0, 3, 0);
    b[n++] = red_at(g, 1, 4, 0);
    identify(g, b, n);
    assert_int_equal(b[n - 1].figure, -1);
    assert_int_equal(b[n - 2].figure, 3);
    game_destroy(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_base_in_its_place_is_the_units),
        cmocka_unit_test(one_out_of_line_is_not),
        cmocka_unit_test(others_beside_it_make_it_doubtful),
        cmocka_unit_test(one_that_may_have_moved_is_not),
        cmocka_unit_test(a_full_unit_takes_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
