// Rates, phases, announcements, formations: the worked examples of BS1-7.0 to 7.7, and the options of a game.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"

static field f;
static int unit;

static void begin(unit_type type, int files, int ranks, double gap, double rate, bool commanded) {
    field_init(&f);
    unit = field_block(&f, "R1", 0, type, files, ranks, gap, (vec2){0, 0}, 90, rate);
    if (gap > 0.2 && type == UNIT_REGULAR) f.units[unit].formation = FORMATION_OPEN;
    field_start(&f);
    field_status(&f, unit, "in_command", commanded);
    field_phase(&f, 1, "movement", 0);
    field_begin(&f, unit);
}

static void done(ruling r, const char *violation, const char *rule) {
    expect(field_judge(&f), r, violation, rule);
    field_end(&f);
}

static void rate_and_what_it_buys(void **state) {
    (void)state;
    // BS1-7.0-3: 5" ahead, 2.9" (11.9") or 3.6" (12.6") on, right face 4".
    const double on[] = {2.9, 3.6};
    for (int i = 0; i < 2; i++) {
        begin(UNIT_REGULAR, 5, 2, 0, 12, false);
        field_shift(&f, unit, 0, 5 + on[i]);
        field_face(&f, unit, -90);
        done(i ? RULING_ILLEGAL : RULING_LEGAL, i ? "OVER_DISTANCE" : NULL, "BS1-7.0-3");
    }
}

// What needs no maneuver is told as well (docs/stream.md, "Verdicts"): two figures of the second rank set straight, or a unit put where it stands.
static void every_move_says_how_it_was_made(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 0, 12, false);
    f.now[f.units[unit].first_figure + 6].at.y += 0.2;
    f.now[f.units[unit].first_figure + 8].at.y += 0.15;
    const verdict *v = field_judge(&f);
    expect(v, RULING_LEGAL, NULL, NULL);
    assert_int_equal(v->maneuver_count, 1);
    assert_int_equal(v->maneuvers[0].kind, MANEUVER_DRESSING);
    assert_float_equal(v->maneuvers[0].distance_in, 0.2, 1e-6);
    assert_true(v->maneuvers[0].cost_in == 0);
    assert_true(v->cost_in == 0);
    field_end(&f);
    begin(UNIT_REGULAR, 5, 2, 0, 12, false);
    v = field_judge(&f);
    assert_int_equal(v->maneuver_count, 1);
    assert_int_equal(v->maneuvers[0].kind, MANEUVER_ARRIVAL);
    field_end(&f);
}

static void front_of_the_base(void **state) {
    (void)state;
    const double ahead[] = {11.9, 12.7};
    for (int i = 0; i < 2; i++) {
        begin(UNIT_INDIVIDUAL, 1, 1, 0, 12, false);
        field_declare(&f, unit, "advance", -1);
        field_shift(&f, unit, 0, ahead[i]);
        done(i ? RULING_ILLEGAL : RULING_LEGAL, i ? "OVER_DISTANCE" : NULL, "BS1-7.0-3");
    }
}

static void the_band_of_doubt(void **state) {
    (void)state;
    // Limit 12", tolerance 0.10". sigma^2 = 2 x 0.04^2 / 3 + (0.002 x d)^2 = 0.041^2: 2 sigma at 12.18", 3.5 at 12.24" (docs/geometry.md section 14).
    const struct {
        double ahead;
        ruling r;
    } rows[] = {{12.1, RULING_LEGAL}, {12.17, RULING_LEGAL}, {12.21, RULING_DOUBTFUL}, {12.27, RULING_ILLEGAL}};
    for (int i = 0; i < 4; i++) {
        begin(UNIT_REGULAR, 5, 2, 0, 12, false);
        f.sigma_in = 0.04;
        field_shift(&f, unit, 0, rows[i].ahead);
        const verdict *v = field_judge(&f);
        expect(v, rows[i].r, NULL, NULL);
        const finding *k = &v->findings[0];
        assert_true(fabs(k->sigma - 0.0406) < 0.002);
        assert_true((k->p_illegal >= 0.9998) == (rows[i].r == RULING_ILLEGAL));
        field_end(&f);
    }
}

