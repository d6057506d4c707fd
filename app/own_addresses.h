// app/own_addresses -- the addresses by which other machines of the network reach this one.
#ifndef VEDETTE_APP_OWN_ADDRESSES_H
#define VEDETTE_APP_OWN_ADDRESSES_H

#include <stdbool.h>

#define OWN_ADDRESSES_MAX 8

typedef struct {
    char text[64];
} own_address;

// True for 0.0.0.0 and ::, on which all addresses of the machine are heard.
bool own_addresses_is_any(const char *listen);
// True for an address that no other machine reaches.
bool own_addresses_is_loopback(const char *listen);
// Those that can be reached where the program listens on `listen`, IPv4 first: that one, or all of the machine but loopback and link-local ones.
// Returns how many, at most max.
int own_addresses_for(const char *listen, own_address *out, int max);

#endif
