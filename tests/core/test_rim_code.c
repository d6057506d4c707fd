// The rim code: the words are as far apart as docs/rim-code.md promises, by a count of this test's own; the cells lie where it says.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/rim_code.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

static base round_base(double mm) { return (base){BASE_ROUND, mm * IN_PER_MM, mm * IN_PER_MM, 3 * IN_PER_MM, 0}; }

static base frame_base(double width_mm, double depth_mm) {
    return (base){width_mm == depth_mm ? BASE_SQUARE : BASE_RECT, width_mm * IN_PER_MM, depth_mm * IN_PER_MM, 3 * IN_PER_MM, 0};
}

// Cell i of the word whose code begins `turned` cells further on.
static int cell(uint64_t word, int cells, int i) { return (int)(word >> (i % cells) & 1); }

#define SPANS 4
static const int hidden_percent[SPANS] = {0, 30, 40, 50};

static int seen_cells(int cells, int span) { return cells - (hidden_percent[span] * cells + 99) / 100; }

// Least number of differing cells of a and of b turned by `by`: in the whole ring and in any stretch of it that is seen. Lowers least[].
static void differ(uint64_t a, uint64_t b, int cells, int by, int least[SPANS]) {
    int unlike[2 * RIM_CODE_MAX_CELLS + 1] = {0};  // of the cells before each, twice round
    for (int i = 0; i < 2 * cells; i++) unlike[i + 1] = unlike[i] + (cell(a, cells, i) != cell(b, cells, i + by));
    for (int k = 0; k < SPANS; k++) {
        int seen = seen_cells(cells, k);
        for (int at = 0; at < cells; at++) least[k] = unlike[at + seen] - unlike[at] < least[k] ? unlike[at + seen] - unlike[at] : least[k];
    }
}

// The same for word `id` against itself and all words before it, in any rotation.
static void differ_from_earlier(int cells, int id, int least[SPANS]) {
    for (int j = 0; j <= id; j++)
        for (int by = j == id; by < cells; by++) differ(rim_code_word(cells, id), rim_code_word(cells, j), cells, by, least);
}

// docs/rim-code.md, the table under "How far apart".
static void words_are_as_far_apart_as_promised(void **state) {
    (void)state;
    static const struct {
        int cells, count, apart[SPANS];
    } promised[] = {
        {24, 25, {6, 2, 2, 1}},   {24, 50, {6, 2, 1, 1}},   {24, 100, {6, 1, 1, 0}},   {24, 256, {4, 1, 1, 0}},
        {32, 25, {10, 4, 3, 2}},  {32, 50, {8, 3, 2, 2}},   {32, 100, {8, 3, 2, 1}},   {32, 256, {6, 2, 2, 1}},
        {48, 25, {14, 7, 6, 4}},  {48, 50, {14, 6, 5, 4}},  {48, 100, {14, 6, 4, 3}},  {48, 256, {12, 5, 4, 3}},
        {64, 25, {22, 11, 9, 7}}, {64, 50, {20, 11, 8, 6}}, {64, 100, {20, 10, 7, 5}}, {64, 256, {18, 9, 7, 5}},
    };
    int least[SPANS], id = 0;
    for (size_t i = 0; i < sizeof promised / sizeof *promised; i++) {
        int n = promised[i].cells;
        if (i == 0 || n != promised[i - 1].cells) {
            id = 0;
            for (int k = 0; k < SPANS; k++) least[k] = n;
        }
        for (; id < promised[i].count; id++) differ_from_earlier(n, id, least);
        for (int k = 0; k < SPANS; k++)
            if (least[k] < promised[i].apart[k])
                fail_msg("%d words of %d cells, %d %% of them hidden, differ in %d and not in %d", promised[i].count, n, hidden_percent[k], least[k],
                         promised[i].apart[k]);
    }
}

// docs/rim-code-words.txt is what others write their readers by.
static void the_printed_table_is_the_one_in_use(void **state) {
    (void)state;
    FILE *file = fopen("docs/rim-code-words.txt", "r");
    char line[128];
    int next = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        int id;
        uint64_t word[RIM_CODE_SIZES];
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%d %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, &id, &word[0], &word[1], &word[2], &word[3]), 5);
        assert_int_equal(id, next++);
        for (int i = 0; i < RIM_CODE_SIZES; i++) assert_true(word[i] == rim_code_word(rim_code_sizes[i], id));
    }
    assert_int_equal(next, RIM_CODE_IDS);
    fclose(file);
}

