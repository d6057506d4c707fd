// record/signing -- signatures of records, with keys in small text files: Ed25519 by libsodium (RFC 8032).
//
// A key file is one line, "vedette-key-1 " and the secret key in hexadecimal. Anyone with the file can sign as its owner.
#ifndef VEDETTE_RECORD_SIGNING_H
#define VEDETTE_RECORD_SIGNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#define SIGNING_PUBLIC_HEX 65
#define SIGNING_SIGNATURE_HEX 129

typedef struct signing_key signing_key;

// Reads the key in `path`; where there is no such file a new key is made and kept there, readable by its owner alone, and *made is set. The caller
// frees it. STATUS_INVALID: no key; STATUS_IO.
status signing_read(const char *path, signing_key **out, bool *made, fault *fault);
void signing_free(signing_key *k);
void signing_public(const signing_key *k, char out[SIGNING_PUBLIC_HEX]);
void signing_sign(const signing_key *k, const void *message, size_t length, char out[SIGNING_SIGNATURE_HEX]);
// True where `signature` is that of the message by the key whose public half is given; false too for what is no hexadecimal text of their lengths.
bool signing_verify(const char *public_hex, const char *signature_hex, const void *message, size_t length);

#endif
