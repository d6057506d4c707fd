// Moves on whose way a unit forms up anew, with costs worked by hand: 1" a change of frontage in battlesystem-1e (BS1-7.10-4), 1" a figure in
// chainmail-battlesystem (CB-FRONT-1), a quarter and a third of the rate for opening ranks (BS1-7.6-4, CB-FORM-1).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "field.h"
#include "rules/measure/maneuver/legs.h"

static field f;

typedef struct {
    const char *what, *ruleset;
    int figures, files_before, files_after;
    double gap_before, gap_after;
    vec2 front_left;  // of the unit after, where it was (0, 0) before; it faces +y
    double cost_in;
} change;

static void judge(const change *k) {
    field_init(&f);
    strcpy(f.g.ruleset, k->ruleset);
    int unit = field_block(&f, "R1", 0, UNIT_REGULAR, k->files_before, k->figures / k->files_before, k->gap_before, (vec2){0, 0}, 90, 12);
    f.units[unit].formation = k->gap_before > 0.2 ? FORMATION_OPEN : FORMATION_CLOSED;
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_declare(&f, unit, "change-frontage", -1);
    field_begin(&f, unit);
    f.units[unit].formation = k->gap_after > 0.2 ? FORMATION_OPEN : FORMATION_CLOSED;
    field_respace(&f, unit, k->files_after, k->gap_after, k->front_left, 90);
    field_judge(&f);
}

static void costs_of_forming_up(void **state) {
    (void)state;
    const double pitch = MM20;
    const change changes[] = {
        {"2 of 4 files leave at the right", "battlesystem-1e", 8, 4, 2, 0, 0, {0, 0}, 1},
        {"2 of 4 files leave at the left", "battlesystem-1e", 8, 4, 2, 0, 0, {2 * pitch, 0}, 1},
        {"one at either end", "battlesystem-1e", 8, 4, 2, 0, 0, {pitch, 0}, 1},
        {"a block of 4 x 2 becomes one of 2 x 4 and goes 6 ahead", "battlesystem-1e", 8, 4, 2, 0, 0, {0, 6}, 7},
        {"2 figures", "chainmail-battlesystem", 8, 4, 2, 0, 0, {0, 0}, 2},
        {"a line becomes a column", "battlesystem-1e", 6, 6, 1, 0, 0, {0, 0}, 1},
        {"a column becomes a line about its head", "battlesystem-1e", 6, 1, 6, 0, 0, {-2 * pitch, 0}, 1},
        {"ranks open, and a file fewer", "battlesystem-1e", 12, 4, 3, 0, 0.5, {0, 0}, 3 + 1},
        {"likewise by thirds", "chainmail-battlesystem", 12, 4, 3, 0, 0.5, {0, 0}, 4 + 1},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        judge(&changes[i]);
        if (fabs(f.v.cost_in - changes[i].cost_in) > 0.02)
            fprintf(stderr, "    %s: %.3f, not %.3f\n", changes[i].what, f.v.cost_in, changes[i].cost_in);
        assert_true(fabs(f.v.cost_in - changes[i].cost_in) <= 0.02);
        assert_int_equal(f.v.ruling, RULING_LEGAL);
        field_end(&f);
    }
}

// 12.5" ahead and 1" for the frontage are 1.5" more than the rate of 12".
static void a_change_and_too_far_a_way(void **state) {
    (void)state;
    judge(&(change){"", "battlesystem-1e", 8, 4, 2, 0, 0, {0, 12.5}, 13.5});
    assert_true(fabs(f.v.cost_in - 13.5) <= 0.02);
    assert_true(f.v.ruling != RULING_LEGAL);
    field_end(&f);
}

