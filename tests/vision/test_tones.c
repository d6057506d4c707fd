// Paper and ink are learned from printed markers as the picture shows them: by any lamp, with a shadow or a hand over some of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "vision/tones.h"

enum { WIDTH = 400, HEIGHT = 300, EDGE = 80, CELLS = 8, MARKERS = 4 };

typedef struct {
    uint8_t bgr[WIDTH * HEIGHT * 3], gray[WIDTH * HEIGHT];
    frame frame;
    tag_sighting tags[MARKERS];
    vision *vision;
} picture;

static void fill(picture *p, int x0, int y0, int width, int height, const uint8_t c[3]) {
    for (int y = y0; y < y0 + height; y++)
        for (int x = x0; x < x0 + width; x++) memcpy(&p->bgr[(y * WIDTH + x) * 3], c, 3);
}

// Four markers whose black border is one cell wide, with white around it; green ground.
static void make(picture *p, const uint8_t paper[3], const uint8_t ink[3]) {
    static const uint8_t ground[3] = {40, 120, 60};
    const int cell = EDGE / CELLS;
    vision_options o = vision_default_options();
    fault fault;
    memset(p, 0, sizeof *p);
    assert_int_equal(vision_create(&o, &p->vision, &fault), STATUS_OK);
    fill(p, 0, 0, WIDTH, HEIGHT, ground);
    for (int i = 0; i < MARKERS; i++) {
        int x = 50 + i % 2 * 200, y = 40 + i / 2 * 130;
        fill(p, x - cell, y - cell, EDGE + 2 * cell, EDGE + 2 * cell, paper);
        fill(p, x, y, EDGE, EDGE, ink);
        fill(p, x + cell, y + cell, EDGE - 2 * cell, EDGE - 2 * cell, paper);
        tag_sighting *t = &p->tags[i];
        strcpy(t->family, "tag36h11");
        double left = x - 0.5, right = x + EDGE - 0.5, top = y - 0.5, bottom = y + EDGE - 0.5;
        t->corner[0] = (px2){left, bottom}, t->corner[1] = (px2){right, bottom}, t->corner[2] = (px2){right, top}, t->corner[3] = (px2){left, top};
    }
    p->frame = (frame){.width = WIDTH, .height = HEIGHT, .bgr = p->bgr, .bgr_stride = WIDTH * 3, .gray = p->gray, .gray_stride = WIDTH};
}

static vision_tones learn(picture *p, int markers) {
    vision_tones t;
    vision_learn_tones(p->vision, &p->frame, p->tags, markers, &t);
    return t;
}

static void expect_tones(const vision_tones *t, const uint8_t paper[3], const uint8_t ink[3]) {
    assert_true(t->known);
    for (int k = 0; k < 3; k++) {
        assert_float_equal(t->paper[k], paper[k], 0.5);
        assert_float_equal(t->ink[k], ink[k], 0.5);
    }
}

static void a_warm_lamp_is_balanced(void **state) {
    (void)state;
    static picture p;
    const uint8_t paper[3] = {110, 190, 240}, ink[3] = {18, 30, 38};
    make(&p, paper, ink);
    vision_tones t = learn(&p, MARKERS);
    expect_tones(&t, paper, ink);
    double factor[3], black = tones_black(&t);
    assert_float_equal(black, 0, 1e-9);  // ink is as dark beside paper as ever
    tones_balance(&t, factor);
    assert_float_equal(factor[0] * 110, factor[1] * 190, 1e-6);
    assert_float_equal(factor[1] * 190, factor[2] * 240, 1e-6);
    vision_destroy(p.vision);
}

