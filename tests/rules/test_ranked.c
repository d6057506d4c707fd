// Ranked fantasy: no legal move is called illegal, what is plainly too far is always found: random moves with the errors that their poses state.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"

static field f;
static unsigned seed = 23;

typedef struct {
    double width, rate, spent, turned_deg;
} mover;

// Outer front corner of the body as it faces now, left (+1) or right (-1).
static vec2 corner(int unit, double side) {
    const game_unit *u = &f.units[unit];
    double h = f.now[u->first_figure].heading_rad, ahead = -1e9, out = -1e9;
    vec2 fw = heading_forward(h), l = vec2_scale(heading_left(h), side);
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        ahead = fmax(ahead, vec2_dot(f.now[i].at, fw)), out = fmax(out, vec2_dot(f.now[i].at, l));
    return vec2_add(vec2_scale(fw, ahead + MM20 / 2), vec2_scale(l, out + MM20 / 2));
}

// WF-NM-8: about the inner front corner, the outer one goes forward by width x angle (WF-NM-3).
static void wheel(int unit, mover *k, double degrees) {
    field_turn(&f, unit, corner(unit, degrees > 0 ? 1 : -1), degrees);
    k->spent += k->width * fabs(degrees) * RAD_PER_DEG;
    k->turned_deg += fabs(degrees);
}

static void advance(int unit, mover *k, double inches) {
    vec2 d = vec2_scale(heading_forward(f.now[f.units[unit].first_figure].heading_rad), inches);
    field_shift(&f, unit, d.x, d.y);
    k->spent += fabs(inches);
}

static void aside(int unit, mover *k, double inches) {
    vec2 d = vec2_scale(heading_left(f.now[f.units[unit].first_figure].heading_rad), inches);
    field_shift(&f, unit, d.x, d.y);
    k->spent += fabs(inches);
}

// Wheels and advances up to `most` inches, the last of them to the last inch in half of the moves. No loops: the wheels turn by 180 degrees together.
static void forward_move(int unit, mover *k, double most) {
    for (int steps = (int)uniform(&seed, 1, 6); steps > 0; steps--) {
        double left = most - k->spent, widest = fmin(left / k->width * DEG_PER_RAD, 180 - k->turned_deg);
        if (left < 0.3) break;
        if (uniform(&seed, 0, 1) < 0.5 && widest > 2)
            wheel(unit, k, uniform(&seed, 0, 1) < 0.5 ? -widest * uniform(&seed, 0.1, 1) : widest * uniform(&seed, 0.1, 1));
        else
            advance(unit, k, uniform(&seed, 0.1, 1) * left);
    }
    if (uniform(&seed, 0, 1) < 0.5 && most > k->spent) advance(unit, k, most - k->spent);
}

static void jitter(int unit) {
    for (int i = 0; i < f.units[unit].figure_count; i++) {
        f.now[i].at.x += f.sigma_in * gaussian(&seed);
        f.now[i].at.y += f.sigma_in * gaussian(&seed);
        f.now[i].heading_rad += f.sigma_rad * gaussian(&seed);
    }
}

static int setup(mover *k, double sigma_in, double sigma_deg) {
    field_init(&f);
    strcpy(f.g.ruleset, "ranked-fantasy");
    f.sigma_in = sigma_in;
    f.sigma_rad = sigma_deg * RAD_PER_DEG;
    int files = (int)uniform(&seed, 2, 9), ranks = (int)uniform(&seed, 1, 5);
    *k = (mover){.rate = floor(uniform(&seed, 3, 13)), .width = files * MM20 + (files - 1) * 0.01};
    int unit = field_block(&f, "R1", 0, UNIT_RANKED, files, ranks, 0.01, (vec2){100, 100}, uniform(&seed, -180, 180), k->rate);
    field_start(&f);
    field_phase(&f, 1, "normal-movement", 0);
    return unit;
}

