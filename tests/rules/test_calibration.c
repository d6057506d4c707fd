// What p_illegal promises: the chance that the true value lies beyond limit and tolerance. Of the moves near their limit that are reported beyond
// it with chance p, a share of p must truly be. Usage: test_rules_calibration [--moves N]
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trial.h"

#define BINS 20
#define TOLERANCE_IN 0.1
#define NEAR_IN 0.5

static int moves = 3000;
static field f;

typedef struct {
    double chance[BINS];
    int truly[BINS], count[BINS];
    int sure, surely;  // moves of which p >= 0.99 is said, and those that truly are beyond
} tally;

static void note(tally *k, double p, bool beyond) {
    int bin = (int)fmin(p * BINS, BINS - 1);
    k->chance[bin] += p;
    k->truly[bin] += beyond;
    k->count[bin]++;
    k->sure += p >= 0.99;
    k->surely += p >= 0.99 && beyond;
}

static double error_of(const tally *k, bool show) {
    double sum = 0;
    int all = 0;
    for (int i = 0; i < BINS; i++) {
        sum += fabs(k->chance[i] - k->truly[i]);
        all += k->count[i];
        if (show && k->count[i])
            fprintf(stderr, "        p %.3f: %.3f of %d\n", k->chance[i] / k->count[i], (double)k->truly[i] / k->count[i], k->count[i]);
    }
    return all ? sum / all : 0;
}

static double chance_of(const verdict *v) {
    const finding *best = NULL;
    for (int i = 0; i < v->finding_count; i++)
        if (strncmp(v->findings[i].rule, "BS1-7.0", 7) == 0 && v->findings[i].has_measure) best = &v->findings[i];
    return best ? best->p_illegal : NAN;
}

// One move with a true cost near what the rate and the tolerance allow.
static bool try_one(unsigned *seed, double jitter, double sigma_in, double sigma_rad, tally *k) {
    trial t = trial_make(seed, 12, uniform(seed, 4, 16));
    unsigned exact = 1;
    trial_judge(&t, &f, &exact, 4, 1e-5, 1e-6, SEEN_AT_REST);
    explanation how = trial_explained(&f);
    field_end(&f);
    if (how.shape != SHAPE_RIGID || how.cost < 1.5) return false;
    double rate = how.least.kindest - TOLERANCE_IN + uniform(seed, -NEAR_IN, NEAR_IN);
    trial_judge(&t, &f, &exact, rate, 1e-5, 1e-6, SEEN_AT_REST);
    how = trial_explained(&f);
    field_end(&f);
    bool beyond = how.least.kindest > rate + TOLERANCE_IN;
    trial_jitter(&t, seed, jitter);
    double p = chance_of(trial_judge(&t, &f, seed, rate, sigma_in, sigma_rad, SEEN_AT_REST));
    field_end(&f);
    if (isnan(p)) return false;
    note(k, p, beyond);
    return true;
}

static void chances_hold(double jitter, double sigma_in, double sigma_deg) {
    tally k = {0};
    unsigned seed = 5;
    int judged = 0;
    for (int tries = 0; judged < moves && tries < 3 * moves; tries++) judged += try_one(&seed, jitter, sigma_in, sigma_deg * RAD_PER_DEG, &k);
    double error = error_of(&k, false);
    fprintf(stderr, "      jitter %.2f, error %.2f and %.1f deg: %d moves near their limit, expected calibration error %.4f\n", jitter, sigma_in,
            sigma_deg, judged, error);
    error_of(&k, moves > 3000);
    assert_true(judged > moves / 2);
    assert_true(k.sure > judged / 5 && k.surely >= 0.98 * k.sure);
    assert_true(error <= (moves < 10000 ? 0.02 : 0.012));  // 20 bins of few moves each scatter by 0.008 however well they are told
}

static void of_exact_hands(void **state) {
    (void)state;
    chances_hold(0, 0.01, 0.5);
    chances_hold(0, 0.03, 1);
    chances_hold(0, 0.05, 2);
}

static void of_hands(void **state) {
    (void)state;
    chances_hold(0.05, 0.01, 0.5);
    chances_hold(0.05, 0.03, 1);
    chances_hold(0.05, 0.05, 2);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--moves") == 0) moves = atoi(argv[2]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_exact_hands), cmocka_unit_test(of_hands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
