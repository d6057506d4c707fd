// Terrain charged: wheels, fronts half in the woods, unseen ways, take-backs, and random ways compared with a second calculation.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))
#define PIECES 8

static field f;
static int unit;
static game_terrain pieces[PIECES];
static vec2 corners[PIECES][4];

static void put(int i, const char *kind, double x0, double y0, double x1, double y1) {
    const vec2 at[4] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    memcpy(corners[i], at, sizeof at);
    pieces[i] = (game_terrain){.polygon = corners[i], .polygon_count = 4};
    snprintf(pieces[i].id, sizeof pieces[i].id, "%s %d", kind, i);
    snprintf(pieces[i].kind, sizeof pieces[i].kind, "%s", kind);
    f.g.terrain = pieces;
    f.g.terrain_count = i + 1;
}

static void begin(unit_type type, int files, int ranks, vec2 at, double rate) {
    field_init(&f);
    strcpy(f.g.ruleset, "battlesystem-2e");
    unit = field_block(&f, "R1", 0, type, files, ranks, 0, at, 90, rate);
    if (type == UNIT_REGULAR) f.units[unit].formation = FORMATION_IRREGULAR;
}

static void start(void) {
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_declare(&f, unit, "advance", -1);
    field_begin(&f, unit);
}

// Seen twice an inch.
static void walk(double dx, double dy) {
    int parts = (int)ceil(hypot(dx, dy) * 2);
    for (int i = 0; i < parts; i++) {
        field_shift(&f, unit, dx / parts, dy / parts);
        if (i + 1 < parts) field_look(&f);
    }
}

static double sum_of_maneuvers(const verdict *v) {
    double sum = 0;
    for (int i = 0; i < v->maneuver_count; i++) sum += v->maneuvers[i].cost_in;
    return sum;
}

// U52 wheels 90 degrees in rough ground: 5.702 for the farthest figure, and the outermost of the front, 4 pitches and a half base from the corner,
// goes 4.5 x 0.787 x pi / 2 = 5.566 a second time.
static void a_wheel_costs_by_the_ground(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, (vec2){50, 50}, 12);
    f.units[unit].formation = FORMATION_UNKNOWN;  // in ranks, which is another rule's concern (BS2-TER-29)
    put(0, "rough", 0, 0, 100, 100);
    start();
    field_turn(&f, unit, (vec2){50 - MM20 / 2, 50 + MM20 / 2}, 90);
    const verdict *v = field_judge(&f);
    expect_none(v, "OVER_DISTANCE");
    NEAR(v->cost_in, 5.702 + 5.566, 0.03);
    NEAR(sum_of_maneuvers(v), v->cost_in, 1e-6);
    field_end(&f);
}

// Five files, pitch 0.787: the wood begins right of the second file, then right of the third. 8 inches in rough are 16 of 12.
static void few_of_the_front_are_a_matter_of_judgement(void **state) {
    (void)state;
    const double edge[] = {50 + 2.5 * MM20, 50 + 1.5 * MM20};
    const ruling want[] = {RULING_DOUBTFUL, RULING_ILLEGAL};
    for (int i = 0; i < 2; i++) {
        begin(UNIT_REGULAR, 5, 2, (vec2){50, 50}, 12);
        put(0, "rough", edge[i], 40, 100, 70);
        start();
        walk(0, 8);
        const verdict *v = field_judge(&f);
        expect(v, want[i], "OVER_DISTANCE", "BS1-7.0-3");
        NEAR(v->cost_in, 16, 0.05);
        field_end(&f);
    }
}

