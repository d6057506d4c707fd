// Printed rim codes, looked at as pictures: every cell lies where docs/rim-code.md says, in its colour and at its size; by geometry written here
// anew.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rim_code.h"
#include "tests/calib/sheet_game.h"
#include "tests/calib/sheet_picture.h"

static const char figures[] =
    "{\"id\":\"A\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"marker\":{\"family\":\"rim\",\"id\":11}},"
    "{\"id\":\"B\",\"base\":{\"shape\":\"round\",\"diameter_mm\":60},\"marker\":{\"family\":\"rim\",\"id\":12,\"cells\":24}},"
    "{\"id\":\"C\",\"base\":{\"shape\":\"square\",\"width_mm\":20},\"marker\":{\"family\":\"rim\",\"id\":13}},"
    "{\"id\":\"D\",\"base\":{\"shape\":\"rect\",\"width_mm\":60,\"depth_mm\":100,\"top_inset_mm\":1},\"marker\":{\"family\":\"rim\",\"id\":14}},"
    "{\"id\":\"E\",\"base\":{\"shape\":\"square\",\"width_mm\":25},\"marker\":{\"family\":\"tag36h11\",\"id\":9,\"size_mm\":16}}";

static int level(const sheet_picture *s, double x_mm, double y_mm) { return s->gray[(int)(y_mm * PX_PER_MM) * s->width + (int)(x_mm * PX_PER_MM)]; }

// The middle of the band at share s of the way, seen on the sheet from the middle of the marker: right, down, in mm. The way starts upward of the
// middle, runs to the left, down the left side, to the right along the bottom, up the right side, and back to the left.
static void way(const print_item *item, double s, double *right, double *down) {
    double w = item->square.width_mm - 3, d = item->square.height_mm - 3, at = s * 2 * (w + d);
    if (item->rim.base.shape == BASE_ROUND) {
        *right = -w / 2 * sin(2 * PI * s), *down = -w / 2 * cos(2 * PI * s);
        return;
    }
    if (at < w / 2)
        *right = -at, *down = -d / 2;
    else if (at < w / 2 + d)
        *right = -w / 2, *down = at - w / 2 - d / 2;
    else if (at < w * 1.5 + d)
        *right = at - w - d, *down = d / 2;
    else if (at < w * 1.5 + 2 * d)
        *right = w / 2, *down = w * 1.5 + 1.5 * d - at;
    else
        *right = 2 * (w + d) - at, *down = -d / 2;
}

static void check_cells(const print_item *item, const sheet_picture *s) {
    double x = item->square.x_mm + item->square.width_mm / 2, y = item->square.y_mm + item->square.height_mm / 2;
    uint64_t word = rim_code_word(item->marker->cells, item->marker->id);
    for (int i = 0; i < 10 * item->marker->cells; i++) {
        double right, down, within = (i % 10 + 0.5) / 10;
        if (within < 0.2 || within > 0.8) continue;  // an edge between cells, blurred by drawing
        way(item, (i + 0.5) / (10 * item->marker->cells), &right, &down);
        bool light = word >> (i / 10) & 1;
        if (light != (level(s, x + right, y + down) > 120)) fail_msg("%s: cell %d is not %s", item->name, i / 10, light ? "light" : "dark");
    }
}

// Ink from edge to edge of the base's top, 3 mm wide, and paper beyond, but for the thin cut lines.
static void check_band(const print_item *item, const sheet_picture *s) {
    double middle = item->square.y_mm + item->square.height_mm / 2 + 0.05, left = item->square.x_mm;
    for (double mm = 0.2; mm < 2.8; mm += 0.1) assert_true(level(s, left + mm, middle) < 225);
    for (double mm = 0.2; mm < 1; mm += 0.1) assert_int_equal(level(s, left - mm, middle), 255);
    for (double mm = 3.2; mm < 4; mm += 0.1) assert_int_equal(level(s, left + mm, middle), 255);
}

static void sizes_are(const print_item *item, double width_mm, double depth_mm) {
    assert_true(fabs(item->square.width_mm - width_mm) < 1e-9 && fabs(item->square.height_mm - depth_mm) < 1e-9);
}

