// Wrap-arounds, fighting withdrawals and routs: their geometry against brute force and worked numbers, noise, and what a take-back gives back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"
#include "rules/books/battlesystem/escape.h"
#include "rules/books/battlesystem/rout_facts.h"

static field f;

#define CELLS 200
#define CELL_IN 0.05

static bool blocked[CELLS][CELLS], wet[CELLS][CELLS];

static double distance_to(const outline *o, vec2 p) {
    outline point = {.at = {p}, .count = 1};
    vec2 a, b;
    return outline_contains(o, p) ? 0 : outline_gap(o, &point, &a, &b);
}

// Flood fill on a grid of 0.05" with the obstacles grown by `grown` (docs/geometry.md section 9): true where the water reaches the rim.
static bool flood_escapes(const outline *o, int n, double grown, vec2 p) {
    static int queue[CELLS * CELLS];
    int head = 0, tail = 0;
    memset(wet, 0, sizeof wet);
    for (int y = 0; y < CELLS; y++)
        for (int x = 0; x < CELLS; x++) {
            blocked[y][x] = false;
            for (int i = 0; i < n && !blocked[y][x]; i++) blocked[y][x] = distance_to(&o[i], (vec2){x * CELL_IN, y * CELL_IN}) < grown;
        }
    int x0 = (int)lround(p.x / CELL_IN), y0 = (int)lround(p.y / CELL_IN);
    wet[y0][x0] = true;
    queue[tail++] = y0 * CELLS + x0;
    while (head < tail) {
        int x = queue[head] % CELLS, y = queue[head] / CELLS;
        head++;
        if (x == 0 || y == 0 || x == CELLS - 1 || y == CELLS - 1) return true;
        static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
        for (int k = 0; k < 4; k++) {
            int u = x + dx[k], v = y + dy[k];
            if (blocked[v][u] || wet[v][u]) continue;
            wet[v][u] = true;
            queue[tail++] = v * CELLS + u;
        }
    }
    return false;
}

// Bases about on a circle round the middle, so that about half of the rings are closed.
static int random_ring(unsigned *seed, outline *o) {
    int n = 8 + (int)uniform(seed, 0, 5);
    double radius = uniform(seed, 2.0, 2.8);
    for (int i = 0; i < n; i++) {
        double a = 2 * PI * i / n + uniform(seed, -0.12, 0.12), r = radius + uniform(seed, -0.3, 0.3);
        base b = {i % 3 == 0 ? BASE_ROUND : BASE_RECT, uniform(seed, 0.6, 1.1), 0.79, 0.1, 0};
        if (b.shape == BASE_ROUND) b.depth_in = b.width_in;
        o[i] = outline_of_base(b, (pose){{5 + r * cos(a), 5 + r * sin(a)}, uniform(seed, -3, 3), 0, 0});
    }
    return n;
}

static void a_ring_holds_where_the_flood_fill_says_so(void **state) {
    (void)state;
    unsigned seed = 7;
    int held = 0, free_ones = 0;
    vec2 p = {5, 5};
    for (int trial = 0; trial < 60; trial++) {
        outline o[16];
        int n = random_ring(&seed, o);
        bool near = flood_escapes(o, n, 0.5 - 0.06, p), far = flood_escapes(o, n, 0.5 + 0.06, p);
        if (near != far) continue;  // the grid is too coarse to tell
        assert_int_equal(ring_encloses(o, n, 1.0, NULL, 0, p), !near);
        held += !near;
        free_ones += near;
    }
    assert_true(held >= 10 && free_ones >= 10);
}

static void a_figure_in_the_gap_is_not_shut_in(void **state) {
    (void)state;
    // Boxed in on three sides; the two beside it are 0.79" apart, and it stands between them.
    base b = {BASE_SQUARE, MM20, MM20, 0.1, 0};
    outline own = outline_of_base(b, (pose){{0, 0}, 0, 0, 0});
    outline o[3] = {outline_of_base(b, (pose){{MM20, 0}, 0, 0, 0}), outline_of_base(b, (pose){{-MM20, 0}, 0, 0, 0}),
                    outline_of_base(b, (pose){{0, MM20}, 0, 0, 0})};
    assert_false(ring_encloses(o, 3, 1.0, &own, 1, (vec2){0, 0}));
    outline four[4] = {o[0], o[1], o[2], outline_of_base(b, (pose){{0, -MM20}, 0, 0, 0})};
    assert_true(ring_encloses(four, 4, 1.0, &own, 1, (vec2){0, 0}));
}

static void the_way_round_a_wall(void **state) {
    (void)state;
    // A wall 4" wide and 1" thick between two places 1.5" from it either way; a base of half width 0.55" keeps 0.55 - 0.15 = 0.40" off its sides. Its
    // grown outline has corners at (2.4, +-0.5) and (2, +-0.9): (0, -2) - (2, -0.9) - (2.4, -0.5) - (2.4, 0.5) - (2, 0.9) - (0, 2).
    base b = {BASE_RECT, 1, 4, 0.1, 0};
    outline wall = outline_of_base(b, (pose){{0, 0}, 0, 0, 0});
    double expected = 2 * hypot(2, 1.1) + 2 * hypot(0.4, 0.4) + 1;
    assert_true(fabs(way_round(&wall, 1, 0.55, (vec2){0, -2}, (vec2){0, 2}) - expected) < 1e-6);
    assert_true(fabs(way_round(&wall, 1, 0.55, (vec2){3, -2}, (vec2){3, 2}) - 4) < 1e-9);
    assert_true(fabs(way_round(NULL, 0, 0.55, (vec2){0, -2}, (vec2){0, 2}) - 4) < 1e-9);
}