// A swamp of 4 x 4 between (50, 50.39) and (50, 58.39): straight through 4 clear + 4 x 3 = 16; round its corners (52, 52) and (52, 56)
// hypot(2, 1.61) + 4 + hypot(2, 2.39) = 9.68.
static void nobody_saw_which_way(void **state) {
    (void)state;
    for (int seen = 0; seen < 2; seen++) {
        begin(UNIT_SKIRMISH, 1, 1, (vec2){50, 50}, 12);
        put(0, "swamp", 48, 52, 52, 56);
        start();
        if (seen)
            walk(0, 8);
        else
            field_shift(&f, unit, 0, 8);
        const verdict *v = field_judge(&f);
        expect(v, seen ? RULING_ILLEGAL : RULING_LEGAL, seen ? "OVER_DISTANCE" : NULL, "BS1-7.0-3");
        NEAR(v->cost_in, seen ? 16 : 9.68, 0.1);
        field_end(&f);
    }
}

static double woods_told(void) {
    game_option reported[16];
    int n = rules_unit_facts(f.r, f.s, unit, reported, 16);
    for (int i = 0; i < n; i++)
        if (strcmp(reported[i].name, "woods_in") == 0) return reported[i].number;
    return 0;
}

// 1.0 in the woods costs a block, 3, and its other inch is free until the move is taken back: then the same inch costs 3 again.
static void a_take_back_gives_the_blocks_back(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, (vec2){50, 50}, 12);
    put(0, "light-woods", 0, 50 + MM20 / 2, 100, 90);
    start();
    walk(0, 1);
    NEAR(field_finish(&f)->cost_in, 3, 1e-6);
    NEAR(woods_told(), 1, 1e-6);
    event back = {.kind = EVENT_TAKE_BACK, .take_back = {.unit = unit}};
    assert_int_equal(rules_apply(f.r, f.s, &back), STATUS_OK);
    NEAR(woods_told(), 0, 1e-9);
    field_shift(&f, unit, 0, -1);
    field_begin(&f, unit);
    walk(0, 1);
    NEAR(field_finish(&f)->cost_in, 3, 1e-6);
    field_begin(&f, unit);
    walk(0, 1);
    NEAR(field_finish(&f)->cost_in, 0, 1e-6);
    field_end(&f);
}

static void a_new_phase_begins_its_blocks_anew(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, (vec2){50, 50}, 12);
    put(0, "light-woods", 0, 50 + MM20 / 2, 100, 90);
    start();
    walk(0, 1);
    field_finish(&f);
    field_phase(&f, 2, "movement", 0);
    NEAR(woods_told(), 0, 1e-9);
    field_begin(&f, unit);
    walk(0, 1);
    NEAR(field_finish(&f)->cost_in, 3, 1e-6);
    field_end(&f);
}

// Routers run over whatever they may enter as over clear ground (docs/geometry.md section 13).
static void routers_pay_nothing(void **state) {
    (void)state;
    begin(UNIT_SKIRMISH, 1, 1, (vec2){50, 50}, 12);
    put(0, "swamp", 0, 0, 100, 100);
    start();
    field_status(&f, unit, "routed", true);
    walk(0, 16);
    const verdict *v = field_judge(&f);
    expect_none(v, "OVER_DISTANCE");
    field_end(&f);
}

// A house rule on terrain is known where the game plays with that table, and an error where it does not (BS1-7.0-5).
static void a_table_brings_its_house_rules(void **state) {
    (void)state;
    for (int on = 0; on < 2; on++) {
        fault fault = {""};
        rules *r = NULL;
        field_init(&f);
        unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0, (vec2){50, 50}, 90, 12);
        field_option_text(&f, "terrain_table", "bs2");
        field_option_number(&f, "obstacle_cost_in", 6);
        f.options[f.g.option_count++] = (game_option){.name = "terrain_costs_enabled", .kind = OPTION_FLAG, .flag = on};
        assert_int_equal(rules_create(&f.g, &r, &fault), on ? STATUS_OK : STATUS_INVALID);
        if (on) NEAR(rules_number(r, "obstacle_cost_in"), 6, 1e-12);
        if (!on) assert_non_null(strstr(fault.text, "obstacle_cost_in"));
        rules_destroy(r);
    }
}

// Random ways ---------------------------------------------------------------------------------------------------------------------------

