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

static web *w;

static int start(void **state) {
    (void)state;
    web_options o = web_default_options();
    fault fault = {""};
    o.port = 0;
    o.heartbeat_ms = 200;
    if (web_start(&o, &w, &fault) == STATUS_OK) return 0;
    print_error("%s\n", fault.text);
    return -1;
}

static int stop(void **state) {
    (void)state;
    web_stop(w);
    return 0;
}

static int connected(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)web_port(w)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(s >= 0);
    assert_int_equal(connect(s, (struct sockaddr *)(void *)&at, sizeof at), 0);
    return s;
}

static void say(int s, const char *text, size_t length) { assert_int_equal(send(s, text, length, MSG_NOSIGNAL), (ssize_t)length); }

// Reads until `word` has come, the other end closes or ten seconds are over; true: it came. Appends to text[room].
static bool read_until(int s, const char *word, char *text, size_t capacity) {
    size_t n = strlen(text);
    for (int waits = 0; waits < 100 && n + 1 < capacity;) {
        if (word && strstr(text, word)) return true;
        struct pollfd p = {.fd = s, .events = POLLIN};
        if (poll(&p, 1, 100) == 0) {
            waits++;
            continue;
        }
        ssize_t got = recv(s, text + n, capacity - n - 1, 0);
        if (got <= 0) return word == NULL;
        n += (size_t)got;
        text[n] = '\0';
    }
    return word && strstr(text, word);
}

static char answer[400000];

// Sends a request whole and reads the whole answer; returns its code.
static int ask(const char *request) {
    int s = connected();
    answer[0] = '\0';
    say(s, request, strlen(request));
    read_until(s, NULL, answer, sizeof answer);
    close(s);
    int code = 0;
    return sscanf(answer, "HTTP/1.1 %d", &code) == 1 ? code : 0;
}

static int get(const char *path) {
    char request[300];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", path);
    return ask(request);
}

// Posts `body` with these further headers.
static int post(const char *headers, const char *body) {
    char request[2000];
    snprintf(request, sizeof request, "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\nContent-Length: %zu\r\n%s\r\n%s",
             strlen(body), headers, body);
    return ask(request);
}