static void two_bases_leave_a_gap_or_none(void **state) {
    (void)state;
    base b = {BASE_RECT, 1, 4, 0.1, 0};
    for (int wide = 0; wide < 2; wide++) {
        double half = wide ? 0.6 : 0.2;  // of the gap; a base of half width 0.55" needs 0.40"
        outline o[2] = {outline_of_base(b, (pose){{-2 - half, 0}, 0, 0, 0}), outline_of_base(b, (pose){{2 + half, 0}, 0, 0, 0})};
        double way = way_round(o, 2, 0.55, (vec2){0, -2}, (vec2){0, 2});
        if (wide)
            assert_true(fabs(way - 4) < 1e-9);
        else
            assert_true(way > 2 * hypot(4.2, 1.1) + 1);  // round the far end of either
    }
}

// Red 8 x 2 facing north, its front line at y = MM20 / 2; blue 8 x 2 against it.
static int lines_in_contact(double noise, unsigned *seed) {
    field_init(&f);
    int a = field_block(&f, "Guards", 0, UNIT_REGULAR, 8, 2, 0, (vec2){0, 0}, 90, 12);
    field_block(&f, "Pikes", 1, UNIT_REGULAR, 8, 2, 0, (vec2){7 * MM20, MM20 + 0.02}, 270, 12);
    f.sigma_in = noise;
    for (int i = 0; i < f.g.figure_count && noise > 0; i++) {
        f.now[i].at.x += noise * gaussian(seed), f.now[i].at.y += noise * gaussian(seed);
        f.now[i].sigma_in = noise;
        f.figures[i].start = f.now[i];
    }
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_begin(&f, a);
    return a;
}

// Two figures of the rear rank stand at each flank of the enemy, turned inward by 90 degrees about the corners of the line.
static void fold_ends(double noise, unsigned *seed) {
    double left = -MM20 / 2, right = 7.5 * MM20, front = MM20 / 2;
    static const int lefts[] = {8, 9}, rights[] = {15, 14};
    for (int j = 0; j < 2; j++) {
        f.now[lefts[j]] = (pose){{left - MM20 / 2, front + (j + 0.5) * MM20}, 0, noise, 0};
        f.now[rights[j]] = (pose){{right + MM20 / 2, front + (j + 0.5) * MM20}, PI, noise, 0};
    }
    for (int i = 0; i < 16 && noise > 0; i++) f.now[i].at.x += noise * gaussian(seed), f.now[i].at.y += noise * gaussian(seed);
}

static void a_wrap_around_costs_its_frontage_and_its_wheels(void **state) {
    (void)state;
    // docs/geometry.md section 8: k = 2 on 20 mm bases, 90 degrees: R = 1.181", arc 1.855"; 1 + 2 x 1.855 = 4.711".
    int a = lines_in_contact(0, NULL);
    fold_ends(0, NULL);
    const verdict *v = field_finish(&f);
    expect(v, RULING_LEGAL, NULL, NULL);
    assert_true(fabs(v->cost_in - 4.711) < 0.005);
    assert_int_equal(v->maneuver_count, 3);
    assert_int_equal(v->maneuvers[0].kind, MANEUVER_WRAP_AROUND);
    assert_true(fabs(v->maneuvers[0].cost_in - 1) < 1e-9);
    for (int i = 1; i < 3; i++) {
        const maneuver *m = &v->maneuvers[i];
        assert_int_equal(m->kind, MANEUVER_WHEEL);
        assert_true(fabs(m->cost_in - 1.855) < 0.003);
        assert_true(fabs(m->pivot.y - MM20 / 2) < 0.01);
        assert_true(fabs(m->pivot.x - (i == 1 ? -MM20 / 2 : 7.5 * MM20)) < 0.01);
        assert_true(fabs(fabs(m->angle_rad) - PI / 2) < 0.01 && (m->angle_rad < 0) == (i == 1));
    }
    assert_true(fabs(rules_spent(f.r, f.s, a) - 4.711) < 0.005);
    field_end(&f);
}

static bool remembers(int unit, const char *what) {
    game_option reported[16];
    int n = rules_unit_facts(f.r, f.s, unit, reported, 16);
    for (int i = 0; i < n; i++)
        if (strcmp(reported[i].name, what) == 0) return true;
    return false;
}

static void take_back(int unit) {
    event e = {.kind = EVENT_TAKE_BACK, .take_back = {.unit = unit}};
    assert_int_equal(rules_apply(f.r, f.s, &e), STATUS_OK);
}