// One of the permitted moves, to its limit now and then.
static void legal_move(int unit, mover *k) {
    double half = ceil(k->rate / 2), some = uniform(&seed, 0, 1) < 0.3 ? 1 : uniform(&seed, 0.2, 1);
    int what = (int)uniform(&seed, 0, 6);
    if (what == 0)
        advance(unit, k, -half * some);
    else if (what == 1)
        aside(unit, k, (uniform(&seed, 0, 1) < 0.5 ? half : -half) * some);
    else
        forward_move(unit, k, what < 4 ? k->rate : 2 * k->rate);
}

static void never_accused(double sigma_in, double sigma_deg, int moves) {
    int doubtful = 0;
    for (int n = 0; n < moves; n++) {
        mover k;
        unsigned from = seed;
        int unit = setup(&k, sigma_in, sigma_deg);
        pose true_start[FIELD_FIGURES];
        memcpy(true_start, f.now, sizeof true_start);
        jitter(unit);
        field_begin(&f, unit);
        memcpy(f.now, true_start, sizeof true_start);
        legal_move(unit, &k);
        jitter(unit);
        const verdict *v = field_judge(&f);
        doubtful += v->ruling == RULING_DOUBTFUL;
        assert_true(v->maneuver_count > 0);
        if (v->ruling == RULING_ILLEGAL || v->ruling == RULING_ASK)
            fprintf(stderr, "      move %d (seed %u): %d x %d, M %.0f, true cost %.2f, found %.2f\n", n, from, f.m.before.files, f.m.before.ranks,
                    k.rate, k.spent, v->cost_in);
        if (v->ruling != RULING_DOUBTFUL) expect(v, RULING_LEGAL, NULL, NULL);
        field_end(&f);
    }
    fprintf(stderr, "      %d legal moves: %d doubtful\n", moves, doubtful);
    assert_true(doubtful * 50 <= moves);  // the tolerance covers the error in all but a few
}

static void legal_moves_are_never_accused(void **state) {
    (void)state;
    never_accused(0.001, 0.05, 1500);
    never_accused(0.01, 0.5, 1500);
    never_accused(0.04, 2, 1500);
}

// Backward after a wheel forward is judged by itself: half of 6" is 3", and nothing that the wheel may have cost less makes 3.4" of it legal.
static void no_wheel_before_pays_for_going_back(void **state) {
    (void)state;
    mover k = {.rate = 6, .width = 5 * MM20};
    field_init(&f);
    strcpy(f.g.ruleset, "ranked-fantasy");
    int unit = field_block(&f, "R1", 0, UNIT_RANKED, 5, 2, 0, (vec2){50, 50}, 90, k.rate);
    field_start(&f);
    field_phase(&f, 1, "normal-movement", 0);
    field_begin(&f, unit);
    wheel(unit, &k, 60);
    expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
    field_begin(&f, unit);
    advance(unit, &k, -3.4);
    const finding *found = field_found_rule(field_judge(&f), "WF-NM-6");
    assert_true(found && found->ruling == RULING_ILLEGAL);
    field_end(&f);
}

// A narrow, deep unit that makes one small wheel ends to the side of where it stood, by more than its corner went. A march that was announced may be
// as short as that: it led forward (WF-NM-9, 11).
static void small_wheels_of_deep_units_are_marches(void **state) {
    (void)state;
    const struct { double in, deg; } errors[] = {{0.001, 0.05}, {0.01, 0.5}, {0.02, 1.5}, {0.04, 2}};
    for (int n = 0; n < 4000; n++) {
        mover k = {.rate = floor(uniform(&seed, 3, 13))};
        unsigned from = seed;
        int files = (int)uniform(&seed, 2, 4), ranks = (int)uniform(&seed, 3, 9), e = n % 4;
        double turn = uniform(&seed, 3, 16);
        k.width = files * MM20 + (files - 1) * 0.01;
        field_init(&f);
        strcpy(f.g.ruleset, "ranked-fantasy");
        f.sigma_in = errors[e].in, f.sigma_rad = errors[e].deg * RAD_PER_DEG;
        int unit = field_block(&f, "R1", 0, UNIT_RANKED, files, ranks, 0.01, (vec2){100, 100}, uniform(&seed, -180, 180), k.rate);
        field_start(&f);
        field_phase(&f, 1, "normal-movement", 0);
        field_declare(&f, unit, "march", -1);
        pose true_start[FIELD_FIGURES];
        memcpy(true_start, f.now, sizeof true_start);
        jitter(unit);
        field_begin(&f, unit);
        memcpy(f.now, true_start, sizeof true_start);
        wheel(unit, &k, uniform(&seed, 0, 1) < 0.5 ? turn : -turn);
        jitter(unit);
        const verdict *v = field_judge(&f);
        if (v->ruling == RULING_ILLEGAL)
            fprintf(stderr, "      move %d (seed %u): %d x %d, turned %.1f, sigma %.3f, true cost %.2f, found %.2f\n", n, from, files, ranks, turn,
                    f.sigma_in, k.spent, v->cost_in);
        if (v->ruling == RULING_ILLEGAL) expect(v, RULING_LEGAL, NULL, NULL);
        field_end(&f);
    }
}

