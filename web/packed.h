// web/packed -- bytes that many viewers are sent, made once: plain, and compressed as a piece of a gzip stream. Internal to web/.
//
// Each piece is raw deflate from a fresh state, ended by a full flush: pieces in any order behind one gzip header are a valid gzip stream, so that
// the same bytes go to every viewer, whenever it came. Source: RFC 1951, RFC 1952; zlib's manual, Z_FULL_FLUSH.
#ifndef VEDETTE_WEB_PACKED_H
#define VEDETTE_WEB_PACKED_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    atomic_int owners;
    size_t length, small_length;  // small: compressed
    unsigned char *small;         // in the same block as bytes
    unsigned char bytes[];
} packed;

#define PACKED_HEAD_LENGTH 10
extern const unsigned char packed_head[PACKED_HEAD_LENGTH];

// One server-sent event, with one owner; id "": none. NULL: out of memory.
packed *packed_event(const char *id, const char *kind, const char *json);
packed *packed_text(const char *text);
packed *packed_share(packed *p);
// packed_drop(NULL) is fine.
void packed_drop(packed *p);
// A whole gzip file of the bytes, which the caller frees; NULL: out of memory.
unsigned char *packed_gzip(const void *bytes, size_t length, size_t *out_length);

#endif
