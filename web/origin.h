// web/origin -- whether a request comes from this program's own page, called by one of this machine's own names. Internal to web/. Pure but for
// own_names_init.
//
// A foreign page that has its own name resolved to this machine (DNS rebinding) comes with that name in Host, and its posts with its own Origin.
// Source: RFC 9110, 7.2; Fetch Standard, 3.1 Origin header.
#ifndef VEDETTE_WEB_ORIGIN_H
#define VEDETTE_WEB_ORIGIN_H

#include <stdbool.h>

#define OWN_NAMES_MAX 8
#define OWN_NAME_MAX 256

typedef struct {
    char at[OWN_NAMES_MAX][OWN_NAME_MAX];  // lower or upper case does not matter
    int count;
} own_names;

// "localhost", this machine's host name, that with ".local" (RFC 6762), and `more` (NULL-terminated, or NULL).
void own_names_init(own_names *names, const char *const *more);
// Is a Host header an address, or one of the names, with or without a port? NULL is not.
bool origin_is_own_host(const own_names *names, const char *host);
// May a request with these headers (NULL: not there) change something? A browser names the origin of each.
bool origin_is_own(const char *origin, const char *host, const char *fetch_site);
// The value of the cookie of that name in a Cookie header, copied; false: it is not there, or too long.
bool origin_cookie(const char *header, const char *name, char *out, int capacity);
bool origin_is_json(const char *content_type);

#endif
