// Front marks: bases drawn here, each with a rim, a mark at a known side and a figure over a part of it; which side shows the mark is asked back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "core/geom.h"
#include "vision/bases/marks.h"

#define MM IN_PER_MM

enum { SIDE = 120 };
static const double px_per_mm = 2;
static uint8_t bgr[SIDE * SIDE * 3];
static const frame picture = {.width = SIDE, .height = SIDE, .bgr = bgr, .bgr_stride = SIDE * 3};

// Straight down on a table of 60 mm by 60 mm, y up.
static px2 to_px(const void *context, vec3 at) {
    (void)context;
    return (px2){at.x / MM * px_per_mm - 0.5, SIDE - at.y / MM * px_per_mm - 0.5};
}
static vec2 to_table(const void *context, px2 at, double z) {
    (void)context, (void)z;
    return (vec2){(at.u + 0.5) / px_per_mm * MM, (SIDE - at.v - 0.5) / px_per_mm * MM};
}

static vision_view view_of(void) {
    vision_view v = {.to_px = to_px, .to_table = to_table, .width_in = 60 * MM, .depth_in = 60 * MM};
    v.tones.known = true;
    for (int k = 0; k < 3; k++) v.tones.paper[k] = 220, v.tones.ink[k] = 20;
    return v;
}

// Shares of white paper.
static const float red[3] = {0.1F, 0.1F, 0.7F}, black[3] = {0.05F, 0.05F, 0.05F}, white[3] = {0.95F, 0.95F, 0.95F}, moss[3] = {0.2F, 0.4F, 0.3F};

// A base of 30 mm in the middle, facing heading; its mark `turn` further round, or none (NAN); a figure's disc of steel at the middle and, where
// `cover` is a number, another one over the rim in that direction.
static void draw(bool round, double heading, double turn, const float *mark, double cover) {
    static const float steel[3] = {0.6F, 0.6F, 0.6F};
    for (int v = 0; v < SIDE; v++) {
        for (int u = 0; u < SIDE; u++) {
            vec2 at = vec2_rotate(vec2_sub(vec2_scale(to_table(NULL, (px2){u, v}, 0), 1 / MM), (vec2){30, 30}), -heading);
            double inside = round ? 15 - vec2_length(at) : 15 - fmax(fabs(at.x), fabs(at.y));
            const float *c = inside < 0 ? moss : inside < 3 ? red : moss;
            if (isfinite(turn)) {
                vec2 m = vec2_rotate(at, -turn);
                if (m.x > 12 && m.x < 15 && fabs(m.y) < 1.5 && inside > 0) c = mark;
            }
            if (vec2_length(at) < 7) c = steel;
            if (isfinite(cover) && vec2_distance(vec2_rotate(at, -cover), (vec2){13, 0}) < 5) c = steel;
            for (int k = 0; k < 3; k++) bgr[(v * SIDE + u) * 3 + k] = (uint8_t)lround((double)(20 + 200 * c[k]));
        }
    }
}

static supposed_base base_of(bool round, double heading) { return (supposed_base){{30 * MM, 30 * MM}, 0, heading, 30 * MM, 30 * MM, round}; }

static int best_of(const float log_odds[4]) {
    int best = 0;
    for (int q = 1; q < 4; q++)
        if (log_odds[q] > log_odds[best]) best = q;
    return best;
}

static void the_side_with_the_mark_is_told(void **state) {
    (void)state;
    const vision_view view = view_of();
    const float *const marks[] = {white, black, moss};
    for (int round = 0; round < 2; round++) {
        for (int m = 0; m < 3; m++) {
            for (int q = 0; q < 4; q++) {
                double heading = 0.3 + 0.7 * m;
                float said[4], turn[4];
                draw(round, heading, q * PI / 2, marks[m], NAN);
                supposed_base b = base_of(round, heading);
                assert_true(marks_weigh(&picture, &view, &b, red, marks[m], said, turn));
                assert_int_equal(best_of(said), q);
                for (int k = 0; k < 4; k++) assert_true(k == q ? said[k] > 5 : said[k] < 0);  // all of it is there; elsewhere the rim's paint is
                assert_true(fabs((double)turn[q]) < 0.1);
            }
        }
    }
}

// A round base is looked at from any heading: where its mark is is told beside which quarter.
static void a_round_base_is_turned_to_its_mark(void **state) {
    (void)state;
    const vision_view view = view_of();
    for (int i = -3; i <= 3; i++) {
        float said[4], turn[4];
        double off = 0.2 * i;
        draw(true, 1, off, white, NAN);
        supposed_base b = base_of(true, 1);
        assert_true(marks_weigh(&picture, &view, &b, red, white, said, turn));
        assert_int_equal(best_of(said), 0);
        assert_true(fabs((double)turn[0] - off) < 0.08);  // two steps of the search's 5 degrees are 0.17
    }
}

// What a figure covers says nothing for its side, and nothing against it.
static void a_covered_side_is_left_open(void **state) {
    (void)state;
    const vision_view view = view_of();
    float said[4], turn[4];
    supposed_base b = base_of(false, 0.4);
    draw(false, 0.4, PI, black, PI);  // the mark is behind, under a figure
    assert_true(marks_weigh(&picture, &view, &b, red, black, said, turn));
    assert_true(fabs((double)said[2]) < 1);
    for (int q = 0; q < 4; q++) assert_true(q == 2 || said[q] < -5);
    draw(false, 0.4, NAN, black, NAN);  // no mark at all
    assert_true(marks_weigh(&picture, &view, &b, red, black, said, turn));
    for (int q = 0; q < 4; q++) assert_true(said[q] < -5);
}

static void what_cant_be_seen_is_said(void **state) {
    (void)state;
    const vision_view view = view_of();
    float said[4], turn[4];
    supposed_base b = base_of(false, 0);
    b.at.x = 1e6;
    assert_false(marks_weigh(&picture, &view, &b, red, white, said, turn));
    b.at.x = NAN;
    assert_false(marks_weigh(&picture, &view, &b, red, white, said, turn));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_side_with_the_mark_is_told),
        cmocka_unit_test(a_round_base_is_turned_to_its_mark),
        cmocka_unit_test(a_covered_side_is_left_open),
        cmocka_unit_test(what_cant_be_seen_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