static void a_wrap_around_taken_back_is_forgotten(void **state) {
    (void)state;
    int a = lines_in_contact(0, NULL);
    fold_ends(0, NULL);
    field_finish(&f);
    assert_true(remembers(a, "wrapped"));
    take_back(a);
    assert_false(remembers(a, "wrapped"));
    field_end(&f);
}

static void noise_makes_no_breach_of_a_wrap_around(void **state) {
    (void)state;
    unsigned seed = 3;
    for (int trial = 0; trial < 200; trial++) {
        lines_in_contact(0.03, &seed);
        fold_ends(0.03, &seed);
        assert_int_not_equal(field_judge(&f)->ruling, RULING_ILLEGAL);
        field_end(&f);
    }
}

static void what_draws_off_may_be_followed_until_it_is_taken_back(void **state) {
    (void)state;
    int a = lines_in_contact(0, NULL);
    field_shift(&f, a, 0, -3);
    expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
    assert_int_equal(follow_pending(f.s, 1), a);
    obligation due[8];
    assert_int_equal(rules_obligations(f.r, f.s, due, 8), 1);
    assert_string_equal(due[0].rule, "BS1-7.12-5");
    take_back(a);
    assert_int_equal(follow_pending(f.s, 1), -1);
    assert_int_equal(rules_obligations(f.r, f.s, due, 8), 0);
    field_end(&f);
}

static void a_follow_up_is_free_and_made_once(void **state) {
    (void)state;
    int a = lines_in_contact(0, NULL);
    field_shift(&f, a, 0, -3);
    field_finish(&f);
    field_begin(&f, 1);
    field_shift(&f, 1, 0, -3);
    expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
    assert_true(rules_spent(f.r, f.s, 1) == 0);
    field_begin(&f, 1);  // in red's phase, with no enemy left to follow
    field_shift(&f, 1, 0, 2);
    expect(field_judge(&f), RULING_ILLEGAL, "OUT_OF_PHASE_MOVE", "BS1-7.0-1");
    field_end(&f);
}

static int routers(void) {
    field_init(&f);
    int a = field_block(&f, "Levies", 0, UNIT_REGULAR, 4, 2, 0.5, (vec2){100, 100}, 90, 12);
    field_block(&f, "Pikes", 1, UNIT_REGULAR, 4, 2, 0, (vec2){102, 100 + MM20 + 0.02}, 270, 12);
    field_start(&f);
    field_phase(&f, 1, "melee", -1);
    field_status(&f, a, "routed", true);
    field_begin(&f, a);
    return a;
}

static void a_run_taken_back_may_be_run_again(void **state) {
    (void)state;
    int a = routers();
    for (int i = 0; i < 2; i++) {
        field_face(&f, a, 180);
        field_shift(&f, a, 0, -16);
        expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
        take_back(a);
        for (int k = 0; k < 8; k++) f.now[k] = f.figures[k].start;
        field_begin(&f, a);
    }
    field_end(&f);
}

static void rallied_units_move_like_others(void **state) {
    (void)state;
    int a = routers();
    field_face(&f, a, 180);
    field_shift(&f, a, 0, -16);
    field_finish(&f);
    field_phase(&f, 1, "rally", 0);
    field_status(&f, a, "rallied", true);
    field_phase(&f, 2, "movement", 0);
    field_begin(&f, a);
    field_shift(&f, a, 0, -5);
    expect(field_judge(&f), RULING_LEGAL, NULL, NULL);
    assert_true(fabs(f.v.cost_in - 5) < 0.01);
    field_end(&f);
}

static void noise_makes_no_breach_of_a_rout(void **state) {
    (void)state;
    unsigned seed = 11;
    for (int trial = 0; trial < 200; trial++) {
        int a = routers();
        f.sigma_in = 0.04;
        double course = uniform(&seed, -0.7, 0.7), way = uniform(&seed, 15.5, 16.5);
        field_face(&f, a, 180);
        field_shift(&f, a, way * sin(course), -way * cos(course));
        for (int i = 0; i < 8; i++) f.now[i].at.x += 0.04 * gaussian(&seed), f.now[i].at.y += 0.04 * gaussian(&seed);
        assert_int_not_equal(field_judge(&f)->ruling, RULING_ILLEGAL);
        field_end(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_holds_where_the_flood_fill_says_so),
        cmocka_unit_test(a_figure_in_the_gap_is_not_shut_in),
        cmocka_unit_test(the_way_round_a_wall),
        cmocka_unit_test(two_bases_leave_a_gap_or_none),
        cmocka_unit_test(a_wrap_around_costs_its_frontage_and_its_wheels),
        cmocka_unit_test(a_wrap_around_taken_back_is_forgotten),
        cmocka_unit_test(noise_makes_no_breach_of_a_wrap_around),
        cmocka_unit_test(what_draws_off_may_be_followed_until_it_is_taken_back),
        cmocka_unit_test(a_follow_up_is_free_and_made_once),
        cmocka_unit_test(a_run_taken_back_may_be_run_again),
        cmocka_unit_test(rallied_units_move_like_others),
        cmocka_unit_test(noise_makes_no_breach_of_a_rout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