static void march_or_charge(void **state) {
    (void)state;
    const struct {
        double ahead;
        const char *announced;
        ruling r;
    } rows[] = {{15, NULL, RULING_ASK},
                {15, "forced-march", RULING_LEGAL},
                {15, "advance", RULING_ILLEGAL},
                {18.6, NULL, RULING_ILLEGAL},
                {18.6, "forced-march", RULING_ILLEGAL}};
    for (int i = 0; i < 5; i++) {
        begin(UNIT_REGULAR, 5, 2, 0, 12, true);
        if (rows[i].announced) field_declare(&f, unit, rows[i].announced, -1);
        field_shift(&f, unit, 0, rows[i].ahead);
        const verdict *v = field_judge(&f);
        expect(v, rows[i].r, rows[i].r == RULING_LEGAL ? NULL : "OVER_DISTANCE", "BS1-7.0-3");
        if (rows[i].ahead == 18.6) assert_true(field_found(v, "OVER_DISTANCE")->allowed == 18);
        field_end(&f);
    }
}

static void pieces_of_a_move(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 0, 12, false);
    field_shift(&f, unit, 0, 7);
    expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
    assert_true(fabs(rules_spent(f.r, f.s, unit) - 7) < 1e-6);
    rules_state *fork = rules_state_copy(f.s);
    assert_non_null(fork);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 6);
    const verdict *v = field_judge(&f);
    expect(v, RULING_ILLEGAL, "OVER_DISTANCE", "BS1-7.0-3");
    assert_true(fabs(v->allowance_in - 5) < 1e-6);
    field_phase(&f, 2, "movement", 0);  // a new phase returns the rate
    expect(field_judge(&f), RULING_LEGAL, NULL, NULL);
    assert_true(rules_spent(f.r, f.s, unit) == 0 && fabs(rules_spent(f.r, fork, unit) - 7) < 1e-6);
    rules_state_destroy(fork);
    field_end(&f);
}

// A left wheel of 90 degrees of 5 x 2 figures on 20 mm costs 5.702" about the corner, and 5.100" about the front centre of the corner figure
// (docs/geometry.md section 6). With another move of 6.6" the unit spends 12.30" or 11.70" of its 12": doubtful. With one of 7.2" it spends 12.90" or
// 12.30": illegal either way.
static void an_earlier_move_is_read_as_kindly(void **state) {
    (void)state;
    const double on[] = {6.6, 7.2};
    for (int i = 0; i < 2; i++) {
        begin(UNIT_REGULAR, 5, 2, 0, 12, false);
        field_turn(&f, unit, (vec2){-MM20 / 2, MM20 / 2}, 90);
        expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
        assert_true(fabs(rules_spent(f.r, f.s, unit) - 5.702) < 0.005);
        field_begin(&f, unit);
        field_shift(&f, unit, -on[i], 0);
        expect(field_judge(&f), i ? RULING_ILLEGAL : RULING_DOUBTFUL, "OVER_DISTANCE", "BS1-7.0-3");
        field_end(&f);
    }
}

static void one_move_a_phase(void **state) {
    (void)state;
    // A judge who lets no move be split: 3" and 2" are within 12", but the second is one too many.
    for (int split = 0; split < 2; split++) {
        field_init(&f);
        unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0, (vec2){0, 0}, 90, 12);
        f.options[f.g.option_count++] = (game_option){.name = "allow_split_move_in_phase", .kind = OPTION_FLAG, .flag = split};
        field_start(&f);
        field_phase(&f, 1, "movement", 0);
        for (int i = 0; i < 2; i++) {
            field_begin(&f, unit);
            field_shift(&f, unit, 0, 3 - i);
            bool one_too_many = i == 1 && !split;
            expect(field_finish(&f), one_too_many ? RULING_ILLEGAL : RULING_LEGAL, one_too_many ? "OUT_OF_PHASE_MOVE" : NULL, "BS1-7.0-1");
        }
        field_end(&f);
    }
}

