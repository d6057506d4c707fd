// What core/ and formation/ measure on the table against brute force, and the second opinion itself against the worked numbers of docs/geometry.md.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "field.h"
#include "formation/shape/shape.h"
#include "second_measures.h"
#include "second_opinion.h"

static second_block u52;                                            // rate 12"
static const second_stand u52_at = {{1.5748, -0.3937}, PI / 2, 0};  // front-left figure's centre at the origin, facing +y

static bool near(double a, double b, double tol) {
    if (fabs(a - b) <= tol) return true;
    fprintf(stderr, "    %.5f, wanted %.5f\n", a, b);
    return false;
}

static base random_base(unsigned *seed) {
    double w = uniform(seed, 0.5, 2), d = uniform(seed, 0.5, 3);
    if (uniform(seed, 0, 1) < 0.4) return (base){BASE_ROUND, w, w, 0.12, 0};
    return (base){BASE_RECT, w, d, 0.12, 0};
}

static void gaps_between_bases(void **state) {
    (void)state;
    unsigned seed = 3;
    int apart = 0;
    for (int k = 0; k < 400; k++) {
        base a = random_base(&seed), b = random_base(&seed);
        pose pa = {{0, 0}, uniform(&seed, -PI, PI), 0, 0};
        pose pb = {{uniform(&seed, -3, 3), uniform(&seed, -3, 3)}, uniform(&seed, -PI, PI), 0, 0};
        double force = second_gap(a, pa, b, pb, 400), found = base_gap(a, pa, b, pb), step = 10.0 / 400;  // no outline is longer than 10"
        apart += force > 0;
        if (force == 0)
            assert_true(found < 1e-9);
        else
            assert_true(found <= force + 1e-9 && found >= force - step);
    }
    assert_in_range(apart, 200, 400);
    // Two 20 mm squares corner to corner, 1" between the centres along the diagonal: 1 - 0.787 sqrt 2 = -0.113, they overlap; 1.5": 0.3866.
    base s = {BASE_SQUARE, MM20, MM20, 0.12, 0};
    vec2 diagonal = heading_forward(PI / 4);
    assert_true(base_gap(s, (pose){0}, s, (pose){.at = diagonal}) < 0);
    assert_true(near(base_gap(s, (pose){0}, s, (pose){.at = vec2_scale(diagonal, 1.5)}), 0.3866, 1e-3));
}

// A block and its front, ranks and frontage, as the game's form gives them.
static unit_form form_of(const second_block *b, second_stand s) {
    static field f;
    bool present[40];
    int16_t ranks[40];
    shape_limits limits = shape_default_limits();
    field_init(&f);
    field_block(&f, "Guard", 0, UNIT_REGULAR, b->files, b->ranks, b->gap_in, (vec2){0, 0}, 90, 12);
    for (int i = 0; i < b->files * b->ranks; i++) f.now[i] = second_figure(b, s, i), present[i] = true;
    return formation_shape(&f.g, 0, f.now, present, NULL, &limits, ranks);
}

static void fronts_and_ranks(void **state) {
    (void)state;
    unsigned seed = 5;
    base square = {BASE_SQUARE, MM20, MM20, 0.12, 0};
    for (int k = 0; k < 300; k++) {
        int files = 1 + (int)uniform(&seed, 0, 8), ranks = 1 + (int)uniform(&seed, 0, 5);
        second_block b = second_block_of(files, ranks, 0, MM20, k % 2 ? 0.5 : 0, 12);
        second_stand s = {{uniform(&seed, 20, 40), uniform(&seed, 20, 40)}, uniform(&seed, -PI, PI), (int)uniform(&seed, 0, 4)};
        vec2 at[40];
        for (int i = 0; i < b.files * b.ranks; i++) at[i] = second_figure(&b, s, i).at;
        second_form want = second_form_of(at, b.files * b.ranks, square, second_heading(s), MM20 + b.gap_in);
        unit_form found = form_of(&b, s);
        assert_int_equal(want.frontage, s.quarter % 2 ? b.ranks : b.files);  // docs/geometry.md 7.1: N x m that faces right has frontage m
        assert_int_equal(found.frontage, want.frontage);
        assert_int_equal(found.ranks, want.ranks);
        assert_true(near(vec2_dot(found.anchor, heading_forward(second_heading(s))), want.front_in, 1e-6));
        assert_true(near(vec2_distance(found.front_left, second_corner(&b, s, true)), 0, 1e-6));
        assert_true(near(vec2_distance(found.front_right, second_corner(&b, s, false)), 0, 1e-6));
    }
}

