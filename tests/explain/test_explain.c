// The picture that --explain draws: each base's outline lies where the camera shows its top, words do not lie over one another, and what can't be
// drawn or written is reported.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "explain/detection.h"
#include "explain/explain.h"
#include "explain/sheet.h"
#include "tests/render/render.h"

#define WIDTH 960
#define HEIGHT 540
#define FILE_PNG "/tmp/vedette-test-explain.png"

// A square and a round base on a hill, a square one on a tray, a fourth that is no figure's.
static const char text[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":["
    "{\"family\":\"tag36h11\",\"id\":0,\"size_mm\":90,\"at_in\":[3,3]}]},\"sides\":[{\"id\":\"red\"}],"
    "\"terrain\":[{\"id\":\"hill\",\"kind\":\"hill\",\"polygon_in\":[[50,10],[70,10],[70,40],[50,40]],\"elevation_in\":2}],\"units\":["
    "{\"id\":\"A\",\"side\":\"red\",\"type\":\"skirmish\",\"figures\":["
    "{\"id\":\"A-1\",\"base\":{\"shape\":\"square\",\"width_mm\":50,\"depth_mm\":50,\"height_mm\":4},\"start\":[60,20,30]},"
    "{\"id\":\"A-2\",\"base\":{\"shape\":\"round\",\"diameter_mm\":60,\"height_mm\":4},\"start\":[64,30,-70]}]},"
    "{\"id\":\"B\",\"side\":\"red\",\"movement_in\":9,\"tray\":{\"width_mm\":60,\"depth_mm\":60,\"height_mm\":5},\"figures\":["
    "{\"id\":\"B-1\",\"base\":{\"shape\":\"rect\",\"width_mm\":40,\"depth_mm\":60,\"height_mm\":4},\"start\":[12,12,160]}]}]}";

typedef struct {
    game *game;
    render_camera camera;
    calibration calibration;
    uint8_t gray[WIDTH * HEIGHT];
    frame frame;
    tag_sighting tag;
    tag_list tags;
    base_sighting bases[4];
    int claimed[4];
    detection found;
} stage;

static void set_up(stage *t) {
    fault fault = {""};
    memset(t, 0, sizeof *t);
    if (game_parse(text, strlen(text), "test", &t->game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    t->camera = render_camera_above(WIDTH, HEIGHT, 756, (vec2){36.4, 23.7}, 75, 0.03, -0.02);
    t->calibration = calib_plain_lens(WIDTH, HEIGHT);
    t->calibration.fx = t->camera.fx, t->calibration.fy = t->camera.fy, t->calibration.cx = t->camera.cx, t->calibration.cy = t->camera.cy;
    calib_set_pose(&t->calibration, (vec3){t->camera.rotation[0], t->camera.rotation[1], t->camera.rotation[2]},
                   (vec3){t->camera.translation_in[0], t->camera.translation_in[1], t->camera.translation_in[2]});
    memset(t->gray, 90, sizeof t->gray);
    t->frame = (frame){.width = WIDTH, .height = HEIGHT, .gray = t->gray, .gray_stride = WIDTH};
    for (int i = 0; i < 3; i++) {
        pose p = t->game->figures[i].start;
        p.sigma_in = 0.01, p.sigma_rad = 0.01;
        t->bases[i] =
            (base_sighting){.by = i == 1 ? SEEN_BY_RIM : SEEN_BY_TAG, .figure = i, .unit = i == 2, .base = t->game->figures[i].base, .pose = p};
        t->bases[i].px = render_project(&t->camera, (vec3){p.at.x, p.at.y, game_base_top_in(t->game, i, p.at)});
        t->claimed[i] = i;
    }
    t->bases[3] = t->bases[0];  // stands three inches over the table for all that anyone knows: its pixel is what was seen
    t->bases[3].figure = -1, t->bases[3].unit = -1, t->bases[3].pose.at = (vec2){30, 20};
    t->bases[3].px = render_project(&t->camera, (vec3){30, 20, 3});
    t->claimed[3] = -1;
    t->tags = (tag_list){.at = &t->tag};
    t->found = (detection){.name = "a/b\xff.png",
                           .frame = &t->frame,
                           .game = t->game,
                           .camera = &t->calibration,
                           .tags = &t->tags,
                           .bases = t->bases,
                           .claimed = t->claimed,
                           .base_count = 4,
                           .ms = 12};
}

static double apart(px2 a, px2 b) { return hypot(a.u - b.u, a.v - b.v); }

// By an independent camera model: corners of the top faces at the heights of hill and tray.
static void outlines_lie_on_the_top_faces(void **state) {
    (void)state;
    static stage t;
    px2 at[EXPLAIN_OUTLINE];
    set_up(&t);
    static const double height_in[] = {2 + 4 / 25.4, 2 + 4 / 25.4, 9 / 25.4};
    for (int i = 0; i < 3; i++) {
        const base_sighting *b = &t.bases[i];
        int n = explain_outline(&t.found, b, at);
        assert_int_equal(n, i == 1 ? EXPLAIN_OUTLINE : 4);
        vec2 corner[4];
        base_corners(b->base, b->pose, corner);
        for (int k = 0; k < n; k++) {
            double turn = b->pose.heading_rad + 2 * PI * k / n;
            vec2 p = i == 1 ? vec2_add(b->pose.at, vec2_scale(heading_forward(turn), 30 / 25.4)) : corner[k];
            assert_true(apart(at[k], render_project(&t.camera, (vec3){p.x, p.y, height_in[i]})) < 0.01);
        }
    }
    px2 middle = {0, 0};
    int n = explain_outline(&t.found, &t.bases[3], at);
    for (int k = 0; k < n; k++) middle = (px2){middle.u + at[k].u / n, middle.v + at[k].v / n};
    assert_true(apart(middle, t.bases[3].px) < 0.1);
    game_destroy(t.game);
}

// Blue, green and red of the sheet at a pixel of the picture.
static void colour_at(cairo_surface_t *drawn, double scale, px2 p, int out[3]) {
    const unsigned char *data =
        cairo_image_surface_get_data(drawn) + (long)((p.v + 0.5) * scale) * cairo_image_surface_get_stride(drawn) + (long)((p.u + 0.5) * scale) * 4;
    for (int i = 0; i < 3; i++) out[i] = data[i];
}

// The strokes are where the outlines are: sky blue for a tag, bluish green for a rim code, on a gray picture.
static void what_was_found_is_drawn(void **state) {
    (void)state;
    static stage t;
    fault fault = {""};
    px2 at[EXPLAIN_OUTLINE];
    set_up(&t);
    if (explain_found(&t.found, FILE_PNG, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    cairo_surface_t *drawn = cairo_image_surface_create_from_png(FILE_PNG);
    assert_int_equal(cairo_surface_status(drawn), CAIRO_STATUS_SUCCESS);
    double scale = cairo_image_surface_get_width(drawn) / (double)WIDTH;
    assert_true(scale == 3);                                                   // small pictures are enlarged
    assert_true(cairo_image_surface_get_height(drawn) > scale * HEIGHT + 40);  // the legend lies below
    for (int i = 0; i < 2; i++) {
        int n = explain_outline(&t.found, &t.bases[i], at), c[3];
        for (int k = 0; k < n; k += n / 4) {
            px2 p = i ? at[k] : (px2){(at[k].u + 2 * at[(k + 1) % n].u) / 3, (at[k].v + 2 * at[(k + 1) % n].v) / 3};
            colour_at(drawn, scale, p, c);
            if (i ? c[1] < c[2] + 60 : c[0] < c[2] + 60) fail_msg("base %d, point %d is %d %d %d", i, k, c[0], c[1], c[2]);
        }
    }
    cairo_surface_destroy(drawn);
    remove(FILE_PNG);
    game_destroy(t.game);
}

static bool overlap(const double a[4], const double b[4]) { return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]; }

// A thousand words for a few places: those that are put down are put where nothing was; found by what changed on the sheet.
static void words_do_not_overlap(void **state) {
    (void)state;
    static stage t;
    static double put[200][4];
    fault fault = {""};
    sheet s;
    set_up(&t);
    assert_int_equal(sheet_begin(&s, FILE_PNG, &t.frame, 0, 1, &fault), STATUS_OK);
    int count = 0, refused = 0, stride = cairo_image_surface_get_stride(s.surface);
    size_t bytes = (size_t)stride * (size_t)s.height;
    unsigned char *before = malloc(bytes);
    assert_non_null(before);
    for (int i = 0; i < 300 && count < 100; i++) {
        px2 at = {40 + 130.0 * (i % 7), 40 + 160.0 * (i % 3)};
        cairo_surface_flush(s.surface);
        memcpy(before, cairo_image_surface_get_data(s.surface), bytes);
        if (!sheet_label(&s, at, (vec2){12, 12}, true, i % 2 ? "a word" : "some more words", 20, INK_WHITE, false)) {
            refused++;
            continue;
        }
        cairo_surface_flush(s.surface);
        const unsigned char *now = cairo_image_surface_get_data(s.surface);
        double *b = put[count];
        b[0] = b[1] = 1e9, b[2] = b[3] = -1;
        for (int y = 0; y < s.height; y++)
            for (int x = 0; x < s.width; x++)
                if (memcmp(before + (long)y * stride + 4 * x, now + (long)y * stride + 4 * x, 3) != 0)
                    b[0] = fmin(b[0], x), b[1] = fmin(b[1], y), b[2] = fmax(b[2], x), b[3] = fmax(b[3], y);
        for (int k = 0; k < count; k++) assert_false(overlap(put[k], b));
        count++;
    }
    assert_true(count >= 21 && refused > 0);
    free(before);
    assert_int_equal(sheet_end(&s, &fault), STATUS_OK);
    remove(FILE_PNG);
    game_destroy(t.game);
}

// The notes of a stage, and of all stages of a search; an unknown stage is refused by name.
static void a_stage_is_drawn(void **state) {
    (void)state;
    static stage t;
    static vision_note capacity[8];
    vision_notes notes = {.at = capacity, .capacity = 8};
    fault fault = {""};
    set_up(&t);
    px2 quad[4] = {{100, 100}, {160, 100}, {160, 160}, {100, 160}}, wild[2] = {{NAN, 3}, {1e300, -1e300}};
    note_add(&notes, "tags: quad", true, quad, 4, "kept %d", 1);
    note_add(&notes, "tags: quad", false, wild, 2, "lost");
    note_add(&notes, "tags: code", false, quad, 1, "%s", "\xc3\x28 no text");
    note_spot(&notes, "plain: rim", false, (px2){1e9, 4}, 1e9, "far");
    static const char *const stages[] = {"tags: quad", "tags", "tags: code", "plain"};
    for (int i = 0; i < 4; i++) {
        if (explain_stage(&t.found, &notes, stages[i], FILE_PNG, &fault) != STATUS_OK) fail_msg("%s", fault.text);
        cairo_surface_t *drawn = cairo_image_surface_create_from_png(FILE_PNG);
        int c[3];
        colour_at(drawn, 3, (px2){130, 100}, c);
        assert_int_equal(i<2, c[0]> c[2] + 60);
        cairo_surface_destroy(drawn);
    }
    assert_int_equal(explain_stage(&t.found, &notes, "tag", FILE_PNG, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "\"tags: quad\", \"tags: code\", \"plain: rim\""));
    remove(FILE_PNG);
    game_destroy(t.game);
}

static void what_became_of_finds_is_noted(void **state) {
    (void)state;
    static stage t;
    static vision_note capacity[16];
    vision_notes notes = {.at = capacity, .capacity = 16};
    set_up(&t);
    t.claimed[3] = 2;  // its code is B-1's
    t.tag = (tag_sighting){.family = "tag36h11", .id = 77};
    t.tags.count = 1;
    explain_note_names(&t.found, &notes);
    assert_int_equal(notes.count, 5);
    assert_false(capacity[0].kept);
    assert_string_equal(capacity[0].text, "tag36h11 77: none of the game's");
    assert_true(capacity[1].kept && capacity[2].kept && capacity[3].kept && !capacity[4].kept);
    assert_string_equal(capacity[4].text, "another base carries B-1's code too");
    game_destroy(t.game);
}

// The unit's front is sure where those of a quarter of its figures are: of eight, two; one alone is doubted by the rest.
static void one_sure_front_of_many_is_a_doubtful_one(void **state) {
    (void)state;
    static stage t;
    fault fault = {""};
    set_up(&t);
    game_destroy(t.game);
    const char *block =
        "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"red\"}],\"units\":["
        "{\"id\":\"C\",\"side\":\"red\",\"formation\":\"closed\",\"array\":{\"files\":4,\"ranks\":2,\"base\":"
        "{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[30,20,90]}}]}";
    if (game_parse(block, strlen(block), "test", &t.game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    base_sighting bases[8];
    t.found.game = t.game, t.found.bases = bases, t.found.base_count = 8, t.found.claimed = NULL;
    for (int told = 0; told <= 2; told++) {
        for (int i = 0; i < 8; i++) {
            pose p = t.game->figures[i].start;
            p.sigma_in = p.sigma_rad = 0.01;
            bases[i] = (base_sighting){.by = SEEN_BY_PLAIN, .figure = i, .base = t.game->figures[i].base, .pose = p, .front_doubtful = i >= told};
            bases[i].pose = sighting_pose(&bases[i]);
        }
        char *line = detection_json(&t.found);
        assert_non_null(line);
        const char *unit = strstr(line, "\"formation\":\"closed\"");
        assert_non_null(unit);
        assert_int_equal(strstr(unit, "\"front_doubtful\":true") != NULL, told < 2);
        free(line);
    }
    game_destroy(t.game);
}

// Places that are none, errors without end, a picture of one pixel, files that can't be written.
static void bad_input_is_survived(void **state) {
    (void)state;
    static stage t;
    fault fault = {""};
    set_up(&t);
    t.bases[0].pose.at.x = NAN, t.bases[1].pose.sigma_in = INFINITY, t.bases[2].pose.heading_rad = INFINITY, t.bases[3].px.u = NAN;
    assert_int_equal(explain_found(&t.found, FILE_PNG, &fault), STATUS_OK);
    t.bases[1].pose.sigma_in = 1e200, t.bases[2].base.width_in = 1e30;
    assert_int_equal(explain_found(&t.found, FILE_PNG, &fault), STATUS_OK);
    t.frame.width = t.frame.height = 1;
    assert_int_equal(explain_found(&t.found, FILE_PNG, &fault), STATUS_OK);
    assert_int_equal(explain_found(&t.found, "/no/such/folder/x.png", &fault), STATUS_IO);
    assert_non_null(strstr(fault.text, "/no/such/folder/x.png: cannot write"));
    if (access("/dev/full", W_OK) == 0 && symlink("/dev/full", FILE_PNG ".full.png") == 0) {
        assert_int_equal(explain_found(&t.found, FILE_PNG ".full.png", &fault), STATUS_IO);
        remove(FILE_PNG ".full.png");
    }
    assert_true(explain_knows("a.PNG") && explain_knows("a.b.svg") && explain_knows("x.pdf"));
    assert_false(explain_knows(".png") || explain_knows("png") || explain_knows("a.jpg") || explain_knows(""));
    remove(FILE_PNG);
    game_destroy(t.game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(outlines_lie_on_the_top_faces), cmocka_unit_test(what_was_found_is_drawn),
                                       cmocka_unit_test(words_do_not_overlap),          cmocka_unit_test(a_stage_is_drawn),
                                       cmocka_unit_test(what_became_of_finds_is_noted), cmocka_unit_test(one_sure_front_of_many_is_a_doubtful_one),
                                       cmocka_unit_test(bad_input_is_survived)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
