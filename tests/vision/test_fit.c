// vision/fit: the robust loop against outliers of which the truth is known, samplers against pictures that are formulas, views against projections.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "vision/fit/float8.h"
#include "vision/fit/line.h"
#include "vision/fit/local_view.h"
#include "vision/fit/robust.h"
#include "vision/fit/sample.h"
#include "vision/fit/square.h"

static uint64_t state;

// 0..1, the same on every machine.
static double draw(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) / (double)(UINT64_C(1) << 53);
}

// About normal, deviation 1.
static double noise(void) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += draw();
    return sum;
}

static void assert_near(double is, double should, double within) {
    if (!(fabs(is - should) <= within)) fail_msg("%.17g is not within %g of %.17g", is, within, should);
}

// ---- weights

static void tukey_weighs_by_the_gate(void **unused) {
    (void)unused;
    assert_true(fit_tukey(0.7, 0, 2) == 0.7);
    assert_near(fit_tukey(1, 1, 2), 0.5625, 1e-15);
    assert_true(fit_tukey(1, -1, 2) == fit_tukey(1, 1, 2));
    assert_true(fit_tukey(1, 2, 2) == 0 && fit_tukey(1, -3, 2) == 0 && fit_tukey(1, INFINITY, 2) == 0);
    assert_true(isnan(fit_tukey(1, NAN, 2)));
    for (double r = 0; r < 2; r += 0.01) assert_true(fit_tukey(1, r, 2) >= fit_tukey(1, r + 0.01, 2));
}

// The weighted variance, times the excess, is the variance of the estimate that repeated noise shows: of a mean, for gates from wide to narrow.
static void the_excess_is_what_the_weights_hide(void **unused) {
    enum { COUNT = 200, TRIALS = 600, STEPS = 20 };
    static const double gates[] = {8, 4.7, 3};
    (void)unused;
    state = 5;
    for (int g = 0; g < 3; g++) {
        double shown = 0, stated = 0, plain = 0;
        for (int t = 0; t < TRIALS; t++) {
            double y[COUNT], mean = 0;
            fit_sums s = {0};
            for (int i = 0; i < COUNT; i++) y[i] = noise();
            for (int k = 0; k < STEPS; k++) {
                s = (fit_sums){0};
                double pull = 0;
                for (int i = 0; i < COUNT; i++) {
                    double r = y[i] - mean, q = r * r / (gates[g] * gates[g]), w = fit_tukey(1, r, gates[g]);
                    s.weight += w, s.square += w * r * r, s.psi2 += w * w * r * r, pull += w * r;
                    if (w > 0) s.slope += w * (1 - 5 * q) / (1 - q);
                }
                mean += pull / s.weight;
            }
            shown += mean * mean / TRIALS;
            plain += s.square / s.weight / s.weight / TRIALS;
            stated += fit_excess(&s) * s.square / s.weight / s.weight / TRIALS;
        }
        assert_near(stated / shown, 1, 0.15);
        if (gates[g] < 4) assert_true(plain / shown < 0.8);
    }
    assert_true(fit_excess(&(fit_sums){0}) == 1);
}

// ---- the loop

enum { POINTS = 400, ROUNDS = 12 };

typedef struct {
    double x[POINTS], y[POINTS], gate[ROUNDS], a, b, sigma_b;
    int rounds, gathered, fails_at;
} line_problem;

static bool gather_line(void *problem, int round, normal_equations *n) {
    line_problem *p = problem;
    p->gathered++;
    if (round == p->fails_at) return false;
    solve_begin(n, 2);
    for (int i = 0; i < POINTS; i++) {
        double r = p->y[i] - p->a - p->b * p->x[i], w = fit_tukey(1, r, p->gate[round]);
        solve_add(n, (double[2]){1, p->x[i]}, r, w);
        solve_tally(n, r, w);
    }
    return true;
}

static fit_result move_line(void *problem, int round, const normal_equations *n, const double *x) {
    line_problem *p = problem;
    p->a += x[0], p->b += x[1], p->rounds = round + 1;
    p->sigma_b = sqrt(n->sum_square / n->sum_weight * solve_variance_of(n, 1));
    return fabs(x[0]) + fabs(x[1]) < 1e-9 && round > 3 ? FIT_SETTLED : FIT_MOVED;
}

