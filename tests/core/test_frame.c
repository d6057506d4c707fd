// Colours are made where they are asked for, all of them, once, and nowhere else.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "core/frame.h"

enum { EDGE = 71, SQUARES = (EDGE / FRAME_SQUARE_PX + 1) * (EDGE / FRAME_SQUARE_PX + 1) };

typedef struct {
    frame_colours colours;  // first: what make is given
    uint8_t bgr[EDGE * EDGE * 3], made[SQUARES], times[EDGE * EDGE];
    frame frame;
} source;

static uint8_t code_of(size_t i) { return (uint8_t)(i * 37 % 251 + 1); }  // never 0, which is what was not made

static void make(frame_colours *c, int x, int y, int width, int height) {
    source *s = (source *)c;
    assert_true(x % 2 == 0 && (width % 2 == 0 || x + width == s->frame.width) && width > 0 && height > 0);
    assert_true(x >= 0 && y >= 0 && x + width <= s->frame.width && y + height <= s->frame.height);
    for (int v = y; v < y + height; v++)
        for (int u = x; u < x + width; u++) {
            size_t at = (size_t)(v * s->frame.width + u);
            s->times[at]++;
            for (size_t k = 3 * at; k < 3 * at + 3; k++) s->bgr[k] = code_of(k);
        }
}

static void begin(source *s, int width, int height) {
    memset(s, 0, sizeof *s);
    s->colours = (frame_colours){make, s->made, frame_squares(width)};
    s->frame = (frame){.width = width, .height = height, .bgr = s->bgr, .bgr_stride = 3 * (size_t)width, .colours = &s->colours};
    assert_true(frame_squares(width) * frame_squares(height) <= SQUARES);
}

static bool is_made(const source *s, int x, int y) {
    size_t at = 3 * (size_t)(y * s->frame.width + x);
    return s->bgr[at] == code_of(at) && s->bgr[at + 1] == code_of(at + 1) && s->bgr[at + 2] == code_of(at + 2);
}

static int between(unsigned *r, int low, int high) { return low + (int)((*r = *r * 1664525 + 1013904223) >> 8) % (high - low + 1); }

static bool shares_square(int pixel, int from, int length, int edge) {
    int last = from + length < edge ? from + length - 1 : edge - 1, first = from > 0 ? from : 0;
    return last >= first && pixel / FRAME_SQUARE_PX >= first / FRAME_SQUARE_PX && pixel / FRAME_SQUARE_PX <= last / FRAME_SQUARE_PX;
}

static void whole_squares_are_made_once(void **state) {
    (void)state;
    static source s;
    unsigned r = 1;
    for (int round = 0; round < 400; round++) {
        static bool asked[EDGE][EDGE];
        begin(&s, between(&r, 1, EDGE), between(&r, 1, EDGE));
        memset(asked, 0, sizeof asked);
        for (int n = 0; n < 6; n++) {
            int x = between(&r, -20, EDGE), y = between(&r, -20, EDGE), w = between(&r, 0, 40), h = between(&r, 0, 40);
            frame_want_colours(&s.frame, x, y, w, h);
            for (int v = 0; v < s.frame.height; v++)
                for (int u = 0; u < s.frame.width; u++)
                    asked[v][u] |= shares_square(u, x, w, s.frame.width) && shares_square(v, y, h, s.frame.height);
        }
        for (int v = 0; v < s.frame.height; v++)
            for (int u = 0; u < s.frame.width; u++) {
                assert_int_equal(is_made(&s, u, v), asked[v][u]);
                assert_int_equal(s.times[v * s.frame.width + u], asked[v][u]);
            }
    }
}

static void a_pixel_asked_for_is_there(void **state) {
    (void)state;
    static source s;
    unsigned r = 1;
    for (int round = 0; round < 400; round++) {
        begin(&s, between(&r, 1, EDGE), between(&r, 1, EDGE));
        for (int n = 0; n < 20; n++) {
            int x = between(&r, 0, s.frame.width - 1), y = between(&r, 0, s.frame.height - 1), wide = between(&r, 1, 9);
            size_t at = 3 * (size_t)(y * s.frame.width + x);
            const uint8_t *p = n % 2 ? frame_colour_at(&s.frame, x, y) : frame_glance_at(&s.frame, x, y);
            assert_ptr_equal(p, s.bgr + at);
            assert_true(is_made(&s, x, y));
            frame_glance_at_colours(&s.frame, x - 4, y - 4, wide, 5);
            for (int v = y - 4 > 0 ? y - 4 : 0; v <= y; v++)
                for (int u = x - 4 > 0 ? x - 4 : 0; u < x - 4 + wide && u < s.frame.width; u++) assert_true(is_made(&s, u, v));
        }
    }
}

// What is only glanced at costs its own pixels, and holds no square.
static void a_glance_makes_nothing_else(void **state) {
    (void)state;
    static source s;
    begin(&s, EDGE, EDGE);
    frame_glance_at(&s.frame, 33, 40);
    frame_glance_at(&s.frame, EDGE - 1, 3);
    int count = 0;
    for (int i = 0; i < EDGE * EDGE; i++) count += s.times[i];
    assert_int_equal(count, 3);  // a pair, and the last of an odd row
    assert_false(frame_holds_colour(&s.frame, 33, 40));
}

static void a_picture_that_is_all_there_is_left_alone(void **state) {
    (void)state;
    static source s;
    begin(&s, EDGE, EDGE);
    s.frame.colours = NULL;
    frame_want_colours(&s.frame, 0, 0, EDGE, EDGE);
    frame_glance_at_colours(&s.frame, 0, 0, EDGE, EDGE);
    assert_ptr_equal(frame_colour_at(&s.frame, 5, 6), s.bgr + 3 * (6 * EDGE + 5));
    for (int i = 0; i < EDGE * EDGE; i++) assert_int_equal(s.times[i], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_squares_are_made_once),
        cmocka_unit_test(a_pixel_asked_for_is_there),
        cmocka_unit_test(a_glance_makes_nothing_else),
        cmocka_unit_test(a_picture_that_is_all_there_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
