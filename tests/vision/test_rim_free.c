// Rim codes are read in pictures of which nothing is known: any size, scale and number of cells, a camera that is a little askew, figures that hide
// some of the band; their corners lie where they were drawn; nothing is read where there is no code.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/rim_field.h"
#include "tests/vision/rim_table.h"
#include "vision/vision.h"

enum { FILES = 5, BASES = FILES * FILES, FOUND_MAX = 512 };

static occluder_book book;

static vision *make_vision(void) {
    vision *v;
    fault why = {""};
    vision_options o = vision_default_options();
    memset(o.families, 0, sizeof o.families);
    memcpy(o.families[0], "rim", 4);
    if (vision_create(&o, &v, &why) != STATUS_OK) fail_msg("%s", why.text);
    return v;
}

typedef struct {
    base base;
    int cells;
    double px_per_in;
    bool hidden;
    int fields;
    uint64_t seed;
} series;

typedef struct {
    int seen, read, wrong, strange;  // seen: with a fifth or less hidden; strange: found where there is no base
    int other_read;                  // of those with more hidden
    double px2;
    double sigma2;        // of errors over sigma, squared
    int corners, within;  // coordinates of corners, and those within 1.96 sigma
} tally;

static base round_base(double mm) { return (base){BASE_ROUND, mm * IN_PER_MM, mm * IN_PER_MM, 3 * IN_PER_MM, 0.5 * IN_PER_MM}; }

static base flat_base(double width_mm, double depth_mm) {
    return (base){width_mm == depth_mm ? BASE_SQUARE : BASE_RECT, width_mm * IN_PER_MM, depth_mm * IN_PER_MM, 3 * IN_PER_MM, 0.5 * IN_PER_MM};
}

static const uint32_t grounds[] = {0x5a6a3c, 0x4a4a50, 0x8a6a45, 0xe4e8ee, 0x6b5f48};  // grass, mat, wood, snow, mud
static const double textures[] = {0.35, 0.05, 0.15, 0.05, 0.3};

static void place_bases(const series *s, rim_field *f, double pitch, field_base *out) {
    double mm = fmin(s->base.width_in, s->base.depth_in) / IN_PER_MM;
    for (int i = 0; i < BASES; i++) {
        double shift = field_random(f) * 0.3 * mm / 25, way = 2 * PI * field_random(f);
        out[i] = (field_base){.base = s->base, .cells = s->cells, .id = (int)(field_random(f) * 256), .dark_rgb = 0x3b3a36, .light_rgb = 0xc9bfa3};
        if (i % 3 == 1) out[i].dark_rgb = 0x4a2420, out[i].light_rgb = 0xb09a70;
        out[i].pose.at = (vec2){(i % FILES + 0.5) * pitch + 0.3 + 0.1 * field_random(f), (i / FILES + 0.5) * pitch + 0.3 + 0.1 * field_random(f)};
        out[i].pose.heading_rad = (2 * field_random(f) - 1) * PI;
        out[i].hider = s->hidden && i % 5 ? &book.at[(int)(field_random(f) * book.count)] : NULL;
        out[i].hider_turn_rad = 2 * PI * field_random(f);
        out[i].hider_scale = (0.7 + 0.8 * field_random(f)) * mm / 25;
        out[i].hider_shift_in = (vec2){shift * cos(way), shift * sin(way)};
    }
}

// Where the corners of a base's top are in the picture, in the contract's order.
static void true_corners(const rim_field *f, const field_base *b, px2 out[4]) {
    double hx = b->base.depth_in / 2 - b->base.top_inset_in, hy = b->base.width_in / 2 - b->base.top_inset_in;
    const vec2 corner[4] = {{-hx, hy}, {-hx, -hy}, {hx, -hy}, {hx, hy}};
    for (int k = 0; k < 4; k++) {
        vec2 p = vec2_add(b->pose.at, vec2_rotate(corner[k], b->pose.heading_rad));
        out[k] = f->view.to_px(f->view.context, (vec3){p.x, p.y, 0});
    }
}

static void compare_corners(const px2 *truth, const tag_sighting *t, tally *out) {
    for (int k = 0; k < 4; k++) {
        double du = t->corner[k].u - truth[k].u, dv = t->corner[k].v - truth[k].v;
        out->px2 += du * du + dv * dv;
        out->sigma2 += (du * du + dv * dv) / (t->sigma_px * t->sigma_px);
        out->corners += 2;
        out->within += (fabs(du) < 1.96 * t->sigma_px) + (fabs(dv) < 1.96 * t->sigma_px);
    }
}