static void out_of_phase(void **state) {
    (void)state;
    const struct {
        const char *phase;
        int side;
        ruling r;
    } rows[] = {{"movement", 0, RULING_LEGAL}, {"movement", 1, RULING_ILLEGAL}, {"melee", 0, RULING_ILLEGAL}, {"missile", 0, RULING_LEGAL}};
    for (int i = 0; i < 4; i++) {
        begin(UNIT_REGULAR, 5, 2, 0, 12, true);
        field_phase(&f, 1, rows[i].phase, rows[i].side);
        field_shift(&f, unit, 0, 2);
        done(rows[i].r, rows[i].r == RULING_ILLEGAL ? "OUT_OF_PHASE_MOVE" : NULL, "BS1-7.0-1");
    }
    begin(UNIT_REGULAR, 5, 2, 0, 12, true);  // nor may it turn where it stands
    field_phase(&f, 1, "movement", 1);
    field_face(&f, unit, 90);
    done(RULING_ILLEGAL, "OUT_OF_PHASE_MOVE", "BS1-7.0-1");
    begin(UNIT_REGULAR, 5, 2, 0, 12, true);  // routers run in any phase
    field_phase(&f, 1, "melee", 0);
    field_status(&f, unit, "routed", true);
    field_shift(&f, unit, 0, -16);
    done(RULING_LEGAL, NULL, NULL);
}

static void no_phase_was_entered(void **state) {
    (void)state;
    field_init(&f);
    unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0, (vec2){0, 0}, 90, 12);
    field_start(&f);
    for (int round = 0; round < 3; round++) {  // its rate is its own each time
        field_begin(&f, unit);
        field_shift(&f, unit, 0, 10);
        expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
        assert_string_equal(f.v.phase, "movement");
    }
    field_end(&f);
}

static void unknown_rate(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 0, 0, true);
    field_shift(&f, unit, 0, 9);
    done(RULING_ASK, "OVER_DISTANCE", "BS1-7.0-3");
}

static void mob_is_measured_at_one_figure(void **state) {
    (void)state;
    const double ahead[] = {8.9, 9.9};
    for (int i = 0; i < 2; i++) {
        begin(UNIT_MOB, 4, 4, 0.03, 9, false);
        unsigned seed = 3;
        field_shift(&f, unit, 0, ahead[i]);
        for (int k = 0; k < 16; k++)  // the others mill about; the figure nearest the middle is number 6 of 4 x 4
            if (k != 5) f.now[k].at.y += uniform(&seed, -0.05, 0.05);
        done(i ? RULING_ILLEGAL : RULING_LEGAL, i ? "OVER_DISTANCE" : NULL, "BS1-7.0-3");
    }
}

static void skirmish_spacing(void **state) {
    (void)state;
    const double apart[] = {1.9, 1.3};
    for (int i = 0; i < 2; i++) {
        begin(UNIT_SKIRMISH, 3, 1, 3, 12, true);
        f.now[1].at = vec2_add(f.now[0].at, (vec2){apart[i], 0});
        const verdict *v = field_judge(&f);
        expect(v, i ? RULING_ILLEGAL : RULING_LEGAL, i ? "SKIRMISH_TOO_CLOSE" : NULL, "BS1-7.4-1");
        if (i) expect(v, RULING_ILLEGAL, "WRONG_FORMATION", "BS1-7.1-3");
        field_end(&f);
    }
}

