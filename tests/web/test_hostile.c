// Clients that mean harm: each does its worst while the judge's page is asked for and messages are published. Neither may wait.
#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "client.h"

#define ON_A_SERVER(test) cmocka_unit_test_setup_teardown(test, client_setup, client_teardown)
#define JSON "Content-Type: application/json\r\n"

static void pause_ms(int ms) { nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000}, NULL); }

// The judge's page within a second, and the pipeline undisturbed.
static void all_is_well(void) {
    double begun_s = client_now_s();
    assert_int_equal(client_get("/"), 200);
    assert_true(client_now_s() - begun_s < 1);
    begun_s = client_now_s();
    web_publish(client_web, "move", "{\"move\":1}", "{\"move\":1}");
    web_set(client_web, "state", "{\"t\":1}", "{\"t\":1}");
    assert_true(client_now_s() - begun_s < 0.05);
}

static bool is_closed_within(int s, double seconds) {
    char byte;
    for (double until = client_now_s() + seconds; client_now_s() < until; pause_ms(20)) {
        ssize_t n = recv(s, &byte, 1, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN)) return true;
    }
    return false;
}

static void half_open_connections_lock_nobody_out(void **state) {
    (void)state;
    enum { COUNT = 700 };  // more than there are places
    static int s[COUNT];
    for (int i = 0; i < COUNT; i++) {
        s[i] = client_connect();
        if (i % 2) send(s[i], "GET / HT", 8, MSG_NOSIGNAL);
        if (i % 50 == 0) all_is_well();
    }
    all_is_well();
    for (int i = 0; i < COUNT; i++) close(s[i]);
    all_is_well();
}

static void a_head_that_comes_byte_by_byte_is_cut_off(void **state) {
    (void)state;
    static const char head[] =
        "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    int s = client_connect();
    double begun_s = client_now_s();
    bool gone = false;
    for (size_t i = 0; i < sizeof head - 1 && !gone; i++) {
        gone = send(s, head + i, 1, MSG_NOSIGNAL) < 0 || is_closed_within(s, 0.1);
        if (i % 10 == 0) all_is_well();
    }
    assert_true(gone);
    assert_true(client_now_s() - begun_s < 7);
    close(s);
}

static void a_body_that_never_ends_is_cut_off(void **state) {
    (void)state;
    int s = client_connect();
    static const char head[] = "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n" JSON "Content-Length: 60000\r\n\r\n{";
    client_say(s, head, sizeof head - 1);
    double begun_s = client_now_s();
    bool gone = false;
    while (!gone && client_now_s() - begun_s < 20) {
        gone = send(s, " ", 1, MSG_NOSIGNAL) < 0 || is_closed_within(s, 0.2);
        all_is_well();
    }
    assert_true(gone);
    assert_true(client_now_s() - begun_s < 13);
    close(s);
}

static void a_flood_of_requests_delays_nobody(void **state) {
    (void)state;
    enum { CONNECTIONS = 40, ROUNDS = 100 };
    static const char request[] = "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    int s[CONNECTIONS];
    static char sink[65536];
    for (int i = 0; i < CONNECTIONS; i++) s[i] = client_connect();
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CONNECTIONS; i++) {
            send(s[i], request, sizeof request - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
            while (recv(s[i], sink, sizeof sink, MSG_DONTWAIT) > 0) {
            }
        }
        if (round % 10 == 0) all_is_well();
    }
    for (int i = 0; i < CONNECTIONS; i++) close(s[i]);
}

