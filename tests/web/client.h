// A raw HTTP client over loopback, for tests of the pages' server.
#ifndef TESTS_WEB_CLIENT_H
#define TESTS_WEB_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "web/web.h"

// The server that the tests speak to, and the answer that came last, headers and all.
extern web *client_web;
extern char client_answer[1 << 20];

// cmocka's: a server of its own for each test; the options may be changed before by a setup that calls client_start.
web_options client_options(void);
int client_start(const web_options *o);
int client_setup(void **state);
int client_teardown(void **state);

int client_connect(void);
void client_say(int s, const char *text, size_t length);
// Reads until `word` has come, the other end closes or ten seconds are over; true: it came (NULL: it closed). Appends to text[capacity].
bool client_read(int s, const char *word, char *text, size_t capacity);
// Sends a request whole and reads the whole answer; returns its code, 0: none came.
int client_ask(const char *request);
int client_get(const char *path);
// The same with further headers, each ended by CRLF.
int client_get_with(const char *path, const char *headers);
// Begins to post `body` with these further headers; client_finish reads the answer and returns its code.
int client_begin_post(const char *path, const char *headers, const char *body);
int client_finish(int s);
int client_post(const char *path, const char *headers, const char *body);
// Follows the stream of events.
int client_follow(const char *headers);
// Waits for an entry; fails the test where none comes.
void client_take(web_entry *out);
// The body of the last answer.
const char *client_body(void);
double client_now_s(void);

#endif
