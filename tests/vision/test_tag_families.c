// The tables of the families say what the libraries print, in every turn, and read back what has a few bits wrong.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/render/tags.h"
#include "tests/vision/aruco_print.h"
#include "vision/tags/family.h"

static const char *const all[] = {"tag36h11",         "tag36h10",      "tag25h9",        "tag16h5",        "tagStandard41h12",
                                  "tagStandard52h13", "tagCircle21h7", "tagCircle49h12", "tagCustom48h12", "aruco4x4_50",
                                  "aruco5x5_100",     "aruco6x6_250",  "aruco7x7_1000",  "aruco_original"};

static tag_family *family_of(const char *name) {
    tag_family *f;
    fault fault = {""};
    if (family_create(name, &f, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return f;
}

static void families_print_as_libapriltag_draws(void **state) {
    (void)state;
    static const char *const drawn[] = {"tag36h11", "tag25h9", "tag16h5", "tagStandard41h12", "tagStandard52h13"};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        tag_family *f = family_of(drawn[i]);
        tag_book book = {0};
        for (int id = 0; id < 20; id++) {
            const tag_bitmap *t;
            assert_int_equal(tag_book_find(&book, drawn[i], id, &t, NULL), STATUS_OK);
            assert_int_equal(t->cells, f->cells);
            assert_int_equal(t->border, f->border);
            int out = (f->cells - f->border) / 2;
            for (int y = 0; y < t->cells; y++)
                for (int x = 0; x < t->cells; x++) assert_int_equal(family_white(f, id, x - out, y - out), t->white[y][x]);
        }
        tag_book_finish(&book);
        family_destroy(f);
    }
}

static void dictionaries_print_as_opencv_draws(void **state) {
    (void)state;
    static const char *const drawn[] = {"aruco4x4_50", "aruco5x5_100", "aruco6x6_250", "aruco7x7_1000", "aruco_original"};
    static const int number[] = {0, 5, 10, 15, 16}, count[] = {50, 100, 250, 1000, 1024};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        tag_family *f = family_of(drawn[i]);
        assert_int_equal(f->count, count[i]);
        for (int id = 0; id < f->count; id += 7) {
            unsigned char white[256];
            int cells;
            assert_int_equal(aruco_print(number[i], id, white, &cells), STATUS_OK);
            assert_int_equal(cells, f->border);
            for (int y = 0; y < cells; y++)
                for (int x = 0; x < cells; x++) assert_int_equal(family_white(f, id, x, y), white[16 * y + x]);
        }
        family_destroy(f);
    }
}

// A tag is turned by quarter turns: the value of each cell then stands in the cell to which the turn moves it.
static void turns_are_quarter_turns(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tag_family *f = family_of(all[i]);
        for (int id = 0; id < f->count; id += 1 + f->count / 9)
            for (int turn = 0; turn < 4; turn++)
                for (int b = 0; b < f->bits; b++) {
                    // The cell's middle from the square's middle, y up; turned on clockwise or not, as corner k of the tag is corner k + turn.
                    double x = f->x[b] + 0.5 - f->border / 2.0, y = f->border / 2.0 - f->y[b] - 0.5, c[4] = {1, 0, -1, 0}, s[4] = {0, 1, 0, -1};
                    double u = c[turn] * x - s[turn] * y, v = s[turn] * x + c[turn] * y;
                    int column = (int)(u + f->border / 2.0 + 8) - 8, row = (int)(f->border / 2.0 - v + 8) - 8, to = -1;
                    for (int k = 0; k < f->bits; k++)
                        if (f->x[k] == column && f->y[k] == row) to = k;
                    assert_true(to >= 0);
                    assert_int_equal(f->turned[4 * id + turn] >> to & 1, f->turned[4 * id] >> b & 1);
                }
        family_destroy(f);
    }
}

static void few_wrong_bits_are_mended(void **state) {
    (void)state;
    uint64_t r = 9;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tag_family *f = family_of(all[i]);
        for (int n = 0; n < 500; n++) {
            r = r * 6364136223846793005u + 1442695040888963407u;
            int id = (int)((r >> 33) % (uint64_t)f->count), turn = (int)(r >> 20 & 3), wrong = (int)(r >> 24 & 7) % (f->mended + 1);
            uint64_t code = f->turned[4 * id + turn];
            for (int k = 0; k < wrong; k++) code ^= UINT64_C(1) << ((r >> 40) + (uint64_t)k * 5) % (uint64_t)f->bits;
            int hamming = __builtin_popcountll(code ^ f->turned[4 * id + turn]);
            family_match m;
            assert_true(family_decode(f, code, &m));
            assert_int_equal(m.hamming, __builtin_popcountll(code ^ f->turned[4 * m.id + m.turn]));
            assert_true(m.hamming <= hamming);
            if (2 * hamming < f->distance && f->turned[4 * id] != f->turned[4 * id + 2]) assert_int_equal(m.id, id);
        }
        family_destroy(f);
    }
}

static void what_is_no_code_is_none(void **state) {
    (void)state;
    tag_family *f = family_of("tag36h11");
    uint64_t r = 4;
    int found = 0;
    for (int n = 0; n < 100000; n++) {
        r = r * 6364136223846793005u + 1442695040888963407u;
        family_match m;
        uint64_t code = r >> 28;
        int least = 64;
        if (n < 300) {
            for (int e = 0; e < 4 * f->count; e++) {
                int d = __builtin_popcountll(f->turned[e] ^ code);
                if (d < least) least = d;
            }
            assert_int_equal(family_decode(f, code, &m), least <= f->mended);
        } else {
            found += family_decode(f, code, &m);
        }
    }
    assert_true(found < 20);  // 2348 codes x 667 patterns of up to two bits in 2^36: about 2 are expected
    family_destroy(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_print_as_libapriltag_draws),
        cmocka_unit_test(dictionaries_print_as_opencv_draws),
        cmocka_unit_test(turns_are_quarter_turns),
        cmocka_unit_test(few_wrong_bits_are_mended),
        cmocka_unit_test(what_is_no_code_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
