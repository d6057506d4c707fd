// What the line on the page says of what is not judged just now.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline/health.h"

static void hidden_figures_are_counted_in_words(void **state) {
    (void)state;
    static const struct {
        int hidden, figures;
        const char *says;
    } cases[] = {{1, 28, "A hand is over the table: 1 of 28 figures is hidden."},
                 {2, 28, "A hand is over the table: 2 of 28 figures are hidden."},
                 {1, 1, "A hand is over the table: 1 of 1 figure is hidden."},
                 {0, 28, "A hand is over the table."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char says[HEALTH_TEXT];
        health_facts h = {.hand = true, .hidden = cases[i].hidden, .figures = cases[i].figures, .light = LIGHT_GOOD};
        health_describe(&h, says);
        assert_string_equal(says, cases[i].says);
    }
}

static void burnt_out_paper_is_told(void **state) {
    (void)state;
    char says[HEALTH_TEXT];
    health_facts h = {.light = LIGHT_GOOD, .figures = 28, .burnt_out = true};
    assert_true(health_describe(&h, says));  // it stays so until the exposure is turned down
    assert_non_null(strstr(says, "Overexposed"));
    assert_false(health_is_blind(&h));
    h.burnt_out = false;
    assert_false(health_describe(&h, says));
    assert_string_equal(says, "");
}

// What can't be found is said before what passes by itself, and lasts.
static void lost_figures_are_named_with_what_to_do(void **state) {
    (void)state;
    char says[HEALTH_TEXT];
    health_facts h = {.light = LIGHT_GOOD, .figures = 28, .hidden = 4, .hand = true, .lost = "4 of 18 of R1 can't be found: set them upright."};
    assert_true(health_describe(&h, says));
    assert_string_equal(says, h.lost);
    assert_false(health_is_blind(&h));
    h.no_picture = true;
    health_describe(&h, says);
    assert_non_null(strstr(says, "No picture"));
}

static void numbers_alone_make_no_other_reason(void **state) {
    (void)state;
    assert_true(health_same_reason("2 of 20 of R, 1.5 a second", "18 of 20 of R, 12 a second"));
    assert_true(health_same_reason("", ""));
    assert_false(health_same_reason("It is dark", "It is dark: nothing"));
    assert_false(health_same_reason("2 of R", "2 of B"));
    assert_false(health_same_reason("", "It is dark"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hidden_figures_are_counted_in_words), cmocka_unit_test(burnt_out_paper_is_told),
                                       cmocka_unit_test(numbers_alone_make_no_other_reason),
                                       cmocka_unit_test(lost_figures_are_named_with_what_to_do)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
