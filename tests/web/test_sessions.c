// Who is who: log-in by password and by table code, cookies, lock-outs, and what each role is sent.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "client.h"

#define JSON "Content-Type: application/json\r\n"

// This machine is no judge where a password was given.
static int setup(void **state) {
    (void)state;
    web_options o = client_options();
    o.judge_password = "open sesame";
    o.table_code = "123456";
    return client_start(&o);
}

#define LOCKED(test) cmocka_unit_test_setup_teardown(test, setup, client_teardown)

// The cookie header of the session that the last answer began.
static void take_cookie(char out[200]) {
    char token[100] = "";
    const char *set = strstr(client_answer, "Set-Cookie: vedette_session=");
    assert_non_null(set);
    assert_int_equal(sscanf(set, "Set-Cookie: vedette_session=%64[0-9a-f]", token), 1);
    assert_int_equal(strlen(token), 64);
    char line[300];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(set, "\r"), set);
    assert_non_null(strstr(line, "HttpOnly"));
    assert_non_null(strstr(line, "SameSite=Strict"));
    snprintf(out, 200, "Cookie: other=1; vedette_session=%s\r\n", token);
}

static void log_in(const char *body, char cookie[200]) {
    assert_int_equal(client_post("/api/session", JSON, body), 200);
    take_cookie(cookie);
}

static bool session_says(const char *headers, const char *words) {
    assert_int_equal(client_get_with("/api/session", headers), 200);
    return strstr(client_body(), words) != NULL;
}

static void a_judge_logs_in_by_password_and_out(void **state) {
    (void)state;
    char cookie[200], headers[300];
    assert_true(session_says("", "\"role\":\"viewer\""));
    assert_int_equal(client_post("/api/events", JSON, "{}"), 403);
    assert_int_equal(client_post("/api/session", JSON, "{\"role\":\"judge\",\"password\":\"open sesame!\"}"), 401);
    assert_null(strstr(client_answer, "Set-Cookie"));
    log_in("{\"role\":\"judge\",\"password\":\"open sesame\",\"name\":\"Kim\"}", cookie);
    assert_non_null(strstr(client_body(), "\"role\":\"judge\",\"name\":\"Kim\""));
    assert_true(session_says(cookie, "\"role\":\"judge\""));
    snprintf(headers, sizeof headers, JSON "%s", cookie);
    int s = client_begin_post("/api/events", headers, "{}");
    web_entry e;
    client_take(&e);
    free(e.line);
    assert_string_equal(e.who.name, "Kim");
    web_answer_entry(client_web, e.ticket, true, "{}");
    assert_int_equal(client_finish(s), 200);
    char request[400];
    snprintf(request, sizeof request, "DELETE /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n%s\r\n", cookie);
    assert_int_equal(client_ask(request), 200);
    assert_true(session_says(cookie, "\"role\":\"viewer\""));
    assert_int_equal(client_post("/api/events", headers, "{}"), 403);
}

static void a_player_logs_in_by_the_tables_code(void **state) {
    (void)state;
    char cookie[200];
    assert_int_equal(client_post("/api/session", JSON, "{\"role\":\"player\",\"code\":\"12345\"}"), 401);
    assert_int_equal(client_post("/api/session", JSON, "{\"role\":\"player\",\"code\":\"1234567\"}"), 401);
    log_in("{\"role\":\"player\",\"code\":\"123456\",\"name\":\"Anna\",\"side\":\"red\"}", cookie);
    assert_true(session_says(cookie, "\"role\":\"player\",\"name\":\"Anna\",\"side\":\"red\""));
    log_in("{\"role\":\"player\",\"code\":\"123456\",\"name\":\"Bo\",\"side\":null}", cookie);
    assert_true(session_says(cookie, "\"side\":null"));
}

static void forged_cookies_are_nobodys(void **state) {
    (void)state;
    static const char *const forged[] = {"vedette_session=",
                                         "vedette_session=00",
                                         "vedette_session=judge",
                                         "vedette_session",
                                         "vedette_session=0000000000000000000000000000000000000000000000000000000000000000",
                                         "vedette_session=zz00000000000000000000000000000000000000000000000000000000000000",
                                         "vedette_session=00000000000000000000000000000000000000000000000000000000000000000000000000000000"};
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        char headers[300];
        snprintf(headers, sizeof headers, "Cookie: %s\r\n", forged[i]);
        assert_true(session_says(headers, "\"role\":\"viewer\""));
    }
}