static void regulars_stay_together(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 0, 12, true);
    for (int i = 0; i < 10; i++) f.now[i].at = (vec2){(i % 5) * (1.4 + MM20), 4 - (i / 5) * (1.4 + MM20)};
    expect(field_judge(&f), RULING_ILLEGAL, "WRONG_FORMATION", "BS1-7.1-2");
    field_end(&f);
    begin(UNIT_REGULAR, 5, 2, 0.85, 12, true);
    field_shift(&f, unit, 0, 3);
    expect_advice(field_judge(&f), "UNCLASSIFIED_FORMATION", "BS1-7.1-1");
    field_end(&f);
}

static void mobs_stay_together(void **state) {
    (void)state;
    begin(UNIT_MOB, 4, 4, 0.03, 12, true);
    field_shift(&f, unit, 0, 4);
    done(RULING_LEGAL, NULL, NULL);
    begin(UNIT_MOB, 4, 4, 0.03, 12, true);
    for (int i = 0; i < 16; i++) f.now[i].at.y += i < 8 ? 5.8 : 4;  // two halves 1.8" apart
    done(RULING_ILLEGAL, "MOB_NOT_IN_CONTACT", "BS1-7.5-2");
    begin(UNIT_MOB, 12, 2, 0.03, 12, true);
    field_shift(&f, unit, 0, 4);
    expect_advice(field_judge(&f), "MOB_SHAPE", "BS1-7.5-1");
    field_end(&f);
}

static void changes_of_formation(void **state) {
    (void)state;
    // Closing ranks and 8.8" (11.8") or 9.7" (12.7") ahead.
    const double ahead[] = {8.8, 9.7};
    for (int i = 0; i < 2; i++) {
        begin(UNIT_REGULAR, 5, 2, 0.5, 12, true);
        field_declare(&f, unit, "advance", -1);
        field_respace(&f, unit, 5, 0, (vec2){1, ahead[i]}, 90);
        done(i ? RULING_ILLEGAL : RULING_LEGAL, i ? "OVER_DISTANCE" : NULL, "BS1-7.0-3");
    }
    begin(UNIT_REGULAR, 5, 2, 0.5, 12, false);
    field_respace(&f, unit, 5, 0, (vec2){1, 0}, 90);
    expect(field_judge(&f), RULING_ILLEGAL, "FORMATION_CHANGE_NOT_ALLOWED", "BS1-7.2-3");
    expect(&f.v, RULING_ILLEGAL, "FORMATION_CHANGE_NOT_ALLOWED", "BS1-7.6-2");
    field_end(&f);
    begin(UNIT_REGULAR, 5, 2, 0, 12, true);
    field_phase(&f, 1, "movement", 1);
    f.units[unit].formation = FORMATION_OPEN;
    field_respace(&f, unit, 5, 0.5, (vec2){-1, 0}, 90);
    done(RULING_ILLEGAL, "OUT_OF_PHASE_MOVE", "BS1-7.6-1");
}

static void opening_out_of_command_is_free(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 0, 12, false);
    f.units[unit].formation = FORMATION_OPEN;
    field_respace(&f, unit, 5, 0.5, (vec2){-1, 11.8}, 90);
    expect(field_judge(&f), RULING_LEGAL, NULL, NULL);
    assert_true(fabs(f.v.cost_in - 11.8) < 0.01);
    field_end(&f);
}

static void gaps_of_the_fallen(void **state) {
    (void)state;
    // BS1-7.3-4: two figures of an open unit step up (2") and the unit goes 9.8" or 10.6" ahead.
    const double ahead[] = {9.8, 10.6};
    for (int i = 0; i < 2; i++) {
        begin(UNIT_REGULAR, 5, 2, 0.5, 12, false);
        f.m.sample_count = 0;
        field_remove(&f, 1);
        field_remove(&f, 3);
        field_begin(&f, unit);
        vec2 first = f.now[1].at, second = f.now[3].at;
        f.now[6].at = first;
        f.now[8].at = second;
        field_shift(&f, unit, 0, ahead[i]);
        done(i ? RULING_ILLEGAL : RULING_LEGAL, i ? "OVER_DISTANCE" : NULL, "BS1-7.0-3");
    }
}

