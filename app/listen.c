#include "app/listen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/desk.h"
#include "app/own_addresses.h"
#include "app/qr.h"

#define SECRET_FILE_MAX ((size_t)4096)
#define PEM_MAX ((size_t)1 << 20)

// "ADDR:PORT" -> its parts; false where it is neither an address nor a port.
static bool split_address(const char *where, char *address, size_t capacity, int *port) {
    const char *close = where[0] == '[' ? strchr(where, ']') : NULL, *colon = strrchr(close ? close : where, ':');
    if (!close && colon && strchr(where, ':') != colon) colon = NULL;  // a bare IPv6 address
    const char *begin = close ? where + 1 : where, *end = close ? close : colon ? colon : where + strlen(where);
    if ((size_t)(end - begin) >= capacity) return false;
    if (end > begin) snprintf(address, capacity, "%.*s", (int)(end - begin), begin);
    if (!colon) return true;
    char *rest;
    long n = strtol(colon + 1, &rest, 10);
    if (rest == colon + 1 || *rest || n < 0 || n > 65535) return false;
    *port = (int)n;
    return true;
}

static status read_password(const char *path, char **out, fault *fault) {
    struct stat info;
    status s = cli_read_file(path, SECRET_FILE_MAX, out, fault);
    if (s != STATUS_OK) return s;
    (*out)[strcspn(*out, "\r\n")] = '\0';
    if (!**out) return fault_set(fault, STATUS_INVALID, "%s: its first line is empty: write the judge's password there", path);
    if (strlen(*out) >= WEB_SECRET_MAX) return fault_set(fault, STATUS_INVALID, "%s: the password is longer than %d bytes", path, WEB_SECRET_MAX - 1);
    if (stat(path, &info) == 0 && (info.st_mode & (S_IRWXG | S_IRWXO)))
        cli_message("%s: other users of this machine may read the judge's password: chmod 600 keeps it from them", path);
    return STATUS_OK;
}

// Where it is and how to log in, for a person: NULL where there is nothing to tell of it.
static void tell_page(const char *scheme, const char *host, int port, const char *page, const char *what) {
    const char *open = strchr(host, ':') ? "[" : "", *close = strchr(host, ':') ? "]" : "";
    cli_message("  %-8s %s://%s%s%s:%d%s", what, scheme, open, host, close, port, page);
}

static void tell_pages(const char *scheme, const char *host, int port) {
    tell_page(scheme, host, port, "/", "all");
    tell_page(scheme, host, port, "/judge", "judge");
    tell_page(scheme, host, port, "/phone", "players");
    tell_page(scheme, host, port, "/table", "wall");
}

static void tell_log_in(const web *w) {
    if (web_judge_password(w)) cli_message("the judge's password on other machines: %s", web_judge_password(w));
    if (web_table_code(w)) cli_message("the players' table code: %s", web_table_code(w));
}

// On a terminal alone: in a file a picture of blocks is noise.
static void tell_qr(const char *scheme, const char *host, int port) {
    char url[128];
    bool v6 = strchr(host, ':') != NULL;
    if (!isatty(STDERR_FILENO)) return;
    snprintf(url, sizeof url, "%s://%s%s%s:%d/phone", scheme, v6 ? "[" : "", host, v6 ? "]" : "", port);
    qr_print(stderr, url);
}

static void tell_all(const desk *d, const char *address, const char *scheme, bool live) {
    own_address own[OWN_ADDRESSES_MAX];
    const int port = web_port(d->web);
    int count = own_addresses_for(address, own, OWN_ADDRESSES_MAX);
    bool v6 = strchr(address, ':') != NULL;
    if (!own_addresses_is_any(address))
        cli_message("the page is at %s://%s%s%s:%d/", scheme, v6 ? "[" : "", address, v6 ? "]" : "", port);
    else
        cli_message("the page is at %s://%s:%d/", scheme, v6 ? "[::1]" : "127.0.0.1", port);
    if (own_addresses_is_loopback(address)) return;
    if (own_addresses_is_any(address) && count == 0) cli_message("no network: other machines can't reach the page");
    for (int i = 0; i < count && live; i++) {
        cli_message("from other machines:");
        tell_pages(scheme, own[i].text, port);
    }
    for (int i = 0; i < count && !live; i++) tell_page(scheme, own[i].text, port, "/", "from other machines:");
    if (live) tell_log_in(d->web);
    if (live && count > 0) tell_qr(scheme, own[0].text, port);
}

// What was read for the page; freed when it has begun.
typedef struct {
    char *password, *cert, *key;
} secrets;

static void forget(secrets *s) {
    if (s->password) memset(s->password, 0, strlen(s->password));
    if (s->key) memset(s->key, 0, strlen(s->key));
    free(s->password);
    free(s->cert);
    free(s->key);
}

static status read_secrets(const listen_options *o, secrets *out, fault *fault) {
    if (!o->cert != !o->key) return fault_set(fault, STATUS_INVALID, "--tls-cert and --tls-key: both files are wanted, or neither");
    status s = o->password_file ? read_password(o->password_file, &out->password, fault) : STATUS_OK;
    if (s == STATUS_OK && o->cert) s = cli_read_file(o->cert, PEM_MAX, &out->cert, fault);
    if (s == STATUS_OK && o->key) s = cli_read_file(o->key, PEM_MAX, &out->key, fault);
    return s;
}

status listen_begin(desk *d, const listen_options *o, bool live, fault *fault) {
    web_options w = web_default_options();
    secrets read = {0};
    char address[64];
    snprintf(address, sizeof address, "%s", w.address);
    if (o->listen && !split_address(o->listen, address, sizeof address, &w.port))
        return fault_set(fault, STATUS_INVALID, "--listen %s: must be ADDR:PORT with a port from 0 to 65535, as 127.0.0.1:8080", o->listen);
    status s = read_secrets(o, &read, fault);
    w.address = address;
    w.judge_password = read.password;
    w.table_code = o->table_code;
    w.tls_cert = read.cert;
    w.tls_key = read.key;
    if (s == STATUS_OK) s = desk_open_page(d, &w, fault);
    if (s == STATUS_IO && !o->listen) {
        w.port = 0;  // port 8080 is only the default
        s = desk_open_page(d, &w, fault);
    }
    if (s == STATUS_OK) tell_all(d, address, read.cert ? "https" : "http", live);
    forget(&read);
    return s;
}