static void garbage_logs_nobody_in(void **state) {
    (void)state;
    static const char *const garbage[] = {"{}",
                                          "[]",
                                          "null",
                                          "{\"role\":\"judge\"}",
                                          "{\"role\":\"judge\",\"password\":5}",
                                          "{\"role\":7,\"password\":\"open sesame\"}",
                                          "{\"role\":\"emperor\",\"password\":\"open sesame\"}",
                                          "{\"role\":\"judge\",\"password\":\"open sesame\",\"name\":7}",
                                          "{\"role\":\"judge\",\"password\":\"open sesame\",\"name\":\"a\\nb\"}",
                                          "{\"role\":\"judge\",\"password\":\"open sesame\",\"name\":\"\xff\xfe\"}",
                                          "{\"role\":\"judge\",\"password\":\"open sesame\",\"name\":\"a\xe2\x80\xae"
                                          "b\"}",
                                          "{\"role\":\"player\",\"code\":123456}",
                                          "{\"role\":\"player\",\"code\":\"123456\",\"side\":[]}",
                                          "{\"role\""};
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) assert_int_equal(client_post("/api/session", JSON, garbage[i]), 400);
}

static void five_wrong_tries_lock_an_address_out(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) assert_int_equal(client_post("/api/session", JSON, "{\"role\":\"player\",\"code\":\"000000\"}"), 401);
    assert_int_equal(client_post("/api/session", JSON, "{\"role\":\"player\",\"code\":\"123456\"}"), 429);
    assert_non_null(strstr(client_body(), "\"wait_s\":30"));
    assert_int_equal(client_post("/api/session", JSON, "{\"role\":\"judge\",\"password\":\"open sesame\"}"), 429);
    web_access a;
    int failed = 0, locked = 0;
    while (web_take_access(client_web, &a)) {
        assert_string_equal(a.what, "login");
        assert_string_equal(a.who.address, "127.0.0.1");
        failed += !a.taken && strstr(a.why, "code") != NULL;
        locked += strstr(a.why, "too many") != NULL;
    }
    assert_int_equal(failed, 5);
    assert_int_equal(locked, 2);
}

static void the_password_is_checked_while_others_are_answered(void **state) {
    (void)state;
    int s = client_begin_post("/api/session", JSON, "{\"role\":\"judge\",\"password\":\"wrong\"}");
    double begun_s = client_now_s();
    assert_int_equal(client_get("/style.css"), 200);
    assert_true(client_now_s() - begun_s < 1);
    assert_int_equal(client_finish(s), 401);
}

static void judges_alone_are_sent_what_is_theirs(void **state) {
    (void)state;
    char cookie[200];
    web_set(client_web, "entries", "{\"entries\":[1]}", NULL);
    web_set(client_web, "state", "{\"t\":1,\"secret\":1}", "{\"t\":1}");
    web_publish(client_web, "move", "{\"move\":1}", NULL);
    web_publish(client_web, "move", "{\"move\":2,\"secret\":1}", "{\"move\":2}");
    log_in("{\"role\":\"judge\",\"password\":\"open sesame\"}", cookie);
    int viewer = client_follow(""), judge = client_follow(cookie);
    static char text[20000];
    text[0] = '\0';
    assert_true(client_read(viewer, "event: state", text, sizeof text));
    assert_non_null(strstr(text, "event: move\ndata: {\"move\":2}\n"));
    assert_null(strstr(text, "secret"));
    assert_null(strstr(text, "{\"move\":1}"));
    assert_null(strstr(text, "entries\""));
    text[0] = '\0';
    assert_true(client_read(judge, "event: state", text, sizeof text));
    assert_non_null(strstr(text, "event: entries\ndata: {\"entries\":[1]}"));
    assert_non_null(strstr(text, "{\"move\":1}"));
    assert_non_null(strstr(text, "{\"move\":2,\"secret\":1}"));
    assert_int_equal(client_get("/api/entries"), 403);
    assert_int_equal(client_get_with("/api/entries", cookie), 200);
    assert_int_equal(client_get("/api/log"), 200);
    assert_string_equal(client_body(), "[{\"kind\":\"move\",\"data\":{\"move\":2}}]");
    // the stream of a judge who logs out ends
    char request[400];
    snprintf(request, sizeof request, "DELETE /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n%s\r\n", cookie);
    assert_int_equal(client_ask(request), 200);
    assert_true(client_read(judge, NULL, text, sizeof text));
    close(judge);
    close(viewer);
}