static void rigid_motions(void **state) {
    (void)state;
    unsigned seed = 9;
    for (int k = 0; k < 40; k++) {
        vec2 from[10], to[10];
        double turn = uniform(&seed, -3, 3), rms;
        vec2 shift = {uniform(&seed, -9, 9), uniform(&seed, -9, 9)};
        for (int i = 0; i < 10; i++) {
            from[i] = second_figure(&u52, u52_at, i).at;
            vec2 noise = {0.1 * gaussian(&seed), 0.1 * gaussian(&seed)};
            to[i] = vec2_add(vec2_add(vec2_rotate(from[i], turn), shift), noise);
        }
        double found = second_turn(from, to, 10, 0.0005, &rms);
        rigid2 fit = rigid2_fit(from, to, 10);
        assert_true(fabs(angle_difference(fit.rotation_rad, found)) <= 0.0005);
        assert_true(fit.residual_rms <= rms + 1e-9 && fit.residual_rms >= rms - 0.001);
        vec2 centre;
        assert_true(rigid2_centre(fit, &centre));
        assert_true(vec2_distance(rigid2_apply(fit, centre), centre) < 1e-9);
    }
}

// The table of section 6: U52, pivot and measured point by the five readings. The radii by trying every figure.
typedef struct {
    const char *why;
    bool pivot_at_middle, front_rank_only, corner_measured;
    double radius, cost[5];
} reading_row;

static double reading_radius(const reading_row *r) {
    vec2 left = heading_left(PI / 2), pivot = second_corner(&u52, u52_at, true);
    if (r->pivot_at_middle) pivot = vec2_sub(pivot, vec2_scale(left, MM20 / 2));
    double far = 0;
    for (int i = 0; i < (r->front_rank_only ? u52.files : 10); i++) {
        vec2 front = base_front((base){BASE_SQUARE, MM20, MM20, 0, 0}, second_figure(&u52, u52_at, i));
        if (r->corner_measured) front = vec2_sub(front, vec2_scale(left, MM20 / 2));
        far = fmax(far, vec2_distance(front, pivot));
    }
    return far;
}

