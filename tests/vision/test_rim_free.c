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
    fault fault = {""};
    vision_options o = vision_default_options();
    memset(o.families, 0, sizeof o.families);
    memcpy(o.families[0], "rim", 4);
    if (vision_create(&o, &v, &fault) != STATUS_OK) fail_msg("%s", fault.text);
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
    int seen, read, wrong, is_unregistered;  // seen: with a fifth or less hidden; strange: found where there is no base
    int other_read;                          // of those with more hidden
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
    t->is_unregistered += found->count - used;
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
           t->read, t->seen, t->other_read, t->wrong, t->is_unregistered, t->corners ? sqrt(2 * t->px2 / t->corners) : 0,
           t->corners ? 100.0 * t->within / t->corners : 0, t->corners ? sqrt(t->sigma2 / t->corners) : 0);
}

static void expect_read(const char *what, const series *s, double share) {
    tally t = run(s);
    tell(what, &t);
    assert_true(t.seen > 10);
    assert_true(t.read >= share * t.seen);
    assert_int_equal(t.wrong, 0);
    assert_int_equal(t.is_unregistered, 0);
}

static void rings_of_all_sizes_are_read(void **state) {
    (void)state;
    static const struct {
        double mm, px_per_mm;
        int cells;
    } rows[] = {{25, 2.2, 48}, {32, 2.2, 64}, {40, 2.2, 64}, {60, 2.2, 64}, {25, 2.2, 32}, {25, 5, 48}, {50, 4, 48}};
    char what[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(what, sizeof what, "%g mm, %d cells, %g px/mm", rows[i].mm, rows[i].cells, rows[i].px_per_mm);
        expect_read(
            what,
            &(series){round_base(rows[i].mm), rows[i].cells, rows[i].px_per_mm * 25.4, true, rows[i].mm * rows[i].px_per_mm < 100 ? 2 : 1, i + 1},
            rows[i].px_per_mm < 3 ? 0.95 : 0.9);
    }
}

static void frames_are_read(void **state) {
    (void)state;
    static const struct {
        double mm, px_per_mm;
        int cells;
    } rows[] = {{20, 2.2, 48}, {25, 2.2, 64}, {25, 2.2, 48}, {40, 4, 64}};
    char what[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(what, sizeof what, "square %g mm, %d cells, %g px/mm", rows[i].mm, rows[i].cells, rows[i].px_per_mm);
        expect_read(what,
                    &(series){flat_base(rows[i].mm, rows[i].mm), rows[i].cells, rows[i].px_per_mm * 25.4, true,
                              rows[i].mm * rows[i].px_per_mm < 100 ? 2 : 1, i + 1},
                    0.9);
    }
}

// Fields as of a series, without a word that is one: each changes what was drawn.
static void mirror(rim_field *f) {
    for (int y = 0; y < f->height; y++) {
        for (int x = 0; x < f->width / 2; x++) {
            size_t a = (size_t)y * (size_t)f->width + (size_t)x, b = (size_t)y * (size_t)f->width + (size_t)(f->width - 1 - x);
            uint8_t t = f->gray[a];
            f->gray[a] = f->gray[b], f->gray[b] = t;
            for (int c = 0; c < 3; c++)
                t = f->bgr[3 * a + (size_t)c], f->bgr[3 * a + (size_t)c] = f->bgr[3 * b + (size_t)c], f->bgr[3 * b + (size_t)c] = t;
        }
    }
}

static void what_is_no_code_gives_none(void **state) {
    (void)state;
    vision *v = make_vision();
    tag_sighting at[FOUND_MAX];
    rim_field f;
    field_base bases[BASES];
    series s = {.base = round_base(25), .cells = 48, .hidden = true};
    rim_field_make(&f, 460, 460, 2.2 * 25.4);
    for (int k = 0; k < 6; k++) {
        tag_list found = {at, 0, FOUND_MAX};
        s.base = k % 2 ? flat_base(25, 25) : round_base(25);
        f.ground_rgb = grounds[k % 5], f.ground_contrast = textures[k % 5];
        place_bases(&s, &f, k % 2 ? 1.55 : 1.4, bases);
        for (int i = 0; k < 3 && i < BASES; i++) bases[i].light_rgb = bases[i].dark_rgb;  // painted rims
        rim_field_draw(&f, bases, BASES);
        if (k >= 3) mirror(&f);
        assert_int_equal(vision_find_tags(v, &f.frame, NULL, &found), STATUS_OK);
        assert_int_equal(found.count, 0);
    }
    rim_field_free(&f);
    vision_destroy(v);
}