static const fit_steps line_steps = {.rounds = ROUNDS, .gather = gather_line, .move = move_line};

// y = 1 + 2 x with noise of 0.01; of every three points one lies anywhere up to 3 above.
static void make_line(line_problem *p, unsigned seed, double share) {
    state = seed;
    *p = (line_problem){.fails_at = -1};
    for (int i = 0; i < POINTS; i++) {
        p->x[i] = 2 * draw() - 1;
        p->y[i] = 1 + 2 * p->x[i] + 0.01 * noise() + (draw() < share ? 0.2 + 3 * draw() : 0);
    }
    for (int k = 0; k < ROUNDS; k++) p->gate[k] = k < 2 ? 8 : k < 4 ? 2 : k < 6 ? 0.4 : 0.06;
}

static void a_third_of_outliers_has_no_say(void **unused) {
    int held = 0;
    (void)unused;
    for (unsigned seed = 1; seed <= 100; seed++) {
        line_problem p;
        make_line(&p, seed, 1.0 / 3);
        assert_int_not_equal(fit_run(&line_steps, &p), FIT_FAILED);
        assert_near(p.a, 1, 0.005);
        assert_near(p.b, 2, 0.008);
        held += fabs(p.b - 2) < 1.96 * p.sigma_b;
    }
    assert_in_range(held, 85, 100);
}

static void without_outliers_the_fit_is_the_least_squares_one(void **unused) {
    line_problem p;
    normal_equations n;
    double x[2];
    (void)unused;
    make_line(&p, 7, 0);
    for (int k = 0; k < ROUNDS; k++) p.gate[k] = 1e9;
    assert_int_equal(fit_run(&line_steps, &p), FIT_SETTLED);
    assert_int_equal(p.rounds, 5);  // the first that may settle
    solve_begin(&n, 2);
    for (int i = 0; i < POINTS; i++) solve_add(&n, (double[2]){1, p.x[i]}, p.y[i], 1);
    assert_true(solve_factor(&n));
    solve_for(&n, n.b, x);
    assert_near(p.a, x[0], 1e-9);
    assert_near(p.b, x[1], 1e-9);
}

static void the_loop_ends_where_a_round_fails(void **unused) {
    line_problem p;
    (void)unused;
    make_line(&p, 8, 0);
    p.fails_at = 2;
    assert_int_equal(fit_run(&line_steps, &p), FIT_FAILED);
    assert_int_equal(p.gathered, 3);
    make_line(&p, 8, 0);
    for (int i = 0; i < POINTS; i++) p.x[i] = 0.5;  // all x equal: the equations are singular
    assert_int_equal(fit_run(&line_steps, &p), FIT_FAILED);
    assert_int_equal(p.gathered, 1);
    assert_true(p.a == 0 && p.b == 0);
}

static void the_loop_stops_when_its_rounds_are_over(void **unused) {
    line_problem p;
    fit_steps few = line_steps;
    (void)unused;
    make_line(&p, 9, 0.3);
    few.rounds = 2;
    assert_int_equal(fit_run(&few, &p), FIT_MOVED);
    assert_int_equal(p.gathered, 2);
}

static void lines_through_sums(void **unused) {
    line_sums s = {0};
    straight_line l = {7, 7};
    (void)unused;
    for (int i = 0; i < 10; i++) {
        double x = 0.1 * i, y = 4 - 3 * x, w = 1 + i % 3;
        s.weight += w, s.x += w * x, s.xx += w * x * x, s.y += w * y, s.xy += w * x * y;
    }
    assert_true(line_fit(&s, 1e-3, &l));
    assert_near(l.at_0, 4, 1e-12);
    assert_near(l.slope, -3, 1e-12);
    l = (straight_line){7, 7};
    assert_false(line_fit(&s, 1, &l));  // the points spread by less
    assert_true(l.at_0 == 7 && l.slope == 7);
    assert_false(line_fit(&(line_sums){0}, 1e-3, &l));
}

static void lanes_are_summed_in_order(void **unused) {
    float8 v = {1e8F, 1, -1e8F, 1, 0.5F, 0.25F, 0, 3};
    (void)unused;
    assert_true(float8_sum(&v) == 5.75);
}

// ---- samplers

