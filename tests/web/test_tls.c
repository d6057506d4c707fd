// The pages over TLS, with a certificate made here: pages, log-in and the stream; what is no TLS is given nothing.
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "client.h"

#define JSON "Content-Type: application/json\r\n"

#define PEM_MAX 8192

static char cert_pem[PEM_MAX], key_pem[PEM_MAX];

// A key and a certificate that it signed itself, PEM_MAX bytes each.
static void make_certificate(char *cert_text, char *key_text) {
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t cert;
    size_t cert_size = PEM_MAX, key_size = PEM_MAX;
    assert_int_equal(gnutls_x509_privkey_init(&key), 0);
    assert_int_equal(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0), 0);
    assert_int_equal(gnutls_x509_crt_init(&cert), 0);
    assert_int_equal(gnutls_x509_crt_set_version(cert, 3), 0);
    assert_int_equal(gnutls_x509_crt_set_serial(cert, "\x01", 1), 0);
    assert_int_equal(gnutls_x509_crt_set_dn(cert, "CN=localhost", NULL), 0);
    assert_int_equal(gnutls_x509_crt_set_activation_time(cert, time(NULL) - 60), 0);
    assert_int_equal(gnutls_x509_crt_set_expiration_time(cert, time(NULL) + 3600), 0);
    assert_int_equal(gnutls_x509_crt_set_key(cert, key), 0);
    assert_int_equal(gnutls_x509_crt_sign2(cert, cert, key, GNUTLS_DIG_SHA256, 0), 0);
    assert_int_equal(gnutls_x509_crt_export(cert, GNUTLS_X509_FMT_PEM, cert_text, &cert_size), 0);
    assert_int_equal(gnutls_x509_privkey_export(key, GNUTLS_X509_FMT_PEM, key_text, &key_size), 0);
    gnutls_x509_crt_deinit(cert);
    gnutls_x509_privkey_deinit(key);
}

static int setup(void **state) {
    (void)state;
    web_options o = client_options();
    make_certificate(cert_pem, key_pem);
    o.judge_password = "open sesame";
    o.tls_cert = cert_pem;
    o.tls_key = key_pem;
    return client_start(&o);
}

// A connection to whoever has that certificate.
typedef struct {
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    int socket;
} tls;

static void tls_open(tls *t) {
    t->socket = client_connect();
    assert_int_equal(gnutls_certificate_allocate_credentials(&t->credentials), 0);
    assert_int_equal(gnutls_certificate_set_x509_trust_mem(t->credentials, &(gnutls_datum_t){(unsigned char *)cert_pem, (unsigned)strlen(cert_pem)},
                                                           GNUTLS_X509_FMT_PEM),
                     1);
    assert_int_equal(gnutls_init(&t->session, GNUTLS_CLIENT), 0);
    gnutls_session_set_verify_cert(t->session, "localhost", 0);
    assert_int_equal(gnutls_set_default_priority(t->session), 0);
    assert_int_equal(gnutls_credentials_set(t->session, GNUTLS_CRD_CERTIFICATE, t->credentials), 0);
    gnutls_transport_set_int(t->session, t->socket);
    gnutls_handshake_set_timeout(t->session, 5000);
    gnutls_record_set_timeout(t->session, 5000);
    int result;
    do result = gnutls_handshake(t->session);
    while (result < 0 && gnutls_error_is_fatal(result) == 0);
    assert_int_equal(result, 0);
}

static void tls_close(tls *t) {
    gnutls_deinit(t->session);
    gnutls_certificate_free_credentials(t->credentials);
    close(t->socket);
}

// Appends what comes to client_answer until `word` is there (NULL: until the other end closes).
static bool tls_read(tls *t, const char *word) {
    size_t n = strlen(client_answer);
    while (!word || !strstr(client_answer, word)) {
        const ssize_t got = gnutls_record_recv(t->session, client_answer + n, sizeof client_answer - n - 1);
        if (got == GNUTLS_E_AGAIN || got == GNUTLS_E_INTERRUPTED) continue;
        if (got <= 0) return !word;
        n += (size_t)got;
        client_answer[n] = '\0';
    }
    return true;
}

static void tls_say(tls *t, const char *request) {
    client_answer[0] = '\0';
    assert_int_equal(gnutls_record_send(t->session, request, strlen(request)), (ssize_t)strlen(request));
}

static void pages_come_over_tls(void **state) {
    (void)state;
    tls t;
    tls_open(&t);
    tls_say(&t, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_true(tls_read(&t, "</html>"));
    assert_non_null(strstr(client_answer, "HTTP/1.1 200"));
    tls_close(&t);
}

// The log-in holds up its connection until the password is checked: over TLS too.
static void cookies_stay_within_tls(void **state) {
    (void)state;
    static const char body[] = "{\"role\":\"judge\",\"password\":\"open sesame\"}";
    char request[500];
    tls t;
    tls_open(&t);
    snprintf(request, sizeof request,
             "POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: https://localhost\r\nConnection: close\r\n" JSON
             "Content-Length: %zu\r\n\r\n%s",
             strlen(body), body);
    tls_say(&t, request);
    assert_true(tls_read(&t, "\"role\":\"judge\""));
    assert_non_null(strstr(client_answer, "HttpOnly; SameSite=Strict; Secure"));
    tls_close(&t);
}

static void the_stream_goes_on_over_tls(void **state) {
    (void)state;
    tls t;
    tls_open(&t);
    tls_say(&t, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_true(tls_read(&t, "event: hello"));
    for (int i = 1; i <= 20; i++) {
        char json[40];
        snprintf(json, sizeof json, "{\"move\":%d}", i);
        web_publish(client_web, "move", json, json);
        assert_true(tls_read(&t, json));
    }
    tls_close(&t);
}

static void plain_http_is_given_nothing(void **state) {
    assert_int_equal(client_get("/"), 0);
    assert_null(strstr(client_answer, "<html"));
    pages_come_over_tls(state);  // and holds up nobody
}

// A handshake that never goes on, beside others.
static void half_a_handshake_holds_up_nobody(void **state) {
    (void)state;
    int s = client_connect();
    client_say(s, "\x16\x03\x01", 3);
    pages_come_over_tls(state);
    close(s);
}

static void texts_that_are_no_certificate_are_refused(void **state) {
    (void)state;
    web *w = NULL;
    fault fault = {""};
    web_options o = client_options();
    o.tls_cert = "-----BEGIN NONSENSE-----";
    o.tls_key = key_pem;
    assert_int_equal(web_start(&o, &w, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "PEM"));
}

static void a_key_of_another_certificate_is_refused(void **state) {
    (void)state;
    static char other_cert[PEM_MAX], other_key[PEM_MAX];
    web *w = NULL;
    fault fault = {""};
    web_options o = client_options();
    make_certificate(other_cert, other_key);
    o.tls_cert = cert_pem;
    o.tls_key = other_key;
    assert_int_equal(web_start(&o, &w, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "PEM files that belong together"));
}

#define OVER_TLS(test) cmocka_unit_test_setup_teardown(test, setup, client_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        OVER_TLS(pages_come_over_tls),
        OVER_TLS(cookies_stay_within_tls),
        OVER_TLS(the_stream_goes_on_over_tls),
        OVER_TLS(plain_http_is_given_nothing),
        OVER_TLS(half_a_handshake_holds_up_nobody),
        OVER_TLS(texts_that_are_no_certificate_are_refused),
        OVER_TLS(a_key_of_another_certificate_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