static void gaps_beyond_the_rate(void **state) {
    (void)state;
    // BS1-7.3-6: rate 3", four figures step up, then the unit goes on by 1.5".
    begin(UNIT_REGULAR, 10, 2, 0.5, 3, false);
    f.m.sample_count = 0;
    for (int i = 0; i < 4; i++) field_remove(&f, 2 * i);
    field_begin(&f, unit);
    for (int i = 0; i < 4; i++) f.now[10 + 2 * i].at = f.now[2 * i].at;
    expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
    assert_true(fabs(f.v.cost_in - 4) < 1e-6);
    field_begin(&f, unit);
    field_shift(&f, unit, 0, 1.5);
    expect(field_judge(&f), RULING_ILLEGAL, "MOVE_AFTER_GAP_EXHAUSTION", "BS1-7.3-6");
    field_end(&f);
}

static void more_step_up_than_stay(void **state) {
    (void)state;
    // Four of the front rank's five are gone; the rear figures behind them step up, one of the front and one of the rear stay: 4" of 3" (BS1-7.3-6).
    begin(UNIT_REGULAR, 5, 2, 0.5, 3, true);
    f.m.sample_count = 0;
    for (int i = 0; i < 4; i++) field_remove(&f, i);
    field_begin(&f, unit);
    for (int i = 0; i < 4; i++) f.now[5 + i].at = f.now[i].at;
    expect(field_judge(&f), RULING_LEGAL, NULL, NULL);
    assert_true(fabs(f.v.cost_in - 4) < 1e-6);
    field_end(&f);
}

static void gaps_left_open(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 0.5, 12, true);
    obligation due[2];
    field_remove(&f, 2);
    assert_int_equal(rules_obligations(f.r, f.s, due, 2), 0);
    field_phase(&f, 1, "movement", 1);
    assert_int_equal(rules_obligations(f.r, f.s, due, 2), 1);
    assert_string_equal(due[0].rule, "BS1-7.3-3");
    field_end(&f);
}

static void hole_in_a_closed_front(void **state) {
    (void)state;
    // BS1-7.2-2: two of the front rank are gone; standing as they are, or with the rear refilling the front.
    for (int refilled = 0; refilled < 2; refilled++) {
        begin(UNIT_REGULAR, 5, 2, 0, 12, true);
        f.m.sample_count = 0;
        obligation due[2];
        field_remove(&f, 1);
        field_remove(&f, 2);
        if (refilled) {
            field_begin(&f, unit);
            f.now[6].at = f.now[1].at;
            f.now[7].at = f.now[2].at;
            expect(field_finish(&f), RULING_LEGAL, NULL, NULL);
            assert_true(f.v.cost_in < 0.01);
        }
        field_phase(&f, 1, "melee", -1);
        assert_int_equal(rules_obligations(f.r, f.s, due, 2), refilled ? 0 : 1);
        if (!refilled) assert_string_equal(due[0].rule, "BS1-7.2-2");
        field_end(&f);
    }
}

static void routers_open_their_ranks(void **state) {
    (void)state;
    begin(UNIT_REGULAR, 5, 2, 0, 12, true);
    field_status(&f, unit, "routed", true);
    field_shift(&f, unit, 0, -16);
    expect_advice(field_judge(&f), "FORMATION_NOT_OPENED", "BS1-7.6-3");
    field_end(&f);
}