static void words_look_like_a_code(void **state) {
    (void)state;
    for (int k = 0; k < RIM_CODE_SIZES; k++)
        for (int id = 0, n = rim_code_sizes[k]; id < RIM_CODE_IDS; id++) {
            uint64_t w = rim_code_word(n, id);
            int light = 0, changes = 0, run = 1, longest = 1;
            for (int i = 0; i < 2 * n; i++) {  // twice round, so that a run over the seam is seen whole
                bool same = cell(w, n, i) == cell(w, n, i + 1);
                if (i < n) light += cell(w, n, i), changes += !same;
                run = same ? run + 1 : 1;
                if (run > longest) longest = run;
            }
            assert_in_range(light, n / 2 - 2, n / 2 + 2);
            assert_in_range(longest, 1, 5);
            assert_true(10 * changes >= 4 * n);
            assert_true(n == 64 || w >> n == 0);
        }
}

// A ruler, a tiled floor: cells that change colour by turns, each `wide` cells long, are a quarter of the ring away from any word.
static void no_word_is_nearly_a_stripe(void **state) {
    (void)state;
    for (int k = 0; k < RIM_CODE_SIZES; k++)
        for (int wide = 1, n = rim_code_sizes[k]; wide <= n / 4; wide++)
            for (int id = 0; n % (2 * wide) == 0 && id < RIM_CODE_IDS; id++)
                for (int by = 0; by < 2 * wide; by++) {
                    int differ_in = 0;
                    for (int i = 0; i < n; i++) differ_in += cell(rim_code_word(n, id), n, i) != (i + by) / wide % 2;
                    assert_true(4 * differ_in >= n);
                }
}

static void the_distance_of_a_game_s_ids_is_told(void **state) {
    (void)state;
    const int some[] = {7, 200, 31, 90};
    int least[SPANS] = {48, 48, 48, 48};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++)
            for (int by = i == j; by < 48; by++) differ(rim_code_word(48, some[i]), rim_code_word(48, some[j]), 48, by, least);
    assert_int_equal(rim_code_distance(48, some, 4), least[0]);
    const int twice[] = {5, 5};
    assert_int_equal(rim_code_distance(64, twice, 2), 0);
    assert_int_equal(rim_code_turn(0x1, 24, 1), UINT64_C(1) << 23);
    assert_int_equal(rim_code_turn(0x3, 64, -1), 0x6);
    assert_int_equal(rim_code_word(40, 1), 0);
    assert_int_equal(rim_code_word(48, 256), 0);
    assert_int_equal(rim_code_word(48, -1), 0);
}