// About one corner by half a turn, and back about the other: such a unit may march straight to its side, by twice its width, for 9.9", or for 7.4"
// measured at the front of the outer figure. 6" are not enough.
static void two_wheels_of_a_narrow_unit_are_a_march(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        mover k = {.rate = i ? 3 : 5, .width = 2 * MM20};
        field_init(&f);
        strcpy(f.g.ruleset, "ranked-fantasy");
        int unit = field_block(&f, "R1", 0, UNIT_RANKED, 2, 3, 0, (vec2){100, 100}, 90, k.rate);
        field_start(&f);
        field_phase(&f, 1, "normal-movement", 0);
        field_declare(&f, unit, "march", -1);
        field_begin(&f, unit);
        wheel(unit, &k, 180);
        wheel(unit, &k, -180);
        const verdict *v = field_judge(&f);
        assert_true(k.spent > 9.8 && k.spent < 10);
        if (i)
            assert_true(v->ruling == RULING_ILLEGAL);
        else
            expect(v, RULING_LEGAL, NULL, NULL);
        field_end(&f);
    }
}

// A wheel by more than a quarter, a leg, and the wheel back about the other corner: no rule bounds how far a unit wheels, so what is within twice its
// Movement is a march (WF-NM-9, 12). Some of these end straight to the side of where they began, farther than half the Movement.
static void wide_wheels_and_back_are_legal(void **state) {
    (void)state;
    int judged = 0, doubtful = 0;
    for (int n = 0; judged < 2000; n++) {
        mover k;
        int unit = setup(&k, 0.01, 0.5);
        double angle = uniform(&seed, 91, 150), back = n % 3 ? angle : uniform(&seed, 91, 150), side = n % 2 ? 1 : -1;
        double legs = n % 4 ? uniform(&seed, 0, 3) * k.width : -k.width * tan(angle * RAD_PER_DEG);
        field_begin(&f, unit);
        wheel(unit, &k, side * angle);
        advance(unit, &k, legs);
        wheel(unit, &k, -side * back);
        jitter(unit);
        if (k.spent > 2 * k.rate) {
            field_end(&f);
            continue;
        }
        judged++;
        const verdict *v = field_judge(&f);
        doubtful += v->ruling == RULING_DOUBTFUL;
        if (v->ruling == RULING_ILLEGAL || v->ruling == RULING_ASK)
            fprintf(stderr, "      move %d: %d x %d, M %.0f, wheels %.0f and %.0f, legs %.2f, cost %.2f\n", n, f.m.before.files, f.m.before.ranks,
                    k.rate, side * angle, -side * back, legs, k.spent);
        if (v->ruling != RULING_DOUBTFUL) expect(v, RULING_LEGAL, NULL, NULL);
        assert_true(v->maneuver_count > 0);
        field_end(&f);
    }
    fprintf(stderr, "      %d moves by two opposite wheels: %d doubtful\n", judged, doubtful);
    assert_true(doubtful * 50 <= judged);
}

static vec2 middle_of(int unit) {
    vec2 m = {0, 0};
    for (int i = 0; i < f.units[unit].figure_count; i++) m = vec2_add(m, f.now[i].at);
    return vec2_scale(m, 1.0 / f.units[unit].figure_count);
}