static void giants_are_refused(void **state) {
    (void)state;
    static char big[300000];
    memset(big, 'a', sizeof big - 1);
    // a head beyond all measure
    int s = client_connect();
    client_say(s, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Big: ", 40);
    send(s, big, sizeof big - 1, MSG_NOSIGNAL);
    all_is_well();
    int code = client_finish(s);
    assert_true(code == 0 || (code >= 400 && code < 500));
    // a path beyond all measure
    s = client_connect();
    client_say(s, "GET /", 5);
    send(s, big, 10000, MSG_NOSIGNAL);
    client_say(s, " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 49);
    code = client_finish(s);
    assert_true(code == 404 || code == 414);
    // a body that says how large it is
    assert_int_equal(
        client_ask("POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" JSON "Content-Length: 999999999999\r\n\r\n{}"), 413);
    all_is_well();
}

static void broken_requests_are_refused(void **state) {
    (void)state;
    static const char *const broken[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET  /  HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        "BREW /pot HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\nConnection: close\r\n" JSON "\r\n{}",
        "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n" JSON "\r\n{}",
        "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n" JSON "\r\nzz\r\n{}\r\n"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        int s = client_connect();
        client_say(s, broken[i], strlen(broken[i]));
        shutdown(s, SHUT_WR);
        assert_int_not_equal(client_finish(s), 500);
        all_is_well();
    }
    web_entry e;
    while (web_take_entry(client_web, &e)) free(e.line);  // one of them may be a sound entry
}

static void random_bytes_harm_nothing(void **state) {
    (void)state;
    unsigned seed = 1;
    for (int i = 0; i < 200; i++) {
        unsigned char bytes[600];
        for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (unsigned char)((seed = seed * 1103515245u + 12345u) >> 16);
        int s = client_connect();
        send(s, bytes, seed % sizeof bytes, MSG_NOSIGNAL);
        close(s);
        if (i % 20 == 0) all_is_well();
    }
}

// The server ends in order amid requests that it is just refusing.
static void it_stops_amid_broken_requests(void **state) {
    (void)state;
    enum { COUNT = 60 };
    for (int round = 0; round < 100; round++) {
        int s[COUNT];
        for (int i = 0; i < COUNT; i++) {
            s[i] = client_connect();
            send(s[i], "GET / HTTP/9.9\r\n\r\n", 18, MSG_NOSIGNAL);
        }
        const double begun_s = client_now_s();
        assert_int_equal(client_teardown(NULL), 0);
        assert_true(client_now_s() - begun_s < 3);
        for (int i = 0; i < COUNT; i++) close(s[i]);
        assert_int_equal(client_setup(NULL), 0);
    }
}

// Entries that a foreign page or a forger posts, many at once: none comes in, and they hold up nobody.
static void forged_and_foreign_posts_delay_nobody(void **state) {
    (void)state;
    static const char *const headers[] = {
        JSON "Origin: http://evil.example\r\n",
        JSON "Origin: null\r\nCookie: vedette_session=0000000000000000000000000000000000000000000000000000000000000000\r\n",
        JSON "Sec-Fetch-Site: cross-site\r\n",
        "Content-Type: text/plain\r\n",
    };
    static const unsigned codes[] = {403, 403, 403, 415};
    for (int round = 0; round < 50; round++) {
        int s[4];
        for (int i = 0; i < 4; i++) s[i] = client_begin_post("/api/events", headers[i], "{\"kind\":\"undo\",\"number\":1}");
        for (int i = 0; i < 4; i++) assert_int_equal(client_finish(s[i]), codes[i]);
        if (round % 10 == 0) all_is_well();
    }
    web_entry e;
    assert_false(web_take_entry(client_web, &e));
}

static void no_path_leads_out(void **state) {
    (void)state;
    static const char *const paths[] = {"/../web.c",          "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                                        "//etc/passwd",       "/lang/../../web.c",     "/lang/%00en.js",
                                        "/pictures/../web.c", "/evidence/../../x",     "/api/../web.c",
                                        "/index.html%00.js",  "/\\..\\web.c",          "/api/passwords",
                                        "/.git/config"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) assert_int_equal(client_get(paths[i]), 404);
}

// Followers that read nothing hold up neither others nor memory.
static void followers_that_read_nothing_delay_nobody(void **state) {
    (void)state;
    enum { COUNT = 50 };
    int s[COUNT];
    static char big[100000];
    snprintf(big, sizeof big, "{\"x\":\"%*s\"}", (int)sizeof big - 20, "x");
    for (int i = 0; i < COUNT; i++) s[i] = client_follow("");
    int quick = client_follow("");
    for (int i = 0; i < 200; i++) web_publish(client_web, "notice", big, big);
    all_is_well();
    static char text[1 << 25];
    text[0] = '\0';
    assert_true(client_read(quick, "{\"move\":1}", text, sizeof text));
    close(quick);
    for (int i = 0; i < COUNT; i++) close(s[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_SERVER(half_open_connections_lock_nobody_out),
        ON_A_SERVER(a_head_that_comes_byte_by_byte_is_cut_off),
        ON_A_SERVER(a_body_that_never_ends_is_cut_off),
        ON_A_SERVER(a_flood_of_requests_delays_nobody),
        ON_A_SERVER(giants_are_refused),
        ON_A_SERVER(broken_requests_are_refused),
        ON_A_SERVER(random_bytes_harm_nothing),
        ON_A_SERVER(it_stops_amid_broken_requests),
        ON_A_SERVER(forged_and_foreign_posts_delay_nobody),
        ON_A_SERVER(no_path_leads_out),
        ON_A_SERVER(followers_that_read_nothing_delay_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
