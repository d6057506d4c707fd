// Changes of a state, pieces of a gzip stream, hosts and cookies: the parts without a server.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

#include "web/changes.h"
#include "web/origin.h"
#include "web/packed.h"
#include "web/sessions.h"

static char *change(const char *before, const char *after) {
    cJSON *a = cJSON_Parse(before), *b = cJSON_Parse(after), *patch = changes_between(a, b);
    assert_non_null(patch);
    char *text = cJSON_PrintUnformatted(patch);
    cJSON_Delete(patch);
    cJSON_Delete(a);
    cJSON_Delete(b);
    return text;
}

static void a_change_names_what_changed_alone(void **state) {
    (void)state;
    static const struct {
        const char *before, *after, *patch, *why;
    } cases[] = {
        {"{\"t\":1,\"phase\":\"melee\"}", "{\"t\":2,\"phase\":\"melee\"}", "{\"t\":2}", "one key"},
        {"{\"t\":1,\"side\":\"red\"}", "{\"t\":1}", "{\"side\":null}", "a key that is gone"},
        {"{\"t\":1}", "{\"t\":1,\"due\":[1]}", "{\"due\":[1]}", "a new key"},
        {"{\"due\":[1,2]}", "{\"due\":[1]}", "{\"due\":[1]}", "lists as a whole"},
        {"{\"figures\":{\"a\":[1,2],\"b\":[3,4]}}", "{\"figures\":{\"a\":[1,2],\"b\":[5,4]}}", "{\"figures\":{\"b\":[5,4]}}", "members of figures"},
        {"{\"figures\":{\"a\":[1],\"b\":[3]}}", "{\"figures\":{\"b\":[3],\"c\":[4]}}", "{\"figures\":{\"c\":[4],\"a\":null}}",
         "figures that come and go"},
        {"{\"units\":[{\"id\":\"R1\",\"x\":1},{\"id\":\"R2\",\"x\":1}]}", "{\"units\":[{\"id\":\"R1\",\"x\":1},{\"id\":\"R2\",\"x\":2}]}",
         "{\"units\":{\"R2\":{\"id\":\"R2\",\"x\":2}}}", "units by id"},
        {"{\"units\":[{\"id\":\"R1\"},{\"id\":\"R2\"}]}", "{\"units\":[{\"id\":\"R2\"}]}", "{\"units\":{\"R1\":null}}", "a unit that is gone"},
        {"{\"t\":1}", "{\"t\":1}", "{}", "nothing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = change(cases[i].before, cases[i].after);
        if (strcmp(text, cases[i].patch) != 0) print_error("%s: ", cases[i].why);
        assert_string_equal(text, cases[i].patch);
        free(text);
    }
}

static void a_change_tells_its_versions(void **state) {
    (void)state;
    cJSON *a = cJSON_Parse("{\"t\":1}"), *b = cJSON_Parse("{\"t\":2}");
    char *text = changes_text(7, 8, changes_between(a, b));
    assert_string_equal(text, "{\"from\":7,\"to\":8,\"patch\":{\"t\":2}}");
    free(text);
    text = changes_whole(b, 8);
    assert_string_equal(text, "{\"t\":2,\"version\":8}");
    free(text);
    cJSON_Delete(a);
    cJSON_Delete(b);
}

// Any pieces in any order behind the head are one gzip stream.
static void pieces_in_any_order_are_a_gzip_stream(void **state) {
    (void)state;
    packed *p[3] = {packed_event("1-2", "move", "{\"move\":1}"), packed_text(":\n\n"), packed_event("", "state", "{\"t\":1}")};
    static const int order[] = {2, 0, 1, 1, 0, 2};
    unsigned char in[2000], out[2000];
    size_t n = PACKED_HEAD_LENGTH;
    char wanted[2000] = "";
    memcpy(in, packed_head, n);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const packed *one = p[order[i]];
        memcpy(in + n, one->small, one->small_length);
        n += one->small_length;
        strncat(wanted, (const char *)one->bytes, one->length);
    }
    z_stream z = {.next_in = in, .avail_in = (uInt)n, .next_out = out, .avail_out = sizeof out};
    assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
    assert_int_equal(inflate(&z, Z_SYNC_FLUSH), Z_OK);
    out[sizeof out - z.avail_out] = '\0';
    inflateEnd(&z);
    assert_string_equal((const char *)out, wanted);
    assert_non_null(strstr(wanted, "id: 1-2\nevent: move\ndata: {\"move\":1}\n\n"));
    assert_non_null(strstr(wanted, "event: state\ndata: {\"t\":1}\n\n"));
    for (int i = 0; i < 3; i++) packed_drop(p[i]);
}