static void plain_breaches_are_found(void **state) {
    (void)state;
    // No permitted move carries the middle of the unit farther than it costs.
    int found = 0;
    for (int n = 0; n < 1500; n++) {
        mover k;
        int unit = setup(&k, 0.01, 0.5);
        field_begin(&f, unit);
        vec2 start = middle_of(unit);
        forward_move(unit, &k, uniform(&seed, 2, 4) * k.rate);
        jitter(unit);
        bool too_far = vec2_distance(start, middle_of(unit)) > 2 * k.rate + 0.5;
        const verdict *v = field_judge(&f);
        if (too_far) expect(v, RULING_ILLEGAL, NULL, NULL);
        found += too_far;
        field_end(&f);
    }
    assert_true(found > 200);
}

// About the outer front corner: the other end goes backward. The middle of the front of a unit that moves forward goes where the unit faces; to end
// behind where it began the unit must face away from there in between, and so turn by 180 degrees less what it turned in the end, at no less than
// its front without half a figure for each radian. Where even a march doesn't allow that, whatever the rate, no legal way leads there.
static void backward_wheels_are_found(void **state) {
    (void)state;
    int proven = 0, others = 0, accused = 0;
    for (int n = 0; proven < 300; n++) {
        mover k;
        int unit = setup(&k, 0.01, 0.5);
        double turn = uniform(&seed, 25, 80) * (n % 2 ? 1 : -1);
        field_begin(&f, unit);
        field_turn(&f, unit, corner(unit, turn > 0 ? -1 : 1), turn);
        jitter(unit);
        const verdict *v = field_judge(&f);
        if ((k.width - MM20 / 2) * (PI - fabs(turn) * RAD_PER_DEG) > 2 * k.rate + 0.5) {
            expect(v, RULING_ILLEGAL, "ILLEGAL_WHEEL", "WF-NM-8");
            proven++;
        } else {
            accused += v->ruling == RULING_ILLEGAL;
            others++;
        }
        field_end(&f);
    }
    fprintf(stderr, "      %d that no march excuses; %d of %d others illegal\n", proven, accused, others);
    assert_true(accused * 10 >= others * 9);  // wheels right round are no wheels of this turn, and other ways are longer
}

static void hostile_moves(void **state) {
    (void)state;
    // Headings unknown, forms missing, figures in one place, far away: judged without a crash and never with a number that is none.
    for (int n = 0; n < 300; n++) {
        mover k;
        int unit = setup(&k, 0.01, 0.5);
        field_begin(&f, unit);
        for (int i = 0; i < f.units[unit].figure_count; i++) {
            int what = (int)uniform(&seed, 0, 5);
            if (what == 0) f.now[i].at = (vec2){uniform(&seed, -1e4, 1e4), uniform(&seed, -1e4, 1e4)};
            if (what == 1) f.now[i].at = f.now[0].at;
            if (what == 2) f.moved[i] = false;
            if (what == 3) f.now[i].heading_rad = uniform(&seed, -10, 10);
        }
        if (n % 3 == 0) f.sigma_rad = 4;  // no heading was seen
        field_judge(&f);
        if (n % 2 == 0) {
            f.m.before = f.m.after = (unit_form){.gap_lateral_in = NAN, .gap_depth_in = NAN};
            assert_int_equal(rules_judge(f.r, f.s, &f.m, &f.v), STATUS_OK);
        }
        assert_true(isfinite(f.v.cost_in) && isfinite(f.v.sigma_in) && f.v.cost_in >= 0);
        for (int i = 0; i < f.v.finding_count; i++) assert_true(isfinite(f.v.findings[i].measured) && isfinite(f.v.findings[i].p_illegal));
        rules_book(f.r, f.s, &f.m, &f.v);
        field_end(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(legal_moves_are_never_accused),
                                       cmocka_unit_test(wide_wheels_and_back_are_legal),
                                       cmocka_unit_test(plain_breaches_are_found),
                                       cmocka_unit_test(backward_wheels_are_found),
                                       cmocka_unit_test(hostile_moves),
                                       cmocka_unit_test(no_wheel_before_pays_for_going_back),
                                       cmocka_unit_test(small_wheels_of_deep_units_are_marches),
                                       cmocka_unit_test(two_wheels_of_a_narrow_unit_are_a_march)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
