// Whatever is legal is never accused, whatever is plainly too far is always found: random moves with the errors that their poses state.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"
#include "rules/program.h"

static field f;
static unsigned seed = 11;

static double reach_of(int unit, vec2 pivot) {
    double far = 0;
    const game_unit *u = &f.units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        far = fmax(far, vec2_distance(base_front(f.figures[i].base, f.now[i]), pivot));
    return far;
}

// Outer front corner of the body as it faces now, left (+1) or right (-1).
static vec2 corner(int unit, double side) {
    const game_unit *u = &f.units[unit];
    double h = f.now[u->first_figure].heading_rad, ahead = -1e9, out = -1e9;
    vec2 fw = heading_forward(h), l = vec2_scale(heading_left(h), side);
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        ahead = fmax(ahead, vec2_dot(f.now[i].at, fw)), out = fmax(out, vec2_dot(f.now[i].at, l));
    return vec2_add(vec2_scale(fw, ahead + MM20 / 2), vec2_scale(l, out + MM20 / 2));
}

static double wheel(int unit, double degrees) {
    vec2 pivot = corner(unit, degrees > 0 ? 1 : -1);
    double cost = reach_of(unit, pivot) * fabs(degrees) * RAD_PER_DEG;
    field_turn(&f, unit, pivot, degrees);
    return cost;
}

static double leg(int unit, double inches) {
    double h = f.now[f.units[unit].first_figure].heading_rad + uniform(&seed, -45, 45) * RAD_PER_DEG;
    vec2 d = vec2_scale(heading_forward(h), inches);
    field_shift(&f, unit, d.x, d.y);
    return inches;
}

static double face(int unit, double rate) {
    static const double turns[] = {-90, 90, 180};
    int k = (int)uniform(&seed, 0, 3);
    field_face(&f, unit, turns[k]);
    return k == 2 ? rate / 2 : rate / 3;
}

// Steps of a legal move, at most two wheels and two faces, as far as the rate goes. Returns the cost by the book.
static double legal_move(int unit, double rate) {
    double cost = 0;
    int wheels = 0, faces = 0;
    for (int steps = (int)uniform(&seed, 1, 6); steps > 0; steps--) {
        int k = (int)uniform(&seed, 0, 5);
        double left = rate - cost;
        if (k == 0 && faces < 2 && left > rate / 2)
            cost += face(unit, rate), faces++;
        else if (k <= 2 && wheels < 2 && left > 0.3) {
            double hand = uniform(&seed, -1, 1) > 0 ? 1 : -1, most = left / reach_of(unit, corner(unit, hand)) * DEG_PER_RAD;
            cost += wheel(unit, hand * uniform(&seed, 0.2, 1) * fmin(most, 120)), wheels++;
        } else if (left > 0.3)
            cost += leg(unit, uniform(&seed, 0.1, 1) * left);
    }
    if (uniform(&seed, 0, 1) < 0.5 && rate - cost > 0) cost += leg(unit, rate - cost);  // to the last inch
    return cost;
}

static int setup(double rate, double sigma_in, double sigma_deg) {
    field_init(&f);
    f.sigma_in = sigma_in;
    f.sigma_rad = sigma_deg * RAD_PER_DEG;
    int files = (int)uniform(&seed, 2, 9), ranks = (int)uniform(&seed, 1, 5);
    double gap = uniform(&seed, 0, 1) < 0.3 ? 0.5 : 0.01;
    int unit = field_block(&f, "R1", 0, UNIT_REGULAR, files, ranks, gap, (vec2){100, 100}, uniform(&seed, -180, 180), rate);
    if (gap > 0.2) f.units[unit].formation = FORMATION_OPEN;
    field_start(&f);
    field_status(&f, unit, "in_command", false);
    return unit;
}

static void jitter(int unit) {
    for (int i = 0; i < f.units[unit].figure_count; i++) {
        f.now[i].at.x += f.sigma_in * gaussian(&seed);
        f.now[i].at.y += f.sigma_in * gaussian(&seed);
        f.now[i].heading_rad += f.sigma_rad * gaussian(&seed);
    }
}

