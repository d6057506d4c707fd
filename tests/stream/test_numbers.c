// Numbers are written as printf rounds them, whichever way they are made.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stream/json_text.h"

// What printf makes of it, zeros at the end and a negative zero left out.
static void by_printf(double x, int decimals, char *out, size_t capacity) {
    snprintf(out, capacity, "%.*f", decimals, x);
    if (!strchr(out, '.')) return;
    char *end = out + strlen(out);
    while (end[-1] == '0') *--end = '\0';
    if (end[-1] == '.') *--end = '\0';
    if (strcmp(out, "-0") == 0) strcpy(out, "0");
}

static void holds(double x, int decimals) {
    char wanted[64];
    json_text j = {0};
    by_printf(x, decimals, wanted, sizeof wanted);
    emit_number(&j, x, decimals);
    char *text = emit_finish(&j);
    if (strcmp(text, wanted) != 0) fail_msg("%.17g with %d decimals is written %s and not %s", x, decimals, text, wanted);
    free(text);
    if (decimals == 4) assert_true(emit_round4(x) == strtod(wanted, NULL));
}

static double uniform(double low, double high) { return low + (high - low) * (double)rand() / RAND_MAX; }

static void numbers_are_rounded_as_printf_does(void **state) {
    (void)state;
    static const double ranges[] = {1e-5, 0.01, 1, 10, 100, 1e5, 1e9, 1e14};
    for (int i = 0; i < 200000; i++) {
        double range = ranges[i % 8];
        holds(uniform(-range, range), 1 + i % 6);
    }
}

// Middles between two numbers, exact ones and those as near as doubles come, and what lies beside them.
static void middles_are_rounded_as_printf_does(void **state) {
    (void)state;
    for (int i = -20000; i < 20000; i++) {
        double middle = (2 * i + 1) / 20000.0;
        holds(middle, 4);
        holds(nextafter(middle, INFINITY), 4);
        holds(nextafter(middle, -INFINITY), 4);
        holds((2 * i + 1) / 8.0, 2);
        holds((2 * i + 1) / 2.0, 0);
    }
    holds(0, 4);
    holds(-0.0, 4);
    holds(-0.00004, 4);
    holds(0.99995, 4);
    holds(99999.99999, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_are_rounded_as_printf_does), cmocka_unit_test(middles_are_rounded_as_printf_does)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
