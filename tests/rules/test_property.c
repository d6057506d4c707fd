// Whatever is legal is never accused, whatever is plainly too far is found: random moves set down by hands and seen with the errors that their poses
// state, all the way, here and there or only at rest. Usage: test_rules_property [--moves N]
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"
#include "rules/measure/maneuver/maneuver_limits.h"
#include "rules/measure/maneuver/program.h"
#include "trial.h"

#define RATE_IN 12.0
#define HANDS_IN 0.05  // how well they set a figure down

static field f;
static unsigned seed = 11;
static int moves = 4500;

static const struct { double sigma_in, sigma_deg; } errors[] = {{0.01, 0.5}, {0.03, 1}, {0.05, 2}};
static const char *const sights[] = {"seen at rest", "seen here and there", "seen all the way"};

static void show(const trial *t, unsigned from) {
    fprintf(stderr, "      seed %u: %d x %d, gap %.2f, true cost %.2f; found %.2f of %.2f sigma %.3f\n", from, t->files, t->ranks, t->gap_in, t->cost,
            f.v.cost_in, f.v.allowance_in, f.v.sigma_in);
    for (int i = 0; i < f.v.finding_count; i++)
        if (f.v.findings[i].ruling == RULING_ILLEGAL) fprintf(stderr, "        %s\n", f.v.findings[i].message);
}

static int accused(int count, int error, sight how, int *doubtful) {
    int illegal = 0;
    for (int k = 0; k < count; k++) {
        unsigned from = seed;
        trial t = trial_make(&seed, RATE_IN, RATE_IN);
        trial_jitter(&t, &seed, HANDS_IN);
        const verdict *v = trial_judge(&t, &f, &seed, RATE_IN, errors[error].sigma_in, errors[error].sigma_deg * RAD_PER_DEG, how);
        if (v->ruling == RULING_ILLEGAL) show(&t, from), illegal++;
        *doubtful += v->ruling == RULING_DOUBTFUL;
        field_end(&f);
    }
    return illegal;
}

static void legal_moves_are_never_accused(void **state) {
    (void)state;
    int illegal = 0, all = 0;
    for (int error = 0; error < 3; error++)
        for (int how = 0; how < 3; how++) {
            int doubtful = 0, count = moves / 9, wrong = accused(count, error, (sight)how, &doubtful);
            fprintf(stderr, "      error %.2f, %s: of %d legal moves %d accused, %d doubtful\n", errors[error].sigma_in, sights[how], count, wrong,
                    doubtful);
            illegal += wrong, all += count;
            assert_true(doubtful * 20 <= count);  // the tolerance covers the error in all but a few
        }
    fprintf(stderr, "      false accusations: %d of %d\n", illegal, all);
    assert_true(illegal * 10000 <= all);
}

// True where the move, seen without error, is too far by half an inch or more under every reading of the rules.
static bool is_breach(const trial *t) {
    unsigned exact = 1;
    trial_judge(t, &f, &exact, RATE_IN, 1e-5, 1e-6, SEEN_AT_REST);
    explanation how = trial_explained(&f);
    field_end(&f);
    return how.least.kindest >= RATE_IN + 0.5;
}

static void breaches_are_found(void **state) {
    (void)state;
    int all = 0, found = 0;
    for (int error = 0; error < 3; error++) {
        int count = 0, caught = 0;
        for (int k = 0; k < moves / 6; k++) {
            trial t = trial_make(&seed, RATE_IN, uniform(&seed, RATE_IN + 0.5, 2 * RATE_IN));
            if (!is_breach(&t)) continue;
            const verdict *v = trial_judge(&t, &f, &seed, RATE_IN, errors[error].sigma_in, errors[error].sigma_deg * RAD_PER_DEG, (sight)(k % 3));
            caught += v->ruling == RULING_ILLEGAL;
            count++;
            field_end(&f);
        }
        fprintf(stderr, "      error %.2f: of %d breaches %d found\n", errors[error].sigma_in, count, caught);
        all += count, found += caught;
    }
    fprintf(stderr, "      breaches found: %d of %d, %.2f %%\n", found, all, 100.0 * found / all);
    assert_true(all > moves / 10 && found >= 0.99 * all);
}

static int setup(double sigma_in, double sigma_deg) {
    field_init(&f);
    f.sigma_in = sigma_in;
    f.sigma_rad = sigma_deg * RAD_PER_DEG;
    int files = (int)uniform(&seed, 2, 9), ranks = (int)uniform(&seed, 1, 5);
    double gap = uniform(&seed, 0, 1) < 0.3 ? 0.5 : 0.01;
    int unit = field_block(&f, "R1", 0, UNIT_REGULAR, files, ranks, gap, (vec2){100, 100}, uniform(&seed, -180, 180), RATE_IN);
    if (gap > 0.2) f.units[unit].formation = FORMATION_OPEN;
    field_start(&f);
    field_status(&f, unit, "in_command", false);
    return unit;
}