static void check_rims(const print_sheets *p, int sheet, const sheet_picture *s) {
    for (int i = 0; i < p->item_count; i++) {
        const print_item *item = &p->items[i];
        if (item->sheet != sheet || !item->rim.cells) continue;
        check_cells(item, s);
        check_band(item, s);
    }
}

static void every_cell_lies_where_it_is_specified(void **state) {
    (void)state;
    game *g = sheet_game(figures, "", "");
    for (print_paper paper = PAPER_A4; paper < PAPER_COUNT; paper++) {
        print_sheets p = sheet_layout(g, paper);
        assert_int_equal(p.item_count, 6);  // and the unit's
        sizes_are(&p.items[1], 25, 25);
        sizes_are(&p.items[2], 60, 60);
        sizes_are(&p.items[3], 20, 20);
        sizes_are(&p.items[4], 58, 98);  // of the sloped base the top
        assert_int_equal(p.items[5].rim.cells, 0);
        for (int sheet = 0; sheet < p.sheet_count - 1; sheet++) {
            sheet_picture s = sheet_draw(&p, sheet);
            check_rims(&p, sheet, &s);
            sheet_finish(&s);
        }
        print_finish(&p);
    }
    game_destroy(g);
}

static void rim_codes_are_in_their_units_paints(void **state) {
    (void)state;
    game *g = sheet_game(figures, "", "");
    print_sheets p = sheet_layout(g, PAPER_A4);
    assert_int_equal(p.items[1].rim.dark_rgb, 0x3b3a36);
    assert_int_equal(p.items[1].rim.light_rgb, 0xc9bfa3);
    // By OpenCV's weights the two paints are 58 and 191; drawn in RGB, of which the green is looked at here: 0x3a and 0xbf.
    sheet_picture s = sheet_draw(&p, p.items[1].sheet);
    double x = p.items[1].square.x_mm + 12.5, y = p.items[1].square.y_mm + 12.5, right, down;
    for (int i = 0; i < 48; i++) {
        way(&p.items[1], (i + 0.5) / 48, &right, &down);
        assert_int_equal(level(&s, x + right, y + down), rim_code_word(48, 11) >> i & 1 ? 0xbf : 0x3a);
    }
    sheet_finish(&s);
    print_finish(&p);
    game_destroy(g);
}

// A hundred of every kind: the sheets hold them all, apart from each other.
static void a_hundred_figures_fill_sheets_without_overlap(void **state) {
    (void)state;
    const size_t capacity = 30000;
    char *list = malloc(capacity), *at = list;
    assert_non_null(list);
    for (int i = 0; i < 100; i++)
        at += snprintf(at, capacity - (size_t)(at - list),
                       "%s{\"id\":\"f%d\",\"base\":{\"shape\":\"%s\",\"%s\":%d,\"depth_mm\":%d},\"marker\":{\"family\":\"rim\",\"id\":%d}}",
                       i ? "," : "", i, i % 2 ? "round" : "rect", i % 2 ? "diameter_mm" : "width_mm", 25 + i % 30, 25 + i % 70, i);
    game *g = sheet_game(list, "", "");
    print_sheets p = sheet_layout(g, PAPER_A4);
    assert_int_equal(p.item_count, 101);
    for (int i = 0; i < p.item_count; i++)
        for (int j = 0; j < i; j++) {
            const print_box *a = &p.items[i].slot, *b = &p.items[j].slot;
            assert_true(p.items[i].sheet != p.items[j].sheet || a->x_mm + a->width_mm <= b->x_mm || b->x_mm + b->width_mm <= a->x_mm ||
                        a->y_mm + a->height_mm <= b->y_mm || b->y_mm + b->height_mm <= a->y_mm);
        }
    for (int sheet = 0; sheet < p.sheet_count - 1; sheet++) {
        sheet_picture s = sheet_draw(&p, sheet);
        sheet_tag tags[64];
        check_rims(&p, sheet, &s);
        assert_int_equal(sheet_find_tags(&s, NULL, 0, tags, 64), sheet == 0);  // the unit's tag; no rim code is taken for one
        sheet_finish(&s);
    }
    print_finish(&p);
    game_destroy(g);
    free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_lies_where_it_is_specified),
        cmocka_unit_test(rim_codes_are_in_their_units_paints),
        cmocka_unit_test(a_hundred_figures_fill_sheets_without_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