enum { WIDTH = 64, HEIGHT = 48 };

static gray_part plane_picture(uint8_t *at, double a, double by_u, double by_v) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) at[y * WIDTH + x] = (uint8_t)lround(a + by_u * x + by_v * y);
    return (gray_part){at, WIDTH, WIDTH, HEIGHT};
}

static void a_plane_is_sampled_exactly(void **unused) {
    uint8_t at[WIDTH * HEIGHT];
    gray_part g = plane_picture(at, 10, 2, 1);
    (void)unused;
    state = 11;
    for (int i = 0; i < 2000; i++) {
        double u = draw() * (WIDTH - 1.001), v = draw() * (HEIGHT - 1.001);
        assert_true(sample_within(&g, u, v));
        assert_near((double)sample_gray(&g, (float)u, (float)v), 10 + 2 * u + v, 1e-4);
        assert_true(sample_gray_or_0(&g, (float)u, (float)v) == sample_gray(&g, (float)u, (float)v));
    }
}

static void nothing_is_sampled_outside(void **unused) {
    uint8_t at[WIDTH * HEIGHT];
    gray_part g = plane_picture(at, 100, 0, 0);
    static const double outside[][2] = {{-0.01, 5}, {5, -0.01}, {WIDTH - 1, 5}, {5, HEIGHT - 1}, {1e9, 5},
                                        {5, -1e9},  {NAN, 5},   {5, NAN},       {INFINITY, 5},   {-INFINITY, 5}};
    light_table l;
    (void)unused;
    light_table_fill(&l);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_false(sample_within(&g, outside[i][0], outside[i][1]));
        assert_true(sample_gray_or_0(&g, (float)outside[i][0], (float)outside[i][1]) == 0);
        assert_true(isnan(sample_light_or_nan(&g, &l, outside[i][0], outside[i][1])));
    }
}

// Many places at once are the same bits as one by one, from any origin.
static void places_in_a_row_are_the_same_bits(void **unused) {
    uint8_t at[WIDTH * HEIGHT];
    gray_part g = {at, WIDTH, WIDTH, HEIGHT};
    light_table l;
    float u[SAMPLE_AT_ONCE], v[SAMPLE_AT_ONCE], gray[SAMPLE_AT_ONCE], light[SAMPLE_AT_ONCE];
    (void)unused;
    state = 12;
    light_table_fill(&l);
    for (int i = 0; i < WIDTH * HEIGHT; i++) at[i] = (uint8_t)(256 * draw());
    static const int counts[] = {1, 7, 8, 63, SAMPLE_AT_ONCE};
    for (int k = 0; k < 5; k++) {
        px2 from = {3 * k, 2 * k};
        for (int i = 0; i < counts[k]; i++) u[i] = (float)(draw() * 50 - from.u), v[i] = (float)(draw() * 40 - from.v);
        sample_gray_along(&g, from, u, v, counts[k], gray);
        sample_light_along(&g, from, u, v, counts[k], light);
        for (int i = 0; i < counts[k]; i++) {
            float x = (float)from.u + u[i], y = (float)from.v + v[i];
            assert_true(gray[i] == sample_gray(&g, x, y));
            assert_true(light[i] == sample_light(&g, &l, (double)x, (double)y));
        }
    }
}

static void an_area_is_the_mean_of_its_places(void **unused) {
    uint8_t at[WIDTH * HEIGHT];
    gray_part g = plane_picture(at, 128, 0, 0);
    light_table l;
    (void)unused;
    light_table_fill(&l);
    for (int wide = 1; wide < 8; wide++) assert_near((double)sample_light_about(&g, &l, 20.3F, 17.8F, wide), (double)l.of[128], 1e-6);
    for (int i = 0; i < 256; i++) l.of[i] = (float)i;  // a camera without a curve: of a plane, the middle's
    g = plane_picture(at, 10, 2, 1);
    for (int wide = 1; wide < 8; wide++) assert_near((double)sample_light_about(&g, &l, 20.25F, 17.5F, wide), 10 + 40.5 + 17.5, 1e-3);
}

