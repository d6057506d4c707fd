// The envelope of a move that goes on. What it says of cost and allowance is what the verdict says; whatever lies inside its area is gone to by a
// wheel and an advance, found here by trying them, and must be judged legal; what plain moves of the book reach must lie inside.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "field.h"
#include "rules/engine/reach.h"

#define RATE 12.0
#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

static field f;
static int unit;
static unsigned seed = 17;
static rules_reach envelope;

static void begin_of(const char *ruleset, unit_type type, int files, int ranks, double heading_deg) {
    field_init(&f);
    strcpy(f.g.ruleset, ruleset);
    unit = field_block(&f, "R1", 0, type, files, ranks, 0, (vec2){100, 100}, heading_deg, RATE);
}

static void start(void) {
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_begin(&f, unit);
}

static void begin(unit_type type, int files, int ranks, double heading_deg) {
    begin_of("battlesystem-1e", type, files, ranks, heading_deg);
    start();
}

// The envelope of the move as it stands, and the verdict if it ended here.
static const verdict *look(void) {
    const verdict *v = field_judge(&f);
    f.m.finished = false;
    assert_int_equal(rules_reach_of(f.r, f.s, &f.m, &envelope), STATUS_OK);
    f.m.sample_count--;  // the move goes on: field_judge sampled its end
    return v;
}

static bool contains(vec2 p) { return polygon_contains(envelope.area, envelope.area_count, p); }

static vec2 ahead_of_front(double degrees, double inches) {
    return vec2_add(f.m.before.anchor, vec2_scale(heading_forward(f.m.before.facing_rad + degrees * RAD_PER_DEG), inches));
}

static void cost_and_allowance_are_the_verdicts(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 90);
    field_shift(&f, unit, 0, 5);
    const verdict *v = look();
    NEAR(envelope.come_in, 5, 1e-6);
    NEAR(envelope.come_in, v->cost_in, 1e-9);
    NEAR(envelope.limit_in, v->allowance_in, 1e-9);
    NEAR(envelope.left_in, 7, 1e-6);
    NEAR(envelope.raised_in, 18, 1e-6);
    field_end(&f);
}

static void a_forced_march_announced_is_the_limit(void **state) {
    (void)state;
    begin_of("battlesystem-1e", UNIT_REGULAR, 5, 2, 90);
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_declare(&f, unit, "forced-march", -1);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 5);
    look();
    NEAR(envelope.limit_in, 18, 1e-6);
    assert_true(envelope.raised_in == 0);
    assert_true(contains(ahead_of_front(0, 17.9)) && !contains(ahead_of_front(0, 18.1)));
    field_end(&f);
}

static void what_the_phase_has_taken_is_taken_off(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 90);
    field_shift(&f, unit, 0, 4);
    field_finish(&f);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 3);
    look();
    NEAR(envelope.come_in, 3, 1e-6);
    NEAR(envelope.limit_in, 8, 1e-6);
    NEAR(envelope.left_in, 5, 1e-6);
    field_end(&f);
}

static void another_sides_phase_leaves_nothing(void **state) {
    (void)state;
    begin_of("battlesystem-1e", UNIT_REGULAR, 5, 2, 90);
    field_block(&f, "B1", 1, UNIT_REGULAR, 5, 2, 0, (vec2){100, 150}, -90, RATE);
    field_start(&f);
    field_phase(&f, 1, "movement", 1);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 2);
    look();
    assert_true(envelope.limit_in == 0 && envelope.left_in == 0);
    assert_int_equal(envelope.area_count, 0);
    field_end(&f);
}

static void a_rout_has_no_limit(void **state) {
    (void)state;
    begin_of("battlesystem-1e", UNIT_REGULAR, 5, 2, 90);
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_status(&f, unit, "routed", true);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 2);
    look();
    assert_true(isnan(envelope.limit_in) && isnan(envelope.left_in));
    field_end(&f);
}

