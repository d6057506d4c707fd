#include "record/signing.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char head[] = "vedette-key-1 ";

#define HEAD_LENGTH (sizeof head - 1)
#define LINE_LENGTH (HEAD_LENGTH + 2 * crypto_sign_SEEDBYTES)

struct signing_key {
    uint8_t secret[crypto_sign_SECRETKEYBYTES], public_half[crypto_sign_PUBLICKEYBYTES];
};

static bool from_hex(const char *hex, uint8_t *out, size_t n) {
    size_t read = 0;
    return strlen(hex) == 2 * n && sodium_hex2bin(out, n, hex, 2 * n, NULL, &read, NULL) == 0 && read == n;
}

static status parse(const char *line, const char *path, signing_key *k, fault *fault) {
    uint8_t seed[crypto_sign_SEEDBYTES];
    bool good = strncmp(line, head, HEAD_LENGTH) == 0 && from_hex(line + HEAD_LENGTH, seed, sizeof seed);
    if (good) crypto_sign_seed_keypair(k->public_half, k->secret, seed);
    sodium_memzero(seed, sizeof seed);
    return good ? STATUS_OK : fault_set(fault, STATUS_INVALID, "%s: no signing key: name a key file, or a new one to have a key made", path);
}

static status make(const char *path, signing_key *k, fault *fault) {
    uint8_t seed[crypto_sign_SEEDBYTES];
    char line[LINE_LENGTH + 2];
    randombytes_buf(seed, sizeof seed);
    memcpy(line, head, HEAD_LENGTH);
    sodium_bin2hex(line + HEAD_LENGTH, sizeof line - HEAD_LENGTH, seed, sizeof seed);
    line[LINE_LENGTH] = '\n';
    crypto_sign_seed_keypair(k->public_half, k->secret, seed);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool written = file >= 0 && write(file, line, LINE_LENGTH + 1) == (ssize_t)(LINE_LENGTH + 1) && fsync(file) == 0;
    status s = written ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: the key cannot be written: %s", path, strerror(errno));
    if (file >= 0) close(file);
    if (file >= 0 && !written) unlink(path);
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(line, sizeof line);
    return s;
}

static status read_key(const char *path, FILE *file, signing_key *k, fault *fault) {
    char line[LINE_LENGTH + 2] = "";
    bool read = fgets(line, sizeof line, file) != NULL;
    line[strcspn(line, "\r\n")] = '\0';
    status s = read || !ferror(file) ? parse(line, path, k, fault) : fault_set(fault, STATUS_IO, "%s: cannot read: %s", path, strerror(errno));
    sodium_memzero(line, sizeof line);
    return s;
}

status signing_read(const char *path, signing_key **out, bool *made, fault *fault) {
    *made = false;
    signing_key *k = calloc(1, sizeof *k);
    if (!k || sodium_init() < 0) {
        free(k);
        return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    }
    FILE *file = fopen(path, "r");
    status s;
    if (file)
        s = read_key(path, file, k, fault);
    else if (errno == ENOENT)
        s = make(path, k, fault), *made = s == STATUS_OK;
    else
        s = fault_set(fault, STATUS_IO, "%s: cannot read: %s", path, strerror(errno));
    if (file) fclose(file);
    if (s == STATUS_OK)
        *out = k;
    else
        signing_free(k);
    return s;
}

void signing_free(signing_key *k) {
    if (k) sodium_memzero(k, sizeof *k);
    free(k);
}

void signing_public(const signing_key *k, char out[SIGNING_PUBLIC_HEX]) {
    sodium_bin2hex(out, SIGNING_PUBLIC_HEX, k->public_half, sizeof k->public_half);
}

void signing_sign(const signing_key *k, const void *message, size_t length, char out[SIGNING_SIGNATURE_HEX]) {
    uint8_t signature[crypto_sign_BYTES];
    crypto_sign_detached(signature, NULL, message, length, k->secret);
    sodium_bin2hex(out, SIGNING_SIGNATURE_HEX, signature, sizeof signature);
}

bool signing_verify(const char *public_hex, const char *signature_hex, const void *message, size_t length) {
    uint8_t public_half[crypto_sign_PUBLICKEYBYTES], signature[crypto_sign_BYTES];
    return from_hex(public_hex, public_half, sizeof public_half) && from_hex(signature_hex, signature, sizeof signature) &&
           crypto_sign_verify_detached(signature, message, length, public_half) == 0;
}
