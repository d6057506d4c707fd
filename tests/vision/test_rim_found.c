// Rim codes of few cells in blurred pictures of 0.9 px/mm: the networks find the bases, their cells are read there, and a unit's bases name each
// other. A block of another game's bases gets no name at all.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/rim_field.h"
#include "vision/codes/codes.h"

enum { FILES = 5, RANKS = 3, BASES = FILES * RANKS, FIELDS = 6, FOUND_MAX = 256, UNIT = 20 };
#define PX_PER_IN 23.0

typedef struct {
    bool round, strange;  // strange: words of figures that the game hasn't
    int cells;
    double mm, blur_px;
    uint64_t seed;
    bool loose;   // skirmishers, an inch and a half apart, that face anyhow
    bool told;    // the networks look at a corner alone; where the bases stand is told, to 0.4 mm
    int threads;  // 0: one
} block;

typedef struct {
    int read, wrong, bases;
    double mm2;
} tally;

static const uint32_t grounds[] = {0x5a6a3c, 0x4a4a50, 0x8a6a45, 0xe4e8ee, 0x6b5f48};  // grass, mat, wood, snow, mud
static const double textures[] = {0.35, 0.05, 0.15, 0.05, 0.3};
static occluder_book book;

static void place_block(const block *b, rim_field *f, field_base *out) {
    double pitch = (b->mm + (b->loose ? 38 : 0.6)) * IN_PER_MM, heading = (2 * field_random(f) - 1) * PI;
    vec2 middle = {f->width / PX_PER_IN / 2, f->height / PX_PER_IN / 2};
    for (int i = 0; i < BASES; i++) {
        vec2 site = {(RANKS / 2 - i / FILES) * pitch, (FILES / 2 - i % FILES) * pitch};
        out[i] = (field_base){.base = {b->round ? BASE_ROUND : BASE_SQUARE, b->mm * IN_PER_MM, b->mm * IN_PER_MM, 3 * IN_PER_MM, 0},
                              .cells = b->cells,
                              .id = i + (b->strange ? UNIT : 0),
                              .dark_rgb = 0x3b3a36,
                              .light_rgb = 0xc9bfa3};
        out[i].pose.at = vec2_add(middle, vec2_rotate(site, heading));
        out[i].pose.heading_rad = angle_wrap(heading + (b->loose ? 2 * PI : 0.03) * (field_random(f) - 0.5));
        out[i].hider = i % 4 == 0 ? NULL : &book.at[(int)(field_random(f) * book.count)];
        out[i].hider_turn_rad = 2 * PI * field_random(f);
        out[i].hider_scale = 0.7 * b->mm / 25;
    }
}

static void compare(const field_base *bases, const base_list *found, bool strange, tally *t) {
    for (int k = 0; k < found->count; k++) {
        const base_sighting *s = &found->at[k];
        if (s->figure < 0) continue;
        const field_base *b = strange || s->figure >= BASES ? NULL : &bases[s->figure];
        double off = b ? vec2_distance(s->pose.at, b->pose.at) : INFINITY;
        if (off < 2 * IN_PER_MM && fabs(angle_difference(s->pose.heading_rad, b->pose.heading_rad)) < 0.1)
            t->read++, t->mm2 += off * off / (IN_PER_MM * IN_PER_MM);
        else
            t->wrong++;
    }
    t->bases += BASES;
}

// Bases of the kind, seen by other means and not read.
static int tell(rim_field *f, const field_base *bases, expected_rim *out) {
    for (int i = 0; i < BASES; i++) {
        vec2 off = {(0.8 * field_random(f) - 0.4) * IN_PER_MM, (0.8 * field_random(f) - 0.4) * IN_PER_MM};
        out[i] = (expected_rim){.figure = -1, .unread = true, .pose = {vec2_add(bases[i].pose.at, off), bases[i].pose.heading_rad, 0.012, 0.02}};
    }
    return BASES;
}