static void the_tone_curve_is_the_power_it_stands_for(void **unused) {
    light_table l;
    (void)unused;
    light_table_fill(&l);
    assert_true(l.of[0] == 0 && fabs((double)l.of[255] - 1) < 1e-6);
    for (int i = 0; i < 256; i++) {
        assert_near((double)l.of[i], pow(i / 255.0, 2.2), 0.0042);
        assert_true(i == 0 || l.of[i] > l.of[i - 1]);
    }
}

// A blurred step of light through the picture at any angle and place: where the profile crosses it, to a twentieth of a pixel.
static void edges_are_where_the_light_steps(void **unused) {
    uint8_t at[WIDTH * HEIGHT];
    gray_part g = {at, WIDTH, WIDTH, HEIGHT};
    light_table l;
    (void)unused;
    state = 13;
    light_table_fill(&l);
    for (int trial = 0; trial < 60; trial++) {
        double turn = 2 * PI * draw(), nu = cos(turn), nv = sin(turn), d = 28.7 * nu + 22.3 * nv + draw();
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                double light = 0.1 + 0.7 * 0.5 * (1 + erf((x * nu + y * nv - d) / (0.8 * sqrt(2))));
                int code = 0;
                while (code < 255 && (double)l.of[code] < light) code++;
                at[y * WIDTH + x] = (uint8_t)code;
            }
        double offset = NAN, other = NAN, off = d - 29 * nu - 23 * nv;
        assert_true(sample_edge(&g, &l, (px2){29, 23}, (vec2){nu, nv}, 3.5, 1, &offset));
        assert_near(offset, off, 0.05);
        assert_true(sample_edge(&g, &l, (px2){29, 23}, (vec2){-nu, -nv}, 3.5, -1, &other));  // the same, seen from the other side
        assert_near(other, -off, 0.05);
        assert_false(sample_edge(&g, &l, (px2){29, 23}, (vec2){nu, nv}, 3.5, -1, &other));
    }
    memset(at, 90, sizeof at);
    double unset = 5;
    assert_false(sample_edge(&g, &l, (px2){29, 23}, (vec2){1, 0}, 3.5, 1, &unset));
    assert_false(sample_edge(&g, &l, (px2){-40, 23}, (vec2){1, 0}, 3.5, 1, &unset));
    assert_true(unset == 5);
}

// ---- views

// A camera that looks down aslant: px = 500 (x, y) / (40 + 0.3 y - z) + (320, 240), y upwards.
static px2 aslant(const void *context, vec3 at) {
    double w = 40 + 0.3 * at.y - at.z;
    (void)context;
    return w > 0 ? (px2){320 + 500 * at.x / w, 240 - 500 * at.y / w} : (px2){NAN, NAN};
}

static const vision_view aslant_view = {.to_px = aslant};

static void a_local_view_is_the_picture_about_a_place(void **unused) {
    (void)unused;
    state = 14;
    for (int i = 0; i < 300; i++) {
        vec2 at = {20 * draw() - 10, 20 * draw() - 10};
        double z = draw(), heading = 2 * PI * draw();
        local_view v;
        assert_true(local_view_at(&aslant_view, at, z, &v));
        px2 o = aslant(NULL, (vec3){at.x, at.y, z});
        assert_true(v.origin.u == o.u && v.origin.v == o.v);
        vec2 off = {draw() - 0.5, draw() - 0.5};
        px2 is = local_view_px(&v, off), should = aslant(NULL, (vec3){at.x + off.x, at.y + off.y, z});
        assert_near(hypot(is.u - should.u, is.v - should.v), 0, 0.12);  // perspective over half an inch
        local_axes a = local_view_axes(&v, off, heading);
        vec2 p = {draw() - 0.5, draw() - 0.5};
        px2 by_axes = local_axes_px(&a, p), by_view = local_view_px(&v, vec2_add(off, vec2_rotate(p, heading)));
        assert_near(hypot(by_axes.u - by_view.u, by_axes.v - by_view.v), 0, 1e-9);
    }
}

static px2 from_the_edge(const void *context, vec3 at) {
    (void)context;
    return (px2){100 + 10 * at.x, 50 - at.z};
}

static void what_cannot_be_seen_has_no_view(void **unused) {
    local_view v;
    (void)unused;
    assert_false(local_view_at(&aslant_view, (vec2){0, -200}, 0, &v));
    assert_false(local_view_at(&(vision_view){.to_px = from_the_edge}, (vec2){0, 0}, 0, &v));
    assert_false(local_view_at(&aslant_view, (vec2){NAN, 0}, 0, &v));
}