static void places_in_the_unit(void **state) {
    (void)state;
    // BS1-7.7-2: dressing of 0.12" is none of the rules' business; a rear figure that ends beside the front rank changed the frontage.
    begin(UNIT_REGULAR, 5, 2, 0, 12, true);
    unsigned seed = 5;
    field_shift(&f, unit, 0, 8);
    for (int i = 0; i < 10; i++) f.now[i].at = vec2_add(f.now[i].at, (vec2){uniform(&seed, -0.08, 0.08), uniform(&seed, -0.08, 0.08)});
    const verdict *v = field_judge(&f);
    expect(v, RULING_LEGAL, NULL, NULL);
    expect_none(v, "RELATIVE_POSITION_BROKEN");
    field_end(&f);
    begin(UNIT_REGULAR, 5, 2, 0, 12, true);
    field_shift(&f, unit, 0, 8);
    f.now[9].at = vec2_add(f.now[0].at, (vec2){-MM20, 0});
    expect_advice(field_judge(&f), "RELATIVE_POSITION_BROKEN", "BS1-7.7-2");
    field_end(&f);
}

static void announced_charges(void **state) {
    (void)state;
    // Rate 12", enemy 20" ahead: 12" nearer is as it must be, 5" is short by 7". Enemy 10" ahead: 9" sideways is going elsewhere.
    const struct {
        double enemy, dx, dy;
        ruling r;
        const char *rule;
    } rows[] = {{20, 0, 12, RULING_LEGAL, NULL},
                {20, 0, 5, RULING_ILLEGAL, "BS1-7.7-7"},
                {10, 6.5, 6.5, RULING_LEGAL, NULL},
                {10, -9, 1, RULING_ILLEGAL, "BS1-7.7-5"}};
    for (int i = 0; i < 4; i++) {
        field_init(&f);
        unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0, (vec2){0, 0}, 90, 12);
        int enemy = field_block(&f, "B1", 1, UNIT_REGULAR, 5, 2, 0, (vec2){4 * MM20, rows[i].enemy + MM20}, 270, 12);
        field_start(&f);
        field_phase(&f, 1, "movement", 0);
        field_declare(&f, unit, "charge", enemy);
        field_begin(&f, unit);
        field_shift(&f, unit, rows[i].dx, rows[i].dy);
        const verdict *v = field_judge(&f);
        if (rows[i].rule)
            expect(v, RULING_ILLEGAL, "DECLARATION_BROKEN", rows[i].rule);
        else
            expect_none(v, "DECLARATION_BROKEN");
        field_end(&f);
    }
}

static void house_rules_on_charges_and_gaps(void **state) {
    (void)state;
    // Rate 12", enemy 20" ahead, 12" forward: as near as the rate takes it; 6" short of what a charge takes; 5" are short unless a house rule allows
    // it.
    const struct {
        bool must, full;
        double dy;
        ruling r;
    } rows[] = {{true, false, 12, RULING_LEGAL}, {true, true, 12, RULING_ILLEGAL}, {true, false, 5, RULING_ILLEGAL}, {false, false, 5, RULING_LEGAL}};
    for (int i = 0; i < 4; i++) {
        field_init(&f);
        unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0, (vec2){0, 0}, 90, 12);
        int enemy = field_block(&f, "B1", 1, UNIT_REGULAR, 5, 2, 0, (vec2){4 * MM20, 20 + MM20}, -90, 12);
        f.options[f.g.option_count++] = (game_option){.name = "declared_charge_must_move", .kind = OPTION_FLAG, .flag = rows[i].must};
        if (rows[i].full) field_option_text(&f, "failed_charge_move", "charge");
        field_start(&f);
        field_phase(&f, 1, "movement", 0);
        field_declare(&f, unit, "charge", enemy);
        field_begin(&f, unit);
        field_shift(&f, unit, 0, rows[i].dy);
        done(rows[i].r, rows[i].r == RULING_ILLEGAL ? "DECLARATION_BROKEN" : NULL, "BS1-7.7-7");
    }
    obligation due[2];
    field_init(&f);
    unit = field_block(&f, "R1", 0, UNIT_REGULAR, 5, 2, 0.5, (vec2){0, 0}, 90, 12);
    field_option_text(&f, "gap_fill_deadline", "none");
    field_start(&f);
    field_phase(&f, 1, "movement", 0);
    field_remove(&f, 2);
    field_phase(&f, 1, "movement", 1);
    assert_int_equal(rules_obligations(f.r, f.s, due, 2), 0);
    field_end(&f);
}

