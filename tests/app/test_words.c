// What people at a terminal read of the judge's reports.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/words.h"

static char text[2000];

static void print(const report *what) {
    game_unit guard = {.id = "R4", .name = "Guard"};
    game g = {.units = &guard, .unit_count = 1};
    FILE *file = tmpfile();
    assert_non_null(file);
    words_print(file, &g, what, false);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
}

static const verdict *missed_duty(ruling r, behaviour how) {
    static verdict v;
    v = (verdict){.t_s = 100.5, .ruling = r == RULING_ADVISORY ? RULING_LEGAL : r, .finding_count = 1};
    v.findings[0] = (finding){.ruling = r, .violation = "MORALE_CHECK_DUE", .rule = "BS1-7.13-5", .how = how};
    snprintf(v.findings[0].message, sizeof v.findings[0].message, "Guard made a forced march and no Morale Check was entered for it");
    return &v;
}

// A duty that was missed is told as advice, and not as a legal move.
static void a_missed_duty_is_advice(void **state) {
    (void)state;
    print(&(report){.kind = REPORT_ACT, .t_s = 100.5, .verdict = missed_duty(RULING_ADVISORY, BEHAVIOUR_ANNOUNCE)});
    assert_non_null(strstr(text, "1:40.5  Guard:\n"));
    assert_non_null(strstr(text, "advisory: Guard made a forced march and no Morale Check was entered for it"));
    assert_null(strstr(text, "legal"));
    print(&(report){.kind = REPORT_ACT, .t_s = 100.5, .verdict = missed_duty(RULING_ADVISORY, BEHAVIOUR_LOG)});
    assert_string_equal(text, "");
}

static void an_illegal_act_is_told_as_such(void **state) {
    (void)state;
    print(&(report){.kind = REPORT_ACT, .t_s = 100.5, .verdict = missed_duty(RULING_ILLEGAL, BEHAVIOUR_ANNOUNCE)});
    assert_non_null(strstr(text, "Guard: illegal"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missed_duty_is_advice),
        cmocka_unit_test(an_illegal_act_is_told_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
