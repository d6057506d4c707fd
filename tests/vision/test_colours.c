// A reader of colours asks for them first. A picture with colours only where they were asked for, and wrong ones elsewhere, gives the same results as
// the picture with all colours.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/same_pose.h"
#include "tests/vision/field.h"
#include "vision/occluders.h"

enum { FOUND_MAX = 1024 };

// A table's picture with colours still to be made, for eyes of its own.
typedef struct {
    frame_colours colours;  // first: what make is given
    const frame *whole;
    frame frame;
    uint8_t *bgr, *made;
    vision *vision;
} unmade;

static void make(frame_colours *c, int x, int y, int width, int height) {
    const unmade *u = (unmade *)c;
    for (int v = y; v < y + height; v++) {
        size_t at = (size_t)v * u->whole->bgr_stride + 3 * (size_t)x;
        memcpy(u->bgr + at, u->whole->bgr + at, 3 * (size_t)width);
    }
}

static void unmade_make(unmade *u, const frame *whole) {
    size_t squares = (size_t)frame_squares(whole->width) * (size_t)frame_squares(whole->height);
    vision_options o = vision_default_options();
    *u = (unmade){.whole = whole, .bgr = malloc(whole->bgr_stride * (size_t)whole->height), .made = malloc(squares)};
    assert_true(u->bgr && u->made && vision_create(&o, &u->vision, NULL) == STATUS_OK);
    u->colours = (frame_colours){make, u->made, frame_squares(whole->width)};
}

static void unmade_free(unmade *u) {
    free(u->bgr);
    free(u->made);
    vision_destroy(u->vision);
}

// The picture as it is now, of which no colour was asked for yet.
static const frame *unmade_next(unmade *u, int wrong) {
    memset(u->made, 0, (size_t)frame_squares(u->whole->width) * (size_t)frame_squares(u->whole->height));
    memset(u->bgr, wrong, u->whole->bgr_stride * (size_t)u->whole->height);
    u->frame = *u->whole;
    u->frame.bgr = u->bgr, u->frame.colours = &u->colours;
    return &u->frame;
}

static void assert_same(const base_list *a, const base_list *b) {
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const base_sighting *p = &a->at[i], *q = &b->at[i];
        assert_true(same_pose(p->pose, q->pose));
        assert_true(p->rim_rgb == q->rim_rgb && p->px.u == q->px.u && p->px.v == q->px.v && p->score == q->score);
    }
}

// Light from one side, so uneven that bases are sought in a copy of the picture.
static void shade(test_table *t) {
    for (int i = 0; i < t->frame.width * t->frame.height; i++)
        for (int k = 0; k < 3; k++) t->bgr[3 * i + k] = (uint8_t)(t->bgr[3 * i + k] * (0.5 + 0.5 * (i % t->frame.width) / t->frame.width));
    render_gray(t->bgr, t->frame.width, t->frame.height, t->gray);
}

static void follow_both(test_table *t, unmade *u, int wrong) {
    static base_sighting at[2][FOUND_MAX];
    static expected_base expected[FOUND_MAX];
    base_list found = {at[0], 0, FOUND_MAX}, again = {at[1], 0, FOUND_MAX};
    const frame *f = unmade_next(u, wrong);
    int n = table_expect(t, 5, expected);
    assert_int_equal(vision_follow_paint(t->vision, &t->frame, &t->view, t->kinds, t->kind_count, expected, n, &found), STATUS_OK);
    assert_int_equal(vision_follow_paint(u->vision, f, &t->view, t->kinds, t->kind_count, expected, n, &again), STATUS_OK);
    assert_same(&found, &again);
    assert_true(found.count > 10);  // else nothing is compared
}

static void bases_are_followed_alike(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        static field f;
        unmade u;
        field_make(&f, (field_options){.camera = FIELD_1080, .seed = (uint32_t)(301 + i)});
        unmade_make(&u, &f.table.frame);
        follow_both(&f.table, &u, 255);
        shade(&f.table);
        follow_both(&f.table, &u, 90);
        unmade_free(&u);
        field_free(&f);
    }
}

// Something skin-coloured that reaches in from the left, farther each time.
static void reach_in(test_table *t, int step) {
    for (int v = 500; v < 590; v++)
        for (int u = 0; u < 300 + 37 * step; u++) memcpy(t->bgr + 3 * (v * t->frame.width + u), (uint8_t[]){120, 150, 200}, 3);
    render_gray(t->bgr, t->frame.width, t->frame.height, t->gray);
}

static void look_for_foreign(vision *v, const frame *f, const vision_view *view, occluder_list *out) {
    vision_changes c;
    assert_int_equal(vision_watch(v, f, &c), STATUS_OK);
    assert_int_equal(vision_find_occluders(v, f, &c, view, NULL, 0, out), STATUS_OK);
}

static void hands_are_found_alike(void **state) {
    (void)state;
    static field f;
    static occluder_list found, again;
    unmade u;
    field_make(&f, (field_options){.camera = FIELD_1080, .seed = 301});
    unmade_make(&u, &f.table.frame);
    for (int step = 0; step < 8; step++) {
        if (step > 1) reach_in(&f.table, step);
        f.table.frame.t_s = 0.1 * step;
        look_for_foreign(f.table.vision, &f.table.frame, &f.table.view, &found);
        look_for_foreign(u.vision, unmade_next(&u, 40 * step), &f.table.view, &again);
        assert_int_equal(found.count, again.count);
        assert_true(step < 2 || found.count > 0);
        assert_memory_equal(found.region_of, again.region_of, (size_t)found.columns * (size_t)found.rows);
    }
    unmade_free(&u);
    field_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bases_are_followed_alike), cmocka_unit_test(hands_are_found_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