// Straight and oblique advances of the whole rate, to the edge of the cone of 45 degrees.
static void what_an_advance_reaches_lies_inside(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 37);
    field_shift(&f, unit, 1, 1);
    look();
    assert_true(polygon_area(envelope.area, envelope.area_count) > 0);
    for (int degrees = -44; degrees <= 44; degrees += 4) {
        assert_true(contains(ahead_of_front(degrees, 11.8)));
        assert_false(contains(ahead_of_front(degrees, 12.05)));
        assert_true(contains(ahead_of_front(degrees, 0.5)));
    }
    assert_false(contains(ahead_of_front(0, -0.1)));
    assert_false(contains(ahead_of_front(90, 1)));
    assert_false(contains(ahead_of_front(-90, 1)));
    field_end(&f);
}

// By the book: 5 files of 20 mm wheel right by 90 degrees for 5.70" (BS1-7.9-5); the front then stands half its width ahead and to the right of where
// it was, and goes the 6.30" that are left to the right.
static void a_quarter_wheel_and_the_rest_lies_inside(void **state) {
    (void)state;
    double half = 2.5 * MM20;
    begin(UNIT_REGULAR, 5, 2, 90);
    field_shift(&f, unit, 0, 1);
    look();
    assert_true(contains(vec2_add(f.m.before.anchor, (vec2){half + 6.2, half})));
    assert_true(contains(vec2_add(f.m.before.anchor, (vec2){-half - 6.2, half})));
    field_end(&f);
}

// Wheel about a front corner, then advance by (angle, inches): the cheapest of a fine grid that brings the middle of the front to p.
static bool find_way(vec2 p, double *wheel_deg, double *oblique_deg, double *inches) {
    double least = 1e9, width = vec2_distance(f.m.before.front_left, f.m.before.front_right), h = f.m.before.facing_rad;
    for (double w = -90; w <= 90; w += 0.25) {
        vec2 pivot = w > 0 ? f.m.before.front_left : f.m.before.front_right;
        vec2 at = vec2_add(pivot, vec2_rotate(vec2_sub(f.m.before.anchor, pivot), w * RAD_PER_DEG)), way = vec2_sub(p, at);
        double off = angle_difference(atan2(way.y, way.x), h + w * RAD_PER_DEG) * DEG_PER_RAD,
               cost = fabs(w) * RAD_PER_DEG * width + vec2_length(way);
        if (fabs(off) > 45.3 || cost >= least) continue;
        least = cost;
        *wheel_deg = w, *oblique_deg = off, *inches = vec2_length(way);
    }
    return least < 1e9;
}

static void go(double wheel_deg, double oblique_deg, double inches) {
    vec2 pivot = wheel_deg > 0 ? f.m.before.front_left : f.m.before.front_right;
    vec2 d = vec2_scale(heading_forward(f.m.before.facing_rad + (wheel_deg + oblique_deg) * RAD_PER_DEG), inches);
    field_turn(&f, unit, pivot, wheel_deg);
    field_shift(&f, unit, d.x, d.y);
}

static vec2 anywhere_about(double reach) { return vec2_add(f.m.before.anchor, (vec2){uniform(&seed, -reach, reach), uniform(&seed, -reach, reach)}); }

static void whatever_lies_inside_can_be_gone_to_legally(void **state) {
    (void)state;
    for (int trial = 0; trial < 150; trial++) {
        begin(UNIT_REGULAR, (int)uniform(&seed, 2, 9), (int)uniform(&seed, 1, 4), uniform(&seed, -180, 180));
        field_shift(&f, unit, 0.5, 0.5);
        look();
        field_shift(&f, unit, -0.5, -0.5);
        vec2 p = anywhere_about(13);
        for (int tries = 0; tries < 1000 && !contains(p); tries++) p = anywhere_about(13);
        double wheel, oblique, inches;
        if (!find_way(p, &wheel, &oblique, &inches)) fail_msg("trial %d: (%g, %g) lies inside and nothing leads there", trial, p.x, p.y);
        go(wheel, oblique, inches);
        const verdict *v = look();
        if (v->ruling == RULING_ILLEGAL || v->ruling == RULING_ASK || v->cost_in > v->allowance_in + 0.1)
            fail_msg("trial %d: wheel %g, %g\" at %g: %.2f of %.2f, %s", trial, wheel, inches, oblique, v->cost_in, v->allowance_in,
                     v->finding_count ? v->findings[0].message : "");
        field_end(&f);
    }
}

