// Front marks: bases drawn here, each with a rim, a mark at a known side and a figure over a part of it; where the mark is is asked back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "core/geom.h"
#include "tests/vision/above.h"
#include "vision/bases/rims.h"

#define MM IN_PER_MM

enum { SIDE = 120 };
static const above_camera camera = {SIDE, 2};
static uint8_t bgr[SIDE * SIDE * 3];
static const frame picture = {.width = SIDE, .height = SIDE, .bgr = bgr, .bgr_stride = SIDE * 3};

// Shares of white paper.
static const float red[3] = {0.1F, 0.1F, 0.7F}, black[3] = {0.05F, 0.05F, 0.05F}, white[3] = {0.95F, 0.95F, 0.95F}, moss[3] = {0.2F, 0.4F, 0.3F};

// A base of 30 mm in the middle, facing heading; its mark `turn` further round, or none (NAN); a figure's disc of steel at the middle and, where
// `cover` is a number, another one over the rim in that direction, of cover_mm.
static void draw(bool round, double heading, double turn, const float *mark, double cover, double cover_mm) {
    static const float steel[3] = {0.6F, 0.6F, 0.6F};
    for (int v = 0; v < SIDE; v++) {
        for (int u = 0; u < SIDE; u++) {
            vec2 at = vec2_rotate(vec2_sub(above_mm(&camera, (px2){u, v}), (vec2){30, 30}), -heading);
            double inside = round ? 15 - vec2_length(at) : 15 - fmax(fabs(at.x), fabs(at.y));
            const float *c = inside < 0 ? moss : inside < 3 ? red : moss;
            if (isfinite(turn)) {
                vec2 m = vec2_rotate(at, -turn);
                if (m.x > 12 && m.x < 15 && fabs(m.y) < 1.5 && inside > 0) c = mark;
            }
            if (vec2_length(at) < 7) c = steel;
            if (isfinite(cover) && vec2_distance(vec2_rotate(at, -cover), (vec2){13, 0}) < cover_mm) c = steel;
            for (int k = 0; k < 3; k++) bgr[(v * SIDE + u) * 3 + k] = above_code((double)c[k]);
        }
    }
}

static uint32_t rgb_of(const float *c) {
    uint32_t rgb = 0;
    for (int k = 0; k < 3; k++) rgb |= (uint32_t)lroundf(255 * c[k]) << (8 * k);
    return rgb;
}

static rim_look look_at(rim_reader *r, bool round, double heading, uint32_t mark_rgb) {
    const vision_view view = above_view(&camera);
    marked_rim rim = {{{30 * MM, 30 * MM}, 0, heading, 30 * MM, 30 * MM, round}, rgb_of(red), mark_rgb};
    static rim_look out;
    assert_int_equal(rim_reader_look(r, &picture, &view, &rim, 1, NULL, &out, NULL), STATUS_OK);
    return out;
}

// Chances sum to 1, and 30 mm of base have 94.2 or 120 mm of rim: columns of 0.8 mm, to the next multiple of four.
static void check_form(const rim_look *l, bool round) {
    double sum = (double)l->none;
    assert_int_equal(l->columns % 4, 0);
    assert_true(fabs(0.8 * l->columns - (round ? 94.2 : 120)) <= 1.6 + 1e-6);
    for (int k = 0; k < l->columns; k++) sum += (double)l->mark[k];
    assert_true(fabs(sum - 1) < 1e-4);
}

static double chance_about(const rim_look *l, double turn_rad) {
    double sum = 0;
    for (int k = 0; k < l->columns; k++)
        if (fabs(angle_difference(2 * PI * k / l->columns, turn_rad)) < 8 * RAD_PER_DEG) sum += (double)l->mark[k];
    return sum;
}

static int prepare(void **state) {
    fault f;
    return rim_reader_create((rim_reader **)state, &f) == STATUS_OK ? 0 : -1;
}

static int clear(void **state) {
    rim_reader_destroy(*state);
    return 0;
}

