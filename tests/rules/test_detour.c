// The way by the places where a unit was seen to stand: what a detour costs, and what is none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"

#define FRAME_S 0.1
#define STOOD_S 2.0

static field f;
static int unit;
static double times[FIELD_SAMPLES], now_s;

static void begin(void) {
    field_init(&f);
    unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0, (vec2){0, 0}, 90, 12);
    field_start(&f);
    field_status(&f, unit, "in_command", false);
    field_phase(&f, 1, "movement", 0);
    field_begin(&f, unit);
    now_s = times[0] = 0;
}

// Seen now, `wait` seconds after the last sight.
static void look(double wait) {
    now_s += wait;
    times[f.m.sample_count] = now_s;
    field_look(&f);
}

// It stood, and is carried in sight by (dx, dy), looked at four times; it has hardly begun when it is first seen to move.
static void carry(double dx, double dy) {
    const double parts[] = {0.05, 0.25, 0.35, 0.35};
    for (int i = 0; i < 4; i++) {
        field_shift(&f, unit, dx * parts[i], dy * parts[i]);
        look(i == 0 ? STOOD_S : FRAME_S);
    }
}

static void costs(double inches, ruling r) {
    field_judge(&f);  // lays out the move; its last sight is where the unit stands anyway
    times[f.m.sample_count - 1] = now_s + STOOD_S;
    f.m.sample_t_s = times;
    assert_int_equal(rules_judge(f.r, f.s, &f.m, &f.v), STATUS_OK);
    if (fabs(f.v.cost_in - inches) > 0.02) fail_msg("cost %.3f, wanted %.3f", f.v.cost_in, inches);
    expect(&f.v, r, NULL, NULL);
    field_end(&f);
}

static void round_a_corner(void **state) {
    (void)state;
    begin();  // 6" ahead and 6" right, then 5" ahead and 5" left: 8.485" + 7.071", where 11" straight ahead lead
    carry(6, 6);
    carry(-5, 5);
    costs(15.556, RULING_ILLEGAL);
}

static void in_one_sweep(void **state) {
    (void)state;
    begin();  // the same without standing there: a hand may have carried it through the air
    carry(6, 6);
    for (int i = 0; i < 4; i++) field_shift(&f, unit, -1.25, 1.25), look(FRAME_S);
    costs(11.045, RULING_LEGAL);
}

static void lost_from_sight(void **state) {
    (void)state;
    begin();  // one figure was under the hand once: the unit may have been lifted
    carry(6, 6);
    carry(-5, 5);
    f.seen[2 * 10 + 3] = false;
    costs(11.045, RULING_LEGAL);
}

static void seen_in_two_places(void **state) {
    (void)state;
    begin();  // with nothing seen between them
    field_shift(&f, unit, 6, 6);
    look(STOOD_S);
    field_shift(&f, unit, -5, 5);
    look(STOOD_S);
    costs(11.045, RULING_LEGAL);
}

static void begun_anew(void **state) {
    (void)state;
    begin();  // 6" out and back to where it stood, then 12" ahead
    carry(4, 4.5);
    carry(-4, -4.5);
    carry(0, 12);
    costs(12, RULING_LEGAL);
}

static void drawn_back(void **state) {
    (void)state;
    begin();  // set down at 14", measured, drawn back to 12"
    carry(0, 14);
    carry(0, -2);
    costs(12, RULING_LEGAL);
}

static void second_thoughts(void **state) {
    (void)state;
    begin();  // set down 8" to the side, which no maneuver does, and then where it ought to be
    carry(7, 4);
    carry(-7, -1);
    costs(3, RULING_LEGAL);
}

static void a_pause_on_the_way(void **state) {
    (void)state;
    begin();  // a rest half way, a fifth of an inch off the line: hesitation
    carry(0.2, 6);
    carry(-0.2, 5.5);
    costs(11.5, RULING_LEGAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(round_a_corner),     cmocka_unit_test(in_one_sweep),      cmocka_unit_test(lost_from_sight),
                                       cmocka_unit_test(seen_in_two_places), cmocka_unit_test(begun_anew),        cmocka_unit_test(drawn_back),
                                       cmocka_unit_test(second_thoughts),    cmocka_unit_test(a_pause_on_the_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
