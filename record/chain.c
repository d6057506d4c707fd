#include "record/chain.h"

#include <sodium.h>
#include <string.h>

static void take_number(crypto_generichash_state *s, uint64_t n) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(n >> (8 * i));
    crypto_generichash_update(s, bytes, sizeof bytes);
}

static void take_text(crypto_generichash_state *s, const char *text) {
    size_t n = strlen(text);
    take_number(s, n);
    crypto_generichash_update(s, (const unsigned char *)text, n);
}

static crypto_generichash_state begin(const record_hash *before) {
    crypto_generichash_state s;
    crypto_generichash_init(&s, NULL, 0, RECORD_HASH_BYTES);
    crypto_generichash_update(&s, before->bytes, sizeof before->bytes);
    return s;
}

static record_hash finish(crypto_generichash_state *s) {
    record_hash h;
    crypto_generichash_final(s, h.bytes, sizeof h.bytes);
    return h;
}

record_hash chain_meta(const record_hash *before, const char *key, const char *value) {
    crypto_generichash_state s = begin(before);
    take_text(&s, key);
    take_text(&s, value);
    return finish(&s);
}

record_hash chain_row(const record_hash *before, int64_t seq, const record_entry *e) {
    crypto_generichash_state s = begin(before);
    uint64_t time_bits;
    memcpy(&time_bits, &e->t_s, sizeof time_bits);
    take_number(&s, (uint64_t)seq);
    take_number(&s, (uint64_t)e->log);
    take_number(&s, time_bits);
    take_text(&s, e->kind);
    take_text(&s, e->origin);
    take_text(&s, e->json);
    return finish(&s);
}

record_hash chain_bytes(const void *bytes, size_t length) {
    record_hash h;
    crypto_generichash(h.bytes, sizeof h.bytes, bytes, length, NULL, 0);
    return h;
}

bool chain_same(const record_hash *a, const record_hash *b) { return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0; }

void chain_hex(const record_hash *h, char out[CHAIN_HEX]) { sodium_bin2hex(out, CHAIN_HEX, h->bytes, sizeof h->bytes); }
