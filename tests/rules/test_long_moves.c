// Forced marches and charges under the error of a camera: no legal move is called illegal, what is plainly beyond is found (7.13, 7.14).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"

#define RATE 12.0

static field f;

// R1, 5 x 2, its front line at y = 0, facing +y; B1 across its way with its front line at y = `gap`.
static int begin(double gap, double sigma_in) {
    field_init(&f);
    int unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0, (vec2){-2 * MM20, -MM20 / 2}, 90, RATE);
    field_block(&f, "B1", 1, UNIT_REGULAR, 21, 1, 0, (vec2){10 * MM20, gap + MM20 / 2}, -90, RATE);
    field_start(&f);
    f.sigma_in = sigma_in;
    f.sigma_rad = sigma_in * 50 * RAD_PER_DEG;  // 0.04" goes with 2 degrees
    field_phase(&f, 1, "movement", 0);
    field_begin(&f, unit);
    return unit;
}

static void shake(unsigned *seed, int figures) {
    for (int i = 0; i < figures; i++) {
        f.now[i].at.x += gaussian(seed) * f.sigma_in;
        f.now[i].at.y += gaussian(seed) * f.sigma_in;
        f.now[i].heading_rad += gaussian(seed) * f.sigma_rad;
    }
}

// Straight ahead, seen at every second inch, into contact.
static void go(unsigned *seed, int unit, double way) {
    int looks = (int)(way / 2);
    pose start[10];
    memcpy(start, f.now, sizeof start);
    for (int k = 1; k <= looks + 1; k++) {
        memcpy(f.now, start, sizeof start);
        field_shift(&f, unit, 0, k <= looks ? way * k / (looks + 1) : way);
        shake(seed, 10);
        field_look(&f);
    }
}

static void charges_within_the_rules(void **state) {
    (void)state;
    unsigned seed = 3;
    for (int i = 0; i < 200; i++) {
        double way = uniform(&seed, RATE * 2 / 3 + 0.1, RATE * 1.5 - 0.1);
        int unit = begin(way, i % 2 ? 0.04 : 0.01);
        if (i % 3) field_declare(&f, unit, "charge", unit + 1);
        go(&seed, unit, way);
        const verdict *v = field_judge(&f);
        if (v->ruling == RULING_ILLEGAL || v->ruling == RULING_ASK) expect(v, RULING_LEGAL, NULL, NULL);
        field_end(&f);
    }
}

static void charges_beyond_them(void **state) {
    (void)state;
    unsigned seed = 4;
    for (int i = 0; i < 100; i++) {
        bool far = i % 2;
        double way = far ? uniform(&seed, RATE * 1.5 + 0.5, RATE * 2) : uniform(&seed, 3, RATE * 2 / 3 - 0.5);
        int unit = begin(way, 0.01);
        field_declare(&f, unit, "charge", unit + 1);
        go(&seed, unit, way);
        expect(field_judge(&f), RULING_ILLEGAL, far ? "OVER_DISTANCE" : "CHARGE_TOO_SHORT", far ? "BS1-7.0-3" : "BS1-7.14-6");
        field_end(&f);
    }
}

// Figures moved one by one stand as no body on the way: the way of the unit's middle proves nothing, and no breach may follow from it.
static void figure_by_figure(void **state) {
    (void)state;
    int unit = begin(40, 0.01);
    field_declare(&f, unit, "forced-march", -1);
    field_declare(&f, unit, "charge", unit + 1);
    pose end[10], start[10];
    memcpy(start, f.now, sizeof start);
    field_turn(&f, unit, (vec2){2.5 * MM20, 0}, -63);
    vec2 on = vec2_scale(heading_forward(27 * RAD_PER_DEG), 12.9);
    field_shift(&f, unit, on.x, on.y);
    memcpy(end, f.now, sizeof end);
    for (int i = 10; i < 31; i++) {  // the enemy's line lies before it
        vec2 ahead = vec2_scale(heading_forward(27 * RAD_PER_DEG), MM20 / 2 + 0.02), left = heading_left(27 * RAD_PER_DEG);
        vec2 front = vec2_add(vec2_lerp(end[0].at, end[4].at, 0.5), vec2_scale(heading_forward(27 * RAD_PER_DEG), MM20 / 2));
        f.now[i].at = vec2_add(vec2_add(front, ahead), vec2_scale(left, (i - 20) * MM20));
        f.now[i].heading_rad = 207 * RAD_PER_DEG;
    }
    event e = {.kind = EVENT_PLACE, .t_s = 1};
    event_pose places[21];
    for (int i = 0; i < 21; i++) places[i] = (event_pose){.figure = 10 + i, .pose = f.now[10 + i]};
    e.place = (event_place){places, 21};
    assert_int_equal(rules_apply(f.r, f.s, &e), STATUS_OK);
    memcpy(f.now, start, sizeof start);
    for (int i = 0; i < 10; i++) {
        f.now[i] = end[i];
        field_look(&f);
    }
    expect(field_judge(&f), RULING_LEGAL, NULL, NULL);
    field_end(&f);
}

// 17" marched, the check failed: the point is lost. Taken back, nothing was marched and nothing is lost.
static void a_march_taken_back(void **state) {
    (void)state;
    int unit = begin(40, 0.01);
    field_declare(&f, unit, "forced-march", -1);
    field_shift(&f, unit, 0, 17);
    expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
    obligation due[4];
    assert_int_equal(rules_obligations(f.r, f.s, due, 4), 1);
    assert_string_equal(due[0].rule, "BS1-7.13-5");
    event dice = {.kind = EVENT_DICE, .t_s = 9, .dice = {.unit = unit}};
    strcpy(dice.dice.check, "morale");
    assert_int_equal(rules_apply(f.r, f.s, &dice), STATUS_OK);
    assert_int_equal(rules_obligations(f.r, f.s, due, 4), 0);
    for (int back = 0; back < 2; back++) {
        game_option reported[24];
        int n = rules_unit_facts(f.r, f.s, unit, reported, 24);
        bool lost = false;
        for (int i = 0; i < n; i++) lost = lost || (strcmp(reported[i].name, "attack_rating_penalty") == 0 && reported[i].number == 1);
        assert_true(lost == !back);
        event e = {.kind = EVENT_TAKE_BACK, .t_s = 10, .take_back = {.unit = unit}};
        assert_int_equal(rules_apply(f.r, f.s, &e), STATUS_OK);
    }
    field_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(charges_within_the_rules), cmocka_unit_test(charges_beyond_them),
                                       cmocka_unit_test(figure_by_figure), cmocka_unit_test(a_march_taken_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