static const px2 aslant_square[4] = {{100.5, 180.25}, {190.75, 170}, {180, 95.5}, {110.25, 100}};  // bottom left, bottom right, top right, top left

static void a_square_maps_its_corners(void **unused) {
    static const double x[4] = {0, 1, 1, 0}, y[4] = {1, 1, 0, 0};
    double unit[9], cells[9], centred[9], inverse[9];
    px2 origin = {140, 130};
    (void)unused;
    assert_true(fabs(square_map(aslant_square, unit)) > 1);
    square_map_cells(aslant_square, 8, cells);
    assert_true(square_map_centred(aslant_square, origin, centred));
    square_invert(cells, inverse);
    for (int k = 0; k < 4; k++) {
        px2 c = aslant_square[k], a = square_px(unit, x[k], y[k]), b = square_px(cells, 8 * x[k], 8 * y[k]);
        px2 d = square_px(centred, 2 * x[k] - 1, 2 * y[k] - 1), back = square_px(inverse, c.u, c.v);
        assert_near(hypot(a.u - c.u, a.v - c.v), 0, 1e-10);
        assert_near(hypot(b.u - c.u, b.v - c.v), 0, 1e-10);
        assert_near(hypot(d.u + origin.u - c.u, d.v + origin.v - c.v), 0, 1e-10);
        assert_near(hypot(back.u - 8 * x[k], back.v - 8 * y[k]), 0, 1e-10);
    }
}

// Lines stay lines: what lies in the middle of the square lies on both of its diagonals.
static void a_square_keeps_lines(void **unused) {
    double h[9];
    (void)unused;
    square_map(aslant_square, h);
    px2 m = square_px(h, 0.5, 0.5);
    for (int k = 0; k < 2; k++) {
        px2 a = aslant_square[k], b = aslant_square[k + 2];
        assert_near((b.u - a.u) * (m.v - a.v) - (b.v - a.v) * (m.u - a.u), 0, 1e-8);
    }
}

static void a_square_that_is_none_is_refused(void **unused) {
    static const px2 line[4] = {{0, 0}, {10, 10}, {20, 20}, {30, 30}}, point[4] = {{5, 5}, {5, 5}, {5, 5}, {5, 5}};
    static const px2 folded[4] = {{0, 0}, {10, 0}, {0, 10}, {10, 10}}, none[4] = {{NAN, 0}, {10, 0}, {10, 10}, {0, 10}};
    double h[9];
    (void)unused;
    assert_false(square_map_centred(line, (px2){0, 0}, h));
    assert_false(square_map_centred(point, (px2){0, 0}, h));
    assert_false(square_map_centred(folded, (px2){0, 0}, h));
    assert_false(square_map_centred(none, (px2){0, 0}, h));
    static const px2 plain[4] = {{0, 30}, {30, 30}, {30, 0}, {0, 0}};
    assert_true(square_map_centred(plain, (px2){0, 0}, h));
    assert_true(square_mean_edge(plain) == 30);
    assert_true(square_middle(plain).u == 15 && square_middle(plain).v == 15);
}

// By hand with a = -0.75: half way between two pixels the four weigh -3/32, 19/32, 19/32, -3/32.
static void cubic_colours_keep_a_thin_line(void **unused) {
    (void)unused;
    enum { SIDE = 12 };
    static uint8_t bgr[SIDE * SIDE * 3];
    const frame f = {.width = SIDE, .height = SIDE, .bgr = bgr, .bgr_stride = SIDE * 3};
    memset(bgr, 0, sizeof bgr);
    for (int v = 0; v < SIDE; v++) bgr[(v * SIDE + 5) * 3 + 1] = 160, bgr[(v * SIDE + 5) * 3 + 2] = 32;  // column 5: green and a little red
    const float at[] = {5, 4.5F, 5.5F, 6.5F, 7}, weight[] = {1, 19 / 32.0F, 19 / 32.0F, -3 / 32.0F, 0};
    for (int i = 0; i < 5; i++) {
        float sum[3] = {1, 0, 0};  // added to
        sample_add_colour_cubic(&f, at[i], 4.3F, sum);
        assert_near((double)sum[0], 1, 1e-5);
        assert_near((double)sum[1], 160 * (double)weight[i], 1e-3);
        assert_near((double)sum[2], 32 * (double)weight[i], 1e-3);
    }
    for (int i = 0; i < SIDE * SIDE * 3; i++) bgr[i] = (uint8_t)(7 * i % 251);
    const float edge[][2] = {{0.5F, 5}, {5, 0.25F}, {10.4F, 5}, {5, 10.6F}, {-1, 5}, {5, 40}, {NAN, 5}};
    for (int i = 0; i < 7; i++) {  // near the edge as sample_add_colour
        float cubic[3] = {0, 0, 0}, linear[3] = {0, 0, 0};
        sample_add_colour_cubic(&f, edge[i][0], edge[i][1], cubic);
        sample_add_colour(&f, edge[i][0], edge[i][1], linear);
        for (int k = 0; k < 3; k++) assert_true(cubic[k] == linear[k]);
    }
}

