#define _GNU_SOURCE  // getifaddrs, IFF_UP
#include "app/own_addresses.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

bool own_addresses_is_any(const char *listen) {
    struct in_addr v4;
    struct in6_addr v6;
    if (inet_pton(AF_INET, listen, &v4) == 1) return v4.s_addr == htonl(INADDR_ANY);
    return inet_pton(AF_INET6, listen, &v6) == 1 && IN6_IS_ADDR_UNSPECIFIED(&v6);
}

bool own_addresses_is_loopback(const char *listen) {
    struct in_addr v4;
    struct in6_addr v6;
    if (inet_pton(AF_INET, listen, &v4) == 1) return ntohl(v4.s_addr) >> 24 == 127;
    return inet_pton(AF_INET6, listen, &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

static bool reaches_v4(const struct sockaddr_in *a) {
    unsigned ip = ntohl(a->sin_addr.s_addr);
    return ip >> 24 != 127 && ip >> 16 != 0xa9fe;  // 169.254.0.0/16, RFC 3927
}

static bool reaches_v6(const struct sockaddr_in6 *a) { return !IN6_IS_ADDR_LOOPBACK(&a->sin6_addr) && !IN6_IS_ADDR_LINKLOCAL(&a->sin6_addr); }

// Adds those of the family, while there is room.
static int add(const struct ifaddrs *list, int family, own_address *out, int count, int max) {
    for (const struct ifaddrs *i = list; i && count < max; i = i->ifa_next) {
        const void *a = i->ifa_addr;
        if (!a || i->ifa_addr->sa_family != family || !(i->ifa_flags & IFF_UP)) continue;
        const struct sockaddr_in *v4 = a;
        const struct sockaddr_in6 *v6 = a;
        if (family == AF_INET ? !reaches_v4(v4) : !reaches_v6(v6)) continue;
        const void *bytes = family == AF_INET ? (const void *)&v4->sin_addr : (const void *)&v6->sin6_addr;
        count += inet_ntop(family, bytes, out[count].text, sizeof out[count].text) != NULL;
    }
    return count;
}

int own_addresses_for(const char *listen, own_address *out, int max) {
    struct ifaddrs *list;
    if (own_addresses_is_loopback(listen) || max < 1) return 0;
    if (!own_addresses_is_any(listen)) {
        snprintf(out->text, sizeof out->text, "%.63s", listen);
        return 1;
    }
    if (getifaddrs(&list) != 0) return 0;
    int count = add(list, AF_INET, out, 0, max);
    if (strchr(listen, ':')) count = add(list, AF_INET6, out, count, max);
    freeifaddrs(list);
    return count;
}
