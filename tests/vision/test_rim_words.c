// The decoder of rim codes alone, without a picture: which word cells that are dark, light or hidden are, and when they are none.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "vision/codes/codes.h"
#include "vision/codes/codes_limits.h"

enum { IDS = 100 };

static void show(rim_evidence *e, uint64_t word, int cells, int turn, int hidden_from, int hidden) {
    e->cells = cells;
    for (int i = 0; i < cells; i++) {
        bool light = rim_code_turn(word, cells, -turn) >> i & 1, gone = (i - hidden_from + cells) % cells < hidden;
        e->dark[i] = gone ? -4 : light ? -6 : 2;
        e->light[i] = gone ? -4 : light ? 2 : -6;
    }
}

static void words_are_read_with_an_arc_hidden(void **state) {
    (void)state;
    static const struct { int cells, hidden; } rows[] = {{24, 5}, {32, 10}, {48, 19}, {64, 30}};
    uint64_t words[IDS];
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        int cells = rows[r].cells;
        for (int id = 0; id < IDS; id++) words[id] = rim_code_word(cells, id);
        rim_lexicon all = {.words = words, .count = IDS, .turns = cells, .expected = -1};
        for (int k = 0; k < 200; k++) {
            rim_evidence e;
            rim_reading got;
            int id = k * 37 % IDS, turn = k * 11 % cells;
            show(&e, words[id], cells, turn, k * 5 % cells, rows[r].hidden);
            rim_decode(&e, &all, &got);
            if (got.word != id || got.turn != turn || got.odds < 3)
                fail_msg("%d cells: id %d turned %d is read as %d turned %d", cells, id, turn, got.word, got.turn);
        }
    }
}

static void what_is_expected_needs_less(void **state) {
    (void)state;
    uint64_t words[IDS];
    for (int id = 0; id < IDS; id++) words[id] = rim_code_word(48, id);
    rim_evidence e;
    rim_reading cold, hoped, other;
    show(&e, words[17], 48, 5, 20, 26);
    rim_lexicon l = {.words = words, .count = IDS, .turns = 48, .expected = -1};
    rim_decode(&e, &l, &cold);
    l.expected = 17, l.expected_turn = 5, l.slack = 1;
    rim_decode(&e, &l, &hoped);
    l.expected = 18;
    rim_decode(&e, &l, &other);
    assert_int_equal(hoped.word, 17);
    assert_true(hoped.odds > cold.odds + 5);
    assert_int_equal(other.word, 17);
}

// Where nothing is seen each word in each turn is as likely as before, so the best is one of all of them.
static void what_is_not_seen_leaves_all_words_as_they_were(void **state) {
    (void)state;
    static const struct { int cells, turns; } rows[] = {{24, 24}, {64, 64}, {64, 4}, {24, 1}};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        const rim_evidence e = {.cells = rows[r].cells};
        const double all = IDS * rows[r].turns;
        uint64_t words[2 * IDS];
        rim_reading got;
        for (int id = 0; id < 2 * IDS; id++) words[id] = rim_code_word(rows[r].cells, id);
        rim_lexicon l = {.words = words, .count = IDS, .turns = rows[r].turns, .expected = -1};
        rim_decode(&e, &l, &got);
        assert_true(fabs(got.odds + log(all - 1)) < 0.001);
        l.others = words + IDS, l.other_count = IDS;
        rim_decode(&e, &l, &got);
        assert_true(fabs(got.odds + log(all - 1 + all * RIM_UNREGISTERED_PRIOR)) < 0.001);
    }
}

static void senseless_evidence_has_an_answer(void **state) {
    (void)state;
    uint64_t words[2] = {rim_code_word(24, 0), rim_code_word(24, 1)};
    rim_lexicon l = {.words = words, .count = 2, .turns = 24, .expected = 7};
    rim_evidence e = {.cells = 24};
    rim_reading got;
    for (int i = 0; i < 24; i++) e.dark[i] = i % 3 ? NAN : INFINITY, e.light[i] = i % 2 ? -INFINITY : NAN;
    rim_decode(&e, &l, &got);
    assert_true(got.odds == got.odds && got.shown >= 0 && got.shown <= 1.0001);
    e.cells = 1000;
    rim_decode(&e, &l, &got);
    e.cells = -5;
    rim_decode(&e, &l, &got);
    assert_int_equal(got.word, -1);
}