static void compare(const rim_field *f, const field_base *bases, const tag_list *found, tally *t) {
    int used = 0;
    for (int i = 0; i < BASES; i++) {
        px2 truth[4];
        bool little = bases[i].hidden <= 0.2;
        true_corners(f, &bases[i], truth);
        px2 middle = {(truth[0].u + truth[2].u) / 2, (truth[0].v + truth[2].v) / 2};
        t->seen += little;
        for (int k = 0; k < found->count; k++) {
            const tag_sighting *s = &found->at[k];
            double u = (s->corner[0].u + s->corner[2].u) / 2, v = (s->corner[0].v + s->corner[2].v) / 2;
            if (hypot(u - middle.u, v - middle.v) > 0.3 * fmin(bases[i].base.width_in, bases[i].base.depth_in) * f->px_per_in) continue;
            used++;
            assert_string_equal(s->family, "rim");
            // A turned reading of the right word would have its corners elsewhere.
            bool right = s->id == bases[i].id && hypot(s->corner[0].u - truth[0].u, s->corner[0].v - truth[0].v) < 0.15 * f->px_per_in;
            t->wrong += !right;
            if (!right) continue;
            *(little ? &t->read : &t->other_read) += 1;
            if (little) compare_corners(truth, s, t);
        }
    }
    t->strange += found->count - used;
}

static tally run(const series *s) {
    tally t = {0};
    vision *v = make_vision();
    rim_field f;
    double pitch = hypot(s->base.width_in, s->base.depth_in) * (s->base.shape == BASE_ROUND ? 1.0 : 1.15);
    int size = (int)(FILES * pitch * s->px_per_in) + (int)(0.7 * s->px_per_in);
    field_base bases[BASES];
    tag_sighting at[FOUND_MAX];
    rim_field_make(&f, size, size, s->px_per_in);
    f.dice ^= s->seed * 0x9e3779b97f4a7c15ull;
    for (int k = 0; k < s->fields; k++) {
        tag_list found = {at, 0, FOUND_MAX};
        f.light = 0.6 + 0.5 * field_random(&f);
        f.ground_rgb = grounds[k % 5], f.ground_contrast = textures[k % 5];
        place_bases(s, &f, pitch, bases);
        rim_field_draw(&f, bases, BASES);
        assert_int_equal(vision_find_tags(v, &f.frame, NULL, &found), STATUS_OK);
        compare(&f, bases, &found, &t);
    }
    rim_field_free(&f);
    vision_destroy(v);
    return t;
}

static void tell(const char *what, const tally *t) {
    printf("%s: %d of %d read, %d of those hidden more; wrong %d, strange %d; corners %.2f px rms, %.1f %% within 1.96 sigma, %.2f sigma rms\n", what,
           t->read, t->seen, t->other_read, t->wrong, t->strange, t->corners ? sqrt(2 * t->px2 / t->corners) : 0,
           t->corners ? 100.0 * t->within / t->corners : 0, t->corners ? sqrt(t->sigma2 / t->corners) : 0);
}

static void expect_read(const char *what, const series *s, double share) {
    tally t = run(s);
    tell(what, &t);
    assert_true(t.seen > 10);
    if (getenv("RT_ALL")) return;
    assert_true(t.read >= share * t.seen);
    assert_int_equal(t.wrong, 0);
    assert_int_equal(t.strange, 0);
}

static void rings_of_all_sizes_are_read(void **state) {
    (void)state;
    static const struct {
        double mm, px_per_mm;
        int cells;
    } rows[] = {{25, 2.2, 48}, {32, 2.2, 64}, {40, 2.2, 64}, {60, 2.2, 64}, {25, 2.2, 32}, {25, 5, 48}, {50, 4, 48}};
    char what[64];
    int s_base = 'a';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (getenv("RT_ONLY") && !strchr(getenv("RT_ONLY"), (s_base + (int)i))) continue;
        snprintf(what, sizeof what, "%g mm, %d cells, %g px/mm", rows[i].mm, rows[i].cells, rows[i].px_per_mm);
        expect_read(what, &(series){round_base(rows[i].mm), rows[i].cells, rows[i].px_per_mm * 25.4, true, 2, i + 1}, 0.95);
    }
}

static void frames_are_read(void **state) {
    (void)state;
    static const struct {
        double wide, deep, px_per_mm;
        int cells;
    } rows[] = {{20, 20, 2.2, 48}, {25, 25, 2.2, 64}, {25, 25, 2.2, 48}, {40, 40, 4, 64}, {25, 50, 2.2, 64}, {50, 25, 3, 48}, {60, 100, 2.2, 64}};
    char what[64];
    int s_base = 'A';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (getenv("RT_ONLY") && !strchr(getenv("RT_ONLY"), (s_base + (int)i))) continue;
        snprintf(what, sizeof what, "%g x %g mm, %d cells, %g px/mm", rows[i].wide, rows[i].deep, rows[i].cells, rows[i].px_per_mm);
        expect_read(what, &(series){flat_base(rows[i].wide, rows[i].deep), rows[i].cells, rows[i].px_per_mm * 25.4, true, 2, i + 1}, 0.95);
    }
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
        cmocka_unit_test(rings_of_all_sizes_are_read),
        cmocka_unit_test(frames_are_read),
    };
    return cmocka_run_group_tests(tests, make_book, free_book);
}
