// Edges as the network sees them: bases drawn here at known places, their outlines laid beside them, and the true places asked back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include <math.h>

#include "core/geom.h"
#include "tests/vision/above.h"
#include "vision/bases/edges.h"

#define MM IN_PER_MM

enum { SIDE = 130, FINE = 4 };
static const above_camera camera = {SIDE, 2};
static uint8_t bgr[SIDE * SIDE * 3];
static const frame picture = {.width = SIDE, .height = SIDE, .bgr = bgr, .bgr_stride = SIDE * 3};
static edge_column columns[EDGES_MOST_COLUMNS];

// Shares of white paper.
static const float red[3] = {0.1F, 0.1F, 0.6F}, moss[3] = {0.2F, 0.4F, 0.3F}, steel[3] = {0.6F, 0.6F, 0.6F};

typedef struct {
    bool round;
    vec2 at;  // mm
    double heading;
    const float *rim;
    double figure_mm;  // radius of what stands on it
} drawn;

static const float *colour_at(const drawn *d, px2 px) {
    vec2 at = vec2_rotate(vec2_sub(above_mm(&camera, px), d->at), -d->heading);
    double inside = d->round ? 15 - vec2_length(at) : 15 - fmax(fabs(at.x), fabs(at.y));
    if (vec2_length(at) < d->figure_mm) return steel;
    return inside > 0 && inside < 3 ? d->rim : moss;
}

// A base of 30 mm, each pixel the mean of FINE x FINE places.
static void draw(const drawn *d) {
    for (int v = 0; v < SIDE; v++) {
        for (int u = 0; u < SIDE; u++) {
            double sum[3] = {0, 0, 0};
            for (int i = 0; i < FINE * FINE; i++) {
                const float *c = colour_at(d, (px2){u - 0.5 + (i % FINE + 0.5) / FINE, v - 0.5 + (i / FINE + 0.5) / FINE});
                for (int k = 0; k < 3; k++) sum[k] += (double)c[k] / (FINE * FINE);
            }
            for (int k = 0; k < 3; k++) bgr[(v * SIDE + u) * 3 + k] = above_code(sum[k]);
        }
    }
}

static uint32_t paint_of(const float *c) {
    uint32_t rgb = 0;
    for (int k = 0; k < 3; k++) rgb |= (uint32_t)lroundf(255 * c[k]) << (8 * k);
    return rgb;
}

static double evidence;
static const edge_pose known = {.sigma = {1.5, 1.5, 0.05}};

// The pose of the base that is drawn, from its outline that much beside it, mm.
static edge_pose look_from(edge_reader *r, const drawn *d, vec2 beside) {
    const vision_view view = above_view(&camera);
    vec2 at = vec2_scale(vec2_add(d->at, vec2_rotate(beside, d->heading)), MM);
    const edged_base base = {{at, 0, d->heading, 30 * MM, 30 * MM, d->round}, 3 * MM, 0, paint_of(d->rim), false};
    assert_int_equal(edge_reader_look(r, &picture, &view, &base, 1, NULL, columns, NULL), STATUS_OK);
    return edges_fit(columns, edge_columns_of(&base.base), &known, 0, !d->round, &evidence);
}

static int prepare(void **state) {
    fault f;
    return edge_reader_create((edge_reader **)state, &f) == STATUS_OK ? 0 : -1;
}

static int clear(void **state) {
    edge_reader_destroy(*state);
    return 0;
}

// From up to 1.6 mm beside: to 0.15 mm, which is 0.3 px.
static void a_base_is_placed_from_beside(void **state) {
    double squares = 0;
    for (int i = 0; i < 16; i++) {
        drawn d = {i % 2, {32.5 + 0.13 * i, 32.5 - 0.11 * i}, 0.5 * i, red, 0};
        vec2 beside = vec2_scale(heading_forward(2.4 * i), 0.11 * i);
        draw(&d);
        edge_pose p = look_from(*state, &d, beside);
        double off = hypot(p.shift[0] + beside.x, p.shift[1] + beside.y);
        squares += off * off;
        assert_true(off < 0.25 && p.sigma[0] < 0.25 && p.sigma[1] < 0.25);
    }
    assert_true(sqrt(squares / 16) < 0.15);
}

// A figure covers all but a ring of 4 mm: where its edge may be taken for the base's, that is said.
static void a_large_figure_does_not_deceive(void **state) {
    for (int i = 0; i < 16; i++) {
        drawn d = {i % 2, {32.5 + 0.13 * i, 32.5 - 0.11 * i}, 0.5 * i, red, 11};
        vec2 beside = vec2_scale(heading_forward(2.4 * i), 0.11 * i);
        draw(&d);
        edge_pose p = look_from(*state, &d, beside);
        assert_true(fabs(p.shift[0] + beside.x) < 3 * p.sigma[0] + 0.05 && fabs(p.shift[1] + beside.y) < 3 * p.sigma[1] + 0.05);
    }
}

// A base painted as the mat is shows no edge: what was known stays, with its error.
static void what_shows_no_edge_is_left_where_it_was(void **state) {
    for (int i = 0; i < 4; i++) {
        drawn d = {i % 2, {32.5, 32.5}, 0.4 * i, moss, 0};
        draw(&d);
        edge_pose p = look_from(*state, &d, (vec2){0.8, -0.6});
        assert_true(hypot(p.shift[0], p.shift[1]) < 0.3);
        assert_true(p.sigma[0] > 1.2 && p.sigma[1] > 1.2);
    }
}

static void what_cant_be_seen_says_nothing(void **state) {
    const vision_view view = above_view(&camera);
    const vec2 nowhere[] = {{1e6, 1}, {NAN, 1}};
    for (int i = 0; i < 2; i++) {
        const edged_base base = {{nowhere[i], 0, 0, 30 * MM, 30 * MM, false}, 3 * MM, 0, NO_COLOUR, false};
        int n = edge_columns_of(&base.base);
        assert_int_equal(n, 120);
        assert_int_equal(edge_reader_look(*state, &picture, &view, &base, 1, NULL, columns, NULL), STATUS_OK);
        edge_pose p = edges_fit(columns, n, &known, 0, true, &evidence);
        for (int k = 0; k < 3; k++) assert_true(fabs(p.shift[k]) < 1e-9 && fabs(p.sigma[k] - known.sigma[k]) < 1e-6);
    }
    const double odd[] = {0, -1, NAN, 1e9};
    for (int i = 0; i < 4; i++) {
        const edged_base base = {{{1, 1}, 0, 0, odd[i], odd[i], i % 2}, 3 * MM, 0, NO_COLOUR, false};
        assert_int_equal(edge_columns_of(&base.base), 0);
        assert_int_equal(edge_reader_look(*state, &picture, &view, &base, 1, NULL, columns, NULL), STATUS_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_base_is_placed_from_beside),
        cmocka_unit_test(a_large_figure_does_not_deceive),
        cmocka_unit_test(what_shows_no_edge_is_left_where_it_was),
        cmocka_unit_test(what_cant_be_seen_says_nothing),
    };
    return cmocka_run_group_tests(tests, prepare, clear);
}