static vec2 middle_of(int unit) {
    vec2 m = {0, 0};
    for (int i = 0; i < f.units[unit].figure_count; i++) m = vec2_add(m, f.now[i].at);
    return vec2_scale(m, 1.0 / f.units[unit].figure_count);
}

static double wheel(int unit, double degrees) {
    int n = f.units[unit].figure_count;
    vec2 pivot = trial_corner(f.now, n, degrees > 0 ? 1 : -1);
    double cost = trial_reach(f.now, n, pivot) * fabs(degrees) * RAD_PER_DEG;
    field_turn(&f, unit, pivot, degrees);
    return cost;
}

// The cheapest way by brute force: the figures are wheeled on the table by every share of the turn in steps of a degree, and what is left is
// made up by legs (test_explain compares their formula with brute force).
static double cheapest_by_force(int unit, const pose *start, double turn, vec2 target) {
    double best = INFINITY;
    leg_rules any_oblique = leg_rules_make(PI / 4, 0);
    for (int first = -170; first <= 170; first++) {
        memcpy(f.now, start, sizeof f.now);
        double heading = start[0].heading_rad;
        vec2 h[3] = {heading_forward(heading), heading_forward(heading + first * RAD_PER_DEG), heading_forward(heading + turn * RAD_PER_DEG)};
        double cost = (first ? wheel(unit, first) : 0);
        cost += wheel(unit, turn - first);
        best = fmin(best, cost + legs_find(vec2_sub(target, middle_of(unit)), h, 3, &any_oblique).length);
    }
    return best;
}

static void search_against_force(void **state) {
    (void)state;
    for (int k = 0; k < 60; k++) {
        int unit = setup(0.001, 0.05), n = f.units[unit].figure_count;
        static pose start[FIELD_FIGURES];
        memcpy(start, f.now, sizeof start);
        vec2 from = middle_of(unit), target = vec2_add(from, (vec2){uniform(&seed, -6, 6), uniform(&seed, -6, 6)}), at[FIELD_FIGURES];
        for (int i = 0; i < n; i++) at[i] = vec2_sub(f.now[i].at, from);
        double turn = round(uniform(&seed, -100, 100));
        block body = block_make(at, n, f.figures[0].base, start[0].heading_rad, (wheel_reading){0});
        program_rules pr = {.body = &body, .cone_rad = PI / 4, .max_wheels = 2};
        program p = program_find(&pr, (body_motion){turn * RAD_PER_DEG, vec2_sub(target, from), FACE_FRONT}, INFINITY);
        double found = p.cost;
        double force = cheapest_by_force(unit, start, turn, target);
        if (fabs(turn) > 60) force = fmin(force, cheapest_by_force(unit, start, turn > 0 ? turn - 360 : turn + 360, target));
        if (!(found <= force + 1e-6 && found >= 0.98 * force - 0.5))
            fail_msg("move %d: found %.3f, by force %.3f", k, found, force);  // a degree of a wheel is up to 0.25"
        if (!(p.least <= found && p.least <= force + 1e-6 && p.least >= found - 1.1 * PROVEN_IN))
            fail_msg("move %d: found %.3f, by force %.3f, proven %.3f", k, found, force, p.least);
        field_end(&f);
    }
}

static void hostile_moves(void **state) {
    (void)state;
    // Headings unknown, forms missing, figures in one place, far away: judged without a crash and never with a number that is none.
    for (int k = 0; k < 300; k++) {
        int unit = setup(0.01, 0.5);
        field_begin(&f, unit);
        for (int i = 0; i < f.units[unit].figure_count; i++) {
            int what = (int)uniform(&seed, 0, 5);
            if (what == 0) f.now[i].at = (vec2){uniform(&seed, -1e4, 1e4), uniform(&seed, -1e4, 1e4)};
            if (what == 1) f.now[i].at = f.now[0].at;
            if (what == 2) f.moved[i] = false;
            if (what == 3) f.now[i].heading_rad = uniform(&seed, -10, 10);
        }
        if (k % 3 == 0) f.sigma_rad = 4;  // no heading was seen
        field_judge(&f);
        if (k % 2 == 0) {
            f.m.before = f.m.after = (unit_form){.gap_lateral_in = NAN, .gap_depth_in = NAN};
            assert_int_equal(rules_judge(f.r, f.s, &f.m, &f.v), STATUS_OK);
        }
        assert_true(isfinite(f.v.cost_in) && isfinite(f.v.sigma_in) && f.v.cost_in >= 0);
        for (int i = 0; i < f.v.finding_count; i++) assert_true(isfinite(f.v.findings[i].measured) && isfinite(f.v.findings[i].p_illegal));
        rules_book(f.r, f.s, &f.m, &f.v);
        field_end(&f);
    }
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--moves") == 0) moves = atoi(argv[2]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(legal_moves_are_never_accused), cmocka_unit_test(breaches_are_found),
                                       cmocka_unit_test(search_against_force), cmocka_unit_test(hostile_moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
