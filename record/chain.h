// record/chain -- the hash chain over a record's rows. Each row's hash covers the row and the hash before it, so that no row can be changed, left out
// or exchanged without all later hashes being wrong. Internal to record/.
//
// Hash: BLAKE2b of 32 bytes (RFC 7693; libsodium's crypto_generichash). Numbers enter it as 8 bytes, least significant first; texts with their
// length before them.
#ifndef VEDETTE_RECORD_CHAIN_H
#define VEDETTE_RECORD_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/record.h"

#define CHAIN_HEX (2 * RECORD_HASH_BYTES + 1)

typedef struct {
    uint8_t bytes[RECORD_HASH_BYTES];
} record_hash;

// The hash of a record without rows, over its meta: key and value pairs in order of the keys. To be called for each pair, beginning with a hash of
// zeros.
record_hash chain_meta(const record_hash *before, const char *key, const char *value);
record_hash chain_row(const record_hash *before, int64_t seq, const record_entry *e);
record_hash chain_bytes(const void *bytes, size_t length);
bool chain_same(const record_hash *a, const record_hash *b);
// Lower-case hexadecimal digits.
void chain_hex(const record_hash *h, char out[CHAIN_HEX]);

#endif
