// Unpainted bases on random tables: bright and dark coverings on any ground, in blocks, open order and crowds, among dice, tokens and rulers; how
// many are found, how well they are placed, and whether the stated errors hold the truth.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/field.h"

enum { FOUND_MAX = 1024, FIRST_SEED = 3301 };

static void search(field *f, const px_rect *where, int where_count, const expected_base *expected, int expected_count, base_list *found) {
    assert_int_equal(vision_find_bases(f->table.vision, &f->table.frame, &f->table.view, f->table.kinds, f->table.kind_count, where, where_count,
                                       expected, expected_count, found),
                     STATUS_OK);
}

static field_tally search_tables(field_options o, int tables) {
    field_tally t = {0};
    for (int i = 0; i < tables; i++) {
        static field f;
        static base_sighting at[FOUND_MAX];
        base_list found = {at, 0, FOUND_MAX};
        o.seed = (uint32_t)(FIRST_SEED + i);
        field_make(&f, o);
        search(&f, NULL, 0, NULL, 0, &found);
        field_count(&f, &found, &t);
        field_free(&f);
    }
    return t;
}

static void expect(const field_tally *t, double least_found, int most_strange, double most_mm, const char *why) {
    double found = t->found / fmax(t->bases, 1), mm = sqrt(t->mm2 / fmax(t->sigmas, 1)), place = t->inside / fmax(t->sigmas, 1);
    print_message("%s: %d of %d found, %d strange in %d pictures, %.3f mm, %.1f %% held by the 95 %% ellipse\n", why, t->found, t->bases,
                  t->is_unregistered, t->pictures, mm, 100 * place);
    assert_true(found >= least_found);
    assert_true(t->is_unregistered <= most_strange);
    assert_true(mm <= most_mm);
    assert_true(place >= 0.92 && place <= 0.98);
}

static void a_camera_of_1080_lines_finds_coverings_of_all_kinds(void **state) {
    (void)state;
    field_tally t = search_tables((field_options){.camera = FIELD_1080, .bare = true}, 6);
    expect(&t, 0.93, 2, 0.7, "1080 lines");
}

static void twelve_megapixels_with_tall_figures(void **state) {
    (void)state;
    field_tally t = search_tables((field_options){.camera = FIELD_12MP, .bare = true, .tall = true}, 10);
    expect(&t, 0.95, 1, 0.3, "12 MP, tall figures");
}

static void what_lies_about_is_no_base(void **state) {
    (void)state;
    field_tally t = search_tables((field_options){.camera = FIELD_12MP, .bare = true, .empty = true}, 10);
    print_message("on empty tables: %d strange in %d pictures\n", t.is_unregistered, t.pictures);
    assert_true(10 * t.is_unregistered <= t.pictures);
}

// One base that was seen a moment ago needs no others of its kind about it, as the first time.
static void one_base_is_followed(void **state) {
    (void)state;
    static field f;
    base_sighting one[4];
    base_list found = {one, 0, 4};
    field_make(&f, (field_options){.camera = FIELD_12MP, .bare = true, .seed = FIRST_SEED});
    int clearest = 0;
    for (int i = 0; i < f.table.game->figure_count; i++)
        if (f.visible[i] > f.visible[clearest]) clearest = i;
    pose truth;
    assert_true(render_figure_pose(&f.table.scene, clearest, &truth));
    expected_base e = {f.table.kind_of[clearest], {vec2_add(truth.at, (vec2){0.04, -0.03}), truth.heading_rad + 0.03, 0, 0}};
    px_rect nowhere = {0, 0, 0, 0};
    search(&f, &nowhere, 0, &e, 1, &found);
    assert_int_equal(found.count, 1);
    assert_true(vec2_distance(one[0].pose.at, truth.at) < 0.5 * IN_PER_MM);
    field_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_camera_of_1080_lines_finds_coverings_of_all_kinds),
        cmocka_unit_test(twelve_megapixels_with_tall_figures),
        cmocka_unit_test(what_lies_about_is_no_base),
        cmocka_unit_test(one_base_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
