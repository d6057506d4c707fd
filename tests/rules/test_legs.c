// Legs and what they cost at least: no legs that a play allows cost less than the bound, and without any play the bound is their length.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "rules/measure/maneuver/legs.h"
#include "trial.h"

#define FINE 0.002  // a direction is found so nearly that a bound with a slide is no farther from the length, in inches or as a share of it

#define FAR_IN 60  // no move is longer: how much longer does not count

static unsigned seed = 21;

typedef struct {
    vec2 way, ahead[5];
    int headings;
    leg_rules rules;
    leg_slide slide;
} task;

static task draw(void) {
    task k = {.way = {uniform(&seed, -8, 8), uniform(&seed, -8, 8)}, .headings = (int)uniform(&seed, 1, 5.99)};
    double about = uniform(&seed, -PI, PI);  // headings of one program lie near to each other, or anywhere
    bool near = uniform(&seed, 0, 1) < 0.5;
    for (int i = 0; i < k.headings; i++) k.ahead[i] = heading_forward(about + uniform(&seed, near ? -0.5 : -PI, near ? 0.5 : PI));
    double cone = uniform(&seed, 0, 1.1), tolerance = uniform(&seed, 0, 1) < 0.3 ? 0.1 : 0;
    k.rules = leg_rules_with_tolerance(cone, tolerance, uniform(&seed, 0, 1) < 0.3 ? 0.3 : 0);
    k.slide.along = heading_left(uniform(&seed, -PI, PI));
    if (uniform(&seed, 0, 1) < 0.5) k.slide.low = -uniform(&seed, 0, 3), k.slide.high = uniform(&seed, 0, 3);
    return k;
}

static double length_of(const task *k) {
    double x;
    return legs_find_sliding(k->way, &k->slide, k->ahead, k->headings, &k->rules, &x).length;
}

static void no_legs_of_a_play_cost_less(void **state) {
    (void)state;
    int lead_there = 0;
    for (int i = 0; i < 20000; i++) {
        task k = draw();
        double swing = uniform(&seed, 0, 0.6), missed = uniform(&seed, 0, 1);
        int first = (int)uniform(&seed, 0, k.headings + 0.99), end = (int)uniform(&seed, first, k.headings + 0.99);
        leg_play play = {missed, first, end, {cos(swing), sin(swing)}};
        double least = legs_least(k.way, &k.slide, k.ahead, k.headings, &k.rules, &play);
        for (int j = 0; j < 20; j++) {
            task other = k;
            double off = missed * sqrt(uniform(&seed, 0, 1)), turn = j % 4 ? uniform(&seed, -swing, swing) : swing;
            other.way = vec2_add(k.way, vec2_scale(heading_forward(uniform(&seed, -PI, PI)), off));
            for (int h = first; h < end; h++) other.ahead[h] = vec2_rotate(k.ahead[h], turn);
            double length = length_of(&other);
            lead_there += length < INFINITY;
            if (length < least - 1e-6) fail_msg("task %d: legs of %.5f, proven at least %.5f", i, length, least);
        }
    }
    assert_true(lead_there > 100000);
}

static void without_a_play_the_bound_is_the_length(void **state) {
    (void)state;
    leg_play none = {0, 0, 0, {1, 0}};
    for (int i = 0; i < 20000; i++) {
        task k = draw();
        double least = legs_least(k.way, &k.slide, k.ahead, k.headings, &k.rules, &none), length = length_of(&k);
        double fine = k.slide.high > k.slide.low ? FINE * fmax(10, length) : 1e-6;
        bool same = length < FAR_IN ? fabs(least - length) <= fine : least >= FAR_IN * (1 - FINE);
        if (!same) fail_msg("task %d: legs of %.5f, bound %.5f", i, length, least);
    }
}

// By hand: 4" ahead and 3" aside with legs straight ahead or straight aside are 7"; missing by up to 1" they are no less than 7 - sqrt 2 (the hull of
// both unit legs has its edge at 1 / sqrt 2 from where it begins). Backward, 4" and more than is missed: nothing leads there.
static void by_hand(void **state) {
    (void)state;
    const vec2 ahead[2] = {{1, 0}, {0, 1}};
    leg_rules straight = leg_rules_make(0, 0);
    leg_slide none = {{0, 1}, 0, 0};
    leg_play exact = {0, 0, 0, {1, 0}}, missing = {1, 0, 0, {1, 0}};
    assert_true(fabs(legs_least((vec2){4, 3}, &none, ahead, 2, &straight, &exact) - 7) < 1e-9);
    assert_true(fabs(legs_least((vec2){4, 3}, &none, ahead, 2, &straight, &missing) - (7 - sqrt(2))) < 1e-9);
    assert_true(isinf(legs_least((vec2){-4, 0}, &none, ahead, 2, &straight, &missing)));
    assert_true(legs_least((vec2){-0.5, 0}, &none, ahead, 2, &straight, &missing) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(no_legs_of_a_play_cost_less),
                                       cmocka_unit_test(without_a_play_the_bound_is_the_length)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