static void wheels_of_the_table(void **state) {
    (void)state;
    static const double degrees[5] = {30, 45, 60, 90, 180};
    static const reading_row rows[] = {
        {"midpoint pivot, front rank", true, true, false, 3.150, {1.649, 2.474, 3.298, 4.947, 9.895}},
        {"corner pivot, front rank", false, true, false, 3.543, {1.855, 2.783, 3.711, 5.566, 11.132}},
        {"corner pivot, farthest", false, false, false, 3.630, {1.901, 2.851, 3.801, 5.702, 11.403}},
        {"midpoint pivot, farthest", true, false, false, 3.247, {1.700, 2.550, 3.400, 5.100, 10.201}},
        {"corner to corner, front rank", false, true, true, 3.937, {2.061, 3.092, 4.123, 6.184, 12.368}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(near(reading_radius(&rows[i]), rows[i].radius, 0.0006));
        for (int k = 0; k < 5; k++) assert_true(near(reading_radius(&rows[i]) * degrees[k] * RAD_PER_DEG, rows[i].cost[k], 0.0021));
    }
    for (int k = 0; k < 5; k++)
        for (int left = 0; left < 2; left++) {
            second_stand end = second_wheel(&u52, u52_at, left, degrees[k] * RAD_PER_DEG);
            second_step step = {left ? SECOND_WHEEL_LEFT : SECOND_WHEEL_RIGHT, degrees[k] * RAD_PER_DEG};
            assert_true(near(second_step_cost(&u52, u52_at, step), rows[2].cost[k], 0.0006));
            // By one wheel unless facing and wheeling is cheaper: an about face costs 6", so a half turn may not cost 11.4".
            if (degrees[k] < 90) assert_true(near(second_cheapest(&u52, u52_at, end, (second_latitude){PI / 4, 0}).high_in, rows[2].cost[k], 0.001));
        }
}

static void legs_of_the_formula(void **state) {
    (void)state;
    // Section 6: D = (3,4), phi = 120, beta = 20: 6.480; D = (5,3), phi = 90, beta = 0: 8.0; D = 5 ahead + 1 to the right, right wheel of 90: 6.0.
    double a[2] = {0, 120 * RAD_PER_DEG}, b[2] = {0, PI / 2}, c[2] = {0, -PI / 2};
    assert_true(near(second_legs((vec2){3, 4}, a, 2, (second_latitude){20 * RAD_PER_DEG, 0}, 0), 6.480, 0.0006));
    assert_true(near(second_legs((vec2){5, 3}, b, 2, (second_latitude){0, 0}, 0), 8, 1e-9));
    assert_true(near(second_legs((vec2){5, -1}, c, 2, (second_latitude){0, 0}, 0), 6, 1e-9));
    assert_true(isinf(second_legs((vec2){-1, 0}, b, 2, (second_latitude){0, 0}, 0)));
    assert_true(near(second_legs((vec2){-0.2, 0}, b, 2, (second_latitude){0, 0.25}, 0), 0.2, 1e-9));
}

static void legs_against_every_direction(void **state) {
    (void)state;
    unsigned seed = 7;
    int reached = 0;
    for (int k = 0; k < 150; k++) {
        double h[3] = {uniform(&seed, -PI, PI), uniform(&seed, -PI, PI), uniform(&seed, -PI, PI)}, cone = uniform(&seed, 0.1, 0.8);
        vec2 d = {uniform(&seed, -5, 5), uniform(&seed, -5, 5)};
        double force = second_legs_by_force(d, h, 3, cone, 40), found = second_legs(d, h, 3, (second_latitude){cone, 0}, 0);
        assert_true(isinf(found) == isinf(force));
        if (isinf(found)) continue;
        reached++;
        assert_true(found <= force + 1e-9 && found >= force * 0.999);
        // What the slack allows is really less: no place within it is reached for less than the bound.
        double slack = uniform(&seed, 0, 1), bound = second_legs(d, h, 3, (second_latitude){cone, 0}, slack);
        for (int i = 0; i < 32; i++) {
            vec2 near_d = vec2_add(d, vec2_scale(heading_forward(i * PI / 16), slack * uniform(&seed, 0, 1)));
            assert_true(second_legs(near_d, h, 3, (second_latitude){cone, 0}, 0) >= bound - 1e-9);
        }
    }
    assert_in_range(reached, 60, 150);
}

static void shifted_costs(double x, double y, double want) {
    second_stand end = u52_at;
    end.centre = vec2_add(end.centre, (vec2){x, y});
    second_cost c = second_cheapest(&u52, u52_at, end, (second_latitude){PI / 4, 0});
    assert_true(near(c.high_in, want, 0.011));
    assert_true(c.low_in <= c.high_in && c.low_in >= c.high_in - 0.011);
}

// Section 6, double wheel, and the catalogue's worked costs (BS1-7.9-2, BS1-7.9-4).
static void double_wheels(void **state) {
    (void)state;
    second_stand s = second_wheel(&u52, u52_at, true, 60 * RAD_PER_DEG);
    s = second_wheel(&u52, s, false, 60 * RAD_PER_DEG);
    vec2 shift = vec2_sub(s.centre, u52_at.centre);
    assert_true(near(shift.x, -1.97, 0.006) && near(shift.y, 3.41, 0.006));
    shifted_costs(8, 5, 11.09);                                     // by a 20 deg double wheel
    shifted_costs(8, 1, 15.14);                                     // 73 deg; two faces cost 16.06
    shifted_costs(6, 8, 10);                                        // 36.9 deg off: an oblique
    s = (second_stand){u52_at.centre, u52_at.lay_rad + PI / 2, 0};  // turned 90 deg about its own middle
    assert_true(near(second_cheapest(&u52, u52_at, s, (second_latitude){PI / 4, 0}).high_in, 13.11, 0.011));
}

// Section 9: a ring of bases is no way out as long as every neighbouring gap is below 1.0"; grid 0.05".
static void ways_out(void **state) {
    (void)state;
    const double radius = 0.5, ring = 3;
    for (double gap = 0.6; gap < 1.45; gap += 0.1) {
        vec2 discs[24];
        int n = 0;
        double step = 2 * asin((2 * radius + 0.3) / (2 * ring)), wide = 2 * asin((2 * radius + gap) / (2 * ring));  // 0.3" apart but for one gap
        for (double angle = 0.7; angle < 0.7 + 2 * PI - wide; angle += step)
            discs[n++] = vec2_add((vec2){5, 5}, vec2_scale(heading_forward(angle), ring));
        discs[n++] = vec2_add((vec2){5, 5}, vec2_scale(heading_forward(0.7 - wide), ring));
        if (fabs(gap - 1) > 0.06) assert_int_equal(second_escape(discs, n, radius, 1), gap > 1);
    }
    assert_true(second_escape(NULL, 0, radius, 1));
}

int main(void) {
    u52 = second_block_of(5, 2, 0, MM20, 0, 12);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_between_bases),  cmocka_unit_test(fronts_and_ranks),
        cmocka_unit_test(rigid_motions),       cmocka_unit_test(wheels_of_the_table),
        cmocka_unit_test(legs_of_the_formula), cmocka_unit_test(legs_against_every_direction),
        cmocka_unit_test(double_wheels),       cmocka_unit_test(ways_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