static unsigned seed = 5;

static const struct {
    const char *kind;
    double per_in;
} costs[] = {{"dense-woods", 2}, {"swamp", 3}, {"shallow-water", 3}, {"rough", 2}, {"scenery", 1}};

static void put_some(int count, double rate_of[PIECES]) {
    for (int i = 0; i < count; i++) {
        int k = (int)uniform(&seed, 0, 5);
        double x = uniform(&seed, 40, 58), y = uniform(&seed, 48, 64);
        put(i, costs[k].kind, x, y, x + uniform(&seed, 1, 8), y + uniform(&seed, 1, 8));
        rate_of[i] = costs[k].per_in;
    }
}

// Summed over steps of a thousandth of the way: the dearest ground at each.
static double reckon(vec2 from, vec2 to, int count, const double rate_of[PIECES]) {
    double sum = 0, length = vec2_distance(from, to);
    for (int s = 0; s < 1000; s++) {
        vec2 p = vec2_lerp(from, to, (s + 0.5) / 1000);
        double most = 1;
        for (int i = 0; i < count; i++)
            if (p.x > corners[i][0].x && p.x < corners[i][2].x && p.y > corners[i][0].y && p.y < corners[i][2].y) most = fmax(most, rate_of[i]);
        sum += most * length / 1000;
    }
    return sum;
}

static void ways_cost_what_their_ground_costs(void **state) {
    (void)state;
    int over = 0, within = 0;
    for (int round = 0; round < 400; round++) {
        double rate_of[PIECES], rate = 12, angle = uniform(&seed, 0, 2 * PI), length = uniform(&seed, 1, 11.5);
        int count = (int)uniform(&seed, 1, 7);
        begin(UNIT_SKIRMISH, 1, 1, (vec2){50, 55}, rate);
        put_some(count, rate_of);
        start();
        vec2 way = vec2_scale(heading_forward(angle), length), from = {50, 55 + MM20 / 2};
        walk(way.x, way.y);
        double book = reckon(from, vec2_add(from, way), count, rate_of);
        const verdict *v = field_judge(&f);
        NEAR(v->cost_in, book, 0.05);
        if (book < rate - 0.1) assert_int_not_equal(v->ruling, RULING_ILLEGAL), within++;
        if (book > rate + 0.5) assert_int_equal(v->ruling, RULING_ILLEGAL), over++;
        field_end(&f);
    }
    assert_true(over > 40 && within > 100);
}

// An unseen way never costs more than the straight way through, nor less than its length.
static void the_unseen_way_is_the_cheaper_one(void **state) {
    (void)state;
    for (int round = 0; round < 200; round++) {
        double rate_of[PIECES], angle = uniform(&seed, 0, 2 * PI), length = uniform(&seed, 1, 11.5);
        int count = (int)uniform(&seed, 1, 7);
        begin(UNIT_SKIRMISH, 1, 1, (vec2){50, 55}, 12);
        put_some(count, rate_of);
        start();
        vec2 way = vec2_scale(heading_forward(angle), length), from = {50, 55 + MM20 / 2};
        field_shift(&f, unit, way.x, way.y);
        const verdict *v = field_judge(&f);
        assert_true(v->cost_in <= reckon(from, vec2_add(from, way), count, rate_of) + 0.05);
        assert_true(v->cost_in >= length - 0.01);
        field_end(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wheel_costs_by_the_ground),
        cmocka_unit_test(few_of_the_front_are_a_matter_of_judgement),
        cmocka_unit_test(nobody_saw_which_way),
        cmocka_unit_test(a_take_back_gives_the_blocks_back),
        cmocka_unit_test(a_new_phase_begins_its_blocks_anew),
        cmocka_unit_test(routers_pay_nothing),
        cmocka_unit_test(a_table_brings_its_house_rules),
        cmocka_unit_test(ways_cost_what_their_ground_costs),
        cmocka_unit_test(the_unseen_way_is_the_cheaper_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