// A's flank passes B's at an inch. On its way one figure of A is seen where a figure of B stands, which it was taken for: nobody passed through.
static void a_figure_taken_for_a_friend_passed_through_nobody(void **state) {
    (void)state;
    field_init(&f);
    unit = field_block(&f, "A", 0, UNIT_REGULAR, 3, 1, 0, (vec2){0, 0}, 90, 12);
    int friend = field_block(&f, "B", 0, UNIT_REGULAR, 3, 1, 0, (vec2){3.4, 4.5}, 90, 12);
    field_start(&f);
    field_begin(&f, unit);
    for (int k = 0; k < 5; k++) {
        field_shift(&f, unit, 0, 1.5);
        pose *outer = &f.now[f.units[unit].first_figure + 2], true_place = *outer;
        if (k == 2) *outer = f.now[f.units[friend].first_figure];
        field_look(&f);
        *outer = true_place;
    }
    expect(field_judge(&f), RULING_LEGAL, NULL, "BS1-7.4-4");
    assert_null(field_found(&f.v, "PASS_THROUGH"));
    field_end(&f);
}

static void passing_through_friends(void **state) {
    (void)state;
    for (int skirmish = 0; skirmish < 2; skirmish++) {
        field_init(&f);
        unit_type type = skirmish ? UNIT_SKIRMISH : UNIT_REGULAR;
        unit = field_block(&f, "A", 0, type, 3, 1, skirmish ? 1.2 : 0, (vec2){0, 0}, 90, 12);
        field_block(&f, "B", 0, type, 3, 1, skirmish ? 1.2 : 0.5, (vec2){1, 4.5}, 90, 12);
        field_start(&f);
        field_begin(&f, unit);
        for (int k = 0; k < 2; k++) {
            field_shift(&f, unit, 0, 3);
            field_look(&f);
        }
        field_shift(&f, unit, 0, 3);
        expect(field_judge(&f), skirmish ? RULING_LEGAL : RULING_ILLEGAL, skirmish ? NULL : "PASS_THROUGH", "BS1-7.4-4");
        field_end(&f);
    }
}