// One wheel of up to a quarter turn and an advance, within the rate, of blocks: its end lies inside. (A hair off the edge: the polygon is made of
// chords.)
static void what_a_wheel_and_an_advance_reach_lies_inside(void **state) {
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        begin(UNIT_REGULAR, (int)uniform(&seed, 2, 9), 1, uniform(&seed, -180, 180));
        field_shift(&f, unit, 0.5, 0.5);
        look();
        double width = vec2_distance(f.m.before.front_left, f.m.before.front_right), wheel = uniform(&seed, -88, 88),
               left = 11.7 - fabs(wheel) * RAD_PER_DEG * width;
        if (left > 0.5) {
            double inches = uniform(&seed, 0.3, 0.97) * left, oblique = uniform(&seed, -43, 43);
            vec2 pivot = wheel > 0 ? f.m.before.front_left : f.m.before.front_right;
            vec2 at = vec2_add(pivot, vec2_rotate(vec2_sub(f.m.before.anchor, pivot), wheel * RAD_PER_DEG));
            at = vec2_add(at, vec2_scale(heading_forward(f.m.before.facing_rad + (wheel + oblique) * RAD_PER_DEG), inches));
            if (!contains(at)) fail_msg("trial %d: wheel %g, then %g\" at %g", trial, wheel, inches, oblique);
        }
        field_end(&f);
    }
}

static void mobs_go_straight_or_wheel(void **state) {
    (void)state;
    begin(UNIT_MOB, 5, 2, 90);
    field_shift(&f, unit, 0, 2);
    look();
    assert_true(contains(ahead_of_front(-0.5, 11.5)) && contains(ahead_of_front(0.5, 11.5)));
    assert_false(contains(ahead_of_front(40, 2)));
    field_end(&f);
}

static void skirmishers_go_all_around(void **state) {
    (void)state;
    begin(UNIT_SKIRMISH, 3, 1, 90);
    field_shift(&f, unit, 0, 2);
    look();
    NEAR(envelope.come_in, 2, 1e-6);
    vec2 middle = {100 + MM20, 100};
    for (int k = 0; k < 12; k++) {
        vec2 way = heading_forward(k * PI / 6 + 0.1);
        assert_true(contains(vec2_add(middle, vec2_scale(way, 11.9))) && !contains(vec2_add(middle, vec2_scale(way, 12.01))));
    }
    field_end(&f);
}

static void the_tables_edge_ends_it(void **state) {
    (void)state;
    begin_of("battlesystem-1e", UNIT_REGULAR, 5, 2, 90);
    f.g.depth_in = 105;
    start();
    field_shift(&f, unit, 0, 1);
    look();
    for (int i = 0; i < envelope.area_count; i++) assert_true(envelope.area[i].y <= 105 + 1e-9);
    assert_true(contains(ahead_of_front(0, 4)));
    field_end(&f);
}

static const vec2 square[4] = {{90, 104}, {110, 104}, {110, 109}, {90, 109}};

static void lay_ground(const char *kind) {
    static game_terrain piece;
    piece = (game_terrain){.polygon = square, .polygon_count = 4};
    strcpy(piece.kind, kind);
    strcpy(piece.id, "piece");
    f.g.terrain = &piece;
    f.g.terrain_count = 1;
}

static void closed_ground_is_not_entered(void **state) {
    (void)state;
    begin_of("battlesystem-1e", UNIT_REGULAR, 5, 2, 90);
    lay_ground("impassable");
    start();
    field_shift(&f, unit, 0, 1);
    look();
    assert_true(contains(ahead_of_front(0, 3)));
    assert_false(contains(ahead_of_front(0, 4.2)));
    assert_false(contains(ahead_of_front(0, 11)));
    field_end(&f);
}

