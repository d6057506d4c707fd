// What is posted, and that each entry is answered with its fate.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "client.h"

#define ON_A_SERVER(test) cmocka_unit_test_setup_teardown(test, client_setup, client_teardown)
#define JSON "Content-Type: application/json\r\n"

static void each_is_handed_on_and_answered_with_its_fate(void **state) {
    (void)state;
    web_entry e;
    assert_false(web_take_entry(client_web, &e));
    int s = client_begin_post("/api/events", JSON "Origin: http://127.0.0.1:8080\r\nSec-Fetch-Site: same-origin\r\n",
                              "{\"kind\":\"end-move\",\n\"unit\":\"R1\"}");
    client_take(&e);
    assert_string_equal(e.line, "{\"kind\":\"end-move\", \"unit\":\"R1\"}");
    assert_int_equal(e.who.role, WEB_JUDGE);
    assert_string_equal(e.who.address, "127.0.0.1");
    free(e.line);
    web_answer_entry(client_web, e.ticket, true, "{\"fate\":\"taken\",\"number\":1}");
    assert_int_equal(client_finish(s), 200);
    assert_string_equal(client_body(), "{\"fate\":\"taken\",\"number\":1}");
    s = client_begin_post("/api/events", JSON, "{\"kind\":\"x\"}");
    client_take(&e);
    free(e.line);
    web_answer_entry(client_web, e.ticket, false, "{\"fate\":\"refused\",\"error\":\"no such kind\"}");
    assert_int_equal(client_finish(s), 422);
    assert_non_null(strstr(client_body(), "no such kind"));
}

static void they_come_in_order_whoever_is_answered_first(void **state) {
    (void)state;
    web_entry e[3];
    int s[3];
    for (int i = 0; i < 3; i++) {
        char body[20];
        snprintf(body, sizeof body, "{\"n\":%d}", i);
        s[i] = client_begin_post("/api/events", JSON, body);
        client_take(&e[i]);
        assert_string_equal(e[i].line, body);
        free(e[i].line);
    }
    for (int i = 2; i >= 0; i--) {
        char answer[20];
        snprintf(answer, sizeof answer, "{\"n\":%d}", i);
        web_answer_entry(client_web, e[i].ticket, true, answer);
        assert_int_equal(client_finish(s[i]), 200);
        assert_string_equal(client_body(), answer);
    }
}

static void what_is_not_taken_in_time_is_withdrawn(void **state) {
    (void)state;
    web_entry e;
    double begun_s = client_now_s();
    assert_int_equal(client_post("/api/events", JSON, "{}"), 503);
    assert_true(client_now_s() - begun_s >= 4.9);
    assert_non_null(strstr(client_body(), "\"fate\":\"refused\""));
    assert_false(web_take_entry(client_web, &e));
}

static void one_who_goes_before_the_answer_harms_nothing(void **state) {
    (void)state;
    web_entry e;
    int s = client_begin_post("/api/events", JSON, "{}");
    client_take(&e);
    free(e.line);
    close(s);
    web_answer_entry(client_web, e.ticket, true, "{}");
    web_answer_entry(client_web, e.ticket, true, "{}");  // twice, and one that never was
    web_answer_entry(client_web, 99999, true, "{}");
    assert_int_equal(client_get("/"), 200);
}

static void foreign_pages_can_not_enter_or_read(void **state) {
    (void)state;
    web_entry e;
    char headers[200];
    static const char *const foreign[] = {"Origin: http://evil.example\r\n", "Origin: null\r\n", "Origin: http://127.0.0.1:9999\r\n",
                                          "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n"};
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        snprintf(headers, sizeof headers, JSON "%s", foreign[i]);
        assert_int_equal(client_post("/api/events", headers, "{}"), 403);
        assert_int_equal(client_post("/api/session", headers, "{\"role\":\"judge\",\"password\":\"x\"}"), 403);
    }
    assert_int_equal(client_post("/api/events", "Content-Type: text/plain\r\n", "{}"), 415);  // what a form can send
    assert_int_equal(client_post("/api/events", "", "{}"), 415);
    static const char *const hosts[] = {"evil.example", "127.0.0.1.evil.example:8080", "evil", "intranet", "judge.local", ""};
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        snprintf(headers, sizeof headers, "GET /api/state HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", hosts[i]);
        assert_int_equal(client_ask(headers), 403);
    }
    assert_int_equal(client_ask("GET / HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n"), 200);
    assert_int_equal(client_ask("GET / HTTP/1.1\r\nHost: LOCALHOST:8080\r\nConnection: close\r\n\r\n"), 200);
    char name[128] = "";
    assert_int_equal(gethostname(name, sizeof name - 1), 0);
    snprintf(headers, sizeof headers, "GET / HTTP/1.1\r\nHost: %s:8080\r\nConnection: close\r\n\r\n", name);
    assert_int_equal(client_ask(headers), 200);
    assert_false(web_take_entry(client_web, &e));
}

static void their_size_and_number_are_limited(void **state) {
    (void)state;
    web_entry e;
    char request[300];
    static char body[WEB_ENTRY_MAX * 2];
    static int waiting[WEB_ENTRIES_WAITING_MAX];
    assert_int_equal(client_post("/api/events", JSON, ""), 400);
    snprintf(request, sizeof request, "POST /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" JSON "Content-Length: %d\r\n\r\n",
             WEB_ENTRY_MAX + 1);
    assert_int_equal(client_ask(request), 413);
    // no length stated, chunk after chunk: the connection ends, nothing is taken
    int s = client_connect();
    memset(body, ' ', sizeof body);
    snprintf(request, sizeof request, "POST /api/events HTTP/1.1\r\nHost: localhost\r\n" JSON "Transfer-Encoding: chunked\r\n\r\n%zx\r\n",
             sizeof body);
    client_say(s, request, strlen(request));
    send(s, body, sizeof body, MSG_NOSIGNAL);
    send(s, "\r\n0\r\n\r\n", 7, MSG_NOSIGNAL);
    assert_int_not_equal(client_finish(s), 200);
    assert_false(web_take_entry(client_web, &e));
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX; i++) waiting[i] = client_begin_post("/api/events", JSON, "{}");
    int code = 0;
    for (int i = 0; i < 20 && code != 503; i++) code = client_post("/api/events", JSON, "{}");  // those before may still be on their way
    assert_int_equal(code, 503);
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX; i++) close(waiting[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_SERVER(each_is_handed_on_and_answered_with_its_fate), ON_A_SERVER(they_come_in_order_whoever_is_answered_first),
        ON_A_SERVER(what_is_not_taken_in_time_is_withdrawn),       ON_A_SERVER(one_who_goes_before_the_answer_harms_nothing),
        ON_A_SERVER(foreign_pages_can_not_enter_or_read),          ON_A_SERVER(their_size_and_number_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
