// Which addresses other machines reach.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/own_addresses.h"

static void addresses_are_told_apart(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool any, loopback;
    } rows[] = {{"0.0.0.0", true, false}, {"::", true, false},         {"127.0.0.1", false, true},   {"127.9.9.9", false, true},
                {"::1", false, true},     {"192.0.2.7", false, false}, {"2001:db8::1", false, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (own_addresses_is_any(rows[i].text) != rows[i].any) fail_msg("%s", rows[i].text);
        if (own_addresses_is_loopback(rows[i].text) != rows[i].loopback) fail_msg("%s", rows[i].text);
    }
}

static void only_what_can_be_reached_is_told(void **state) {
    (void)state;
    own_address own[OWN_ADDRESSES_MAX];
    assert_int_equal(own_addresses_for("127.0.0.1", own, OWN_ADDRESSES_MAX), 0);
    assert_int_equal(own_addresses_for("192.0.2.7", own, OWN_ADDRESSES_MAX), 1);
    assert_string_equal(own[0].text, "192.0.2.7");
    int count = own_addresses_for("::", own, OWN_ADDRESSES_MAX);
    for (int i = 0; i < count; i++) {
        assert_false(own_addresses_is_loopback(own[i].text));
        assert_int_not_equal(strncmp(own[i].text, "169.254.", 8), 0);
        assert_int_not_equal(strncmp(own[i].text, "fe80:", 5), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(addresses_are_told_apart), cmocka_unit_test(only_what_can_be_reached_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
