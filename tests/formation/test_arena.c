// The arena: pieces fit any type, exhaustion is reported, what is measured is what is taken, and a reset gives everything back.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

#include "formation/arena.h"
#include "formation/assign.h"
#include "formation/identify/identify.h"

typedef struct {
    char *letters;
    double *numbers;
    short *few;
} pieces;

static pieces take_pieces(arena *a, size_t count) {
    pieces p;
    p.letters = arena_take(a, count, sizeof *p.letters);
    p.numbers = arena_take(a, count, sizeof *p.numbers);
    p.few = arena_take_zeroed(a, count, sizeof *p.few);
    return p;
}

static bool is_aligned(const void *at) { return (uintptr_t)at % alignof(max_align_t) == 0; }

static void pieces_are_aligned_and_apart(void **state) {
    (void)state;
    for (size_t count = 0; count < 70; count++) {
        arena a = arena_measure();
        take_pieces(&a, count);
        assert_false(a.exhausted);
        size_t size = a.most;
        assert_true(arena_open(&a, size));
        pieces p = take_pieces(&a, count);
        assert_false(a.exhausted);
        assert_int_equal(a.used, size);
        assert_true(is_aligned(p.letters) && is_aligned(p.numbers) && is_aligned(p.few));
        for (size_t i = 0; i < count; i++) assert_int_equal(p.few[i], 0);
        memset(p.letters, 'x', count);
        for (size_t i = 0; i < count; i++) p.numbers[i] = 1;
        memset(p.few, 1, count * sizeof *p.few);
        for (size_t i = 0; i < count; i++) assert_true(p.letters[i] == 'x' && p.numbers[i] == 1);
        arena_close(&a);
    }
}

static void a_measuring_arena_hands_out_nothing(void **state) {
    (void)state;
    arena a = arena_measure();
    assert_null(arena_take(&a, 3, 8));
    assert_null(arena_take_zeroed(&a, 1000000, 1000000));
    assert_false(a.exhausted);
    size_t most = a.most;
    arena_reset(&a, 0);
    assert_null(arena_take(&a, 1, 1));
    assert_int_equal(a.most, most);  // the most at one time
    assert_true(a.used < most);
    arena_close(&a);
}

static void exhaustion_is_told_until_the_next_reset(void **state) {
    (void)state;
    arena a;
    assert_true(arena_open(&a, 64));
    size_t mark = a.used;
    assert_non_null(arena_take(&a, 64, 1));
    assert_null(arena_take(&a, 1, 1));
    assert_true(a.exhausted);
    assert_non_null(arena_take(&a, 0, 8));  // nothing is asked for
    assert_true(a.exhausted);
    arena_reset(&a, mark);
    assert_false(a.exhausted);
    assert_non_null(arena_take(&a, 1, 1));
    arena_close(&a);
    assert_null(arena_take(&a, 1, 1));
    assert_true(a.exhausted);
    arena_close(&a);
}

// Sizes that overflow are refused, by an open arena as by a measuring one; an arena of such a size can't be opened.
static void sizes_do_not_overflow(void **state) {
    (void)state;
    arena a;
    assert_true(arena_open(&a, 64));
    assert_null(arena_take(&a, SIZE_MAX / 2, 4));
    assert_null(arena_take(&a, SIZE_MAX, 1));
    assert_true(a.exhausted);
    assert_int_equal(a.used, 0);
    arena_close(&a);
    a = arena_measure();
    arena_take(&a, SIZE_MAX / 4, 1);
    arena_take(&a, SIZE_MAX / 4, 1);
    arena_take(&a, SIZE_MAX / 4, 1);
    assert_true(a.exhausted);
    size_t most = a.most;
    assert_int_equal(most, SIZE_MAX);
    assert_false(arena_open(&a, most));
    arena_close(&a);
}

static void a_reset_gives_back_what_came_after_its_mark(void **state) {
    (void)state;
    arena a;
    assert_true(arena_open(&a, 256));
    int *kept = arena_take(&a, 4, sizeof *kept);
    kept[3] = 7;
    size_t mark = a.used;
    int *first = arena_take(&a, 8, sizeof *first);
    arena_reset(&a, mark);
    int *again = arena_take(&a, 8, sizeof *again);
    assert_ptr_equal(first, again);
    assert_int_equal(kept[3], 7);
    assert_true(a.most >= a.used);
    arena_close(&a);
}