// A camera that looks down askew shows circles as ellipses: the scene of a tilted one, its truth by its projection.
static void a_tilted_camera_reads_rings(void **state) {
    (void)state;
    static const rim_block block[] = {{"round", 32, 32, 5, 4, 0.5, {.at = {36, 24}, .heading_rad = 1.2}, 48, 0x3b3a36, 0xc9bfa3}};
    static rim_table t;
    tag_sighting at[FOUND_MAX];
    tag_list found = {at, 0, FOUND_MAX};
    vision *v = make_vision();
    rim_table_make(&t, block, 1, 900, 800, 56, (vec2){28, 17});
    t.scene.camera = render_camera_above(900, 800, 56 * 75, (vec2){36, 24}, 75, 0.21, 0);  // 12 degrees
    px2 p = render_project(&t.scene.camera, (vec3){36, 24, 0});
    t.scene.camera.cx += 450 - p.u, t.scene.camera.cy += 400 - p.v;
    rim_table_draw(&t);
    assert_int_equal(vision_find_tags(v, &t.frame, NULL, &found), STATUS_OK);
    int seen = 0, read = 0, used = 0;
    for (int i = 0; i < t.game->figure_count; i++) {
        pose stands;
        assert_true(render_figure_pose(&t.scene, i, &stands));
        px2 middle = render_project(&t.scene.camera, (vec3){stands.at.x, stands.at.y, game_base_top_in(t.game, i, stands.at)});
        seen += t.hidden[i] <= 0.2;
        for (int k = 0; k < found.count; k++) {
            double u = (at[k].corner[0].u + at[k].corner[2].u) / 2, w = (at[k].corner[0].v + at[k].corner[2].v) / 2;
            if (hypot(u - middle.u, w - middle.v) > 4) continue;
            used++;
            assert_int_equal(at[k].id, t.game->figures[i].marker.id);
            read += t.hidden[i] <= 0.2;
        }
    }
    printf("tilted by 12 degrees: %d of %d read, %d found\n", read, seen, found.count);
    assert_int_equal(used, found.count);
    assert_true(seen >= 5 && read >= 0.95 * seen);
    rim_table_free(&t);
    vision_destroy(v);
}

static void hostile_input_is_passed_over(void **state) {
    (void)state;
    vision *v = make_vision();
    tag_sighting at[1];
    tag_list found = {at, 0, 1};
    rim_field f;
    rim_field_make(&f, 220, 200, 2.2 * 25.4);
    field_base bases[2] = {
        {.base = round_base(25), .cells = 48, .id = 4, .dark_rgb = 0x3b3a36, .light_rgb = 0xc9bfa3, .pose = {.at = {1, 1}}},
        {.base = round_base(25), .cells = 48, .id = 4, .dark_rgb = 0x3b3a36, .light_rgb = 0xc9bfa3, .pose = {.at = {2.6, 2}, .heading_rad = 2}}};
    rim_field_draw(&f, bases, 2);
    assert_int_equal(vision_find_tags(v, &f.frame, NULL, &found), STATUS_FULL);
    assert_int_equal(found.count, 1);
    px_rect rects[] = {{-50, -50, 20, 20}, {2147483000, 5, 2147483000, 5}, {0, 0, 3, 200}, {190, 170, 1000000, 1000000}};
    for (size_t i = 0; i < sizeof rects / sizeof *rects; i++) {
        assert_int_equal(vision_find_tags(v, &f.frame, &rects[i], &found), STATUS_OK);
        assert_int_equal(found.count, 0);
    }
    for (int w = 1; w < 60; w += 7) {
        frame small = f.frame;
        small.width = w, small.height = 1 + w % 31;
        assert_int_equal(vision_find_tags(v, &small, NULL, &found), STATUS_OK);
    }
    for (int i = 0; i < 220 * 200; i++) f.gray[i] = (uint8_t)((i % 220 / 3 + i / 660) % 2 * 255);
    f.frame.bgr = NULL;
    assert_int_equal(vision_find_tags(v, &f.frame, NULL, &found), STATUS_OK);
    assert_int_equal(found.count, 0);
    rim_field_free(&f);
    vision_destroy(v);
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
        cmocka_unit_test(rings_of_all_sizes_are_read),  cmocka_unit_test(frames_are_read),
        cmocka_unit_test(what_is_no_code_gives_none),   cmocka_unit_test(a_tilted_camera_reads_rings),
        cmocka_unit_test(hostile_input_is_passed_over),
    };
    return cmocka_run_group_tests(tests, make_book, free_book);
}
