#define _GNU_SOURCE  // gethostname
#include "web/origin.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static void add(own_names *names, const char *name) {
    if (names->count < OWN_NAMES_MAX && name[0] && strlen(name) < OWN_NAME_MAX) strcpy(names->at[names->count++], name);
}

void own_names_init(own_names *names, const char *const *more) {
    char host[128] = "", local[sizeof host + 8];
    *names = (own_names){0};
    add(names, "localhost");
    if (gethostname(host, sizeof host - 1) == 0 && host[0]) {
        add(names, host);
        snprintf(local, sizeof local, "%.*s.local", (int)strcspn(host, "."), host);
        add(names, local);
    }
    for (; more && *more; more++) add(names, *more);
}

static bool is_port(const char *text) { return text[0] == ':' && strspn(text + 1, "0123456789") == strlen(text + 1); }

// The host without its port and brackets; false: it is no host.
static bool split_host(const char *host, char out[OWN_NAME_MAX], bool *bracketed) {
    *bracketed = host && host[0] == '[';
    if (!host || strlen(host) >= OWN_NAME_MAX) return false;
    strcpy(out, *bracketed ? host + 1 : host);
    char *end = strchr(out, *bracketed ? ']' : ':'), *port = end && *bracketed ? end + 1 : end;
    if (*bracketed && !end) return false;
    if (port && *port && !is_port(port)) return false;
    if (end) *end = '\0';
    return out[0] != '\0';
}

bool origin_is_own_host(const own_names *names, const char *host) {
    char name[OWN_NAME_MAX];
    unsigned char address[sizeof(struct in6_addr)];
    bool bracketed;
    if (!split_host(host, name, &bracketed)) return false;
    if (bracketed) return inet_pton(AF_INET6, name, address) == 1;
    if (inet_pton(AF_INET, name, address) == 1) return true;
    for (int i = 0; i < names->count; i++)
        if (strcasecmp(names->at[i], name) == 0) return true;
    return false;
}

bool origin_is_own(const char *origin, const char *host, const char *fetch_site) {
    if (fetch_site && strcmp(fetch_site, "same-origin") != 0 && strcmp(fetch_site, "none") != 0) return false;
    if (!origin) return true;  // no browser
    const char *rest = strncmp(origin, "http://", 7) == 0 ? origin + 7 : strncmp(origin, "https://", 8) == 0 ? origin + 8 : NULL;
    return rest && host && strcasecmp(rest, host) == 0;
}

bool origin_cookie(const char *header, const char *name, char *out, int capacity) {
    const size_t n = strlen(name);
    while (header && *header) {
        header += strspn(header, "; ");
        const size_t length = strcspn(header, ";");
        if (length > n && strncmp(header, name, n) == 0 && header[n] == '=') {
            if (length - n - 1 >= (size_t)capacity) return false;
            snprintf(out, (size_t)capacity, "%.*s", (int)(length - n - 1), header + n + 1);
            return true;
        }
        header += length;
    }
    return false;
}

bool origin_is_json(const char *type) {
    return type && strncasecmp(type, "application/json", 16) == 0 && (type[16] == '\0' || type[16] == ';' || type[16] == ' ');
}