// Under the address sanitizer bytes that are not taken are out of bounds: between two pieces, behind the last one, and after a reset.
static void bytes_not_taken_may_not_be_touched(void **state) {
    (void)state;
#if defined(__SANITIZE_ADDRESS__)
    arena a;
    assert_true(arena_open(&a, 256));
    char *one = arena_take(&a, 8, 1), *two = arena_take(&a, 16, 1);
    assert_null(__asan_region_is_poisoned(one, 8));
    assert_null(__asan_region_is_poisoned(two, 16));
    assert_true(__asan_address_is_poisoned(one + 8));
    assert_true(__asan_address_is_poisoned(two + 16));
    arena_reset(&a, 0);
    assert_true(__asan_address_is_poisoned(one));
    arena_close(&a);
#endif
}

// A module over an arena that is too small says so and leaves the arena usable.
static void too_small_an_arena_is_a_status(void **state) {
    (void)state;
    const double cost[4] = {1, 2, 2, 1};
    int column_of[2];
    arena m = arena_measure(), a;
    assign_measure(&m, 2, 2);
    assert_int_equal(m.used, 0);
    for (size_t size = 0; size < m.most; size += 16) {
        assert_true(arena_open(&a, size));
        assert_false(assign_in(&a, cost, 2, 2, column_of));
        arena_reset(&a, 0);
        arena_close(&a);
    }
    assert_true(arena_open(&a, m.most));
    assert_true(assign_in(&a, cost, 2, 2, column_of));
    arena_close(&a);
}

// Wherever identification runs out of memory it says so, and gives back all that it took.
static void identification_survives_any_size(void **state) {
    (void)state;
    game g = {.figure_count = 2, .unit_count = 1};
    game_figure figures[2] = {{.unit = 0, .base = {BASE_ROUND, 1, 1, 0.1, 0}}, {.unit = 0, .base = {BASE_ROUND, 1, 1, 0.1, 0}}};
    game_unit unit = {.type = UNIT_REGULAR, .figure_count = 2, .leader = -1, .reference_figure = -1, .rim_rgb = NO_COLOUR};
    game_side side = {.home_edge = EDGE_SOUTH};
    g.figures = figures, g.units = &unit, g.sides = &side, g.side_count = 1;
    size_t needed = formation_identify_size(&g, 2);
    int failed = 0;
    for (size_t size = 0; size <= needed; size += size + 2048 < needed ? 2048 : needed - size ? needed - size : 1) {
        base_sighting b[2];
        for (int i = 0; i < 2; i++) {
            b[i] = (base_sighting){.by = SEEN_BY_PLAIN, .figure = -1, .unit = -1, .base = figures[i].base, .rim_rgb = NO_COLOUR, .score = 1};
            b[i].pose = (pose){.at = {i, 0}, .heading_rad = 0, .sigma_in = 0.02, .sigma_rad = 0.01};
        }
        arena a;
        assert_true(arena_open(&a, size));
        status s = formation_identify_in(&a, &g, b, 2, NULL, NULL);
        assert_true(s == STATUS_OK || s == STATUS_MEMORY);
        failed += s == STATUS_MEMORY;
        assert_int_equal(a.used, 0);
        assert_false(a.exhausted);
        if (size == needed) assert_int_equal(s, STATUS_OK);
        arena_close(&a);
    }
    assert_true(failed > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_aligned_and_apart),
        cmocka_unit_test(a_measuring_arena_hands_out_nothing),
        cmocka_unit_test(exhaustion_is_told_until_the_next_reset),
        cmocka_unit_test(sizes_do_not_overflow),
        cmocka_unit_test(a_reset_gives_back_what_came_after_its_mark),
        cmocka_unit_test(bytes_not_taken_may_not_be_touched),
        cmocka_unit_test(too_small_an_arena_is_a_status),
        cmocka_unit_test(identification_survives_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