static void never_accused(double sigma_in, double sigma_deg, int moves) {
    int doubtful = 0;
    for (int k = 0; k < moves; k++) {
        unsigned from = seed;
        int unit = setup(12, sigma_in, sigma_deg);
        pose true_start[FIELD_FIGURES];
        memcpy(true_start, f.now, sizeof true_start);
        jitter(unit);
        field_begin(&f, unit);
        memcpy(f.now, true_start, sizeof true_start);
        double cost = legal_move(unit, 12);
        jitter(unit);
        const verdict *v = field_judge(&f);
        doubtful += v->ruling == RULING_DOUBTFUL;
        if (v->ruling == RULING_ILLEGAL || v->cost_in > cost + 0.1 + 4 * v->sigma_in)
            fprintf(stderr, "      move %d (seed %u): %d x %d, true cost %.2f, found %.2f sigma %.3f\n", k, from, f.m.before.files, f.m.before.ranks,
                    cost, v->cost_in, v->sigma_in);
        expect_none(v, "nothing");
        if (v->ruling == RULING_ILLEGAL) expect(v, RULING_LEGAL, NULL, NULL);
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

static vec2 middle_of(int unit) {
    vec2 m = {0, 0};
    for (int i = 0; i < f.units[unit].figure_count; i++) m = vec2_add(m, f.now[i].at);
    return vec2_scale(m, 1.0 / f.units[unit].figure_count);
}

static void plain_breaches_are_found(void **state) {
    (void)state;
    // No wheel or leg carries the middle of a body farther than it costs: a middle that went 12.5" spent more than 12".
    int found = 0;
    for (int k = 0; k < 1500; k++) {
        int unit = setup(12, 0.01, 0.5);
        field_begin(&f, unit);
        vec2 start = middle_of(unit);
        legal_move(unit, uniform(&seed, 12, 40));
        jitter(unit);
        bool too_far = vec2_distance(start, middle_of(unit)) > 12.5;
        const verdict *v = field_judge(&f);
        if (too_far) expect(v, RULING_ILLEGAL, NULL, NULL);
        found += too_far;
        field_end(&f);
    }
    assert_true(found > 200);
}

// The cheapest way by brute force: the figures are wheeled on the table by every share of the turn in steps of a degree, and what is left is
// made up by legs (whose formula test_explain holds against force).
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
        int unit = setup(12, 0.001, 0.05), n = f.units[unit].figure_count;
        static pose start[FIELD_FIGURES];
        memcpy(start, f.now, sizeof start);
        vec2 from = middle_of(unit), target = vec2_add(from, (vec2){uniform(&seed, -6, 6), uniform(&seed, -6, 6)}), at[FIELD_FIGURES];
        for (int i = 0; i < n; i++) at[i] = vec2_sub(f.now[i].at, from);
        double turn = round(uniform(&seed, -100, 100));
        block body = block_make(at, n, f.figures[0].base, start[0].heading_rad, (wheel_reading){0});
        program_rules pr = {.body = &body, .cone_rad = PI / 4, .max_wheels = 2};
        double found = program_find(&pr, (body_motion){turn * RAD_PER_DEG, vec2_sub(target, from), FACE_FRONT}, INFINITY).cost;
        double force = cheapest_by_force(unit, start, turn, target);
        if (!(found <= force + 1e-6 && found >= 0.98 * force - 0.5))
            fail_msg("move %d: found %.3f, by force %.3f", k, found, force);  // a degree of a wheel is up to 0.25"
        field_end(&f);
    }
}

static void hostile_moves(void **state) {
    (void)state;
    // Headings unknown, forms missing, figures in one place, far away: judged without a crash and never with a number that is none.
    for (int k = 0; k < 300; k++) {
        int unit = setup(12, 0.01, 0.5);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(legal_moves_are_never_accused), cmocka_unit_test(plain_breaches_are_found),
                                       cmocka_unit_test(search_against_force), cmocka_unit_test(hostile_moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
