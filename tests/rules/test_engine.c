// The one comparison of measure, limit and error (docs/geometry.md section 14): chances from the table of the normal distribution.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "field.h"
#include "rules/engine/engine.h"

static const tuning *numbers(void) {
    static game g;
    static rules *r;
    strcpy(g.ruleset, "battlesystem-1e");
    if (!r) assert_int_equal(rules_create(&g, &r, NULL), STATUS_OK);
    static tuning n;
    n = r->n;
    rules_destroy(r);
    r = NULL;
    return &n;
}

// Limit 12", tolerance 0.1", error 0.05".
static rule_measure measured(double inches) {
    return (rule_measure){.measured = inches, .kindest = inches, .limit = 12, .tolerance = 0.1, .sigma = 0.05};
}

static void bands(void **state) {
    (void)state;
    const struct {
        double sigmas;
        ruling r;
        double p;
    } rows[] = {{-1, RULING_LEGAL, 0.15866},     {0, RULING_LEGAL, 0.5},          {1.99, RULING_LEGAL, 0.97670},
                {2.1, RULING_DOUBTFUL, 0.98214}, {3.5, RULING_DOUBTFUL, 0.99977}, {3.6, RULING_ILLEGAL, 0.99984}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rule_measure m = measured(12.1 + 0.05 * rows[i].sigmas);
        double p;
        assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), rows[i].r);
        assert_true(fabs(p - rows[i].p) < 0.00002);
        // The same distance on the other side of a least distance.
        m = measured(11.9 - 0.05 * rows[i].sigmas);
        m.sense = SHOULD_BE_AT_LEAST;
        m.limit = 12;
        assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), rows[i].r);
        assert_true(fabs(p - rows[i].p) < 0.00002);
    }
}

// What a search leaves unproven counts for the player: 13" found, proven 12.2", 2 sigmas beyond 12.1".
static void what_is_unproven(void **state) {
    (void)state;
    rule_measure m = measured(13);
    double p;
    m.unproven = 0.8;
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_DOUBTFUL);
    assert_true(fabs(p - 0.97725) < 0.00002);
}

// 12" if the wheel was about the corner, 13" if not, which is so with a chance of 0.3: 0.7 x 0.02275 + 0.3. Of 0.001: the ruling is doubtful yet.
static void what_is_perhaps_so(void **state) {
    (void)state;
    rule_measure m = measured(12);
    double p;
    m.more = 1;
    m.more_chance = 0.3;
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_LEGAL);
    assert_true(fabs(p - 0.31593) < 0.00002);
    m.measured = 13;
    m.more_chance = 0.999;
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_DOUBTFUL);
    assert_true(fabs(p - 0.99902) < 0.00002);
    m.more_chance = 1;
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_ILLEGAL);
}

static void what_is_said(void **state) {
    (void)state;
    double p;
    rule_measure far = measured(13);
    assert_int_equal(engine_compare(numbers(), &far, RULES_SAYS_ILLEGAL, &p), RULING_ILLEGAL);
    assert_int_equal(engine_compare(numbers(), &far, RULES_SAYS_ADVISORY, &p), RULING_ADVISORY);
    far.ask = true;
    assert_int_equal(engine_compare(numbers(), &far, RULES_SAYS_ILLEGAL, &p), RULING_ASK);
    far.ask = false;
    far.advise = true;
    assert_int_equal(engine_compare(numbers(), &far, RULES_SAYS_ILLEGAL, &p), RULING_ADVISORY);
    rule_measure fact = {.fact = true, .chance = 1};
    assert_int_equal(engine_compare(numbers(), &fact, RULES_SAYS_ILLEGAL, &p), RULING_ILLEGAL);
    fact.chance = 0.75;
    assert_int_equal(engine_compare(numbers(), &fact, RULES_SAYS_ILLEGAL, &p), RULING_DOUBTFUL);
}

static void readings(void **state) {
    (void)state;
    double p;
    rule_measure m = measured(13);
    m.kindest = 11.5;
    m.two_readings = true;
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_DOUBTFUL);
    assert_true(p < 0.001);
    m.kindest = 12.5;
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_ILLEGAL);
    tuning strict = *numbers();
    strict.advise_on_readings = false;
    m.kindest = 11.5;
    assert_int_equal(engine_compare(&strict, &m, RULES_SAYS_ILLEGAL, &p), RULING_ILLEGAL);
}

static void contact(void **state) {
    (void)state;
    // Gap 0.09" against 0.10" with error 0.057": P = Phi(0.175) = 0.5696, likelier than not. With error 0.002": Phi(5), sure.
    double p;
    rule_measure m = {.sense = SHOULD_BE_AT_LEAST, .contact = true, .measured = 0.09, .kindest = 0.09, .limit = 0.1, .sigma = 0.057};
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_DOUBTFUL);
    assert_true(fabs(p - 0.5696) < 0.0005);
    m.sigma = 0.002;
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_ILLEGAL);
    m.measured = m.kindest = 0.11;
    m.sigma = 0.057;
    assert_int_equal(engine_compare(numbers(), &m, RULES_SAYS_ILLEGAL, &p), RULING_LEGAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bands),        cmocka_unit_test(what_is_unproven), cmocka_unit_test(what_is_perhaps_so),
                                       cmocka_unit_test(what_is_said), cmocka_unit_test(readings),         cmocka_unit_test(contact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
