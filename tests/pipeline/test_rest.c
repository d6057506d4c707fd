// Which parts of a made-up picture are as they were: 4 x 4 tiles of 16 px, their changes written out by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/geom.h"
#include "pipeline/rest.h"

enum { TILE = 16, COLUMNS = 4, ROWS = 4, TILES = COLUMNS * ROWS };

typedef struct {
    uint8_t changed[TILES], moving[TILES];
    double stirred_s[TILES], settled_s[TILES];
    vision_changes changes;
    rest_map rest;
} picture;

// Ten seconds, in which nothing has moved since 2 s and which settled at 3 s.
static void begin(picture *p) {
    *p = (picture){0};
    for (int i = 0; i < TILES; i++) p->stirred_s[i] = 2, p->settled_s[i] = 3;
    p->changes = (vision_changes){.tile_px = TILE,
                                  .columns = COLUMNS,
                                  .rows = ROWS,
                                  .changed = p->changed,
                                  .moving = p->moving,
                                  .stirred_s = p->stirred_s,
                                  .settled_s = p->settled_s};
    assert_int_equal(rest_note(&p->rest, &p->changes, 10, NULL), STATUS_OK);
}

static bool lies_for(const picture *p, px_rect box, double expected_s) {
    return fabs(rest_lies_for_s(&p->rest, &p->changes, box, 10) - expected_s) < 1e-9;
}

// Of a box of four tiles an arm has passed over two at 8 s. Where the picture is what it was when it settled, at 3 s, nothing has come.
static void what_an_arm_passed_over_has_not_come(void **state) {
    (void)state;
    const px_rect box = {16, 16, 32, 32};
    picture p;
    begin(&p);
    assert_true(lies_for(&p, box, 8));
    for (int x = 1; x <= 2; x++) p.stirred_s[COLUMNS + x] = p.stirred_s[2 * COLUMNS + x] = 8;
    assert_true(fabs(rest_still_for_s(&p.changes, box, 10) - 2) < 1e-9);
    assert_true(lies_for(&p, box, 7));
    rest_finish(&p.rest);
}

// A base that comes changes all of its place: while a third of that is the same, it was there; with less, it came when the rest moved.
static void what_comes_changes_all_of_its_place(void **state) {
    (void)state;
    const px_rect box = {16, 16, 48, 16};  // three tiles
    picture p;
    begin(&p);
    for (int x = 1; x <= 2; x++) p.changed[COLUMNS + x] = 1, p.stirred_s[COLUMNS + x] = 8;
    assert_true(lies_for(&p, box, 8));
    p.changed[COLUMNS + 3] = 1, p.stirred_s[COLUMNS + 3] = 8;
    assert_true(lies_for(&p, box, 2));
    const px_rect mostly = {24, 16, 36, 16};  // half of the first tile is less than a third of it
    p.changed[COLUMNS + 1] = 0, p.stirred_s[COLUMNS + 1] = 2;
    assert_true(lies_for(&p, mostly, 2));
    rest_finish(&p.rest);
}

// Where a figure stood at 6 s, the picture that settled at 3 s may show that one, and another one may have been put down there that looks like it, or
// that one anew. One that had gone before is not in it.
static void another_figure_may_take_the_place(void **state) {
    (void)state;
    const px_rect box = {16, 16, 16, 16};
    picture p;
    begin(&p);
    p.stirred_s[COLUMNS + 1] = 8;
    rest_stands(&p.rest, &p.changes, (px_rect){20, 20, 8, 8}, NULL, 2.5);
    assert_true(lies_for(&p, box, 7));
    const uint8_t none[TILES] = {0};
    rest_stands(&p.rest, &p.changes, (px_rect){20, 20, 8, 8}, none, 6);
    assert_true(lies_for(&p, box, 7));
    rest_stands(&p.rest, &p.changes, (px_rect){20, 20, 8, 8}, NULL, 6);
    assert_true(lies_for(&p, box, 2));
    assert_true(lies_for(&p, (px_rect){32, 16, 16, 16}, 8));
    rest_finish(&p.rest);
}

static void nothing_lies_beyond_the_picture(void **state) {
    (void)state;
    picture p;
    begin(&p);
    assert_true(lies_for(&p, (px_rect){0, 0, 0, 0}, 0));
    assert_true(rest_still_for_s(&p.changes, (px_rect){0, 0, 0, 0}, 10) == 0);
    assert_true(lies_for(&p, (px_rect){48, 48, 16, 16}, 8));
    rest_finish(&p.rest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_arm_passed_over_has_not_come),
        cmocka_unit_test(what_comes_changes_all_of_its_place),
        cmocka_unit_test(another_figure_may_take_the_place),
        cmocka_unit_test(nothing_lies_beyond_the_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