// Cells of either tone at random, as the rims of two neighbours may show them: by Markov's inequality no more than one in e^5 says 5 nats.
static void chance_is_told_from_a_code(void **state) {
    (void)state;
    enum { TRIES = 2000, MOST = TRIES / 148 };
    uint64_t words[IDS], dice = 88172645463325252u;
    int above = 0;
    for (int id = 0; id < IDS; id++) words[id] = rim_code_word(64, id);
    rim_lexicon l = {.words = words, .count = IDS, .turns = 4, .expected = -1};
    rim_evidence e;
    rim_reading got;
    for (int k = 0; k < TRIES; k++) {
        dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
        show(&e, dice * 2685821657736338717u, 64, 0, k % 64, k % 40);
        rim_decode(&e, &l, &got);
        above += got.over_chance > 5;
    }
    assert_true(above <= MOST);
    for (int id = 0; id < IDS; id++) {
        show(&e, words[id], 64, id % 4 * 16, id % 64, 24);
        rim_decode(&e, &l, &got);
        assert_int_equal(got.word, id);
        assert_true(got.over_chance > 8);
    }
}

// Twenty of the cells are hidden by something of the paints' own tones: of one colour, or of either by turns as a stranger's cells show them.
static void show_paint_like(rim_evidence *e, uint64_t word, int cells, int hidden_from, bool striped) {
    show(e, word, cells, 0, 0, 0);
    for (int k = 0; k < 20; k++) {
        int i = (hidden_from + k) % cells;
        bool light = striped && k % 2;
        e->dark[i] = light ? -6 : 2, e->light[i] = light ? 2 : -6;
    }
}

// A code has five cells of one colour in a row at most: a longer dark run is a cloak's, says no more against a word than what is of another colour,
// and what of it agrees with the word is not in view. A stranger's cells, which change, go on to speak against it.
static void a_cloak_of_the_paints_colour_is_no_cells(void **state) {
    (void)state;
    uint64_t words[IDS];
    for (int id = 0; id < IDS; id++) words[id] = rim_code_word(48, id);
    rim_lexicon l = {.words = words, .count = IDS, .turns = 4, .expected = -1};
    double seen_as_hidden = 0, dark_cells = 0;
    for (int id = 0; id < IDS; id++) {
        rim_evidence e;
        rim_reading plain, cloak, is_unregistered;
        int from = id * 7 % 48;
        show(&e, words[id], 48, 0, from, 20);
        rim_decode(&e, &l, &plain);
        show_paint_like(&e, words[id], 48, from, false);
        rim_decode(&e, &l, &cloak);
        show_paint_like(&e, words[id], 48, from, true);
        rim_decode(&e, &l, &is_unregistered);
        assert_true(plain.word == id && cloak.word == id);
        if (!(cloak.over_chance > plain.over_chance - 6)) fail_msg("id %d: %.1f under a cloak, %.1f", id, cloak.over_chance, plain.over_chance);
        assert_true(is_unregistered.word != id || is_unregistered.over_chance < cloak.over_chance - 5);
        for (int k = 5; k < 15; k++) {
            int i = (from + k) % 48;
            if (words[id] >> i & 1) continue;
            dark_cells++, seen_as_hidden += 1 - (double)cloak.visible[i];
        }
    }
    assert_true(dark_cells > 100 && seen_as_hidden > 0.9 * dark_cells);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_read_with_an_arc_hidden),
        cmocka_unit_test(what_is_expected_needs_less),
        cmocka_unit_test(what_is_not_seen_leaves_all_words_as_they_were),
        cmocka_unit_test(senseless_evidence_has_an_answer),
        cmocka_unit_test(chance_is_told_from_a_code),
        cmocka_unit_test(a_cloak_of_the_paints_colour_is_no_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