static void the_side_with_the_mark_is_told(void **state) {
    const float *const marks[] = {white, black, moss};
    for (int round = 0; round < 2; round++) {
        for (int m = 0; m < 3; m++) {
            for (int q = 0; q < 4; q++) {
                double heading = 0.3 + 0.7 * m;
                draw(round, heading, q * PI / 2, marks[m], NAN, 0);
                rim_look l = look_at(*state, round, heading, rgb_of(marks[m]));
                check_form(&l, round);
                assert_true(chance_about(&l, q * PI / 2) > 0.9);
            }
        }
    }
}

// A round base is looked at from any heading.
static void the_mark_of_a_round_base_is_anywhere(void **state) {
    for (int i = 0; i < 9; i++) {
        double off = 0.7 * i;
        draw(true, 1, off, white, NAN, 0);
        rim_look l = look_at(*state, true, 1, rgb_of(white));
        assert_true(chance_about(&l, off) > 0.9);
    }
}

// A game file may leave the mark's paint out: the rim tells where another paint is.
static void paints_need_not_be_stated(void **state) {
    for (int q = 0; q < 4; q++) {
        draw(false, 0.4, q * PI / 2, white, NAN, 0);
        rim_look l = look_at(*state, false, 0.4, NO_COLOUR);
        assert_true(chance_about(&l, q * PI / 2) > 0.8);
    }
}

// Of a mark under a figure the open sides say that it is not there; where two sides are covered, neither is told.
static void a_covered_side_is_left_open(void **state) {
    draw(false, 0.4, PI, black, PI, 5);  // the mark is behind
    rim_look l = look_at(*state, false, 0.4, rgb_of(black));
    assert_true(chance_about(&l, PI) + (double)l.none > 0.9);
    draw(false, 0.4, PI, black, 0.75 * PI, 12);  // left and behind
    l = look_at(*state, false, 0.4, rgb_of(black));
    assert_true(chance_about(&l, PI) < 0.9 && chance_about(&l, PI / 2) < 0.9);
    assert_true(chance_about(&l, 0) < 0.1 && chance_about(&l, -PI / 2) < 0.1);
    draw(false, 0.4, 0, black, PI, 5);  // in front, and something else behind
    l = look_at(*state, false, 0.4, rgb_of(black));
    assert_true(chance_about(&l, 0) > 0.9);
}

static void what_cant_be_seen_is_said(void **state) {
    const vision_view view = above_view(&camera);
    marked_rim rims[3] = {{{{1e6, 30 * MM}, 0, 0, 30 * MM, 30 * MM, false}, rgb_of(red), NO_COLOUR},
                          {{{NAN, 30 * MM}, 0, 0, 30 * MM, 30 * MM, false}, rgb_of(red), NO_COLOUR},
                          {{{30 * MM, 30 * MM}, 0, 0, 30 * MM, 30 * MM, false}, rgb_of(red), NO_COLOUR}};
    static rim_look out[3];
    draw(false, 0, 0, white, NAN, 0);
    assert_int_equal(rim_reader_look(*state, &picture, &view, rims, 3, NULL, out, NULL), STATUS_OK);
    assert_int_equal(out[0].columns, 0);
    assert_int_equal(out[1].columns, 0);
    assert_true(out[2].columns > 0 && chance_about(&out[2], 0) > 0.5);
    const double odd[] = {0, -1, NAN, 1e9};
    for (int i = 0; i < 4; i++) {
        rims[0].base = (supposed_base){{30 * MM, 30 * MM}, 0, 0, odd[i], odd[i], i % 2};
        assert_int_equal(rim_reader_look(*state, &picture, &view, rims, 1, NULL, out, NULL), STATUS_OK);
        assert_int_equal(out[0].columns, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_side_with_the_mark_is_told), cmocka_unit_test(the_mark_of_a_round_base_is_anywhere),
        cmocka_unit_test(paints_need_not_be_stated),      cmocka_unit_test(a_covered_side_is_left_open),
        cmocka_unit_test(what_cant_be_seen_is_said),
    };
    return cmocka_run_group_tests(tests, prepare, clear);
}