static void the_page_and_its_files_are_given(void **state) {
    (void)state;
    assert_int_equal(get("/"), 200);
    assert_non_null(strstr(answer, "text/html"));
    assert_non_null(strstr(answer, "default-src 'none'; script-src 'self'"));
    assert_null(strstr(answer, "unsafe-inline"));
    assert_non_null(strstr(answer, "nosniff"));
    assert_non_null(strstr(answer, "<script type=\"module\" src=\"main.js\">"));
    static const char *const files[] = {"style.css",   "dom.js",      "format.js",   "model.js",   "stream.js",   "view.js",     "table.js",
                                        "moves.js",    "overlay.js",  "entries.js",  "help.js",    "verdicts.js", "rules.js",    "unit.js",
                                        "controls.js", "timeline.js", "standing.js", "archive.js", "address.js",  "evidence.js", "notes.js",
                                        "player.js",   "playback.js", "replay.js",   "main.js"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[40], source[40];
        static char text[100000];
        snprintf(path, sizeof path, "/%s", files[i]);
        snprintf(source, sizeof source, "web/page/%s", files[i]);
        assert_int_equal(get(path), 200);
        FILE *file = fopen(source, "rb");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        const char *body = strstr(answer, "\r\n\r\n");
        assert_non_null(body);
        assert_string_equal(body + 4, text);
    }
    assert_int_equal(get("/../web.c"), 404);
    assert_int_equal(get("/nothing"), 404);
    assert_int_equal(ask("DELETE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 405);
    assert_int_equal(ask("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 200);
    assert_null(strstr(answer, "<html"));
}

static void snapshots_and_log_are_given(void **state) {
    (void)state;
    assert_int_equal(get("/api/state"), 404);
    assert_int_equal(get("/api/log"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n[]"));
    web_set(w, "game", "{\"title\":\"x\"}");
    assert_int_equal(get("/api/rules"), 404);
    web_set(w, "rules", "{\"rules\":[]}");
    web_set(w, "state", "{\"t\":1}");
    web_set(w, "state", "{\"t\":2}");
    web_publish(w, "move", "{\"move\":1}");
    web_publish(w, "nudge", "{\"n\":1}");
    web_publish(w, "alert", "{\"a\":1}");
    assert_int_equal(get("/api/game"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"title\":\"x\"}"));
    assert_int_equal(get("/api/rules"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"rules\":[]}"));
    assert_int_equal(get("/api/state"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"t\":2}"));
    assert_int_equal(get("/api/log"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n[{\"kind\":\"move\",\"data\":{\"move\":1}},{\"kind\":\"alert\",\"data\":{\"a\":1}}]"));
}

static int follow(const char *headers) {
    char request[300];
    int s = connected();
    snprintf(request, sizeof request, "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n", headers);
    say(s, request, strlen(request));
    return s;
}

static void viewers_are_told_what_happens(void **state) {
    (void)state;
    web_set(w, "game", "{\"title\":\"x\"}");
    web_publish(w, "move", "{\"move\":1}");
    web_publish(w, "nudge", "{\"n\":1}");
    web_set(w, "state", "{\n\"t\":1}");
    int s = follow("");
    answer[0] = '\0';
    assert_true(read_until(s, "event: state\ndata: { \"t\":1}\n\n", answer, sizeof answer));
    assert_non_null(strstr(answer, "text/event-stream"));
    assert_non_null(strstr(answer, "event: hello\ndata: {\"entries\":true}\n\n"));
    const char *game = strstr(answer, "event: game\ndata: {\"title\":\"x\"}\n\n"), *move = strstr(answer, "event: move\ndata: {\"move\":1}\n\n");
    assert_true(game && move && game < move);
    assert_null(strstr(answer, "nudge"));  // messages that passed by before are not sent again
    assert_int_equal(web_viewers(w), 1);
    web_publish(w, "nudge", "{\"n\":2}");
    web_publish(w, "settled", "{\"move\":2}");
    assert_true(read_until(s, "event: settled\ndata: {\"move\":2}\n\n", answer, sizeof answer));
    assert_non_null(strstr(answer, "event: nudge\ndata: {\"n\":2}\n\n"));
    assert_true(read_until(s, "\n:\n\n", answer, sizeof answer) || strstr(answer, ":\n\n"));  // the heartbeat
    close(s);
}

static void a_viewer_that_comes_back_gets_only_what_is_new(void **state) {
    (void)state;
    char header[80], id[40];
    web_publish(w, "move", "{\"move\":1}");
    int s = follow("");
    answer[0] = '\0';
    assert_true(read_until(s, "{\"move\":1}\n\n", answer, sizeof answer));
    assert_int_equal(sscanf(strstr(answer, "id: "), "id: %39[0-9-]", id), 1);
    close(s);
    web_publish(w, "move", "{\"move\":2}");
    snprintf(header, sizeof header, "Last-Event-ID: %s\r\n", id);
    s = follow(header);
    answer[0] = '\0';
    assert_true(read_until(s, "{\"move\":2}\n\n", answer, sizeof answer));
    assert_null(strstr(answer, "{\"move\":1}"));
    close(s);
    s = follow("Last-Event-ID: 7-1\r\n");  // of another run of the program
    answer[0] = '\0';
    assert_true(read_until(s, "{\"move\":2}\n\n", answer, sizeof answer));
    assert_non_null(strstr(answer, "{\"move\":1}"));
    close(s);
}

static void publish_moves(int from, int to) {
    char json[40];
    for (int i = from; i <= to; i++) {
        snprintf(json, sizeof json, "{\"move\":%d}", i);
        web_publish(w, "move", json);
    }
}

static void the_log_is_bounded_and_a_late_viewer_begins_anew(void **state) {
    (void)state;
    char header[80], id[40];
    publish_moves(1, 1);
    int s = follow("");
    answer[0] = '\0';
    assert_true(read_until(s, "{\"move\":1}\n\n", answer, sizeof answer));
    assert_int_equal(sscanf(strstr(answer, "id: "), "id: %39[0-9-]", id), 1);
    close(s);
    publish_moves(2, WEB_LOG_MAX + 50);
    assert_int_equal(get("/api/log"), 200);
    assert_null(strstr(answer, "{\"move\":50}"));
    assert_non_null(strstr(answer, "{\"move\":51}"));
    snprintf(header, sizeof header, "Last-Event-ID: %s\r\n", id);
    s = follow(header);
    answer[0] = '\0';
    assert_true(read_until(s, "{\"move\":550}\n\n", answer, sizeof answer));
    const char *resync = strstr(answer, "event: resync\n"), *oldest = strstr(answer, "{\"move\":51}");
    assert_true(resync && oldest && resync < oldest);
    close(s);
}

static void nudges_do_not_push_verdicts_out(void **state) {
    (void)state;
    publish_moves(1, 3);
    for (int i = 0; i < 2 * WEB_LOG_MAX; i++) web_publish(w, "nudge", "{}");
    assert_int_equal(get("/api/log"), 200);
    assert_non_null(strstr(answer, "{\"move\":1}"));
}

static void a_viewer_that_does_not_read_delays_no_other(void **state) {
    (void)state;
    static char big[200000];
    memset(big, 'x', sizeof big - 1);
    big[0] = big[sizeof big - 2] = '"';
    int slow = follow("");
    for (int i = 0; i < 400; i++) web_set(w, "state", big);  // 80 MB, far beyond what a socket holds
    web_set(w, "state", "{\"t\":9}");
    int quick = follow("");
    answer[0] = '\0';
    assert_true(read_until(quick, "event: state\ndata: {\"t\":9}\n\n", answer, sizeof answer));
    close(quick);
    close(slow);
}

static void entries_are_handed_on_in_order(void **state) {
    (void)state;
    char *line;
    assert_false(web_take_entry(w, &line));
    assert_int_equal(post("Content-Type: application/json\r\n", "{\"kind\":\"end-move\",\n\"unit\":\"R1\"}"), 202);
    assert_int_equal(
        post("Content-Type: application/json; charset=utf-8\r\nOrigin: http://127.0.0.1:8080\r\nSec-Fetch-Site: same-origin\r\n", "{\"kind\":\"x\"}"),
        202);
    assert_true(web_take_entry(w, &line));
    assert_string_equal(line, "{\"kind\":\"end-move\", \"unit\":\"R1\"}");
    free(line);
    assert_true(web_take_entry(w, &line));
    assert_string_equal(line, "{\"kind\":\"x\"}");
    free(line);
    assert_false(web_take_entry(w, &line));
}

static void occluder_pages_can_not_enter_or_read(void **state) {
    (void)state;
    char *line;
    static const char json[] = "Content-Type: application/json\r\n";
    char headers[200];
    static const char *const occluders[] = {"Origin: http://evil.example\r\n", "Origin: null\r\n", "Origin: http://127.0.0.1:9999\r\n",
                                            "Sec-Fetch-Site: cross-site\r\n"};
    for (size_t i = 0; i < sizeof occluders / sizeof occluders[0]; i++) {
        snprintf(headers, sizeof headers, "%s%s", json, occluders[i]);
        assert_int_equal(post(headers, "{}"), 403);
    }
    assert_int_equal(post("Content-Type: text/plain\r\n", "{}"), 415);  // what a form can send
    assert_int_equal(post("", "{}"), 415);
    assert_int_equal(ask("GET /api/state HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"), 403);
    assert_int_equal(ask("GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:8080\r\nConnection: close\r\n\r\n"), 403);
    assert_int_equal(ask("GET / HTTP/1.1\r\nHost: judge.local:8080\r\nConnection: close\r\n\r\n"), 200);
    assert_int_equal(ask("GET / HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n"), 200);
    assert_false(web_take_entry(w, &line));
}

static void entries_are_limited(void **state) {
    (void)state;
    char request[300], *line;
    static char body[WEB_ENTRY_MAX * 2];
    assert_int_equal(post("Content-Type: application/json\r\n", ""), 400);
    snprintf(request, sizeof request,
             "POST /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
             WEB_ENTRY_MAX + 1);
    assert_int_equal(ask(request), 413);
    // no length stated, chunk after chunk: the connection ends, nothing is taken
    int s = connected();
    memset(body, ' ', sizeof body);
    snprintf(request, sizeof request,
             "POST /api/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%zx\r\n",
             sizeof body);
    say(s, request, strlen(request));
    send(s, body, sizeof body, MSG_NOSIGNAL);
    send(s, "\r\n0\r\n\r\n", 7, MSG_NOSIGNAL);
    answer[0] = '\0';
    read_until(s, NULL, answer, sizeof answer);
    close(s);
    assert_null(strstr(answer, "202"));
    assert_false(web_take_entry(w, &line));
    for (int i = 0; i < WEB_ENTRIES_WAITING_MAX; i++) assert_int_equal(post("Content-Type: application/json\r\n", "{}"), 202);
    assert_int_equal(post("Content-Type: application/json\r\n", "{}"), 503);
}

static void there_are_only_so_many_viewers(void **state) {
    (void)state;
    int viewers[WEB_MAX_VIEWERS];
    for (int i = 0; i < WEB_MAX_VIEWERS; i++) {
        viewers[i] = follow("");
        answer[0] = '\0';
        assert_true(read_until(viewers[i], "event: hello", answer, sizeof answer));
    }
    int one_more = follow("");
    answer[0] = '\0';
    assert_true(read_until(one_more, "503", answer, sizeof answer));
    close(one_more);
    assert_int_equal(get("/"), 200);  // pages are still given
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
    int s = follow("");
    answer[0] = '\0';
    assert_true(read_until(s, "event: hello", answer, sizeof answer));
    web_stop(w);
    w = NULL;
    assert_true(read_until(s, NULL, answer, sizeof answer));  // closed by the server
    close(s);
}

#define ON_A_SERVER(test) cmocka_unit_test_setup_teardown(test, start, stop)

// A web_picture_find: a JPEG's beginning under 7, markup under 8.
static bool find_picture(void *context, int64_t number, void **bytes, size_t *length) {
    static const char jpeg[] = "\xff\xd8\xff\xe0 picture", markup[] = "<script>alert(1)</script>";
    assert_ptr_equal(context, &w);
    if (number != 7 && number != 8) return false;
    *length = number == 7 ? sizeof jpeg - 1 : sizeof markup - 1;
    *bytes = malloc(*length);
    assert_non_null(*bytes);
    memcpy(*bytes, number == 7 ? jpeg : markup, *length);
    return true;
}

static void a_recorded_game_is_given_whole(void **state) {
    (void)state;
    assert_int_equal(get("/archive.json"), 404);
    assert_int_equal(get("/evidence/7"), 404);
    fault fault = {""};
    assert_int_equal(web_set_archive(w, "{\"version\":1}+", 13, find_picture, &w, &fault), STATUS_OK);
    assert_int_equal(get("/archive.json"), 200);
    assert_non_null(strstr(answer, "application/json"));
    assert_string_equal(strstr(answer, "\r\n\r\n") + 4, "{\"version\":1}");
    assert_int_equal(get("/evidence/7"), 200);
    assert_non_null(strstr(answer, "Content-Type: image/jpeg"));
    assert_non_null(strstr(answer, "nosniff"));
    assert_string_equal(strstr(answer, "\r\n\r\n") + 4, "\xff\xd8\xff\xe0 picture");
    static const char *const none[] = {
        "/evidence/8", "/evidence/9", "/evidence/", "/evidence/7x", "/evidence/-7", "/evidence/%207", "/evidence/99999999999999999999999"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) assert_int_equal(get(none[i]), 404);
    assert_int_equal(ask("GET /archive.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"), 403);
}

// A viewer is told that the game is a recorded one, and that it takes no entries.
static void viewers_are_told_of_a_recorded_game(void **state) {
    (void)state;
    char text[4000] = "";
    fault fault = {""};
    assert_int_equal(web_set_archive(w, "{}", 2, NULL, NULL, &fault), STATUS_OK);
    int s = follow("");
    assert_true(read_until(s, "{\"entries\":false,\"archive\":true}", text, sizeof text));
    close(s);
    assert_int_equal(get("/evidence/7"), 404);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_SERVER(the_page_and_its_files_are_given),
        ON_A_SERVER(snapshots_and_log_are_given),
        ON_A_SERVER(viewers_are_told_what_happens),
        ON_A_SERVER(a_viewer_that_comes_back_gets_only_what_is_new),
        ON_A_SERVER(the_log_is_bounded_and_a_late_viewer_begins_anew),
        ON_A_SERVER(nudges_do_not_push_verdicts_out),
        ON_A_SERVER(a_viewer_that_does_not_read_delays_no_other),
        ON_A_SERVER(entries_are_handed_on_in_order),
        ON_A_SERVER(occluder_pages_can_not_enter_or_read),
        ON_A_SERVER(entries_are_limited),
        ON_A_SERVER(there_are_only_so_many_viewers),
        ON_A_SERVER(a_port_in_use_is_said),
        ON_A_SERVER(stopping_ends_the_streams),
        ON_A_SERVER(a_recorded_game_is_given_whole),
        ON_A_SERVER(viewers_are_told_of_a_recorded_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