// Light woods take 3" for each started 2" of infantry (BS2-TER-1): what is left at their edge, 8.39" of 12", buys two of those.
static void dear_ground_shortens_it(void **state) {
    (void)state;
    begin_of("battlesystem-2e", UNIT_REGULAR, 5, 2, 90);
    f.units[unit].formation = FORMATION_IRREGULAR;
    lay_ground("light-woods");
    start();
    field_shift(&f, unit, 0, 1);
    look();
    double far = 104 - f.m.before.anchor.y + 4;
    assert_true(contains(ahead_of_front(0.1, far - 0.1)) && !contains(ahead_of_front(0.1, far + 0.1)));
    field_end(&f);
}

static void chainmail_goes_at_any_angle_at_a_price(void **state) {
    (void)state;
    begin_of("chainmail", UNIT_REGULAR, 5, 2, 90);
    field_start(&f);
    field_phase(&f, 1, "first-half", -1);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 2);
    const verdict *v = look();
    NEAR(envelope.come_in, v->cost_in, 1e-9);
    NEAR(envelope.limit_in, v->allowance_in, 1e-9);
    assert_true(contains(ahead_of_front(-1, envelope.limit_in - 0.3)) && !contains(ahead_of_front(-1, envelope.limit_in + 0.1)));
    assert_true(contains(ahead_of_front(80, 2)) && !contains(ahead_of_front(80, envelope.limit_in - 0.1)));
    field_end(&f);
}

static void ranked_units_go_straight_or_wheel_and_may_march(void **state) {
    (void)state;
    begin_of("ranked-fantasy", UNIT_RANKED, 5, 2, 90);
    field_start(&f);
    field_phase(&f, 1, "normal-movement", 0);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 3);
    look();
    NEAR(envelope.limit_in, RATE, 1e-6);
    NEAR(envelope.raised_in, 2 * RATE, 1e-6);
    assert_true(contains(ahead_of_front(0.5, 11)) && contains(ahead_of_front(20, 5)) && !contains(ahead_of_front(60, 2)));
    field_shift(&f, unit, 0, 12);
    look();
    NEAR(envelope.limit_in, 2 * RATE, 1e-6);
    NEAR(envelope.come_in, 15, 1e-6);
    field_end(&f);
}

static void a_squad_goes_by_its_leader(void **state) {
    (void)state;
    begin_of("m42", UNIT_SQUAD, 4, 1, 90);
    f.units[unit].leader = f.units[unit].first_figure;
    f.units[unit].leadership = 7;
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_declare(&f, unit, "advance", -1);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 3);
    look();
    NEAR(envelope.come_in, 3, 1e-6);
    NEAR(envelope.limit_in, RATE * rules_number(f.r, "advance_factor"), 1e-6);
    assert_true(contains((vec2){100, 100 + envelope.limit_in - 0.2}) && contains((vec2){100, 100 - envelope.limit_in + 0.2}));
    field_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cost_and_allowance_are_the_verdicts),
        cmocka_unit_test(a_forced_march_announced_is_the_limit),
        cmocka_unit_test(what_the_phase_has_taken_is_taken_off),
        cmocka_unit_test(another_sides_phase_leaves_nothing),
        cmocka_unit_test(a_rout_has_no_limit),
        cmocka_unit_test(what_an_advance_reaches_lies_inside),
        cmocka_unit_test(a_quarter_wheel_and_the_rest_lies_inside),
        cmocka_unit_test(whatever_lies_inside_can_be_gone_to_legally),
        cmocka_unit_test(what_a_wheel_and_an_advance_reach_lies_inside),
        cmocka_unit_test(mobs_go_straight_or_wheel),
        cmocka_unit_test(skirmishers_go_all_around),
        cmocka_unit_test(the_tables_edge_ends_it),
        cmocka_unit_test(closed_ground_is_not_entered),
        cmocka_unit_test(dear_ground_shortens_it),
        cmocka_unit_test(chainmail_goes_at_any_angle_at_a_price),
        cmocka_unit_test(ranked_units_go_straight_or_wheel_and_may_march),
        cmocka_unit_test(a_squad_goes_by_its_leader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
