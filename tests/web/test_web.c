// The live page's server over a real loopback socket: what it gives, what it refuses, and that no client can hold it up.
#include "web/web.h"

#include <arpa/inet.h>
#include <poll.h>
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

#define w client_web
#define answer client_answer

static void the_page_and_its_files_are_given(void **state) {
    (void)state;
    assert_int_equal(client_get("/"), 200);
    assert_non_null(strstr(answer, "text/html"));
    assert_non_null(strstr(answer, "default-src 'none'; script-src 'self'"));
    assert_null(strstr(answer, "unsafe-inline"));
    assert_non_null(strstr(answer, "nosniff"));
    assert_non_null(strstr(answer, "<script type=\"module\" src=\"main.js\">"));
    static const char *const files[] = {"index.html", "style.css", "theme.css", "dom.js", "main.js", "lang/en.js"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[40], source[40];
        static char text[200000];
        snprintf(path, sizeof path, "/%s", files[i]);
        snprintf(source, sizeof source, "web/page/%s", files[i]);
        assert_int_equal(client_get(path), 200);
        FILE *file = fopen(source, "rb");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        assert_string_equal(client_body(), text);
    }
    assert_int_equal(client_get("/../web.c"), 404);
    assert_int_equal(client_get("/nothing"), 404);
    assert_int_equal(client_ask("PUT / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 405);
    assert_int_equal(client_ask("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 200);
    assert_null(strstr(answer, "<html"));
}

static void snapshots_and_log_are_given(void **state) {
    (void)state;
    assert_int_equal(client_get("/api/state"), 404);
    assert_int_equal(client_get("/api/log"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n[]"));
    web_set(w, "game", "{\"title\":\"x\"}", "{\"title\":\"x\"}");
    assert_int_equal(client_get("/api/rules"), 404);
    web_set(w, "rules", "{\"rules\":[]}", "{\"rules\":[]}");
    web_set(w, "state", "{\"t\":1}", "{\"t\":1}");
    web_set(w, "state", "{\"t\":2}", "{\"t\":2}");
    web_publish(w, "move", "{\"move\":1}", "{\"move\":1}");
    web_publish(w, "nudge", "{\"n\":1}", "{\"n\":1}");
    web_publish(w, "alert", "{\"a\":1}", "{\"a\":1}");
    assert_int_equal(client_get("/api/game"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"title\":\"x\"}"));
    assert_int_equal(client_get("/api/rules"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"rules\":[]}"));
    assert_int_equal(client_get("/api/state"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"t\":2}"));
    assert_int_equal(client_get("/api/log"), 200);
    assert_non_null(strstr(
        answer,
        "\r\n\r\n[{\"kind\":\"move\",\"data\":{\"move\":1}},{\"kind\":\"nudge\",\"data\":{\"n\":1}},{\"kind\":\"alert\",\"data\":{\"a\":1}}]"));
}

static void viewers_are_told_what_happens(void **state) {
    (void)state;
    web_set(w, "game", "{\"title\":\"x\"}", "{\"title\":\"x\"}");
    web_publish(w, "move", "{\"move\":1}", "{\"move\":1}");
    web_publish(w, "notice", "{\"n\":1}", "{\"n\":1}");
    web_set(w, "state", "{\n\"t\":1}", "{\n\"t\":1}");
    int s = client_follow("");
    answer[0] = '\0';
    assert_true(client_read(s, "event: state\ndata: {\"t\":1,\"version\":1}\n\n", answer, sizeof answer));
    assert_non_null(strstr(answer, "text/event-stream"));
    assert_non_null(strstr(answer, "event: hello\ndata: {\"role\":\"judge\",\"name\":\"\",\"side\":null,\"archive\":false}\n\n"));
    const char *game = strstr(answer, "event: game\ndata: {\"title\":\"x\"}\n\n"), *move = strstr(answer, "event: move\ndata: {\"move\":1}\n\n");
    assert_true(game && move && game < move);
    assert_null(strstr(answer, "notice"));  // messages that passed by before are not sent again
    assert_int_equal(web_viewers(w), 1);
    web_publish(w, "nudge", "{\"n\":2}", "{\"n\":2}");
    web_publish(w, "settled", "{\"move\":2}", "{\"move\":2}");
    assert_true(client_read(s, "event: settled\ndata: {\"move\":2}\n\n", answer, sizeof answer));
    assert_non_null(strstr(answer, "event: nudge\ndata: {\"n\":2}\n\n"));
    assert_true(client_read(s, "\n:\n\n", answer, sizeof answer) || strstr(answer, ":\n\n"));  // the heartbeat
    close(s);
}

static void a_viewer_that_comes_back_gets_only_what_is_new(void **state) {
    (void)state;
    char header[80], id[40];
    web_publish(w, "move", "{\"move\":1}", "{\"move\":1}");
    int s = client_follow("");
    answer[0] = '\0';
    assert_true(client_read(s, "{\"move\":1}\n\n", answer, sizeof answer));
    assert_int_equal(sscanf(strstr(answer, "id: "), "id: %39[0-9-]", id), 1);
    close(s);
    web_publish(w, "move", "{\"move\":2}", "{\"move\":2}");
    snprintf(header, sizeof header, "Last-Event-ID: %s\r\n", id);
    s = client_follow(header);
    answer[0] = '\0';
    assert_true(client_read(s, "{\"move\":2}\n\n", answer, sizeof answer));
    assert_null(strstr(answer, "{\"move\":1}"));
    close(s);
    s = client_follow("Last-Event-ID: 7-1\r\n");  // of another run of the program
    answer[0] = '\0';
    assert_true(client_read(s, "{\"move\":2}\n\n", answer, sizeof answer));
    const char *resync = strstr(answer, "event: resync\n"), *first = strstr(answer, "{\"move\":1}");
    assert_true(resync && first && resync < first);
    close(s);
}

static void publish_moves(int from, int to) {
    char json[40];
    for (int i = from; i <= to; i++) {
        snprintf(json, sizeof json, "{\"move\":%d}", i);
        web_publish(w, "move", json, json);
    }
}

static void the_log_is_bounded_and_a_late_viewer_begins_anew(void **state) {
    (void)state;
    char header[80], id[40];
    publish_moves(1, 1);
    int s = client_follow("");
    answer[0] = '\0';
    assert_true(client_read(s, "{\"move\":1}\n\n", answer, sizeof answer));
    assert_int_equal(sscanf(strstr(answer, "id: "), "id: %39[0-9-]", id), 1);
    close(s);
    publish_moves(2, WEB_LOG_MAX + 50);
    assert_int_equal(client_get("/api/log"), 200);
    assert_null(strstr(answer, "{\"move\":50}"));
    assert_non_null(strstr(answer, "{\"move\":51}"));
    snprintf(header, sizeof header, "Last-Event-ID: %s\r\n", id);
    s = client_follow(header);
    answer[0] = '\0';
    assert_true(client_read(s, "{\"move\":650}\n\n", answer, sizeof answer));
    const char *resync = strstr(answer, "event: resync\n"), *oldest = strstr(answer, "{\"move\":51}");
    assert_true(resync && oldest && resync < oldest);
    close(s);
}

static void notices_do_not_push_verdicts_out(void **state) {
    (void)state;
    publish_moves(1, 3);
    for (int i = 0; i < 2 * WEB_LOG_MAX; i++) web_publish(w, "notice", "{}", "{}");
    assert_int_equal(client_get("/api/log"), 200);
    assert_non_null(strstr(answer, "{\"move\":1}"));
}

static void a_viewer_that_does_not_read_delays_no_other(void **state) {
    (void)state;
    static char big[200000];
    snprintf(big, sizeof big, "{\"x\":\"%*s\"}", (int)sizeof big - 20, "x");
    int slow = client_follow("");
    for (int i = 0; i < 400; i++) web_publish(w, "notice", big, big);  // 80 MB, far beyond what a socket holds
    web_set(w, "state", "{\"t\":9}", "{\"t\":9}");
    int quick = client_follow("");
    answer[0] = '\0';
    assert_true(client_read(quick, "event: state\ndata: {\"t\":9,\"version\":1}\n\n", answer, sizeof answer));
    close(quick);
    close(slow);
}

static void there_are_only_so_many_viewers(void **state) {
    (void)state;
    int viewers[WEB_MAX_VIEWERS];
    for (int i = 0; i < WEB_MAX_VIEWERS; i++) {
        viewers[i] = client_follow("");
        answer[0] = '\0';
        assert_true(client_read(viewers[i], "event: hello", answer, sizeof answer));
    }
    int one_more = client_follow("");
    answer[0] = '\0';
    assert_true(client_read(one_more, "503", answer, sizeof answer));
    close(one_more);
    assert_int_equal(client_get("/"), 200);  // pages are still given
    for (int i = 0; i < WEB_MAX_VIEWERS; i++) close(viewers[i]);
}

static void a_port_in_use_is_said(void **state) {
    (void)state;
    web *second = NULL;
    fault fault = {""};
    web_options o = web_default_options();
    o.port = web_port(w);
    assert_int_equal(web_start(&o, &second, &fault), STATUS_IO);
    assert_non_null(strstr(fault.text, "in use"));
    assert_non_null(strstr(fault.text, "--listen"));
    o.address = "the moon";
    assert_int_equal(web_start(&o, &second, &fault), STATUS_INVALID);
    o.address = "203.0.113.7";  // an address kept for documents (RFC 5737): never this machine's
    o.port = 0;
    assert_int_equal(web_start(&o, &second, &fault), STATUS_INVALID);
    o.port = 70000;
    assert_int_equal(web_start(&o, &second, &fault), STATUS_INVALID);
}

static void stopping_ends_the_streams(void **state) {
    (void)state;
    int s = client_follow("");
    answer[0] = '\0';
    assert_true(client_read(s, "event: hello", answer, sizeof answer));
    web_stop(w);
    w = NULL;
    assert_true(client_read(s, NULL, answer, sizeof answer));  // closed by the server
    close(s);
}

#define ON_A_SERVER(test) cmocka_unit_test_setup_teardown(test, client_setup, client_teardown)

// A web_picture_find: a JPEG's beginning under 7, markup under 8.
static bool find_picture(void *context, int64_t number, void **bytes, size_t *length) {
    static const char jpeg[] = "\xff\xd8\xff\xe0 picture", markup[] = "<script>alert(1)</script>";
    assert_ptr_equal(context, &client_web);
    if (number != 7 && number != 8) return false;
    *length = number == 7 ? sizeof jpeg - 1 : sizeof markup - 1;
    *bytes = malloc(*length);
    assert_non_null(*bytes);
    memcpy(*bytes, number == 7 ? jpeg : markup, *length);
    return true;
}

static void a_recorded_game_is_given_whole(void **state) {
    (void)state;
    assert_int_equal(client_get("/archive.json"), 404);
    assert_int_equal(client_get("/evidence/7"), 404);
    fault fault = {""};
    assert_int_equal(web_set_archive(w, "{\"version\":1}+", 13, find_picture, &client_web, &fault), STATUS_OK);
    assert_int_equal(client_get("/archive.json"), 200);
    assert_non_null(strstr(answer, "application/json"));
    assert_string_equal(strstr(answer, "\r\n\r\n") + 4, "{\"version\":1}");
    assert_int_equal(client_get("/evidence/7"), 200);
    assert_non_null(strstr(answer, "Content-Type: image/jpeg"));
    assert_non_null(strstr(answer, "nosniff"));
    assert_string_equal(strstr(answer, "\r\n\r\n") + 4, "\xff\xd8\xff\xe0 picture");
    static const char *const none[] = {
        "/evidence/8", "/evidence/9", "/evidence/", "/evidence/7x", "/evidence/-7", "/evidence/%207", "/evidence/99999999999999999999999"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) assert_int_equal(client_get(none[i]), 404);
    assert_int_equal(client_ask("GET /archive.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"), 403);
}

// A viewer is told that the game is a recorded one, and that it takes no entries.
static void viewers_are_told_of_a_recorded_game(void **state) {
    (void)state;
    char text[4000] = "";
    fault fault = {""};
    assert_int_equal(web_set_archive(w, "{}", 2, NULL, NULL, &fault), STATUS_OK);
    int s = client_follow("");
    assert_true(client_read(s, "\"archive\":true}", text, sizeof text));
    close(s);
    assert_int_equal(client_get("/evidence/7"), 404);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_SERVER(the_page_and_its_files_are_given),
        ON_A_SERVER(snapshots_and_log_are_given),
        ON_A_SERVER(viewers_are_told_what_happens),
        ON_A_SERVER(a_viewer_that_comes_back_gets_only_what_is_new),
        ON_A_SERVER(the_log_is_bounded_and_a_late_viewer_begins_anew),
        ON_A_SERVER(notices_do_not_push_verdicts_out),
        ON_A_SERVER(a_viewer_that_does_not_read_delays_no_other),
        ON_A_SERVER(there_are_only_so_many_viewers),
        ON_A_SERVER(a_port_in_use_is_said),
        ON_A_SERVER(stopping_ends_the_streams),
        ON_A_SERVER(a_recorded_game_is_given_whole),
        ON_A_SERVER(viewers_are_told_of_a_recorded_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
