// What the pages' server itself reads of a request: hosts, origins, cookies, tokens, log-ins. The first byte says which; nothing may crash, and
// nobody is let in.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz_table.h"
#include "web/login_form.h"
#include "web/origin.h"
#include "web/sessions.h"

static sessions all;

static void try_host(const own_names *names, const char *text) {
    origin_is_own_host(names, text);
    char twice[600];
    if (strlen(text) > 200) return;
    // the name of another is never this machine's, whatever stands before it
    strcpy(twice, text);
    strcat(twice, ".evil.example");
    fuzz_insist(!origin_is_own_host(names, twice), "another's name is taken for this machine's");
}

static void try_session(const char *text) {
    char token[SESSION_TOKEN_TEXT];
    web_who who;
    if (origin_cookie(text, "vedette_session", token, sizeof token))
        fuzz_insist(sessions_find(&all, token, 1, &who) == 0, "a forged token is somebody's");
    fuzz_insist(sessions_find(&all, text, 1, &who) == 0, "a forged token is somebody's");
}

static void try_form(const char *text, size_t length) {
    login_form form;
    if (login_form_read(text, length, &form)) return;
    fuzz_insist(form.role == WEB_JUDGE || form.role == WEB_PLAYER, "somebody logs in as nothing");
    fuzz_insist(memchr(form.secret, 0, sizeof form.secret) && memchr(form.name, 0, sizeof form.name) && memchr(form.side, 0, sizeof form.side),
                "a text does not end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool ready;
    static own_names names;
    fault fault;
    if (!ready) {
        if (sessions_init(&all, "a password", "123456", &fault) != STATUS_OK) abort();
        own_names_init(&names, NULL);
        ready = true;
    }
    if (size == 0) return 0;
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 4) {
        case 0:
            try_host(&names, text);
            break;
        case 1:
            try_session(text);
            break;
        case 2:
            try_form(text, size - 1);
            break;
        default:
            origin_is_own(text, "127.0.0.1:8080", NULL), origin_is_json(text);
    }
    free(text);
    return 0;
}