static void options_of_a_game(void **state) {
    (void)state;
    static game_option o;
    game g = {.options = &o, .option_count = 1};
    fault fault;
    rules *r;
    strcpy(g.ruleset, "battlesystem-1e");
    const struct {
        const char *name;
        option_kind kind;
        double number;
        const char *text;
        bool fine, is_null;
    } rows[] = {{"player_tolerance_in", OPTION_NUMBER, 0.2, "", true},
                {"player_tolerance_in", OPTION_TEXT, 0, "much", false},
                {"player_tolerance_in", OPTION_NUMBER, -1, "", false},
                {"wheel_pivot", OPTION_TEXT, 0, "front_centre", true},
                {"wheel_pivot", OPTION_TEXT, 0, "front", false},
                {"no_such_rule", OPTION_NUMBER, 1, "", false},
                {"formation_change_cost", OPTION_NUMBER, 0.25, "", true},
                {"use_stands", OPTION_FLAG, 0, "", true},
                {"open_gap_band_in", OPTION_NUMBER, 1, "", false},
                {"mob_regularity_check", OPTION_TEXT, 0, "off", true},
                {"use_stands", OPTION_TEXT, 0, "yes", false},
                {"wrap_formations", OPTION_TEXT, 0, "closed,open", true},
                {"individual_attached_to", OPTION_NUMBER, 0, "", true, true},
                {"charge_factor", OPTION_NUMBER, 0, "", false, true},
                {"mob_reference_figure", OPTION_TEXT, 0, "roster", true},
                {"mob_reference_figure", OPTION_TEXT, 0, "R1-1", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        o = (game_option){.kind = rows[i].kind, .number = rows[i].number, .is_null = rows[i].is_null};
        strcpy(o.name, rows[i].name);
        strcpy(o.text, rows[i].text);
        status st = rules_create(&g, &r, &fault);
        assert_int_equal(st, rows[i].fine ? STATUS_OK : STATUS_INVALID);
        if (!rows[i].fine) assert_true(strncmp(fault.text, "options.", 8) == 0 && strstr(fault.text, rows[i].name));
        if (i == 0) assert_true(rules_number(r, "player_tolerance_in") == 0.2);
        rules_destroy(r);
    }
    g.option_count = 0;
    strcpy(g.ruleset, "chess");
    assert_int_equal(rules_create(&g, &r, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "battlesystem-1e"));
}

static void the_book(void **state) {
    (void)state;
    assert_null(rules_ruleset_find("chess"));
    const rules_ruleset *book = rules_ruleset_find("battlesystem-1e");
    const rules_row *rows[400];
    int n = rules_ruleset_rows(book, rows, 400);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        assert_true(strncmp(rows[i]->id, "BS1-7.", 6) == 0 && strncmp(rows[i]->citation, "Battlesystem 7.", 15) == 0 && rows[i]->text[0]);
        assert_true(!rows[i]->check || rows[i]->violation[0]);
        for (int j = 0; j < i; j++) assert_string_not_equal(rows[i]->id, rows[j]->id);
    }
    // A book that inherits: a row dropped, one restated, one added.
    static const char *const dropped[] = {"BS1-7.6-4", NULL};
    rules_row own[2] = {book->rows[0], book->rows[0]};
    own[1].id = "X-1";
    rules_ruleset child = {.key = "child", .parent = book, .rows = own, .row_count = 2, .dropped = dropped};
    assert_int_equal(rules_ruleset_rows(&child, rows, 400), n);
    assert_ptr_equal(rows[0], &own[0]);
    assert_int_equal(rules_ruleset_parameters(&child, NULL, 0), rules_ruleset_parameters(book, NULL, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rate_and_what_it_buys),
        cmocka_unit_test(front_of_the_base),
        cmocka_unit_test(the_band_of_doubt),
        cmocka_unit_test(march_or_charge),
        cmocka_unit_test(pieces_of_a_move),
        cmocka_unit_test(an_earlier_move_is_read_as_kindly),
        cmocka_unit_test(out_of_phase),
        cmocka_unit_test(no_phase_was_entered),
        cmocka_unit_test(unknown_rate),
        cmocka_unit_test(mob_is_measured_at_one_figure),
        cmocka_unit_test(skirmish_spacing),
        cmocka_unit_test(regulars_stay_together),
        cmocka_unit_test(mobs_stay_together),
        cmocka_unit_test(changes_of_formation),
        cmocka_unit_test(opening_out_of_command_is_free),
        cmocka_unit_test(gaps_of_the_fallen),
        cmocka_unit_test(gaps_beyond_the_rate),
        cmocka_unit_test(more_step_up_than_stay),
        cmocka_unit_test(gaps_left_open),
        cmocka_unit_test(one_move_a_phase),
        cmocka_unit_test(hole_in_a_closed_front),
        cmocka_unit_test(routers_open_their_ranks),
        cmocka_unit_test(places_in_the_unit),
        cmocka_unit_test(announced_charges),
        cmocka_unit_test(house_rules_on_charges_and_gaps),
        cmocka_unit_test(passing_through_friends),
        cmocka_unit_test(a_figure_taken_for_a_friend_passed_through_nobody),
        cmocka_unit_test(options_of_a_game),
        cmocka_unit_test(every_move_says_how_it_was_made),
        cmocka_unit_test(the_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