// Of places in the picture, at its edge, beyond it and nowhere: each as the one that samples a single place has it.
static void colours_along_are_those_of_each_place(void **unused) {
    (void)unused;
    enum { WIDE = 23, HIGH = 17, PLACES = SAMPLE_AT_ONCE };
    static uint8_t bgr[WIDE * HIGH * 3];
    static float u[PLACES], v[PLACES], along[3][SAMPLE_AT_ONCE];
    const frame f = {.width = WIDE, .height = HIGH, .bgr = bgr, .bgr_stride = WIDE * 3};
    for (int i = 0; i < WIDE * HIGH * 3; i++) bgr[i] = (uint8_t)(37 * i % 253);
    for (int i = 0; i < PLACES; i++) u[i] = -2 + (float)(i % 27) + 0.137F * (float)(i % 7), v[i] = -3 + (float)(i % 22) + 0.219F * (float)(i % 5);
    u[0] = NAN, v[1] = NAN, u[2] = INFINITY, v[3] = -INFINITY;
    u[4] = 0, v[4] = 0, u[5] = WIDE - 1.001F, v[5] = HIGH - 1.001F, u[6] = WIDE - 1, v[6] = 3;
    sample_colours_along(&f, u, v, PLACES, along);
    for (int i = 0; i < PLACES; i++) {
        float one[3] = {0, 0, 0};
        sample_add_colour(&f, u[i], v[i], one);
        for (int k = 0; k < 3; k++) assert_near((double)along[k][i], (double)one[k], 1e-4);
    }
    sample_colours_along(&(frame){.width = 1, .height = HIGH, .bgr = bgr, .bgr_stride = WIDE * 3}, u, v, 4, along);  // has no four pixels
    for (int i = 0; i < 4; i++) assert_true(along[0][i] == 0 && along[2][i] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tukey_weighs_by_the_gate),
        cmocka_unit_test(the_excess_is_what_the_weights_hide),
        cmocka_unit_test(a_third_of_outliers_has_no_say),
        cmocka_unit_test(without_outliers_the_fit_is_the_least_squares_one),
        cmocka_unit_test(the_loop_ends_where_a_round_fails),
        cmocka_unit_test(the_loop_stops_when_its_rounds_are_over),
        cmocka_unit_test(lines_through_sums),
        cmocka_unit_test(lanes_are_summed_in_order),
        cmocka_unit_test(a_plane_is_sampled_exactly),
        cmocka_unit_test(nothing_is_sampled_outside),
        cmocka_unit_test(cubic_colours_keep_a_thin_line),
        cmocka_unit_test(colours_along_are_those_of_each_place),
        cmocka_unit_test(places_in_a_row_are_the_same_bits),
        cmocka_unit_test(an_area_is_the_mean_of_its_places),
        cmocka_unit_test(the_tone_curve_is_the_power_it_stands_for),
        cmocka_unit_test(edges_are_where_the_light_steps),
        cmocka_unit_test(a_local_view_is_the_picture_about_a_place),
        cmocka_unit_test(what_cannot_be_seen_has_no_view),
        cmocka_unit_test(a_square_maps_its_corners),
        cmocka_unit_test(a_square_keeps_lines),
        cmocka_unit_test(a_square_that_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
