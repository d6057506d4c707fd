// The table from above: each place of the picture shows that place of the table, and nothing that moved while it was taken.
#include "pipeline/table_view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH 960
#define HEIGHT 640
#define RATE 20.0

static const char game_text[] =
    "{\"vedette\":1,\"title\":\"t\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":48,\"depth_in\":32},\"sides\":[],\"units\":[]}";

static game *made_game(void) {
    game *g;
    fault fault = {""};
    if (game_parse(game_text, strlen(game_text), "test", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return g;
}

// Straight above the middle of the table and turned by a right angle: the picture's columns run along the table's depth. Its lens distorts.
static calibration made_calibration(void) {
    calibration c = calib_plain_lens(WIDTH, HEIGHT);
    const double half = sqrt(0.5);
    c.k1 = 0.05;
    c.has_table = true;
    // first a half turn about x (the camera looks down), then a quarter about its axis
    calib_set_pose(&c, (vec3){M_PI * half, M_PI * half, 0}, (vec3){-16, -24, 60});
    return c;
}

// The colours of a place of the table: they change along both axes.
static void paint_of(double x, double y, uint8_t out[3]) {
    out[0] = (uint8_t)(x >= 0 && x <= 48 ? 5 * x : 0);
    out[1] = (uint8_t)(y >= 0 && y <= 32 ? 7 * y : 0);
    out[2] = 200;
}

static void paint_frame(const calibration *c, uint8_t *bgr, uint8_t *gray) {
    for (int v = 0; v < HEIGHT; v++)
        for (int u = 0; u < WIDTH; u++) {
            vec2 at = {-1, -1};
            calib_to_table(c, (px2){u, v}, 0, &at);
            paint_of(at.x, at.y, bgr + 3 * (v * WIDTH + u));
            gray[v * WIDTH + u] = 100;
        }
}

typedef struct {
    game *game;
    calibration calibration;
    table_view *view;
    uint8_t *bgr, *gray;
    double t_s;
} fixture;

static int set_up(void **state) {
    static fixture f;
    f = (fixture){.game = made_game(), .calibration = made_calibration(), .bgr = malloc(3 * WIDTH * HEIGHT), .gray = malloc(WIDTH * HEIGHT)};
    *state = &f;
    return table_view_create(f.game, &f.view, NULL) == STATUS_OK && f.bgr && f.gray ? 0 : -1;
}

static int tear_down(void **state) {
    fixture *f = *state;
    table_view_destroy(f->view);
    game_destroy(f->game);
    free(f->bgr);
    free(f->gray);
    return 0;
}

// Frames for so long; true: a picture was complete in one of them.
static bool pass(fixture *f, double seconds, bool changed, bool covered) {
    bool complete = false;
    for (double until = f->t_s + seconds; f->t_s < until; f->t_s += 1 / RATE) {
        const frame at = {
            .width = WIDTH, .height = HEIGHT, .gray = f->gray, .gray_stride = WIDTH, .bgr = f->bgr, .bgr_stride = 3 * WIDTH, .t_s = f->t_s};
        complete |= table_view_take(f->view, &f->calibration, &at, changed, covered);
    }
    return complete;
}

static void each_place_is_shown_where_it_is(void **state) {
    fixture *f = *state;
    paint_frame(&f->calibration, f->bgr, f->gray);
    assert_true(pass(f, 2, false, false));
    assert_true(table_view_is_current(f->view));
    const table_picture *p = table_view_before(f->view, INFINITY);
    assert_non_null(p);
    assert_true(fabs(p->width - 48 * p->px_in) <= 1 && fabs(p->height - 32 * p->px_in) <= 1);
    int worst = 0, compared = 0;
    for (int y = 4; y < p->height; y += 7)
        for (int x = 3; x < p->width; x += 5) {
            uint8_t wanted[3];
            const uint8_t *shown = p->bgr + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
            double at_x = (x + 0.5) / p->px_in, at_y = 32 - (y + 0.5) / p->px_in;
            px2 seen = calib_to_px(&f->calibration, (vec3){at_x, at_y, 0});
            if (!(seen.u > 1 && seen.v > 1 && seen.u < WIDTH - 2 && seen.v < HEIGHT - 2)) continue;  // the camera does not see all of the table
            paint_of(at_x, at_y, wanted);
            for (int i = 0; i < 2; i++) worst = abs(shown[i] - wanted[i]) > worst ? abs(shown[i] - wanted[i]) : worst;
            compared++;
        }
    assert_true(compared > 1000);
    // a camera's pixel is less than 0.1": a change of less than 0.7 along y, and rounding twice
    if (worst > 2) fail_msg("off by %d", worst);
}

static void what_moves_while_it_is_taken_is_in_no_picture(void **state) {
    fixture *f = *state;
    paint_frame(&f->calibration, f->bgr, f->gray);
    assert_false(pass(f, 0.7, false, false));  // begun, and not complete
    assert_false(pass(f, 0.1, true, false));
    assert_null(table_view_before(f->view, INFINITY));
    assert_false(pass(f, 5, false, true));  // as long as a hand lies there
    assert_true(pass(f, 2, false, false));
    double complete_s = table_view_before(f->view, INFINITY)->to_s;
    assert_false(pass(f, 10, false, false));  // nothing changed: no other is taken
    assert_true(table_view_before(f->view, INFINITY)->to_s == complete_s);
    assert_null(table_view_before(f->view, complete_s));
}

static void older_pictures_are_kept(void **state) {
    fixture *f = *state;
    double complete_s[4];
    memset(f->gray, 50, WIDTH * HEIGHT);
    for (int i = 0; i < 4; i++) {
        memset(f->bgr, 10 * (i + 1), 3 * WIDTH * HEIGHT);
        pass(f, 0.1, true, false);
        assert_false(table_view_is_current(f->view));
        assert_true(pass(f, 2, false, false));
        complete_s[i] = table_view_before(f->view, INFINITY)->to_s;
    }
    for (int i = 0; i < 4; i++) {
        const table_picture *p = table_view_before(f->view, complete_s[i] + 0.01);
        assert_non_null(p);
        assert_int_equal(p->bgr[3 * ((size_t)p->height / 2 * (size_t)p->width + (size_t)p->width / 2)], 10 * (i + 1));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_place_is_shown_where_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_moves_while_it_is_taken_is_in_no_picture, set_up, tear_down),
        cmocka_unit_test_setup_teardown(older_pictures_are_kept, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