static void one_marker_under_a_hand_does_not_matter(void **state) {
    (void)state;
    static picture p;
    const uint8_t paper[3] = {220, 220, 220}, ink[3] = {30, 30, 30}, skin[3] = {120, 150, 210};
    make(&p, paper, ink);
    fill(&p, 30, 20, 120, 75, skin);   // most of the first
    fill(&p, 230, 20, 60, 120, skin);  // half of the second
    vision_tones t = learn(&p, MARKERS);
    expect_tones(&t, paper, ink);
    vision_destroy(p.vision);
}

static void glare_lifts_black(void **state) {
    (void)state;
    static picture p;
    const uint8_t paper[3] = {200, 200, 200}, ink[3] = {100, 100, 100};
    make(&p, paper, ink);
    vision_tones t = learn(&p, MARKERS);
    double black = tones_black(&t), share = (100 - black) / (200 - black);
    assert_true(black > 40 && black < 100);
    assert_true(share > 0.1 && share < 0.3);  // what is left of ink beside paper is usual
    vision_destroy(p.vision);
}

static void where_light_falls_off_paper_is_darker(void **state) {
    (void)state;
    static picture p;
    const uint8_t paper[3] = {220, 220, 220}, ink[3] = {30, 30, 30};
    make(&p, paper, ink);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        for (int k = 0; k < 3; k++) p.bgr[3 * i + k] = (uint8_t)(p.bgr[3 * i + k] * (1 - 0.6 * (i % WIDTH) / WIDTH));
    vision_tones t = learn(&p, MARKERS);
    double left = tones_paper_at(&t, (px2){90, 150}), right = tones_paper_at(&t, (px2){290, 150});
    assert_true(left > 1.3 * right);
    assert_true(right >= 220 * (1 - 0.6 * 290 / WIDTH));  // never less than it is
    t = learn(&p, 2);
    assert_true(isinf(tones_paper_at(&t, (px2){90, 150})));  // two tell of no slope across them
    vision_destroy(p.vision);
}

static void burnt_out_paper_is_told_by_its_ink(void **state) {
    (void)state;
    static picture p;
    const uint8_t full[3] = {255, 255, 255}, warm[3] = {200, 255, 255}, ink[3] = {80, 80, 80};
    make(&p, full, ink);
    vision_tones t = learn(&p, MARKERS);
    assert_float_equal(vision_burnt_ink(&t), 80, 0.5);
    vision_destroy(p.vision);
    make(&p, warm, ink);  // its blue still tells how light it is
    t = learn(&p, MARKERS);
    assert_true(vision_burnt_ink(&t) == 0);
    t.known = false;
    assert_true(vision_burnt_ink(&t) == 0);
    vision_destroy(p.vision);
}

static void what_is_no_print_tells_nothing(void **state) {
    (void)state;
    static picture p;
    const uint8_t mud[3] = {60, 70, 80}, red[3] = {5, 10, 240}, ink[3] = {4, 5, 30};
    double factor[3];
    make(&p, mud, mud);
    vision_tones t = learn(&p, MARKERS);
    assert_false(t.known);
    tones_balance(&t, factor);
    assert_true(factor[0] == 1 && factor[1] == 1 && factor[2] == 1);
    assert_true(tones_black(&t) == 0);
    vision_destroy(p.vision);
    make(&p, red, ink);  // no lamp
    t = learn(&p, MARKERS);
    assert_false(t.known);
    for (int i = 0; i < MARKERS; i++)
        for (int k = 0; k < 4; k++) p.tags[i].corner[k].u += 1e4;  // outside of the picture
    t = learn(&p, MARKERS);
    assert_false(t.known);
    t = learn(&p, 0);
    assert_false(t.known);
    vision_destroy(p.vision);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_warm_lamp_is_balanced),
                                       cmocka_unit_test(one_marker_under_a_hand_does_not_matter),
                                       cmocka_unit_test(glare_lifts_black),
                                       cmocka_unit_test(where_light_falls_off_paper_is_darker),
                                       cmocka_unit_test(burnt_out_paper_is_told_by_its_ink),
                                       cmocka_unit_test(what_is_no_print_tells_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