static void cookies_are_found_among_others(void **state) {
    (void)state;
    char out[8];
    assert_true(origin_cookie("a=1; s=xyz; b=2", "s", out, sizeof out));
    assert_string_equal(out, "xyz");
    assert_true(origin_cookie("s=", "s", out, sizeof out));
    assert_string_equal(out, "");
    assert_false(origin_cookie("as=1; bs=2", "s", out, sizeof out));
    assert_false(origin_cookie("s=12345678", "s", out, sizeof out));
    assert_false(origin_cookie(NULL, "s", out, sizeof out));
    assert_false(origin_cookie(";;;", "s", out, sizeof out));
}

static void hosts_are_this_machines_own(void **state) {
    (void)state;
    own_names names;
    own_names_init(&names, (const char *const[]){"table7.club.example", NULL});
    static const char *const own[] = {"127.0.0.1",      "127.0.0.1:80", "192.168.1.5:8080", "[::1]",
                                      "[fe80::1]:8080", "localhost",    "LocalHost:1",      "table7.club.example:8080"};
    static const char *const foreign[] = {"",
                                          ":80",
                                          "evil.example",
                                          "localhost.evil.example",
                                          "table7",
                                          "[::1",
                                          "[]",
                                          "1.2.3",
                                          "127.0.0.1.evil.example",
                                          "127.0.0.1:80.evil.example",
                                          "[::1].evil.example",
                                          "::1"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) assert_true(origin_is_own_host(&names, own[i]));
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) assert_false(origin_is_own_host(&names, foreign[i]));
    assert_false(origin_is_own_host(&names, NULL));
}

// Many addresses together guess no faster than the limit, and lock out neither this machine nor a judge.
static void many_addresses_guess_no_faster(void **state) {
    (void)state;
    static sessions s;
    fault fault = {""};
    char address[WEB_ADDRESS_MAX], token[SESSION_TOKEN_TEXT];
    uint64_t now_ms = 1000000;
    assert_int_equal(sessions_init(&s, "open sesame", "123456", &fault), STATUS_OK);
    int tried = 0;
    for (int i = 0; i < 1000; i++) {
        snprintf(address, sizeof address, "10.0.%d.%d", i / 250, i % 250);
        if (sessions_locked_ms(&s, address, now_ms) > 0) continue;
        assert_false(sessions_check_code(&s, address, "000000", now_ms));
        tried++;
    }
    assert_int_equal(tried, GUESSES_OF_ALL);
    assert_false(sessions_check_code(&s, "10.9.9.9", "123456", now_ms));  // right, but locked
    assert_true(sessions_check_code(&s, "127.0.0.1", "123456", now_ms));
    const web_who judge = {.role = WEB_JUDGE, .address = "10.8.8.8"};
    sessions_begin(&s, &judge, now_ms, token);
    assert_int_equal(sessions_locked_ms(&s, judge.address, now_ms), 0);
    now_ms += 10 * GUESS_OF_ALL_MS;
    assert_true(sessions_check_code(&s, "10.7.7.7", "123456", now_ms));
    sessions_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_names_what_changed_alone),     cmocka_unit_test(a_change_tells_its_versions),
        cmocka_unit_test(pieces_in_any_order_are_a_gzip_stream), cmocka_unit_test(cookies_are_found_among_others),
        cmocka_unit_test(hosts_are_this_machines_own),           cmocka_unit_test(many_addresses_guess_no_faster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
