#include "client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

web *client_web;
char client_answer[1 << 20];

web_options client_options(void) {
    web_options o = web_default_options();
    o.port = 0;
    o.heartbeat_ms = 200;
    return o;
}

int client_start(const web_options *o) {
    fault fault = {""};
    if (web_start(o, &client_web, &fault) == STATUS_OK) return 0;
    print_error("%s\n", fault.text);
    return -1;
}

int client_setup(void **state) {
    (void)state;
    web_options o = client_options();
    return client_start(&o);
}

int client_teardown(void **state) {
    (void)state;
    web_stop(client_web);
    client_web = NULL;
    return 0;
}

int client_connect(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)web_port(client_web)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(s >= 0);
    assert_int_equal(connect(s, (struct sockaddr *)(void *)&at, sizeof at), 0);
    return s;
}

void client_say(int s, const char *text, size_t length) { assert_int_equal(send(s, text, length, MSG_NOSIGNAL), (ssize_t)length); }

bool client_read(int s, const char *word, char *text, size_t capacity) {
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

int client_finish(int s) {
    int code = 0;
    client_answer[0] = '\0';
    client_read(s, NULL, client_answer, sizeof client_answer);
    close(s);
    return sscanf(client_answer, "HTTP/1.1 %d", &code) == 1 ? code : 0;
}

int client_ask(const char *request) {
    int s = client_connect();
    client_say(s, request, strlen(request));
    return client_finish(s);
}

int client_get_with(const char *path, const char *headers) {
    char request[1200];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n%s\r\n", path, headers);
    return client_ask(request);
}

int client_get(const char *path) { return client_get_with(path, ""); }

int client_begin_post(const char *path, const char *headers, const char *body) {
    char request[4000];
    int s = client_connect();
    snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\nContent-Length: %zu\r\n%s\r\n%s", path,
             strlen(body), headers, body);
    client_say(s, request, strlen(request));
    return s;
}

int client_post(const char *path, const char *headers, const char *body) { return client_finish(client_begin_post(path, headers, body)); }

int client_follow(const char *headers) {
    char request[800];
    int s = client_connect();
    snprintf(request, sizeof request, "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n", headers);
    client_say(s, request, strlen(request));
    return s;
}

double client_now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void client_take(web_entry *out) {
    for (double until = client_now_s() + 5; client_now_s() < until;) {
        if (web_take_entry(client_web, out)) return;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    fail_msg("no entry came");
}

const char *client_body(void) {
    const char *body = strstr(client_answer, "\r\n\r\n");
    assert_non_null(body);
    return body + 4;
}