static tally read_blocks(const block *b) {
    static base_sighting at[FOUND_MAX];
    tally t = {0};
    vision *v;
    fault fault = {""};
    vision_options o = vision_default_options();
    if (b->threads) o.threads = b->threads;
    rim_coded_id ids[UNIT];
    field_base bases[BASES];
    rim_field f;
    if (vision_create(&o, &v, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    for (int i = 0; i < UNIT; i++) ids[i] = (rim_coded_id){i, i, 0};
    base shape = {b->round ? BASE_ROUND : BASE_SQUARE, b->mm * IN_PER_MM, b->mm * IN_PER_MM, 3 * IN_PER_MM, 0};
    rim_coded_kind kind = {shape, 0, b->cells, 0x3b3a36, 0xc9bfa3, ids, UNIT};
    int size = (int)(1.9 * FILES * (b->mm + (b->loose ? 38 : 0)) * IN_PER_MM * PX_PER_IN);
    rim_field_make(&f, size, size, PX_PER_IN);
    f.dice ^= b->seed * 0x9e3779b97f4a7c15ull;
    f.blur_px = b->blur_px;
    for (int k = 0; k < FIELDS; k++) {
        base_list found = {at, 0, FOUND_MAX};
        f.light = 0.6 + 0.5 * field_random(&f);
        f.ground_rgb = grounds[k % 5], f.ground_contrast = textures[k % 5];
        place_block(b, &f, bases);
        rim_field_draw(&f, bases, BASES);
        const px_rect corner = {0, 0, 24, 24};
        expected_rim there[BASES];
        assert_int_equal(vision_propose_bases(v, &f.frame, &f.view, b->told ? &corner : NULL, 1), STATUS_OK);
        assert_int_equal(vision_find_rim_codes(v, &f.frame, &f.view, &kind, 1, NULL, 0, NULL, 0, &found), STATUS_OK);
        if (b->told) {
            assert_int_equal(found.count, 0);  // what the networks looked at, no search of its own looks at again
            int n = tell(&f, bases, there);
            assert_int_equal(vision_find_rim_codes(v, &f.frame, &f.view, &kind, 1, NULL, 0, there, n, &found), STATUS_OK);
        }
        compare(bases, &found, b->strange, &t);
    }
    rim_field_free(&f);
    vision_destroy(v);
    print_message("%s of %.0f mm, %d cells, blur %.1f px%s: %d of %d read, %d wrong, rms %.2f mm\n", b->round ? "rounds" : "squares", b->mm, b->cells,
                  b->blur_px, b->strange ? ", strange" : "", t.read, t.bases, t.wrong, sqrt(t.mm2 / fmax(1, t.read)));
    return t;
}

static void blurred_units_are_read(void **state) {
    (void)state;
    const block rows[] = {
        {false, false, 24, 20, 1.2, 31}, {false, false, 32, 25, 1.4, 32}, {true, false, 32, 32, 1.2, 33}, {true, false, 24, 25, 1.2, 34}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tally t = read_blocks(&rows[i]);
        assert_int_equal(t.wrong, 0);
        assert_true(t.read >= 0.6 * t.bases);
    }
}

static void blurred_skirmishers_are_read(void **state) {
    (void)state;
    tally t = read_blocks(&(block){true, false, 24, 25, 1.2, 35, true});
    assert_int_equal(t.wrong, 0);
    assert_true(t.read >= 0.9 * t.bases);
    assert_int_equal(read_blocks(&(block){true, true, 24, 25, 1.0, 45, true}).wrong, 0);
}

static void bases_that_others_saw_are_read(void **state) {
    (void)state;
    const block rows[] = {{false, false, 24, 20, 1.0, 51, .told = true}, {true, false, 32, 32, 1.0, 52, .told = true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tally t = read_blocks(&rows[i]);
        assert_int_equal(t.wrong, 0);
        assert_true(t.read >= 0.6 * t.bases);
    }
    assert_int_equal(read_blocks(&(block){false, true, 24, 20, 1.0, 53, .told = true}).wrong, 0);
}

static void threads_change_nothing(void **state) {
    (void)state;
    block b = {false, false, 24, 20, 1.2, 61, .threads = 1};
    const tally one = read_blocks(&b);
    assert_true(one.read >= 0.6 * one.bases);
    for (b.threads = 2; b.threads <= 5; b.threads += 3) {
        const tally t = read_blocks(&b);
        assert_int_equal(t.read, one.read);
        assert_int_equal(t.wrong, one.wrong);
        assert_true(t.mm2 == one.mm2);
    }
}

static void strange_units_get_no_name(void **state) {
    (void)state;
    const block rows[] = {
        {false, true, 24, 20, 1.2, 41}, {false, true, 32, 25, 1.0, 42}, {true, true, 32, 25, 1.2, 43}, {true, true, 24, 25, 0.8, 44}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) assert_int_equal(read_blocks(&rows[i]).wrong, 0);
}

static int make_book(void **state) {
    (void)state;
    occluder_book_make(&book);
    return 0;
}

static int free_book(void **state) {
    (void)state;
    occluder_book_free(&book);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blurred_units_are_read), cmocka_unit_test(blurred_skirmishers_are_read), cmocka_unit_test(bases_that_others_saw_are_read),
        cmocka_unit_test(threads_change_nothing), cmocka_unit_test(strange_units_get_no_name),
    };
    return cmocka_run_group_tests(tests, make_book, free_book);
}