static void pictures_go_to_whom_they_are_for(void **state) {
    (void)state;
    char cookie[200];
    web_add_picture(client_web, "{\"move\":1}", "\xff\xd8\xff\xe0 one", 8, true);
    web_add_picture(client_web, "{\"move\":2}", "\xff\xd8\xff\xe0 two", 8, false);
    log_in("{\"role\":\"judge\",\"password\":\"open sesame\"}", cookie);
    assert_int_equal(client_get("/api/log"), 200);
    assert_string_equal(client_body(), "[{\"kind\":\"picture\",\"data\":{\"move\":1,\"src\":\"/pictures/1\"}}]");
    assert_int_equal(client_get("/pictures/1"), 200);
    assert_string_equal(client_body(), "\xff\xd8\xff\xe0 one");
    assert_int_equal(client_get("/pictures/2"), 404);
    assert_int_equal(client_get_with("/pictures/2", cookie), 200);
    assert_int_equal(client_get_with("/pictures/3", cookie), 404);
    assert_int_equal(client_get_with("/pictures/-1", cookie), 404);
    assert_false(web_wants_table_picture(client_web));
    assert_int_equal(client_get("/api/pictures/table.jpg"), 404);
    assert_true(web_wants_table_picture(client_web));
    web_set_table_picture(client_web, 12.5, "\xff\xd8\xff\xe0 all", 8);
    assert_int_equal(client_get("/api/pictures/table.jpg"), 200);
    assert_non_null(strstr(client_answer, "X-Vedette-Time: 12.500"));
}

// The oldest pictures go where memory is full.
static void pictures_are_kept_within_bounds(void **state) {
    (void)state;
    const size_t size = (size_t)1 << 20;
    char *bytes = calloc(1, size);
    assert_non_null(bytes);
    memcpy(bytes, "\xff\xd8\xff", 3);
    for (size_t i = 0; i < WEB_PICTURE_BYTES / size + 2; i++) web_add_picture(client_web, "{}", bytes, size, true);
    free(bytes);
    assert_int_equal(client_get("/pictures/2"), 404);
    char path[40];
    snprintf(path, sizeof path, "/pictures/%zu", WEB_PICTURE_BYTES / size + 2);
    assert_int_equal(client_get(path), 200);
}

static void secrets_are_made_where_none_were_given(void **state) {
    (void)state;
    const char *password = web_judge_password(client_web), *code = web_table_code(client_web);
    assert_non_null(password);
    assert_int_equal(strlen(password), 14);
    assert_non_null(code);
    assert_int_equal(strspn(code, "0123456789"), 6);
    char body[200], cookie[200];
    snprintf(body, sizeof body, "{\"role\":\"judge\",\"password\":\"%s\",\"name\":\"Kim\"}", password);
    log_in(body, cookie);
    assert_true(session_says("", "\"role\":\"judge\""));  // this machine itself
    snprintf(body, sizeof body, "{\"role\":\"player\",\"code\":\"%s\"}", code);
    log_in(body, cookie);
    assert_true(session_says(cookie, "\"role\":\"player\""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        LOCKED(a_judge_logs_in_by_password_and_out),
        LOCKED(a_player_logs_in_by_the_tables_code),
        LOCKED(forged_cookies_are_nobodys),
        LOCKED(garbage_logs_nobody_in),
        LOCKED(five_wrong_tries_lock_an_address_out),
        LOCKED(the_password_is_checked_while_others_are_answered),
        LOCKED(judges_alone_are_sent_what_is_theirs),
        LOCKED(pictures_go_to_whom_they_are_for),
        LOCKED(pictures_are_kept_within_bounds),
        cmocka_unit_test_setup_teardown(secrets_are_made_where_none_were_given, client_setup, client_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