// The lengths against every x of a fine grid: the shortest is never missed, nor one given that the grid does not have.
static void sliding_legs_are_the_shortest(void **state) {
    (void)state;
    unsigned seed = 3;
    leg_rules r = leg_rules_make(PI / 4, 0);
    for (int k = 0; k < 2000; k++) {
        vec2 way = {uniform(&seed, -6, 6), uniform(&seed, -6, 6)}, ahead[3];
        leg_slide slide = {heading_forward(uniform(&seed, -PI, PI)), -uniform(&seed, 0, 4), uniform(&seed, 0, 4)};
        int headings = 1 + (int)uniform(&seed, 0, 3);
        for (int i = 0; i < headings; i++) ahead[i] = heading_forward(uniform(&seed, -PI, PI));
        double least = INFINITY, x = NAN, step = (slide.high - slide.low) / 2000;
        for (int i = 0; i <= 2000; i++)
            least = fmin(least, legs_find(vec2_sub(way, vec2_scale(slide.along, slide.low + i * step)), ahead, headings, &r).length);
        legs found = legs_find_sliding(way, &slide, ahead, headings, &r, &x);
        if (isinf(found.length)) {
            assert_true(isinf(least));
            continue;
        }
        assert_true(x >= slide.low && x <= slide.high);
        assert_true(found.length <= least + 1e-9);
        assert_true(fabs(legs_find(vec2_sub(way, vec2_scale(slide.along, x)), ahead, headings, &r).length - found.length) < 1e-9);
    }
}

// East or west, and 4" to the north: legs at 45 degrees take 4 x sqrt(2) = 5.657". With 5 degrees once, a cos 50 = b cos 45 and
// a sin 50 + b sin 45 = 4: a = 2.839, b = 2.581. Spent twice it would be 4 / sin 50 = 5.222".
static void the_tolerance_is_spent_once(void **state) {
    (void)state;
    const vec2 ahead[2] = {{1, 0}, {-1, 0}};
    leg_rules exact = leg_rules_make(PI / 4, 0), once = leg_rules_with_tolerance(PI / 4, 5 * RAD_PER_DEG, 0);
    assert_true(fabs(legs_find((vec2){0, 4}, ahead, 2, &exact).length - 5.657) < 0.001);
    assert_true(fabs(legs_find((vec2){0, 4}, ahead, 2, &once).length - 5.420) < 0.001);
}

// Five figures in line form a column behind the rightmost of them, the first in front, for 1", and wheel to the left by 90 degrees about its left
// front corner for 4.99" (the front of the last figure is 3.17" from it): the first reading of docs/geometry.md section 6. By their names they went 4
// bases aside and one ahead and turned where they stand, which no wheel and no oblique does. Of the two ways one is legal.
static void a_line_that_filed_off_and_wheeled_is_not_accused(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        double p = MM20, sign = side ? -1 : 1;
        field_init(&f);
        int unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 1, 0, (vec2){36, 20}, 90, 12), first = f.units[unit].first_figure;
        field_start(&f);
        field_phase(&f, 1, "movement", 0);
        field_begin(&f, unit);
        int head = side ? 0 : 4;
        vec2 at = f.now[first + head].at, corner = {at.x - sign * p / 2, at.y + p / 2};
        for (int i = 0; i < 5; i++) f.now[first + (side ? 4 - i : i)].at = (vec2){at.x, at.y - i * p};
        field_turn(&f, unit, corner, sign * 90);
        const verdict *v = field_judge(&f);
        if (v->ruling != RULING_LEGAL && v->ruling != RULING_DOUBTFUL)
            for (int i = 0; i < v->finding_count; i++) fprintf(stderr, "    %s\n", v->findings[i].message);
        assert_true(v->ruling == RULING_LEGAL || v->ruling == RULING_DOUBTFUL);
        assert_true(v->least_in <= 1 + 4.99 + 0.01);
        field_end(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(costs_of_forming_up), cmocka_unit_test(a_change_and_too_far_a_way),
                                       cmocka_unit_test(sliding_legs_are_the_shortest), cmocka_unit_test(the_tolerance_is_spent_once),
                                       cmocka_unit_test(a_line_that_filed_off_and_wheeled_is_not_accused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