// By hand: pi (25 - 3) = 69.1 mm holds 53 cells of 1.3 mm, pi (32 - 3) = 91.1 holds 70, 4 (20 - 3) = 68 holds 52, 4 (25 - 3) = 88 holds 67.
static void cells_are_as_many_as_fit(void **state) {
    (void)state;
    const struct {
        base b;
        int cells;
    } cases[] = {{round_base(25), 48},     {round_base(25.4), 48},   {round_base(32), 64},     {round_base(40), 64},
                 {round_base(60), 64},     {frame_base(20, 20), 48}, {frame_base(25, 25), 64}, {frame_base(60, 100), 64},
                 {frame_base(20, 40), 64}, {round_base(24), 0},      {frame_base(19, 60), 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) assert_int_equal(rim_code_default_cells(cases[i].b), cases[i].cells);
    base sloped = round_base(25);
    sloped.top_inset_in = 2 * IN_PER_MM;  // pi (25 - 4 - 3) = 56.5 mm: 43 cells
    assert_int_equal(rim_code_default_cells(sloped), 32);
    NEAR(rim_code_cell_in(frame_base(20, 20), 48), 68.0 / 48 * IN_PER_MM, 1e-12);
    assert_int_equal(rim_code_most_cells(round_base(25), 2 * IN_PER_MM), 32);
    base nothing_left = frame_base(20, 20);
    nothing_left.top_inset_in = 8 * IN_PER_MM;
    assert_int_equal(rim_code_default_cells(nothing_left), 0);
}

static void expect_point(base b, double share, double depth_mm, double forward_mm, double left_mm) {
    vec2 p = rim_code_point(b, share, depth_mm * IN_PER_MM);
    NEAR(p.x / IN_PER_MM, forward_mm, 1e-9);
    NEAR(p.y / IN_PER_MM, left_mm, 1e-9);
}

// A frame 20 wide and 40 deep: the middle of its band runs 17 + 37 + 17 + 37 = 108 mm.
static void the_way_begins_in_front_and_goes_to_the_left(void **state) {
    (void)state;
    expect_point(round_base(32), 0, 0, 16, 0);
    expect_point(round_base(32), 0.25, 3, 0, 13);
    expect_point(round_base(32), 0.5, 1.5, -14.5, 0);
    base b = frame_base(20, 40);
    expect_point(b, 0, 0, 20, 0);
    expect_point(b, 5 / 108.0, 2, 18, 5);
    expect_point(b, 8.5 / 108, 0, 20, 10);    // the corner is a line of equal share
    expect_point(b, 8.5 / 108, 3, 17, 7);     // from its inner corner
    expect_point(b, 7 / 108.0, 0, 20, 7);     // where the corner's block begins
    expect_point(b, 7.75 / 108, 0, 20, 8.5);  // within it: from (17, 7) over (18.5, 7.75)
    expect_point(b, 7.75 / 108, 1.5, 18.5, 7.75);
    expect_point(b, (8.5 + 18.5) / 108, 1, 0, 9);
    expect_point(b, 0.5, 1, -19, 0);
    expect_point(b, (108 - 5) / 108.0, 1, 19, -5);
    b.top_inset_in = 1 * IN_PER_MM;
    expect_point(b, 0, 0, 19, 0);
}

static double uniform(double lo, double hi) { return lo + (hi - lo) * (double)rand() / RAND_MAX; }

static void a_point_tells_its_share(void **state) {
    (void)state;
    srand(4);
    const base bases[] = {round_base(25), round_base(60), frame_base(20, 20), frame_base(20, 40), frame_base(60, 100), frame_base(50, 25)};
    for (int trial = 0; trial < 100000; trial++) {
        base b = bases[trial % 6];
        double share = uniform(0, 1), depth = uniform(0, 2.99) * IN_PER_MM, s, d;
        b.top_inset_in = trial % 2 ? 0.7 * IN_PER_MM : 0;
        vec2 p = rim_code_point(b, share, depth);
        assert_true(rim_code_at(b, p, &s, &d));
        NEAR(d, depth, 1e-9);
        NEAR(remainder(s - share, 1), 0, 1e-7);
        assert_true(s >= 0 && s < 1);
    }
}

static void off_the_band_is_off_the_code(void **state) {
    (void)state;
    double s, d;
    base b = frame_base(20, 40);
    assert_false(rim_code_at(b, (vec2){0, 0}, &s, &d));
    assert_false(rim_code_at(b, (vec2){20.1 * IN_PER_MM, 0}, &s, &d));
    assert_false(rim_code_at(b, (vec2){16.9 * IN_PER_MM, 0}, &s, &d));
    assert_true(rim_code_at(b, (vec2){17.1 * IN_PER_MM, 0}, &s, &d));
    assert_false(rim_code_at(round_base(25), (vec2){NAN, 0}, &s, &d));
    assert_false(rim_code_at(b, (vec2){NAN, NAN}, &s, &d));
    uint64_t word = rim_code_word(48, 3);
    b = round_base(25);
    for (int i = 0; i < 48; i++) assert_int_equal(rim_code_is_light(b, 48, word, rim_code_point(b, (i + 0.5) / 48, 0.06)), cell(word, 48, i));
}

// Black and white are as 21 : 1 (WCAG 2.1); middle gray 0x76 has a luminance of 0.1812: white over it is 1.05 / 0.2312 = 4.54.
static void contrast_is_that_of_the_luminances(void **state) {
    (void)state;
    NEAR(rim_code_contrast(0x000000, 0xffffff), 21, 1e-9);
    NEAR(rim_code_contrast(0xffffff, 0x000000), 1 / 21.0, 1e-9);
    NEAR(rim_code_contrast(0x767676, 0xffffff), 4.54, 0.01);
    assert_true(rim_code_contrast(RIM_CODE_DARK_RGB, RIM_CODE_LIGHT_RGB) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_as_far_apart_as_promised),
        cmocka_unit_test(the_printed_table_is_the_one_in_use),
        cmocka_unit_test(words_look_like_a_code),
        cmocka_unit_test(no_word_is_nearly_a_stripe),
        cmocka_unit_test(the_distance_of_a_game_s_ids_is_told),
        cmocka_unit_test(cells_are_as_many_as_fit),
        cmocka_unit_test(the_way_begins_in_front_and_goes_to_the_left),
        cmocka_unit_test(a_point_tells_its_share),
        cmocka_unit_test(contrast_is_that_of_the_luminances),
        cmocka_unit_test(off_the_band_is_off_the_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
